"""What comes of a fight of two sides in turn, by one pass forwards in machine code: under any tactics, and best play.

The passes of `sides_compiled` and this one are each other's mirror image: there the value of every pair of slots is
drawn from below, here the chance of meeting it is pushed down.
"""

from __future__ import annotations

from typing import Any

from affray.interpret.compiled import compiled
from affray.interpret.sides import Layout
from affray.interpret.sides_arrays import flat, rooms
from affray.interpret.sides_compiled import choices
from affray.interpret.sides_outlook import Met, Outlook, told
from affray.rules.machines import BEST


def outlook(fight: Layout) -> Outlook:
    """Everything at once, as `sides_outlook.outlook` tells it; where sides play their best, under best play.

    Cost: that of `sides_compiled.win`, twice it under best play. Raises `TooLarge` as that does.
    """
    chosen = choices(fight) if any(side.tactic == BEST for side in fight.two.sides) else None
    return told(fight, _Passing(fight, chosen).through())


def rounds(fight: Layout, tail: float = 1e-12, most: int = 1_000) -> tuple[dict[int, float], float]:
    """The chance of every number of rounds begun, and what is left: the fights that take longer still.

    Goes on until that is below `tail`, or for `most` rounds. Cost: about that of `outlook` a round.
    """
    import numpy as np  # noqa: PLC0415 - it takes 0.1 s to load

    chosen = choices(fight) if any(side.tactic == BEST for side in fight.two.sides) else None
    passing = _Passing(fight, chosen)
    masses = np.zeros(fight.positions)
    masses[-1] = 1.0  # both sides at the start
    found: dict[int, float] = {}
    going_on = 1.0
    for number in range(1, most + 1):
        masses, ended = passing.one_round(masses)
        found[fight.two.begun + number] = ended
        going_on = float(masses.sum())
        if going_on < tail:
            break
    return found, going_on


class _Passing:
    """The arrays of a fight for passes forwards."""

    def __init__(self, fight: Layout, chosen: Any) -> None:
        import numpy as np  # noqa: PLC0415

        self.fight = fight
        self.room = rooms(fight, 1 if chosen is None else fight.positions)
        self.chosen = np.zeros(self.room.chosen, dtype=np.uint8) if chosen is None else chosen
        self.keep = chosen is not None
        mine, theirs = fight.charts
        self.charts = flat(mine, theirs, fight.blows[0]), flat(theirs, mine, fight.blows[1])

    def through(self) -> Met:
        """How the whole fight ends."""
        import numpy as np  # noqa: PLC0415

        nothing = np.zeros(1)
        ended, endless, at_0, met = self._run(nothing, nothing, closed=True)
        return Met(ended, endless, at_0, met)

    def one_round(self, masses: Any) -> tuple[Any, float]:
        """Where fights stand after one round more, and the chance of those that ended in it."""
        import numpy as np  # noqa: PLC0415

        after = np.zeros(len(masses))
        ended, _, _, _ = self._run(masses, after, closed=False)
        return after, sum(ended[0])

    def _run(self, masses: Any, after: Any, closed: bool) -> tuple[Any, Any, Any, float]:
        import numpy as np  # noqa: PLC0415

        fight, room = self.fight, self.room
        sizes = [chart.size for chart in fight.charts]
        ended, endless = [np.zeros(size) for size in sizes], [np.zeros(size) for size in sizes]
        at_0 = [np.zeros(len(side.fighters)) for side in fight.two.sides]
        first = fight.first[0] / sum(fight.first)
        met = compiled(push_all)[0](
            *self.charts,
            room.starts,
            np.zeros(int(room.starts[-1])),
            np.zeros(room.across),
            np.zeros((5, max(room.whole[6], 1))),
            self.chosen,
            (masses, after, *ended, *endless, *at_0),
            np.array([first, fight.first[1] / sum(fight.first)]),
            np.array([*room.whole, int(self.keep), int(closed)], dtype=np.uint64),
        )
        two = [tuple([one.tolist() for one in pair]) for pair in (ended, endless, at_0)]
        return two[0], two[1], two[2], float(met)


# The program, in the part of Python that Numba compiles; see `sides_compiled` on its numbers


def push_all(
    mine: Any,
    theirs: Any,
    starts: Any,
    down: Any,
    across: Any,
    scratch: Any,
    chosen: Any,
    found: Any,
    numbers: Any,
    whole: Any,
) -> Any:
    """The mean number of rounds: all pairs of slots, the highest first.

    `down` and `across` hold what has come to each slot when so many have acted, as in `sides_compiled.all_pairs`. They
    are emptied behind the pass. `found` are the masses of pairs before and after a round, and for both sides how fights
    end, where they never do, and who is brought to 0 exactly.
    """
    zero = whole[0] ^ whole[0]
    one = zero - ~zero
    near, far = whole[2], whole[3]
    rounds = 0.0
    for back in range(whole[0] + one):
        slot = whole[0] - back
        stands = mine[0][slot + one] > mine[0][slot]
        for other_back in range(whole[1] + one):
            other = whole[1] - other_back
            they_stand = theirs[0][other + one] > theirs[0][other]
            if stands and they_stand:
                rounds += push_pair(
                    mine, theirs, starts[other], down, across, scratch, chosen, found, numbers, whole, slot, other
                )
            elif stands:
                mass = settled(across, zero, mine[9][slot] + one << 1, other, far, theirs)
                found[2][slot] += mass
                found[3][other] += mass
            elif they_stand:
                mass = settled(down, starts[other], theirs[9][other] + one << 1, slot, near, mine)
                found[2][slot] += mass
                found[3][other] += mass
    return rounds


def settled(layers: Any, at: int, wide: int, slot: int, mask: int, chart: Any) -> Any:
    """What has come to an end, however many had acted; what has come to a chance goes on from there."""
    one = (slot ^ slot) - ~(slot ^ slot)
    first, last = chart[5][slot], chart[5][slot + one]
    place = at + (slot & mask) * wide
    mass = 0.0
    for layer in range(wide):
        for way in range(first, last):
            layers[at + (chart[6][way] & mask) * wide + layer] += chart[7][way] * layers[place + layer]
        if last == first:
            mass += layers[place + layer]
        layers[place + layer] = 0.0
    return mass


def push_pair(
    mine: Any,
    theirs: Any,
    start: int,
    down: Any,
    across: Any,
    scratch: Any,
    chosen: Any,
    found: Any,
    numbers: Any,
    whole: Any,
    slot: int,
    other: int,
) -> Any:
    """How often the pair is met at the start of a round; what comes of that goes on to the slots below."""
    zero = slot ^ slot
    one = zero - ~zero
    two = one << 1
    near, far, my_policy, their_policy = whole[2], whole[3], whole[4], whole[5]
    pair = slot * (whole[1] + one) + other
    my_put = whole[9] * pair * (whole[7] + whole[8])
    their_put = my_put + whole[7]
    my_end, their_end = mine[9][slot] << 1, theirs[9][other] << 1
    my_at, their_at = (other & far) * (my_end + two), start + (slot & near) * (their_end + two)
    my_missed, their_missed, masses = scratch[0], scratch[1], scratch[2]
    missing(mine, theirs, slot, other, my_missed, chosen, my_put, my_policy)
    missing(theirs, mine, other, slot, their_missed, chosen, their_put, their_policy)
    my_first, their_first = numbers[0], numbers[1]
    if whole[10]:
        met = 1.0 if slot == whole[0] and other == whole[1] else 0.0
        met += through(
            down, their_at, their_end, one, their_missed, through(across, my_at, my_end, zero, my_missed, 0.0)
        )
        met += through(
            across, my_at, my_end, one, my_missed, through(down, their_at, their_end, zero, their_missed, 0.0)
        )
        mine_1, theirs_1 = leaving(my_end, zero, my_missed), leaving(their_end, zero, their_missed)
        mine_2, theirs_2 = leaving(my_end, one, my_missed), leaving(their_end, one, their_missed)
        away = my_first * (mine_1[1] + mine_1[0] * theirs_2[1]) + their_first * (theirs_1[1] + theirs_1[0] * mine_2[1])
        if away == 0.0:
            found[4][slot] += met
            found[5][other] += met
            empty(across, my_at, my_end)
            empty(down, their_at, their_end)
            return 0.0
        met /= away
    else:
        met = found[0][pair]
    i_end = fill(across, my_at, my_end, zero, my_missed, my_first * met)
    they_end = fill(down, their_at, their_end, zero, their_missed, their_first * met)
    came_back = fill(down, their_at, their_end, one, their_missed, i_end)
    came_back += fill(across, my_at, my_end, one, my_missed, they_end)
    if not whole[10]:
        found[1][pair] += came_back
    push(mine, theirs, across, zero, far, slot, other, my_at, masses, chosen, my_put, my_policy, found[7])
    push(theirs, mine, down, start, near, other, slot, their_at, masses, chosen, their_put, their_policy, found[6])
    return met


def missing(acting: Any, target: Any, actors: int, slot: int, missed: Any, chosen: Any, put: int, policy: int) -> None:
    """The chance of every attacker to do no harm, in either turn."""
    one = (slot ^ slot) - ~(slot ^ slot)
    end, lines = acting[9][actors] << 1, acting[8][actors]
    wide = acting[11][slot ^ slot] * end << 1
    first, last = target[0][slot], target[0][slot + one]
    for layer in range(end):
        if policy:
            option = first + chosen[put + layer]
            missed[layer] = acting[10][lines + target[1][option] * wide + layer]
        else:
            missed[layer] = 0.0
            for option in range(first, last):
                missed[layer] += target[2][option] * acting[10][lines + target[1][option] * wide + layer]


def through(layers: Any, at: int, end: int, turn: int, missed: Any, begins: float) -> Any:
    """What comes through a turn with the target unhurt since it came to its slot."""
    one = (end ^ end) - ~(end ^ end)
    mass = begins + layers[at + turn]
    for step in range(end >> 1):
        layer = (step << 1) + turn
        mass = layers[at + layer + (one << 1)] + missed[layer] * mass
    return mass


def leaving(end: int, turn: int, missed: Any) -> Any:
    """The chance that nobody of a turn does harm, and that anybody does."""
    stay, leave = 1.0, 0.0
    for step in range(end >> 1):
        leave += stay * (1.0 - missed[(step << 1) + turn])
        stay *= missed[(step << 1) + turn]
    return stay, leave


def fill(layers: Any, at: int, end: int, turn: int, missed: Any, begins: float) -> Any:
    """As `through`, and writes down how often each attacker meets the slot."""
    one = (end ^ end) - ~(end ^ end)
    layers[at + turn] += begins
    for step in range(end >> 1):
        layer = at + (step << 1) + turn
        layers[layer + (one << 1)] += missed[(step << 1) + turn] * layers[layer]
    return layers[at + end + turn]


def empty(layers: Any, at: int, end: int) -> None:
    """Makes room for the slot that comes to this place next."""
    one = (end ^ end) - ~(end ^ end)
    for layer in range(end + (one << 1)):
        layers[at + layer] = 0.0


def push(
    acting: Any,
    target: Any,
    layers: Any,
    base: int,
    mask: int,
    actors: int,
    slot: int,
    at: int,
    masses: Any,
    chosen: Any,
    put: int,
    policy: int,
    at_0: Any,
) -> None:
    """Every attack on the slot: what it leads to, and who is brought to 0 exactly."""
    one = (slot ^ slot) - ~(slot ^ slot)
    two = one << 1
    end, lines = acting[9][actors] << 1, acting[8][actors]
    block = acting[11][slot ^ slot] * end
    first, last = target[0][slot], target[0][slot + one]
    for option in range(first, last):
        for layer in range(end):
            masses[layer] = layers[at + layer]
            if policy:
                if first + chosen[put + layer] != option:
                    masses[layer] = 0.0
            else:
                masses[layer] *= target[2][option]
        line = lines + (target[1][option] * block << 1)
        if target[12][option]:
            exactly = line + target[12][option] * end
            for layer in range(end):
                at_0[target[13][option]] += masses[layer] * acting[10][exactly + layer]
        final = target[3][option + one]
        for at_slot in range(target[3][option], final):
            line += end
            if at_slot + one == final:
                line += block
            there = base + (target[4][at_slot] & mask) * (end + two) + two
            for layer in range(end):
                layers[there + layer] += masses[layer] * acting[10][line + layer]
    empty(layers, at, end)
