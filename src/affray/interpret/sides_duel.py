"""Duels in which armor and weapons break, solved exactly by their structure: in plain Python, or in machine code.

A *stand* of a fighter is its slot (see `sides_chart`), how far its armor is worn and how far its weapons are, all three
counted up from the worst. Nothing ever gets better, so that every pair of stands is solved once, the worst first; the
only way back is a round that changes nothing: V = alpha + beta V.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.errors import TooLarge, Unsupported
from affray.interpret.compiled import compiled
from affray.interpret.every import outcomes
from affray.interpret.sides import Win
from affray.interpret.sides_chart import Chart, chart, first_of
from affray.rules.machines import Question
from affray.rules.two_sides import WHOLE, TwoSides, Wear

END, CHANCE, STAND = 0, 1, 2

MOST_PAIRS = 30_000_000
"""Pairs of stands: three numbers are kept of each, and machine code takes some seconds, plain Python minutes."""


class Blow(NamedTuple):
    """What all blows of one way of the weapons at one way of the armor and one slot come to.

    `stay` is the chance that nothing changes, `leave` that anything does. `landed` are the slots of the target, the
    points that its armor and the weapon lose, and how likely each is.
    """

    stay: float
    leave: float
    landed: list[tuple[int, int, int, float]]


class Duel:
    """A duel ready to be solved. Cost: some tens of milliseconds, mostly for the formula's outcomes.

    Raises `Unsupported` for more than one fighter a side, `TooLarge` for more than `MOST_PAIRS` pairs of stands.
    """

    def __init__(self, two: TwoSides) -> None:
        if any(len(side.fighters) > 1 for side in two.sides):
            raise Unsupported("breakage")
        self.two = two
        self.read = Wear.of if two.wear != WHOLE else _unworn
        plain = replace(two, wear=WHOLE, blows=(self._by_damage(0), self._by_damage(1)))
        self.charts = chart(plain, 0), chart(plain, 1)
        self.armors = two.wear[1][0], two.wear[0][0]
        self.weapons = two.wear[0][1], two.wear[1][1]
        self.sizes = [
            one.size * armors * weapons
            for one, armors, weapons in zip(self.charts, self.armors, self.weapons, strict=True)
        ]
        if self.pairs > MOST_PAIRS:
            raise TooLarge("pairs of stands of a duel", estimate=self.pairs, limit=MOST_PAIRS)
        self.blows = self._blows(0), self._blows(1)
        self.arrays: list[Any] = []

    @property
    def pairs(self) -> int:
        """The number of pairs of stands."""
        return self.sizes[0] * self.sizes[1]

    def win(self, in_machine_code: bool = False) -> Win:
        """How the duel ends, in floats that are exact but for rounding.

        Cost: in plain Python some 5 microseconds a pair of stands, in machine code a tenth of one.
        """
        nothing, theirs = [[0.0] * one.size for one in self.charts]
        out = [0.0 if row else 1.0 for row in self.charts[1].options]
        first = self.value(nothing, out, 0.0, 0.0, in_machine_code)
        endless = self.value(nothing, theirs, 0.0, 1.0, in_machine_code) if self.can_be_endless else 0.0
        return Win((first, max(0.0, 1 - first - endless)), 0.0, endless)  # rounding may go below

    @property
    def can_be_endless(self) -> bool:
        """Whether each side can come to where it cannot hurt the other any more, nor lose anything."""
        return all(
            any(blow.leave == 0 and target.options[at % target.size] for at, blow in enumerate(blows))
            for blows, target in zip(self.blows, reversed(self.charts), strict=True)
        )

    def value(
        self, mine: list[float], theirs: list[float], each_round: float, endless: float, in_machine_code: bool = False
    ) -> float:
        """The mean of what the end is worth: a number for the slot of each side, and one for every round begun."""
        if not self.arrays:
            self.arrays = [*_ways(self.charts[0]), *_ways(self.charts[1]), *self._rows(0), *self._rows(1)]
        first = first_of(self.two)
        numbers = [first[0] / sum(first), first[1] / sum(first), each_round, endless]
        whole = [
            self.charts[0].size,
            self.armors[0],
            self.weapons[0],
            self.charts[1].size,
            self.armors[1],
            self.weapons[1],
        ]
        if not in_machine_code:
            program: Any = all_stands
            kept: Any = [[0.0] * self.pairs for _ in range(3)]
            return float(program(*self.arrays, mine, theirs, *kept, numbers, whole))
        import numpy as np  # noqa: PLC0415 - it takes 0.1 s to load

        if isinstance(self.arrays[0], list):
            kinds = [np.float64 if one and isinstance(one[0], float) else np.int64 for one in self.arrays]
            self.arrays = [np.array(one, dtype=kind) for one, kind in zip(self.arrays, kinds, strict=True)]
        kept = [np.zeros(self.pairs) for _ in range(3)]
        return float(
            compiled(all_stands)[0](
                *self.arrays,
                np.array(mine),
                np.array(theirs),
                *kept,
                np.array(numbers),
                np.array(whole, dtype=np.int64),
            )
        )

    def _by_damage(self, number: int) -> tuple[tuple[Question | None, ...], ...]:
        """All blows of a side as if each were another attacker's, with the damage alone."""
        blows = [question for row in self.two.blows[number] for question in row]
        return tuple([(None if one is None else one._replace(word=self._damage(one.word)),) for one in blows])

    def _damage(self, word: Callable[[Any], int]) -> Callable[[Any], int]:
        return lambda value: self.read(word(value)).damage

    def _harm(self, question: Question) -> list[tuple[Wear, float]]:
        found = outcomes(question.formula, *question.inputs).push(question.word)
        return [(self.read(word), weight / found.total) for word, weight in found.items()]

    def _blows(self, number: int) -> list[Blow]:
        """The blows of a side, by its weapons, the other's armor and the other's slot, each from the worst on."""
        target = self.charts[1 - number]
        found = []
        for weapons, row in enumerate(reversed(self.two.blows[number])):
            for armor, question in enumerate(reversed(row)):
                harm = [] if question is None else self._harm(question)
                found += [_blow(target, slot, harm, weapons > 0, armor > 0) for slot in range(target.size)]
        return found

    def _rows(self, number: int) -> tuple[list[int], list[int], list[float], list[float], list[float]]:
        """The blows as rows: where each begins, where its ways lead, how likely each is; `stay` and `leave` of each.

        Where a way leads is told in pairs of stands from a base: that of the attacker as it is and the target at its
        worst in everything that the blow does not touch.
        """
        wide = self.sizes[1]
        ways, worn = (self.armors[1], self.weapons[1]) if number == 0 else (self.armors[0], self.weapons[0])
        each = self.charts[1 - number].size
        starts, leads, likely = [0], [], []
        for at, blow in enumerate(self.blows[number]):
            armor = at // each % ways
            for slot, lost, used, chance in blow.landed:
                target = (slot * ways + armor - lost) * worn
                leads.append(target - used * wide if number == 0 else target * wide - used)
                likely.append(chance)
            starts.append(len(leads))
        stay, leave = [blow.stay for blow in self.blows[number]], [blow.leave for blow in self.blows[number]]
        return starts, leads or [0], likely or [0.0], stay, leave


def _unworn(word: int) -> Wear:
    """What the word of a blow means where nothing breaks: the damage."""
    return Wear(word, False, False)


def _blow(target: Chart, slot: int, harm: list[tuple[Wear, float]], weapon_breaks: bool, armor_breaks: bool) -> Blow:
    """What a blow comes to where these can still lose a point; of a slot in which nobody stands nothing is told."""
    options = target.options[slot]
    if not options or not harm:
        return Blow(1.0, 0.0, [])
    stay, leave = 0.0, 0.0
    landed: dict[tuple[int, int, int], float] = {}
    slots = options[0].slots
    for wear, chance in harm:
        to = slots[min(wear.damage, len(slots)) - 1] if wear.damage else slot
        way = (to, int(wear.armor and armor_breaks), int(wear.weapon and weapon_breaks))
        if way == (slot, 0, 0):
            stay += chance
        else:
            landed[way] = landed.get(way, 0.0) + chance
            leave += chance
    return Blow(stay, leave, [(*way, chance) for way, chance in landed.items()])


def _ways(one: Chart) -> tuple[list[int], list[int], list[int], list[float]]:
    """What each slot is, where its chances begin, where they lead, and how likely each is."""
    kinds = [STAND if row else CHANCE if ways else END for row, ways in zip(one.options, one.chances, strict=True)]
    starts, leads, likely = [0], [], []
    for ways in one.chances:
        total = sum([weight for _, weight in ways])
        for to, weight in ways:
            leads.append(to)
            likely.append(weight / total)
        starts.append(len(leads))
    return kinds, starts, leads or [0], likely or [0.0]


# The program: plain Python, in the part of it that Numba compiles


def all_stands(
    my_kinds: Any,
    my_ways: Any,
    my_leads: Any,
    my_likely: Any,
    their_kinds: Any,
    their_ways: Any,
    their_leads: Any,
    their_likely: Any,
    my_rows: Any,
    my_to: Any,
    my_chance: Any,
    my_stay: Any,
    my_leave: Any,
    their_rows: Any,
    their_to: Any,
    their_chance: Any,
    their_stay: Any,
    their_leave: Any,
    my_worth: Any,
    their_worth: Any,
    values: Any,
    mine_last: Any,
    theirs_last: Any,
    numbers: Any,
    whole: Any,
) -> Any:
    """The value of the start; `mine_last` is what a pair is worth when I am to end the round, `theirs_last` if they."""
    my_slots, my_armors, my_weapons = whole[0], whole[1], whole[2]
    their_slots, their_armors, their_weapons = whole[3], whole[4], whole[5]
    my_gear, their_gear = my_armors * my_weapons, their_armors * their_weapons
    wide = their_slots * their_gear
    value = 0.0
    for slot in range(my_slots):
        for other in range(their_slots):
            if my_kinds[slot] != 2 or their_kinds[other] != 2:
                settle(
                    my_kinds[slot],
                    their_kinds[other],
                    my_ways[slot],
                    my_ways[slot + 1],
                    my_leads,
                    my_likely,
                    their_ways[other],
                    their_ways[other + 1],
                    their_leads,
                    their_likely,
                    my_worth[slot] + their_worth[other],
                    values,
                    mine_last,
                    theirs_last,
                    slot,
                    other,
                    my_gear,
                    their_gear,
                    wide,
                )
                continue
            for mine in range(my_gear):
                armor, weapon = mine // my_weapons, mine % my_weapons
                row = (slot * my_gear + mine) * wide
                for theirs in range(their_gear):
                    their_armor, their_weapon = theirs // their_weapons, theirs % their_weapons
                    column = other * their_gear + theirs
                    my_blow = (weapon * their_armors + their_armor) * their_slots + other
                    their_blow = (their_weapon * my_armors + armor) * my_slots + slot
                    i_last = i_first = they_last = they_first = 0.0
                    base = row + their_weapon
                    for way in range(my_rows[my_blow], my_rows[my_blow + 1]):
                        i_last += my_chance[way] * values[base + my_to[way]]
                        i_first += my_chance[way] * theirs_last[base + my_to[way]]
                    base = weapon * wide + column
                    for way in range(their_rows[their_blow], their_rows[their_blow + 1]):
                        they_last += their_chance[way] * values[base + their_to[way]]
                        they_first += their_chance[way] * mine_last[base + their_to[way]]
                    stay, their_stays = my_stay[my_blow], their_stay[their_blow]
                    away = my_leave[my_blow] + stay * their_leave[their_blow]
                    known = numbers[0] * (i_first + stay * they_last) + numbers[1] * (they_first + their_stays * i_last)
                    value = (known + numbers[2]) / away if away > 0.0 else numbers[3]
                    values[row + column] = value
                    mine_last[row + column] = i_last + stay * value
                    theirs_last[row + column] = they_last + their_stays * value
    return value


def settle(
    my_kind: int,
    their_kind: int,
    my_first: int,
    my_end: int,
    my_leads: Any,
    my_likely: Any,
    their_first: int,
    their_end: int,
    their_leads: Any,
    their_likely: Any,
    worth: float,
    values: Any,
    mine_last: Any,
    theirs_last: Any,
    slot: int,
    other: int,
    my_gear: int,
    their_gear: int,
    wide: int,
) -> None:
    """What an end or a chance is worth, however worn everything is."""
    for mine in range(my_gear):
        for theirs in range(their_gear):
            here = (slot * my_gear + mine) * wide + other * their_gear + theirs
            known = known_mine = known_theirs = worth
            if my_kind == 1:
                known = known_mine = known_theirs = 0.0
                for way in range(my_first, my_end):
                    there = here + (my_leads[way] - slot) * my_gear * wide
                    known += my_likely[way] * values[there]
                    known_mine += my_likely[way] * mine_last[there]
                    known_theirs += my_likely[way] * theirs_last[there]
            elif their_kind == 1:
                known = known_mine = known_theirs = 0.0
                for way in range(their_first, their_end):
                    there = here + (their_leads[way] - other) * their_gear
                    known += their_likely[way] * values[there]
                    known_mine += their_likely[way] * mine_last[there]
                    known_theirs += their_likely[way] * theirs_last[there]
            values[here] = known
            mine_last[here] = known_mine
            theirs_last[here] = known_theirs
