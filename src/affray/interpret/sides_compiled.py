"""Fights of two sides in turn with free targets, best play, or masses of fighters: one pass in machine code.

Every value is found once, attack by attack, the weaker positions first. The only way back to a position is a round in
which everybody misses: V = alpha + beta V. Where both sides choose, what they choose may depend on V itself; then V is
looked for until it gives itself back.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.interpret.compiled import compiled
from affray.interpret.sides import Layout
from affray.interpret.sides_arrays import flat, rooms


class Worth(NamedTuple):
    """What the end of a fight is worth: the sum of a number for the slot of each side, and `each_round` for a round.

    `endless` is the value of two stands that can never end.
    """

    mine: list[float]
    theirs: list[float]
    each_round: float = 0.0
    endless: float = 0.0


def win_worth(fight: Layout) -> Worth:
    """The chance that the first side wins, and half of a fight without end."""
    theirs = [0.0 if options else 1.0 for options in fight.charts[1].options]
    return Worth([0.0] * fight.charts[0].size, theirs, endless=0.5)


def win(fight: Layout) -> float:
    """The chance that the first side wins (and half of that of no end); a side that plays its best chooses targets.

    Off by at most 1e-12. Cost: see `sides.estimate`; the first call compiles for a second or loads what was compiled.
    Raises `TooLarge` where it would take more than `MOST_BYTES`, and `AffrayError` where there is no Numba.
    """
    return value(fight, win_worth(fight))


def value(fight: Layout, worth: Worth) -> float:
    """The mean of what the end is worth; see `Worth`. A side that plays its best makes it large, or small."""
    return _solved(fight, worth, keep=False)[0]


def choices(fight: Layout) -> Any:
    """Which of those who may be attacked is best to attack, of several the first: a flat array of small numbers.

    For each pair of slots there is one for each attacker of the first side and then of the second, in the first turn of
    a round and in the second.
    """
    return _solved(fight, win_worth(fight), keep=True)[1]


def _solved(fight: Layout, worth: Worth, keep: bool) -> tuple[float, Any]:
    import numpy as np  # noqa: PLC0415 - it takes 0.1 s to load

    mine, theirs = fight.charts
    room = rooms(fight, fight.positions if keep else 1)
    first = fight.first[0] / sum(fight.first)
    chosen = np.zeros(room.chosen, dtype=np.uint8)
    found = compiled(all_pairs)[0](
        flat(mine, theirs, fight.blows[0]),
        flat(theirs, mine, fight.blows[1]),
        np.array(worth.mine),
        np.array(worth.theirs),
        room.starts,
        np.zeros(int(room.starts[-1])),
        np.zeros(room.across),
        np.zeros((6, room.scratch)),
        chosen,
        np.array([first, fight.first[1] / sum(fight.first), worth.each_round, worth.endless]),
        np.array([*room.whole, int(keep)], dtype=np.uint64),
    )
    return float(found), chosen


# The program, in the part of Python that Numba compiles. Whole numbers are unsigned throughout, so that no index has to
# be looked at for its sign; a number written out is a signed one, so that one is made from a number at hand.


def all_pairs(
    mine: Any,
    theirs: Any,
    my_worth: Any,
    their_worth: Any,
    starts: Any,
    down: Any,
    across: Any,
    scratch: Any,
    chosen: Any,
    numbers: Any,
    whole: Any,
) -> Any:
    """The value of the start: all pairs of slots, the lowest first.

    `down` holds, for every slot of theirs and the last few of mine, what the fight is worth when so many of their
    attackers have acted, in the first turn of a round and in the second: two numbers for 0, for 1, ... attackers.
    `across` is the same the other way round, for one slot of mine.
    """
    zero = whole[0] ^ whole[0]
    one = zero - ~zero
    near, far = whole[2], whole[3]
    value = 0.0
    for slot in range(whole[0] + one):
        stands = mine[0][slot + one] > mine[0][slot]
        for other in range(whole[1] + one):
            they_stand = theirs[0][other + one] > theirs[0][other]
            if stands and they_stand:
                value = one_pair(
                    mine, theirs, starts[other], down, across, scratch, chosen, numbers, whole, slot, other
                )
            elif stands:
                end = my_worth[slot] + their_worth[other]
                settle(across, zero, mine[9][slot] + one << 1, other, far, theirs, end)
            elif they_stand:
                end = my_worth[slot] + their_worth[other]
                settle(down, starts[other], theirs[9][other] + one << 1, slot, near, mine, end)
    return value


def settle(layers: Any, at: int, wide: int, slot: int, mask: int, chart: Any, end: float) -> None:
    """What an end or a chance is worth, however many have acted."""
    one = (slot ^ slot) - ~(slot ^ slot)
    first, last = chart[5][slot], chart[5][slot + one]
    place = at + (slot & mask) * wide
    if last == first:
        for layer in range(wide):
            layers[place + layer] = end
        return
    for layer in range(wide):
        worth = 0.0
        for way in range(first, last):
            worth += chart[7][way] * layers[at + (chart[6][way] & mask) * wide + layer]
        layers[place + layer] = worth


def one_pair(
    mine: Any,
    theirs: Any,
    start: int,
    down: Any,
    across: Any,
    scratch: Any,
    chosen: Any,
    numbers: Any,
    whole: Any,
    slot: int,
    other: int,
) -> Any:
    """The value of a pair of stands; it is written into the layers with all that a round makes of it.

    V is first taken for 0: what comes out is alpha, and what would come back to V is beta. Where there are choices V is
    first taken for what no end is worth, so that nobody waits for ever who has better to do; and where a choice could
    depend on V it is done again with the V that was found, between bounds that close in.
    """
    zero = slot ^ slot
    one = zero - ~zero
    two = one << 1
    near, far, my_policy, their_policy, room = whole[2], whole[3], whole[4], whole[5], whole[6]
    my_put = whole[9] * (slot * (whole[1] + one) + other) * (whole[7] + whole[8])
    their_put = my_put + whole[7]
    my_end, their_end = mine[9][slot] << 1, theirs[9][other] << 1
    my_at, their_at = (other & far) * (my_end + two), start + (slot & near) * (their_end + two)
    my_options, their_options = one, one
    if my_policy:
        my_options = theirs[0][other + one] - theirs[0][other]
    if their_policy:
        their_options = mine[0][slot + one] - mine[0][slot]
    struck(mine, theirs, across, zero, far, slot, other, scratch[0], scratch[1], my_policy, room)
    struck(theirs, mine, down, start, near, other, slot, scratch[2], scratch[3], their_policy, room)
    value, lower, upper = 0.0, -1e300, 1e300
    if my_policy or their_policy:
        value = numbers[3]
    for tried in range(200):
        i_last = turn_of(
            my_end, my_options, across, my_at, scratch, chosen, my_put, zero, one, value, 1.0, my_policy, room
        )
        they_last = turn_of(
            their_end,
            their_options,
            down,
            their_at,
            scratch,
            chosen,
            their_put,
            two,
            one,
            value,
            1.0,
            their_policy,
            room,
        )
        i_first = turn_of(
            my_end,
            my_options,
            across,
            my_at,
            scratch,
            chosen,
            my_put,
            zero,
            zero,
            they_last[0],
            they_last[1],
            my_policy,
            room,
        )
        they_first = turn_of(
            their_end,
            their_options,
            down,
            their_at,
            scratch,
            chosen,
            their_put,
            two,
            zero,
            i_last[0],
            i_last[1],
            their_policy,
            room,
        )
        away = numbers[0] * (i_first[2] + i_first[1] * they_last[2])
        away += numbers[1] * (they_first[2] + they_first[1] * i_last[2])
        apart = numbers[0] * i_first[0] + numbers[1] * they_first[0] + numbers[2] - value
        if away == 0.0:
            step, apart = (numbers[3] - value if tried == 0 else 0.0), 0.0
        else:
            step = apart / away
        steady = i_first[3] + i_last[3] + they_first[3] + they_last[3] == 0.0
        if steady or abs(apart) <= 4e-15 * max(1.0, abs(value)) or tried == 199:
            for layer in range(my_end + two):
                across[my_at + layer] += scratch[4][layer] * step
            for layer in range(their_end + two):
                down[their_at + layer] += scratch[5][layer] * step
            return value + step
        if step > 0.0:
            lower = value
        else:
            upper = value
        value += step
        if not (value > lower and value < upper):
            value = (lower + upper) / 2
    return value


def struck(
    acting: Any,
    target: Any,
    layers: Any,
    at: int,
    mask: int,
    actors: int,
    slot: int,
    worth: Any,
    missed: Any,
    policy: int,
    room: int,
) -> None:
    """For each attacker of a turn, what it is worth to hurt each of those who may be attacked, in either turn.

    That never depends on the value of the pair itself. `missed` are the chances of no harm. Under a policy that mixes
    there is one mean over all who may be attacked.
    """
    zero = slot ^ slot
    one = zero - ~zero
    two = one << 1
    slots = target[4]
    likely = acting[10]
    end = acting[9][actors] << 1
    wide = end + two
    lines = acting[8][actors]
    block = acting[11][zero] * end
    put = zero
    for option in range(target[0][slot], target[0][slot + one]):
        share = 1.0
        if policy == zero:
            share = target[2][option]
        begin, last = target[3][option], target[3][option + one]
        line = lines + (target[1][option] * block << 1)
        if policy or option == target[0][slot]:
            for layer in range(end):
                worth[put + layer] = 0.0
                missed[put + layer] = share * likely[line + layer]
        else:
            for layer in range(end):
                missed[put + layer] += share * likely[line + layer]
        for at_slot in range(begin, last):
            line += end
            if at_slot + one == last:
                line += block
            there = at + (slots[at_slot] & mask) * wide + two
            for layer in range(end):
                worth[put + layer] += share * likely[line + layer] * layers[there + layer]
        if policy:
            put += room


def turn_of(
    end: int,
    options: int,
    layers: Any,
    at: int,
    scratch: Any,
    chosen: Any,
    put: int,
    side: int,
    turn: int,
    last: float,
    slope: float,
    policy: int,
    room: int,
) -> Any:
    """One side's turn against a slot, the last attacker first; `last` is what it is worth when all have attacked.

    Returns what it is worth before anybody has, the chance of no harm, that of any, and 0.0 where the choice of targets
    cannot depend on `last`.
    """
    one = (end ^ end) - ~(end ^ end)
    two = one << 1
    struck, missing, slopes = scratch[side], scratch[side + one], scratch[(two << 1) + (side >> 1)]
    layer = end + turn
    layers[at + layer] = last
    slopes[layer] = slope
    value, stay, leave, unsteady = last, 1.0, 0.0, 0.0
    while layer >= two:
        layer -= two
        missed = missing[layer]
        best, picked = struck[layer] + missed * value, end ^ end
        for option in range(one, options):
            miss = missing[option * room + layer]
            worth = struck[option * room + layer] + miss * value
            if miss != missed:
                unsteady = 1.0
            if (policy == one and worth > best) or (policy == two and worth < best):
                best, missed, picked = worth, miss, option
        if policy:
            chosen[put + layer] = picked
        value = best
        leave = 1.0 - missed + missed * leave
        stay = missed * stay
        layers[at + layer] = value
        slopes[layer] = slope * stay
    return value, stay, leave, unsteady
