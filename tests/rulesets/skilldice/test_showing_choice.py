"""Commands with Skill dice as a table offers them, with the dice that each seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest

from affray.codec import convert
from affray.interpret.chances import chances
from affray.rules.showing import Choice
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import ruleset
from affray.rulesets.skilldice.showing_choice import _SHOW
from affray.testing.cases import Scene, scene
from tests.rulesets.showing import choices_of, showing_of
from tests.rulesets.skilldice.fights import (
    BEGIN,
    attack,
    began,
    by,
    defend,
    ends,
    exchange,
    fight,
    foe,
    of,
    takes,
    unit,
)
from tests.rulesets.skilldice.test_showing_scene import TOLL
from tests.rulesets.skilldice.test_telling import SWORD


def offered(to: Any = 0, **rulings: Any) -> dict[str, Choice]:
    """What Sir Odo may answer to the spearman's blow."""
    return choices_of(began(TOLL, *ends(0, 1), attack(2, 0), **rulings), 0, to)


def test_defend_or_take_it() -> None:
    mine, whole = offered(), offered("referee")
    assert list(mine) == ["Defend", "Take it"]
    assert mine["Defend"].group == "spearman strikes at Sir Odo's Body. Defend, or take it?"
    assert mine["Defend"].how == "one action, 2 left; d12 up to 8"
    assert whole["Defend"].how == "one action, 2 left; d12 up to 8 against d8 up to 7"
    assert mine["Defend"].figures == (("win", "defender wins"), ("tie", "tie"), ("lose", "attacker wins"))
    assert mine["Take it"].how == "no roll; keep your 3 actions"


def test_pairs_of_faces_are_odds() -> None:
    """Sir Odo's d12 up to 8 against the spearman's d8 up to 7, seen by whoever chooses; no choice shows them."""
    pairs = showing_of(ruleset).pairs
    assert pairs is not None
    played = began(TOLL, *ends(0, 1), attack(2, 0))
    assert pairs(played.state, c.Defend(0, "body")) == ((12, 8), (8, 7))
    assert pairs(played.state, c.TakeIt(0)) is None
    assert all(choice.pairs is None for choice in (*offered().values(), *offered("referee").values()))


def test_the_chances_of_a_defence_are_exact() -> None:
    """A d12 that counts up to 8 against a d8 that counts up to 7."""
    played = began(TOLL, *ends(0, 1), attack(2, 0))
    showing, command = showing_of(ruleset), c.Defend(0, "body")
    odds = {one.name: one.p for one in chances(ruleset, played.state, command, showing.came_to)}
    figures = {label: odds[name] for label, name in showing.choice(played.state, 0, command).figures}
    assert figures == {"win": Fraction(61, 96), "tie": Fraction(8, 96), "lose": Fraction(27, 96)}


def test_an_effort_is_no_pair() -> None:
    played = began(fight(unit(), foe()), attack(0, 1, dice=2), D08="effort")
    pairs = showing_of(ruleset).pairs
    assert pairs is not None
    assert pairs(played.state, c.Defend(1, "body")) is None
    assert choices_of(played, 1, "referee")["Defend"].how == "one action, 2 left; d8 against best of 2 d8"


def test_who_won() -> None:
    came_to = showing_of(ruleset).came_to
    assert came_to is not None
    for faces, result in (((5, 3), "attacker wins"), ((3, 5), "defender wins"), ((4, 4), "tie")):
        played = began(fight(unit(), foe()), exchange(0, 1), faces=faces)
        assert came_to(played.steps[-1].events) == ((result, True),)
        assert came_to(played.steps[-2].events) == ()


def test_a_hard_hit_is_told_whether_it_lands_or_waits_for_whoever_sweeps() -> None:
    came_to = showing_of(ruleset).came_to
    assert came_to is not None
    for weapon in ("none", "slashing"):
        text = fight(unit(mind=4), foe(body=20, mind=20, weapon=weapon), foe("Bo"), unit("Cy"))
        played = began(text, *ends(0), exchange(1, 0, "mind"), faces=(12, 1))
        assert came_to(played.steps[-1].events) == (("attacker wins", True), ("hard hit on the defender", True))


def test_an_attack() -> None:
    choices = choices_of(began(TOLL), 0)
    blow = choices["Body at spearman"]
    assert (blow.group, blow.how, blow.figures, blow.targets) == ("Attack", "one action; d12 up to 8", (), (2,))


def test_d50_an_attack_on_a_hammer_names_the_die_that_is_rolled() -> None:
    text = fight(unit(body=12, body_unarmoured=8), foe(weapon="crushing"))

    def told(name: str = "Body at orc", **rulings: Any) -> str:
        return choices_of(began(text, **rulings), 0)[name].how

    assert told() == "one action; d8"
    assert told("Mind at orc") == "one action; d8"
    assert told(D50="attacks_only") == "one action; d12"
    assert told(D11="defender_chooses") == "one action; d8 or d12"


def test_skilldice_helpless_meets_the_narrators_die() -> None:
    asleep = began(fight(unit(), foe(state="asleep")))
    blow = choices_of(asleep, 0)["Body at orc"]
    assert blow.how == "one action; d8 against the Narrator's d4"
    assert blow.figures == (("wins", "attacker wins"), ("ties", "tie"), ("loses", "defender wins"))


def test_nobody_is_told_who_is_unaware() -> None:
    unaware, able = (choices_of(began(fight(unit(), foe(state=state))), 0) for state in ("unaware", "able"))
    assert unaware == able
    whole = choices_of(began(fight(unit(), foe(state="unaware"))), 0, "referee")
    assert whole["Body at orc"].how == "one action; d8 against the Narrator's d4"


def test_the_fight_as_players_have_to_take_it() -> None:
    seen = showing_of(ruleset).seen
    assert seen is not None
    unaware, able = (began(fight(unit(), foe(state=state))).state for state in ("unaware", "able"))
    assert seen(unaware, 0) == able
    assert seen(unaware, "referee") == unaware
    assert seen(unaware, 1) == able


def test_players_do_not_learn_whom_they_could_warn() -> None:
    state = began(fight(unit(), unit("Bo", state="unaware"), unit("Cy", state="bound"), foe())).state
    known = showing_of(ruleset).known
    assert not known(state, 0, c.Help(0, 1))
    assert known(state, 0, c.Help(0, 2))
    assert known(state, "referee", c.Help(0, 1))
    assert not known(state, 0, c.NameSkill("body"))


def test_on_whom_a_blow_lands() -> None:
    played = began(SWORD, exchange(0, 1), faces=(5, 4))
    choices = choices_of(played, 0)
    assert [(name, choice.how) for name, choice in choices.items()] == [("wolf", "1 Body"), ("bear", "1 Body, instead")]
    assert choices["wolf"].group == "On whom does the blow land?"


def test_a_place_in_the_order() -> None:
    rolling = choices_of(scene(TOLL, [BEGIN]), 0)
    assert [(name, choice.how) for name, choice in rolling.items()] == [
        ("Roll Body", "d12 up to 8"),
        ("Roll Mind", "d6 up to 5"),
        ("Roll Soul", "d4"),
    ]


def test_leaving_and_ending_the_turn() -> None:
    choices = choices_of(began(TOLL, D35="one_action"), 0)
    assert choices["Leave the fight"].how == "one action"
    assert choices["End the turn"].how == "3 actions held"


# Every command


def test_every_command_is_shown() -> None:
    assert set(_SHOW) == set(get_args(c.Command))


COMMANDS: list[tuple[dict[str, Any], str]] = [
    (BEGIN, "Begin round 2"),
    (by("enter", 0, skill="mind"), "Roll Mind"),
    ({"type": "name_next", "fighter": 1}, "wolf"),
    (attack(0, 1, "soul", 3), "Soul at wolf"),
    (defend(1), "Defend"),
    (takes(1), "Take it"),
    ({"type": "name_skill", "skill": "soul"}, "Soul"),
    (by("land", 0, target=1), "wolf"),
    (by("tend", 1, target=1), "Tend your wounds"),
    (by("tend", 1, target=2), "Tend bear's wounds"),
    (by("help", 1, target=2), "Help bear"),
    (by("move", 1, to="bank"), "Go to bank"),
    (by("move", 1, to=""), "Go to the others"),
    (by("catch_breath", 0, skill="soul"), "Catch breath for Soul"),
    (by("act", 0, what="bars the door"), "bars the door"),
    (by("leave", 0), "Leave the fight"),
    (by("end_turn", 0), "End the turn"),
    (of("cost", 0, skill="soul", points=1, reason="shame"), "Sir Odo pays 1 Soul"),
    (of("set_lost", 0, skill="soul", lost=2, reason="miscounted"), "Sir Odo has lost 2 Soul"),
    (of("set_manner", 1, manner="moving", reason="it runs"), "wolf is on the move"),
    (of("set_effect", 1, edge=-1, step=1, reason="snow"), "wolf is hindered and a die higher"),
    (of("say_how", 1, how="lamed"), "wolf is lamed"),
    (of("declare_death", 1, reason="we did"), "wolf is dead"),
    (of("scar", 0, mark="a limp", skill="body"), "Sir Odo keeps a mark"),
    (of("respite", 0, skill="mind"), "A moment's respite for Sir Odo"),
    (of("night", 0), "A night for Sir Odo"),
    ({"type": "care", "carer": 1, "fighter": 2, "skill": "soul"}, "wolf cares for bear"),
    ({"type": "end_fight", "winner": None, "reason": "rain"}, "End the fight"),
]


@pytest.mark.parametrize(("command", "name"), COMMANDS)
def test_a_command_has_a_name(command: dict[str, Any], name: str) -> None:
    """Forbidden ones, too, and those that answer a question that nobody has asked."""
    played: Scene = began(SWORD)
    choice = showing_of(ruleset).choice(played.state, "referee", convert(command, ruleset.command))
    assert (choice.name, bool(choice.group)) == (name, True)


def test_every_command_has_an_example() -> None:
    assert {type(convert(command, ruleset.command)) for command, _ in COMMANDS} == set(get_args(c.Command))
