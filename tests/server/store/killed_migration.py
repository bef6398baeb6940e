"""Opens a store again and again, each time killed one statement later, until it gets through: `... ADDRESS`.

Prints after each kill what the database is then: `new`, or its revision.
"""

from __future__ import annotations

import os
import signal
import sys

import alembic.command  # noqa: F401 - loaded once, before the forks
from sqlalchemy import Engine, event

from affray.server.store import open_store
from affray.server.store.opening import revision
from affray.server.store.place import read


def killed_at(address: str, statement: int) -> bool:
    """Whether a process that dies before that statement did die."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return os.WIFSIGNALED(status)
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == statement:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
    open_store(read(address)).close()
    os._exit(0)


if __name__ == "__main__":
    for statement in range(1, 200):
        died = killed_at(sys.argv[1], statement)
        print(revision(read(sys.argv[1])) or "new", flush=True)
        if not died:
            break
