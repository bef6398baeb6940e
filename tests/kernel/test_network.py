"""Exploring and solving in compiled code: the same values as in plain Python, and a word where none can be proven."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import OutOfTime, TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret.answer import answer
from affray.interpret.best_play import best_play
from affray.interpret.bounded import bounds, reached
from affray.interpret.game import Game
from affray.interpret.network import Network
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.settling import SOLVED, UNPROVEN, solve_all
from affray.interpret.simulate import simulate
from affray.interpret.solution import repertoire_of, solution
from affray.interpret.solve import solve
from affray.interpret.solved import Solved
from affray.interpret.survey import OPTION, REPLY
from affray.interpret.tabulate import tabulate
from tests.kernel import toy, toy_machine

NEAR = 1e-12


def network(fight: Fight, best: Sequence[str] = (), *, facts: bool = False) -> Network:
    machine = toy_machine.machine(fight.state, {**fight.tactics, **dict.fromkeys(best, "best:all")})
    start = machine.pack(fight.state)
    assert start is not None
    found = Network(machine, start, facts=facts)
    found.explore(100_000)
    return found


def solved_network(fight: Fight, best: Sequence[str] = (), *, facts: bool = False) -> Solved:
    return Solved(network(fight, best, facts=facts))


def plain_network(fight: Fight, *, facts: bool = False) -> PlainNetwork:
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    found = PlainNetwork(machine, start, facts=facts)
    found.explore(100_000)
    return found


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_plain_python_finds_the_same(right: str) -> None:
    fight = toy.game(20, right=right)
    plain, fast = plain_network(fight, facts=True), network(fight, facts=True)
    size, moves = fast.size, fast.made
    assert (plain.size, len(plain.target)) == (size, moves)
    for mine, other in zip(plain.marks, fast.marks, strict=True):
        assert mine == other[:size].tolist()
    for mine, other in zip(plain.moves, fast.moves, strict=True):
        assert mine == other[:moves].tolist()
    for mine, other in zip(plain.notes, fast.notes, strict=True):
        assert mine == other[: fast.told_so_far].tolist()
    one, other = Solved(plain), Solved(fast)
    assert one.values == other.values.tolist()
    assert one.reports() == other.reports()


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_fractions_of_a_machine_are_those_of_the_engine(right: str) -> None:
    fight = toy.game(16, right=right)
    by_machine = solve(plain_network(fight).chain(), exactly=True)
    assert by_machine == solve(tabulate(fight), exactly=True)


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_chances_are_the_exact_ones(right: str) -> None:
    fight = toy.game(20, right=right)
    exact = answer(fight, exactly=True).win
    nobody, mine, theirs, never = solved_network(fight).row(0)
    assert nobody == never == 0
    assert abs(mine - exact["left"]) < NEAR
    assert abs(theirs - exact["right"]) < NEAR


def test_best_play_is_that_of_plain_python() -> None:
    fight = toy.game(20)
    found = solution(fight, repertoire_of(fight, "all")[1], {}, exactly=True)
    _, mine, theirs, _ = solved_network(fight, ["left", "right"]).row(0)
    assert abs(mine - found.values["left"]) < NEAR
    assert abs(theirs - found.values["right"]) < NEAR


def test_one_side_may_choose_against_a_tactic() -> None:
    fight = toy.game(20, right="meek")
    mine = float(solved_network(fight, ["left"]).row(0)[1])
    assert mine > float(solved_network(fight).row(0)[1]) - NEAR  # a tactic is one way to choose
    assert mine > float(solved_network(toy.game(20, right="meek", left="meek")).row(0)[1])


def test_reports_are_near_what_is_counted() -> None:
    fight, runs = toy.game(14, right="fickle"), 20_000
    found, tally = solved_network(fight, facts=True).reports(), simulate(fight, runs)
    assert found is not None
    assert found.fates == ({"up": 1.0}, {"up": 1.0})
    mean = sum(number * count for number, count in tally.rounds.items()) / runs
    spread = sum((number - mean) ** 2 * count for number, count in tally.rounds.items()) / runs
    assert abs(found.rounds - mean) < 4 * (spread / runs) ** 0.5
    for mine, counted in zip(found.left, tally.left, strict=True):
        assert abs(sum(mine.values()) - 1) < NEAR
        for amount, chance in mine.items():
            seen = counted.get(amount, 0)
            assert abs(seen - chance * runs) <= 4.5 * (chance * (1 - chance) * runs) ** 0.5 + 1


def test_limits_are_kept() -> None:
    fight = toy.game(1_000)
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    with pytest.raises(TooLarge, match="too many positions"):
        Network(machine, start, facts=False).explore(10_000)
    with pytest.raises(OutOfTime):
        Network(machine, start, facts=False).explore(10_000_000, deadline=0.0)


@pytest.mark.parametrize("score", [40_000, 32_765])
def test_numbers_that_do_not_fit_the_store_are_refused(score: int) -> None:
    # The one does not fit from the start, the other outgrows the store on the way.
    fight = toy.game(40_100)
    state = replace(fight.state, scores=(score, 0))
    machine = toy_machine.machine(state, fight.tactics)
    start = machine.pack(state)
    assert start is not None
    with pytest.raises(Unsupported, match="16 bits"):
        Network(machine, start, facts=False).explore(100_000)


# Intervals


@pytest.mark.parametrize("right", ["first", "meek", "fickle"])
def test_an_interval_holds_whenever_it_is_looked_at(right: str) -> None:
    fight = toy.game(30, right=right)
    exact = answer(fight, exactly=True).win
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    found = list(bounds(Network(machine, start, facts=False), 1e-9, 100_000))
    for one in found:
        for chance, low in zip((exact["left"], exact["right"]), one.won[1:], strict=True):
            assert low - one.open <= float(chance) <= low + one.open
    assert len(found) > 5
    assert found[-1].open <= 1e-9
    assert all(after.open < before.open + 1e-9 for before, after in pairwise(found))


def test_an_interval_stops_at_the_limit_and_when_time_is_up() -> None:
    fight = toy.game(1_000)
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    *_, few = bounds(Network(machine, start, facts=False), 1e-9, 5_000)
    assert 5_000 < few.positions < 20_000
    assert few.open > 0.1
    *_, late = bounds(Network(machine, start, facts=False), 1e-9, 10**9, deadline=0.0)
    assert late.open == 1


def test_no_interval_where_a_side_chooses() -> None:
    with pytest.raises(Unsupported, match="tactic=best"):
        list(bounds(network(toy.game(20), ["left"]), 1e-9, 100_000))


@pytest.mark.parametrize("limit", [5, 50, 500])
def test_what_has_been_found_makes_some_of_it_certain(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.interpret.bounded.PATIENCE", 60.0)  # on a busy machine a second is not enough
    fight = toy.game(40)
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    exact = solve(tabulate(fight), exactly=True)
    for kind in (PlainNetwork, Network):
        half = kind(machine, start, facts=True)
        with pytest.raises(TooLarge):
            half.explore(limit)
        found = reached(half)
        assert found.positions == half.size
        for side, low in zip(("nobody", *machine.sides), found.won, strict=True):
            assert low - NEAR <= exact.win.get(side, 0) <= low + found.open
        half.explore(100_000)
        assert reached(half).open < 1e-9


def test_an_interrupt_while_a_position_is_opened_leaves_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = toy.game(40)
    machine = toy_machine.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    assert start is not None
    half = PlainNetwork(machine, start, facts=False)
    whole, left = half._move, [100]

    def move(*given: Any) -> None:
        left[0] -= 1
        if not left[0]:
            raise KeyboardInterrupt
        whole(*given)

    monkeypatch.setattr(half, "_move", move)
    with pytest.raises(KeyboardInterrupt):
        half.explore(100_000)
    found, exact = reached(half), solve(tabulate(fight), exactly=True)
    assert len(half.stop) < half.size
    assert 0.0 < found.open <= 1.0
    for side, low in zip(("nobody", *machine.sides), found.won, strict=True):
        assert low - NEAR <= exact.win.get(side, 0) <= low + found.open


# Positions that lead back to each other


def made(source: Random, size: int) -> Game:
    """A game of two sides and chance on a few positions that lead anywhere, with two or three ends."""
    game = Game({}, [], [], [], {})
    for node in range(size):
        if node >= size - 3:
            game.ends[node] = (None, "left", "right")[size - 1 - node]
            game.moves.append([])
            game.cuts.append(())
            game.choosers.append(None)
            continue
        chooser = source.choice((None, None, "left", "right"))
        moves: list[tuple[int, int]] = []
        cuts: list[int] = []
        for _ in range(source.randint(2, 3) if chooser else 1):
            reached = source.sample(range(size), source.choice((1, 1, 2, 3)))
            moves += [(one, source.randint(1, 5)) for one in reached]
            cuts.append(len(moves))
        game.moves.append(moves)
        game.cuts.append(tuple(cuts))
        game.choosers.append(chooser)
    return game


def solved(game: Game, *, replies: bool = False) -> tuple[int, list[float]]:
    """How solving ends, and the value of each position for the left side: the same loop, on lists.

    With `replies`, a choice that another side's choice leads to for certain is put into it.
    """
    first: list[int] = []
    stop: list[int] = []
    target: list[int] = []
    chance: list[float] = []
    last: list[int] = []

    def way(moves: Sequence[tuple[int, int]]) -> None:
        total = sum(weight for _, weight in moves)
        target.extend(successor for successor, _ in moves)
        chance.extend(weight / total for _, weight in moves)
        last.extend([*[0] * (len(moves) - 1), REPLY])

    for node in range(game.size):
        first.append(len(target))
        for number in range(len(game.cuts[node])):
            moves = game.choice(node, number)
            reply, chooser = moves[0][0], game.choosers[node]
            if replies and chooser and len(moves) == 1 and game.choosers[reply] not in (None, chooser):
                for answer in range(len(game.cuts[reply])):
                    way(game.choice(reply, answer))
            else:
                way(moves)
            last[-1] = OPTION
        stop.append(len(target))
    names: list[Any] = ["left", "right"]
    ends = [-3] * game.size
    for node, winner in game.ends.items():
        ends[node] = -1 if winner is None else names.index(winner)
    choosers = [-1 if one is None else names.index(one) for one in game.choosers]
    size, width = game.size, 4
    values = [0.0] * (size * width)
    work = tuple([0] * size for _ in range(5))
    status = solve_all(
        ((first, stop, ends, choosers, [0] * size), (target, chance, last)),
        size,
        (values, [0] * size, width),
        [0] * size,
        [0] * (size + 1),
        work,
    )
    return status, [(1 + values[node * width + 1] - values[node * width + 2]) / 2 for node in range(size)]


@pytest.mark.parametrize("replies", [False, True])
def test_loops_are_solved_as_by_trying_every_way(replies: bool) -> None:
    source, proven = Random("loops"), 0
    for _ in range(600):
        game = made(source, source.randint(5, 9))
        try:
            exact = best_play(game, "left", True).values
        except (TooLarge, ArithmeticError):
            continue
        status, values = solved(game, replies=replies)
        if status == SOLVED:
            proven += 1
            assert all(abs(mine - value) < 1e-11 for mine, value in zip(values, exact, strict=True)), game
        else:
            assert status == UNPROVEN
    assert proven > 400, proven


def test_a_round_in_which_all_wait_is_a_draw_unless_somebody_gains() -> None:
    # 0 and 1 may wait for each other for ever; each can also take what it can get.
    def game(mine: tuple[int, int], theirs: tuple[int, int]) -> Game:
        ends = {2: "left", 3: "right"}
        moves = [[(1, 1), (2, mine[0]), (3, mine[1])], [(0, 1), (2, theirs[0]), (3, theirs[1])], [], []]
        return Game({}, moves, [(1, 3), (1, 3), (), ()], ["left", "right", None, None], dict(ends))

    for mine, theirs, value in (((1, 2), (2, 1), 1 / 2), ((3, 2), (2, 1), 3 / 5), ((1, 2), (1, 4), 1 / 3)):
        one = game(mine, theirs)
        assert best_play(one, "left", True).values[0] == Fraction(value).limit_denominator(10)
        status, values = solved(one)
        assert status == SOLVED
        assert abs(values[0] - value) < NEAR


def test_what_never_ends_is_told_apart() -> None:
    game = Game({}, [[(1, 1), (2, 3)], [(1, 1)], []], [(2,), (1,), ()], [None, None, None], {2: "left"})
    status, values = solved(game)
    assert status == SOLVED
    assert values == [7 / 8, 1 / 2, 1.0]  # 3/4 to win, 1/4 without end, which counts half
