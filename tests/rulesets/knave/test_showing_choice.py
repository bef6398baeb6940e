"""Knave's commands as a table offers them, in the words and the numbers that each seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest

from affray.codec import convert
from affray.interpret.chances import chances
from affray.rules.showing import Choice
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.showing_choice import _SHOW
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import flag, grant, in_round, knave, ogre, says, stunt
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, SWORD, attack, fight, foe, override, pc
from tests.rulesets.knave.test_phrases import FIGHT, PHRASES
from tests.rulesets.showing import choices_of, showing_of

BLADE = {"name": "sword", "die": "d8", "quality": 3}
BOW = {"name": "bow", "die": "d6", "kind": "ranged", "hands": 2, "quality": 3}
DUEL = fight(pc(weapons=[BLADE, BOW]), foe(hp=20, hd=1))
"""Ana 0 with +2, the goblin 1 with +1, both with armor 13."""
MINUS = "\N{MINUS SIGN}"


def shown(played: Scene, name: str, seat: Any = 0, to: Any = None) -> Choice:
    """The command of a seat that is called so, as it is shown to that seat or to another."""
    return choices_of(played, seat, to)[name]


# Attacks


def test_an_attack_in_the_referees_numbers() -> None:
    choice = shown(scene(DUEL, [BEGIN], [PARTY_FIRST]), "Sword at goblin", to="referee")
    assert (choice.group, choice.manner, choice.how) == ("Attack", "", "d20 + 2 against 13, d8; walks up")
    assert choice.figures == (
        ("hits", "hits"),
        ("drops it", "goblin down"),
        (f"sword {MINUS}1 quality", "Ana: sword loses quality"),
    )
    assert (choice.amount, choice.targets) == ("goblin: HP lost", (1,))


def test_a_player_sees_no_number_of_an_enemy_and_no_chance_to_drop() -> None:
    choice = shown(scene(DUEL, [BEGIN], [PARTY_FIRST]), "Sword at goblin")
    assert choice.how == "d20 + 2, d8; walks up"
    assert [label for label, _ in choice.figures] == ["hits", f"sword {MINUS}1 quality"]


def test_bare_hands_stand_apart_from_weapons() -> None:
    assert shown(scene(DUEL, [BEGIN], [PARTY_FIRST]), "Bare hands at goblin").group == "Unarmed"
    unarmed = fight(pc("Ana", weapons=[]), foe())
    assert shown(scene(unarmed, [BEGIN], [PARTY_FIRST]), "Bare hands at goblin").group == "Attack"


def test_knave_roll_advantage_says_where_it_comes_from() -> None:
    played = scene(DUEL, [BEGIN, flag(1, "off_balance")], [PARTY_FIRST])
    choice = shown(played, "Sword at goblin", to="referee")
    assert choice.manner == "with advantage"
    assert choice.how == "off balance: better of two d20, + 2 against 13, d8; walks up"
    assert shown(played, "Sword at goblin").how == "off balance: better of two d20, + 2, d8; walks up"


def test_a_disadvantage_by_the_referees_word() -> None:
    played = scene(DUEL, [BEGIN, grant(0, 1, -1)], [PARTY_FIRST])
    choice = shown(played, "Sword at goblin")
    assert (choice.manner, choice.how) == ("with disadvantage", "worse of two d20, + 2, d8; walks up")


def test_knave_edge_choice_both_halves_say_so() -> None:
    played = scene(DUEL, [BEGIN, flag(1, "off_balance")], [PARTY_FIRST])
    showing = showing_of(ruleset)
    dirty = showing.choice(played.state, "referee", c.Attack(0, 1, 0, dirty=True))
    assert (dirty.name, dirty.manner, dirty.how) == (
        "Sword at goblin",
        "fighting dirty",
        "d20 + 2 against 13, d8; walks up",
    )


def test_k13_the_defender_rolls() -> None:
    played = scene(DUEL, [BEGIN], [FOES_FIRST], {"K13": "defender"})
    assert shown(played, "Strike at Ana", 1).how == "Ana defends: d20 + 3 against 11, d6; walks up"
    mine = scene(DUEL, [BEGIN], [PARTY_FIRST], {"K13": "defender"})
    assert shown(mine, "Sword at goblin").how == "goblin defends: d20 against 12, d8; walks up"
    assert shown(mine, "Sword at goblin", to="referee").how == "goblin defends: d20 + 3 against 12, d8; walks up"


def test_one_who_is_unconscious_is_killed() -> None:
    played = scene(fight(pc(), pc("Bo"), foe(), foe()), [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 4])
    choice = shown(played, "Sword at goblin 1", 1, "referee")
    assert choice.figures[1] == ("kills it", "goblin 1 dead")
    assert choice.does == "goblin 1 dead"


def test_advantage_over_one_who_is_unconscious_says_why() -> None:
    played = scene(fight(pc(), pc("Bo"), foe(), foe()), [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 4])
    choice = shown(played, "Sword at goblin 1", 1)
    assert (choice.manner, choice.how.partition(":")[0]) == ("with advantage", "unconscious")
    assert "unconscious" not in shown(played, "Sword at goblin 2", 1).how


def test_k46_needs_no_roll() -> None:
    played = scene(
        fight(pc(), pc("Bo"), foe(), foe()), [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 4], {"K46": "auto_hit"}
    )
    assert shown(played, "Sword at goblin 1", 1).how == "unconscious: no roll is needed, d8; walks up"


def test_k06_players_do_not_learn_what_an_enemy_is_weak_to() -> None:
    blunt = SWORD | {"tags": ["blunt"]}
    played = scene(fight(pc(weapons=[blunt]), foe(weak_to=["blunt"])), [BEGIN], [PARTY_FIRST])
    assert "one die more" in shown(played, "Sword at goblin", to="referee").how
    assert "die more" not in shown(played, "Sword at goblin").how


def test_what_is_forbidden_has_a_name_and_no_numbers() -> None:
    played = scene(DUEL, [BEGIN, attack(1, 0)], [FOES_FIRST, 2])
    assert shown(played, "Bow at goblin") == Choice(name="Bow at goblin", group="Attack", targets=(1,))


def test_a_stunt() -> None:
    played = scene(fight(knave(), ogre()), [BEGIN], [PARTY_FIRST])
    whole, mine = shown(played, "Shove ogre", to="referee"), shown(played, "Shove ogre")
    assert (whole.group, whole.how, whole.figures) == ("Stunt", "d20 + 1 against 17", (("works", "works"),))
    assert (mine.how, mine.figures) == ("d20 + 1", (("works", "works"),))


def test_what_a_command_came_to() -> None:
    came_to = showing_of(ruleset).came_to
    assert came_to is not None
    struck = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 12, 3])
    assert came_to(struck.steps[-1].events) == (("hits", True),)
    missed = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 11])
    assert came_to(missed.steps[-1].events) == (("hits", False),)
    tripped = scene(fight(knave(), ogre()), [BEGIN, stunt(0, 1, "shove")], [PARTY_FIRST, 17])
    assert came_to(tripped.steps[-1].events) == (("works", True),)
    assert came_to(struck.steps[0].events) == ()


def test_the_chances_of_the_figures_are_exact() -> None:
    """+2 against armor 13 with a d8: one goblin of 4 HP is off balance, another has 2 HP left."""
    text = fight(pc(hp=6, weapons=[BLADE]), foe(count=6, hd=1, morale=7))
    played = scene(text, [BEGIN, flag(1, "off_balance"), override(2, 2)], [PARTY_FIRST])
    assert figures(played, c.Attack(0, 1, 0)) == {
        "hits": Fraction(279, 400),
        "drops it": Fraction(11979, 25600),
        f"sword {MINUS}1 quality": Fraction(1, 400),
    }
    assert figures(played, c.Attack(0, 1, 0, dirty=True)) == {
        "hits": Fraction(9, 20),
        "drops it": Fraction(381, 1280),
        f"sword {MINUS}1 quality": Fraction(1, 20),
    }
    assert figures(played, c.Attack(0, 2, 0))["drops it"] == Fraction(2, 5)


def figures(played: Scene, command: c.Command) -> dict[str, Fraction]:
    """The figures of a command with their chances."""
    showing = showing_of(ruleset)
    odds = {one.name: one.p for one in chances(ruleset, played.state, command, showing.came_to)}
    return {label: odds[name] for label, name in showing.choice(played.state, "referee", command).figures}


# Decisions


def test_k70_do_they_hold() -> None:
    played = scene(
        fight(pc(), pc("Bo"), foe(count=4, morale=7)),
        [BEGIN, attack(0, 2), attack(1, 3)],
        [PARTY_FIRST, 15, 8, 15, 8],
        {"K70": "referee"},
    )
    choices = choices_of(played, "referee")
    roll = choices["Roll 2d6"]
    assert roll.group == "Do the foes hold?"
    assert roll.how == "Half of the enemies are defeated. More than 7 on 2d6 breaks them."
    assert roll.targets == (4, 5)
    assert choices["No check, because\N{HORIZONTAL ELLIPSIS}"].group == "Do the foes hold?"


def test_k43_strike_at_one_who_leaves() -> None:
    played = scene(
        DUEL,
        [BEGIN, attack(0, 1), {"type": "move", "actor": 1, "to": "off"}],
        [PARTY_FIRST, 2],
        {"K43": "free_attack"},
    )
    choices = choices_of(played, 0)
    assert choices["Sword at goblin"].group == "goblin is leaving: strike?"
    assert choices["Sword at goblin"].how == "d20 + 2, d8"
    assert "Let goblin go" in choices


def test_k24_which_armor_takes_it() -> None:
    text = fight(pc(armor=["gambeson", "shield"]), foe())
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 20, 1, 1], {"K24": "defender_chooses"})
    choices = choices_of(played, 0)
    assert choices["The shield"].group == "What of Ana's armor takes it?"
    assert choices["The body armor"].how == "quality 3, then 2"


def test_k02_is_the_weapon_ideal() -> None:
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST], {"K02": "referee"})
    assert choices_of(played, "referee")["Yes"].group == "The sword is the ideal weapon against goblin?"


# Every command


def test_every_command_is_shown() -> None:
    assert set(_SHOW) == set(get_args(c.Command))


@pytest.mark.parametrize(
    ("kind", "command"),
    [(kind, command) for kind, examples in PHRASES.items() for command, _ in examples],
)
@pytest.mark.parametrize("seat", ["referee", 0])
def test_a_command_has_a_name(kind: type, command: dict[str, Any], seat: Any) -> None:
    """Forbidden ones, too, and those that answer a question that nobody has asked."""
    choice = showing_of(ruleset).choice(in_round(FIGHT).state, seat, convert(command, ruleset.command))
    assert choice.name.strip() == choice.name != ""
    assert choice.group
    assert len(choice.name) <= 60


# What a seat may know of


def test_players_know_of_no_command_of_the_referees() -> None:
    state = in_round(FIGHT).state
    showing = showing_of(ruleset)
    told = convert(says(True), ruleset.command)
    assert not showing.known(state, 0, told)
    assert showing.known(state, "referee", told)
    assert showing.known(state, 0, c.Attack(0, 1, 0))


def test_k80_players_know_of_no_command_against_one_who_is_hidden() -> None:
    state = scene(fight(pc(), foe(), foe("ambusher", hidden=True)), [BEGIN], [PARTY_FIRST]).state
    showing = showing_of(ruleset)
    assert not showing.known(state, 0, c.Attack(0, 2, 0))
    assert showing.known(state, "referee", c.Attack(0, 2, 0))
    assert not showing.known(state, 1, c.Attack(0, 2, 0))
    assert showing.known(state, 2, c.Pass(2))
