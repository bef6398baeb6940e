"""Fighters who are alike: positions that differ in who is who are one where nothing tells, and only there."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from math import inf
from random import Random
from typing import Any, TypeAlias

import pytest
from msgspec.structs import replace

from affray.fight import Fight, parse
from affray.interpret.game import Positions
from affray.interpret.rows import Rows
from affray.interpret.solution import Solution, first_decisions, repertoire_of, solution
from affray.interpret.solved_game import compiled_game
from affray.rules import find
from affray.rules.machines import Machine, keep_apart
from affray.rulesets.skilldice import machine as package
from affray.rulesets.skilldice.machine import layout
from affray.rulesets.skilldice.machine.alike import merge
from affray.rulesets.skilldice.state import State
from tests.rulesets.skilldice import brawl, melees
from tests.rulesets.skilldice.fights import fight, foe, unit
from tests.rulesets.skilldice.test_machine_canon import ahead, machine_of, walk

SKILLDICE = find("skilldice")
OPTIONS = list(brawl.options(SKILLDICE))

Position: TypeAlias = tuple[int, ...]

# Nothing tells of it


def twins(source: Random, rulings: dict[str, str]) -> Fight:
    """A fight of two sides with two or three fighters of one kind on each, who have lost unlike points.

    Where the order is rolled anew there are two, of little Body: all that they can roll is looked at.
    """
    units, rolled = [], rulings.get("D01") == "each_round"
    for side in ("party", "foes"):
        dice = {skill: source.choice((4, 6)) for skill in melees.SKILLS}
        more = {"weapon": source.choice(melees.WEAPONS), "state": source.choice(melees.MANNERS)}
        for number in range(2 if rolled else source.choice((2, 2, 3))):
            lost = {skill: source.randint(0, 2) for skill in dice}
            lost["body"] += dice["body"] - 4 if rolled else 0
            units.append(unit(f"{side}{number}", side, **dice, **more, lost=lost))
    source.shuffle(units)
    it = parse(fight(*units), rulings=rulings)
    return replace(it, tactics={side: source.choice(("random", "random", "first")) for side in ("party", "foes")})


def forgotten(machine: Machine[State], s: list[int]) -> Position:
    machine.program.canon(s, machine.numbers)
    merge(s, machine.numbers)
    return tuple(s)


def once_ordered(machine: Machine[State], tables: Rows, position: Position) -> dict[Position, Fraction]:
    """The chances of the positions in which the order is made: who rolls for it before whom is no matter."""
    if position[layout.STAGE] != layout.ENTERING:
        return {position: Fraction(1)}
    row = machine.program.row(list(position), machine.numbers)
    total = sum(weight for _, weight in tables[row])
    found: dict[Position, Fraction] = defaultdict(Fraction)
    for word, weight in tables[row]:
        s = list(position)
        machine.program.take(s, machine.numbers, word)
        for after, chance in once_ordered(machine, tables, forgotten(machine, s)).items():
            found[after] += chance * weight / total
    return found


def unordered(machine: Machine[State], tables: Rows, position: Position) -> Any:
    """What is due in a position and what follows, options in no order, rolls for the order all at once."""
    due, follows = ahead(machine, tables, position, forgotten)
    if isinstance(follows, list):
        return due, sorted(follows)
    if not isinstance(follows, dict):
        return due, follows
    chances: dict[Position, Fraction] = defaultdict(Fraction)
    for after, weight in follows.items():
        for ordered, chance in once_ordered(machine, tables, after).items():
            chances[ordered] += chance * weight
    return due, chances


def congruent(it: Fight, source: Random, steps: int) -> int:
    """Positions that come to be one have one question before them and the same ahead; returns how many were unlike."""
    machine, compared = machine_of(it, source), 0
    start = machine.pack(it.state)
    if start is None:
        return 0
    tables, known = Rows(machine), {}
    for position in walk(machine, tables, start, source, steps):
        s = list(position)
        machine.program.canon(s, machine.numbers)
        before, key = tuple(s), forgotten(machine, s)
        assert forgotten(machine, list(key)) == key
        if key != before:
            compared += 1
            if key not in known:
                known[key] = unordered(machine, tables, key)
            assert unordered(machine, tables, before) == known[key], before
    return compared


@pytest.mark.parametrize("seed", range(4))
def test_who_is_who_of_twins_changes_nothing_that_is_to_come(seed: int) -> None:
    source, compared = Random(seed), 0
    for _ in range(12):
        compared += congruent(twins(source, {}), source, 80)
    assert compared > 100


@pytest.mark.parametrize(("ruling", "option"), OPTIONS, ids="=".join)
def test_under_every_option(ruling: str, option: str) -> None:
    source, compared = Random(f"{ruling}={option}"), 0
    for _ in range(4):
        compared += congruent(twins(source, {ruling: option}), source, 60)
    assert compared > 10 or option == "simultaneous"


@pytest.mark.parametrize("seed", range(6))
def test_under_many_options(seed: int) -> None:
    source, compared = Random(seed), 0
    for _ in range(10):
        compared += congruent(twins(source, dict(source.sample(OPTIONS, 8))), source, 60)
        rulings = {**dict(source.sample(OPTIONS, 8)), "D01": source.choice(("narrator", "once"))}
        compared += congruent(melees.fight(source, rulings), source, 60)
    assert compared > 50


# Something tells of it


def pairs(machine: Machine[State]) -> int:
    """How many fighters may change places with one before them."""
    at = package.n
    people = machine.numbers[at.PEOPLE :][: machine.fighters * at.PERSON]
    return sum(twin != at.ALONE for twin in people[at.TWIN :: at.PERSON])


TWO = fight(unit("Ana"), unit("Bo"), foe("orc"), foe("ogre"))


@pytest.mark.parametrize(
    ("text", "rulings", "tactics", "number"),
    [
        (TWO, {}, ("best:any", "best:any"), 2),
        (TWO, {}, ("random", "best:body"), 2),
        (TWO, {}, ("first", "best:body"), 1),
        (TWO, {}, ("weakest", "strongest"), 0),
        (TWO, {}, ("reckless", "random"), 1),
        (TWO, {"D02": "simultaneous"}, ("random", "random"), 0),
        (fight(unit("Ana"), unit("Bo", group="bank"), foe(count=3)), {}, ("random", "random"), 2),
        (fight(unit("Ana"), unit("Bo", weapon="slashing"), unit("Cy", body=6), foe()), {}, ("random", "random"), 0),
        (fight(unit("Ana"), foe(), unit("Bo", scars={"body": 1}), unit("Cy")), {}, ("random", "random"), 1),
    ],
)
def test_who_may_change_places(text: str, rulings: dict[str, str], tactics: tuple[str, str], number: int) -> None:
    it = parse(text, rulings=rulings)
    assert SKILLDICE.machine is not None
    assert pairs(SKILLDICE.machine(it.state, dict(zip(("party", "foes"), tactics, strict=True)))) == number


@pytest.mark.parametrize("rulings", [{}, {"D02": "simultaneous"}], ids=["a tactic", "turns together"])
def test_to_merge_more_is_found(rulings: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Were those of one kind merged whatever a tactic looks at, and whoever acts at the same time."""
    from affray.rulesets.skilldice.machine import tables

    monkeypatch.setattr(tables, "RANDOM", 0)
    monkeypatch.setattr(tables, "ties_act_together", lambda rulings: False)
    source = Random(1)
    with pytest.raises(AssertionError):
        for _ in range(60):
            congruent(twins(source, rulings), source, 60)


# The same is answered


def worn(name: str, side: str, left: int) -> str:
    """One with so many points of Body, and one of each other Skill, so that all tactics attack with Body."""
    return unit(name, side, body=4, mind=4, soul=4, lost={"body": 4 - left, "mind": 3, "soul": 3})


SMALL = fight(worn("Ana", "party", 2), worn("Bo", "party", 3), worn("orc", "foes", 3))
FOUR = fight(worn("Ana", "party", 1), worn("Bo", "party", 2), worn("orc", "foes", 3), worn("ogre", "foes", 2))


def of_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "PROGRAM", package.PROGRAM._replace(merge=keep_apart))


@pytest.fixture(autouse=True)
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code counts no offers among its positions, and would be taken where a test before has loaded it."""
    monkeypatch.setattr("affray.interpret.solved_game.is_loaded", lambda driver, program: False)


def answered(text: str, rulings: dict[str, str], fixed: dict[str, str], exactly: bool) -> Solution:
    it = parse(text, rulings=rulings)
    return solution(it, repertoire_of(it, "body")[1], fixed, exactly=exactly)


def same_answers(merged: Solution, apart: Solution) -> int:
    """Values, odds and decisions are those of positions in which everybody is told apart; returns how many there are.

    Of options that are worth the same the first is the best one.
    """
    near = pytest.approx if merged.kind == "float" else lambda value, **_: value
    assert merged.values == near(apart.values, abs=1e-12)
    assert len(merged.decisions) == len(apart.decisions)
    for mine, other in zip(merged.decisions, apart.decisions, strict=True):
        assert (mine.state, mine.seat, mine.side) == (other.state, other.seat, other.side)
        assert [one.command for one in mine.options] == [one.command for one in other.options]
        values = [one.value for one in other.options]
        assert [one.value for one in mine.options] == near(values, abs=1e-12)
        assert mine.best == other.best
        assert all(value < values[mine.best] - 1e-12 for value in values[: mine.best])
    return len(merged.decisions)


@pytest.mark.parametrize("fixed", [{}, {"foes": "random"}, {"foes": "first"}], ids=lambda fixed: fixed.get("foes", ""))
@pytest.mark.parametrize("rulings", [{}, {"D01": "narrator"}, {"D04": "own_turn"}])
def test_a_small_fight_has_the_same_fractions(
    rulings: dict[str, str], fixed: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    merged = answered(SMALL, rulings, fixed, True)
    of_apart(monkeypatch)
    apart = answered(SMALL, rulings, fixed, True)
    assert merged.kind == apart.kind == "fraction"
    assert merged.win == apart.win
    assert same_answers(merged, apart) > 1
    assert merged.positions < apart.positions or fixed == {"foes": "first"}


def test_of_two_against_two_who_begin_unlike_half_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    merged = answered(FOUR, {}, {}, False)
    of_apart(monkeypatch)
    apart = answered(FOUR, {}, {}, False)
    assert same_answers(merged, apart) > 3
    assert apart.positions / 4 < merged.positions < 0.55 * apart.positions


def test_compiled_code_tells_the_same_of_every_decision() -> None:
    it = parse(FOUR)
    positions = Positions(it, repertoire_of(it, "body")[1], {})
    first = positions.merged(positions.pack(it.state))
    compiled = tuple(first_decisions(it, positions, compiled_game(positions, first, inf, 100_000)))
    plain = answered(FOUR, {}, {}, False).decisions
    assert len(compiled) == len(plain) > 3
    for mine, other in zip(compiled, plain, strict=True):
        assert (mine.state, mine.best) == (other.state, other.best)
        assert [one.value for one in mine.options] == pytest.approx([one.value for one in other.options], abs=1e-12)
