"""Compiled code that comes from the disk is the code of its own program, whatever else is in the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(cache: Path, *which: str) -> list[int]:
    """What a process of its own gives for these programs."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.two_programs", *which],
        cwd=ROOT,
        env={**os.environ, "AFFRAY_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return [int(number) for number in done.stdout.split()]


def test_programs_that_were_compiled_apart_stay_apart_in_one_process(tmp_path: Path) -> None:
    """Each process gives its functions the same names; from the disk both sets of them meet in a third process."""
    (one,) = run(tmp_path, "one")
    (other,) = run(tmp_path, "other")
    assert one < other
    assert run(tmp_path, "one", "other") == [one, other]
    assert run(tmp_path, "other", "one") == [other, one]
