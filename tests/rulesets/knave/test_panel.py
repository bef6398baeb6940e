"""The combat panel and the sheet: exact numbers by hand, by brute force over both d20s, and under other rulings."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.interpret.every import outcomes
from affray.rulesets.knave.panel import Attack, Panel, least_face, panel
from affray.rulesets.knave.rulings import AttackReading, Rulings
from affray.rulesets.knave.sheet import sheet
from affray.rulesets.knave.sheet_text import decimal, face, grouped, lines, percent, used
from tests.rulesets.knave.people import SIX, character

F = Fraction
D20 = range(1, 21)


def found(rulings: Rulings | None = None, **fields: Any) -> Panel:
    return panel(character(**fields), rulings or Rulings(), outcomes)


def attack_with(name: str, shown: Panel) -> Attack:
    return next(one for one in shown.attacks if one.weapon == name)


def brute(hits: Callable[[int], bool], edge: int) -> Fraction:
    """The share of pairs of faces of which the better, the worse or the first one hits."""
    pairs = list(product(D20, D20))
    kept = [max(pair) if edge > 0 else min(pair) if edge < 0 else pair[0] for pair in pairs]
    return F(sum(map(hits, kept)), len(pairs))


@pytest.mark.parametrize(("weapon", "bonus"), [("sword", 2), ("bow", 5)])
def test_melee_takes_str_and_shots_take_wis_against_11_to_18(weapon: str, bonus: int) -> None:
    one = attack_with(weapon, found(abilities=SIX | {"wis": 5}))
    assert (one.bonus, one.defense) == (bonus, bonus + 10)
    assert [row.armor for row in one.rows] == list(range(11, 19))
    for row in one.rows:

        def hits(natural: int, armor: int = row.armor) -> bool:
            return natural + bonus > armor

        def safe(natural: int, armor: int = row.armor) -> bool:
            return natural + armor - 10 > bonus + 10

        for edge, text in ((0, row.hit), (1, row.advantage), (-1, row.disadvantage)):
            assert F(text) == brute(hits, edge)
        assert row.face == min(natural for natural in D20 if hits(natural))
        assert row.foe_face == min(natural for natural in D20 if safe(natural))
        # the mirror: a foe who rolls is hit just as often
        assert F(row.hit) == F(sum(not safe(natural) for natural in D20), 20)


def test_what_can_be_thrown_has_a_row_with_wis_as_well() -> None:
    shown = found(abilities=SIX | {"wis": 5}, weapons=["dagger", "sword", "sling"])
    assert [(one.weapon, one.kind, one.bonus, one.defense) for one in shown.attacks] == [
        ("dagger", "melee", 2, 12),
        ("dagger", "thrown", 5, 15),
        ("sword", "melee", 2, 12),
        ("sling", "ranged", 5, 15),
    ]
    thrown, shot = shown.attacks[1], shown.attacks[3]
    assert [row.hit for row in thrown.rows] == [row.hit for row in shot.rows]
    assert F(thrown.rows[0].damage) == (F(14, 20) + F(1, 20)) * F(7, 2)
    kept = found(Rulings(thrown="not_allowed"), weapons=["dagger"])
    assert [one.kind for one in kept.attacks] == ["melee"]
    text = "\n".join(lines(sheet(character(weapons=["dagger"], abilities=SIX | {"wis": 5}), {}, outcomes)))
    assert "dagger thrown d6: d20 +5" in text


@pytest.mark.parametrize("rulings", [Rulings(places="zones"), Rulings(space="zones"), Rulings(space="distance:60")])
def test_a_sheet_needs_no_place(rulings: Rulings) -> None:
    assert found(rulings) == found()


def test_damage_is_the_mean_of_a_strike_with_its_critical() -> None:
    sword, bow = found().attacks
    # d8: (P(hit) + P(20)) * 4.5, against 11 with +2: 11/20 and 1/20
    assert F(sword.rows[0].damage) == F(12, 20) * F(9, 2) == F(27, 10)
    assert F(bow.rows[7].damage) == F(5, 20) * F(7, 2)
    maul = found(weapons=[{"name": "maul", "die": "2d6/d4"}]).attacks[0]
    # each of the two attacks: 11/20 of 7 and 1/20 of a d6; 12/20 of 2.5
    assert F(maul.rows[0].damage) == F(11, 20) * 7 + F(1, 20) * F(7, 2) + F(12, 20) * F(5, 2)


def test_the_defense_is_a_number_and_a_bonus() -> None:
    defense = found().defense
    assert (defense.armor, defense.bonus, defense.two_handed) == (13, 3, 12)  # gambeson 12, shield 1, slung for a bow
    for row in defense.rows:
        assert F(row.hit) == F(10 + row.bonus - 3, 20)
        assert row.face == min(natural for natural in D20 if natural + 3 > row.bonus + 10)
        assert F(row.damage["d6"]) == (F(row.hit) + F(1, 20)) * F(7, 2)
    assert [row.bonus for row in defense.rows] == list(range(8))


def test_what_is_broken_protects_no_more_and_strikes_no_more() -> None:
    shown = found(
        armor=[{"name": "gambeson", "quality": 0}, "helmet"], weapons=[{"name": "sword", "quality": 0}, "dagger"]
    )
    assert shown.defense.armor == 12
    assert [(one.weapon, one.kind) for one in shown.attacks] == [("dagger", "melee"), ("dagger", "thrown")]
    assert (
        found(Rulings(broken_body="base_10"), armor=[{"name": "gambeson", "quality": 0}, "helmet"]).defense.armor == 12
    )


def test_without_a_weapon_there_are_bare_hands() -> None:
    (hands,) = found(weapons=[]).attacks
    assert (hands.weapon, hands.die) == ("bare hands", "d2")
    assert found(Rulings(unarmed="d4"), weapons=[]).attacks[0].die == "d4"


def test_the_panel_is_under_the_rulings() -> None:
    auto = Rulings(AttackReading(natural_20="auto_hit", natural_1="auto_miss"))
    weak = found(auto, abilities=SIX | {"str": 1}).attacks[0]
    assert F(weak.rows[7].hit) == F(3, 20)  # 18 to 20
    strong = found(auto, abilities=SIX | {"str": 10}).attacks[0]
    assert (strong.rows[0].hit, strong.rows[0].face) == ("19/20", 2)  # all but the 1
    apart = Rulings(AttackReading(defender_edge="unmirrored"))
    assert found(apart).attacks == found().attacks


@given(st.integers(1, 10), st.integers(11, 18))
def test_every_chance_by_the_formula(bonus: int, armor: int) -> None:
    row = next(one for one in found(abilities=SIX | {"str": bonus}).attacks[0].rows if one.armor == armor)
    p = min(max(F(10 + bonus - (armor - 10), 20), F(0)), F(1))
    assert (F(row.hit), F(row.advantage), F(row.disadvantage)) == (p, 1 - (1 - p) ** 2, p**2)


def test_least_faces() -> None:
    assert [least_face(F(n, 20)) for n in (0, 1, 19, 20)] == [None, 20, 2, 1]
    assert [face(one) for one in (None, 20, 2, 1)] == ["none", "20+", "2+", "any"]


# The sheet


def shown(**fields: Any) -> dict[str, Any]:
    return sheet(character(**fields), {}, outcomes)


def test_saves_are_more_than_15() -> None:
    assert [one["save"] for one in shown()["abilities"]] == ["7/20", "3/10", "2/5", "3/10", "7/20", "3/10"]


def test_slots_say_what_fills_them() -> None:
    told = shown(gear=["torches", {"name": "ring", "slots": 0}], coins=230)["slots"]
    assert (told["used"], told["most"]) == (9, 13)
    assert [row["name"] for row in told["list"]] == [
        "sword", "", "bow", "", "gambeson", "shield", "torches", "ring", "coins", "coins",
    ]  # fmt: skip


def test_a_night_is_told_with_its_mean() -> None:
    assert shown()["healing"] == {"bonus": 3, "mean": "15/2"}


def test_weapons_that_are_rolled_alike_share_a_table() -> None:
    groups = grouped(shown(weapons=["sword", "bow", "dagger", "mace", "axe"])["panel"]["attacks"])
    assert [[used(one) for one in group] for group in groups] == [
        ["sword", "bow", "dagger"],
        ["dagger thrown", "mace", "axe"],
    ]
    apart = grouped(shown(abilities=SIX | {"wis": 4})["panel"]["attacks"])
    assert [[one["weapon"] for one in group] for group in apart] == [["sword"], ["bow"]]


@pytest.mark.parametrize(
    ("chance", "text"),
    [("0", "0 %"), ("1", "100 %"), ("1/400", "0.3 %"), ("1/10000", "< 0.1 %"), ("9999/10000", "> 99 %"),
     ("1/16", "6.3 %"), ("9/100", "9 %"), ("11/20", "55 %"), ("399/400", "> 99 %")],
)  # fmt: skip
def test_percentages(chance: str, text: str) -> None:
    assert percent(chance) == text


def test_decimals_round_halves_up() -> None:
    assert [decimal(text) for text in ("27/10", "5/4", "0", "219/20")] == ["2.7", "1.3", "0.0", "11.0"]


def test_the_text_says_it_all() -> None:
    text = "\n".join(
        lines(
            shown(
                player="Mira",
                hp=0,
                traits={
                    "background": "outlaw",
                    "misfortune": "exiled",
                    "virtue": "just",
                    "vice": "rude",
                    "hair": "bald",
                },
                henchmen=[{"name": "Wat", "trade": "laborer", "paid": False}],
                notes="owes a horse",
                coins={"silver": 3},
            )
        )
    )
    for part in (
        "Ana, level 1, 0 XP of 1000, player Mira",
        "Outlaw, exiled; hair bald; just but rude.",
        "HP 0 of 6, unconscious; a night d8 +3 back, a haven all",
        "armor 13, bonus +3 (12 with a weapon of two hands)",
        "sword d8, bow d6: d20 +2 against armor; they roll against 12",
        "slots 6 of 13; 3 silver",
        "henchmen 1 of 1; 1 copper a day and food",
        "Wat, laborer, 1 copper, not paid",
        "owes a horse",
    ):
        assert part in text
