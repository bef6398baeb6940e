"""A certified interval for the odds of a fight that is too large to be solved."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.errors import Unsupported
from affray.fight import Fight
from affray.interpret import compiled
from affray.interpret.by_machine import MANY, machine_of
from affray.interpret.found import FightOdds
from affray.interpret.solve import NOBODY

if TYPE_CHECKING:
    from affray.interpret.bounded import Bounds
    from affray.interpret.network import Network
    from affray.interpret.plain_network import PlainNetwork

WIDTH = 1e-6
"""How wide an interval may be, at most, where it can be so narrow in time."""


def odds(fight: Fight, deadline: float, width: float = WIDTH) -> FightOdds:
    """The interval of every chance, `width` wide at most or as narrow as it could be made until the deadline.

    Interrupted, it gives what is certain so far. Raises `Unsupported` by name for what the ruleset's machine does not
    play, and without Numba.
    """
    machine, start = machine_of(fight)
    if not compiled.is_there():
        raise Unsupported("a fight without affray[fast]")
    from affray.interpret.bounded import Bounds, bounds  # noqa: PLC0415 - numpy and Numba, for this way alone
    from affray.interpret.network import Network  # noqa: PLC0415

    last = Bounds((0.0,) * (len(machine.sides) + 1), 1.0, 0)
    interrupted = False
    try:
        for last in bounds(Network(machine, start, facts=False), width, MANY, deadline):  # noqa: B007 - the narrowest
            pass
    except KeyboardInterrupt:
        interrupted = True
    return told(machine.sides, last, interrupted)


def interval_so_far(network: Network | PlainNetwork) -> FightOdds:
    """The interval that is certain by what had been found of a fight when an interrupt came."""
    from affray.interpret.bounded import reached  # noqa: PLC0415 - for those who are interrupted

    return told(network.machine.sides, reached(network), interrupted=True)


def told(sides: Sequence[str], found: Bounds, interrupted: bool) -> FightOdds:
    """The interval of each chance: from what is certain up to all that may still come to it."""
    names = (NOBODY, *sides)
    chances = {name: (low, min(1.0, low + found.open)) for name, low in zip(names, found.won, strict=True)}
    chances[NOBODY] = chances.pop(NOBODY)  # last, as everywhere
    return FightOdds(
        kind="bounded",
        method="bounded",
        bounds=chances,
        states=found.positions,
        limit=MANY,
        interrupted=interrupted,
    )
