"""Best play: a duel in one Skill through the machine against the same through the engine."""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time

from affray.fight import Fight, parse
from affray.interpret.game import Positions, explore
from affray.interpret.solution import repertoire_of, solution
from benchmarks.pairs import Row, paired

DUEL = """ruleset = "skilldice"
[[fighter]]
name = "Ana"
side = "party"
body = {die}
mind = {die}
soul = {die}
[[fighter]]
name = "Rook"
side = "foes"
body = {die}
mind = {die}
soul = {die}
"""


def duel(die: int) -> Fight:
    """Two fighters who have nothing but this die."""
    return parse(DUEL.format(die=die))


def found(fight: Fight, by_machine: bool) -> int:
    """How many positions a duel with Body alone has."""
    positions = Positions(fight, repertoire_of(fight, "body")[1], {})
    if not by_machine:
        positions.machine = None
    return explore(positions, fight.state).size


def best_play() -> Iterator[Row]:
    """What the machine saves, and what the largest duel takes."""
    small, large = duel(6), duel(20)
    ratio, mine, other = paired(lambda: found(small, True), lambda: found(small, False))
    size = found(small, True)
    start = process_time()
    positions = solution(large, repertoire_of(large, "body")[1], {}).positions
    detail = f"{mine / size * 1e6:.0f} us a position, {other / size * 1e6:.0f} by the engine"
    detail += f"; d20 v d20: {positions:,} positions solved in {process_time() - start:.2f} s"
    yield Row("best", "d6 v d6 in one Skill, machine / engine", ratio, 0.33, detail)
