"""The process in which fights are reckoned: steps come in as a line of JSON, and their results go out as one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from affray.server.pages.prep_numbers import MOST_RUNS, Played, Solved, play, solve
from affray.server.reckoning.running import serve_one

MODULE = "affray.server.pages.prep_child"


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A fight to be played or solved within so many seconds."""

    kind: Literal["play", "solve"]
    text: str
    seconds: float
    name: str = "fight"
    rulings: Mapping[str, str] = {}
    seed: str = "0"
    runs: int = MOST_RUNS


def carried_out(line: bytes) -> bytes:
    """The results of the steps in a line."""
    return msgspec.json.encode([_result(step) for step in msgspec.json.decode(line, type=list[Step])])


def _result(step: Step) -> Played | Solved | None:
    if step.kind == "play":
        return play(step.text, step.name, step.runs, step.seconds, step.seed, step.rulings)
    return solve(step.text, step.name, step.seconds, step.rulings)


if __name__ == "__main__":
    serve_one(carried_out)
