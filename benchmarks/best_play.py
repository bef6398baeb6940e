"""Best play: a duel in one Skill through the machine, against the same through the engine."""

from __future__ import annotations

from collections.abc import Iterator

from affray.fight import Fight, parse
from affray.interpret.game import Positions, explore
from affray.interpret.solution import repertoire_of, solution
from benchmarks.pairs import Race, Tool, clock, timed
from benchmarks.results import Cell, Row, cells, row

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


def best_play(rounds: int) -> Iterator[Row | Cell]:
    """What the machine saves, and what the largest duel takes."""
    small, large = duel(6), duel(20)
    size = found(small, True)
    race = Race(
        (
            Tool("engine", timed(lambda turn: found(small, False), size)),
            Tool("affray, machine", timed(lambda turn: found(small, True), size)),
        ),
        rounds,
    )
    job = "d6 v d6 in one Skill, explored"
    yield from cells(job, "a position", race)
    yield row(race, "best", job, "affray, machine", "engine", 0.33)

    solved = Tool("affray, d20 v d20", timed(lambda turn: solution(large, repertoire_of(large, "body")[1], {})))
    race = Race((clock(1), solved._replace(slow=True)), rounds)
    job = "d20 v d20 in one Skill, solved"
    yield from cells(job, "an answer", race)
    yield row(race, "best", job, solved.name, "the clock", 1)
