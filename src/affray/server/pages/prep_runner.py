"""Fights reckoned beside the server, in processes of their own and for a few seconds at most."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any

import msgspec

from affray.server.faults import Fault, Refused
from affray.server.pages.prep_child import MODULE, Step
from affray.server.pages.prep_numbers import Played, Solved
from affray.server.reckoning.running import Runner

SECONDS = 5.0
"""How long an answer may take in all."""


SHAPES: Mapping[str, msgspec.json.Decoder[Any]] = {
    "play": msgspec.json.Decoder(list[Played]),
    "solve": msgspec.json.Decoder(list[Solved | None]),
}


class Reckoner(msgspec.Struct, frozen=True):
    """Who reckons, and for whom: one answer at a time."""

    runner: Runner
    key: str

    def reckon(self, steps: Sequence[Step], seconds: float = SECONDS) -> Results:
        """The results of the steps; what was not done in time is missing.

        What is played keeps to its time, and so comes first, in a process of its own; what is solved may be cut off.
        Raises `Refused` while another answer is being reckoned, or where as many are as may be.
        """
        end = monotonic() + seconds
        found: dict[int, Any] = {}
        for kind, shape in SHAPES.items():
            places = [place for place, step in enumerate(steps) if step.kind == kind]
            if not places:
                continue
            job = msgspec.json.encode([steps[place] for place in places])
            answer = self.runner.run(self.key, MODULE, job, max(0.1, end - monotonic()))
            if isinstance(answer, Fault):
                if answer.code != "too_large":
                    raise Refused(answer)
                continue
            found |= zip(places, shape.decode(answer), strict=True)
        return Results(tuple(found.get(place) for place in range(len(steps))))


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
