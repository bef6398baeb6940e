"""What the machine forgets of a position changes nothing that is to come; it forgets what the solver's key does."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.fight import Fight
from affray.interpret.rows import Rows
from affray.rules import find
from affray.rules.machines import Machine
from affray.rulesets.d20grid import machine
from affray.rulesets.d20grid.state import State
from tests.rulesets.d20grid import brawl, melee

D20GRID = find("d20grid")
OPTIONS = [one for one in brawl.options(D20GRID) if one[0] not in ("T12", "T18")]


def canon(one: Machine[Any], s: list[int]) -> list[int]:
    """The position with what cannot matter forgotten."""
    found = s.copy()
    one.program.canon(found, one.numbers)
    return found


def after(one: Machine[Any], s: list[int], word: int) -> list[int]:
    """The position after an outcome."""
    found = s.copy()
    one.program.take(found, one.numbers, word)
    return found


def congruent(made: Fight, source: Random, steps: int) -> int:
    """Whatever comes next comes of the position and of what is kept of it alike; returns how many were compared."""
    one = machine.machine(made.state, made.tactics)
    rows, packed, compared = Rows(one), one.pack(made.state), 0
    assert packed is not None
    s = list(packed)
    for _ in range(steps):
        row = one.program.row(s, one.numbers)
        kept = canon(one, s)
        assert one.program.row(kept, one.numbers) == row
        assert canon(one, kept) == kept
        if row < 0:
            break
        words = [word for word, _ in rows[row]]
        for word in words if len(words) < 30 else source.sample(words, 30):
            assert canon(one, after(one, s, word)) == canon(one, after(one, kept, word))
            compared += 1
        s = after(one, kept if source.random() < 0.3 else s, source.choice(words))
    return compared


@pytest.mark.parametrize("seed", range(6))
def test_congruence(seed: int) -> None:
    source = Random(seed)
    assert congruent(melee.fight(source, dict(source.sample(OPTIONS, 3 * (seed % 2)))), source, 60) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 20))
def test_congruence_of_many(seed: int) -> None:
    source = Random(seed)
    for _ in range(15):
        assert congruent(melee.fight(source, dict(source.sample(OPTIONS, 3 * (seed % 2)))), source, 120) > 0


def varied(state: State, source: Random) -> State:
    """The state with what the solver's key forgets changed."""
    conditions = list(state.conditions)
    for number, one in enumerate(conditions):
        if one.fate == "dead":
            at = (source.randrange(4) * 5, source.randrange(3) * 5)
            conditions[number] = replace(one, hp=one.hp - source.randrange(3), at=at, pool=0, opportunity=False)
        elif one.fate == "down":
            conditions[number] = replace(one, subdual=one.subdual + 40, opportunity=False, immediate=False)
        else:
            conditions[number] = replace(one, immediate=False)
    return replace(state, conditions=tuple(conditions), round=state.round + 3 if state.round else 0)


@pytest.mark.parametrize("seed", range(12))
def test_it_forgets_what_the_solver_forgets(seed: int) -> None:
    source = Random(seed)
    start = melee.fight(source, {})
    made = melee.wandered(start, source, 200)
    one = machine.machine(made.state, made.tactics)
    other = varied(made.state, source)
    packed, packed2 = one.pack(made.state), one.pack(other)
    if made.state.surprise or packed is None:
        return
    assert packed2 is not None
    assert D20GRID.lump(other, made.tactics) == D20GRID.lump(made.state, made.tactics)
    assert canon(one, list(packed2)) == canon(one, list(packed))
