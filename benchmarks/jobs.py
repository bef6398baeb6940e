"""What is measured, each against its reference."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import icepool

from affray.interpret.every import outcomes
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out, simulate_block
from affray.rulesets.knave.formulas import attack
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.state import Damage
from benchmarks import bare_formula, naive
from benchmarks.fights import EXACT, ford
from benchmarks.pairs import Row, paired, processes

READING, D8 = AttackReading(), Damage(((1, 8),))
COLD = 50


def icepool_attack(edge: int) -> Any:
    """d20+2 against 14 with d8, as a user of icepool writes it; the dice are made anew, as for a first question."""
    d20, d8 = icepool.d(20), icepool.d(8)
    rolled = d20.highest(2) if edge else d20
    hit = d8.map(lambda points: (points, 0, 0))
    critical = (d8 + d8).map(lambda points: (points, 1, 0))

    def blow(face: int) -> Any:
        if face == 20:
            return critical
        return hit if face + 2 > 14 else (0, 0, int(face == 1))

    return rolled.map(blow)


def ours(edge: int, cold: bool) -> None:
    """The same attack from the rule, with or without what is known already."""
    for _ in range(COLD):
        if cold:
            attack.known.clear()
        outcomes(attack, 2, 14, D8, edge, False, "attacker", 12, 0, READING)


def theirs(edge: int) -> None:
    """The same attack by icepool."""
    for _ in range(COLD):
        icepool_attack(edge)


def one_attack() -> Iterator[Row]:
    """T1: one Knave attack, exact."""
    for edge, name, limit in ((0, "plain", 1.3), (1, "advantage", 1.0)):
        ratio, mine, other = paired(lambda edge=edge: ours(edge, True), lambda edge=edge: theirs(edge))  # type: ignore[misc]
        detail = f"{mine / COLD * 1e3:.3f} ms, icepool {other / COLD * 1e3:.3f} ms"
        yield Row("T1", f"exact attack, {name}, cold / icepool", ratio, limit, detail)
        ratio, mine, other = paired(lambda edge=edge: ours(edge, False), lambda edge=edge: ours(edge, True))  # type: ignore[misc]
        detail = f"{mine / COLD * 1e6:.2f} us, cold {other / COLD * 1e3:.3f} ms"
        yield Row("T1", f"exact attack, {name}, repeated / cold", ratio, 0.01, detail)


def engine(number: int) -> Iterator[Row]:
    """T8: the plain engine, the engine with its events kept, and the bare formula, against the naive loop."""
    fight = ford()
    orders = fight.orders()

    def kept() -> None:
        for run in range(number):
            play_out(fight.ruleset, fight.state, orders, Sampler("bench", run), events=[], checked=False)

    def log_off() -> None:
        for run in range(number):
            play_out(fight.ruleset, fight.state, orders, Sampler("bench", run), checked=False)

    def reference() -> None:
        naive.fights(number)

    for name, work, limit in (
        ("engine, log off", log_off, 12),
        ("engine, events kept", kept, 14),
        ("bare formula", lambda: bare_formula.fights(number), 2),
    ):
        ratio, mine, other = paired(work, reference)
        detail = f"{number / mine:,.0f} fights/s, naive {number / other:,.0f}"
        yield Row("T8", f"{name} / naive loop", ratio, limit, detail)


def start_up() -> Iterator[Row]:
    """T9: what it costs to start."""
    bare = ["-c", "pass"]
    for name, arguments, limit in (
        ("import affray", ["-c", "import affray"], 4),
        ("affray --help", ["-m", "affray", "--help"], 8),
    ):
        ratio, mine, other = processes(arguments, bare)
        detail = f"{mine * 1e3:.0f} ms, bare Python {other * 1e3:.0f} ms"
        yield Row("T9", f"{name} / python -c pass", ratio, limit, detail)


def agreement(number: int) -> str:
    """What the two ways of playing say beside the exact value."""
    sampled = simulate_block(ford(), "bench", 0, number, 100).winners["party"] / number
    return f"exact {EXACT}, engine {sampled:.4f}, naive {naive.fights(number):.4f} (each {number:,} fights)"
