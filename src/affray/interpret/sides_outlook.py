"""All that comes of a fight of two sides in turn, by one pass forwards: winners, rounds, what becomes of everybody.

The pass finds how often each pair of slots is met at the start of a round, the strongest positions first, and from that
how fights end. Nothing is sampled: what is told is exact but for rounding.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import add
from typing import NamedTuple, TypeAlias

from affray.errors import Unsupported
from affray.interpret.sides import Layout
from affray.interpret.sides_chart import FOCUS, Chart, groups
from affray.interpret.sides_turns import Step, Turns
from affray.rules.machines import BEST
from affray.rules.two_sides import Side

Pairs: TypeAlias = dict[tuple[int, int], float]
"""The chance of each pair of slots."""


class Fate(NamedTuple):
    """One fighter at the end: the chance of every fate by its word, and of what it has left."""

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
        """The pass."""
        mine, theirs = self.fight.charts
        by_mine, by_theirs = self.turns
        me_first, they_first = self.first
        # What comes to a pair between two rounds, and in the middle of one, when the other side is still to act.
        mine_moved = [[0.0] * theirs.size for _ in range(mine.size)]
        theirs_moved = [[0.0] * mine.size for _ in range(theirs.size)]
        after_mine = [[0.0] * theirs.size for _ in range(mine.size)]
        after_theirs = [[0.0] * mine.size for _ in range(theirs.size)]
        mine_moved[mine.start][theirs.start] = 1.0
        for slot in range(mine.start, -1, -1):
            if mine.chances[slot]:
                continue
            for other in range(theirs.start, -1, -1):
                at_once = mine_moved[slot][other] + theirs_moved[other][slot]
                half, other_half = after_mine[slot][other], after_theirs[other][slot]
                coming = at_once + half + other_half
                if not coming:
                    continue
                if not mine.options[slot] or not theirs.options[other]:
                    self.ended[0][slot] += coming
                    self.ended[1][other] += coming
                    continue
                my_act, their_act = mine.acting[slot], theirs.acting[other]
                my_rows, their_rows = by_mine.of[my_act], by_theirs.of[their_act]
                my_row, their_row = my_rows.rows[other], their_rows.rows[slot]
                stay_1, stay_2 = my_rows.stay[other], their_rows.stay[slot]
                away = my_rows.leave[other] + stay_1 * their_rows.leave[slot]
                if not away:
                    self.endless[0][slot] += coming
                    self.endless[1][other] += coming
                    continue
                met = (at_once + half * stay_2 + other_half * stay_1) / away
                self.rounds += met
                mine_begins, theirs_begin = me_first * met, they_first * met
                mine_end, theirs_end = other_half + theirs_begin * stay_2, half + mine_begins * stay_1
                self.begun[0][my_act][other] += mine_begins + mine_end
                self.begun[1][their_act][slot] += theirs_begin + theirs_end
                _add(after_mine[slot], mine_begins, my_row)
                _add(mine_moved[slot], mine_end, my_row)
                _add(after_theirs[other], theirs_begin, their_row)
                _add(theirs_moved[other], theirs_end, their_row)


def _add(sums: list[float], times: float, row: list[float]) -> None:
    sums[: len(row)] = [one + times * other for one, other in zip(sums, row, strict=False)]


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
            yield Fate(fighter, {side.out[place]: 1.0}, {side.left[place]: 1.0})
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
                left[abs(points)] = left.get(abs(points), 0.0) + share
        down = fates.pop("", 0.0)
        at_0 = min(sum([exact[one] for one in among]) / len(among), down)
        for word, chance in zip(side.fates[place], (at_0, down - at_0), strict=True):
            if chance:
                fates[word] = fates.get(word, 0.0) + chance
        yield Fate(fighter, fates, dict(sorted(left.items())))


def exactly_at_0(fight: Layout, met: Forwards, number: int) -> list[float]:
    """For each place of a side the chance that a blow brings it to 0 hit points exactly."""
    chart, blows, turns = fight.charts[number], fight.blows[1 - number], met.turns[1 - number]
    found = [0.0] * len(fight.two.sides[number].fighters)
    for acting, begun in zip(fight.charts[1 - number].acts, met.begun[1 - number], strict=True):
        masses = begun
        for attacker in acting:
            masses = _one_attack(chart, masses, blows.weights[attacker], blows.total, turns.steps(attacker), found)
    return found


def _one_attack(
    chart: Chart, masses: list[float], weights: list[list[int]], total: int, steps: list[Step], found: list[float]
) -> list[float]:
    """How often each slot is met after one attack more; who is brought to 0 exactly is added up in `found`."""
    after = [0.0] * chart.size
    for slot, mass in enumerate(masses):
        options = chart.options[slot]
        if not mass:
            continue
        missed, _, landed = steps[slot]
        after[slot] += mass * missed
        for to, weight in landed:
            for end, share in chart.chances[to] or ((to, 1),):
                whole = sum([one for _, one in chart.chances[to]]) or 1
                after[end] += mass * weight * share / whole
        everybody = sum([option.alike for option in options])
        for option in options:
            points, damages = chart.points[slot][option.place], weights[option.kind]
            if points < len(damages):
                found[option.place] += mass * option.alike / everybody * damages[points] / total
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
