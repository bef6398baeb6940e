"""Compiled code made ready while nobody waits for it, so that a simulation at the table plays 100,000 fights at once.

Compiling takes up to a minute for a ruleset, the first time on a machine; what comes of it stays on the disk. It is
done in a process of its own that gives way to everything else.
"""

from __future__ import annotations

from threading import Thread

from affray.errors import Unsupported
from affray.fight import parse
from affray.interpret import bulk, compiled
from affray.interpret.by_machine import machine_of
from affray.interpret.sampling import sample
from affray.server.examples import examples
from affray.server.reckoning.running import Runner, serve_one

MODULE = "affray.server.reckoning.warming"
SECONDS = 900.0
LAST = 19
"""The place in the queue for the processor: behind everybody."""


def begin() -> None:
    """Begins to make ready what the example fights need, and returns at once. Ends with the server."""
    if compiled.is_there():
        Thread(target=lambda: Runner().run("warming", MODULE, b"", SECONDS), daemon=True).start()


# In the child


def warm(job: bytes) -> bytes:
    """Compiles every program that an example fight is played with, where its code is not there yet."""
    seen = set()
    for one in examples().values():
        fight = parse(one.text, one.name)
        try:
            machine, _ = machine_of(fight)
        except Unsupported:
            continue
        if machine.program not in seen and not compiled.is_warm(sample, machine.program):
            bulk.Bulk(fight).block("warming", 0, 1)
        seen.add(machine.program)
    return b""


if __name__ == "__main__":
    serve_one(warm, LAST)
