"""Odds: the chances of a command counted beside the exact ones, and states that are merged by their lump key."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.dice import Roll, Seat, Why, collapse, face_ways
from affray.errors import TooLarge
from affray.fight import AnyRuleset, Fight
from affray.interpret.every import exact
from affray.interpret.script import Trace, typed
from affray.interpret.solve import solve
from affray.interpret.tabulate import step, tabulate
from affray.play import Play
from affray.rules import legal
from affray.testing.conformance.shared import expect
from affray.testing.conformance.walks import Step, carry_out, thrown
from affray.weights import Weights, merge

# Chances


class _Faces:
    """Dice that go through every set of faces: an enumeration beside `interpret.every`, formulas run as they are."""

    def __init__(self, path: list[int]) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.path = path
        self.tables: list[tuple[tuple[tuple[int, ...], int], ...]] = []
        self.totals: list[int] = []

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        at = len(self.tables)
        if at == len(self.path):
            self.path.append(0)
        self.tables.append(face_ways(roll))
        self.totals.append(roll.sides**roll.count)
        return self.tables[at][self.path[at]][0]

    def roll(self, roll: Roll, why: Why) -> int:
        return collapse(roll, self.faces(roll, why))

    def resolve(self, formula: Any, *inputs: Any, **named: Any) -> Any:
        return formula.function(self, *inputs, **named)


Script: TypeAlias = tuple[Any, tuple[int, ...], int, int]
"""A state, the faces that lead to it, and the chance of these as (weight, total)."""


def scripts(ruleset: AnyRuleset, state: Any, command: Any) -> Iterator[Script]:
    """Every way in which the dice of a command can fall."""
    path: list[int] = []
    while True:
        dice = _Faces(path)
        play = Play(state, dice, ruleset.evolve)
        rejection = ruleset.apply(play, command)
        expect(rejection is None, f"{command!r} is refused by dice that go through every face")
        weight = total = 1
        faces: list[int] = []
        for at, table in enumerate(dice.tables):
            weight *= table[path[at]][1]
            total *= dice.totals[at]
            faces += table[path[at]][0]
        yield play.state, tuple(faces), weight, total
        while path and path[-1] + 1 == len(dice.tables[len(path) - 1]):
            path.pop()
        if not path:
            return
        path[-1] += 1


def chances(fight: Fight, steps: Iterable[Step], limit: int = 2_000) -> int:
    """The exact outcomes of a command are those that all falls of its dice give, with their chances.

    A command with more than `limit` falls is only asked whether its first ones and the walk's own are among the
    outcomes. Each outcome is reached by typing its faces. Returns how many commands were compared in full.
    """
    ruleset, in_full = fight.ruleset, 0
    for one in steps:

        def run(dice: Any, one: Step = one) -> Any:
            play = Play(one.before, dice, ruleset.evolve)
            expect(ruleset.apply(play, one.command) is None, f"{one.command!r} is refused by exact dice")
            return play.state

        outcomes = exact(run)
        expect(one.after in outcomes, f"{one.command!r} led to a state that is none of its exact outcomes")
        expect(sum(outcomes.values()) == outcomes.total, f"the weights of {one.command!r} do not add up")
        falls = list(islice(scripts(ruleset, one.before, one.command), limit + 1))
        expect(
            all(state in outcomes for state, *_ in falls), f"{one.command!r} has a fall of its dice that has no weight"
        )
        if len(falls) <= limit:
            in_full += 1
            listed = merge((state, weight, total) for state, _, weight, total in falls)
            expect(listed == outcomes, f"{one.command!r} has other chances when each fall of its dice is counted")
        by_state = {state: faces for state, faces, *_ in falls}
        for state, faces in islice(by_state.items(), 40):
            done = carry_out(ruleset, one.before, one.command, typed(faces))
            expect(
                isinstance(done, Step) and done.after == state,
                f"{one.command!r} with the faces {faces} leads elsewhere than its exact outcome",
            )
    return in_full


# What is merged


def pairings(fight: Fight, most: int = 8) -> list[dict[str, str]]:
    """Tactics for the sides of a fight: each tactic for all, then each against the default."""
    sides, names = fight.ruleset.sides(fight.state), list(fight.ruleset.tactics)
    found = [dict.fromkeys(sides, name) for name in names]
    found += [{**fight.tactics, side: name} for side in sides for name in names]
    return list({tuple(one.items()): one for one in found}.values())[:most]


def congruence(fight: Fight, source: Random, most: int = 60) -> int:
    """States with equal lump keys have equal chances of the keys after the next decision, exactly.

    The states are met by playing on with the fight's tactics, on fights of any size. Of several falls of the dice
    the walk goes on with one whose key it knows from another state, so that there is something to compare. Returns
    how many pairs of unequal states were compared.
    """
    ruleset, orders, tactics = fight.ruleset, fight.orders(), fight.tactics
    first: dict[Hashable, tuple[Any, Weights[Hashable] | None]] = {}
    compared = 0
    state = fight.state
    for _ in range(most):
        if not _meet(first, ruleset, state, orders, tactics):
            compared += 1
        if ruleset.outcome(state) is not None:
            state = fight.state
            continue
        falls = [_next(ruleset, state, orders, source) for _ in range(4)]
        known = [one for one in falls if (key := ruleset.lump(one, tactics)) in first and first[key][0] != one]
        fresh = [one for one in falls if ruleset.lump(one, tactics) not in first]
        state = (known or fresh or falls)[0]
    return compared


def _meet(
    first: dict[Hashable, tuple[Any, Weights[Hashable] | None]],
    ruleset: AnyRuleset,
    state: Any,
    orders: Mapping[str, Any],
    tactics: Mapping[str, str],
) -> bool:
    """Whether the state's key is new or the state the same; else the two states are compared."""
    key = ruleset.lump(state, tactics)
    other = first.get(key)
    if other is not None and other[0] == state:
        return True
    ended = ruleset.outcome(state)
    try:
        ahead = step(ruleset, state, orders, tactics, {}) if ended is None else None
    except TooLarge:  # a decision with too many falls of the dice, such as the order of ten fighters, compares nothing
        return True
    if other is None:
        first[key] = state, ahead
        return True
    before, expected = other
    expect(ruleset.outcome(before) == ended, f"of two states with one lump key one is over: {before!r} and {state!r}")
    if ahead != expected:
        raise AssertionError(
            f"two states with one lump key have other chances ahead: {before!r} and {state!r};"
            f" {_differences(expected, ahead)}"
        )
    return False


def _differences(one: Any, other: Any) -> str:
    keys = list(dict.fromkeys((*(one or ()), *(other or ()))))
    unequal = [key for key in keys if one.probability(key) != other.probability(key)]
    return "; ".join(f"{one.probability(key)} and {other.probability(key)} of {key!r}" for key in unequal[:3])


def _next(ruleset: AnyRuleset, state: Any, orders: Mapping[str, Any], source: Random) -> Any:
    seat = ruleset.to_act(state)[0]
    trace = Trace(thrown(source))
    play = Play(state, trace, ruleset.evolve)
    rejection = ruleset.apply(play, orders[ruleset.side(state, seat)](state, seat, trace))
    expect(rejection is None, f"a tactic was refused: {rejection}")
    return play.state


def lump_agrees(
    fight: Fight, identity: Callable[[Any], Hashable] = lambda state: state, limit: int = 4_000, depth: int = 4
) -> bool:
    """A fight has the same exact odds when no states are merged but equal ones.

    `identity` may forget what no rule reads, such as the number of the round, without which few fights are finite.
    Where more than `limit` states are found, the chances of every winner within `depth` decisions are compared
    instead. Returns whether the fight was solved.
    """
    unmerged = replace(fight, ruleset=replace(fight.ruleset, lump=lambda state, tactics: identity(state)))
    try:
        merged, apart = solve(tabulate(fight, limit), True), solve(tabulate(unmerged, limit), True)
    except TooLarge:
        for number in range(depth + 1):
            one, other = _ended_by(fight, number), _ended_by(unmerged, number)
            expect(one == other, f"within {number} decisions the lump gives {one}, unmerged states {other}")
        return False
    expect(
        {name: share for name, share in merged.win.items() if share}
        == {name: share for name, share in apart.win.items() if share}
        and merged.undecided == apart.undecided,
        f"the lump gives {merged}, unmerged states {apart}",
    )
    return True


def _ended_by(fight: Fight, depth: int) -> dict[str | None, Fraction]:
    """The chance of each winner within so many decisions."""
    ruleset, orders, tactics = fight.ruleset, fight.orders(), fight.tactics
    mass = {ruleset.lump(fight.state, tactics): Fraction(1)}
    states: dict[Hashable, Any] = {ruleset.lump(fight.state, tactics): fight.state}
    for _ in range(depth):
        after: dict[Hashable, Fraction] = {}
        found: dict[Hashable, Any] = {}
        for key, share in mass.items():
            state = states[key]
            ahead = (
                step(ruleset, state, orders, tactics, found) if ruleset.outcome(state) is None else Weights({key: 1})
            )
            found.setdefault(key, state)
            for target, weight in ahead.items():
                after[target] = after.get(target, Fraction(0)) + share * Fraction(weight, ahead.total)
        mass, states = after, found
    ended: dict[str | None, Fraction] = {}
    for key, share in mass.items():
        outcome = ruleset.outcome(states[key])
        if outcome is not None:
            ended[outcome.winner] = ended.get(outcome.winner, Fraction(0)) + share
    return ended


def reach_counts(fight: Fight, depth: int, lumped: bool = True) -> list[int]:
    """How many unequal states there are after exactly 0, 1, 2, ... decisions: a golden number of a ruleset.

    Lumped: by the fight's tactics, by lump key. Otherwise by every legal command of every seat that may act. Fights
    that are over count at the depth at which they end, and no more.
    """
    ruleset, orders, tactics = fight.ruleset, fight.orders(), fight.tactics
    level: dict[Hashable, Any] = {fight.state: fight.state}
    counts = [1]
    for _ in range(depth):
        found: dict[Hashable, Any] = {}
        for state in level.values():
            if ruleset.outcome(state) is not None:
                continue
            if lumped:
                step(ruleset, state, orders, tactics, found)
                continue
            for seat in ruleset.to_act(state):
                for command in legal(ruleset, state, seat):
                    found.update((one, one) for one in _outcomes(ruleset, state, command))
        level = found
        counts.append(len(level))
    return counts


def _outcomes(ruleset: AnyRuleset, state: Any, command: Any) -> Weights[Any]:
    def run(dice: Any) -> Any:
        play = Play(state, dice, ruleset.evolve)
        expect(ruleset.apply(play, command) is None, f"{command!r} is listed as legal and refused")
        return play.state

    return exact(run)
