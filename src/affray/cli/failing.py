"""What a command line does when something goes wrong: one line on stderr, an exit code, never a traceback."""

from __future__ import annotations

import errno
import os
import re
import sys
from collections.abc import Callable
from typing import Any

import click

FAILED, BAD_INPUT, INTERRUPTED = 1, 2, 130

DEBUG = "AFFRAY_DEBUG"
"""A variable that lets the traceback of an unexpected error through, for those who look for its cause."""


def guarded(run: Callable[[], Any]) -> int:
    """What `run` returns as an exit code (None is 0), or the exit code of how it failed."""
    _forgiving_streams()
    try:
        code = run()
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.Abort:
        return _tell("interrupted", INTERRUPTED)
    except KeyboardInterrupt:
        return _tell("interrupted", INTERRUPTED)
    except click.ClickException as error:
        return _usage(error)
    except OSError as error:
        return _system(error)
    except ImportError as error:
        return _tell(f"the installation is not whole: {error}", FAILED)
    except Exception as error:
        return _own(error)
    return code if isinstance(code, int) else 0


def _forgiving_streams() -> None:
    """A character that the terminal cannot show becomes a question mark; input that is not text becomes one too."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _tell(message: str, code: int) -> int:
    from affray.cli.output import warn  # noqa: PLC0415 - only when something fails

    try:
        warn(message)
    except OSError:
        _drop(sys.stderr)
    return code


def _usage(error: click.ClickException) -> int:
    ctx = getattr(error, "ctx", None)
    message = error.format_message().rstrip(".")
    if ctx is not None:
        option = getattr(error, "option_name", "")
        if re.match(r"-[0-9d(.]", option or ""):
            message += f". What begins with a minus goes after two: {ctx.command_path} -- {option}…"
        message = f"{message}\n{ctx.get_usage()}\n{ctx.command_path} --help says more"
    return _tell(message, error.exit_code)


def _system(error: OSError) -> int:
    if error.errno == errno.EPIPE or isinstance(error, BrokenPipeError):
        # Whoever read the output has gone, as in: affray odds 3d6 | head -1
        _drop(sys.stdout)
        return FAILED
    _drop(sys.stdout)
    where = f"{error.filename}: " if isinstance(error.filename, str) else ""
    return _tell(f"{where}{error.strerror or error}", FAILED)


def _drop(stream: Any) -> None:
    """Sends what is still to be written to that stream nowhere, so that closing it at the end says nothing."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError, AttributeError):
        return


def _own(error: Exception) -> int:
    from affray.errors import AffrayError, BadInput  # noqa: PLC0415 - only when something fails

    if isinstance(error, BadInput):
        return _tell(str(error), BAD_INPUT)
    if isinstance(error, AffrayError):
        return _tell(str(error), FAILED)
    if os.environ.get(DEBUG):
        raise error
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return _tell(f"an error that should not happen: {what}. {DEBUG}=1 shows where", FAILED)
