"""Duels in which armor and weapons break, by their structure: the engine's duels, and what is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from affray.errors import TooLarge, Unsupported
from affray.fight import Fight, parse
from affray.interpret import sides, sides_duel
from affray.interpret.sides_duel import Duel
from affray.interpret.solve import solve
from affray.interpret.tabulate import tabulate
from affray.rules.two_sides import WHOLE, TwoSides, Wear
from affray.rulesets.knave import ruleset
from tests.rulesets.knave.fights import SWORD, fight, fighter, foe, pc

READINGS = {
    "K08": ("literal", "auto_hit", "needs_hit", "split"),
    "K09": ("auto_miss", "only_on_miss"),
    "K13": ("player_facing", "defender"),
    "K17": ("d4", "one", "none"),
    "K24": ("shield_first", "defender_chooses", "attacker_chooses", "all"),
    "K25": ("natural_quality:1",),
    "K26": ("natural_quality:2",),
    "K27": ("before_damage",),
    "K28": ("base_10",),
    "K57": ("last_standing",),
}


def described(text: str) -> tuple[Fight, TwoSides]:
    found = parse(text)
    assert ruleset.two_sides is not None
    return found, ruleset.two_sides(found.state, found.tactics)


def duelist(source: Random, name: str, side: str) -> str:
    fields: dict[str, Any] = {"hp": source.randint(1, 3), "attack": source.randint(0, 5)}
    pieces = [
        {"name": "gambeson", "quality": source.randint(1, 2)},
        {"name": "shield", "quality": 1},
        {"name": "helmet", "quality": 1},
    ]
    fields["armor"] = source.choice([13, {"defense": 14, "quality": source.randint(1, 2)}, source.sample(pieces, 2)])
    blades: list[dict[str, Any]] = [
        SWORD,
        {"name": "axe", "die": "d6", "quality": source.randint(1, 2)},
        {"name": "knife", "die": "d4", "quality": 1},
    ]
    if side == "party" or source.random() < 0.5:
        fields["weapons"] = source.sample(blades, source.randint(1, 2))
    else:
        fields["damage"] = source.choice(["1d4", "1d6"])
    if side == "foes" and source.random() < 0.5:
        fields["morale"] = source.randint(2, 11)
    return fighter(name, side, fields)


def any_duel(source: Random) -> str:
    rulings = {ruling: source.choice(options) for ruling, options in READINGS.items() if source.random() < 0.3}
    return fight(duelist(source, "Ana", "party"), duelist(source, "orc", "foes"), rulings=rulings)


def is_the_engines(text: str) -> None:
    found, two = described(text)
    duel = Duel(two)
    odds = solve(tabulate(found), exactly=False)
    for win in (duel.win(), duel.win(in_machine_code=True)):
        assert win.sides == pytest.approx((odds.win.get("party", 0.0), odds.win.get("foes", 0.0)), abs=1e-12), text
        assert win.undecided == pytest.approx(odds.undecided, abs=1e-12), text


@pytest.mark.parametrize("seed", range(10))
def test_the_chances_are_the_engines(seed: int) -> None:
    is_the_engines(any_duel(Random(f"duel {seed}")))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(120))
def test_the_chances_are_the_engines_in_more_duels(seed: int) -> None:
    is_the_engines(any_duel(Random(f"more duels {seed}")))


def worn(hp: int, quality: int) -> dict[str, Any]:
    armor = {"defense": 13, "quality": quality}
    return {"hp": hp, "attack": 2, "armor": armor, "weapons": [SWORD | {"quality": quality}]}


def test_12_hit_points_against_8_with_gear_of_quality_3() -> None:
    two = described(fight(fighter("Ana", "party", worn(12, 3)), fighter("orc", "foes", worn(8, 3))))[1]
    assert two.wear == ((4, 4), (4, 4))
    duel = Duel(two)
    assert sides.estimate(two).positions == 13 * 9 * 4**4 == duel.pairs
    assert f"{duel.win().sides[0]:.12f}" == "0.662507349303"
    assert f"{duel.win(in_machine_code=True).sides[0]:.12f}" == "0.662507349303"


def test_a_duel_in_which_nothing_breaks() -> None:
    text = fight(pc(hp=5), foe(hp=4, morale=6))
    two = described(text)[1]
    assert two.wear == WHOLE
    assert Duel(two).win().sides == pytest.approx(sides.win(sides.layout(two)).sides, abs=1e-14)


def test_rounds_of_a_duel() -> None:
    """Neither can hurt the other once its weapon is gone; the mean of the rounds counts every round begun."""
    text = fight(fighter("Ana", "party", worn(2, 1)), foe(hp=2))
    duel = Duel(described(text)[1])
    mine, theirs = ([0.0] * one.size for one in duel.charts)
    plain, compiled = (duel.value(mine, theirs, 1.0, 0.0, code) for code in (False, True))
    assert plain == pytest.approx(compiled)
    assert 1 < plain < 10


def test_who_can_no_longer_hurt_each_other_never_end() -> None:
    disarmed = {"hp": 9, "attack": 0, "armor": 20, "weapons": [SWORD | {"quality": 1}]}
    text = fight(
        fighter("Ana", "party", disarmed), fighter("orc", "foes", disarmed), rulings={"K17": "none", "K08": "needs_hit"}
    )
    win = Duel(described(text)[1]).win()
    assert win == ((0, 0), 0, 1)
    is_the_engines(text)


def test_larger_fights_in_which_things_break_are_refused() -> None:
    text = fight(pc(weapons=["sword"]), foe(count=2))
    with pytest.raises(Unsupported, match="breakage"):
        described(text)
    two = described(fight(pc(weapons=["sword"]), foe()))[1]
    with pytest.raises(Unsupported, match="breakage"):
        sides.layout(two)
    with pytest.raises(Unsupported, match="breakage"):
        Duel(described(fight(pc(), foe(count=2)))[1])


def test_what_breaks_otherwise_is_refused() -> None:
    for gear, what in (
        ({"weapons": ["sword", {"name": "bow", "die": "d6", "kind": "ranged"}]}, "ranged"),
        ({"armor": ["shield"], "weapons": ["sword", {"name": "halberd", "die": "d10", "hands": 2}]}, "K23"),
    ):
        with pytest.raises(Unsupported, match=what):
            described(fight(pc(**gear), foe()))
    pieces = fight(pc(armor=["gambeson", "shield"]), foe(), rulings={"K24": "random"})
    with pytest.raises(Unsupported, match="K24=random"):
        described(pieces)


def test_a_duel_that_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sides_duel, "MOST_PAIRS", 1_000)
    with pytest.raises(TooLarge, match="pairs of stands"):
        Duel(described(fight(fighter("Ana", "party", worn(12, 3)), fighter("orc", "foes", worn(8, 3))))[1])


def test_words_of_wear() -> None:
    for wear in (Wear(0, False, False), Wear(5, True, False), Wear(16, True, True), Wear(0, False, True)):
        assert Wear.of(Wear.word(*wear)) == wear
