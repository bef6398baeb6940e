"""At the command line: formulas by name, real dice typed, paths by hand, rulings, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import document, refused, said
from tests.rulesets.d20grid.fights import BOW, ROD, SWORD, fight, foe, unit


def test_odds_of_an_attack() -> None:
    told = said("odds", "d20grid.attack", "bonus=4", "defense=15", "edge=2")
    assert "  true   83.36 %  6669/8000\n  false  16.64 %  1331/8000\n" in told
    assert "81/400" in said("odds", "d20grid.attack", "bonus=4", "defense=15", "edge=-1")


def test_odds_as_a_document() -> None:
    found = document("odds", "d20grid.attack", "bonus=4", "defense=15", "edge=3", "T24=cap_1")
    assert found["formula"] == "d20grid.attack"
    assert found["marginals"]["hit"] == {"true": "279/400", "false": "121/400"}
    found = document("odds", "d20grid.damage", "dice=1d8", "str=3", "multiplier=2", "flat=4")
    assert found["marginals"]["damage"]["20"] == "1/8"
    assert found["means"]["damage"] == "19"  # (4.5 + 3) x 2 + 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("bonus=4",), "defense: required"),
        (("bonus=4", "defense=15", "edge=11"), "-10 to 10"),
        (("bonus=4", "defence=15"), "did you mean defense"),
    ],
)
def test_what_is_refused(words: tuple[str, ...], message: str) -> None:
    assert message in refused("odds", "d20grid.attack", *words)


def test_dice_that_do_not_exist_are_refused_with_their_range() -> None:
    message = "d20grid.damage: dice: column 1: dice count, got '0d6' (allowed: dice count 1"
    assert message in refused("odds", "d20grid.damage", "dice=0d6")


def test_near_names() -> None:
    assert "d20grid" in refused("odds", "d20gird.attack", "bonus=4", "defense=15")


def test_a_file_with_a_bad_place_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(fight(unit(at=(7, 3)), foe()), encoding="utf-8")
    assert "duel.toml:5: fighter[1].at[1]: no multiple of 5, got 7" in refused("odds", str(path))


def test_a_path_by_hand_and_real_dice(tmp_path: Path) -> None:
    """The round, both initiative rolls, a walk past the foe, its attack with a 20."""
    path = tmp_path / "run.toml"
    text = fight(unit("Vex", (0, 5), hp=9), foe(at=(15, 0), weapons=[ROD]), size=[40, 15])
    path.write_text(text, encoding="utf-8")
    run = "give walk actor=Vex path=[[5, 5], [10, 5], [15, 5], [20, 5], [25, 5]]"
    told = said("play", str(path), "--seed", "s", typed=f"1\n18\n1\n5\n{run}\n1\n20\nstate\nquit\n")
    assert "Vex goes into the area of orc, who may attack" in told
    assert "In passing, orc attacks Vex with the rod: 20 + 0 = 20 beats 10: hit" in told
    assert "Vex arrives at 25,5" in told
    assert "HP 5/9, at 25,5" in told
    assert "   5  1 . . . .\n   0  . . . 2 .\n" in told


START = "1\n18\n1\n5\n"
"""Initiative: the first fighter an 18, the second a 5."""


def test_movements_to_many_squares_share_a_line(tmp_path: Path) -> None:
    path = tmp_path / "walk.toml"
    path.write_text(fight(unit("Vex", speed=15), foe(at=(35, 0)), size=[40, 15]), encoding="utf-8")
    told = said("play", str(path), "--seed", "s", typed=f"{START}all\n5\nquit\n")
    lines = told.splitlines()
    assert " 3-13  Vex moves to ... ft (x 0 to 15, y 0 to 10; all lists them)" in lines
    assert "   5  Vex moves to 5,5, 5 ft" in lines
    assert "Vex arrives at 5,5" in lines  # the number is that of the long list


def test_squares_on_the_way_to_which_somebody_may_attack_stand_apart(tmp_path: Path) -> None:
    path = tmp_path / "walk.toml"
    archer = foe(at=(40, 0), weapons=[BOW])
    path.write_text(fight(unit("Vex", speed=35), archer, size=[60, 30]), encoding="utf-8")
    told = said("play", str(path), "--seed", "s", typed=f"{START}quit\n")
    rows = [line for line in told.splitlines() if "Vex moves to ..." in line]
    assert len(rows) == 2
    assert "... ft, past 1 foe who may attack (x 25 to 35, y 0 to 15; all lists them)" in rows[1]
    assert "a decision is offered 100 %" in rows[1]
    assert "a decision" not in rows[0]


def test_the_map_is_drawn_where_it_changed_and_at_state(tmp_path: Path) -> None:
    path = tmp_path / "walk.toml"
    path.write_text(fight(unit("Vex"), foe(at=(40, 0)), size=[45, 5]), encoding="utf-8")
    told = said("play", str(path), "--seed", "s", typed=f"{START}give move_to actor=Vex x=10 y=0\nstate\nquit\n")
    rows = [line for line in told.splitlines() if line.startswith("   0  ")]
    assert rows == ["   0  1 . . . . . . . 2", *["   0  . 1 . . . . . 2"] * 2]
    assert "     1 Vex, 2 orc" in told.splitlines()


def test_the_word_override_is_there_where_the_command_is(tmp_path: Path) -> None:
    path = tmp_path / "walk.toml"
    path.write_text(fight(unit("Vex"), foe(at=(40, 0))), encoding="utf-8")
    told = said("play", str(path), "--seed", "s", typed="help\noverride Vex 3 a fall\nquit\n")
    assert "override FIGHTER" not in told
    assert "override: these rules have no such command; give alone lists what the referee may do" in told
    knave = Path(__file__).resolve().parents[3] / "examples" / "duel.toml"
    assert "override FIGHTER HP REASON" in said("play", str(knave), "--seed", "s", typed="4\nhelp\nquit\n")


def test_simulation_and_odds_agree(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    sides = (unit("Vex", (0, 0), hp=5, weapons=[SWORD]), foe("orc", (5, 0), hp=5, weapons=[SWORD]))
    path.write_text(fight(*sides), encoding="utf-8")
    exact = document("odds", str(path), "--exact")
    assert exact["kind"] == "fraction"
    assert exact["win"]["party"] == exact["win"]["foes"] == "1/2"
    shares = document("simulate", str(path), "--runs", "2000", "--seed", "s")["win"]
    assert shares["party"]["low"] < 0.5 < shares["party"]["high"]


def test_a_ruling_in_its_witness_and_one_without_options() -> None:
    told = said("rules", "T19")
    assert "options  literal (default), covers_into" in told
    assert said("rules", "d20grid.damage.order").startswith("d20grid.damage.order")
    assert "T65" in said("rules", "T65")


def test_the_first_sentence_of_a_tactic_says_it_all() -> None:
    told = said("rules", "tactics").partition("d20grid")[2].partition("\nknave")[0]
    assert "kite  Shoots at the first foe, from where nobody could come up to it in a turn." in told
    assert "…" not in told


def test_compare_two_readings(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    path.write_text(fight(unit(hp=4, abilities={"str": 3}), foe(hp=6, defense=13)), encoding="utf-8")
    found = document("compare", str(path), "--ruling", "T23=none", "--against", "T23=str")
    literal, strong = (Fraction(found[one]["win"]["party"]) for one in ("first", "second"))
    assert strong - literal == Fraction(found["difference"]["win"]["party"])
    assert literal < strong
