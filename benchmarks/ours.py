"""What affray answers, one function for each way of it, which imports what it needs and prepares what is not timed.

A way that needs a package which is not installed is told so.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.errors import AffrayError
from affray.fight import Fight
from benchmarks.fights import duel, ford
from benchmarks.jobs import ATTACK, Answer, Blows, Interval, Known, Sample
from benchmarks.pairs import Tool, absent, timed

Work: TypeAlias = Callable[[int], Any]


def affray(
    name: str,
    make: Callable[[], Work],
    known: Known | None = None,
    units: float = 1,
    read: Callable[[Any], Answer] = lambda answer: answer,
    **timing: Any,
) -> Tool:
    """A tool whose work is what `make` prepares."""
    name = f"affray, {name}"
    try:
        work = make()
    except ImportError as error:
        return absent(name, f"{error.name} is not installed")
    except AffrayError as error:
        return absent(name, str(error))
    return Tool(name, timed(work, units, **timing), known, read)


# One attack


def blows(edge: int, times: int, cold: bool) -> Work:
    """The attack so many times over, with what is known already forgotten each time or not."""
    from affray.interpret.every import outcomes
    from affray.rulesets.knave.formulas import attack
    from affray.rulesets.knave.rulings import AttackReading
    from affray.rulesets.knave.state import Damage

    reading, damage = AttackReading(), Damage(((1, ATTACK.die),))

    def work(turn: int) -> Any:
        found = None
        for _ in range(times):
            if cold:
                attack.known.clear()
            found = outcomes(attack, ATTACK.bonus, ATTACK.armor, damage, edge, False, "attacker", 12, 0, reading)
        return found

    return work


def table(found: Any) -> Blows:
    """The outcomes of an attack as fractions."""
    alike = found.push(lambda blow: (blow.damage, blow.armor_quality_lost, blow.weapon_quality_lost))
    return dict(alike.fractions())


# Fights in numbers


def engine(number: int, *, kept: bool) -> Work:
    """The ends of fights by the plain engine, with their events kept or not."""
    from affray.interpret.roll import Sampler
    from affray.interpret.simulate import play_out

    fight = ford()
    ruleset, start, orders = fight.ruleset, fight.state, fight.orders()

    def work(turn: int) -> list[Any]:
        seed = f"bench {turn}"
        if kept:
            return [play_out(ruleset, start, orders, Sampler(seed, n), events=[], checked=False) for n in range(number)]
        return [play_out(ruleset, start, orders, Sampler(seed, n), checked=False) for n in range(number)]

    return work


def won(ends: list[Any]) -> Sample:
    """How many of these fights the knaves won."""
    outcome = ford().ruleset.outcome
    return Sample(sum(end.winner == "party" for end in map(outcome, ends) if end is not None), len(ends))


def bare_formula(number: int) -> Work:
    """Fights by the formula of an attack, with a dice object, in the loop of `naive`."""
    from benchmarks import bare_formula as bare

    return lambda turn: Sample(bare.fights(number, f"bench {turn}"), number)


def bulk(fight: Fight, number: int, workers: int = 1) -> Work:
    """Fights through the compiled machine, on so many threads."""
    from affray.interpret.bulk import Bulk, blocks

    ready = Bulk(fight)

    def work(turn: int) -> Sample:
        tallies = blocks(ready, number, f"bench {turn}", workers=workers)
        return Sample(sum(tally.winners["party"] for tally in tallies), number)

    return work


def volley(number: int, way: Any) -> Work:
    """Fights drawn by whole turns of a side: "compiled", in "vectors" by NumPy, or "plain"."""
    from affray.interpret.by_sides import described
    from affray.interpret.sides import layout
    from affray.interpret.volley import Volley

    ready = Volley(layout(described(ford())))
    return lambda turn: Sample(ready.block(f"bench {turn}", 0, number, way=way).winners["party"], number)


# Exact answers


def sides(fight: Fight, *, exactly: bool, times: int = 1) -> Work:
    """Two sides in turn, in plain Python, from the state on, so many times over: a fraction, or a float."""
    from affray.interpret.by_sides import described
    from affray.interpret.sides import layout, win

    def work(turn: int) -> Any:
        for _ in range(times - 1):
            win(layout(described(fight)), exactly)
        return win(layout(described(fight)), exactly).sides[0]

    return work


def free_targets(fight: Fight, tactic: str) -> Work:
    """Targets at random, or the best ones, by compiled code; what is prepared is warm."""
    from affray.interpret.by_sides import described
    from affray.interpret.sides import layout
    from affray.interpret.sides_compiled import win

    two = described(replace(fight, tactics=dict.fromkeys(("party", "foes"), tactic)))
    return lambda turn: float(win(layout(two)))


def gear_duel(*, compiled: bool) -> Work:
    """12 HP against 8, all gear of quality 3, by structure: in plain Python from the state on, or compiled, ready."""
    from affray.interpret.by_sides import described
    from affray.interpret.sides_duel import Duel

    fight = duel(12, 8, gear=True)
    if compiled:
        ready = Duel(described(fight))
        return lambda turn: float(ready.win(in_machine_code=True).sides[0])
    return lambda turn: float(Duel(described(fight)).win().sides[0])


def certified() -> Work:
    """The fight in which the knaves' gear can break, as an interval a millionth wide at most."""
    from affray.interpret.by_bounds import odds
    from affray.interpret.by_machine import machine_of

    fight = ford(gear=True)
    machine_of(fight)  # raises what is not there
    odds(fight, monotonic() + 600, 0.9)  # compiles, or loads what an earlier process compiled
    return lambda turn: Interval(*odds(fight, monotonic() + 600).bounds["party"])


# Whole processes

IMPORT = "import sys, affray; sys.exit('numpy' in sys.modules)"
READY = """
from affray.interpret.bulk import Bulk, blocks
from benchmarks.fights import ford
print(sum(tally.runs for tally in blocks(Bulk(ford()), 1_000, "ready")))
"""
