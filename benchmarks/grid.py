"""d20grid: where one can go and whom that provokes, against a search that finds only the ways; whole fights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from affray.fight import parse
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out
from affray.rulesets.d20grid.grid import Grid, Path, Square, steps
from affray.rulesets.d20grid.paths import Area, Terms, reachable
from benchmarks.pairs import Race, Tool, timed
from benchmarks.references import naive_loop
from benchmarks.results import Cell, Row, cells, row

GRID = Grid(40, 40, walls=((10, 5, 10, 20), (20, 22, 35, 22), (15, 10, 15, 18)))
START, SPEED, FOES = (20, 20), 40, 12
TIMES = 20


def crowd() -> tuple[Area, ...]:
    """Twelve foes around the mover, every third with a bow."""
    places = [(x, y) for x in range(12, 28) for y in range(12, 28) if (x, y) != START]
    chosen = Random("crowd").sample(places, FOES)
    return tuple([Area(number, at, 5 if number % 3 else 15) for number, at in enumerate(chosen)])


def plain(closed: frozenset[Square]) -> dict[Square, Path]:
    """A shortest way to each square: breadth first, as everybody writes it."""
    found: dict[Square, Path] = {START: (START,)}
    front = [START]
    for _ in range(SPEED // 5):
        after: list[Square] = []
        for here in front:
            for there in steps(GRID, here):
                if there not in found and there not in closed:
                    found[there] = (*found[here], there)
                    after.append(there)
        front = after
    return found


def where_to(rounds: int) -> Iterator[Row | Cell]:
    """T10: the squares that a move can end on, with the ways that provoke fewest."""
    areas = crowd()
    closed = frozenset(area.at for area in areas)
    for terms, limit in ((Terms(), 20), (Terms(trigger="distance_inside_gt_10"), 150)):
        ways = partial(reachable, GRID, START, SPEED, areas=areas, terms=terms, closed=closed)
        assert len(ways()) == len(plain(closed)) - 1
        race = Race(
            (
                Tool("plain search", timed(_often(partial(plain, closed)), TIMES)),
                Tool("affray, ways", timed(_often(ways), TIMES)),
            ),
            rounds,
        )
        job = f"ways among 12 foes, {terms.trigger}"
        yield from cells(job, "a search", race)
        yield row(race, "T10", job, "affray, ways", "plain search", limit)


def _often(search: Callable[[], object]) -> Callable[[int], None]:
    def work(turn: int) -> None:
        for _ in range(TIMES):
            search()

    return work


SKIRMISH = """
ruleset = "d20grid"
[map]
size = [100, 100]
[[fighter]]
name = "Vex"
side = "party"
at = [20, 20]
count = 3
hp = 20
defense = 14
abilities = { str = 3, dex = 2 }
class_attack_bonus = 3
attacks_per_full = 2
weapons = ["longsword"]
armor = "leather"
[[fighter]]
name = "robber"
side = "foes"
at = [70, 70]
count = 3
hp = 12
defense = 13
abilities = { str = 1, dex = 1 }
class_attack_bonus = 2
weapons = ["hand axe"]
"""


def skirmish(number: int, rounds: int) -> Iterator[Row | Cell]:
    """T10: fights of 3 against 3 on an open map by the plain engine, beside the naive loop of 4 against 6 by Knave."""
    fight = parse(SKIRMISH)
    orders = fight.orders()

    def played(turn: int) -> None:
        for run in range(number // 10):
            play_out(fight.ruleset, fight.state, orders, Sampler(f"bench {turn}", run), checked=False)

    race = Race((naive_loop(number), Tool("affray, engine", timed(played, number // 10))), rounds)
    job = "3 v 3 on 20 x 20 squares, played"
    yield from cells(job, "a fight", race)
    yield row(race, "T10", job, "affray, engine", "naive loop", 700)
