"""Best play of both sides: the value of every position of a game, and the choice that gives it.

The value is the chance that one's own side wins, plus half the chance that nobody does, plus half that of a fight
without end. Positions that lead back to each other (a round in which nobody attacks) are solved together, by trying
every way to choose in them: never by repeating until nothing changes, whose result depends on where it begins.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

import msgspec

from affray.errors import OutOfTime, TooLarge
from affray.interpret.game import Game
from affray.interpret.solve import ROUNDING, components, eliminate
from affray.interpret.tabulate import Chain

Number: TypeAlias = Any
"""A Fraction, or a float."""

MOST_WAYS = 4096
"""Ways to choose in positions that lead back to each other, all of both sides together."""


class BestPlay(msgspec.Struct, frozen=True, eq=False):
    """The value of every position for one side, and the number of the choice that both sides should make there.

    Positions that lead back to each other have one number in `loops`, all others none.
    """

    values: list[Number]
    chosen: list[int]
    loops: dict[int, int]


def best_play(game: Game, own: str, exactly: bool, deadline: float | None = None) -> BestPlay:
    """The value of every position for the side `own` when both sides play as well as they can.

    Of choices that are worth the same the first is taken. Cost: about a microsecond a move in floats. Raises
    `OutOfTime`, and `TooLarge` where too many positions lead back to each other.
    """
    one: Number = Fraction(1) if exactly else 1.0
    half = one / 2
    values: list[Number] = [None] * game.size
    chosen = [0] * game.size
    loops: dict[int, int] = {}
    for node, winner in game.ends.items():
        values[node] = half if winner is None else one if winner == own else one - one
    for part in components(game):
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime("the time is up; positions to be solved", estimate=game.size, limit=game.size)
        node = part[0]
        if len(part) > 1 or any(successor == node for successor, _ in game.moves[node]):
            _solve_loop(game, own, part, values, chosen, half)
            loops.update(dict.fromkeys(part, node))
        elif node not in game.ends:
            _choose(game, own, node, values, chosen, exactly)
    return BestPlay(values, chosen, loops)


def _choose(game: Game, own: str, node: int, values: list[Number], chosen: list[int], exactly: bool) -> None:
    """The best choice of a position whose successors are all solved."""
    worth = [mean(game.choice(node, number), values, exactly) for number in range(len(game.cuts[node]))]
    values[node], chosen[node] = _first_best(worth, game.choosers[node] == own, exactly)


def mean(moves: Sequence[tuple[int, int]], values: Sequence[Number], exactly: bool) -> Number:
    """The mean value of the successors, by their weights."""
    if len(moves) == 1:
        return values[moves[0][0]]
    total = sum([weight for _, weight in moves])
    value = sum([weight * values[successor] for successor, weight in moves])
    return Fraction(value) / total if exactly else value / total


# Positions that lead back to each other


class Way(NamedTuple):
    """A choice: the chances to go to positions of the part (by place), the value of what else it leads to."""

    number: int
    inner: dict[int, Number]
    known: Number
    leaving: Number


def _solve_loop(game: Game, own: str, part: list[int], values: list[Number], chosen: list[int], half: Number) -> None:
    """Tries all ways to choose, of both sides, and keeps those that neither side can better."""
    exactly = isinstance(half, Fraction)
    ways = [_ways(game, own, part, node, values, half) for node in part]
    count = prod(len(one) for one in ways)
    if count > MOST_WAYS:
        raise TooLarge("ways to choose in positions that lead back to each other", estimate=count, limit=MOST_WAYS)
    mine = [place for place, node in enumerate(part) if game.choosers[node] == own]
    theirs = [place for place in range(len(part)) if place not in mine]
    rows, lines = (list(product(*(ways[place] for place in places))) for places in (mine, theirs))
    found = [[_values(_join(mine, one, theirs, other), half) for other in lines] for one in rows]
    # In such a game some way to choose is best from every position at once, so that the sums find it.
    columns = list(zip(*found, strict=True))
    held = [sum(map(min, zip(*line, strict=True))) for line in found]
    given = [sum(map(max, zip(*line, strict=True))) for line in columns]
    most, row = _first_best(held, True, exactly)
    least, column = _first_best(given, False, exactly)
    margin = 0 if exactly else len(part) * ROUNDING
    if abs(most - least) > margin:
        raise ArithmeticError("no way to choose is best from every position at once")
    solved = found[held.index(most)][given.index(least)]
    picked = _join(mine, rows[row], theirs, lines[column])
    for node, way, value in zip(part, picked, solved, strict=True):
        values[node], chosen[node] = value, way.number


def _first_best(values: list[Number], maximises: bool, exactly: bool) -> tuple[Number, int]:
    """The best value, and the place of the first one that is as good (in floats: but for rounding)."""
    best = max(values) if maximises else min(values)
    margin = 0 if exactly else ROUNDING
    return best, next(place for place, value in enumerate(values) if abs(value - best) <= margin)


def _ways(game: Game, own: str, part: list[int], node: int, values: list[Number], half: Number) -> list[Way]:
    """The best of the choices that lead out of the part, and each of those that may lead back into it, in order."""
    exactly = isinstance(half, Fraction)
    place = {one: at for at, one in enumerate(part)}
    zero = half - half
    back: list[Way] = []
    out: Way | None = None
    maximises = game.choosers[node] == own
    for number in range(len(game.cuts[node])):
        moves = game.choice(node, number)
        total = sum(weight for _, weight in moves)
        inner: dict[int, Number] = {}
        known, leaving = zero, zero
        for successor, weight in moves:
            chance: Number = Fraction(weight, total) if exactly else weight / total
            target = place.get(successor)
            if target is None:
                known += chance * values[successor]
                leaving += chance
            else:
                inner[target] = inner.get(target, zero) + chance
        way = Way(number, inner, known, leaving)
        if inner:
            back.append(way)
        elif out is None or (known > out.known if maximises else known < out.known):
            out = way
    return sorted([*back, out] if out is not None else back, key=lambda way: way.number)


def _join(mine: list[int], one: Sequence[Way], theirs: list[int], other: Sequence[Way]) -> list[Way]:
    """The choices of both sides, by place."""
    joined = dict(zip(mine, one, strict=True)) | dict(zip(theirs, other, strict=True))
    return [joined[place] for place in range(len(joined))]


def _values(ways: list[Way], half: Number) -> list[Number]:
    """The values of the positions of a part when the choices are these; one that never leaves it is worth a half."""
    zero = half - half
    leaves = {place for place, way in enumerate(ways) if way.leaving}
    while more := {place for place, way in enumerate(ways) if place not in leaves and leaves & way.inner.keys()}:
        leaves |= more
    rows = sorted(leaves)
    place = {one: at for at, one in enumerate(rows)}
    inner: list[dict[int, Number]] = []
    known: list[list[Number]] = []
    leaving: list[Number] = []
    for one in rows:
        way = ways[one]
        stuck = sum([chance for target, chance in way.inner.items() if target not in leaves], zero)
        inner.append({place[target]: chance for target, chance in way.inner.items() if target in leaves})
        known.append([way.known + stuck * half])
        leaving.append(way.leaving + stuck)
    eliminate(inner, known, leaving, zero)
    solved = [half] * len(ways)
    for at, one in enumerate(rows):
        solved[one] = known[at][0]
    return solved


def chain_of(game: Game, best: BestPlay) -> Chain:
    """The fight when both sides choose as they should: the positions that are still reached, numbered anew."""
    number = {0: 0}
    waiting = [0]
    chain = Chain([], [], {})
    for node in waiting:
        if node in game.ends:
            chain.ends[number[node]] = game.ends[node]
        moves = game.choice(node, best.chosen[node]) if game.cuts[node] else []
        for successor, _ in moves:
            if successor not in number:
                number[successor] = len(waiting)
                waiting.append(successor)
        chain.moves.append([(number[successor], weight) for successor, weight in moves])
        chain.totals.append(sum(weight for _, weight in moves) or 1)
    return chain
