"""Whether a log leads where it says: every command is run again with the faces that it has.

Anybody may hand in a log, and a long one takes a while: it is looked at in a process of its own that gives way to all
others, and for some seconds at most.
"""

from __future__ import annotations

import msgspec

from affray.errors import AffrayError, BadInput, ReplayError
from affray.server.faults import Fault, invalid, of_input
from affray.server.reckoning.running import Runner, serve_one
from affray.table.log import read
from affray.table.replay import replay, warnings

MODULE = "affray.server.pages.log_verify"

SECONDS = 20.0
"""How long a log is looked at; one of the largest size takes about three."""

NICE = 10
"""Places in the queue for the processor by which whoever plays is before it."""


class Verdict(msgspec.Struct, frozen=True):
    """What came of it: the number of entries, the first that differs (0: none) and how, and what else is different."""

    title: str
    ruleset: str
    entries: int
    differs: int
    how: str
    warnings: tuple[str, ...]


class HandedIn(msgspec.Struct, frozen=True):
    """A log, and what its file is called."""

    name: str
    content: bytes


class Found(msgspec.Struct, frozen=True):
    """The verdict, or why there is none."""

    verdict: Verdict | None = None
    problem: Fault | None = None


def verified(runner: Runner, key: str, content: bytes, name: str) -> Verdict | Fault:
    """The verdict on a log, waited for; a `Fault` for what is none, naming the line, and for what takes too long."""
    answer = runner.run(key, MODULE, msgspec.json.encode(HandedIn(name, content)), SECONDS)
    if isinstance(answer, Fault):
        return too_long() if answer.code == "too_large" else answer
    found = msgspec.json.decode(answer, type=Found)
    verdict = found.verdict or found.problem
    assert verdict is not None
    return verdict


def too_long() -> Fault:
    """A log that was given up."""
    return Fault(
        status=422,
        code="too_large",
        field="file",
        message="the log takes too long to verify here",
        allowed=f"what is run again within {SECONDS:g} seconds",
        hint="on your own machine: affray replay LOG --verify",
    )


# In the child


def answered(line: bytes) -> bytes:
    """What is found of a log that came in as a line."""
    given = msgspec.json.decode(line, type=HandedIn)
    try:
        found = Found(verdict(given.content, given.name))
    except BadInput as error:
        found = Found(problem=of_input(error))
    except AffrayError as error:
        found = Found(problem=invalid("file", str(error)))
    return msgspec.json.encode(found)


def verdict(content: bytes, name: str) -> Verdict:
    """The verdict on a log; raises `BadInput` for what is none, naming the line."""
    header, entries = read(content, name)
    differs, how = 0, ""
    try:
        replay(header, entries)
    except ReplayError as error:
        differs, how = error.seq, str(error)
    return Verdict(header.title, header.ruleset, len(entries), differs, how, tuple(warnings(header)))


if __name__ == "__main__":
    serve_one(answered, NICE)
