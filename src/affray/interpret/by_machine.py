"""The odds of a fight by its ruleset's machine: in plain Python while it is small, else in compiled code."""

from __future__ import annotations

from typing import Any

from affray.errors import OutOfTime, TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret import compiled
from affray.interpret.found import FightOdds, of_chain, too_large
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.solve import NOBODY, ROUNDING
from affray.interpret.solved import Solved
from affray.interpret.survey import unfold
from affray.interpret.tabulate import NODES
from affray.rules.machines import Machine

FEW, SOME = 20_000, 200_000
"""Positions that plain Python has found and solved sooner than compiled code is there: where that of an earlier process
need only be loaded, and where it is yet to be compiled."""

MANY = 20_000_000
"""Positions that compiled code explores before the answer is "too large"."""


def machine_of(fight: Fight) -> tuple[Machine[Any], tuple[int, ...]]:
    """The machine of a fight under its tactics, and its start; raises `Unsupported` by name."""
    if fight.ruleset.machine is None:
        raise Unsupported(f"ruleset={fight.ruleset.id}")
    machine = fight.ruleset.machine(fight.state, fight.tactics)
    start = machine.pack(fight.state)
    if start is None:
        raise Unsupported("start")
    return machine, start


def odds(fight: Fight, exactly: bool, deadline: float) -> FightOdds:
    """The odds, with what becomes of the fighters. Raises `Unsupported` by name for what the machine does not play.

    Cost: some 5 microseconds a move in plain Python; in compiled code a tenth of a microsecond, once it is there.
    """
    machine, start = machine_of(fight)
    few = NODES
    if not exactly and compiled.is_there():
        few = FEW if compiled.is_warm(unfold, machine.program) else SOME
    network = PlainNetwork(machine, start, facts=True)
    try:
        network.explore(few, deadline)
    except OutOfTime as error:
        return too_large("time", error.estimate, "machine")
    except TooLarge as error:
        if few == NODES:
            return too_large("states", error.estimate, "machine")
        return in_compiled_code(fight, machine, start, deadline)
    return of_chain(fight, network.chain(), exactly, deadline, "machine", Solved(network).reports())


def in_compiled_code(fight: Fight, machine: Machine[Any], start: tuple[int, ...], deadline: float) -> FightOdds:
    """The odds of a larger fight, exact but for rounding."""
    from affray.interpret.network import Network  # noqa: PLC0415 - numpy and Numba, for larger fights alone

    network = Network(machine, start, facts=True)
    try:
        network.explore(MANY, deadline)
        solved = Solved(network)
    except OutOfTime as error:
        return too_large("time", error.estimate, "machine", limit=MANY)
    except TooLarge as error:
        return too_large("states", error.estimate, "machine", limit=MANY)
    nobody, *sides, never = map(float, solved.row(0))
    return FightOdds(
        kind="float",
        method="machine",
        win={**dict(zip(machine.sides, sides, strict=True)), NOBODY: nobody},
        undecided=never,
        error=ROUNDING,
        states=network.size,
        moves=network.made,
        reports=solved.reports(),
    )
