"""How often each position is come to on average, once a network is solved. Plain functions, run as machine code."""

from __future__ import annotations

from typing import Any, TypeAlias

from affray.interpret.settling import PASSES, ROUNDING, Net, has_way_out
from affray.interpret.survey import Notes
from affray.rules.machines import ROUND

Sums: TypeAlias = Any
"""A list of chances by fact, or a mapping where few facts are met."""


def visit_all(
    net: Net,
    chosen: list[int],
    order: list[int],
    parts: list[int],
    low: list[int],
    visits: list[float],
    pending: list[float],
) -> bool:
    """Counts the visits of each position; from there each of its moves is made in proportion to its chance.

    `pending` holds 1 at the start and 0 elsewhere. False where a part is come to that is never left, and where one
    takes too many passes.
    """
    first, stop, _, _, _ = net[0]
    target, chance, last = net[1]
    for part in range(parts[0] - 1, -1, -1):
        begin = parts[part] if part else 0
        end = parts[part + 1]
        if end - begin > 1 and not has_way_out(net, order, begin, end, low, -1 - part):
            for i in range(begin, end):
                if pending[order[i]] > 0.0:
                    return False
            continue
        waiting, number = 1.0, 0
        while waiting > ROUNDING * ROUNDING:
            number += 1
            if number > PASSES:
                return False
            waiting = 0.0
            for i in range(end - 1, begin - 1, -1):
                node = order[i]
                share = pending[node]
                if share == 0.0:
                    continue
                pending[node] = 0.0
                visits[node] += share
                way = 0
                for m in range(first[node], stop[node]):
                    if way == chosen[node]:
                        pending[target[m]] += share * chance[m]
                    way += 1 if last[m] else 0
            for i in range(begin, end):
                waiting += pending[order[i]]
    return True


def add_up(net: Net, size: int, told: int, notes: Notes, visits: list[float], origin: list[int], sums: Sums) -> float:
    """Adds to each of the first `told` facts how often the move that it belongs to is made.

    Returns the rounds that begin on average.
    """
    first, stop, _, _, rows = net[0]
    chance = net[1][1]
    begun = 0.0
    for node in range(size):
        if rows[node] == ROUND:
            begun += visits[node]
        for m in range(first[node], stop[node]):
            origin[m] = node
    moved, facts = notes
    for k in range(told):
        sums[facts[k]] += visits[origin[moved[k]]] * chance[moved[k]]
    return begun
