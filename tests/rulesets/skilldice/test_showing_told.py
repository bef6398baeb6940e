"""An entry of a fight with Skill dice as it is told, with its dice drawn: whole, and what is public for players."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice import ruleset, view
from affray.rulesets.skilldice.showing_told_players import _TELL
from affray.table.publishing import published_events
from affray.testing.conformance import walk, witness_fights
from tests.rulesets.showing import lines, showing_of, to_players, told, told_players
from tests.rulesets.skilldice.fights import attack, began, by, defend, ends, exchange, fight, foe, of, takes, unit
from tests.rulesets.skilldice.test_showing_scene import TOLL


def both(text: str, *commands: Any, **given: Any) -> Any:
    """What the Narrator and what the players are told of the last of these commands."""
    played = began(text, *commands, **given)
    return lines(told(played)), lines(told_players(played))


def test_a_blow_that_is_defended() -> None:
    whole, seen = both(TOLL, *ends(0, 1), attack(2, 0), defend(0), faces=(8, 11))
    assert whole == [
        "Sir Odo defends, 2 actions left",
        "d8:8 spearman's Body, at most 7",
        "d12:11 against it Sir Odo's Body, at most 8: Sir Odo wins",
    ]
    assert seen == [
        "Sir Odo defends",
        "d0:8 spearman's Body",
        "d12:11 against it Sir Odo's Body, at most 8: Sir Odo wins",
    ]
    assert both(TOLL, *ends(0, 1), attack(2, 0), defend(0), by("land", 0, target=2), faces=(8, 11)) == (
        ["spearman loses 1 Body, 6 left"],
        ["spearman loses 1 Body"],
    )


def test_who_it_was() -> None:
    played = began(TOLL, *ends(0, 1), attack(2, 0), defend(0), faces=(8, 5))
    assert [one.who for one in told_players(played)] == [0, 2, None, 0, 0]
    assert [one.clause for one in told(played)][1] == "skilldice.attack.contest"


def test_players_know_what_is_left_of_their_own() -> None:
    _, seen = both(TOLL, *ends(0, 1), attack(2, 0), takes(0))
    assert seen == ["Nobody defends Sir Odo: it lands", "Sir Odo loses 1 Body, 7 left"]


def test_what_is_left_is_counted_on_within_an_entry() -> None:
    """The blow, and its wound at the end of the same entry's round."""
    text = fight(unit("Ana"), foe(weapon="piercing"))
    _, seen = both(text, *ends(0), attack(1, 0), defend(0), *ends(1), faces=(5, 3))
    assert seen == ["orc ends the turn", "Round 1 ends", "Ana loses 1 Body, 6 left"]


def test_a_roll_for_the_order() -> None:
    played = began(fight(unit("Ana"), foe()))
    assert lines(told(played, 1)) == ["d8:2 Ana rolls Body for the order"]
    assert lines(told_players(played, 1)) == ["d8:2 Ana rolls Body for the order: 2"]
    assert lines(told_players(played, 2))[0] == "d0:1 orc rolls Body for the order: 1"


def test_skilldice_helpless_meets_the_narrators_die() -> None:
    whole, seen = both(fight(unit(), foe(state="asleep")), attack(0, 1), faces=(1, 4))
    assert whole == seen
    assert whole[1:3] == ["d8:1 Ana's Body", "d4:4 against it the Narrator: it fails"]


def test_effort_and_hindrance_show_every_die() -> None:
    text = fight(unit(edge=-1, training={"body": 3}), foe())
    rulings = {"D08": "effort", "D54": "directions", "D45": "floors"}
    given: dict[str, Any] = {"order": (8, 8, 2), "faces": (1, 2, 2, 1, 6), **rulings}
    whole, seen = both(text, attack(0, 1, dice=2), defend(1), **given)
    assert whole[1] == seen[1] == "d8:1- d8:2 d8:2- d8:1- Ana's Body, at least 3"


def test_d28_tending_with_a_roll() -> None:
    text = fight(unit("Ana", lost={"body": 1}), foe(weapon="piercing"))
    commands = [attack(0, 1), takes(1), *ends(0), attack(1, 0), defend(0), by("tend", 0, target=0)]
    whole, seen = both(text, *commands, faces=(5, 3, 6, 4), D28="roll_mind_vs_d6", D05="may_spend")
    assert whole == seen == ["d8:6 Ana tends its own wounds", "d6:4 against it the Narrator: they are closed"]


def test_players_do_not_learn_reasons() -> None:
    whole, seen = both(TOLL, of("set_manner", 3, manner="distracted", reason="a secret"))
    assert whole == ["captain is distracted: a secret"]
    assert seen == ["captain is distracted"]
    assert both(TOLL, of("set_lost", 3, skill="body", lost=2, reason="a secret"))[1] == []


def test_every_published_event_is_told_to_the_players() -> None:
    kinds: list[Any] = [*view._PUBLIC, e.LostSet]
    assert set(_TELL) == {kind.__struct_config__.tag for kind in kinds}


def numbers(text: str) -> set[str]:
    """The whole numbers in a text."""
    return set(re.findall(r"\d+", text))


@pytest.mark.parametrize("seed", range(3))
def test_no_number_of_a_narration_is_lost(seed: int) -> None:
    """Every number that the sentences of an entry have is told with its dice, too."""
    for one in witness_fights(ruleset)[seed::3]:
        for step in walk(one, Random(seed), 30):
            narrated = " ".join(ruleset.narrate(step.before, step.rolls, step.events))
            shown = lines(showing_of(ruleset).told(step.before, step.rolls, step.events))
            assert numbers(narrated) - numbers(" ".join(shown)) == set()
            public = published_events(ruleset, step.before, step.events)
            assert all(line for line in lines(to_players(ruleset, step.before, step.rolls, public)))


def test_an_exchange_and_its_words_agree_with_the_narration() -> None:
    whole, _ = both(fight(unit(), foe()), exchange(0, 1), faces=(4, 4))
    assert whole[2] == "d8:4 against it orc's Body: a tie: both land"
