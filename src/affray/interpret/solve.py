"""The exact outcome of a chain: strongly connected parts in order, each by elimination.

Fights loop (two fighters who both miss are where they were), so no recursion to a depth and no iteration to a fixed
point: the nodes of a loop are solved together. What can never end is `undecided`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from time import monotonic
from typing import Any, Protocol

import msgspec

from affray.errors import OutOfTime
from affray.interpret.tabulate import Chain

NOBODY = "nobody"
ROUNDING = 1e-12
"""The error stated for answers in floating point: every operation adds at most 2**-52, and none subtracts."""


class Graph(Protocol):
    """Numbered nodes and the (successor, weight) of each."""

    @property
    def size(self) -> int: ...

    @property
    def moves(self) -> list[list[tuple[int, int]]]: ...


class Odds(msgspec.Struct, frozen=True):
    """The chance of each end: a share for every winner in `win` (with "nobody"), and what never ends."""

    win: dict[str, Any]
    undecided: Any


def solve(chain: Chain, exactly: bool, deadline: float | None = None) -> Odds:
    """The odds of a fight from its start, as fractions if `exactly`, else as floats that are exact but for rounding.

    Cost: floats a microsecond or so an edge; fractions grow with the fight (thousands of digits for ten fighters).
    Raises `OutOfTime` when `time.monotonic()` has passed `deadline`; looked at before each part.
    """
    winners = [*dict.fromkeys(winner or NOBODY for winner in chain.ends.values()), None]
    zero: Any = Fraction(0) if exactly else 0.0
    one: Any = Fraction(1) if exactly else 1.0
    values: list[Any] = [None] * chain.size
    for part in components(chain):
        if deadline is not None and monotonic() > deadline:
            raise OutOfTime("the time is up; states to be solved", estimate=chain.size, limit=chain.size)
        if len(part) == 1 and part[0] in chain.ends:
            winner = chain.ends[part[0]] or NOBODY
            values[part[0]] = tuple(one if winner == name else zero for name in winners)
        else:
            _solve_part(chain, part, values, len(winners), zero, one)
    *shares, undecided = values[0]
    return Odds(dict(zip(winners, shares, strict=False)), undecided)  # type: ignore[arg-type]


def _solve_part(chain: Chain, part: list[int], values: list[Any], width: int, zero: Any, one: Any) -> None:
    """The values of nodes that reach each other, all else being solved; a loop without a way out is undecided."""
    exactly = isinstance(zero, Fraction)
    place = {node: row for row, node in enumerate(part)}
    inner: list[dict[int, Any]] = []
    known: list[list[Any]] = []
    leaving: list[Any] = []
    for node in part:
        row: dict[int, Any] = {}
        sums = [zero] * width
        out = zero
        total = chain.totals[node]
        for successor, weight in chain.moves[node]:
            chance: Any = Fraction(weight, total) if exactly else weight / total
            target = place.get(successor)
            if target is not None:
                row[target] = row.get(target, zero) + chance
                continue
            out += chance
            for column, value in enumerate(values[successor]):
                if value:
                    sums[column] += chance * value
        inner.append(row)
        known.append(sums)
        leaving.append(out)
    if not any(leaving):
        for node in part:
            values[node] = (zero,) * (width - 1) + (one,)
        return
    eliminate(inner, known, leaving, zero)
    for node, sums in zip(part, known, strict=True):
        values[node] = tuple(sums)


def eliminate(inner: list[dict[int, Any]], known: list[list[Any]], leaving: list[Any], zero: Any) -> None:
    """Solves value = known + inner * value, a node at a time, last first, without a subtraction.

    `leaving` is the chance of each node to leave the part or to go to a node solved later: 1 minus the chance to stay
    is taken as the sum of what does not stay, which loses no digit (Grassmann, Taksar and Heyman's way).
    """
    size = len(inner)
    into: list[set[int]] = [set() for _ in range(size)]
    for source, row in enumerate(inner):
        for target in row:
            into[target].add(source)
    for pivot in range(size - 1, -1, -1):
        row = inner[pivot]
        row.pop(pivot, None)
        away = leaving[pivot] + sum((row[target] for target in row if target < pivot), zero)
        for target in row:
            row[target] /= away
        known[pivot] = [value / away for value in known[pivot]]
        leaving[pivot] = leaving[pivot] / away
        for source in into[pivot]:
            if source >= pivot or pivot not in inner[source]:
                continue
            share = inner[source].pop(pivot)
            for target, chance in row.items():
                if target < pivot:
                    inner[source][target] = inner[source].get(target, zero) + share * chance
                    into[target].add(source)
            mine, theirs = known[source], known[pivot]
            for column, value in enumerate(theirs):
                mine[column] += share * value
            leaving[source] += share * leaving[pivot]
    for pivot in range(1, size):
        mine = known[pivot]
        for target, chance in inner[pivot].items():
            if target < pivot:
                theirs = known[target]
                for column, value in enumerate(theirs):
                    mine[column] += chance * value


def components(chain: Graph) -> Iterator[list[int]]:
    """The strongly connected parts, each after every part that it leads to (Tarjan's algorithm, without recursion)."""
    order = [-1] * chain.size
    low = [0] * chain.size
    on_stack = bytearray(chain.size)
    stack: list[int] = []
    found = 0
    for root in range(chain.size):
        if order[root] >= 0:
            continue
        work = [(root, 0)]
        while work:
            node, at = work.pop()
            if at == 0:
                order[node] = low[node] = found
                found += 1
                stack.append(node)
                on_stack[node] = 1
            moves = chain.moves[node]
            while at < len(moves):
                successor = moves[at][0]
                at += 1
                if order[successor] < 0:
                    work += [(node, at), (successor, 0)]
                    break
                if on_stack[successor]:
                    low[node] = min(low[node], order[successor])
            else:
                if work:
                    parent = work[-1][0]
                    low[parent] = min(low[parent], low[node])
                if low[node] == order[node]:
                    part = []
                    while True:
                        member = stack.pop()
                        on_stack[member] = 0
                        part.append(member)
                        if member == node:
                            break
                    yield part
