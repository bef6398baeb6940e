"""Compiled code that comes from the disk is the code of its own program, whatever else is in the process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from affray.interpret.kept_code import is_kept

ROOT = Path(__file__).parents[2]


def run(cache: Path, *which: str, source: Path = ROOT / "src") -> list[int]:
    """What a process of its own gives for these programs, with affray from a source tree."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.kernel.two_programs", *which],
        cwd=ROOT,
        env={**os.environ, "AFFRAY_CACHE": str(cache), "PYTHONPATH": str(source)},
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


def test_another_copy_of_the_program_finds_the_code(tmp_path: Path) -> None:
    """Where the sources lie and when they were written says nothing about the code."""
    cache, copy = tmp_path / "cache", tmp_path / "copy"
    shutil.copytree(ROOT / "src", copy, ignore=shutil.ignore_patterns("__pycache__", "static", "templates"))
    told = run(cache, "one")
    kept = sorted((path, path.stat().st_mtime_ns) for path in cache.rglob("*.nb?"))
    assert len(kept) == 2
    assert run(cache, "one", source=copy) == told
    assert sorted((path, path.stat().st_mtime_ns) for path in cache.rglob("*.nb?")) == kept


def test_the_beginnings_of_code_are_not_taken_for_code(tmp_path: Path) -> None:
    assert not is_kept(tmp_path / "nothing")
    (tmp_path / "sample.1.nbc").write_bytes(b"code without an index")
    assert not is_kept(tmp_path)
    (tmp_path / "sample.nbi").write_bytes(b"the index")
    assert is_kept(tmp_path)
