"""Blocks of simulated fights shared among threads: for compiled code, which lets other threads run meanwhile."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from affray.interpret.simulate import Tally


def shared(block: Callable[[int], Tally], numbers: range, workers: int) -> Iterator[Tally]:
    """The tallies of blocks by their numbers, in order, made by so many threads."""
    waiting: deque[Future[Tally]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for number in numbers:
                waiting.append(pool.submit(block, number))
                if len(waiting) > 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for one in waiting:
                one.cancel()
