"""Machines: told alike by the engine, nothing forgotten that matters, and the same odds by every way that gives any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from affray.errors import TooLarge, Unsupported
from affray.fight import Fight
from affray.interpret.by_machine import machine_of
from affray.interpret.found import Method
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.rows import Rows
from affray.interpret.solve import Odds, solve
from affray.interpret.tabulate import tabulate
from affray.rules.machines import CHOICE, Machine
from affray.testing import lockstep  # it begins with this package: its names are there when they are used
from affray.testing.conformance.shared import expect


def in_step(fight: Fight, source: Random, times: int = 3, best: Mapping[str, str] | None = None) -> int:
    """Machine and engine play the fight together, question by question; returns how many were asked alike.

    0 for a fight that the machine does not play; then it must say what it is that it does not know.
    """
    if fight.ruleset.machine is None:
        return 0
    asked = 0
    for _ in range(times):
        try:
            pair = lockstep.Lockstep(fight, source, best)
        except Unsupported as error:
            expect(error.what, "the machine refuses a fight and does not say why")
            return 0
        pair.play()
        asked += pair.asked
    return asked


def canon_holds(machine: Machine[Any], start: tuple[int, ...], source: Random, most: int = 300) -> int:
    """Positions that `canon` makes equal have the same question before them, and the same chances of what comes next.

    Met by playing on from the start at random. Returns how many pairs of unequal positions were compared.
    """
    tables = Rows(machine)
    known: dict[tuple[int, ...], tuple[tuple[int, ...], Any]] = {}
    compared, s = 0, list(start)
    for _ in range(most):
        ahead = _ahead(machine, tables, s)
        key = _forgotten(machine, s)
        before, expected = known.setdefault(key, (tuple(s), ahead))
        expect(ahead == expected, f"{before} and {tuple(s)} are one position by canon, and have other chances ahead")
        compared += before != tuple(s)
        following = _follow(machine, tables, s, source)
        s = list(start) if following is None else following
    return compared


def _forgotten(machine: Machine[Any], s: list[int]) -> tuple[int, ...]:
    once = s.copy()
    machine.program.canon(once, machine.numbers)
    return tuple(once)


def _ahead(machine: Machine[Any], tables: Rows, s: list[int]) -> Any:
    """What is due, and the chances of the positions after it; of a choice those of every option."""
    program, P = machine.program, machine.numbers
    row = program.row(s, P)
    if row == CHOICE:
        after = []
        for option in range(program.options(s, P)):
            one = s.copy()
            program.choose(one, P, option)
            after.append(_forgotten(machine, one))
        return program.chooser(s, P), after
    if row < 0:
        return row, program.winner(s, P)
    chances: dict[tuple[int, ...], int] = {}
    for word, weight in tables[row]:
        one = s.copy()
        program.take(one, P, word)
        key = _forgotten(machine, one)
        chances[key] = chances.get(key, 0) + weight
    return row, chances


def _follow(machine: Machine[Any], tables: Rows, s: list[int], source: Random) -> list[int] | None:
    """A position that may come next, chosen at random; None after the end of the fight."""
    program, P, after = machine.program, machine.numbers, s.copy()
    row = program.row(s, P)
    if row == CHOICE:
        program.choose(after, P, source.randrange(program.options(s, P)))
    elif row < 0:
        return None
    else:
        words = [word for word, _ in tables[row]]
        program.take(after, P, source.choice(words))
    return after


def ways_agree(fight: Fight, limit: int = 4_000) -> tuple[Method, ...]:
    """Every way to exact odds that knows the fight gives the same fractions; returns which did.

    A way that finds more than `limit` positions is left out.
    """
    found: dict[Method, Odds] = {}
    ways: dict[Method, Callable[[Fight, int], Odds]] = {"lump": _by_lump, "machine": _by_machine, "sides": _by_sides}
    for name, way in ways.items():
        try:
            found[name] = way(fight, limit)
        except (TooLarge, Unsupported):
            continue
    told = [(name, _shares(odds)) for name, odds in found.items()]
    for name, shares in told:
        expect(shares == told[0][1], f"{told[0][0]} gives {told[0][1]}, {name} {shares}")
    return tuple(found)


def _shares(odds: Odds) -> tuple[dict[str, Any], Any]:
    return {name: share for name, share in odds.win.items() if share}, odds.undecided


def _by_lump(fight: Fight, limit: int) -> Odds:
    return solve(tabulate(fight, limit), True)


def _by_machine(fight: Fight, limit: int) -> Odds:
    machine, start = machine_of(fight)
    network = PlainNetwork(machine, start, facts=False)
    network.explore(limit)
    return solve(network.chain(), True)


def _by_sides(fight: Fight, limit: int) -> Odds:
    from affray.interpret.by_sides import odds  # noqa: PLC0415

    found = odds(fight, True, float("inf"))
    return Odds(dict(found.win), found.undecided)
