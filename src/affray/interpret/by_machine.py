"""The odds of a fight by its ruleset's machine: in plain Python while it is small, else in compiled code."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from affray.errors import Interrupted, OutOfTime, TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret import compiled
from affray.interpret.found import FightOdds, of_chain, too_large
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.solve import NOBODY, ROUNDING
from affray.interpret.solved import Solved
from affray.interpret.survey import unfold
from affray.interpret.tabulate import NODES
from affray.rules.machines import Machine

if TYPE_CHECKING:
    from affray.interpret.network import Network

Networks: TypeAlias = "list[Network | PlainNetwork]"

FEW, SOME = 20_000, 200_000
"""Positions that plain Python has found and solved sooner than compiled code is there: where that of an earlier process
need only be loaded, and where it is yet to be compiled."""

SOON, LATER = 1.5, 12.0
"""Seconds after which plain Python gives way to compiled code all the same: on a map a position takes a millisecond."""

FEWEST = 4_000
"""Positions up to which it never does: what is smaller may be answered in fractions, however slow the machine is."""

MANY = 20_000_000
"""Positions that compiled code explores before the answer is "too large"."""


def machine_of(fight: Fight) -> tuple[Machine[Any], tuple[int, ...]]:
    """The machine of a fight under its tactics, and its start; raises `Unsupported` by name, also for best play."""
    fight.check_played()
    if fight.ruleset.machine is None:
        raise Unsupported(f"ruleset={fight.ruleset.id}")
    machine = fight.ruleset.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    if start is None:
        raise Unsupported("start")
    return machine, start


def odds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The odds, with what becomes of the fighters. Raises `Unsupported` by name for what the machine does not play.

    Cost: some 5 microseconds a move in plain Python; in compiled code a tenth of a microsecond, once it is there. An
    interrupt becomes an `Interrupted` with the network that had come furthest.
    """
    networks: Networks = []
    try:
        return solved(fight, exactly, deadline, networks)
    except KeyboardInterrupt:
        if not networks:
            raise
        raise Interrupted(max(networks, key=lambda one: one.size)) from None


def solved(fight: Fight, exactly: bool, deadline: float, networks: Networks) -> FightOdds:
    """The odds; `networks` receives those that are explored, before they are."""
    machine, start = machine_of(fight)
    network = PlainNetwork(machine, start, facts=True)
    networks.append(network)
    try:
        if exactly or not compiled.is_there():
            network.explore(NODES, deadline)
        elif not is_done_soon(network, deadline):
            return in_compiled_code(machine, start, deadline, networks)
    except OutOfTime as error:
        return too_large("time", error.estimate, "machine")
    except TooLarge as error:
        return too_large("states", error.estimate, "machine")
    return of_chain(fight, network.chain(), exactly, deadline, "machine", Solved(network).reports())


def is_done_soon(network: PlainNetwork, deadline: float) -> bool:
    """Explores a fight in plain Python; False where compiled code will be there sooner. Raises `OutOfTime`."""
    few, soon = (FEW, SOON) if compiled.is_warm(unfold, network.machine.program) else (SOME, LATER)
    start = monotonic()
    try:
        network.explore(FEWEST, deadline)
        return True
    except OutOfTime:
        raise
    except TooLarge:
        pass
    try:
        network.explore(few, min(deadline, start + soon))
    except TooLarge:
        return False
    return True


def in_compiled_code(machine: Machine[Any], start: tuple[int, ...], deadline: float, networks: Networks) -> FightOdds:
    """The odds of a larger fight, exact but for rounding."""
    from affray.interpret.network import Network  # noqa: PLC0415 - numpy and Numba, for larger fights alone

    network = Network(machine, start, facts=True)
    networks.append(network)
    try:
        network.explore(MANY, deadline)
        solution = Solved(network)
    except OutOfTime as error:
        return too_large("time", error.estimate, "machine", limit=MANY)
    except TooLarge as error:
        return too_large("states", error.estimate, "machine", limit=MANY)
    nobody, *sides, never = map(float, solution.row(0))
    return FightOdds(
        kind="float",
        method="machine",
        win={**dict(zip(machine.sides, sides, strict=True)), NOBODY: nobody},
        undecided=never,
        error=ROUNDING,
        states=network.size,
        moves=network.made,
        reports=solution.reports(),
    )
