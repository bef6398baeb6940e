"""The inner loop of exploring: every position that a machine can reach, numbered. Plain functions, run as machine code.

Positions are rows of small numbers in a store, found again by a table of slots (their number + 1, 0 where free). What
a position leads to are its moves, each a target and a chance, with a 1 at the last one of every option. A chance that
is due once an option was chosen belongs to the option: only what comes of it is a position.
"""

from __future__ import annotations

from typing import TypeAlias

from affray.interpret.stand_ins import canon, choose, chooser, fate, left, options, row, take, winner
from affray.rules.machines import CHOICE, FATES, OVER, Fixed, Numbers

ENDS = len(FATES)
DONE, STORE_IS_FULL, MOVES_ARE_FULL, NOTES_ARE_FULL = -1, -2, -3, -4
"""What stopped a survey, where it was no row that is not there yet."""

FOUND, OPENED, MOVES, TOLD, FIGHTERS = 0, 1, 2, 3, 4
"""The counts: positions found and opened, moves, facts told; and how many fighters facts are told of, or 0."""

GOES_ON, CHANCE = -3, -1
"""In `ends` for a position where the fight goes on; in `choosers` where nobody chooses."""

Book: TypeAlias = tuple[list[int], list[int]]
"""The store and the slots."""

Outcomes: TypeAlias = tuple[list[int], list[int], list[int], list[float]]
"""Of each row where its outcomes begin and how many there are (0: not there yet); the word and chance of each."""

Marks: TypeAlias = tuple[list[int], list[int], list[int], list[int], list[int]]
"""Of each position where its moves begin (below 0: it is not open yet) and end, who won, who chooses, the row due."""

Moves: TypeAlias = tuple[list[int], list[float], list[int]]
"""The target and the chance of each move, and whether it is the last of its option."""

Notes: TypeAlias = tuple[list[int], list[int]]
"""The move that a fact belongs to, and the fact; see `tell`."""


def survey(
    P: Fixed,
    s: Numbers,
    t: Numbers,
    u: Numbers,
    counts: list[int],
    until: int,
    book: Book,
    outcomes: Outcomes,
    marks: Marks,
    moves: Moves,
    notes: Notes,
    most: int,
) -> int:
    """Opens positions in order up to number `until`; returns why it stopped, or the row that is not there yet."""
    while counts[OPENED] < counts[FOUND] and counts[OPENED] < until:
        status = open_one(P, s, t, u, counts[OPENED], counts, book, outcomes, marks, moves, notes, most)
        if status != DONE:
            return status
    return DONE


def open_one(
    P: Fixed,
    s: Numbers,
    t: Numbers,
    u: Numbers,
    node: int,
    counts: list[int],
    book: Book,
    outcomes: Outcomes,
    marks: Marks,
    moves: Moves,
    notes: Notes,
    most: int,
) -> int:
    """Finds what one position leads to; where it cannot be done yet, all but new positions is as before."""
    first, stop, ends, choosers, rows = marks
    store, last, width = book[0], moves[2], len(s)
    made, told = counts[MOVES], counts[TOLD]
    for i in range(width):
        s[i] = store[node * width + i]
    due = row(s, P)
    ends[node], choosers[node], rows[node] = GOES_ON, CHANCE, due
    status = DONE
    if due == OVER:
        ends[node] = winner(s, P)
    elif due == CHOICE:
        choosers[node] = chooser(s, P)
        for option in range(options(s, P)):
            for i in range(width):
                t[i] = s[i]
            choose(t, P, option)
            after = row(t, P)
            if after >= 0:
                status = expand(P, s, t, u, after, counts, book, outcomes, moves, notes, most)
            else:
                status = move(P, s, t, 1.0, counts, book, moves, notes, most)
            if status != DONE:
                break
            last[counts[MOVES] - 1] = 1
    else:
        status = expand(P, s, s, u, due, counts, book, outcomes, moves, notes, most)
        if status == DONE:
            last[counts[MOVES] - 1] = 1
    if status != DONE:
        for i in range(made, counts[MOVES]):
            last[i] = 0
        counts[MOVES], counts[TOLD] = made, told
        return status
    first[node], stop[node] = made, counts[MOVES]
    counts[OPENED] += 1
    return DONE


def expand(
    P: Fixed,
    before: Numbers,
    s: Numbers,
    u: Numbers,
    due: int,
    counts: list[int],
    book: Book,
    outcomes: Outcomes,
    moves: Moves,
    notes: Notes,
    most: int,
) -> int:
    """A move for each outcome of the chance that is due at `s`."""
    at, number, words, chances = outcomes
    if number[due] == 0:
        return due
    for k in range(at[due], at[due] + number[due]):
        for i in range(len(s)):
            u[i] = s[i]
        take(u, P, words[k])
        status = move(P, before, u, chances[k], counts, book, moves, notes, most)
        if status != DONE:
            return status
    return DONE


def move(
    P: Fixed,
    before: Numbers,
    after: Numbers,
    share: float,
    counts: list[int],
    book: Book,
    moves: Moves,
    notes: Notes,
    most: int,
) -> int:
    """One more move; what it leads to is forgotten as far as it can be, and found or numbered anew."""
    target, chance, _ = moves
    if counts[MOVES] == len(target):
        return MOVES_ARE_FULL
    if counts[FIGHTERS] and not tell(P, before, after, counts, notes, most):
        return NOTES_ARE_FULL
    canon(after, P)
    node = find(after, counts, book)
    if node < 0:
        return STORE_IS_FULL
    target[counts[MOVES]] = node
    chance[counts[MOVES]] = share
    counts[MOVES] += 1
    return DONE


def find(s: Numbers, counts: list[int], book: Book) -> int:
    """The number of a position, a new one if it has not been met; -1 where there is no room for one."""
    store, slots = book
    width, mask = len(s), len(slots) - 1
    slot = hashed(s, 0, width) & mask
    while slots[slot]:
        node = slots[slot] - 1
        same = True
        for i in range(width):
            if store[node * width + i] != s[i]:
                same = False
                break
        if same:
            return node
        slot = (slot + 1) & mask
    node = counts[FOUND]
    if (node + 1) * width > len(store):
        return -1
    slots[slot] = node + 1
    for i in range(width):
        store[node * width + i] = s[i]
    counts[FOUND] += 1
    return node


def hashed(numbers: list[int], first: int, width: int) -> int:
    """A number of 54 bits for `width` numbers from place `first` on."""
    key = 0
    for i in range(first, first + width):
        key = ((key << 5) ^ (key >> 7) ^ (numbers[i] * 0x2545F491)) & 0x3FFFFFFFFFFFFF
    key = ((key ^ (key >> 23)) * 0x2127599B) & 0x3FFFFFFFFFFFFF
    return key ^ (key >> 27)


def settle_in(width: int, found: int, book: Book) -> None:
    """Fills an empty table of slots with the positions that have been found."""
    store, slots = book
    mask = len(slots) - 1
    for node in range(found):
        slot = hashed(store, node * width, width) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1


def tell(P: Fixed, before: Numbers, after: Numbers, counts: list[int], notes: Notes, most: int) -> bool:
    """Notes what the next move does to fighters, and who stands at the end; False where there is no room."""
    told, facts = notes
    fighters = counts[FIGHTERS]
    if counts[TOLD] + 3 * fighters > len(facts):
        return False
    over = row(after, P) == OVER
    for fighter in range(fighters):
        was, now = fate(before, P, fighter), fate(after, P, fighter)
        if was != now:
            told[counts[TOLD]] = told[counts[TOLD] + 1] = counts[MOVES]
            facts[counts[TOLD]], facts[counts[TOLD] + 1] = changed(fighter, was, now)
            counts[TOLD] += 2
        if over and now == 0:
            told[counts[TOLD]] = counts[MOVES]
            facts[counts[TOLD]] = standing_with(fighter, left(after, P, fighter), fighters, most)
            counts[TOLD] += 1
    return True


def changed(fighter: int, was: int, now: int) -> tuple[int, int]:
    """The facts that a fighter is no longer of one fate, and that it is of another."""
    return 2 * (fighter * ENDS + was), 2 * (fighter * ENDS + now) + 1


def standing_with(fighter: int, amount: int, fighters: int, most: int) -> int:
    """The fact that a fighter stands at the end with so much left; these are numbered after the others."""
    return 2 * fighters * ENDS + fighter * (2 * most + 1) + amount + most
