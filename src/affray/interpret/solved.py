"""A network that is solved: the chances of every position, exact but for rounding, and what becomes of the fighters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from affray.errors import TooLarge
from affray.interpret.found import Reports
from affray.interpret.settling import SOLVED, UNPROVEN, solve_all
from affray.interpret.survey import changed, standing_with
from affray.interpret.visiting import add_up, visit_all
from affray.rules.machines import FATES, OVER

if TYPE_CHECKING:
    from affray.interpret.network import Network
    from affray.interpret.plain_network import PlainNetwork

UP = FATES.index("up")


class Solved:
    """The values of every position of a network, and the option that a side should choose there.

    Raises `TooLarge` where positions that lead back to each other could not be solved for certain. Cost: some 10
    nanoseconds a move in compiled code, a microsecond in plain Python.
    """

    def __init__(self, network: Network | PlainNetwork) -> None:
        self.network: Any = network
        size, self._width = network.size, len(network.machine.sides) + 2
        self.values: Any = network.reals(size * self._width)
        self.chosen: Any = network.integers(size)
        self._order: Any = network.integers(size)
        self._parts: Any = network.integers(size + 1)
        self._low: Any = network.integers(size)
        work = (network.integers(size), self._low, *(network.integers(size) for _ in range(3)))
        answers = (self.values, self.chosen, self._width)
        status = network.driver(solve_all)(self._net, size, answers, self._order, self._parts, work)
        if status != SOLVED:
            what = "ways to choose" if status == UNPROVEN else "passes over positions"
            raise TooLarge(f"{what} in positions that lead back to each other", estimate=size, limit=size)

    @property
    def _net(self) -> tuple[Any, ...]:
        return self.network.marks, self.network.moves

    def row(self, node: int) -> Sequence[float]:
        """The values of a position: the chance that nobody wins, that each side does, and of no end."""
        found: Sequence[float] = self.values[node * self._width : (node + 1) * self._width]
        return found

    def part(self, node: int) -> int:
        """A number that a position shares with those that it leads to and that lead back to it."""
        return int(self._low[node])

    def reports(self) -> Reports | None:
        """What becomes of the fight, all choosing as they should; None where it need not end.

        The network must have been told to keep facts.
        """
        network = self.network
        visits, pending = network.reals(network.size), network.reals(network.size)
        pending[0] = 1.0
        visit = network.driver(visit_all)
        if not visit(self._net, self.chosen, self._order, self._parts, self._low, visits, pending):
            return None
        return reports(network, visits)


def reports(network: Any, visits: Any) -> Reports:
    """What becomes of a fight whose positions are visited so often on average."""
    machine, start, sums = network.machine, list(network.start), network.sums()
    origin = network.integers(len(network.target))
    run = network.driver(add_up)
    net = (network.marks, network.moves)
    begun = run(net, network.size, network.told_so_far, network.notes, visits, origin, sums)
    found: dict[int, float] = network.summed(sums)
    fates: list[dict[str, float]] = []
    left: list[dict[int, float]] = []
    over = machine.program.row(start, machine.numbers) == OVER  # then no move tells what is left
    for fighter in range(machine.fighters):
        chances = [0.0] * len(FATES)
        chances[machine.program.fate(start, machine.numbers, fighter)] = 1.0
        for one in range(len(FATES)):
            no_longer, now = changed(fighter, one, one)
            chances[one] += found.get(now, 0.0) - found.get(no_longer, 0.0)
        fates.append({FATES[one]: chance for one, chance in enumerate(chances) if chance > 0})
        first = standing_with(fighter, 0, machine.fighters, machine.most_left)
        left.append({fact - first: chance for fact, chance in found.items() if abs(fact - first) <= machine.most_left})
        if over and chances[UP] > 0:
            left[fighter][machine.program.left(start, machine.numbers, fighter)] = 1.0
    return Reports(begun + machine.program.rounds(start, machine.numbers), tuple(fates), tuple(left))
