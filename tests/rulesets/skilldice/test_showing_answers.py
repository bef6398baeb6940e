"""What the answers to a blow lead to, in words that whoever answers may know, under every reading that bears on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.interpret.chances import chances
from affray.rules.showing import Choice
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.formulas import DICE
from tests.rulesets.showing import choices_of, showing_of
from tests.rulesets.skilldice.fights import attack, began, ends, fight, foe, unit
from tests.rulesets.skilldice.test_showing_choice import offered

TENDED = "one more when the round ends, unless it is tended"


def words(choice: Choice) -> list[str]:
    """What an answer leads to."""
    return [lead.words for lead in choice.leads]


def answers(mine: dict[str, Any], his: dict[str, Any], skill: str = "body", to: Any = 0, **rulings: Any) -> Any:
    """What Ana may answer to the orc's blow, with two more by who could be struck instead."""
    text = fight(unit(**mine), foe(**his), unit("Cy"), foe("Bo"))
    choices = choices_of(began(text, *ends(0), attack(1, 0, skill), **rulings), 0, to)
    return {name: words(choice) for name, choice in choices.items()}


def test_whoever_answers_reads_what_each_answer_leads_to() -> None:
    """Sir Odo has 8 of 12 Body left, and a sword; the spearman's point leaves a wound."""
    mine = offered()
    assert words(mine["Defend"]) == [
        "You win: spearman loses 1 Body, or another within reach does instead",
        "A tie: you lose 1 Body (ceiling 7); spearman loses 1 Body",
        f"spearman wins: you lose 1 Body (ceiling 7), {TENDED}",
        "by more than 12: you lose 2 Body (ceiling 6)",
    ]
    assert words(mine["Take it"]) == ["For certain: you lose 1 Body (ceiling 7)"]
    assert [lead.sign for lead in mine["Defend"].leads] == ["win", "tie", "lose", ""]


def test_the_narrator_reads_the_others_ceilings_too() -> None:
    first = words(offered("referee")["Defend"])[0]
    assert first.startswith("Sir Odo wins: spearman loses 1 Body (ceiling 6)")


def test_each_has_its_exact_chance() -> None:
    """A d4 in Mind against a d20: 10 faces of it lose, 4 of 80 pairs tie, and a margin over 4 costs two."""
    played = began(fight(unit(mind=4), foe(mind=20), unit("Cy")), *ends(0), attack(1, 0, "mind"))
    showing = showing_of(ruleset)
    command = c.Defend(0, "mind")
    odds = {one.name: one.p for one in chances(ruleset, played.state, command, showing.came_to)}
    found = {lead.chance: odds.get(lead.chance) for lead in showing.choice(played.state, 0, command).leads}
    by_hand = [(blow, mine) for blow in range(1, 21) for mine in range(1, 5)]
    assert found == {
        "defender wins": Fraction(sum(blow < mine for blow, mine in by_hand), 80),
        "tie": Fraction(4, 80),
        "attacker wins": Fraction(sum(blow > mine for blow, mine in by_hand), 80),
        "hard hit on the defender": Fraction(sum(blow > mine + 4 for blow, mine in by_hand), 80),
    }


def test_the_last_point_puts_one_out() -> None:
    text = fight(unit(mind=4, lost={"mind": 3}), foe())
    choices = choices_of(began(text, *ends(0), attack(1, 0, "mind")), 0)
    assert words(choices["Defend"])[2] == "orc wins: you lose 1 Mind and are out"
    assert words(choices["Take it"]) == ["For certain: you lose 1 Mind and are out"]


def test_whether_dice_can_hit_hard_is_told_of_ones_own_die_alone() -> None:
    """Nothing hits a d20 hard, whatever is thrown; of anything else the words are the same against every die."""
    assert len(answers({"body": 20}, {"body": 4})["Defend"]) == 3
    for own in DICE[:-1]:
        told = [answers({"body": own}, {"body": die})["Defend"] for die in DICE]
        assert all(one == told[0] for one in told)
        assert told[0][3].startswith(f"by more than {own}: you lose 2 Body")


@pytest.mark.parametrize(("option", "bar"), [("die_rolled", 8), ("nominal", 12), ("ceiling", 7)])
def test_d15_what_a_margin_has_to_exceed(option: str, bar: int) -> None:
    """A d12, unarmoured a d8, with 7 left, against a hammer."""
    mine = {"body": 12, "body_unarmoured": 8, "lost": {"body": 5}}
    assert answers(mine, {"weapon": "crushing"}, D15=option)["Defend"][3].startswith(f"by more than {bar}: ")


def test_d14_where_a_defender_hits_hard_too_the_others_die_is_not_told() -> None:
    for die in DICE:
        found = answers({}, {"body": die}, D14="symmetric")["Defend"]
        assert found[1] == "by more than its die has sides: 2 Body instead"


def test_d12_a_beaten_attacker_may_pay_in_what_was_defended_with() -> None:
    for option, paid in (("attackers_skill", "Body"), ("defenders_skill", "Soul")):
        found = answers({}, {}, D11="defender_chooses", D12=option)["Defend with Soul"]
        assert found[0] == f"You win: orc loses 1 {paid}"


def test_d33_one_who_shoots_may_be_too_far_away_to_lose() -> None:
    far = answers({}, {"ranged": True}, D33="out_of_reach_no_loss", D14="symmetric")["Defend"]
    assert far[0] == "You win: orc is too far away to lose anything"
    assert far[1].endswith("; orc is too far away to lose anything")
    assert answers({}, {"ranged": True})["Defend"][0] == "You win: orc loses 1 Body"


@pytest.mark.parametrize(
    ("option", "mine", "tie", "his"),
    [("either_winner", True, False, True), ("attacker_only", False, False, True), ("tie_counts", True, True, True)],
)
def test_d32_whose_weapon_adds_something(option: str, mine: bool, tie: bool, his: bool) -> None:
    piercing = {"weapon": "piercing"}
    win, even, lose = answers(piercing, piercing, D32=option)["Defend"][:3]
    assert [TENDED in win, TENDED in even, TENDED in lose] == [mine, tie, his]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("move", "or another within reach does instead"),
        ("extra", "and another within reach does, too"),
        ("split", "or another within reach does instead"),
    ],
)
def test_d25_where_a_slashing_hit_may_land(option: str, told: str) -> None:
    assert answers({}, {"weapon": "slashing"}, D25=option)["Defend"][2].endswith(told)


def test_nothing_moves_where_nobody_else_is_within_reach() -> None:
    text = fight(unit(), foe(weapon="slashing"), unit("Cy", group="bridge"))
    choices = choices_of(began(text, *ends(0), attack(1, 0)), 0)
    assert words(choices["Defend"])[2] == "orc wins: you lose 1 Body (ceiling 7)"


def test_weapons_do_nothing_in_an_argument() -> None:
    assert TENDED not in " ".join(answers({}, {"weapon": "piercing"}, "soul")["Defend"])


def test_d22_a_point_goes_in_without_a_roll_where_landing_is_winning() -> None:
    assert answers({}, {"weapon": "piercing"}, D22="landing_is_winning")["Take it"][0].endswith(TENDED)
    assert TENDED not in answers({}, {"weapon": "piercing"})["Take it"][0]


def test_d27_a_second_wound_may_not_bleed() -> None:
    text = fight(unit(), foe(weapon="piercing"))
    hurt = [*ends(0), attack(1, 0), {"type": "take_it", "actor": 0}, attack(1, 0)]
    for option, bleeds in (("stack", True), ("no_stack", False)):
        played = began(text, *hurt, D27=option, D22="landing_is_winning")
        assert (TENDED in words(choices_of(played, 0)["Take it"])[0]) is bleeds


@pytest.mark.parametrize(
    ("option", "fails", "tie"),
    [
        ("same_as_contest", "orc loses 1 Body", "you lose 1 Body (ceiling 7); orc loses 1 Body"),
        ("miss_only", "nobody loses anything", "you lose 1 Body (ceiling 7)"),
    ],
)
def test_d18_where_the_narrators_die_stands_in(option: str, fails: str, tie: str) -> None:
    found = answers({}, {}, D18="table_only", narrator_wins=option)["Take it"]
    assert found == [
        f"It fails: {fails}",
        f"A tie: {tie}",
        "It lands: you lose 1 Body (ceiling 7)",
        "by more than 8: you lose 2 Body (ceiling 6)",
    ]


def test_d11_where_the_narrator_says_which_skill() -> None:
    defends = choices_of(began(fight(unit(), foe()), *ends(0), attack(1, 0), D11="narrator"), 0)["Defend with Body"]
    assert (defends.how, defends.leads) == ("one action, 2 left; the Narrator says which Skill is rolled", ())
