"""The exact odds of one command: what the ruleset's `glance` names, with how often and how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec

from affray.errors import TooLarge
from affray.fight import AnyRuleset
from affray.interpret.every import exact
from affray.play import Play


class Chance(msgspec.Struct, frozen=True, eq=False):
    """How likely something named is; for a number also the chance of each value (0 where nothing happens)."""

    name: str
    p: Fraction
    values: Mapping[int, Fraction] | None = None

    @property
    def mean(self) -> Fraction:
        """The mean of a number."""
        return sum((value * p for value, p in (self.values or {}).items()), Fraction(0))


CameTo: TypeAlias = Callable[[Sequence[Any]], tuple[tuple[str, bool], ...]]
"""Named results that are read off events: that an attack hit, whether or not it hurt."""


def chances(
    ruleset: AnyRuleset, state: Any, command: Any, came_to: CameTo | None = None, most: int | None = None
) -> list[Chance]:
    """The exact chance of everything that the command can do at a glance, up to the next decision of a person.

    The command must be legal. `came_to` names results that states alone do not tell. Cost: some milliseconds; raises
    `TooLarge` where it is more than `most` runs of the rule, some 20 microseconds each.
    """
    runs = 0

    def run(dice: Any) -> tuple[tuple[str, int | bool], ...]:
        nonlocal runs
        runs += 1
        if most is not None and runs > most:
            raise TooLarge("the odds of a command", estimate=runs, limit=most)
        play = Play(state, dice, ruleset.evolve, None if came_to is None else [])
        rejection = ruleset.apply(play, command)
        if rejection is not None:
            raise RuntimeError(f"not a legal command: {rejection.message}")
        return came_to_pass(ruleset, state, play, came_to)

    weights = exact(run)
    counted: dict[str, dict[int | bool, int]] = {}
    for seen, weight in weights.items():
        for name, value in seen:
            values = counted.setdefault(name, {})
            values[value] = values.get(value, 0) + weight
    return [_chance(name, values, weights.total) for name, values in sorted(counted.items(), key=_size)]


def came_to_pass(
    ruleset: AnyRuleset, before: Any, play: Play[Any], came_to: CameTo | None
) -> tuple[tuple[str, int | bool], ...]:
    """What has a name of all that a command has done."""
    seen = ruleset.glance(before, play.state)
    return seen if came_to is None else (*seen, *came_to(play.events or ()))


def _size(item: tuple[str, Mapping[int | bool, int]]) -> int:
    """The likeliest comes first."""
    return -sum(item[1].values())


def _chance(name: str, counts: Mapping[int | bool, int], total: int) -> Chance:
    happens = sum(counts.values())
    p = Fraction(happens, total)
    if all(isinstance(value, bool) for value in counts):
        return Chance(name, Fraction(counts.get(True, 0), total))
    values = {int(value): Fraction(weight, total) for value, weight in counts.items()}
    if happens < total:
        values[0] = values.get(0, Fraction(0)) + Fraction(total - happens, total)
    return Chance(name, p, dict(sorted(values.items())))
