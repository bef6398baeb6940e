"""The inner loop of certified intervals: chances pushed through a network that is opened on the way.

Plain functions, run as machine code. Every position has a share of all fights that stands there and has not been played
on. The shares that stand anywhere are what is not known yet: whoever wins them, the chances found so far only grow.
"""

from __future__ import annotations

from affray.interpret.survey import CHANCE, GOES_ON, Marks, Moves

HEAD, WAITING, PUSHES, CLOSED = 0, 1, 2, 3
"""Where the queue begins, how many wait in it, how many pushes there have been, how many positions are to be opened."""

DONE, SOMEBODY_CHOOSES = 0, 1
"""What stopped a push: nothing, or a side that plays its best there; a share of chances says nothing of that."""


def push(
    marks: Marks,
    moves: Moves,
    standing: list[float],
    won: list[float],
    queue: list[int],
    queued: list[int],
    closed: list[int],
    state: list[int],
    least: float,
    steps: int,
) -> int:
    """Plays on, one position after another, where a share of at least `least` stands; at most `steps` of them.

    Positions that are not open are put down in `closed`, as far as there is room. `won` receives the share of fights
    that nobody and that each side has won.
    """
    first, stop, ends, choosers, _ = marks
    target, chance, _ = moves
    room = len(queue)
    for _ in range(steps):
        if state[WAITING] == 0 or state[CLOSED] == len(closed):
            return DONE
        node = queue[state[HEAD]]
        state[HEAD] = (state[HEAD] + 1) % room
        state[WAITING] -= 1
        if first[node] < 0:
            closed[state[CLOSED]] = node
            state[CLOSED] += 1
            continue
        if choosers[node] != CHANCE:
            return SOMEBODY_CHOOSES
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


def queue_again(closed: list[int], queue: list[int], state: list[int]) -> None:
    """Queues the positions that were to be opened, and are."""
    room = len(queue)
    for k in range(state[CLOSED]):
        queue[(state[HEAD] + state[WAITING]) % room] = closed[k]
        state[WAITING] += 1
    state[CLOSED] = 0


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
