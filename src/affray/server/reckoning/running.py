"""Long computations in processes of their own: stopped when their time is up, when nobody wants them, with the server.

The child reads its job from its standard input and writes its answer to its standard output. It watches the input
from then on: when the server is gone, however that came about, so is the child.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import IO, NoReturn

from affray.server.faults import Fault, conflict

MOST_AT_ONCE = 2
MEMORY = 2 * 1024**3
"""Bytes that a child may take."""

BUSY = Fault(
    status=503,
    code="busy",
    message="the server is busy with other simulations",
    hint="try again in a few seconds",
    retry_after=5,
)
TOO_LONG = Fault(
    status=422, code="too_large", message="not one answer came in time", hint="fewer fighters, or affray simulate"
)
CANCELLED = conflict("cancelled", "the simulation was cancelled")


class Runner:
    """The computations of a server, one at a time for each key. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._running: dict[str, subprocess.Popen[bytes] | None] = {}
        self._cancelled: set[str] = set()

    def run(self, key: str, module: str, job: bytes, seconds: float) -> bytes | Fault:
        """What the module answers to the job (one line), waited for; a child that takes longer is killed."""
        with self._lock:
            if key in self._running:
                return conflict("running", "a simulation is running already", "cancel it, or wait")
            if len(self._running) >= MOST_AT_ONCE:
                return BUSY
            self._running[key] = None
        try:
            return self._wait(key, module, job, seconds)
        finally:
            with self._lock:
                del self._running[key]
                self._cancelled.discard(key)

    def cancel(self, key: str) -> bool:
        """Kills the computation of this key; whether there was one."""
        with self._lock:
            if key not in self._running:
                return False
            self._cancelled.add(key)
            child = self._running[key]
        if child is not None:
            child.kill()
        return True

    def close(self) -> None:
        """Kills every computation."""
        with self._lock:
            keys = list(self._running)
        for key in keys:
            self.cancel(key)

    def _wait(self, key: str, module: str, job: bytes, seconds: float) -> bytes | Fault:
        with subprocess.Popen(
            [sys.executable, "-m", module], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as child:
            with self._lock:
                self._running[key] = child
                unwanted = key in self._cancelled
            if unwanted:
                child.kill()
            try:
                answer = _asked(child, job, seconds)
            finally:
                child.kill()
        with self._lock:
            if key in self._cancelled:
                return CANCELLED
        return TOO_LONG if answer is None else answer


def _asked(child: subprocess.Popen[bytes], job: bytes, seconds: float) -> bytes | None:
    """What the child answers within its time; None where that was not all."""
    assert child.stdin is not None and child.stdout is not None
    found: list[bytes] = []
    reader = Thread(target=lambda out: found.append(out.read()), args=(child.stdout,), daemon=True)
    reader.start()
    try:
        child.stdin.write(job + b"\n")
        child.stdin.flush()
    except OSError:  # it is dead already; what it did not read would be sent again when the pipe is closed
        with suppress(OSError):
            child.stdin.close()
    reader.join(seconds)
    child.kill()
    reader.join()
    return found[0] if child.wait() == 0 else None


# In the child


def serve_one(answer: Callable[[bytes], bytes], nice: int = 0) -> NoReturn:
    """Reads one job, answers it, and ends; ends at once when whoever asked is gone.

    With `nice` everybody who is so many places nearer in the queue for the processor goes first.
    """
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server answers an interrupt, and ends its children
    _limit_memory()
    job = sys.stdin.buffer.readline()
    Thread(target=_watch, args=(sys.stdin.buffer,), daemon=True).start()
    sys.stdout.buffer.write(answer(job))
    sys.stdout.buffer.flush()
    os._exit(0)


def _watch(stdin: IO[bytes]) -> None:
    stdin.read()
    os._exit(1)


def _limit_memory() -> None:
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
