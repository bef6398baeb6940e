"""One side of a fight of two sides in turn, charted: every way in which it can stand, and what each blow makes of that.

A chart has numbered *slots*, and every blow leads to a slot of a lower number: hit points never rise. A slot is a stand
(the fight goes on), a chance (morale is rolled, which leads to stands), or an end (nobody of the side is left).
Fighters who are alike are one multiset of hit points wherever nothing tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, lcm
from typing import Any, NamedTuple, TypeAlias

from affray.errors import TooLarge
from affray.interpret.every import outcomes
from affray.rules.machines import Question
from affray.rules.two_sides import Points, Side, TwoSides
from affray.weights import merge

Stand: TypeAlias = tuple[Points, int]
"""What is left of every fighter, and what the ruleset keeps in mind."""

Chances: TypeAlias = tuple[tuple[Stand, int], ...]
"""The stands that a chance leads to, each with its whole weight."""

FOCUS = ("first", "weakest")
"""Tactics that attack one until it is out: who that is never depends on how the blows before fell."""

MOST_SLOTS = 60_000
"""How many slots a chart may have: a second or two of work."""


class Option(NamedTuple):
    """One who may be attacked: the place, how many stand alike, the kind, and the slots for damage of 1, 2, ....

    The last slot is for all damage from there on.
    """

    place: int
    alike: int
    kind: int
    slots: tuple[int, ...]


class Chart(NamedTuple):
    """All slots of a side. `start` is where it stands at the start.

    Of each slot: `points` what is left (empty for a chance), `options` whom the other side may attack (none where the
    fight does not go on), `chances` the (slot, weight) of a chance, `acting` the place in `acts` of those who attack
    from there: their kinds in the order of acting.
    """

    points: list[Points]
    options: list[tuple[Option, ...]]
    chances: list[tuple[tuple[int, int], ...]]
    acting: list[int]
    acts: list[tuple[int, ...]]
    start: int

    @property
    def size(self) -> int:
        """The number of slots."""
        return len(self.points)


class Blows(NamedTuple):
    """What the fighters of a side deal out: `weights[attacker][target]` by damage from 0 on, all of one `total`."""

    weights: list[list[list[int]]]
    total: int


def blows_of(two: TwoSides, number: int) -> Blows:
    """The attacks of a side, kind by kind; an empty list for one who does not attack. Exact, in whole weights."""
    found = [[_damages(question) for question in row] for row in two.blows[number]]
    total = lcm(*[sum(one.values()) for row in found for one in row if one])
    weights = [[_scaled(one, total) for one in row] for row in found]
    return Blows(weights, total)


def _damages(question: Question | None) -> dict[int, int]:
    if question is None:
        return {}
    words = outcomes(question.formula, *question.inputs).push(question.word).reduced()
    return dict(words.items())


def _scaled(damages: dict[int, int], total: int) -> list[int]:
    if not damages:
        return []
    times = total // sum(damages.values())
    return [damages.get(one, 0) * times for one in range(max(damages) + 1)]


def within(weights: list[int], most: int) -> list[int]:
    """The weights of a damage of 0, 1, ... up to `most`, which takes in all that is more."""
    if len(weights) <= most + 1:
        return weights + [0] * (most + 1 - len(weights))
    return [*weights[:most], sum(weights[most:])]


def first_of(two: TwoSides) -> tuple[int, int]:
    """The whole weights of either side to act first in a round."""
    first = outcomes(two.first.formula, *two.first.inputs).push(two.first.word).reduced()
    return first.get(0, 0), first.get(1, 0)


def chart(two: TwoSides, number: int, limit: int = MOST_SLOTS) -> Chart:
    """The chart of a side, as the other one attacks it.

    Cost: some 3 microseconds a blow that is told apart, more where morale is asked about. Raises `TooLarge` for more
    than `limit` slots.
    """
    return _Charting(two, number).chart(limit)


class _Charting:
    """A chart in the making."""

    def __init__(self, two: TwoSides, number: int) -> None:
        self.side: Side = two.sides[number]
        self.tactic = two.sides[1 - number].tactic
        self.groups = list(groups(self.side)) if self.tactic not in FOCUS else []
        self.attacks = [any(one is not None for one in row) for row in two.blows[number]]
        theirs = two.blows[1 - number]
        self.reach = [
            max([max(_damages(row[kind]), default=0) for row in theirs], default=0)
            for kind in range(max(self.side.kinds) + 1)
        ]

    def chart(self, limit: int) -> Chart:
        start = self.canon(self.side.start), 0
        number: dict[Any, int] = {}
        plans: dict[Any, list[Any]] = {}
        found = Chart([], [], [], [], [], 0)
        acts: dict[tuple[int, ...], int] = {}
        waiting: list[Any] = [start]
        while waiting:
            key = waiting[-1]
            if key in number:
                waiting.pop()
                continue
            plan = plans.get(key)
            if plan is None:
                plan = plans[key] = list(self.plan(key))
                ahead = [one for _, _, ways in plan for one in dict.fromkeys(ways) if one not in number]
                if ahead:
                    waiting += reversed(ahead)  # what is lost first comes last, so that targets lie near
                    if len(plans) + len(number) > limit:
                        found_so_far = len(plans) + len(number)
                        raise TooLarge("ways in which a side can stand", estimate=found_so_far, limit=limit)
                    continue
            waiting.pop()
            del plans[key]
            number[key] = len(found.points)
            self.enter(found, key, plan, number, acts)
        found.acts.extend(acts)
        return found._replace(start=number[start])

    def enter(
        self, found: Chart, key: Any, plan: list[Any], number: dict[Any, int], acts: dict[tuple[int, ...], int]
    ) -> None:
        """One more slot, all that it leads to being there."""
        if _is_chance(key):
            found.points.append(())
            found.options.append(())
            found.chances.append(tuple([(number[stand], weight) for stand, weight in key]))
            found.acting.append(-1)
            return
        points = key[0]
        found.points.append(points)
        found.options.append(
            tuple(
                [
                    Option(place, alike, self.side.kinds[place], tuple([number[one] for one in ways]))
                    for place, alike, ways in plan
                ]
            )
        )
        found.chances.append(())
        acting = tuple(
            [
                self.side.kinds[place]
                for place in self.side.order
                if points[place] > 0 and self.attacks[self.side.kinds[place]]
            ]
        )
        found.acting.append(acts.setdefault(acting, len(acts)) if plan else -1)

    def plan(self, key: Any) -> Iterator[tuple[int, int, list[Any]]]:
        """Whom a slot lets the other side attack, with the keys of where that leads; of a chance all in one."""
        if _is_chance(key):
            yield -1, 1, [stand for stand, _ in key]
            return
        points, memory = key
        for place, alike in self.targets(points):
            most = max(min(points[place], self.reach[self.side.kinds[place]]), 1)
            yield place, alike, [self.struck(points, memory, place, damage) for damage in range(1, most + 1)]

    def targets(self, points: Points) -> list[tuple[int, int]]:
        """The places that may be attacked, each with how many stand alike."""
        up = [place for place, left in enumerate(points) if left > 0]
        if not up:
            return []
        if self.tactic == "first":
            return [(up[0], 1)]
        if self.tactic == "weakest":
            return [(min(up, key=points.__getitem__), 1)]
        if self.tactic == "strongest":
            return [(max(up, key=points.__getitem__), 1)]
        alike: dict[tuple[int, int], list[int]] = {}
        for number, group in enumerate(self.groups):
            for place in group:
                if points[place] > 0:
                    alike.setdefault((number, points[place]), []).append(place)
        return [(places[0], len(places)) for places in alike.values()]

    def struck(self, points: Points, memory: int, place: int, damage: int) -> Any:
        """Where a blow leads: a stand, or the chances of several."""
        left = (*points[:place], max(points[place] - damage, 0), *points[place + 1 :])
        if self.side.after is None:
            return self.canon(left), memory
        turns = self.side.after(left, memory, place)
        if len(turns) == 1:
            return self.canon(turns[0].points), turns[0].memory
        ways = []
        for turn in turns:
            weight = total = 1
            for question, word in turn.asked:
                words = outcomes(question.formula, *question.inputs).push(question.word).reduced()
                weight, total = weight * words.get(word, 0), total * words.total
            if weight:
                ways.append(((self.canon(turn.points), turn.memory), weight, total))
        merged = merge(ways).reduced()
        return next(iter(merged)) if len(merged) == 1 else tuple(merged.items())

    def canon(self, points: Points) -> Points:
        """The points of those who are alike in falling order: who has which makes no difference."""
        if not self.groups:
            return points
        found = list(points)
        for group in self.groups:
            if len(group) > 1:
                for place, left in zip(group, sorted([points[one] for one in group], reverse=True), strict=True):
                    found[place] = left
        return tuple(found)


def _is_chance(key: Any) -> bool:
    return isinstance(key[0][0], tuple)


def groups(side: Side) -> Iterator[list[int]]:
    """The places of those who are alike and stand next to each other, in the roster as in the order of acting."""
    rank = {place: at for at, place in enumerate(side.order)}
    group: list[int] = []
    for place, kind in enumerate(side.kinds):
        if group and (kind != side.kinds[group[-1]] or rank[place] != rank[group[-1]] + 1):
            yield group
            group = []
        group.append(place)
    if group:
        yield group


def most_slots(two: TwoSides, number: int) -> int:
    """How many slots the chart of a side has at most, but for those of morale: found at once, without charting."""
    side, tactic = two.sides[number], two.sides[1 - number].tactic
    start = [one for one in side.start if one > 0]
    if tactic in FOCUS:
        return sum(start) + 1
    found = 1
    for group in groups(side):
        points = [side.start[place] for place in group if side.start[place] > 0]
        if points:
            found *= min(comb(len(points) + max(points), max(points)), _product([one + 1 for one in points]))
    return found


def _product(numbers: list[int]) -> int:
    found = 1
    for one in numbers:
        found *= one
    return found
