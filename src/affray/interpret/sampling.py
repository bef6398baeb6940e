"""The inner loop of bulk sampling: fights played by a machine, counted. Plain functions, run as machine code."""

from __future__ import annotations

from typing import TypeAlias

from affray.interpret.addresses import address
from affray.interpret.draws import below, below_large
from affray.interpret.stand_ins import fate, left, rounds, row, take, winner
from affray.rules.machines import FATES, OVER, ROUND, Fixed

ENDS = len(FATES)
LIMITED = -2
"""Instead of a row: the fight has had rounds enough."""


Tables: TypeAlias = tuple[list[int], list[int], list[int], list[int]]
"""Where the words of each row begin, how many they are, the words, and the sums of weights; see `play`."""

Counts: TypeAlias = tuple[list[int], list[int], list[int], list[int], list[int]]
"""What is counted: who won, the rounds begun, fates, what was left, and the span of that."""


def sample(
    P: Fixed,
    start: list[int],
    s: list[int],
    g: list[int],
    done: list[int],
    runs: int,
    limit: int,
    at: list[int],
    size: list[int],
    words: list[int],
    steps: list[int],
    winners: list[int],
    begun: list[int],
    fates: list[int],
    lefts: list[int],
    span: list[int],
    most: int,
) -> int:
    """Plays fights until `done[0]` of `runs` are counted; returns `OVER`, or a row that is needed and not there yet.

    `span` receives the least and the largest amount that any fighter had left.

    A fight that met a row which is not there is played again from its start, with the generator as it was then.
    """
    tables = address(at), address(size), address(words), address(steps)
    counts = address(winners), address(begun), address(fates), address(lefts), address(span)
    sizes = len(start), len(fates) // ENDS, len(winners) - 1
    return fights(
        address(P), address(start), address(s), address(g), address(done), runs, limit, tables, counts, sizes, most
    )


def fights(
    P: Fixed,
    start: list[int],
    s: list[int],
    g: list[int],
    done: list[int],
    runs: int,
    limit: int,
    tables: Tables,
    counts: Counts,
    sizes: tuple[int, int, int],
    most: int,
) -> int:
    """What `sample` does, on addresses; `sizes` are those of a position, of the roster, and the last of `winners`."""
    at, size, words, steps = tables
    winners, begun, fates, lefts, span = counts
    length, fighters, undecided = sizes
    width = 2 * most + 1
    low, high = span[0], span[1]
    due = OVER
    while done[0] < runs:
        before = g[0]
        for i in range(length):
            s[i] = start[i]
        due = play(P, s, g, limit, at, size, words, steps)
        if due >= 0:
            g[0] = before
            break
        winners[undecided if due == LIMITED else winner(s, P) + 1] += 1
        begun[rounds(s, P)] += 1
        for fighter in range(fighters):
            fates[fighter * ENDS + fate(s, P, fighter)] += 1
            amount = left(s, P, fighter)
            lefts[fighter * width + amount + most] += 1
            low = min(low, amount)
            high = max(high, amount)
        done[0] += 1
    span[0], span[1] = low, high
    return max(due, OVER)


def play(
    P: Fixed,
    s: list[int],
    g: list[int],
    limit: int,
    at: list[int],
    size: list[int],
    words: list[int],
    steps: list[int],
) -> int:
    """Plays one fight to its end (`OVER`), to the end of round `limit` (`LIMITED`), or to a row that is not there.

    A row has `size` equally likely words from `at` on; where that is below 0, so many unlike ones whose weights are
    summed up in `steps`.
    """
    due = row(s, P)
    while due >= 0:
        if due == ROUND and rounds(s, P) >= limit:
            return LIMITED
        number, first = size[due], at[due]
        if number == 1:
            word = words[first]
        elif number > 1:
            word = words[first + below(g, number)]
        elif number < 0:
            word = words[first + place(steps, first, -number, below_large(g, steps[first - number - 1]))]
        else:
            return due
        take(s, P, word)
        due = row(s, P)
    return due


def place(steps: list[int], first: int, number: int, drawn: int) -> int:
    """The first of `number` ascending sums, from `first` on, that is above the number drawn."""
    low, high = 0, number - 1
    while low < high:
        middle = (low + high) // 2
        if steps[first + middle] > drawn:
            high = middle
        else:
            low = middle + 1
    return low
