"""Fights reckoned beside the server: in a process of their own, for a few seconds at most, two at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from threading import BoundedSemaphore

import msgspec

from affray.server.faults import Refused
from affray.server.pages.prep_child import Step
from affray.server.pages.prep_numbers import Played, Solved
from affray.server.problems import too_often

SECONDS = 5.0
"""How long an answer may take in all."""

AT_ONCE = 2

_free = BoundedSemaphore(AT_ONCE)


class Results(msgspec.Struct, frozen=True):
    """What was known when the time was up: a place for each step, None where there is nothing."""

    found: tuple[Played | Solved | None, ...]

    def played(self, place: int) -> Played | None:
        """The counts of a step that played."""
        one = self.found[place]
        return one if isinstance(one, Played) else None

    def solved(self, place: int) -> Solved | None:
        """The exact odds of a step that solved."""
        one = self.found[place]
        return one if isinstance(one, Solved) else None


def reckon(steps: Sequence[Step], seconds: float = SECONDS) -> Results:
    """The results of the steps that were done in time; the process is ended when it is up.

    Raises `Refused` (429) while as many as may are being reckoned.
    """
    if not _free.acquire(blocking=False):
        raise Refused(too_often(5, "other fights are being reckoned just now"))
    try:
        lines = _lines(steps, seconds)
    finally:
        _free.release()
    kinds = {"play": Played, "solve": Solved | None}
    found: list[Played | Solved | None] = [None] * len(steps)
    for place, line in enumerate(lines[: len(steps)]):
        found[place] = msgspec.json.decode(line, type=kinds[steps[place].kind])
    return Results(tuple(found))


def _lines(steps: Sequence[Step], seconds: float) -> list[bytes]:
    """The whole lines that the process wrote."""
    command = [sys.executable, "-m", "affray.server.pages.prep_child"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        try:
            out, _ = child.communicate(msgspec.json.encode(list(steps)), timeout=seconds)
        except subprocess.TimeoutExpired:
            child.kill()
            out, _ = child.communicate()
    return out.split(b"\n")[:-1]
