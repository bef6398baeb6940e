"""What solving a fight comes to: its value, how it ends under best play, and the best command of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from time import monotonic
from typing import Any, Literal

import msgspec

from affray.dice import Seat
from affray.errors import AffrayError, BadInput, OutOfTime, TooLarge
from affray.fight import Fight
from affray.interpret.answer import BUDGET
from affray.interpret.best_play import BestPlay, Number, best_play, chain_of, mean
from affray.interpret.every import exact
from affray.interpret.found import QUICK, fraction_seconds
from affray.interpret.game import Game, Positions, explore, most_positions
from affray.interpret.solve import NOBODY, solve
from affray.rules import Repertoire

SITUATIONS = 200
"""How many states of best play are looked through for the first decisions of every seat."""


class Option(msgspec.Struct, frozen=True, eq=False):
    """A command, and the value of the fight for the side that gives it, if all play their best from there on."""

    command: Any
    value: Number


class Decision(msgspec.Struct, frozen=True, eq=False):
    """A state in which a seat chooses; `best` is the place of the best of its `options`, which are in their order."""

    state: Any
    seat: Seat
    side: str
    options: tuple[Option, ...]
    best: int


class Solution(msgspec.Struct, frozen=True, eq=False):
    """A fight under best play.

    `kind` is `fraction` (exact), `float` (exact but for rounding), or `too_large`: then there is only the size that was
    met, and `reason` says what: "positions" (more than `limit`), "time", or "loops" (too many ways to choose in
    positions that lead back to each other). `values` has the value for each side: the chance that it wins, plus half of
    "nobody" and half of `undecided`.
    """

    kind: Literal["fraction", "float", "too_large"]
    values: Mapping[str, Number]
    win: Mapping[str, Number]
    undecided: Number
    decisions: tuple[Decision, ...]
    positions: int
    machine: bool
    seconds: float
    reason: Literal["", "positions", "time", "loops"] = ""
    limit: int = 0


def repertoire_of(fight: Fight, name: str | None, place: str = "repertoire") -> tuple[str, Repertoire[Any, Any]]:
    """A repertoire of the fight's ruleset by name; without one the default. Raises `BadInput` naming those there are.

    Raises `AffrayError` for a ruleset that has none.
    """
    found = fight.ruleset.repertoires()
    if not found:
        raise AffrayError(f"best play cannot be solved for {fight.ruleset.id} yet; affray odds answers under tactics")
    if name is None:
        name = next(iter(found))
    if name not in found:
        raise BadInput("no such repertoire", place=place, received=name, allowed=", ".join(found))
    return name, found[name]


def solution(
    fight: Fight,
    repertoire: Repertoire[Any, Any],
    fixed: Mapping[str, str],
    exactly: bool = False,
    budget: float = BUDGET,
    limit: int | None = None,
) -> Solution:
    """Solves a fight of two sides; a side in `fixed` plays that tactic instead of its best.

    Fractions where `exactly` is true or where they are estimated to take under 50 ms, else floats. Stops after about
    `budget` seconds or `limit` positions (by default as many as take about a gigabyte). Raises `BadInput` for more than
    two sides and where nobody chooses, `Unsupported` for a reading that the repertoire does not know.
    """
    start = monotonic()
    sides = fight.ruleset.contenders(fight.state)
    if len(sides) != 2:
        raise BadInput(
            "best play is solved for two sides", received=len(sides), hint="affray simulate plays any number"
        )
    if all(side in fixed for side in sides):
        raise BadInput("both sides have a fixed tactic: nobody chooses", hint="affray odds answers under tactics")
    limit = most_positions(fight) if limit is None else limit
    positions = Positions(fight, repertoire, fixed)
    found = 0
    try:
        game = explore(positions, fight.state, limit, start + budget)
        found = game.size
        exactly = exactly or fraction_seconds(game) < QUICK
        best = best_play(game, sides[0], exactly, start + budget)
        odds = solve(chain_of(game, best), exactly, start + budget)
    except OutOfTime as error:
        return _too_large("time", error.estimate, positions, monotonic() - start, limit)
    except TooLarge as error:
        return _too_large(
            "loops" if found else "positions", found or error.estimate, positions, monotonic() - start, limit
        )
    zero: Number = Fraction(0) if exactly else 0.0
    value = best.values[0]
    return Solution(
        "fraction" if exactly else "float",
        {sides[0]: value, sides[1]: 1 - value},
        {name: odds.win.get(name, zero) for name in (*sides, NOBODY)},
        odds.undecided,
        tuple(first_decisions(fight, positions, game, best, exactly)),
        game.size,
        positions.machine is not None,
        monotonic() - start,
        limit=limit,
    )


def first_decisions(
    fight: Fight, positions: Positions, game: Game, best: BestPlay, exactly: bool
) -> Iterator[Decision]:
    """The first decision of every kind that each seat meets while both sides play their best, the nearest first."""
    ruleset = fight.ruleset
    own = ruleset.contenders(fight.state)[0]
    waiting, known, met = [fight.state], {ruleset.lump(fight.state, positions.fixed)}, set()
    for state in waiting:
        if len(known) > SITUATIONS:
            return
        seat = ruleset.next_to_act(state)
        if seat is None:
            continue
        side = ruleset.side(state, seat)
        order = positions.orders.get(side)
        commands = [] if order is not None else positions.repertoire.commands(state, seat)
        node = game.numbers[positions.pack(state)] if len(commands) > 1 else None
        chosen = 0 if node is None else best.chosen[node]
        kinds = (seat, frozenset(type(command) for command in commands))
        if node is not None and kinds not in met:
            met.add(kinds)
            worth = [mean(game.choice(node, number), best.values, exactly) for number in range(len(commands))]
            mine = worth if side == own else [1 - value for value in worth]
            options = tuple(map(Option, commands, mine))
            yield Decision(state, seat, side, options, chosen)

        def run(dice: Any) -> Any:
            command = order(state, seat, dice) if order is not None else commands[chosen]  # noqa: B023
            return positions.after(state, command, dice)  # noqa: B023 - run before the next state

        for following in exact(run):
            key = ruleset.lump(following, positions.fixed)
            if key not in known:
                known.add(key)
                waiting.append(following)


def _too_large(
    reason: Literal["positions", "time", "loops"], found: int, positions: Positions, seconds: float, limit: int
) -> Solution:
    return Solution("too_large", {}, {}, None, (), found, positions.machine is not None, seconds, reason, limit)
