"""Fights sampled ten million times in compiled code agree with their exact odds, whatever there is in them."""

from __future__ import annotations

from math import sqrt

import pytest

from affray.fight import Fight, load, parse
from affray.interpret.answer import answer
from affray.interpret.bulk import Bulk, blocks
from affray.interpret.compiled import is_there
from benchmarks import fights, jobs
from tests.rulesets.knave.fights import SWORD, fight, foe, pc
from tests.rulesets.knave.test_examples import PARTY_WINS, path

RUNS = 10_000_000
SURE = 4.0
"""Deviations: one in 16,000 honest samples is further off."""

ON_ZONES = "archers_on_a_ledge"
"""The example that compiled code does not play."""

KNOWN: dict[str, tuple[Fight, float]] = {
    "4 v 6": (fights.ford(), jobs.FIRST.p),
    "4 v 6, a foe at random": (fights.ford("random"), jobs.RANDOM.p),
    "4 v 6, gear breaks": (fights.ford(gear=True), jobs.GEAR.p),
    "12 HP v 8, gear breaks": (fights.duel(12, 8, gear=True), jobs.GEAR_DUEL.p),
    "a lone goblin": (fights.groups(1, 1), jobs.SMALL[1].p),
    "8 HP v 6": (fights.duel(8, 6), jobs.UNEVEN.p),
    **{name: (load(path(name)), float(share)) for name, share in PARTY_WINS.items() if name != ON_ZONES},
}
"""Fights and the known chance of their first side; stunts, spells, hirelings and morale are in the examples."""

BOW = {"name": "bow", "die": "d6", "kind": "ranged", "hands": 2}
TWO = (pc(hp=5), pc("Bo", hp=3, weapons=[BOW, SWORD]))

OTHERS = {
    "archers": fight(*TWO, foe(hp=5), foe(hp=3)),
    "the weakest foe": fight(*TWO, foe(hp=5), foe(hp=3), tactics={"party": "weakest", "foes": "strongest"}),
    "stunts": fight(pc(hp=5), pc("Bo", hp=3), foe(hp=5), foe(hp=3), tactics={"party": "stunts"}),
    "fighting dirty": fight(pc(hp=5), pc("Bo", hp=3), foe(hp=5), tactics={"party": "dirty", "foes": "first"}),
    "a leader": fight(pc(hp=5), pc("Bo"), foe(hp=3, morale=6, leader=True), foe(hp=3, morale=8), foe(hp=2, morale=5)),
    "a roll for each": fight(pc(), foe(morale=7), foe(hp=2, morale=8), rulings={"K58": "individual"}),
}
"""Fights of which the exact answer is found first."""


def deviations(played: Fight, chance: float, runs: int, seed: str) -> float:
    """How far a sample is from the chance that the first side wins, in standard deviations."""
    bulk = Bulk(played)
    side = bulk.machine.sides[0]
    wins = sum(tally.winners.get(side, 0) for tally in blocks(bulk, runs, seed))
    return (wins / runs - chance) / sqrt(chance * (1 - chance) / runs)


@pytest.mark.slow
@pytest.mark.skipif(not is_there(), reason="Numba is not installed")
@pytest.mark.parametrize("name", KNOWN)
def test_ten_million_fights_agree_with_the_exact_odds(name: str) -> None:
    assert abs(deviations(*KNOWN[name], RUNS, f"ten million {name}")) < SURE


@pytest.mark.slow
@pytest.mark.skipif(not is_there(), reason="Numba is not installed")
@pytest.mark.parametrize("name", OTHERS)
def test_ten_million_fights_agree_with_the_answer(name: str) -> None:
    found = parse(OTHERS[name])
    odds = answer(found, interval=False)
    assert odds.kind in ("fraction", "float")
    assert abs(deviations(found, float(odds.win["party"]), RUNS, f"ten million {name}")) < SURE


@pytest.mark.slow
@pytest.mark.skipif(not is_there(), reason="Numba is not installed")
def test_a_chance_that_is_off_by_a_thousandth_is_found_out() -> None:
    ford, chance = KNOWN["4 v 6"]
    assert abs(deviations(ford, chance + 0.001, RUNS, "off")) > SURE
