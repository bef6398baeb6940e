"""One server a SQLite file: a lock beside the file, held as long as the process lives and gone with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from affray.errors import visible
from affray.server.store.failures import Refused

SUFFIX = "-server"


class FileLock:
    """The right to serve a database file. It lies in a file of its own: SQLite's own locks are not disturbed."""

    def __init__(self, database: Path) -> None:
        """Takes the lock; raises `Refused` where another server has it."""
        name = f"{database}{SUFFIX}"
        try:
            self._descriptor: int | None = os.open(name, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        except OSError as error:
            raise Refused(f"{visible(name)}: cannot be made: {(error.strerror or str(error)).lower()}") from None
        try:
            _take(self._descriptor)
        except OSError:
            self.release()
            raise Refused(f"{visible(str(database))}: another affray server has this database open") from None

    def release(self) -> None:
        """Gives the lock back; a second time does nothing."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":

    def _take(descriptor: int) -> None:
        import msvcrt  # noqa: PLC0415 - there is none elsewhere

        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)

else:

    def _take(descriptor: int) -> None:
        import fcntl  # noqa: PLC0415 - there is none on Windows

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
