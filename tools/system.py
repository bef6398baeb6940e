"""Sees that the programs which tests need outside of Python are there: Chromium, and PostgreSQL's server.

Where one is missing, and this is a Debian system on which packages may be installed, it is installed; elsewhere the
tests that need it are skipped, and say so.

    python tools/system.py
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from glob import glob
from shutil import which

POSTGRES = "/usr/lib/postgresql/*/bin/initdb"


def chromium() -> bool:
    """Whether there is a browser."""
    return which("chromium") is not None


def postgres() -> bool:
    """Whether there are the programs of a database server."""
    return bool(glob(POSTGRES)) or which("initdb") is not None


NEEDED: dict[str, Callable[[], bool]] = {"chromium": chromium, "postgresql": postgres}
"""Debian's packages, each with whether it is there."""


def main() -> int:
    """Installs what is missing if that may be done here; never fails, since the tests can do without."""
    missing = [package for package, is_there in NEEDED.items() if not is_there()]
    if not missing:
        return 0
    names = " and ".join(missing)
    if which("apt-get") is None or os.geteuid() != 0:
        print(f"{names}: not found, so the tests that need them are skipped", file=sys.stderr)
        return 0
    print(f"installing {names}", file=sys.stderr)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "-qq", "update"],
        ["apt-get", "-qq", "install", "--no-install-recommends", "-y", *missing],
    ):
        # A server that is installed is not to be started: tests start one of their own.
        done = subprocess.run(command, env=quiet, stdout=subprocess.DEVNULL, check=False)
        if done.returncode:
            print(f"{' '.join(command)} failed, so the tests that need {names} are skipped", file=sys.stderr)
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
