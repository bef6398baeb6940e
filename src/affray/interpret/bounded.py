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
from affray.interpret.compiled import compiled
from affray.interpret.network import Network
from affray.interpret.pushing import CLOSED as TO_OPEN
from affray.interpret.pushing import HEAD, PUSHES, SOMEBODY_CHOOSES, WAITING, push, queue_again, queue_up
from affray.rules.machines import BEST

STEPS = 500_000
"""Pushes between two looks at the clock."""

CLOSED = 8_192
"""Positions that are opened at a time."""

FINER = 4
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
    pushing = _Pushing(network)
    least = 1e-3
    pushing.fill(least)
    while True:
        pushing.go_on(least)
        yield pushing.bounds
        if pushing.bounds.open <= width or least < FINEST or (deadline is not None and monotonic() > deadline):
            return
        if network.size > limit:
            return
        try:
            pushing.open()
        except TooLarge:
            return
        if pushing.is_idle:
            least /= FINER
            pushing.fill(least)


class _Pushing:
    """The shares of all fights, where they stand, and the queue of those that are to be pushed."""

    def __init__(self, network: Network) -> None:
        import numpy as np  # noqa: PLC0415 - only compiled answers need it

        self._np, self.network = np, network
        self._push, self._again, self._fill = compiled(push, queue_again, queue_up)
        size = len(network.first)
        self.standing, self.queue, self.queued = np.zeros(size), np.zeros(size, np.int32), np.zeros(size, np.uint8)
        self.closed, self.state = np.zeros(CLOSED, np.int64), np.zeros(4, np.int64)
        self.won = np.zeros(len(network.machine.sides) + 1)
        self.standing[0] = 1.0

    def fill(self, least: float) -> None:
        """Queues every share of at least `least`."""
        self._fill(self.network.size, self.standing, self.queue, self.queued, self.state, least)

    def go_on(self, least: float) -> None:
        """Pushes shares until positions are to be opened, or for a while."""
        arrays = (self.standing, self.won, self.queue, self.queued, self.closed, self.state)
        if self._push(self.network.marks, self.network.moves, *arrays, least, STEPS) == SOMEBODY_CHOOSES:
            raise Unsupported(f"tactic={BEST}")

    def open(self) -> None:
        """Opens the positions that are to be opened, and queues them again. Raises `TooLarge`."""
        number = int(self.state[TO_OPEN])
        if number:
            self.network.open(self.closed[:number])
            self._grow()
            self._again(self.closed, self.queue, self.state)

    def _grow(self) -> None:
        np, more = self._np, len(self.network.first) - len(self.standing)
        if more:
            self.standing = np.concatenate((self.standing, np.zeros(more)))
            # The queue goes round: it is laid out anew from its head.
            self.queue = np.concatenate((np.roll(self.queue, -self.state[HEAD]), np.zeros(more, np.int32)))
            self.queued = np.concatenate((self.queued, np.zeros(more, np.uint8)))
            self.state[HEAD] = 0

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be pushed."""
        return not self.state[WAITING]

    @property
    def bounds(self) -> Bounds:
        """What is certain now."""
        return Bounds(tuple(self.won.tolist()), _open(self.won, int(self.state[PUSHES])), self.network.size)


def _open(won: Any, pushes: int) -> float:
    """What has not been won, and what rounding may have hidden: half of 2**-52 of at most 1 in every addition."""
    return min(1.0, max(0.0, 1.0 - float(won.sum())) + pushes * 2.0**-53)
