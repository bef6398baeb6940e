"""The command line. One module a command, loaded when that command runs; `affray --help` loads none of them."""

from __future__ import annotations

import gc
from collections.abc import Sequence

SELDOM = 50_000
"""Objects made between two searches for garbage; at every 700, as usual, all that is loaded is searched in vain."""


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (by default this process's) and returns its exit code.

    0 done, 1 failed, 2 bad input, 130 interrupted. Never raises and never prints a traceback.
    """
    alone = args is None  # the whole process is this command
    if alone:
        gc.set_threshold(SELDOM)
    from affray.cli.group import cli  # noqa: PLC0415 - whoever imports one command needs no click group

    code = int(cli.main(args=args, prog_name="affray", standalone_mode=False) or 0)
    if alone:
        gc.freeze()  # what is still there goes with the process, and need not be searched through
    return code
