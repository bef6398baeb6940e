"""Charts and blows as arrays, for the programs that Numba compiles."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.errors import TooLarge
from affray.interpret.sides import Layout
from affray.interpret.sides_chart import Blows, Chart, Option, within
from affray.rules.machines import BEST

MEAN, MOST, LEAST = 0, 1, 2
"""What is made of several who may be attacked: the mean over them, or what is best for either side."""

MOST_BYTES = 3_000_000_000
"""What the arrays of one fight may take."""


class Rooms(NamedTuple):
    """How much room the layers of a fight take, and its numbers: `whole`.

    `starts` says where the layers of each slot of the second side begin, `across` how long those of the first side are.
    `scratch` is the room for one turn, `chosen` that for the choices of so many pairs. `whole` are the slots of both
    sides at the start, two masks for the last few slots of either, what each side makes of a choice, how wide the
    choices of one place are, and how many numbers of a pair's choices belong to either side.
    """

    starts: Any
    across: int
    scratch: int
    chosen: int
    whole: tuple[int, ...]


def rooms(fight: Layout, pairs: int) -> Rooms:
    """The room that a fight takes, with the choices of so many pairs; raises `TooLarge` above `MOST_BYTES`."""
    import numpy as np  # noqa: PLC0415 - it takes 0.1 s to load

    mine, theirs = fight.charts
    near = [near_of(chart) for chart in fight.charts]
    wide = [2 * (len(theirs.acts[one]) + 1) if one >= 0 else 0 for one in theirs.acting]
    starts = np.zeros(theirs.size + 1, dtype=np.uint64)
    np.cumsum(np.array(wide, dtype=np.uint64) * np.uint64(near[0]), out=starts[1:])
    deep = [2 * max(map(len, chart.acts), default=0) for chart in fight.charts]
    widest = max(deep) + 2
    across = (deep[0] + 2) * near[1]
    scratch = widest * max(len(row) for chart in fight.charts for row in chart.options)
    size = 8 * (int(starts[-1]) + across + 6 * scratch) + pairs * sum(deep)
    if size > MOST_BYTES:
        raise TooLarge("bytes for a fight of two sides", estimate=size, limit=MOST_BYTES)
    policies = [
        (MEAN if side.tactic != BEST else MOST if number == 0 else LEAST) for number, side in enumerate(fight.two.sides)
    ]
    whole = (mine.start, theirs.start, near[0] - 1, near[1] - 1, *policies, widest, *deep)
    return Rooms(starts, across, scratch, pairs * sum(deep) + 1, whole)


def near_of(chart: Chart) -> int:
    """A power of two above the distance from any slot to all that it leads to."""
    most = 1
    for slot in range(chart.size):
        for option in chart.options[slot]:
            most = max(most, slot - min(option.slots))
        for to, _ in chart.chances[slot]:
            most = max(most, slot - to)
    return 1 << most.bit_length()


def flat(chart: Chart, target: Chart, blows: Blows) -> tuple[Any, ...]:
    """A chart as arrays.

    0 options by slot, 1 kind, 2 share, 3 targets by option, 4 the targets; 5 chances by slot, 6 where they lead, 7 how
    likely; 8 the attackers of a slot, 9 their number, 10 the chances of their blows, 11 the lines of a block (see
    `_chances`); 12 by option the damage that brings to 0 exactly, 13 the place.
    """
    import numpy as np  # noqa: PLC0415

    options = [option for row in chart.options for option in row]
    everybody = [sum([option.alike for option in row]) for row in chart.options for _ in row]
    chances, acts_at, block = _chances(chart, target, blows)
    return (
        _starts([len(row) for row in chart.options]),
        np.array([option.kind for option in options], dtype=np.uint64),
        np.array([one.alike / all_of for one, all_of in zip(options, everybody, strict=True)], dtype=np.float64),
        _starts([len(option.slots) for option in options]),
        np.array([slot for option in options for slot in option.slots], dtype=np.uint64),
        _starts([len(row) for row in chart.chances]),
        np.array([slot for row in chart.chances for slot, _ in row], dtype=np.uint64),
        np.array([weight / sum([one for _, one in row]) for row in chart.chances for _, weight in row]),
        np.array([acts_at[one] if one >= 0 else 0 for one in chart.acting], dtype=np.uint64),
        np.array([len(chart.acts[one]) if one >= 0 else 0 for one in chart.acting], dtype=np.uint64),
        chances,
        np.array([block], dtype=np.uint64),
        np.array([_kills(chart, slot, one) for slot, row in enumerate(chart.options) for one in row], dtype=np.uint64),
        np.array([option.place for option in options], dtype=np.uint64),
    )


def _kills(chart: Chart, slot: int, option: Option) -> int:
    """The damage that brings the one who is attacked to 0 exactly; 0 where no blow can."""
    points = chart.points[slot][option.place]
    return points if points == len(option.slots) else 0


def _starts(lengths: list[int]) -> Any:
    import numpy as np  # noqa: PLC0415

    found = np.zeros(len(lengths) + 1, dtype=np.uint64)
    np.cumsum(np.array(lengths, dtype=np.uint64), out=found[1:])
    return found


def _chances(chart: Chart, target: Chart, blows: Blows) -> tuple[Any, list[int], int]:
    """The chances of every damage for all sets of attackers, where each set begins, and how many lines a block has.

    A set has for each kind of target two blocks of lines: damage of exactly 0, 1, 2, ..., and of so much or more. A
    line has the chance of every attacker twice, for the first turn of a round and the second.
    """
    import numpy as np  # noqa: PLC0415

    longest = max([len(option.slots) for row in target.options for option in row], default=1)
    block = longest + 1
    kinds = max(len(row) for row in blows.weights)
    table = np.zeros((len(blows.weights), kinds, 2 * block))
    for attacker, row in enumerate(blows.weights):
        for kind, weights in enumerate(row):
            if weights:
                exactly = within(weights, block)
                table[attacker, kind, :block] = [one / blows.total for one in exactly[:block]]
                table[attacker, kind, block:] = [sum(weights[damage:]) / blows.total for damage in range(block)]
    parts, starts, at = [], [], 0
    for acting in chart.acts:
        part = np.repeat(table[list(acting)].transpose(1, 2, 0), 2, axis=2).ravel()
        parts.append(part)
        starts.append(at)
        at += len(part)
    return np.concatenate([*parts, np.zeros(1)]), starts, block
