"""The command line. One module a command, loaded when that command runs; `affray --help` loads none of them."""

from __future__ import annotations

from collections.abc import Sequence


def main(args: Sequence[str] | None = None) -> int:
    """Runs a command line (by default this process's) and returns its exit code.

    0 done, 1 failed, 2 bad input, 130 interrupted. Never raises and never prints a traceback.
    """
    from affray.cli.group import cli  # noqa: PLC0415 - whoever imports one command needs no click group

    return int(cli.main(args=args, prog_name="affray", standalone_mode=False) or 0)
