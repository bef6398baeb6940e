"""What the figures were taken with."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("affray", "numpy", "numba", "icepool", "dyce", "stochroll")
NONE = "not installed"


def facts() -> dict[str, str]:
    """The machine and the versions, by name."""
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "Python": platform.python_version(),
        **{name: installed(name) for name in PACKAGES},
        "node": node(),
    }


def processor() -> str:
    """The name of the processor, as the system tells it."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text("utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def installed(package: str) -> str:
    """The version of a package, or that it is not there."""
    try:
        return version(package)
    except PackageNotFoundError:
        return NONE


def node() -> str:
    """The version of node, or that it is not there."""
    program = shutil.which("node")
    if program is None:
        return NONE
    return subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
