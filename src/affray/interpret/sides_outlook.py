"""All that comes of a fight of two sides in turn, by one pass forwards: winners, rounds, what becomes of everybody.

The pass finds how often each pair of slots is met at the start of a round, the strongest positions first, and from that
how fights end. Nothing is sampled: what is told is exact but for rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import add, mul
from typing import Final, NamedTuple, TypeAlias

from affray.errors import Unsupported
from affray.interpret.sides import Layout
from affray.interpret.sides_chart import FOCUS, Blows, Chart, groups
from affray.interpret.sides_turns import Step, Turns
from affray.rules.machines import BEST
from affray.rules.two_sides import Side

Pairs: TypeAlias = dict[tuple[int, int], float]
"""The chance of each pair of slots."""

_Ends: TypeAlias = tuple[list[tuple[int, float]], list[tuple[int, float]]]
"""What an attack at a slot comes to: (slot, chance) of where it leads, (place, chance) of who comes to 0 exactly."""


class Fate(NamedTuple):
    """One fighter at the end: the chance of every fate by its word, and of what it has left standing."""

    fighter: int
    fates: dict[str, float]
    left: dict[int, float]


class Outlook(NamedTuple):
    """What comes of a fight. `rounds` is the mean number of rounds begun, infinite where a fight may never end.

    `out` and `left` are for each side the mean number of those who are down, dead or gone at the end, and the mean of
    the hit points that those who are up have left. `fighters` are in the order of the roster; there are none where
    fighters who are alike are merged and cannot be told apart again.
    """

    win: tuple[float, float]
    undecided: float
    rounds: float
    out: tuple[float, float]
    left: tuple[float, float]
    fighters: tuple[Fate, ...]


class Met(NamedTuple):
    """What a pass forwards finds.

    For each side by slot the chance that the fight ends there, and that it never ends; by place the chance that a blow
    brings the fighter to 0 hit points exactly; the mean number of rounds from the start on.
    """

    ended: tuple[list[float], list[float]]
    endless: tuple[list[float], list[float]]
    at_0: tuple[list[float], list[float]]
    rounds: float


def outlook(fight: Layout) -> Outlook:
    """Everything at once. Cost: about twice that of `sides.win`.

    Raises `Unsupported` for a side that plays its best: `sides_masses` tells of that.
    """
    passing = Forwards(fight)
    passing.run()
    at_0 = exactly_at_0(fight, passing, 0), exactly_at_0(fight, passing, 1)
    return told(fight, Met(passing.ended, passing.endless, at_0, passing.rounds))


def told(fight: Layout, met: Met) -> Outlook:
    """What a pass has found, for people."""
    out, left, standing = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    undecided = sum(met.endless[0])
    for number in (0, 1):
        chart = fight.charts[number]
        for slot, chance in enumerate(map(add, met.ended[number], met.endless[number])):
            up = [one for one in chart.points[slot] if one > 0]
            out[number] += chance * (len(chart.points[slot]) - len(up))
            left[number] += chance * sum(up)
        standing[number] = sum([one for one, row in zip(met.ended[number], chart.options, strict=True) if row])
    rounds = float("inf") if undecided else fight.two.begun + met.rounds
    return Outlook(
        (standing[0], standing[1]),
        undecided,
        rounds,
        (out[0], out[1]),
        (left[0], left[1]),
        tuple(_fighters(fight, met)),
    )


class Forwards:
    """One pass over all pairs of slots, the highest first.

    `ended` and `endless` are the chances of how it ends and of where it never does, `rounds` the mean number of rounds,
    `begun[side][attackers][slot]` how often such attackers begin a turn against that slot.
    """

    def __init__(self, fight: Layout) -> None:
        for side in fight.two.sides:
            if side.tactic == BEST:
                raise Unsupported("tactic=best")
        self.fight = fight
        charts, blows = fight.charts, fight.blows
        self.turns = (
            Turns(charts[1], charts[0].acts, blows[0], exactly=False),
            Turns(charts[0], charts[1].acts, blows[1], exactly=False),
        )
        total = sum(fight.first)
        self.first = fight.first[0] / total, fight.first[1] / total
        self.ended = [0.0] * charts[0].size, [0.0] * charts[1].size
        self.endless = [0.0] * charts[0].size, [0.0] * charts[1].size
        self.rounds = 0.0
        self.begun = [[[0.0] * charts[1 - number].size for _ in charts[number].acts] for number in (0, 1)]

    def run(self) -> None:
        """The pass.

        What comes to a pair is added up there: how often turns began at each slot above, by their weight of leading
        here. Turns that begin a round lead to the middle of one, those that end a round to the next.
        """
        mine, theirs = self.fight.charts
        me_first, they_first = self.first
        my_ways = [*[_ways_to(rows.rows, theirs) for rows in self.turns[0].of], _NOBODY * theirs.size]
        their_ways = [*[_ways_to(rows.rows, mine) for rows in self.turns[1].of], _NOBODY * mine.size]
        # How often each side began and ended rounds, at the slots of the other one from the highest down.
        they_began: list[list[float]] = [[] for _ in range(theirs.size)]
        they_ended: list[list[float]] = [[] for _ in range(theirs.size)]
        for slot in range(mine.start, -1, -1):
            my_act = mine.acting[slot]
            my_way = my_ways[my_act]
            i_began: list[float] = []
            i_ended: list[float] = []
            for other in range(theirs.start, -1, -1):
                their_act = theirs.acting[other]
                mine_here, theirs_here = my_way[other], their_ways[their_act][slot]
                at_once = sum(map(mul, i_ended, mine_here)) + sum(map(mul, they_ended[other], theirs_here))
                if slot == mine.start and other == theirs.start:
                    at_once = 1.0
                half, other_half = sum(map(mul, i_began, mine_here)), sum(map(mul, they_began[other], theirs_here))
                begins = ends = their_begins = their_ends = 0.0
                coming = at_once + half + other_half
                if coming and not (mine.options[slot] and theirs.options[other]):
                    self.ended[0][slot] += coming
                    self.ended[1][other] += coming
                elif coming:
                    my_rows, their_rows = self.turns[0].of[my_act], self.turns[1].of[their_act]
                    stay_1, stay_2 = my_rows.stay[other], their_rows.stay[slot]
                    away = my_rows.leave[other] + stay_1 * their_rows.leave[slot]
                    if away:
                        met = (at_once + half * stay_2 + other_half * stay_1) / away
                        self.rounds += met
                        begins, their_begins = me_first * met, they_first * met
                        ends, their_ends = other_half + their_begins * stay_2, half + begins * stay_1
                        self.begun[0][my_act][other] += begins + ends
                        self.begun[1][their_act][slot] += their_begins + their_ends
                    else:
                        self.endless[0][slot] += coming
                        self.endless[1][other] += coming
                i_began.append(begins)
                i_ended.append(ends)
                they_began[other].append(their_begins)
                they_ended[other].append(their_ends)


_NOBODY: Final[list[list[float]]] = [[]]
"""What leads to a slot from turns of nobody."""


def _ways_to(rows: list[list[float]], chart: Chart) -> list[list[float]]:
    """For each slot the weights that lead there from the slots above it, from the highest down."""
    return [[rows[above][slot] for above in range(chart.start, slot, -1)] for slot in range(chart.size)]


# What becomes of everybody


def _fighters(fight: Layout, met: Met) -> Iterator[Fate]:
    """Every fighter's fate, in the order of the roster; none where they cannot be told apart."""
    found: list[Fate] = []
    for number in (0, 1):
        shares = shares_of(fight.two.sides[number], fight.two.sides[1 - number].tactic)
        if shares is None:
            return iter(())
        found += _side(fight, met, number, shares)
    return iter(sorted(found, key=lambda one: one.fighter))


def shares_of(side: Side, tactic: str) -> list[list[int]] | None:
    """For each fighter the places whose fates it shares evenly; None where that cannot be said.

    Under a tactic that attacks one until it is out every place is a fighter. At random those who are alike in
    everything have the same fate in the mean.
    """
    places = range(len(side.fighters))
    if tactic in FOCUS:
        return [[place] for place in places]
    found: list[list[int]] = [[] for _ in places]
    for group in groups(side):
        if len(group) > 1 and (len({side.start[place] for place in group}) > 1 or tactic != "random"):
            return None
        for place in group:
            found[place] = group
    return found


def _side(fight: Layout, met: Met, number: int, shares: list[list[int]]) -> Iterator[Fate]:
    side, chart = fight.two.sides[number], fight.charts[number]
    chances = list(map(add, met.ended[number], met.endless[number]))
    exact = met.at_0[number]
    for place, fighter in enumerate(side.fighters):
        if side.out[place]:
            yield Fate(fighter, {side.out[place]: 1.0}, {})
            continue
        fates: dict[str, float] = {}
        left: dict[int, float] = {}
        among = shares[place]
        for slot, chance in enumerate(chances):
            if not chance:
                continue
            for one in among:
                points = chart.points[slot][one]
                share = chance / len(among)
                word = "up" if points > 0 else "fled" if points < 0 else ""
                fates[word] = fates.get(word, 0.0) + share
                if points > 0:
                    left[points] = left.get(points, 0.0) + share
        down = fates.pop("", 0.0)
        at_0 = min(sum([exact[one] for one in among]) / len(among), down)
        for word, chance in zip(side.fates[place], (at_0, down - at_0), strict=True):
            if chance:
                fates[word] = fates.get(word, 0.0) + chance
        yield Fate(fighter, fates, dict(sorted(left.items())))


def exactly_at_0(fight: Layout, met: Forwards, number: int) -> list[float]:
    """For each place of a side the chance that a blow brings it to 0 hit points exactly."""
    chart, turns = fight.charts[number], met.turns[1 - number]
    found = [0.0] * len(fight.two.sides[number].fighters)
    ends: dict[int, list[_Ends]] = {}
    for acting, begun in zip(fight.charts[1 - number].acts, met.begun[1 - number], strict=True):
        masses = begun
        for attacker in acting:
            if attacker not in ends:
                ends[attacker] = list(_ends(chart, fight.blows[1 - number], attacker, turns.steps(attacker)))
            masses = _one_attack(ends[attacker], masses, found)
    return found


def _ends(chart: Chart, blows: Blows, attacker: int, steps: list[Step]) -> Iterator[_Ends]:
    """For each slot, in their order, what one attack comes to there."""
    for slot, (missed, _, landed) in enumerate(steps):
        ends = [(slot, missed)]
        for to, weight in landed:
            whole = sum([share for _, share in chart.chances[to]])
            ends += [(end, weight * share / whole) for end, share in chart.chances[to]] or [(to, weight)]
        options = chart.options[slot]
        everybody = sum([option.alike for option in options])
        exact = []
        for option in options:
            points, damages = chart.points[slot][option.place], blows.weights[attacker][option.kind]
            if points < len(damages):
                exact.append((option.place, option.alike / everybody * damages[points] / blows.total))
        yield ends, exact


def _one_attack(ends: list[_Ends], masses: list[float], found: list[float]) -> list[float]:
    """How often each slot is met after one attack more; who is brought to 0 exactly is added up in `found`."""
    after = [0.0] * len(masses)
    for mass, (to, exact) in zip(masses, ends, strict=True):
        if mass:
            for end, chance in to:
                after[end] += mass * chance
            for place, chance in exact:
                found[place] += mass * chance
    return after


# How long it takes


def rounds(fight: Layout, tail: float = 1e-12, most: int = 1_000) -> tuple[dict[int, float], float]:
    """The chance of every number of rounds begun, and what is left: the fights that take longer still.

    Goes on until that is below `tail`, or for `most` rounds. Cost: about that of `outlook` a round.
    """
    passing = Forwards(fight)
    masses: Pairs = {(fight.charts[0].start, fight.charts[1].start): 1.0}
    found: dict[int, float] = {}
    going_on = 1.0
    for number in range(1, most + 1):
        masses, ended = _one_round(passing, masses)
        found[fight.two.begun + number] = ended
        going_on = sum(masses.values())
        if going_on < tail:
            break
    return found, going_on


def _one_round(passing: Forwards, masses: Pairs) -> tuple[Pairs, float]:
    """Where fights stand after one round more, and the chance of those that ended in it."""
    mine, theirs = passing.fight.charts
    me_first, they_first = passing.first
    halves: list[Pairs] = [{}, {}]
    for (slot, other), mass in masses.items():
        _turn(passing, 0, slot, other, mass * me_first, halves[0])
        _turn(passing, 1, slot, other, mass * they_first, halves[1])
    after: Pairs = {}
    ended = 0.0
    for number, half in enumerate(halves):
        for (slot, other), mass in half.items():
            if mine.options[slot] and theirs.options[other]:
                _turn(passing, 1 - number, slot, other, mass, after)
            else:
                ended += mass
    going_on: Pairs = {}
    for (slot, other), mass in after.items():
        if mine.options[slot] and theirs.options[other]:
            going_on[slot, other] = mass
        else:
            ended += mass
    return going_on, ended


def _turn(passing: Forwards, number: int, slot: int, other: int, mass: float, found: Pairs) -> None:
    """One side's turn from a pair of slots."""
    if not mass:
        return
    charts = passing.fight.charts
    at, against = (slot, other) if number == 0 else (other, slot)
    rows = passing.turns[number].of[charts[number].acting[at]]
    for to, weight in [*enumerate(rows.rows[against]), (against, rows.stay[against])]:
        if weight:
            pair = (slot, to) if number == 0 else (to, other)
            found[pair] = found.get(pair, 0.0) + mass * weight
