"""What simulations at the table need is compiled while nobody waits for it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from affray.server.web.rendering import compile_all, environment


def warmed(cache: Path) -> float:
    """Seconds until a process of its own has made everything ready in this folder."""
    began = monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "affray.server.reckoning.warming"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "AFFRAY_CACHE": str(cache)},
    ) as child:
        assert child.stdin is not None and child.stdout is not None
        child.stdin.write(b"\n")
        child.stdin.flush()
        assert child.stdout.read() == b""
        assert child.wait() == 0
    return monotonic() - began


def test_every_template_can_be_compiled_before_it_is_needed() -> None:
    environment.cache_clear()
    compile_all()
    known = environment()
    assert isinstance(known.cache, dict)
    there = {name for _, name in known.cache}
    assert {"table/table.html", "table/now.html", "problem.html"} <= there
    assert there == {*known.list_templates(("html",))}


@pytest.mark.slow
def test_everything_is_there_the_second_time(tmp_path: Path) -> None:
    first = warmed(tmp_path)
    code = sorted(path.name for path in tmp_path.rglob("*.nbc"))
    assert len(code) >= 3  # a program for each ruleset at least
    assert warmed(tmp_path) < first / 3
    assert sorted(path.name for path in tmp_path.rglob("*.nbc")) == code


def test_it_ends_when_whoever_asked_is_gone(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "affray.server.reckoning.warming"],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        env={**os.environ, "AFFRAY_CACHE": str(tmp_path)},
    ) as child:
        assert child.stdin is not None
        child.stdin.write(b"\n")
        child.stdin.close()
        assert child.wait(60) == 1
