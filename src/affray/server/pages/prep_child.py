"""The process in which fights are reckoned: steps come in as JSON, each result goes out as a line once it is known.

Run as `python -m affray.server.pages.prep_child` by `prep_runner`, which ends it when its time is up.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Literal

import msgspec

from affray.server.pages.prep_numbers import MOST_RUNS, Played, Solved, play, solve

MEMORY = 2 << 30
"""Bytes that it may take, where the system can see to it."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A fight to be played or solved within so many seconds."""

    kind: Literal["play", "solve"]
    text: str
    seconds: float
    name: str = "fight"
    rulings: Mapping[str, str] = {}
    seed: str = "0"
    runs: int = MOST_RUNS


def carry_out(step: Step) -> Played | Solved | None:
    """The result of a step."""
    if step.kind == "play":
        return play(step.text, step.name, step.runs, step.seconds, step.seed, step.rulings)
    return solve(step.text, step.name, step.seconds, step.rulings)


def main() -> None:
    """Carries out the steps on standard input, one after another."""
    _limit_memory()
    for step in msgspec.json.decode(sys.stdin.buffer.read(), type=list[Step]):
        sys.stdout.buffer.write(msgspec.json.encode(carry_out(step)) + b"\n")
        sys.stdout.buffer.flush()


def _limit_memory() -> None:
    """A fight of many states is not to take the memory of the table beside it."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    main()
