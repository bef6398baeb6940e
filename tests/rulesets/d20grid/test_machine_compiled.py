"""The machine compiled says the same as the machine in plain Python."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.fight import Fight
from affray.interpret.compiled import compiled, is_there
from affray.interpret.rows import Rows
from affray.rulesets.d20grid import machine
from affray.rulesets.d20grid.machine.program import PROGRAM
from tests.rulesets.d20grid import melee

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not is_there(), reason="Numba is not installed")]


@pytest.fixture(scope="module")
def functions() -> tuple[Any, ...]:
    program = PROGRAM
    return compiled(program.take, program.row, program.canon, program.winner, program.fate, program.left)


def play(made: Fight, source: Random, functions: tuple[Any, ...]) -> int:
    """Plays a fight by both, the same outcomes for each; returns how many there were."""
    import numpy as np

    one = machine.machine(made.state, made.tactics)
    program, fixed, rows = one.program, one.numbers, Rows(one)
    packed, numbers = one.pack(made.state), np.array(one.numbers, np.int64)
    assert packed is not None
    s, fast, asked = list(packed), np.array(packed, np.int64), 0
    take, row, canon, winner, fate, left = functions
    while program.row(s, fixed) >= 0 and program.rounds(s, fixed) < 20:
        assert row(fast, numbers) == program.row(s, fixed)
        word = source.choice(rows[program.row(s, fixed)])[0]
        program.take(s, fixed, word)
        take(fast, numbers, word)
        assert fast.tolist() == s
        asked += 1
    assert winner(fast, numbers) == program.winner(s, fixed)
    for fighter in range(one.fighters):
        assert fate(fast, numbers, fighter) == program.fate(s, fixed, fighter)
        assert left(fast, numbers, fighter) == program.left(s, fixed, fighter)
    canon(fast, numbers)
    program.canon(s, fixed)
    assert fast.tolist() == s
    return asked


def test_compiled_and_plain_are_in_the_same_positions(functions: tuple[Any, ...]) -> None:
    source = Random("compiled")
    assert sum([play(melee.fight(source, {}), source, functions) for _ in range(60)]) > 1_000
