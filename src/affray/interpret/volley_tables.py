"""The tables of whole turns: what a set of attackers makes of a slot, as whole weights and as an alias table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from affray.interpret.sides import Layout
from affray.interpret.sides_chart import Chart

WORD = 63
"""Bits of a word that choose an outcome."""


class Table(NamedTuple):
    """What one set of attackers makes of one slot: the slots that it leads to, and their whole weights."""

    side: int
    acting: int
    target: int
    slots: list[int]
    weights: list[int]


def alias(weights: list[int], bits: int, rest: int) -> list[tuple[int, int, int]]:
    """The alias table of a distribution, in 2**bits columns: (threshold, own entry, other entry) of each.

    A column's own entry is taken below the threshold, out of 2**rest. Made of whole numbers alone.
    """
    size, total = 1 << bits, sum(weights)
    left = [weight * size for weight in weights] + [0] * (size - len(weights))
    small = [at for at in range(size) if left[at] < total]
    large = [at for at in range(size) if left[at] >= total]
    found = [(1 << rest, at, at) for at in range(size)]
    while small:
        at, other = small.pop(), large[-1]
        found[at] = (-(-(left[at] << rest) // total), min(at, len(weights) - 1), other)
        left[other] -= total - left[at]
        if left[other] < total:
            small.append(large.pop())
    return found


# Who is brought to 0 exactly


def shares_at_0(fight: Layout, table: Table) -> list[list[tuple[int, float]]]:
    """For each entry of a table, given that it is drawn: who is brought to 0 exactly, and how likely."""
    chart, blows = fight.charts[1 - table.side], fight.blows[table.side]
    masses: dict[tuple[int, int], float] = {(table.target, -1): 1.0}  # place -1: whoever was brought to 0
    for attacker in fight.charts[table.side].acts[table.acting]:
        after: dict[tuple[int, int], float] = {}
        for (slot, place), mass in masses.items():
            for to, hit, chance in _one_attack(chart, slot, blows.weights[attacker], blows.total):
                after[to, place] = after.get((to, place), 0.0) + mass * chance
                if hit >= 0 and place < 0:
                    after[to, hit] = after.get((to, hit), 0.0) + mass * chance
        masses = after
    found: dict[int, list[tuple[int, float]]] = {slot: [] for slot in table.slots}
    for (slot, place), mass in masses.items():
        if place >= 0:
            found[slot].append((place, mass / masses[slot, -1]))
    return [found[slot] for slot in table.slots]


def _one_attack(chart: Chart, slot: int, weights: list[list[int]], total: int) -> Iterator[tuple[int, int, float]]:
    """Where one attack leads, who is brought to 0 exactly by it (or -1), and how likely that is."""
    options = chart.options[slot]
    if not options:
        yield slot, -1, 1.0
        return
    everybody = sum([option.alike for option in options])
    for option in options:
        share = option.alike / everybody / total
        points = chart.points[slot][option.place]
        damages = weights[option.kind]
        for damage, weight in enumerate(damages):
            if not weight:
                continue
            to = option.slots[min(damage, len(option.slots)) - 1] if damage else slot
            ways = chart.chances[to] or ((to, 1),)
            whole = sum([one for _, one in ways])
            for end, one in ways:
                yield end, option.place if damage == points else -1, share * weight * one / whole
