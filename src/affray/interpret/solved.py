"""A network that is solved: the chances of every position, exact but for rounding, and what becomes of the fighters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from affray.errors import TooLarge
from affray.interpret import survey as inner
from affray.interpret.compiled import compiled
from affray.interpret.network import Network
from affray.interpret.settling import SOLVED, UNPROVEN, solve_all
from affray.interpret.visiting import visit_all
from affray.rules.machines import FATES, ROUND

if TYPE_CHECKING:
    import numpy as np


class Reports(msgspec.Struct, frozen=True):
    """What becomes of a fight on average: rounds begun, and of each fighter the chance of each fate.

    `left[n]` is the chance that fighter n ends the fight standing with each amount left.
    """

    rounds: float
    fates: tuple[dict[str, float], ...]
    left: tuple[dict[int, float], ...]


class Solved:
    """The values of every position of a network, and the option that a side should choose there.

    Raises `TooLarge` where positions that lead back to each other could not be solved for certain. Cost: some 10
    nanoseconds a move.
    """

    def __init__(self, network: Network) -> None:
        import numpy as np  # noqa: PLC0415 - only compiled answers need it

        self._np, self.network = np, network
        size, self._width = network.size, len(network.machine.sides) + 2
        self.values = np.zeros(size * self._width)
        self.chosen = np.zeros(size, np.int32)
        self._order, self._parts = np.zeros(size, np.int32), np.zeros(size + 1, np.int32)
        self._low = np.zeros(size, np.int32)
        work = (np.zeros(size, np.int32), self._low, np.zeros(size, np.int32), np.zeros(size, np.int32))
        answers = (self.values, self.chosen, self._width)
        [run] = compiled(solve_all)
        net = (network.marks, network.moves)
        status = run(net, size, answers, self._order, self._parts, (*work, np.zeros(size, np.int64)))
        if status != SOLVED:
            what = "ways to choose" if status == UNPROVEN else "passes over positions"
            raise TooLarge(f"{what} in positions that lead back to each other", estimate=size, limit=size)

    def row(self, node: int) -> np.ndarray:
        """The values of a position: the chance that nobody wins, that each side does, and of no end."""
        found: np.ndarray = self.values[node * self._width : (node + 1) * self._width]
        return found

    def reports(self) -> Reports | None:
        """What becomes of the fight, all choosing as they should; None where it need not end.

        The network must have been told to keep facts.
        """
        np, network = self._np, self.network
        size, told = network.size, int(network.counts[inner.TOLD])
        visits, pending = np.zeros(size), np.zeros(size)
        pending[0] = 1.0
        [run] = compiled(visit_all)
        net = (network.marks, network.moves)
        if not run(net, self.chosen, self._order, self._parts, self._low, visits, pending):
            return None
        return reports(network, visits, network.told[:told], network.facts[:told])


def reports(network: Network, visits: np.ndarray, told: np.ndarray, facts: np.ndarray) -> Reports:
    """What becomes of a fight whose positions are visited so often; `facts` belong to the moves `told`."""
    import numpy as np  # noqa: PLC0415

    machine, start = network.machine, list(network.start)
    fighters, ends, most = machine.fighters, len(FATES), machine.most
    opened = (network.first[: network.size] >= 0).nonzero()[0]
    opened = opened[np.argsort(network.first[opened], kind="stable")]
    opened = opened[network.stop[opened] > network.first[opened]]
    made = opened[np.searchsorted(network.first[opened], told, side="right") - 1]
    weights = visits[made] * network.chance[told]
    begun = float(visits[network.rows[: network.size] == ROUND].sum())
    begun += machine.program.rounds(start, machine.numbers)
    of_fates = facts < 2 * fighters * ends
    changes = np.bincount(facts[of_fates], weights[of_fates], 2 * fighters * ends)
    fates, left = [], []
    for fighter in range(fighters):
        chances = [0.0] * ends
        chances[machine.program.fate(start, machine.numbers, fighter)] = 1.0
        for one in range(ends):
            chances[one] += changes[2 * (fighter * ends + one) + 1] - changes[2 * (fighter * ends + one)]
        fates.append({FATES[one]: float(chance) for one, chance in enumerate(chances) if chance > 0})
        low = 2 * fighters * ends + fighter * (2 * most + 1)
        mine = (facts >= low) & (facts <= low + 2 * most)
        amounts: Any = np.bincount(facts[mine] - low, weights[mine]) if mine.any() else np.zeros(0)
        left.append({int(at) - most: float(amounts[at]) for at in amounts.nonzero()[0]})
    return Reports(begun, tuple(fates), tuple(left))
