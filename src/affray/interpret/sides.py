"""Fights of two sides in turn, solved exactly by their structure: no matrix, no iteration, no library.

Every value is found once, the weaker positions first. A position is a pair of slots (see `sides_chart`) between two
rounds; what one side's turn makes of the other is a row of weights that is kept. The only way back to a position is a
round in which everybody misses, and that is closed in closed form: V = alpha + beta V.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, prod
from operator import mul
from time import monotonic
from typing import NamedTuple, TypeAlias

from affray.errors import OutOfTime, Unsupported
from affray.interpret.sides_chart import FOCUS, Blows, Chart, blows_of, chart, first_of, most_slots
from affray.interpret.sides_turns import Number, Turns
from affray.rules.machines import BEST
from affray.rules.two_sides import WHOLE, TwoSides

Worth: TypeAlias = Callable[[int, int], int]
"""What the end of a fight is worth, by the slots of the two sides; a whole number from 0."""


class Layout(NamedTuple):
    """A fight ready to be solved: the chart of each side, what each side deals out, who acts first."""

    two: TwoSides
    charts: tuple[Chart, Chart]
    blows: tuple[Blows, Blows]
    first: tuple[int, int]

    @property
    def positions(self) -> int:
        """The number of pairs of slots."""
        return self.charts[0].size * self.charts[1].size


def layout(two: TwoSides) -> Layout:
    """The charts of both sides.

    Raises `Unsupported` where gear breaks (`sides_duel` plays that), and `TooLarge` where a side can stand in too many
    ways (`sides_chart.MOST_SLOTS`). Cost: milliseconds; a second or two for a side of tens of thousands of slots.
    """
    if two.wear != WHOLE:
        raise Unsupported("breakage")
    return Layout(two, (chart(two, 0), chart(two, 1)), (blows_of(two, 0), blows_of(two, 1)), first_of(two))


# How much work


class Estimate(NamedTuple):
    """About how much work a fight is: pairs of slots but for those of morale, seconds of each way, and memory.

    Seconds are those of one core of a Zen 4 server under Python 3.11, the charts counted in; the truth was 0.5 to 2
    times as much for 16 fights of 80 to 1.5 million pairs. The seconds of machine code count in what it takes to load.
    """

    positions: int
    plain_seconds: float
    fraction_seconds: float
    compiled_seconds: float
    plain_megabytes: float
    compiled_megabytes: float


LOADING = 0.5
"""Seconds that Numba and compiled code of an earlier process take to load."""


def estimate(two: TwoSides) -> Estimate:
    """How much work a fight is, found in microseconds from the hit points alone: before any chart is made."""
    slots = [most_slots(two, number) for number in (0, 1)]
    if two.wear != WHOLE:
        return _estimate_duel(slots[0] * slots[1] * prod([one for pair in two.wear for one in pair]))
    fighters = [sum(1 for left in side.start if left > 0) for side in two.sides]
    focus = all(side.tactic in FOCUS for side in two.sides)
    pairs, length = slots[0] * slots[1], sum(slots) / 2
    rows = sum([count * size * size / 2 for count, size in zip(fighters, reversed(slots), strict=True)])
    digits = (fighters[1] * slots[0] + fighters[0] * slots[1]) * sum(fighters) / 2 * (0.33 if focus else 0.45)
    charts = sum(slots) * (3e-5 if focus else 1e-4)
    blows = pairs * sum(fighters) * 6
    return Estimate(
        pairs,
        charts + pairs * (2e-6 + 2 * length * 3e-8) + rows * 2e-7,
        charts + pairs * (7e-6 + 2 * length * digits * 1e-9) + rows * 3e-7,
        LOADING + charts + blows * (2e-9 if focus else 2e-8),
        (rows * 32 + pairs * 130) / 1e6,
        (1e8 + 16 * slots[0] * slots[1] * (1 + fighters[1] / 2)) / 1e6 if not focus else 150,
    )


def _estimate_duel(pairs: int) -> Estimate:
    """Of a duel in which gear breaks, which `sides_duel` solves; there are no fractions."""
    megabytes = pairs * 100 / 1e6
    return Estimate(pairs, 0.01 + pairs * 5e-6, inf, LOADING + 0.01 + pairs * 1e-7, megabytes, 150 + megabytes)


# Backwards: the value of every position


def value(
    fight: Layout, worth: Worth, exactly: bool = False, each_round: int = 0, deadline: float | None = None
) -> Number:
    """The mean of what the end of the fight is worth, and of `each_round` for every round begun.

    A Fraction if `exactly`, else a float that is exact but for rounding. Of what can never end only the rounds count:
    see `win`. Raises `Unsupported` for a side that plays its best, `OutOfTime` when `time.monotonic()` has passed
    `deadline`.
    """
    return _Backwards(fight, exactly, deadline).value(worth, each_round)


class _Backwards:
    """One pass over all pairs of slots, the lowest first."""

    def __init__(self, fight: Layout, exactly: bool, deadline: float | None = None) -> None:
        for side in fight.two.sides:
            if side.tactic == BEST:
                raise Unsupported("tactic=best")
        self.fight, self.exactly, self.deadline = fight, exactly, deadline
        charts, blows = fight.charts, fight.blows
        self.turns = (
            Turns(charts[1], charts[0].acts, blows[0], exactly),
            Turns(charts[0], charts[1].acts, blows[1], exactly),
        )
        total = sum(fight.first)
        self.first: Sequence[Number] = fight.first if exactly else [one / total for one in fight.first]

    def value(self, worth: Worth, each_round: int = 0, endless: int = 0) -> Number:
        """The value of the start; `endless` is that of two stands that can never end."""
        if not self.exactly:
            return self.in_floats(worth, each_round, endless)
        unit = self.unit()
        return Fraction(self.in_wholes(worth, unit, each_round, endless), unit)

    def look_at_the_clock(self, slot: int) -> None:
        """Raises `OutOfTime` when the time is up; at each slot of the first side."""
        if self.deadline is not None and monotonic() > self.deadline:
            done = slot * self.fight.charts[1].size
            raise OutOfTime("the time is up; pairs of slots solved", estimate=done, limit=self.fight.positions)

    def in_floats(self, worth: Worth, each_round: int, endless: int) -> float:
        """The value of the start, in floats."""
        mine, theirs = self.fight.charts
        by_mine, by_theirs = self.turns
        me_first, they_first = self.first
        values_down: list[list[float]] = [[] for _ in range(theirs.size)]
        second_down: list[list[float]] = [[] for _ in range(theirs.size)]
        going_on = [bool(one) for one in theirs.options]
        value = 0.0
        for slot in range(mine.start + 1):
            self.look_at_the_clock(slot)
            values: list[float] = []
            second: list[float] = []
            if not mine.options[slot]:
                ended = not mine.chances[slot]
                for other in range(theirs.size):
                    end = float(worth(slot, other)) if ended and not theirs.chances[other] else 0.0
                    values_down[other].append(end)
                    second_down[other].append(end)
                continue
            my_rows, my_stay, my_leave = by_mine.of[mine.acting[slot]]
            for other in range(theirs.start + 1):
                if not going_on[other]:
                    end = 0.0 if theirs.chances[other] else float(worth(slot, other))
                    values.append(end)
                    second.append(end)
                    values_down[other].append(end)
                    second_down[other].append(end)
                    continue
                my_row, stay_1 = my_rows[other], my_stay[other]
                their_rows = by_theirs.of[theirs.acting[other]]
                their_row, stay_2 = their_rows.rows[slot], their_rows.stay[slot]
                # Each side's turn as the second of the round, then as the first; the way back to here comes last.
                they_last = sum(map(mul, their_row, values_down[other]))
                i_last = sum(map(mul, my_row, values))
                known = me_first * (sum(map(mul, my_row, second)) + stay_1 * they_last) + they_first * (
                    sum(map(mul, their_row, second_down[other])) + stay_2 * i_last
                )
                away = my_leave[other] + stay_1 * their_rows.leave[slot]
                value = (known + each_round) / away if away else float(endless)
                values.append(value)
                second.append(they_last + stay_2 * value)
                values_down[other].append(value)
                second_down[other].append(i_last + stay_1 * value)
        return value

    # In fractions: every number is a whole multiple of one unit that is fine enough for all of them

    def unit(self) -> int:
        """A whole number by which every value is a whole number.

        A fight passes each pair of slots at most once, and each pair divides by what leads away from it; of pairs with
        the same divisor as many can lie on one way as the two charts have slots for it together. What all misses share
        with the whole of an attack cancels out but for attacks that hit, and each of these takes a slot at least.
        """
        by_mine, by_theirs = self.turns
        mine, theirs = self.fight.charts
        found: int = (by_mine.morale * by_theirs.morale) ** 2
        found *= by_mine.shared**theirs.size * by_theirs.shared**mine.size
        my_classes, their_classes = self.classes(0), self.classes(1)
        for (my_act, my_stay), mine_there in my_classes.items():
            for (their_act, their_stay), theirs_there in their_classes.items():
                away = self.away(my_act, their_stay, their_act, my_stay)
                if away:
                    found *= away ** (mine_there + theirs_there - 1)
        return found

    def classes(self, number: int) -> dict[tuple[int, tuple[int, ...]], int]:
        """How many slots of a side share who acts, and the weights of coming unhurt through each turn of the other."""
        chart, turns = self.fight.charts[number], self.turns[1 - number]
        found: dict[tuple[int, tuple[int, ...]], int] = {}
        for slot in range(chart.size):
            if chart.options[slot]:
                key = (chart.acting[slot], tuple([rows.stay[slot] for rows in turns.of]))
                found[key] = found.get(key, 0) + 1
        return found

    def away(self, my_act: int, their_stay: tuple[int, ...], their_act: int, my_stay: tuple[int, ...]) -> Number:
        """What a position divides by, without the morale and without what misses share: both cancel out."""
        by_mine, by_theirs = self.turns
        mine, theirs = len(self.fight.charts[0].acts[my_act]), len(self.fight.charts[1].acts[their_act])
        whole = by_mine.each**mine * by_theirs.each**theirs
        stay = (their_stay[my_act] // by_mine.morale) * (my_stay[their_act] // by_theirs.morale)
        return sum(self.first) * (whole - stay) // (by_mine.shared**mine * by_theirs.shared**theirs)

    def in_wholes(self, worth: Worth, unit: int, each_round: int, endless: int) -> int:
        """The value of the start in units.

        What the second turn of a round is worth is kept in finer units, the same for all that the first turn leads to.
        """
        mine, theirs = self.fight.charts
        by_mine, by_theirs = self.turns
        me_first, they_first = self.first
        most = [max(map(len, one.acts)) for one in (mine, theirs)]
        scale_1 = by_mine.each ** most[0] * by_mine.morale
        scale_2 = by_theirs.each ** most[1] * by_theirs.morale
        values_down: list[list[int]] = [[] for _ in range(theirs.size)]
        second_down: list[list[int]] = [[] for _ in range(theirs.size)]
        value = 0
        for slot in range(mine.start + 1):
            self.look_at_the_clock(slot)
            values: list[int] = []
            second: list[int] = []
            my_act, finer_1, my_rows = -1, 1, None
            if mine.options[slot]:
                my_act = mine.acting[slot]
                my_rows = by_mine.of[my_act]
                finer_1 = by_mine.each ** (most[0] - len(mine.acts[my_act]))
            for other in range(theirs.start + 1):
                if my_rows is None or not theirs.options[other]:
                    chance = mine.chances[slot] or theirs.chances[other]
                    end = 0 if chance else unit * worth(slot, other)
                    values.append(end)
                    second.append(end * scale_2)
                    values_down[other].append(end)
                    second_down[other].append(end * scale_1)
                    continue
                finer_2 = by_theirs.each ** (most[1] - len(theirs.acts[theirs.acting[other]]))
                my_row, stay_1 = my_rows.rows[other], my_rows.stay[other]
                their_rows = by_theirs.of[theirs.acting[other]]
                their_row, stay_2 = their_rows.rows[slot], their_rows.stay[slot]
                they_last = sum(map(mul, their_row, values_down[other])) * finer_2
                i_last = sum(map(mul, my_row, values)) * finer_1
                known = me_first * finer_1 * (sum(map(mul, my_row, second)) + stay_1 * they_last)
                known += they_first * finer_2 * (sum(map(mul, their_row, second_down[other])) + stay_2 * i_last)
                whole = sum(self.first) * scale_1 * scale_2
                away = whole - sum(self.first) * stay_1 * stay_2 * finer_1 * finer_2
                value, rest = divmod(known + each_round * whole * unit, away) if away else (endless * unit, 0)
                if rest:
                    raise ArithmeticError("the unit is too coarse")
                values.append(value)
                second.append(they_last + finer_2 * stay_2 * value)
                values_down[other].append(value)
                second_down[other].append(i_last + finer_1 * stay_1 * value)
        return value


# The chances


class Win(NamedTuple):
    """The chance of each side to win, of nobody, and of a fight without end; fractions, or floats."""

    sides: tuple[Number, Number]
    nobody: Number
    undecided: Number


def win(fight: Layout, exactly: bool = False, deadline: float | None = None) -> Win:
    """How the fight ends under its tactics. Nobody is hurt in its own turn: one side is always left.

    Cost: see `estimate`; 4 against 6 take 3 milliseconds, as fractions some 12. Raises as `value` does.
    """
    theirs = fight.charts[1]
    solver = _Backwards(fight, exactly, deadline)
    first = solver.value(lambda slot, other: int(_is_out(theirs, other)))
    one = first - first + 1
    if not can_be_endless(fight):
        return Win((first, one - first), one - one, one - one)
    endless = solver.value(lambda slot, other: 0, endless=1)
    return Win((first, one - first - endless), one - one, endless)


def can_be_endless(fight: Layout) -> bool:
    """Whether there are two stands, one of each side, in which neither can hurt the other."""
    harmless = []
    for number in (0, 1):
        acts, target, weights = fight.charts[number].acts, fight.charts[1 - number], fight.blows[number].weights
        kinds = {frozenset([option.kind for option in row]) for row in target.options if row}
        harmless.append(
            any(
                not any(sum(weights[attacker][kind][1:]) for attacker in set(acting) for kind in against)
                for acting in acts
                for against in kinds
            )
        )
    return all(harmless)


def _is_out(chart: Chart, slot: int) -> bool:
    return not chart.options[slot]
