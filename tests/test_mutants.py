"""The tool that plants faults: what it plants, which tests it runs against it, and the list of what changes nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from types import FunctionType

import pytest

from tools.mutants.equivalent import entries, listed, subtracting_zero
from tools.mutants.faults import mutants
from tools.mutants.reach import MARKS, compiled, marking, pairs

ROOT = Path(__file__).resolve().parents[1]
RULESETS = ROOT / "src/affray/rulesets"

SOURCE = """
ZERO = 0

def least(a: int, b: int = 7) -> int:
    if a < b and not (a ==
                      3):
        return a + ZERO
    return min(b, 1)
"""


def test_every_kind_of_place_is_planted_in() -> None:
    found = [(one.line, one.before, one.after) for one, _ in mutants(SOURCE)]
    assert (5, "a < b", "a <= b") in found
    assert (5, "a < b and (not a == 3)", "a < b or not a == 3") in found
    assert (7, "a + ZERO", "a - ZERO") in found
    assert (8, "min(b, 1)", "max(b, 1)") in found
    assert (8, "return min(b, 1)", "return None") in found
    assert (4, "7", "8") in found


def test_a_tree_is_whole_again_after_each_mutant() -> None:
    for _, tree in mutants(SOURCE):
        assert ast.unparse(tree) != ast.unparse(ast.parse(SOURCE))
    assert [one.number for one, _ in mutants(SOURCE)] == [*range(len([*mutants(SOURCE)]))]


def test_a_mutant_lies_in_its_statement_and_in_a_function_or_not() -> None:
    found = {(one.before, one.after): one for one, _ in mutants(SOURCE)}
    assert found["3", "4"].lines == range(5, 7) and found["3", "4"].inside
    assert found["1", "2"].lines == range(8, 9)
    assert not found["7", "8"].inside and not found["0", "1"].inside


def test_functions_mark_the_statements_that_they_run() -> None:
    path = Path("least.py")
    codes = compiled(ast.parse(SOURCE), path), compiled(marking(ast.parse(SOURCE)), path)
    marked = {old.co_name: new for old, new in pairs(*codes)}
    marks = bytearray(20)
    least = FunctionType(marked["least"], {MARKS: marks, "ZERO": 0})
    assert least(1, 9) == 1
    assert [line for line, mark in enumerate(marks) if mark] == [5, 7]
    assert least(9, 1) == 1
    assert [line for line, mark in enumerate(marks) if mark] == [5, 7, 8]


def test_what_subtracts_zero_changes_nothing() -> None:
    every_one = [one for one, _ in mutants(SOURCE)]
    assert [every_one[number].after for number in subtracting_zero(every_one, {"ZERO": 0})] == ["a - ZERO"]
    assert not subtracting_zero(every_one, {"ZERO": 1})


@pytest.mark.parametrize("module", sorted({entry.module for entry in entries()}))
def test_every_entry_of_the_list_names_a_mutant(module: str) -> None:
    source = (RULESETS / module).read_text("utf-8")
    assert listed(module, source, [one for one, _ in mutants(source)])
    assert all(entry.why for entry in entries())


@pytest.mark.slow
def test_a_run_says_what_was_killed_what_survived_and_what_no_test_reaches() -> None:
    """`hands.py` of a machine: short, and nearly all of it is met at the start of a fight."""
    command = [sys.executable, "-m", "tools.mutants", "--machines", "--quick", "--every", "12", "--at-least", "0"]
    done = subprocess.run([*command, "d20grid/hands"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "d20grid: 4 planted, " in done.stdout
    assert "all: 4 planted, " in done.stdout
