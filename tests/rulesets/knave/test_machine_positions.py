"""What a position forgets changes nothing, and machine code plays as plain Python does."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from random import Random

import pytest

from affray.errors import Unsupported
from affray.fight import Fight, parse
from affray.interpret.rows import Rows
from affray.interpret.stand_ins import canon, choose, row, take
from affray.play import Play
from affray.rules.machines import BEST, CHOICE, OVER, ROUND, Machine
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.state import State
from tests.rulesets.knave.fights import fight, foe, pc
from tests.rulesets.knave.fuzz import AnyOutcome, fuzzed, readings

REPERTOIRES = (f"{BEST}:targets", f"{BEST}:targets+order")


def machines(seeds: range) -> Iterator[tuple[Fight, Machine[State], Random]]:
    """The machines of fuzzed fights, every other one under many readings, some where both sides play their best."""
    made = ruleset.machine
    assert made is not None
    for seed in seeds:
        random = Random(seed)
        played = fuzzed(seed, rulings=readings(seed) if seed % 2 else None)
        tactics = dict(played.tactics)
        if seed % 3 == 0 and len(tactics) == 2:
            tactics = {side: random.choice(REPERTOIRES) for side in tactics}
        try:
            yield played, made(played.state, tactics), random
        except Unsupported:
            continue


def walk(played: Fight, machine: Machine[State], random: Random, most: int = 60) -> Iterator[list[int]]:
    """Positions that come one after another, rare outcomes more often than they would."""
    program, P, rows = machine.program, machine.numbers, Rows(machine)
    s = list(machine.pack(played.state) or ())
    assert s
    for _ in range(most):
        yield s.copy()
        row = program.row(s, P)
        if row == OVER:
            return
        if row == CHOICE:
            program.choose(s, P, random.randrange(program.options(s, P)))
        else:
            program.take(s, P, random.choice(rows[row])[0])


def successors(machine: Machine[State], rows: Rows, s: list[int]) -> Hashable:
    """What can come next, as far as it can matter: the winner, or a position for each outcome or option."""
    program, P = machine.program, machine.numbers
    row = program.row(s, P)
    if row == OVER:
        return program.winner(s, P)
    found: list[Hashable] = [row]
    steps = range(program.options(s, P)) if row == CHOICE else [word for word, _ in rows[row]]
    for step in steps:
        after = s.copy()
        if row == CHOICE:
            program.choose(after, P, step)
        else:
            program.take(after, P, step)
        program.canon(after, P)
        found.append((step, *after))
    return tuple(found)


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_what_is_forgotten_changes_no_future(first: int) -> None:
    shorter = 0
    for played, machine, random in machines(range(first, first + 30)):
        rows = Rows(machine)
        for s in walk(played, machine, random):
            canonical = s.copy()
            machine.program.canon(canonical, machine.numbers)
            shorter += canonical != s
            assert successors(machine, rows, canonical) == successors(machine, rows, s)
            assert all(abs(number) <= machine.most for number in s)
    assert shorter > 100


def test_it_forgets_as_much_as_lump_does() -> None:
    merged = 0
    for seed in range(40):
        played = fuzzed(seed, {"party": "random"}, readings(seed) if seed % 2 else None)
        try:
            merged += merges(played, Random(seed))
        except Unsupported:
            continue
    assert merged > 50


def merges(played: Fight, source: Random) -> int:
    """How many states of some runs of a fight are one to `lump`; then they must be one to the machine."""
    made = ruleset.machine
    assert made is not None
    machine, orders = made(played.state, played.tactics), played.orders()
    known: dict[Hashable, tuple[State, list[int]]] = {}
    merged = 0
    for _ in range(12):
        play = Play(played.state, AnyOutcome(source), ruleset.evolve)
        for _ in range(25):
            s = list(machine.pack(play.state) or ())
            assert s
            machine.program.canon(s, machine.numbers)
            key = ruleset.lump(play.state, played.tactics)
            state, position = known.setdefault(key, (play.state, s))
            merged += state != play.state
            assert position == s
            seat = ruleset.next_to_act(play.state)
            if seat is None:
                break
            command = orders[ruleset.side(play.state, seat)](play.state, seat, play.dice)
            assert ruleset.apply(play, command) is None
    return merged


def test_exact_odds_are_those_of_the_engine() -> None:
    from affray.interpret.answer import answer

    for tables in (
        (pc(hp=3), foe(hp=3, morale=7), foe(hp=2, morale=5, leader=True)),
        (pc(hp=3, armor={"defense": 14, "quality": 1}, weapons=[{"name": "axe", "die": "d6", "quality": 1}]), foe()),
    ):
        played = parse(fight(*tables))
        expected = answer(played, exactly=True).win
        made = ruleset.machine
        assert made is not None
        assert win(made(played.state, played.tactics), played.state) == expected["party"]


def win(machine: Machine[State], start: State) -> Fraction:
    """The exact chance that the first side wins: chances pushed from rounds to rounds, a round of misses solved for."""
    program, P, rows = machine.program, machine.numbers, Rows(machine)
    known: dict[tuple[int, ...], Fraction] = {}

    def value(s: tuple[int, ...]) -> Fraction:
        """From a position between two rounds, which only a round in which nothing happens leads back to."""
        if s not in known:
            came = spread(s)
            back = came.pop(s, Fraction(0))
            known[s] = sum((share * at_end(after) for after, share in came.items()), Fraction(0)) / (1 - back)
        return known[s]

    def at_end(s: tuple[int, ...]) -> Fraction:
        if program.row(list(s), P) == OVER:
            return Fraction(program.winner(list(s), P) == 0)
        return value(s)

    def spread(s: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        """The positions at the end of a round or of the fight."""
        found: dict[tuple[int, ...], Fraction] = {}
        here = {s: Fraction(1)}
        while here:
            there: dict[tuple[int, ...], Fraction] = {}
            for position, share in here.items():
                row = program.row(list(position), P)
                for word, weight in rows[row]:
                    after = list(position)
                    program.take(after, P, word)
                    program.canon(after, P)
                    ends = program.row(after, P) in (OVER, ROUND)
                    into = found if ends else there
                    into[tuple(after)] = into.get(tuple(after), Fraction(0)) + share * Fraction(
                        weight, rows.totals[row]
                    )
            here = there
        return found

    first = list(machine.pack(start) or ())
    program.canon(first, P)
    return value(tuple(first))


@pytest.mark.slow
def test_machine_code_plays_as_plain_python_does() -> None:
    import numpy as np

    from affray.interpret.compiled import assemble

    run = None
    played_out = 0
    for played, machine, random in machines(range(0, 120)):
        start = machine.pack(played.state)
        assert start is not None
        run = assemble(steps, machine.program, machine_code=True)
        rows, s = Rows(machine), list(start)
        asked: list[int] = []
        for _ in range(80):
            row = machine.program.row(s, machine.numbers)
            if row == OVER:
                break
            if row == CHOICE:
                asked.append(random.randrange(machine.program.options(s, machine.numbers)))
                machine.program.choose(s, machine.numbers, asked[-1])
            else:
                asked.append(random.choice(rows[row])[0])
                machine.program.take(s, machine.numbers, asked[-1])
        other = np.array(start, np.int64)
        run(other, np.array(machine.numbers, np.int64), np.array([*asked, 0], np.int64), len(asked), False)
        assert other.tolist() == s
        run(other, np.array(machine.numbers, np.int64), np.array([*asked, 0], np.int64), 0, True)
        machine.program.canon(s, machine.numbers)
        assert other.tolist() == s
        played_out += len(asked)
    assert played_out > 1_200


def steps(s: list[int], P: tuple[int, ...], asked: list[int], number: int, forget: bool) -> None:
    """Takes outcomes and options in turn; `stand_ins` for the machine are put in their places."""
    for place in range(number):
        if row(s, P) == CHOICE:
            choose(s, P, asked[place])
        else:
            take(s, P, asked[place])
    if forget:
        canon(s, P)
