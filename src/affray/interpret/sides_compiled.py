"""Fights of two sides in turn with free targets, best play, or masses of fighters: one pass in machine code.

Every value is found once, attack by attack, the weaker positions first. The only way back to a position is a round in
which everybody misses: V = alpha + beta V. Where both sides choose, what they choose may depend on V itself; then V is
looked for until it gives itself back.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from affray.errors import TooLarge
from affray.interpret.compiled import compiled
from affray.interpret.sides import Layout
from affray.interpret.sides_chart import Blows, Chart, within
from affray.rules.machines import BEST

MEAN, MOST, LEAST = 0, 1, 2
"""What is made of several who may be attacked: the mean over them, or what is best for either side."""

MOST_BYTES = 3_000_000_000


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
    import numpy as np  # noqa: PLC0415 - it takes 0.1 s to load

    mine, theirs = fight.charts
    flat = [_flat(chart) for chart in fight.charts]
    near = [_near(chart) for chart in fight.charts]
    layers = np.array([len(theirs.acts[one]) + 1 if one >= 0 else 0 for one in theirs.acting], dtype=np.int64)
    starts = np.zeros(theirs.size + 1, dtype=np.int64)
    np.cumsum(layers * near[0], out=starts[1:])
    deep = max(map(len, mine.acts)) + 1
    size = 16 * (int(starts[-1]) + deep * near[1])
    if size > MOST_BYTES:
        raise TooLarge("bytes for a fight of two sides", estimate=size, limit=MOST_BYTES)
    deepest = max(deep, int(layers.max())) + 1
    widest = max(len(row) for chart in fight.charts for row in chart.options) or 1
    policies = [
        (MEAN if side.tactic != BEST else MOST if number == 0 else LEAST) for number, side in enumerate(fight.two.sides)
    ]
    total = sum(fight.first)
    numbers = np.array(
        [fight.first[0] / total, fight.first[1] / total, worth.each_round, worth.endless], dtype=np.float64
    )
    whole = np.array([mine.start, theirs.start, near[0] - 1, near[1] - 1, *policies], dtype=np.int64)
    found = _program()(
        flat[0],
        flat[1],
        _chances(fight.blows[0], fight.charts[1]),
        _chances(fight.blows[1], fight.charts[0]),
        np.array(worth.mine),
        np.array(worth.theirs),
        starts,
        np.zeros(2 * int(starts[-1])),
        np.zeros(2 * deep * near[1]),
        np.zeros((2, deepest, widest, 3)),
        np.zeros((2, deepest, 2)),
        numbers,
        whole,
    )
    return float(found)


@cache
def _program() -> Any:
    return compiled(all_pairs)[0]


# Charts as arrays


def _near(chart: Chart) -> int:
    """A power of two above the distance from any slot to all that it leads to."""
    most = 1
    for slot in range(chart.size):
        for option in chart.options[slot]:
            most = max(most, slot - min(option.slots))
        for to, _ in chart.chances[slot]:
            most = max(most, slot - to)
    return 1 << most.bit_length()


def _flat(chart: Chart) -> tuple[Any, ...]:
    """A chart as arrays: options by slot, targets by option, chances by slot, attackers by slot."""
    import numpy as np  # noqa: PLC0415

    options = [option for row in chart.options for option in row]
    everybody = [sum([option.alike for option in row]) for row in chart.options for _ in row]
    acts_at = _starts([len(one) for one in chart.acts])
    return (
        _starts([len(row) for row in chart.options]),
        np.array([option.kind for option in options], dtype=np.int64),
        np.array([one.alike / all_of for one, all_of in zip(options, everybody, strict=True)], dtype=np.float64),
        _starts([len(option.slots) for option in options]),
        np.array([slot for option in options for slot in option.slots], dtype=np.int64),
        _starts([len(row) for row in chart.chances]),
        np.array([slot for row in chart.chances for slot, _ in row], dtype=np.int64),
        np.array([weight / sum([one for _, one in row]) for row in chart.chances for _, weight in row]),
        np.array([acts_at[one] if one >= 0 else 0 for one in chart.acting], dtype=np.int64),
        np.array([len(chart.acts[one]) if one >= 0 else 0 for one in chart.acting], dtype=np.int64),
        np.array([kind for acting in chart.acts for kind in acting] or [0], dtype=np.int64),
    )


def _starts(lengths: list[int]) -> Any:
    import numpy as np  # noqa: PLC0415

    found = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(np.array(lengths, dtype=np.int64), out=found[1:])
    return found


def _chances(blows: Blows, target: Chart) -> Any:
    """For each attacker and each target the chances of every damage, and of as much or more, and how to count them."""
    import numpy as np  # noqa: PLC0415

    longest = max([len(option.slots) for row in target.options for option in row], default=1)
    found: tuple[list[float], list[float]] = ([], [])
    for row in blows.weights:
        for weights in row:
            damages = within(weights, longest) if weights else [0] * (longest + 1)
            found[0].extend([one / blows.total for one in damages])
            found[1].extend([sum(weights[damage:]) / blows.total for damage in range(longest + 1)])
    shape = np.array([max(len(row) for row in blows.weights), longest + 1], dtype=np.int64)
    return np.array(found[0]), np.array(found[1]), shape


# The program, in the part of Python that Numba compiles


def all_pairs(
    mine: Any,
    theirs: Any,
    my_blows: Any,
    their_blows: Any,
    my_worth: Any,
    their_worth: Any,
    starts: Any,
    down: Any,
    across: Any,
    scratch: Any,
    slopes: Any,
    numbers: Any,
    whole: Any,
) -> float:
    """The value of the start: all pairs of slots, the lowest first.

    `down` holds for every slot of theirs, every number of their attackers who have acted, and the last few slots of
    mine what the fight is worth then, in the first turn of a round and in the second; `across` the same the other way
    round, for one slot of mine.
    """
    my_start, their_start, my_mask, their_mask = whole[0], whole[1], whole[2], whole[3]
    value = 0.0
    for slot in range(my_start + 1):
        mine_stands = mine[0][slot + 1] > mine[0][slot]
        if not mine_stands:
            for other in range(their_start + 1):
                if theirs[0][other + 1] > theirs[0][other]:
                    end = my_worth[slot] + their_worth[other]
                    for layer in range(theirs[9][other] + 1):
                        at = starts[other] + layer * (my_mask + 1)
                        settle(down, at, slot, my_mask, mine, end)
            continue
        for other in range(their_start + 1):
            if theirs[0][other + 1] > theirs[0][other]:
                value = one_pair(
                    mine, theirs, my_blows, their_blows, starts[other], down, across, scratch, slopes, numbers, whole, slot, other
                )
            else:
                end = my_worth[slot] + their_worth[other]
                for layer in range(mine[9][slot] + 1):
                    settle(across, layer * (their_mask + 1), other, their_mask, theirs, end)
    return value


def settle(layers: Any, at: int, slot: int, mask: int, chart: Any, end: float) -> None:
    """What an end or a chance is worth, in the first turn of a round and in the second."""
    first, last = chart[5][slot], chart[5][slot + 1]
    for turn in range(2):
        worth = end
        if last > first:
            worth = 0.0
            for way in range(first, last):
                worth += chart[7][way] * layers[2 * (at + (chart[6][way] & mask)) + turn]
        layers[2 * (at + (slot & mask)) + turn] = worth


def one_pair(
    mine: Any,
    theirs: Any,
    my_blows: Any,
    their_blows: Any,
    start: int,
    down: Any,
    across: Any,
    scratch: Any,
    slopes: Any,
    numbers: Any,
    whole: Any,
    slot: int,
    other: int,
) -> float:
    """The value of a pair of stands; it is written into the layers with all that a round makes of it.

    V is first taken for 0: what comes out is alpha, and what would come back to V is beta. Where a choice could depend
    on V it is done again with the V that was found, between bounds that close in.
    """
    near, far, my_policy, their_policy = whole[2], whole[3], whole[4], whole[5]
    struck(mine, theirs, my_blows, across, 0, far, slot, other, scratch, 0, my_policy)
    struck(theirs, mine, their_blows, down, start, near, other, slot, scratch, 1, their_policy)
    value, lower, upper = 0.0, -1e300, 1e300
    for _ in range(200):
        i_last = turn_of(mine, theirs, my_blows, across, 0, far, slot, other, scratch, 0, 1, value, 1.0, slopes, my_policy)
        they_last = turn_of(
            theirs, mine, their_blows, down, start, near, other, slot, scratch, 1, 1, value, 1.0, slopes, their_policy
        )
        i_first = turn_of(
            mine,
            theirs,
            my_blows,
            across,
            0,
            far,
            slot,
            other,
            scratch,
            0,
            0,
            they_last[0],
            they_last[1],
            slopes,
            my_policy,
        )
        they_first = turn_of(
            theirs,
            mine,
            their_blows,
            down,
            start,
            near,
            other,
            slot,
            scratch,
            1,
            0,
            i_last[0],
            i_last[1],
            slopes,
            their_policy,
        )
        away = numbers[0] * (i_first[2] + i_first[1] * they_last[2])
        away += numbers[1] * (they_first[2] + they_first[1] * i_last[2])
        apart = numbers[0] * i_first[0] + numbers[1] * they_first[0] + numbers[2] - value
        if away == 0.0:
            step, apart = numbers[3] - value, 0.0
        else:
            step = apart / away
        steady = i_first[3] + i_last[3] + they_first[3] + they_last[3] == 0.0
        if steady or abs(apart) <= 1e-15:
            mend(across, 0, far, other, mine[9][slot], slopes, 0, step)
            mend(down, start, near, slot, theirs[9][other], slopes, 1, step)
            return value + step
        if step > 0.0:
            lower = value
        else:
            upper = value
        value += step
        if not (value > lower and value < upper):
            value = (lower + upper) / 2
    return value


def mend(layers: Any, at: int, mask: int, slot: int, deep: int, slopes: Any, side: int, step: float) -> None:
    """Moves all that a round makes of a pair by as much as V moves it."""
    for layer in range(deep + 1):
        place = 2 * (at + layer * (mask + 1) + (slot & mask))
        layers[place] += slopes[side, layer, 0] * step
        layers[place + 1] += slopes[side, layer, 1] * step


def struck(
    acting: Any,
    target: Any,
    blows: Any,
    layers: Any,
    at: int,
    mask: int,
    actors: int,
    slot: int,
    scratch: Any,
    side: int,
    policy: int,
) -> None:
    """For each attacker of a turn, what it is worth to hurt each of those who may be attacked, in either turn.

    That never depends on the value of the pair itself. Under a policy that mixes there is one mean over all of them.
    """
    deep, who = acting[9][actors], acting[8][actors]
    options_at, kinds, shares, slots_at, slots, likely, as_much = (
        target[0],
        target[1],
        target[2],
        target[3],
        target[4],
        blows[0],
        blows[1],
    )
    first, end = options_at[slot], options_at[slot + 1]
    wide, long = blows[2][0], blows[2][1]
    for layer in range(deep):
        line = acting[10][who + layer] * wide
        row = at + (layer + 1) * (mask + 1)
        if policy == 0:
            scratch[side, layer, 0, 0] = scratch[side, layer, 0, 1] = scratch[side, layer, 0, 2] = 0.0
        for option in range(first, end):
            here = (line + kinds[option]) * long
            begin, last = slots_at[option], slots_at[option + 1] - 1
            weight = as_much[here + last - begin + 1]
            place = 2 * (row + (slots[last] & mask))
            first_worth, second_worth = weight * layers[place], weight * layers[place + 1]
            for at_slot in range(begin, last):
                weight = likely[here + at_slot - begin + 1]
                place = 2 * (row + (slots[at_slot] & mask))
                first_worth += weight * layers[place]
                second_worth += weight * layers[place + 1]
            if policy == 0:
                share = shares[option]
                scratch[side, layer, 0, 0] += share * first_worth
                scratch[side, layer, 0, 1] += share * second_worth
                scratch[side, layer, 0, 2] += share * likely[here]
            else:
                scratch[side, layer, option - first, 0] = first_worth
                scratch[side, layer, option - first, 1] = second_worth
                scratch[side, layer, option - first, 2] = likely[here]


def turn_of(
    acting: Any,
    target: Any,
    blows: Any,
    layers: Any,
    at: int,
    mask: int,
    actors: int,
    slot: int,
    scratch: Any,
    side: int,
    turn: int,
    last: float,
    slope: float,
    slopes: Any,
    policy: int,
) -> Any:
    """One side's turn against a slot, the last attacker first; `last` is what it is worth when all have attacked.

    Returns what it is worth before anybody has, the chance of no harm, that of any, and 0.0 where the choice of targets
    cannot depend on `last`.
    """
    deep = acting[9][actors]
    options = target[0][slot + 1] - target[0][slot] if policy else 1
    place = 2 * (at + deep * (mask + 1) + (slot & mask)) + turn
    layers[place] = last
    slopes[side, deep, turn] = slope
    value, stay, leave, unsteady = last, 1.0, 0.0, 0.0
    for layer in range(deep - 1, -1, -1):
        missed = scratch[side, layer, 0, 2]
        best = scratch[side, layer, 0, turn] + missed * value
        for option in range(1, options):
            miss = scratch[side, layer, option, 2]
            worth = scratch[side, layer, option, turn] + miss * value
            if miss != missed:
                unsteady = 1.0
            if (policy == 1 and worth > best) or (policy == 2 and worth < best):
                best, missed = worth, miss
        value = best
        leave = 1.0 - missed + missed * leave
        stay = missed * stay
        place -= 2 * (mask + 1)
        layers[place] = value
        slopes[side, layer, turn] = slope * stay
    return value, stay, leave, unsteady
