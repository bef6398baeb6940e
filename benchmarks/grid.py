"""Where one can go on the map of d20grid and whom that provokes, against a search that finds only the ways."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from affray.rulesets.d20grid.grid import Grid, Path, Square, steps
from affray.rulesets.d20grid.paths import Area, Terms, reachable
from benchmarks.pairs import Row, paired

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


def where_to() -> Iterator[Row]:
    """T10: the squares that a move can end on, with the ways that provoke fewest."""
    areas = crowd()
    closed = frozenset(area.at for area in areas)
    for terms, limit in ((Terms(), 20), (Terms(trigger="distance_inside_gt_10"), 150)):

        def ours(terms: Terms = terms) -> None:
            for _ in range(TIMES):
                reachable(GRID, START, SPEED, areas=areas, terms=terms, closed=closed)

        def reference() -> None:
            for _ in range(TIMES):
                plain(closed)

        ratio, mine, other = paired(ours, reference)
        squares = len(reachable(GRID, START, SPEED, areas=areas, terms=terms, closed=closed))
        assert squares == len(plain(closed)) - 1
        detail = f"{mine / TIMES * 1e3:.2f} ms for {squares} squares, plain {other / TIMES * 1e3:.2f} ms"
        yield Row("T10", f"ways among 12 foes, {terms.trigger} / plain search", ratio, limit, detail)
