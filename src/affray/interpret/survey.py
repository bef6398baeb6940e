"""The inner loops of exploring: what positions lead to, and their numbers. Plain functions, run as machine code.

Two loops take turns, so that each is short enough for the processor to run ahead in it. `unfold` plays on from some
positions and puts down all that comes of them; `enter` looks those up and numbers the ones that are new.

Positions are rows of small numbers in a store: of a machine's numbers only those that are *live*, which have been
seen to differ from the start's, four to a word of 64 bits. They are found again by a table of slots (their number +
1, 0 where free). What a position leads to are its moves, each a target and a chance, with a mark at the last one of
every option. A chance that is due once an option was chosen belongs to the option: only what comes of it is a
position. So does a reply to it that is due at once: the moves of one reply follow those of another.
"""

from __future__ import annotations

from typing import TypeAlias

from affray.interpret.addresses import address
from affray.interpret.stand_ins import (
    canon,
    choose,
    chooser,
    fate,
    left,
    merge,
    options,
    replies,
    row,
    take,
    winner,
)
from affray.rules.machines import CHOICE, FATES, OVER, Fixed, Numbers

ENDS = len(FATES)
DONE, FULL, NEWLY_LIVE, TOO_WIDE = -1, -2, -3, -4
"""What stopped `unfold`, where it was no row that is not there yet: nothing, a full batch, a number that has become
live, or one that does not fit the store."""

OPENED, MADE, TOLD, LIVE = 0, 1, 2, 3
"""The counts of a batch: positions unfolded, moves made, facts told; and the number that became live."""

FOUND, ENTERED, MOVES, FACTS = 0, 1, 2, 3
"""The counts of a network: positions found and open, their moves, facts."""

GOES_ON, CHANCE = -3, -1
"""In `ends` for a position where the fight goes on; in `choosers` where nobody chooses."""

OPTION, REPLY = 1, 2
"""In `last`: the last move of an option; the last of a reply, after which others to the same option follow."""

SMALL = 4
"""Small numbers in a word."""

Book: TypeAlias = tuple[list[int], list[int]]
"""The words of the store, and the slots."""

Frame: TypeAlias = tuple[list[int], list[int], list[int]]
"""The numbers of the start, the places of those that are live, and of those that are not."""

Outcomes: TypeAlias = tuple[list[int], list[int], list[int], list[float]]
"""Of each row where its outcomes begin and how many there are (0: not there yet); the word and chance of each."""

Marks: TypeAlias = tuple[list[int], list[int], list[int], list[int], list[int]]
"""Of each position where its moves begin (below 0: it is not open yet) and end, who won, who chooses, the row due."""

Moves: TypeAlias = tuple[list[int], list[float], list[int]]
"""The target and the chance of each move, and whether it is the last of its option or reply, else 0."""

Notes: TypeAlias = tuple[list[int], list[int]]
"""The move that a fact belongs to, and the fact; see `tell`."""

Batch: TypeAlias = tuple[Marks, list[int], list[int], list[float], list[int], Notes]
"""What `unfold` puts down: the marks of the positions; of each move the words of its live numbers, its key, its chance
and whether it is the last of its option; the facts."""


def unfold(
    P: Fixed,
    s: Numbers,
    t: Numbers,
    u: Numbers,
    v: Numbers,
    todo: list[int],
    number: int,
    counts: list[int],
    frame: Frame,
    store: list[int],
    outcomes: Outcomes,
    batch: Batch,
    fighters: int,
    most: int,
) -> int:
    """Plays on from the first `number` positions of `todo`, as far as the batch has room; returns what stopped it."""
    while counts[OPENED] < number:
        made, told = counts[MADE], counts[TOLD]
        status = unfold_one(P, s, t, u, v, todo[counts[OPENED]], counts, frame, store, outcomes, batch, fighters, most)
        if status != DONE:
            counts[MADE], counts[TOLD] = made, told
            return status
        counts[OPENED] += 1
    return DONE


def unfold_one(
    P: Fixed,
    s: Numbers,
    t: Numbers,
    u: Numbers,
    v: Numbers,
    node: int,
    counts: list[int],
    frame: Frame,
    store: list[int],
    outcomes: Outcomes,
    batch: Batch,
    fighters: int,
    most: int,
) -> int:
    """Plays on from one position."""
    first, stop, ends, choosers, rows = batch[0]
    start, live, _ = frame
    last, at = batch[4], counts[OPENED]
    width = words_of(len(live))
    for i in range(len(s)):
        s[i] = start[i]
    for i in range(len(live)):
        bits = store[node * width + i // SMALL] >> (16 * (i % SMALL)) & 0xFFFF
        s[live[i]] = (bits ^ 0x8000) - 0x8000
    due = row(s, P)
    first[at], ends[at], choosers[at], rows[at] = counts[MADE], GOES_ON, CHANCE, due
    if due == OVER:
        ends[at] = winner(s, P)
    elif due == CHOICE:
        choosers[at] = chooser(s, P)
        for option in range(options(s, P)):
            for i in range(len(s)):
                t[i] = s[i]
            choose(t, P, option)
            if row(t, P) == CHOICE and chooser(t, P) != choosers[at] and replies(t, P):
                for reply in range(options(t, P)):
                    for i in range(len(s)):
                        v[i] = t[i]
                    choose(v, P, reply)
                    status = follow(P, s, v, u, row(v, P), counts, frame, outcomes, batch, fighters, most)
                    if status != DONE:
                        return status
                    last[counts[MADE] - 1] = REPLY
            else:
                status = follow(P, s, t, u, row(t, P), counts, frame, outcomes, batch, fighters, most)
                if status != DONE:
                    return status
            last[counts[MADE] - 1] = OPTION
    else:
        status = expand(P, s, s, u, due, counts, frame, outcomes, batch, fighters, most)
        if status != DONE:
            return status
        last[counts[MADE] - 1] = OPTION
    stop[at] = counts[MADE]
    return DONE


def follow(
    P: Fixed,
    before: Numbers,
    s: Numbers,
    u: Numbers,
    due: int,
    counts: list[int],
    frame: Frame,
    outcomes: Outcomes,
    batch: Batch,
    fighters: int,
    most: int,
) -> int:
    """What comes of a choice that led to `s`: of the chance that is due there, or else `s` itself."""
    if due >= 0:
        return expand(P, before, s, u, due, counts, frame, outcomes, batch, fighters, most)
    return move(P, before, s, 1.0, counts, frame, batch, fighters, most)


def expand(
    P: Fixed,
    before: Numbers,
    s: Numbers,
    u: Numbers,
    due: int,
    counts: list[int],
    frame: Frame,
    outcomes: Outcomes,
    batch: Batch,
    fighters: int,
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
        status = move(P, before, u, chances[k], counts, frame, batch, fighters, most)
        if status != DONE:
            return status
    return DONE


def move(
    P: Fixed,
    before: Numbers,
    after: Numbers,
    share: float,
    counts: list[int],
    frame: Frame,
    batch: Batch,
    fighters: int,
    most: int,
) -> int:
    """One more move; what it leads to is forgotten as far as it can be, and put down.

    Where nothing is told of fighters, those who are alike need not be told apart.
    """
    _, words, keys, chance, last, notes = batch
    start, live, still = frame
    width, at = words_of(len(live)), counts[MADE]
    if at == len(keys):
        return FULL
    if fighters and not tell(P, before, after, counts, notes, fighters, most):
        return FULL
    canon(after, P)
    if not fighters:
        merge(after, P)
    newly = newly_live(address(after), address(start), address(still), len(still))
    if newly >= 0:
        counts[LIVE] = newly
        return NEWLY_LIVE
    if not put_down(address(after), address(live), len(live), address(words), at * width):
        return TOO_WIDE
    keys[at] = hashed(words, at * width, width)
    chance[at] = share
    last[at] = 0
    counts[MADE] += 1
    return DONE


def newly_live(after: Numbers, start: list[int], still: list[int], number: int) -> int:
    """The first of the places that were still the start's in all positions and is not any more; -1 for none.

    All are looked at without a jump: nearly always there is none.
    """
    unlike = 0
    for i in range(number):
        unlike |= after[still[i]] ^ start[still[i]]
    if unlike == 0:
        return -1
    i = 0
    while after[still[i]] == start[still[i]]:
        i += 1
    return still[i]


def put_down(after: Numbers, live: list[int], number: int, words: list[int], first: int) -> bool:
    """Writes the live numbers of a position into words, four to each; False where one is too large for that."""
    beyond, word, shift = 0, 0, 0
    for i in range(number):
        amount = after[live[i]]
        beyond |= amount + 0x8000
        word |= (amount & 0xFFFF) << shift
        shift += 16
        if shift == 16 * SMALL:
            words[first] = word
            first += 1
            word = shift = 0
    if shift:
        words[first] = word
    return beyond >> 16 == 0


def words_of(width: int) -> int:
    """How many words so many small numbers take."""
    return (width + SMALL - 1) // SMALL


def hashed(words: list[int], first: int, width: int) -> int:
    """A number of 54 bits for `width` words from place `first` on."""
    key = 0
    for i in range(first, first + width):
        word = words[i]
        key = (key ^ word ^ (word >> 29)) * 0x2545F4914F6CDD1D
        key ^= (key >> 32) & 0xFFFFFFFF
    return key & 0x3FFFFFFFFFFFFF


def enter(
    todo: list[int],
    done: list[int],
    width: int,
    counts: list[int],
    book: Book,
    batch: Batch,
    marks: Marks,
    moves: Moves,
    notes: Notes,
) -> None:
    """Numbers what a batch came to, and keeps it; there is room for all of it. `done` are the batch's counts."""
    target, chance, last = moves
    _, words, keys, chances, lasts, _ = batch
    base = counts[MOVES]
    look_up(words, width, keys, done[MADE], book, target, base)
    for m in range(done[MADE]):
        if target[base + m] < 0:
            target[base + m] = find(words, m * width, width, keys[m], counts, book)
        chance[base + m] = chances[m]
        last[base + m] = lasts[m]
    first, stop, ends, choosers, rows = marks
    firsts, stops, their_ends, their_choosers, their_rows = batch[0]
    for k in range(done[OPENED]):
        node = todo[k]
        first[node], stop[node] = base + firsts[k], base + stops[k]
        ends[node], choosers[node], rows[node] = their_ends[k], their_choosers[k], their_rows[k]
    told, facts = notes
    moved, theirs = batch[5]
    for k in range(done[TOLD]):
        told[counts[FACTS] + k], facts[counts[FACTS] + k] = base + moved[k], theirs[k]
    counts[MOVES] += done[MADE]
    counts[FACTS] += done[TOLD]
    counts[ENTERED] += done[OPENED]


def look_up(
    words: list[int], width: int, keys: list[int], number: int, book: Book, target: list[int], base: int
) -> None:
    """The numbers of positions that stand in the slot where they are looked for first, -1 for all others.

    Both loops read all over the memory, but nothing in them waits for what was read before.
    """
    store, slots = book
    mask = len(slots) - 1
    for m in range(number):
        target[base + m] = slots[keys[m] & mask] - 1
    for m in range(number):
        node = target[base + m]
        if node >= 0:
            differs = 0
            for i in range(width):
                differs |= store[node * width + i] ^ words[m * width + i]
            if differs:
                target[base + m] = -1


def find(words: list[int], first: int, width: int, key: int, counts: list[int], book: Book) -> int:
    """The number of the position that stands in `words` from place `first` on; a new one if it has not been met."""
    store, slots = book
    slot = seek(words, first, width, key, book)
    if slots[slot]:
        return slots[slot] - 1
    node = counts[FOUND]
    slots[slot] = node + 1
    for i in range(width):
        store[node * width + i] = words[first + i]
    counts[FOUND] += 1
    return node


def seek(words: list[int], first: int, width: int, key: int, book: Book) -> int:
    """The slot of the position that stands in `words` from place `first` on, or the free one where it would be put."""
    store, slots = book
    mask = len(slots) - 1
    slot = key & mask
    while slots[slot]:
        node = slots[slot] - 1
        same = True
        for i in range(width):
            if store[node * width + i] != words[first + i]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & mask
    return slot


def settle_in(width: int, found: int, book: Book) -> None:
    """Fills an empty table of slots with the positions that have been found."""
    store, slots = book
    mask = len(slots) - 1
    for node in range(found):
        slot = hashed(store, node * width, width) & mask
        while slots[slot]:
            slot = (slot + 1) & mask
        slots[slot] = node + 1


def tell(P: Fixed, before: Numbers, after: Numbers, counts: list[int], notes: Notes, fighters: int, most: int) -> bool:
    """Notes what the next move does to fighters, and who stands at the end; False where there is no room."""
    told, facts = notes
    if counts[TOLD] + 3 * fighters > len(facts):
        return False
    over = row(after, P) == OVER
    for fighter in range(fighters):
        was, now = fate(before, P, fighter), fate(after, P, fighter)
        if was != now:
            told[counts[TOLD]] = told[counts[TOLD] + 1] = counts[MADE]
            facts[counts[TOLD]], facts[counts[TOLD] + 1] = changed(fighter, was, now)
            counts[TOLD] += 2
        if over and now == 0:
            told[counts[TOLD]] = counts[MADE]
            facts[counts[TOLD]] = standing_with(fighter, left(after, P, fighter), fighters, most)
            counts[TOLD] += 1
    return True


def changed(fighter: int, was: int, now: int) -> tuple[int, int]:
    """The facts that a fighter is no longer of one fate, and that it is of another."""
    return 2 * (fighter * ENDS + was), 2 * (fighter * ENDS + now) + 1


def standing_with(fighter: int, amount: int, fighters: int, most: int) -> int:
    """The fact that a fighter stands at the end with so much left; these are numbered after the others."""
    return 2 * fighters * ENDS + fighter * (2 * most + 1) + amount + most
