"""The fight of `naive` in plain JavaScript, where node is there."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

from benchmarks.jobs import Sample
from benchmarks.pairs import Ran

SCRIPT = Path(__file__).with_name("naive.js")
PROGRAM = shutil.which("node")


def fights(number: int, seed: int) -> Ran:
    """So many fights in a process of their own, by the processor's seconds that it counts itself."""
    assert PROGRAM is not None
    command = [PROGRAM, f"--random-seed={seed + 1}", str(SCRIPT), str(number)]  # a seed of 0 is none
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return Ran(number, told["seconds"], Sample(told["won"], number))
