"""The inner loop of certified intervals: shares of all fights swept through a network that is opened on the way.

Plain functions, run as machine code. Every position has a share of all fights that stands there and has not been played
on. The shares that stand anywhere are what is not known yet: whoever wins them, the chances found so far only grow.
Positions are numbered as they are found, so that most moves lead to later ones: a sweep in the order of numbers carries
a share far, and meets most positions when all of theirs has come together.
"""

from __future__ import annotations

from affray.interpret.addresses import address
from affray.interpret.survey import CHANCE, GOES_ON, Marks, Moves

PUSHED, CLOSED, MOVED = 0, 1, 2
"""Positions pushed in the last sweep, positions that it found closed, moves made in all sweeps."""

DONE, SOMEBODY_CHOOSES = 0, 1
"""What stopped a sweep: nothing, or a side that plays its best there; a share of chances says nothing of that."""


def sweep(
    found: int,
    marks: Marks,
    moves: Moves,
    standing: list[float],
    won: list[float],
    closed: list[int],
    state: list[int],
    least: float,
) -> int:
    """Plays on wherever a share of at least `least` stands, once each.

    Positions that are not open yet are put down in `closed`, as far as there is room. `won` receives the share of
    fights that nobody and that each side has won.
    """
    first, stop, ends, choosers, _ = marks
    target, chance, there = address(moves[0]), address(moves[1]), address(standing)
    state[PUSHED] = state[CLOSED] = 0
    for node in range(found):
        share = standing[node]
        if share < least:
            continue
        if first[node] < 0:
            if state[CLOSED] < len(closed):
                closed[state[CLOSED]] = node
                state[CLOSED] += 1
            continue
        if choosers[node] != CHANCE:
            return SOMEBODY_CHOOSES
        standing[node] = 0.0
        state[PUSHED] += 1
        state[MOVED] += stop[node] - first[node] + 1
        if ends[node] != GOES_ON:
            won[ends[node] + 1] += share
            continue
        for m in range(first[node], stop[node]):
            there[target[m]] += share * chance[m]
    return DONE
