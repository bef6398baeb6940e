"""What two fights have of their own: the chances of each side, and by how much they differ."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import hypot
from typing import Any, NamedTuple, TypeAlias

from affray.api import Share, simulation
from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret.answer import Asked, answer
from affray.interpret.found import FightOdds
from affray.interpret.simulate import Tally

Chance: TypeAlias = Fraction | float | Share
"""A chance as it was found: exact, exact but for rounding, or sampled."""


def solved(
    fights: tuple[Fight, Fight], budget: float, method: Asked | None = None
) -> tuple[tuple[FightOdds, FightOdds] | None, str]:
    """The exact odds of both, or None and why the first that has none has none."""
    found = []
    for which, fight in zip(("first", "second"), fights, strict=True):
        try:
            odds = answer(fight, budget=budget, method=method, interval=False)
        except Unsupported as error:
            return None, f"no exact odds for {error.what}"
        if odds.kind == "too_large":
            why = {
                "states": f"more than {odds.limit:,} states",
                "loops": "too many states that lead back to each other",
            }.get(odds.reason, f"not solved within {budget} s")
            return None, f"the {which} is too large for exact odds: {why}"
        found.append(odds)
    return (found[0], found[1]), ""


class Side(NamedTuple):
    """What was found of one fight: the chance of every contender and of "nobody", and of a fight without end."""

    kind: str
    win: Mapping[str, Chance]
    undecided: Chance
    error: float | None
    facts: Mapping[str, Any]


def exact_side(odds: FightOdds) -> Side:
    """One fight by its exact odds."""
    assert odds.undecided is not None
    facts = {"states": odds.states, "way": odds.method, "unknown": dict(odds.unknown)}
    return Side(odds.kind, odds.win, odds.undecided, odds.error, facts)


def sampled_side(fight: Fight, tally: Tally, seed: str, method: str = "plain") -> Side:
    """One fight by fights that were played."""
    found = simulation(fight, tally, seed)
    return Side("sampled", found.win, found.undecided, None, {"runs": tally.runs, "seed": seed, "way": method})


def changed(first: Chance | None, second: Chance | None) -> Chance | None:
    """The second less the first; None where one of them has no such contender.

    A fraction where both are, a float where one is only exact but for rounding. Of two shares that were sampled
    independently the interval is Newcombe's, put together from Wilson's intervals of the two; a share that was never
    seen, or always, still leaves it open.
    """
    if first is None or second is None:
        return None
    if isinstance(first, Fraction | float) or isinstance(second, Fraction | float):
        assert isinstance(first, Fraction | float)
        assert isinstance(second, Fraction | float)
        return second - first
    change = second.p - first.p
    low = change - hypot(second.p - second.low, first.high - first.p)
    high = change + hypot(second.high - second.p, first.p - first.low)
    return Share(change, max(low, -1.0), min(high, 1.0))


def names_of(sides: tuple[Side, Side]) -> list[str]:
    """Every contender of either fight, and "nobody" last."""
    named = dict.fromkeys(name for side in sides for name in side.win if name != "nobody")
    return [*named, "nobody"]


def error_of(sides: tuple[Side, Side]) -> float | None:
    """By how much a difference may be off."""
    errors = [side.error for side in sides if side.error is not None]
    return sum(errors) if errors else None


def kind_of_both(sides: tuple[Side, Side]) -> str:
    """What is known of the difference: as much as of both."""
    return sides[0].kind if sides[0].kind == sides[1].kind else "float"
