"""Moving over the map: whom a path provokes, where one can go and at what risk.

Who is in the way, who has an Area of Influence and who may still strike is for the caller to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from operator import itemgetter
from typing import Final, Literal, TypeAlias

import msgspec

from affray.rules import rule
from affray.rulesets.d20grid.grid import (
    DIRECTIONS,
    STRAIGHT,
    Grid,
    Metric,
    Path,
    Square,
    disc,
    feet_of,
    length,
    moves,
    rank,
    within,
)

Trigger: TypeAlias = Literal[
    "crossing_and_total", "any_crossing", "distance_inside_gt_10", "distance_after_crossing_gt_10"
]
"""What "more than 10 feet into or out of" measures (T12)."""
Covers: TypeAlias = Literal["literal", "covers_into"]
"""What a Disengage covers (T19)."""

FREE: Final = 10
"""Feet that one may move into or out of an Area of Influence (d20grid.aoo.trigger)."""
STEP: Final = 5
"""Feet of a step that never provokes (T12)."""


class Area(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """An Area of Influence: whose it is, the owner's square, and the feet that it reaches from there (T63).

    `spared` are squares where the owner could not strike a mover (behind a wall, say): a crossing there is none.
    """

    owner: int
    at: Square
    feet: int
    spared: frozenset[Square] = frozenset()


class Terms(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """By what a move is judged: the metric (T18), the trigger (T12), a Disengage and what that covers (T19)."""

    metric: Metric = "chebyshev"
    trigger: Trigger = "crossing_and_total"
    disengaged: bool = False
    covers: Covers = "literal"


DEFAULT: Final = Terms()


class BorderCrossed(msgspec.Struct, frozen=True, gc=False):
    """A border crossed: `place` is where on the path the mover is when the attack comes (0 is where it began)."""

    place: int
    owner: int
    into: bool


class Way(msgspec.Struct, frozen=True, gc=False):
    """A path, its feet (a part of a foot counts as one), and the owners of areas whom it provokes.

    `steps` are places in `DIRECTIONS`: of the ways to all squares few are walked, so the path is made when it is asked.
    """

    start: Square
    steps: bytes
    feet: int
    owners: tuple[int, ...]

    @property
    def path(self) -> Path:
        """The squares from the start to the end."""
        column, row = self.start
        path = [self.start]
        for number in self.steps:
            across, up = DIRECTIONS[number]
            column, row = column + across, row + up
            path.append((column, row))
        return tuple(path)

    @property
    def provoked(self) -> int:
        """How many it provokes."""
        return len(self.owners)


class Reached(msgspec.Struct, frozen=True, gc=False):
    """How one gets to a square: the way that provokes fewest, and the shortest where that one is shorter."""

    safest: Way
    shortest: Way | None


# Provoking


@rule("d20grid.aoo.trigger", "d20grid.disengage", "T12", "T15", "T65", "T67")
def crossings(path: Path, areas: Iterable[Area], terms: Terms = DEFAULT) -> tuple[BorderCrossed, ...]:
    """The crossings of a declared path that provoke, in the order in which they come; each once.

    Entering, the mover is in the first square inside, leaving, in the last one. A step that does both comes first to
    the areas left, then to those entered; several owners at one crossing stand in the order of `areas` (T66 is for the
    caller). An owner has one area.
    """
    watched = [(area, [within(area.at, square, area.feet, terms.metric) for square in path]) for area in areas]
    return tuple(
        [
            BorderCrossed(place + into, area.owner, into)
            for place in range(len(path) - 1)
            for into in (False, True)
            for area, inside in watched
            if inside[place + into] > inside[place + 1 - into]
            and path[place + into] not in area.spared
            and is_far(path, place, into, inside, terms)
            and not (terms.disengaged and is_excused(place, into, inside, terms.covers))
        ]
    )


@rule("d20grid.aoo.trigger", "T12")
def is_far(path: Path, place: int, into: bool, inside: list[bool], terms: Terms) -> bool:
    """Whether the crossing after `place` is far enough to provoke; the step that crosses is measured whole."""
    if terms.trigger == "any_crossing":
        return length(path, terms.metric) > STEP
    first, last = 0, len(path) - 1
    if terms.trigger == "distance_after_crossing_gt_10":
        first = place
    elif terms.trigger == "distance_inside_gt_10":
        first, last = place, place + 1
        while into and last + 1 < len(path) and inside[last + 1]:
            last += 1
        while not into and first and inside[first - 1]:
            first -= 1
    return length(path[first : last + 1], terms.metric) > FREE


@rule("d20grid.disengage", "T19")
def is_excused(place: int, into: bool, inside: list[bool], covers: Covers) -> bool:
    """Whether a Disengage covers a crossing: all but the last entry into an area in which the path then ends."""
    return covers == "covers_into" or not into or not all(inside[place + 1 :])


# What is kept of a path on its way

Marks: TypeAlias = tuple[int, ...]
"""What a trigger has to remember of a path: numbers of which a lower one is never worse."""

COUNTED: Final = -1
"""The mark of a path all of whose crossings count so far (`distance_after_crossing_gt_10`)."""
NEVER: Final = -1
"""The mark of a stay in an area that provokes by its end alone (`distance_inside_gt_10`)."""
BEYOND: Final = 9
"""The mark of more than 10 feet."""

GAUGES: Final[Mapping[Metric, tuple[tuple[int, ...], tuple[int, ...]]]] = {
    "chebyshev": ((1, 2, BEYOND), (1, 2, BEYOND)),
    "5_10_5": ((1, 3, 3, BEYOND), (2, 3, BEYOND, BEYOND)),
    "euclid": ((1, 3, BEYOND, BEYOND), (2, BEYOND, BEYOND, BEYOND)),
}
"""How the mark of a distance grows, until it is over 10 feet, with a straight and with a diagonal step.

The marks are, for `chebyshev`: 0, 5, 10 feet; for `5_10_5`: 0, 5, 5 after a diagonal, 10; for `euclid`: 0, 5, 7.07, 10.
"""


class _Watch(msgspec.Struct, frozen=True, gc=False):
    """The areas, a bit each: those that a square is in, and those that can strike there."""

    inside: dict[Square, int]
    strike: dict[Square, int]
    bits: tuple[int, ...]
    terms: Terms


def _watch(areas: tuple[Area, ...], terms: Terms) -> _Watch:
    inside: dict[Square, int] = {}
    strike: dict[Square, int] = {}
    if terms.disengaged and terms.covers == "covers_into":
        areas = ()
    for number, area in enumerate(areas):
        for across, up in disc(area.feet, terms.metric):
            square = (area.at[0] + across, area.at[1] + up)
            inside[square] = inside.get(square, 0) | 1 << number
            if square not in area.spared:
                strike[square] = strike.get(square, 0) | 1 << number
    return _Watch(inside, strike, tuple([1 << number for number in range(len(areas))]), terms)


def _at_start(watch: _Watch, start: Square) -> Marks:
    """The marks of a path that has not begun."""
    if watch.terms.trigger == "distance_after_crossing_gt_10":
        return (COUNTED,)
    if watch.terms.trigger != "distance_inside_gt_10":
        return ()
    now = watch.inside.get(start, 0)
    return tuple([mark for bit in watch.bits for mark in ((NEVER, 0) if now & bit else (0, 0))])


def _follow(
    watch: _Watch, here: Square, there: Square, diagonal: bool, provoked: int, marks: Marks
) -> Iterable[tuple[int, Marks]]:
    """Whom a path has provoked after one more step, and its marks: each way in which that can be counted."""
    terms = watch.terms
    was, now = watch.inside.get(here, 0), watch.inside.get(there, 0)
    entered, left = now & ~was & watch.strike.get(there, 0), was & ~now & watch.strike.get(here, 0)
    if terms.disengaged:
        # What this does not cover is an entry into an area in which the path ends: it is forgotten on the way out.
        provoked, left = provoked & now, 0
    if terms.trigger == "distance_after_crossing_gt_10":
        return _before_the_end(provoked, entered | left, diagonal, marks[0], terms.metric)
    if terms.trigger == "distance_inside_gt_10":
        return (_stay(watch, (was, now, entered, left), diagonal, provoked, marks),)
    return ((provoked | entered | left, marks),)


def _grown(mark: int, diagonal: bool, metric: Metric) -> int:
    """The mark of a distance after one more step."""
    return mark if mark in (NEVER, BEYOND) else GAUGES[metric][diagonal][mark]


def _before_the_end(provoked: int, crossed: int, diagonal: bool, mark: int, metric: Metric) -> list[tuple[int, Marks]]:
    """`distance_after_crossing_gt_10`: the last 10 feet of a path are free, and they may begin with any step."""
    last = _grown(max(mark, 0), diagonal, metric)
    found: list[tuple[int, Marks]] = [(provoked | crossed, (COUNTED,))] if mark == COUNTED else []
    return found if last == BEYOND else [*found, (provoked, (last,))]


def _stay(
    watch: _Watch, change: tuple[int, int, int, int], diagonal: bool, provoked: int, marks: Marks
) -> tuple[int, Marks]:
    """`distance_inside_gt_10`: two marks an area, how far one has come from the step into it, and from after that."""
    metric, disengaged = watch.terms.metric, watch.terms.disengaged
    was, now, entered, left = change
    after: list[int] = []
    for number, bit in enumerate(watch.bits):
        from_step, from_there = marks[2 * number], _grown(marks[2 * number + 1], diagonal, metric)
        if not now & bit:
            if left & bit and from_there == BEYOND:
                provoked |= bit
            from_step = from_there = 0
        elif was & bit:
            from_step = _grown(from_step, diagonal, metric)
            if from_step == BEYOND:
                provoked |= bit
        else:
            from_step, from_there = (_grown(0, diagonal, metric) if entered & bit else NEVER), 0
        if now & bit and not disengaged and provoked & bit:
            from_step = from_there = BEYOND  # whoever is provoked already is so whatever the distance
        after += (from_step, from_there)
    return provoked, tuple(after)


# Where one can go


Label: TypeAlias = tuple[bytes, Square, int, Marks]
"""A path on its way: its steps by their places in `DIRECTIONS`, its end, the bits of those provoked, its marks."""
Known: TypeAlias = tuple[int, Marks, tuple[int, int]]
"""What counts of a path that came to a square: the bits, the marks, and how long it is with one diagonal more."""
Found: TypeAlias = tuple[int, bytes, int, int, int]
"""A path that can end where it does: how many it provokes, its steps, the bits, its rank in length, its feet."""

UNPROVOKED: Final[Mapping[Trigger, int]] = {"any_crossing": STEP, "crossing_and_total": FREE}
"""Feet of a whole path up to which it provokes nobody, whatever it crosses."""
CODES: Final = tuple([bytes((number,)) for number in range(len(DIRECTIONS))])


@rule("d20grid.aoo.trigger", "T12", "T18", "T19", "T58", "T59")
def reachable(
    grid: Grid,
    start: Square,
    speed: int,
    *,
    areas: tuple[Area, ...] = (),
    terms: Terms = DEFAULT,
    through: frozenset[Square] = frozenset(),
    closed: frozenset[Square] = frozenset(),
) -> dict[Square, Reached]:
    """Every other square that a move of at most `speed` feet can end on, and the ways there; the nearest first.

    `through` are squares that may be crossed but not ended on, `closed` those that may not be entered. A way provokes
    the owners whom `crossings` names; the safest provokes fewest. Of equally safe ways it is the shortest, of those
    the one with fewest diagonals, then the first by the order of `DIRECTIONS`, step by step. The shortest way is
    given where it is shorter than the safest; of several it is the one that provokes fewest, and then as before.

    Exact by every metric and trigger. Takes some milliseconds for 40 feet among 12 areas.
    """
    watch = _watch(areas, terms)
    free = UNPROVOKED.get(terms.trigger, 0)
    found: dict[Square, list[Found]] = {}
    known: dict[Square, list[Known]] = {}
    # Dijkstra's algorithm with more than one path a square, which no graph library has. Paths with the same numbers of
    # steps, straight and diagonal, are taken together, so that the heap holds only those pairs of numbers.
    waiting: dict[tuple[int, int], list[Label]] = {(0, 0): [(b"", start, 0, _at_start(watch, start))]}
    lengths = [(0, 0, 0)]
    while lengths:
        far, diagonal, straight = heappop(lengths)
        longer = ((straight + 1, diagonal), (straight, diagonal + 1))
        turned = (rank(straight, diagonal + 1, terms.metric), diagonal)
        for more in longer:
            if more not in waiting and feet_of(*more, terms.metric) <= speed:
                waiting[more] = []
                heappush(lengths, (rank(*more, terms.metric), more[1], more[0]))
        onward = [waiting.get(longer[number >= len(STRAIGHT)]) for number in range(len(DIRECTIONS))]
        feet = feet_of(straight, diagonal, terms.metric)
        for label in sorted(waiting.pop((straight, diagonal))):
            steps, here, provoked, marks = label
            before = known.setdefault(here, [])
            if before and _is_beaten(provoked, marks, turned, before):
                continue
            before.append((provoked, marks, turned))
            if here not in through and here != start:
                bits = provoked if feet > free else 0
                found.setdefault(here, []).append((bits.bit_count(), steps, bits, far, feet))
            _spread(grid, watch, label, onward, closed)
    return {square: _reached(start, ways, areas) for square, ways in found.items()}


def _is_beaten(provoked: int, marks: Marks, turned: tuple[int, int], before: list[Known]) -> bool:
    """Whether one of the paths that came here before, none of them longer, stays as good however both go on."""
    for bits, others, other in before:
        if bits & ~provoked or other > turned:
            continue
        if not marks or all([mine >= theirs for mine, theirs in zip(marks, others, strict=True)]):
            return True
    return False


def _spread(
    grid: Grid, watch: _Watch, label: Label, onward: list[list[Label] | None], closed: frozenset[Square]
) -> None:
    """Puts a path with one step more, each that there is, among those that wait; None: too far for the speed."""
    steps, here, provoked, marks = label
    inside = watch.inside
    was = inside.get(here, 0)
    for number, there in moves(grid, here):
        to = onward[number]
        if to is None or there in closed:
            continue
        if not marks and inside.get(there, 0) == was:
            to.append((steps + CODES[number], there, provoked, marks))  # no border: nothing to count
            continue
        for bits, after in _follow(watch, here, there, number >= len(STRAIGHT), provoked, marks):
            to.append((steps + CODES[number], there, bits, after))


def _reached(start: Square, ways: list[Found], areas: tuple[Area, ...]) -> Reached:
    """The best of the paths to a square, which come in the order of length, diagonals and steps."""
    least = ways[0][3]
    safest = min(ways, key=itemgetter(0))
    if safest[3] == least:
        return Reached(_way(start, safest, areas), None)
    shortest = min([way for way in ways if way[3] == least], key=itemgetter(0))
    return Reached(_way(start, safest, areas), _way(start, shortest, areas))


def _way(start: Square, found: Found, areas: tuple[Area, ...]) -> Way:
    _, steps, bits, _, feet = found
    owners = tuple([area.owner for number, area in enumerate(areas) if bits >> number & 1]) if bits else ()
    return Way(start, steps, feet, owners)
