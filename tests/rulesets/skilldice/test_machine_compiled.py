"""The machine as machine code: it does what its plain functions do, number for number."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.interpret.compiled import compiled
from affray.interpret.rows import Rows
from affray.rules import find
from affray.rules.machines import CHOICE, Program
from affray.rulesets.skilldice.machine import PROGRAM
from tests.rulesets.skilldice import brawl, melees
from tests.rulesets.skilldice.test_machine_canon import machine_of

pytestmark = pytest.mark.slow  # some 20 seconds go into compiling

SKILLDICE = find("skilldice")
OPTIONS = list(brawl.options(SKILLDICE))


def alike(machine: Any, start: tuple[int, ...], other: Any, source: Random, steps: int) -> int:
    """Both play the same words and options; returns how many positions were equal."""
    import numpy as np

    tables, program = Rows(machine), machine.program
    P, fixed = machine.numbers, np.array(machine.numbers, np.int64)
    s, t = list(start), np.array(start, np.int64)
    for _ in range(steps):
        row = program.row(s, P)
        assert other.row(t, fixed) == row
        assert other.rounds(t, fixed) == program.rounds(s, P)
        if row == CHOICE:
            options = program.options(s, P)
            assert (other.chooser(t, fixed), other.options(t, fixed)) == (program.chooser(s, P), options)
            option = source.randrange(options)
            program.choose(s, P, option)
            other.choose(t, fixed, option)
        elif row < 0:
            assert other.winner(t, fixed) == program.winner(s, P)
            for fighter in range(machine.fighters):
                told = program.fate(s, P, fighter), program.left(s, P, fighter)
                assert (other.fate(t, fixed, fighter), other.left(t, fixed, fighter)) == told
            s, t = list(start), np.array(start, np.int64)
        else:
            word = source.choice(tables[row])[0]
            program.take(s, P, word)
            other.take(t, fixed, word)
        assert t.tolist() == s
        once, twice = s.copy(), t.copy()
        program.canon(once, P)
        other.canon(twice, fixed)
        assert twice.tolist() == once
    return steps


def test_compiled_and_plain_go_the_same_way() -> None:
    other, source, equal = Program(*compiled(*PROGRAM)), Random(5), 0
    for _ in range(80):
        it = melees.fight(source, dict(source.sample(OPTIONS, source.randint(0, 6))))
        machine = machine_of(it, source)
        start = machine.pack(it.state)
        if start is not None:
            equal += alike(machine, start, other, source, 100)
    assert equal > 4_000
