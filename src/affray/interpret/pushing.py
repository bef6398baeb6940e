"""The inner loop of certified intervals: chances pushed through a network that is opened on the way.

Plain functions, run as machine code. Every position has a share of all fights that stands there and has not been played
on. The shares that stand anywhere are what is not known yet: whoever wins them, the chances found so far only grow.
"""

from __future__ import annotations

from affray.interpret.survey import CHANCE, DONE, GOES_ON, Book, Marks, Moves, Notes, Outcomes, open_one
from affray.rules.machines import Fixed, Numbers

HEAD, WAITING, PUSHES = 0, 1, 2
"""Where the queue begins, how many wait in it, how many pushes there have been."""

SOMEBODY_CHOOSES = -5
"""What stopped a push: a side plays its best there, and a share of chances says nothing of that."""


def push(
    P: Fixed,
    s: Numbers,
    t: Numbers,
    u: Numbers,
    counts: list[int],
    book: Book,
    outcomes: Outcomes,
    marks: Marks,
    moves: Moves,
    notes: Notes,
    most: int,
    standing: list[float],
    won: list[float],
    queue: list[int],
    queued: list[int],
    state: list[int],
    least: float,
    steps: int,
) -> int:
    """Plays on, one position after another, where a share of at least `least` stands; at most `steps` of them.

    `won` receives the share of fights that nobody and that each side has won. Returns `DONE` when the queue is empty or
    the steps are used up, else what is missing.
    """
    first, stop, ends, choosers, _ = marks
    target, chance, _ = moves
    room = len(queue)
    for _ in range(steps):
        if state[WAITING] == 0:
            return DONE
        node = queue[state[HEAD]]
        if first[node] < 0:
            status = open_one(P, s, t, u, node, counts, book, outcomes, marks, moves, notes, most)
            if status != DONE:
                return status
        if choosers[node] != CHANCE:
            return SOMEBODY_CHOOSES
        state[HEAD] = (state[HEAD] + 1) % room
        state[WAITING] -= 1
        queued[node] = 0
        share = standing[node]
        standing[node] = 0.0
        state[PUSHES] += stop[node] - first[node] + 1
        if ends[node] != GOES_ON:
            won[ends[node] + 1] += share
            continue
        for m in range(first[node], stop[node]):
            after = target[m]
            standing[after] += share * chance[m]
            if standing[after] >= least and queued[after] == 0:
                queued[after] = 1
                queue[(state[HEAD] + state[WAITING]) % room] = after
                state[WAITING] += 1
    return DONE


def queue_up(
    found: int, standing: list[float], queue: list[int], queued: list[int], state: list[int], least: float
) -> None:
    """Queues every position where a share of at least `least` stands."""
    room = len(queue)
    for node in range(found):
        if standing[node] >= least and queued[node] == 0:
            queued[node] = 1
            queue[(state[HEAD] + state[WAITING]) % room] = node
            state[WAITING] += 1
