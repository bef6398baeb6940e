"""How it is told: phrases, sentences with their arithmetic, views without secrets, glances."""

from __future__ import annotations

from random import Random

import pytest

from affray.codec import convert, plain
from affray.fight import parse
from affray.rulesets.skilldice import ruleset
from affray.testing.cases import Scene, scene
from affray.testing.conformance.shown import keeps_secrets
from affray.testing.conformance.walks import Step, carry_out, thrown
from tests.rulesets.skilldice import brawl
from tests.rulesets.skilldice.fights import attack, began, by, defend, exchange, fight, foe, of, takes, unit

SWORD = fight(unit("Sir Odo", body=12, weapon="slashing"), foe("wolf", weapon="piercing"), foe("bear"))
DUEL = fight(unit(), foe(weapon="piercing"))


def told(played: Scene) -> list[str]:
    """What the last command is told as."""
    before = played.steps[-2].state
    last = played.steps[-1]
    return ruleset.narrate(before, last.rolls, last.events)


def test_a_contest_with_its_arithmetic() -> None:
    played = began(DUEL, exchange(0, 1), faces=(2, 7))
    assert told(played) == [
        "orc defends, 2 actions left",
        "Ana's Body d8 = 2 against orc's Body d8 = 7: orc wins",
        "Ana loses 1 Body, 7 left",
        "Ana has a wound that will cost another Body",
    ]


def test_a_ceiling_is_told() -> None:
    text = fight(unit(lost={"body": 4}), foe())
    assert told(began(text, exchange(0, 1), faces=(6, 4)))[1:] == [
        "Ana's Body d8 = 6, at most 4 against orc's Body d8 = 4: a tie: both land",
        "orc loses 1 Body, 7 left",
        "Ana loses 1 Body, 3 left",
    ]


def test_the_first_round() -> None:
    played = began(DUEL)
    assert told(played) == ["orc rolls Body for the order: d8 = 1", "The order is Ana, orc"]


def test_without_a_defence() -> None:
    assert told(began(DUEL, attack(0, 1))) == ["Ana attacks orc with Body", "orc may defend, or take it"]
    assert told(began(DUEL, attack(0, 1, "soul"), takes(1))) == [
        "Nobody defends orc: it lands",
        "orc loses 1 Soul, 7 left",
    ]
    asleep = fight(unit(), foe(state="asleep"))
    assert told(began(asleep, attack(0, 1), faces=(1, 4))) == [
        "Ana attacks orc with Body",
        "Ana's Body d8 = 1 against the Narrator's d4 = 4: it fails",
        "Ana loses 1 Body, 7 left",
        "orc is able",
    ]


def test_a_hard_hit_on_little_says_what_it_was() -> None:
    text = fight(unit(body=20), foe(body=4, lost={"body": 3}))
    assert told(began(text, exchange(0, 1), faces=(20, 1)))[1:] == [
        "Ana's Body d20 = 20 against orc's Body d4 = 1: it lands",
        "orc loses 1 Body, 0 left (a hit of 2)",
        "orc is out: no Body is left",
        "The fight is over, party wins",
    ]


def test_help_effort_and_floors_are_told() -> None:
    text = fight(unit(edge=-1, training={"body": 3}), foe())
    played = began(
        text,
        attack(0, 1, dice=2),
        defend(1),
        order=(8, 8, 2),
        faces=(1, 2, 2, 1, 6),
        D08="effort",
        D54="directions",
        D45="floors",
    )
    assert told(played)[1] == "Ana's Body d8 = 2 (of 1, 2, 2, 1), at least 3 against orc's Body d8 = 6: orc wins"


@pytest.mark.parametrize(
    ("command", "phrase"),
    [
        ({"type": "begin_round"}, "round 2 begins"),
        (by("enter", 0, skill="mind"), "Sir Odo rolls Mind for the order"),
        ({"type": "name_next", "fighter": 1}, "the Narrator names wolf next"),
        (attack(0, 1), "Sir Odo attacks wolf with Body"),
        (attack(0, 1, "soul", 3), "Sir Odo attacks wolf with Soul, 3 actions at once"),
        (defend(1), "wolf defends with Body"),
        (takes(1), "wolf takes it"),
        ({"type": "name_skill", "skill": "soul"}, "the Narrator says Soul"),
        (by("land", 0, target=1), "Sir Odo lets the hit land on wolf"),
        (by("tend", 1, target=1), "wolf tends its own wounds"),
        (by("tend", 1, target=2), "wolf tends the wounds of bear"),
        (by("help", 1, target=2), "wolf helps bear"),
        (by("move", 1, to="bank"), "wolf moves to bank"),
        (by("move", 1, to=""), "wolf moves to the others"),
        (by("catch_breath", 0, skill="soul"), "Sir Odo catches breath for Soul"),
        (by("act", 0, what="bars the door"), "Sir Odo acts: bars the door"),
        (by("leave", 0), "Sir Odo leaves the fight"),
        (by("end_turn", 0), "Sir Odo ends the turn"),
        (
            of("cost", 0, skill="soul", points=1, reason="shame"),
            "the Narrator says that it costs Sir Odo 1 Soul: shame",
        ),
        (
            of("set_lost", 0, skill="soul", lost=2, reason="miscounted"),
            "the Narrator sets what Sir Odo has lost to 2 Soul: miscounted",
        ),
        (of("set_manner", 1, manner="moving", reason="it runs"), "the Narrator says that wolf is on the move: it runs"),
        (
            of("set_effect", 1, edge=-1, step=1, reason="snow"),
            "the Narrator says that wolf is hindered and a die higher: snow",
        ),
        (of("say_how", 1, how="lamed"), "wolf is lamed"),
        (of("declare_death", 1, reason="we did"), "the table decides that wolf is dead: we did"),
        (of("scar", 0, mark="a limp", skill="body"), "Sir Odo keeps a mark: a limp, which weighs on Body"),
        (of("respite", 0, skill="mind"), "Sir Odo has a moment's respite for Mind"),
        (of("night", 0), "Sir Odo sleeps a night with food and shelter"),
        (
            {"type": "care", "carer": 1, "fighter": 2, "skill": "soul"},
            "wolf cares for the Soul of bear",
        ),
        ({"type": "end_fight", "winner": None, "reason": "rain"}, "the Narrator ends the fight, nobody wins: rain"),
    ],
)
def test_phrases(command: dict[str, object], phrase: str) -> None:
    assert ruleset.phrase(began(SWORD).state, convert(command, ruleset.command)) == phrase


def test_a_hit_that_is_led_on() -> None:
    played = began(SWORD, exchange(0, 1), faces=(5, 4))
    (here, there) = played.legal(0)
    assert ruleset.phrase(played.state, here) == "Sir Odo lets the hit land on wolf"
    assert ruleset.phrase(played.state, there) == "Sir Odo lets the hit land on bear instead"


def test_players_see_no_dice_of_others() -> None:
    played = began(SWORD, exchange(0, 1), by("land", 0, target=2), faces=(5, 4))
    seen = {one.name: one for one in ruleset.view(played.state, 0).fighters}
    assert seen["Sir Odo"].sides == (12, 8, 8)
    assert seen["Sir Odo"].left == (12, 8, 8)
    assert (seen["bear"].sides, seen["bear"].left, seen["bear"].actions) == (None, None, None)
    assert (seen["bear"].looks, seen["wolf"].looks) == ("hurt", "fresh")
    for seat in ("referee", "table", 1):
        assert next(one for one in ruleset.view(played.state, seat).fighters if one.name == "bear").left == (7, 8, 8)


def test_one_who_is_told_that_it_is_unaware_is_so_no_more() -> None:
    text = fight(unit(state="unaware"), foe(state="unaware"))
    state = parse(text).state
    assert [one.manner for one in ruleset.view(state, 0).fighters] == ["able", "able"]
    assert [one.manner for one in ruleset.view(state, "referee").fighters] == ["unaware", "unaware"]


def test_players_learn_no_reason_of_the_narrators() -> None:
    """What is planted about others, and why the Narrator did it, is in no view and no log."""
    one = parse(fight(unit("Odo"), foe("judge", body=20, training={"body": 13}), foe("clerk")))
    state, steps = one.state, []
    for command in (
        of("set_lost", 1, skill="body", lost=17, reason="canary"),
        of("set_manner", 1, manner="distracted", reason="canary"),
        of("cost", 1, skill="mind", points=1, reason="canary"),
        {"type": "begin_round"},
    ):
        step = carry_out(ruleset, state, convert(command, ruleset.command), thrown(Random(0)))
        assert isinstance(step, Step)
        steps.append(step)
        state = step.after
    keeps_secrets(one, steps, [0], {17, 13, 20}, {"canary"})


def test_what_is_published() -> None:
    played = began(SWORD, of("set_lost", 1, skill="body", lost=3, reason="secret"))
    (event,) = played.steps[-1].events
    assert ruleset.publish(played.state, event) is None
    mine = began(SWORD, of("set_lost", 0, skill="body", lost=3, reason="told"))
    assert dict(ruleset.publish(mine.state, mine.steps[-1].events[0]) or {})["lost"] == 3
    hidden = began(SWORD, of("set_manner", 0, manner="unaware", reason="x"))
    assert ruleset.publish(hidden.state, hidden.steps[-1].events[0]) is None
    contest = began(SWORD, exchange(0, 1), faces=(3, 4))
    shown = [ruleset.publish(contest.state, event) for event in contest.steps[-1].events]
    assert all("hand" not in key and key not in ("attack", "defence") for one in shown if one for key in one)


def test_a_glance_names_what_changed() -> None:
    played = began(SWORD, exchange(0, 1), by("land", 0, target=2), faces=(5, 4))
    before, after = played.steps[-3].state, played.state
    assert ruleset.glance(before, after) == (("wolf: actions spent", 1), ("bear: Body lost", 1))
    out = began(fight(unit(), foe(lost={"soul": 7}), foe("imp")), attack(0, 1, "soul"), takes(1))
    assert dict(ruleset.glance(out.steps[-2].state, out.state))["orc out"] is True


def test_standings() -> None:
    text = fight(unit("Ana", lost={"mind": 3}), unit("Bo", lost={"body": 8}), foe("orc"), foe("imp"))
    played = began_without_bo(text)
    assert [(one.name, one.fate, one.left) for one in ruleset.standings(played.state)] == [
        ("Ana", "up", 5),
        ("Bo", "down", 0),
        ("orc", "fled", 8),
        ("imp", "dead", 8),
    ]


def began_without_bo(text: str) -> Scene:
    enter = [{"type": "begin_round"}, *(by("enter", number, skill="body") for number in (0, 2, 3))]
    dead = of("declare_death", 3, reason="the cliff")
    return scene(text, [*enter, by("leave", 2), dead], (8, 4, 2))


def test_views_are_plain_values() -> None:
    for one in brawl.fights(Random(3), 0)[:10]:
        assert plain(ruleset.view(one.state, 0))["fighters"]
