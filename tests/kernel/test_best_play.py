"""Best play of random games, against every way to play them tried one by one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import OutOfTime, TooLarge
from affray.interpret.best_play import best_play, chain_of
from affray.interpret.game import Game
from affray.interpret.solve import NOBODY, ROUNDING, solve

F = Fraction
HALF = F(1, 2)
MAX, MIN = "party", "foes"

Branches = list[list[tuple[int, int]]]


def game(nodes: list[tuple[str | None, Branches]], ends: dict[int, str | None]) -> Game:
    """A game of positions with a chooser and branches each; those in `ends` have none."""
    made = Game({}, [], [], [], ends)
    for chooser, branches in nodes:
        moves: list[tuple[int, int]] = []
        cuts = []
        for branch in branches:
            moves += branch
            cuts.append(len(moves))
        made.moves.append(moves)
        made.cuts.append(tuple(cuts))
        made.choosers.append(chooser)
    return made


def values_under(it: Game, picked: tuple[int, ...]) -> list[F]:
    """The value of every position for `party` when these choices are made, by elimination over all of them."""
    worth = {None: HALF, MAX: F(1), MIN: F(0)}
    known = {node: worth[winner] for node, winner in it.ends.items()}
    rows = {node: it.choice(node, picked[node]) for node in range(it.size) if node not in known}
    ending = set(known)
    while more := {node for node, moves in rows.items() if node not in ending and any(to in ending for to, _ in moves)}:
        ending |= more
    known |= dict.fromkeys(set(rows) - ending, HALF)
    inner = sorted(set(rows) & ending)
    matrix = []
    for node in inner:
        total = sum(weight for _, weight in rows[node])
        row = [F(int(node == other)) for other in inner] + [F(0)]
        for to, weight in rows[node]:
            if to in known:
                row[-1] += F(weight, total) * known[to]
            else:
                row[inner.index(to)] -= F(weight, total)
        matrix.append(row)
    for pivot in range(len(inner)):
        swap = next(at for at in range(pivot, len(inner)) if matrix[at][pivot])
        matrix[pivot], matrix[swap] = matrix[swap], matrix[pivot]
        matrix[pivot] = [value / matrix[pivot][pivot] for value in matrix[pivot]]
        for at in range(len(inner)):
            if at != pivot and matrix[at][pivot]:
                factor = matrix[at][pivot]
                matrix[at] = [one - factor * other for one, other in zip(matrix[at], matrix[pivot], strict=True)]
    solved = known | {node: matrix[at][-1] for at, node in enumerate(inner)}
    return [solved[node] for node in range(it.size)]


def brute_force(it: Game) -> list[F]:
    """The value of every position: the most that any way to choose of one side holds against all of the other."""

    def ways(side: str) -> Iterator[dict[int, int]]:
        nodes = [node for node in range(it.size) if it.choosers[node] == side and it.cuts[node]]
        for picked in product(*(range(len(it.cuts[node])) for node in nodes)):
            yield dict(zip(nodes, picked, strict=True))

    best = [F(-1)] * it.size
    for mine in ways(MAX):
        worst = [F(2)] * it.size
        for theirs in ways(MIN):
            picked = {**dict.fromkeys(range(it.size), 0), **mine, **theirs}
            under = values_under(it, tuple(picked[node] for node in range(it.size)))
            worst = list(map(min, worst, under))
        best = list(map(max, best, worst))
    return best


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Up to five positions that may all lead to each other, and the three ends."""
    size = draw(st.integers(1, 5))
    ends: dict[int, str | None] = {size: MAX, size + 1: MIN, size + 2: None}
    branch = st.lists(st.tuples(st.integers(0, size + 2), st.integers(1, 3)), min_size=1, max_size=3)
    nodes: list[tuple[str | None, Branches]] = []
    for _ in range(size):
        chooser = draw(st.sampled_from((MAX, MIN, None)))
        branches = draw(st.lists(branch, min_size=1, max_size=3 if chooser else 1))
        nodes.append((chooser, branches))
    return game([*nodes, (None, []), (None, []), (None, [])], ends)


@settings(max_examples=400, deadline=None)
@given(games())
def test_values_are_those_of_every_way_to_play(it: Game) -> None:
    assert best_play(it, MAX, exactly=True).values == brute_force(it)


@settings(max_examples=200, deadline=None)
@given(games())
def test_floats_are_off_by_rounding_and_the_other_side_gets_the_rest(it: Game) -> None:
    exact = best_play(it, MAX, exactly=True).values
    for one, other, value in zip(
        best_play(it, MAX, exactly=False).values, best_play(it, MIN, exactly=True).values, exact, strict=True
    ):
        assert abs(one - float(value)) <= 100 * ROUNDING
        assert value + other == 1


@settings(max_examples=200, deadline=None)
@given(games())
def test_the_choices_give_the_value(it: Game) -> None:
    best = best_play(it, MAX, exactly=True)
    assert values_under(it, tuple(best.chosen)) == best.values
    odds = solve(chain_of(it, best), exactly=True)
    drawn = odds.win.get(NOBODY, F(0)) + odds.undecided
    assert odds.win.get(MAX, F(0)) + drawn / 2 == best.values[0]


WIN, LOSE = [(2, 1)], [(3, 1)]


def waiting(mine: Branches, theirs: Branches) -> Game:
    """Two sides in turn, each of which may wait; position 2 is won, 3 is lost."""
    return game([(MAX, [*mine, [(1, 1)]]), (MIN, [*theirs, [(0, 1)]]), (None, []), (None, [])], {2: MAX, 3: MIN})


@pytest.mark.parametrize(
    ("mine", "theirs", "value"),
    [
        ((2, 3), (4, 1), HALF),  # whoever attacks loses by it: both wait for ever
        ((3, 2), (4, 1), F(3, 5)),  # better than waiting
        ((1, 4), (2, 3), F(2, 5)),  # the foes attack one who waits, which is the lesser evil
        ((2, 3), (1, 4), F(2, 5)),  # an attack is the lesser evil
    ],
)
def test_waiting_for_ever_is_worth_a_half(mine: tuple[int, int], theirs: tuple[int, int], value: F) -> None:
    """Each pair is how often the party wins and loses by an attack: its own, and that of the foes."""
    attacks = [[[(2, won), (3, lost)]] for won, lost in (mine, theirs)]
    assert best_play(waiting(*attacks), MAX, exactly=True).values[0] == value


def test_of_equal_choices_the_first_is_taken() -> None:
    it = game([(MAX, [LOSE, WIN, WIN]), (None, []), (None, []), (None, [])], {1: None, 2: MAX, 3: MIN})
    assert best_play(it, MAX, exactly=True).chosen[0] == 1
    loop = waiting([WIN], [[(2, 1)]])
    assert best_play(loop, MAX, exactly=True).chosen[:2] == [0, 0]


def test_too_many_ways_in_a_loop_are_refused() -> None:
    size = 13
    ring: list[tuple[str | None, Branches]] = [(MAX, [[(size, 1)], [((at + 1) % size, 1)]]) for at in range(size)]
    with pytest.raises(TooLarge) as error:
        best_play(game([*ring, (None, [])], {size: MAX}), MAX, exactly=True)
    assert error.value.estimate == 2**13


def test_time_is_kept() -> None:
    with pytest.raises(OutOfTime):
        best_play(waiting([WIN], [LOSE]), MAX, exactly=True, deadline=0.0)
