"""A certified interval for a fight that is too large to be solved: what is known of it already, whatever comes.

Shares of all fights are pushed through the positions, the largest first. What has been won is certain; what stands
somewhere still may go to anybody. The interval narrows as long as there is time, and holds whenever it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

import msgspec

from affray.errors import TooLarge, Unsupported
from affray.interpret.compiled import compiled
from affray.interpret.network import Network
from affray.interpret.pushing import CLOSED as TO_OPEN
from affray.interpret.pushing import MOVED, PUSHED, SOMEBODY_CHOOSES, sweep
from affray.rules.machines import BEST

if TYPE_CHECKING:
    from affray.interpret.plain_network import PlainNetwork

CLOSED = 200_000
"""Positions that are opened between two sweeps, at most."""

FINER = 32
"""By how much the least share that is pushed shrinks when no larger one is left."""

FINEST = 1e-18

SWEEPS, PATIENCE = 50, 1.0
"""Sweeps over what had been found when an interrupt came, and seconds after which none begins; so many leave nothing
to stand where it could be played on, but for what comes back again and again."""


class Bounds(msgspec.Struct, frozen=True):
    """Of nobody and of each side what it wins at least; `open` is what may still go to anybody, rounding included."""

    won: tuple[float, ...]
    open: float
    positions: int


def bounds(network: Network, width: float, limit: int, deadline: float | None = None) -> Iterator[Bounds]:
    """Ever narrower bounds, until they are at most `width` wide, `limit` positions are found or the time is up.

    Cost: some 5 nanoseconds a move in every sweep, and what opening positions takes. Raises `Unsupported` where a side
    chooses.
    """
    import numpy as np  # noqa: PLC0415 - only compiled answers need it

    [run] = compiled(sweep)
    standing, won = np.zeros(len(network.first)), np.zeros(len(network.machine.sides) + 1)
    closed, state = np.zeros(CLOSED, np.int64), np.zeros(3, np.int64)
    standing[0], least = 1.0, 1e-4
    while True:
        if run(network.size, network.marks, network.moves, standing, won, closed, state, least) == SOMEBODY_CHOOSES:
            raise Unsupported(f"tactic={BEST}")
        found = Bounds(tuple(won.tolist()), open_part(float(won.sum()), int(state[MOVED])), network.size)
        yield found
        late = deadline is not None and monotonic() > deadline
        if found.open <= width or network.size > limit or least < FINEST or late:
            return
        if state[TO_OPEN]:
            try:
                network.open(closed[: state[TO_OPEN]])
            except TooLarge:
                return
            if len(network.first) > len(standing):
                standing = np.concatenate((standing, np.zeros(len(network.first) - len(standing))))
        elif not state[PUSHED]:
            least /= FINER


def reached(network: Network | PlainNetwork) -> Bounds:
    """The bounds that the positions which are open already make certain; no more are opened.

    Raises `Unsupported` where a side chooses. Cost: about a second.
    """
    standing, won = network.reals(network.size), network.reals(len(network.machine.sides) + 1)
    closed, state = network.integers(1), network.integers(3)
    run, marks, size = network.driver(sweep), network.marks_so_far, network.size
    standing[0], late = 1.0, monotonic() + PATIENCE
    for _ in range(SWEEPS):
        if run(size, marks, network.moves, standing, won, closed, state, FINEST) == SOMEBODY_CHOOSES:
            raise Unsupported(f"tactic={BEST}")
        if monotonic() > late:
            break
    return Bounds(tuple(map(float, won)), open_part(float(sum(won)), int(state[MOVED])), size)


def open_part(won: float, moved: int) -> float:
    """What has not been won, and what rounding may have hidden: half of 2**-52 of at most 1 in every addition."""
    return min(1.0, max(0.0, 1.0 - won) + moved * 2.0**-53)
