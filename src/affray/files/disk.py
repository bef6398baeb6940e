"""Bytes from the disk, with a reason when there are none, and bytes to the disk without ever losing the old file."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import suppress

from affray.errors import AffrayError, BadInput, visible

FIGHT_LIMIT = 1 << 20
"""Bytes of a fight file, at most."""

LOG_LIMIT = 16 << 20
"""Bytes of a log or of a file to convert, at most."""

STDIN = "standard input"

SPECIAL = (
    (stat.S_ISDIR, "a folder, not a file"),
    (stat.S_ISFIFO, "a named pipe, not a file"),
    (stat.S_ISCHR, "a device, not a file"),
    (stat.S_ISBLK, "a device, not a file"),
    (stat.S_ISSOCK, "a socket, not a file"),
)

REASONS = {
    errno.ENOENT: "no such file",
    errno.ENOTDIR: "no such file",
    errno.EACCES: "cannot be read: permission denied",
    errno.EPERM: "cannot be read: permission denied",
}


def read_bytes(path: str | os.PathLike[str], limit: int, *, stdin: bool = False) -> bytes:
    """The content of a regular file of at most `limit` bytes; "-" is standard input where `stdin` allows it.

    Special files are refused without being opened. Raises `BadInput` whose place is the path.
    """
    name = os.fspath(path)
    if stdin and name == "-":
        return _read_stdin(limit)
    try:
        _regular(os.stat(name), name)
        descriptor = os.open(name, _read_flags())
        with os.fdopen(descriptor, "rb") as file:
            # Looked at again: between the two calls another program may have put a pipe in its place.
            size = _regular(os.fstat(descriptor), name)
            content = file.read(limit + 1)
    except OSError as error:
        raise BadInput(_reason(error), place=visible(name)) from None
    except ValueError:
        raise BadInput("not a possible file name", place=visible(name)) from None
    return _within(content, limit, max(size, len(content)), visible(name))


def write_aside(path: str | os.PathLike[str], data: bytes, *, overwrite: bool, private: bool = False) -> None:
    """Write a whole file: to a temporary one in the same folder, flushed to the disk, then put in place at once.

    What is `private` may be read by its owner alone.

    Whatever fails, the old file is as it was and the temporary one is gone. A link is followed. Raises `BadInput` for
    a missing folder, for a path that is no regular file, and for a file that exists when `overwrite` is false;
    `AffrayError` when the disk refuses.
    """
    name = os.fspath(path)
    try:
        target = os.path.realpath(name)
        there = _target_mode(target, name, overwrite)
        mode = 0o600 if private else there
        aside = os.path.join(os.path.dirname(target), f".affray-{os.urandom(8).hex()}.tmp")
        try:
            _write_through(aside, data, mode)
            put_in_place(aside, target, name, overwrite)
        finally:
            with suppress(OSError):  # it has another name by now, or never came to be
                os.unlink(aside)
        sync_folder(os.path.dirname(target))
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        why = "the disk is full" if full else (error.strerror or str(error)).lower()
        raise AffrayError(f"{visible(name)}: not written: {why}") from error
    except ValueError:
        raise BadInput("not a possible file name", place=visible(name)) from None


def _read_flags() -> int:
    """Without O_NONBLOCK the opening of a named pipe would wait for a writer; Windows has neither flag."""
    return os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def _read_stdin(limit: int) -> bytes:
    if sys.stdin is None:
        raise BadInput("there is no standard input", place=STDIN)
    try:
        content = sys.stdin.buffer.read(limit + 1)
    except (OSError, ValueError):
        raise BadInput("cannot be read", place=STDIN) from None
    return _within(content, limit, len(content), STDIN)


def _within(content: bytes, limit: int, size: int, place: str) -> bytes:
    if size > limit:
        allowed = f"at most {limit >> 20} MiB" if limit % (1 << 20) == 0 else f"at most {limit:,} bytes"
        count = f"{size:,} bytes" if place != STDIN else f"more than {limit:,} bytes"
        raise BadInput(f"too large: {count}", place=place, allowed=allowed, code="too_large")
    return content


def _regular(status: os.stat_result, name: str) -> int:
    """The size of a regular file; raises `BadInput` for anything else."""
    if stat.S_ISREG(status.st_mode):
        return status.st_size
    kind = next((words for test, words in SPECIAL if test(status.st_mode)), "not a file")
    raise BadInput(kind, place=visible(name))


def _reason(error: OSError) -> str:
    return REASONS.get(error.errno or 0) or f"cannot be read: {(error.strerror or str(error)).lower()}"


def _target_mode(target: str, name: str, overwrite: bool) -> int | None:
    """The permissions of the file to be replaced, None where there is none yet."""
    try:
        status = os.stat(target)
    except (FileNotFoundError, NotADirectoryError):
        if not os.path.isdir(os.path.dirname(target)):
            raise BadInput("its folder does not exist", place=visible(name), code="missing") from None
        return None
    _regular(status, name)
    if not overwrite:
        raise _exists(name)
    return stat.S_IMODE(status.st_mode)


def _exists(name: str) -> BadInput:
    return BadInput("the file exists already and is not replaced", place=visible(name), code="exists")


def _write_through(aside: str, data: bytes, mode: int | None) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(aside, flags, 0o666), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        os.chmod(aside, mode)


def put_in_place(aside: str, target: str, name: str, overwrite: bool) -> None:
    """Rename over the old file; where none may be replaced, link, which fails if one has appeared meanwhile.

    Raises `BadInput` where there is one, called `name`.
    """
    if overwrite:
        os.replace(aside, target)
        return
    try:
        os.link(aside, target)
    except FileExistsError:
        raise _exists(name) from None
    except (OSError, NotImplementedError, AttributeError):
        # Some file systems have no hard links; the check and the rename are then two steps.
        if os.path.lexists(target):
            raise _exists(name) from None
        os.replace(aside, target)


def sync_folder(folder: str) -> None:
    """Make the new name itself survive a power cut, on systems where folders can be flushed."""
    try:
        descriptor = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    with suppress(OSError):
        os.fsync(descriptor)
    os.close(descriptor)
