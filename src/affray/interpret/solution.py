"""What solving a fight comes to: its value, how it ends under best play, and the best command of every seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from time import monotonic
from typing import Any, Literal, TypeAlias

import msgspec

from affray.dice import Seat
from affray.errors import AffrayError, BadInput, OutOfTime, TooLarge, Unsupported, nearest
from affray.fight import Fight
from affray.interpret.answer import BUDGET
from affray.interpret.best_known import Known
from affray.interpret.best_play import Number
from affray.interpret.by_machine import MANY
from affray.interpret.compiled import is_there
from affray.interpret.every import exact
from affray.interpret.found import Method
from affray.interpret.game import Positions
from affray.interpret.solve import NOBODY
from affray.interpret.solved_game import LargeGame, compiled_game, solved_game
from affray.rules import Repertoire
from affray.rules.machines import BEST

Reason: TypeAlias = Literal["", "positions", "time", "loops"]

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
    "nobody" and half of `undecided`. `machine` says that the ruleset's machine played, `by_sides` that the program for
    two sides in turn found the value, which tells of no decisions. `positions` are those of the way that found it:
    compiled code solves an answer with what it answers, and counts no position for it.
    """

    kind: Literal["fraction", "float", "too_large"]
    values: Mapping[str, Number]
    win: Mapping[str, Number]
    undecided: Number
    decisions: tuple[Decision, ...]
    positions: int
    machine: bool
    seconds: float
    reason: Reason = ""
    limit: int = 0
    by_sides: bool = False


def repertoire_of(fight: Fight, name: str | None, place: str = "repertoire") -> tuple[str, Repertoire[Any, Any]]:
    """A repertoire of the fight's ruleset by name; without one that of the fight's sides, or the default.

    Raises `BadInput` naming those there are.

    Raises `AffrayError` for a ruleset that has none.
    """
    found = fight.ruleset.repertoires()
    if not found:
        raise AffrayError(f"best play cannot be solved for {fight.ruleset.id} yet; affray odds answers under tactics")
    if name is None:
        name = next(iter(fight.best.values() or found))
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
    way: Method | None = None,
    decisions: bool = True,
) -> Solution:
    """Solves a fight of two sides; a side in `fixed` plays that tactic instead of its best.

    Fractions where `exactly` is true or where they are estimated to take under 50 ms, else floats. Stops after about
    `budget` seconds or `limit` positions (by default as many as take about a gigabyte in plain Python, 20,000,000 in
    compiled code). `way` asks for one way alone; without `decisions` none are looked for. Raises `BadInput` for more
    than two sides and where nobody chooses, `Unsupported` for a reading that the repertoire, or that way, does not
    know.
    """
    start = monotonic()
    sides = fight.ruleset.contenders(fight.state)
    if len(sides) != 2:
        raise BadInput(
            "best play is solved for two sides", received=len(sides), hint="affray simulate plays any number"
        )
    if all(side in fixed for side in sides):
        raise BadInput("both sides have a fixed tactic: nobody chooses", hint="affray odds answers under tactics")
    if way == "sides":
        return by_sides(fight, repertoire, fixed, start, exactly)
    positions = Positions(fight, repertoire, fixed, by_engine=way == "lump")
    if way == "machine" and positions.machine is None:
        raise Unsupported(positions.unknown)
    try:
        game = solved_game(fight, positions, exactly, start + budget, limit)
    except LargeGame as large:
        if limit is None and way is None and not (large.looped and decisions):
            with suppress(Unsupported, TooLarge):
                return by_sides(fight, repertoire, fixed, start)
        try:
            game = compiled_game(positions, large.first, start + budget, MANY if limit is None else limit)
        except TooLarge as error:
            return too_large(error, positions, start)
    except TooLarge as error:
        return too_large(error, positions, start)
    zero: Number = Fraction(0) if game.exactly else 0.0
    value = game.value()
    win, undecided = game.win()
    return Solution(
        "fraction" if game.exactly else "float",
        {sides[0]: value, sides[1]: 1 - value},
        {name: win.get(name, zero) for name in (*sides, NOBODY)},
        undecided,
        tuple(first_decisions(fight, positions, game)) if decisions else (),
        game.size,
        positions.machine is not None,
        monotonic() - start,
    )


def check_fixed(fight: Fight, side: str, tactic: str, place: str) -> None:
    """Raises `BadInput` for a side that cannot win and for a tactic that there is not, naming those there are."""
    sides, tactics = fight.ruleset.contenders(fight.state), list(fight.ruleset.tactics)
    if side not in sides:
        raise BadInput("no such side", place=place, received=side, allowed=", ".join(sides))
    if tactic not in tactics:
        allowed, hint = ", ".join(tactics), nearest(tactic, tactics)
        raise BadInput("no such tactic", place=place, received=tactic, allowed=allowed, hint=hint)


def too_large(error: TooLarge, positions: Positions, start: float) -> Solution:
    """What is told of a game that is too large."""
    looped = "lead back" in str(error)
    reason: Reason = "time" if isinstance(error, OutOfTime) else "loops" if looped else "positions"
    machine, seconds = positions.machine is not None, monotonic() - start
    return Solution("too_large", {}, {}, None, (), error.estimate, machine, seconds, reason, error.limit)


def by_sides(
    fight: Fight, repertoire: Repertoire[Any, Any], fixed: Mapping[str, str], start: float, exactly: bool = False
) -> Solution:
    """The value of a large game of two sides in turn by the program for such fights.

    It finds what the fight is worth, and not what each command is: there are no decisions in it. Raises `Unsupported`
    by name for what it does not know, fractions among that, and `TooLarge`.
    """
    two_sides, sides = fight.ruleset.two_sides, fight.ruleset.contenders(fight.state)
    if two_sides is None:
        raise Unsupported(f"ruleset={fight.ruleset.id}")
    if exactly:
        raise Unsupported("best play in fractions")
    if not is_there():
        raise Unsupported("affray[fast] is not installed")
    from affray.interpret import sides_masses  # noqa: PLC0415 - numpy and Numba, for large games alone
    from affray.interpret.sides import layout  # noqa: PLC0415

    names = fight.ruleset.sides(fight.state)
    two = two_sides(fight.state, {side: fixed.get(side, f"{BEST}:{repertoire.name}") for side in names})
    laid_out = layout(two)
    told = sides_masses.outlook(laid_out)
    win = dict(zip([side.name for side in two.sides], told.win, strict=True))
    value = win[sides[0]] + told.undecided / 2
    chances = {**{side: win[side] for side in sides}, NOBODY: 0.0}
    values = {sides[0]: value, sides[1]: 1 - value}
    seconds = monotonic() - start
    return Solution("float", values, chances, told.undecided, (), laid_out.positions, False, seconds, by_sides=True)


def first_decisions(fight: Fight, positions: Positions, game: Known) -> Iterator[Decision]:
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
        position = positions.pack(state) if len(commands) > 1 else None
        chosen = 0 if position is None else game.chosen(position)
        kinds = (seat, frozenset(type(command) for command in commands))
        if position is not None and kinds not in met:
            met.add(kinds)
            worth = game.worth(position, len(commands))
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
