"""A certified interval for a fight that is too large to be solved: what is known of it already, whatever comes.

Shares of all fights are pushed through the positions, the largest first. What has been won is certain; what stands
somewhere still may go to anybody. The interval narrows as long as there is time, and holds whenever it is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

import msgspec

from affray.errors import TooLarge, Unsupported
from affray.interpret.compiled import assemble, compiled
from affray.interpret.network import Network
from affray.interpret.pushing import PUSHES, SOMEBODY_CHOOSES, WAITING, push, queue_up
from affray.interpret.survey import DONE
from affray.rules.machines import BEST

STEPS = 100_000
"""Pushes between two looks at the clock."""

FINER = 8
"""By how much the least share that is pushed shrinks when no larger one is left."""

FINEST = 1e-18


class Bounds(msgspec.Struct, frozen=True):
    """Of nobody and of each side what it wins at least; `open` is what may still go to anybody, rounding included."""

    won: tuple[float, ...]
    open: float
    positions: int


def bounds(network: Network, width: float, limit: int, deadline: float | None = None) -> Iterator[Bounds]:
    """Ever narrower bounds, until they are at most `width` wide, `limit` positions are found or the time is up.

    Cost: some 10 nanoseconds a move that is pushed, and what opening positions takes. Raises `Unsupported` where a
    side chooses.
    """
    import numpy as np  # noqa: PLC0415 - only compiled answers need it

    run = assemble(push, network.machine.program, machine_code=True)
    [fill] = compiled(queue_up)
    standing = np.zeros(len(network.ends))
    queue, queued = np.zeros(len(network.ends), np.int32), np.zeros(len(network.ends), np.uint8)
    state, won = np.zeros(3, np.int64), np.zeros(len(network.machine.sides) + 1)
    standing[0], least = 1.0, 1e-3
    fill(network.size, standing, queue, queued, state, least)
    while True:
        arrays: tuple[Any, ...] = (standing, won, queue, queued, state)
        stopped = run(*network.hands, network.counts, *network.book, *arrays, least, STEPS)
        if stopped == SOMEBODY_CHOOSES:
            raise Unsupported(f"tactic={BEST}")
        found = Bounds(tuple(won.tolist()), _open(won, int(state[PUSHES])), network.size)
        if stopped == DONE:
            yield found
            if found.open <= width or least < FINEST or (deadline is not None and monotonic() > deadline):
                return
            if state[WAITING] == 0:
                least /= FINER
                fill(network.size, standing, queue, queued, state, least)
            continue
        if network.size > limit:
            yield found
            return
        try:
            network.go_on(stopped, limit)
        except TooLarge:
            yield found
            return
        more = len(network.ends) - len(standing)
        if more:
            standing = np.concatenate((standing, np.zeros(more)))
            # The queue goes round: it is laid out anew from its head.
            queue = np.concatenate((np.roll(queue, -state[0]), np.zeros(more, np.int32)))
            queued = np.concatenate((queued, np.zeros(more, np.uint8)))
            state[0] = 0


def _open(won: Any, pushes: int) -> float:
    """What has not been won, and what rounding may have hidden: half of 2**-52 of at most 1 in every addition."""
    return min(1.0, max(0.0, 1.0 - float(won.sum())) + pushes * 2.0**-53)
