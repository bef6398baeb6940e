"""The odds of a whole fight: the fastest exact way that knows all of it, or a certified interval, and which it was.

Ways are tried in the order of `WAYS`: one that does not know something of the fight says what, and the next is asked. A
fight that is too large for all of them is bounded: its chances lie in an interval that is certain, and narrows as long
as there is time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from affray.errors import BadInput, Interrupted, Unsupported
from affray.fight import Fight
from affray.interpret.found import FightOdds, Method

Way: TypeAlias = Callable[[Fight, bool, float], FightOdds]
"""The odds of a fight, in fractions if asked for, before a time of `time.monotonic()`."""

Asked: TypeAlias = Method | Literal["exact"]
"""One way, or any that gives the chances themselves and no interval."""

BUDGET = 60.0
"""Seconds that an answer may take by default."""

EXPLORING = 1 / 3
"""The part of the budget in which a fight must have been explored; the rest is for an interval."""


def by_sides(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """Two sides in turn, as a structured program."""
    from affray.interpret.by_sides import odds  # noqa: PLC0415 - one of four ways

    return odds(fight, exactly, deadline)


def by_machine(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The ruleset's machine, explored and solved."""
    from affray.interpret.by_machine import odds  # noqa: PLC0415

    return odds(fight, exactly, deadline)


def by_lump(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The engine, its states merged by `lump`."""
    from affray.interpret.by_lump import odds  # noqa: PLC0415

    return odds(fight, exactly, deadline)


def by_bounds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """Shares of all fights pushed through the machine's positions."""
    from affray.interpret.by_bounds import odds  # noqa: PLC0415

    return odds(fight, deadline)


WAYS: Final[dict[Method, Way]] = {"sides": by_sides, "machine": by_machine, "lump": by_lump, "bounded": by_bounds}


def answer(
    fight: Fight,
    exactly: bool = False,
    budget: float = BUDGET,
    method: Asked | None = None,
    *,
    interval: bool = True,
) -> FightOdds:
    """The odds of a fight from its start under its tactics, without a limit of rounds.

    Fractions where `exactly` is true or where they are estimated to take under 50 ms, else floats. Stops after about
    `budget` seconds. `method` asks for one way alone. With "exact", or without `interval`, a fight that is too large
    is told to be so. Interrupted, it gives the interval that is certain so far, where one may be given and is known.
    Raises `Unsupported` where no way (or not that one) knows all of the fight; its `what` says what is not known.
    A fight in which a side plays its best is solved, and never gets an interval: see `best_odds`.
    """
    start = monotonic()
    if method == "exact":
        method, interval = None, False
    if fight.best:
        return finished(of_best_play(fight, exactly, budget, method), start)
    if method is not None:
        return finished(alone(fight, exactly, start + budget, method), start)
    unknown: dict[str, str] = {}
    largest: FightOdds | None = None
    exact: tuple[Method, ...] = ("sides", "machine", "lump")
    for name in exact:
        if name == "lump" and largest is not None:
            continue  # what is too large for a machine is too large for the engine
        share = budget * EXPLORING if interval and not exactly and name != "lump" else budget
        try:
            found = WAYS[name](fight, exactly, start + share)
        except Unsupported as error:
            unknown[name] = error.what
            continue
        except Interrupted as error:
            if exactly or not interval:
                raise
            return finished(so_far(error.network), start, unknown)
        if found.kind != "too_large":
            return finished(found, start, unknown)
        largest = found
    if largest is None:
        raise Unsupported(unknown["lump"])
    if interval and not exactly and largest.method != "lump":
        try:
            return finished(by_bounds(fight, False, start + budget), start, unknown)
        except Unsupported as error:
            unknown["bounded"] = error.what
    return finished(largest, start, unknown)


def of_best_play(fight: Fight, exactly: bool, budget: float, method: Method | None) -> FightOdds:
    """The odds of a fight in which a side plays its best."""
    from affray.interpret.best_odds import odds  # noqa: PLC0415 - for best play alone

    return odds(fight, exactly, budget, method)


def so_far(network: Any) -> FightOdds:
    """The interval that is certain by the positions found when an interrupt came."""
    from affray.interpret.by_bounds import interval_so_far  # noqa: PLC0415 - for those who are interrupted

    return interval_so_far(network)


def alone(fight: Fight, exactly: bool, deadline: float, method: Method) -> FightOdds:
    """The odds by one way alone; raises `BadInput` where it gives none such as are asked for."""
    if exactly and method == "bounded":
        raise BadInput("an interval is no fraction", place="method", received=method, allowed="sides, machine, lump")
    return WAYS[method](fight, exactly, deadline)


def finished(found: FightOdds, start: float, unknown: Mapping[str, str] | None = None) -> FightOdds:
    """What was found, with the time that it took and what the other ways did not know."""
    return replace(found, seconds=monotonic() - start, unknown=unknown or {})
