"""Where Numba or NumPy is not installed, all that needs neither answers, and the rest says what is missing."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from tests.cli.running import DUEL, FORD, environment

WITHOUT = "import sys; sys.modules.update(dict.fromkeys(sys.argv.pop(1).split('+'))); from affray.cli import main; "
BOTH = "numba+numpy"


def process(without: str, *args: str) -> subprocess.CompletedProcess[str]:
    """A command line in a process that cannot import these modules."""
    command = [sys.executable, "-c", WITHOUT + "sys.exit(main())", without, *args]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False, timeout=120)


def document(without: str, *args: str) -> Any:
    done = process(without, *args, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def test_exact_odds_need_neither() -> None:
    assert process(BOTH, "odds", DUEL).stdout == process("nothing", "odds", DUEL).stdout
    assert document(BOTH, "odds", DUEL, "--method", "machine")["win"] == document(BOTH, "odds", DUEL)["win"]


@pytest.mark.parametrize("without", ["numba", BOTH])
def test_sampling_by_turns_goes_by_what_there_is(without: str) -> None:
    found = document(without, "simulate", DUEL, "--runs", "20000", "--seed", "duel", "--method", "turns")
    exact = document("nothing", "simulate", DUEL, "--method", "exact")["win"]["party"]["p"]
    assert (found["method"], found["runs"]) == ("turns", 20_000)
    assert found["win"]["party"]["low"] - 0.005 < exact < found["win"]["party"]["high"] + 0.005


@pytest.mark.parametrize("without", ["numba", BOTH])
def test_many_runs_are_played_by_the_engine(without: str) -> None:
    args = ("simulate", DUEL, "--runs", "1000000", "--seed", "a", "--until", "0.05")
    assert document(without, *args)["method"] == "plain"


@pytest.mark.parametrize("without", ["numba", BOTH])
def test_what_is_missing_is_said(without: str) -> None:
    done = process(without, "odds", FORD, "--method", "bounded")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "affray: no exact odds by bounded for a fight without affray[fast]; try affray simulate\n"
    done = process(without, "simulate", FORD, "--method", "compiled")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "affray: compiled answers need Numba: pip install 'affray[fast]'\n"
