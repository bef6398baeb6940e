"""An entry of a Knave fight as it is told, with its dice drawn: whole for the referee, what is public for players."""

from __future__ import annotations

import re
from typing import Any

import pytest

from affray.rulesets.knave import ruleset, view
from affray.rulesets.knave.showing_told_players import _TELL
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import cast, free_stunt, knave, ogre, stunt
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, attack, fight, foe, override, pc
from tests.rulesets.knave.test_narrate import EXAMPLES
from tests.rulesets.showing import lines, told, told_players

BLADE = {"name": "sword", "die": "d8", "quality": 3}
DUEL = fight(pc(weapons=[BLADE]), foe(hp=20))
"""Ana 0 with +2, the goblin 1 with +1, both with armor 13."""
BRAWL = fight(knave(spells=[{"name": "fire", "save": "dex", "on_fail": "damage:2d6"}]), ogre())


def both(text: str, commands: list[Any], faces: list[Any], rulings: dict[str, str] | None = None) -> Any:
    """What the referee and what the players are told of the last of these commands."""
    played = scene(text, commands, faces, rulings or {})
    return lines(told(played)), lines(told_players(played))


def test_knave_round_initiative() -> None:
    whole, seen = both(DUEL, [BEGIN], [5])
    assert whole == seen == ["d6:5 Round 1: the party acts first"]


def test_knave_attack_hit() -> None:
    whole, seen = both(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 16, 5])
    assert whole == [
        "Ana attacks goblin with the sword",
        "d20:16 + 2 = 18 beats 13: hit",
        "d8:5 goblin: 20 \N{MINUS SIGN} 5 = 15",
    ]
    assert seen == ["Ana attacks goblin with the sword", "d20:16 + 2 = 18: hit", "d8:5 5 damage"]


@pytest.mark.parametrize(
    ("faces", "whole", "seen"),
    [
        ((20, 3, 4), "d20:20 + 2 = 22 beats 13: hit, a natural 20", "d20:20 + 2 = 22: hit, a natural 20"),
        ((1,), "d20:1 + 2 = 3 does not beat 13: miss, a natural 1", "d20:1 + 2 = 3: miss, a natural 1"),
        ((19, 4), "d20:19 + 2 = 21 beats 13: hit", "d20:19 + 2 = 21: hit"),
    ],
)
def test_a_natural_20_or_1_is_named(faces: tuple[int, ...], whole: str, seen: str) -> None:
    entry = both(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, *faces])
    assert [told[1] for told in entry] == [whole, seen]


def test_who_acts_and_which_clause_it_was() -> None:
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 16, 5])
    for sentences in (told(played), told_players(played)):
        assert [one.who for one in sentences] == [0, None, None]
        assert {one.clause for one in sentences} == {"knave.attack.hit"}


def test_knave_hp_unconscious_and_dead_are_told_with_the_blow() -> None:
    text = fight(pc(), foe(count=2))
    whole, seen = both(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 16, 4])
    assert whole[2:] == ["d8:4 goblin 1: 4 \N{MINUS SIGN} 4 = 0, unconscious"]
    assert seen[2:] == ["d8:4 4 damage; goblin 1 drops, unconscious"]
    whole, seen = both(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 16, 7])
    assert whole[2:] == ["d8:7 goblin 1: 4 \N{MINUS SIGN} 7 = \N{MINUS SIGN}3, dead"]
    assert seen[2:] == ["d8:7 7 damage; goblin 1 is dead"]


def test_players_know_their_own_hit_points_and_armor() -> None:
    whole, seen = both(DUEL, [BEGIN, attack(1, 0)], [FOES_FIRST, 17, 2])
    assert whole == [
        "goblin attacks Ana",
        "d20:17 + 1 = 18 beats 13: hit",
        "d6:2 Ana: 8 \N{MINUS SIGN} 2 = 6",
    ]
    assert seen == ["goblin attacks Ana", "d20:17 against 13: hit", "d0:2 Ana: 8 \N{MINUS SIGN} 2 = 6"]


def test_knave_roll_advantage_shows_both_dice() -> None:
    tripped = [BEGIN, stunt(0, 1, "trip"), attack(1, 0), BEGIN]
    faces = [PARTY_FIRST, 19, 2, PARTY_FIRST, ("attack.d20", 9, 14), 5]
    whole, _ = both(fight(knave(attack=2), ogre(attack=1, armor=13)), [*tripped, attack(0, 1)], faces)
    assert whole[1] == "d20:9- d20:14 + 2 = 16 beats 13: hit"


def test_knave_critical_armor_adds_a_die() -> None:
    text = fight(pc(hp=4, armor=["gambeson"]), foe(attack=1))
    whole, seen = both(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 20, ("attack.damage", 1, 3)])
    assert whole[2:] == [
        "d6:1 d6:3 = 4; Ana: 4 \N{MINUS SIGN} 4 = 0, unconscious",
        "Ana's body armor loses 1 quality, 2 left",
        "The fight is over: foes wins",
    ]
    assert seen[2:] == [
        "d0:1 d0:3 = 4; Ana: 4 \N{MINUS SIGN} 4 = 0, unconscious",
        "Ana's body armor: quality 3 \N{MINUS SIGN} 1 = 2",
        "The fight is over: foes wins",
    ]


def test_knave_critical_weapon_is_told_of_ones_own_alone() -> None:
    whole, seen = both(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1])
    assert whole[1:] == ["d20:1 + 2 = 3 does not beat 13: miss, a natural 1", "Ana's sword loses 1 quality, 2 left"]
    assert seen[1:] == ["d20:1 + 2 = 3: miss, a natural 1", "Ana's sword: quality 3 \N{MINUS SIGN} 1 = 2"]
    theirs = fight(pc(), foe(weapons=[BLADE]))
    whole, seen = both(theirs, [BEGIN, attack(1, 0)], [FOES_FIRST, 1])
    assert "goblin's sword loses 1 quality, 2 left" in whole
    assert seen == ["goblin attacks Ana", "d20:1 against 13: miss, a natural 1"]


def test_what_an_enemy_strikes_with_is_not_named() -> None:
    text = fight(pc(), foe(weapons=[{"name": "claw of doom", "die": "d4"}]))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 17, 2])
    assert "doom" in str(told(played))
    assert "doom" not in str(told_players(played))


def test_k13_the_defender_rolls() -> None:
    whole, seen = both(DUEL, [BEGIN, attack(1, 0)], [FOES_FIRST, 12], {"K13": "defender"})
    assert whole == ["goblin attacks Ana; Ana defends", "d20:12 + 3 = 15 beats 11: miss"]
    assert seen == ["goblin attacks Ana; Ana defends", "d20:12 + 3 = 15: miss"]


def test_a_damage_bonus() -> None:
    text = fight(pc(weapons=[{"name": "axe", "die": "d8+2"}]), foe(hp=20))
    whole, seen = both(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 5])
    assert whole[2] == "d8:5 + 2 = 7; goblin: 20 \N{MINUS SIGN} 7 = 13"
    assert seen[2] == "d8:5 + 2 = 7 damage"


def test_unlike_dice_have_their_own_sides() -> None:
    text = fight(pc(weapons=[{"name": "axe", "die": "2d4+1d6"}]), foe(hp=20))
    whole, _ = both(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 1, 2, 5])
    assert whole[2].startswith("d4:1 d4:2 d6:5 = 8; ")


def test_a_stunt_and_a_spell() -> None:
    whole, seen = both(BRAWL, [BEGIN, stunt(0, 1, "trip")], [PARTY_FIRST, 19])
    assert whole == ["Ana tries to trip ogre", "d20:19 + 1 = 20 beats 16: it works", "ogre is off its feet"]
    assert seen == ["Ana tries to trip ogre", "d20:19 + 1 = 20: it works", "ogre is off its feet"]
    whole, seen = both(BRAWL, [BEGIN, cast(0, 1)], [PARTY_FIRST, 13, ("effect.damage", 3, 4)])
    assert whole[-1] == "d6:3 d6:4 = 7; ogre: 20 \N{MINUS SIGN} 7 = 13"
    assert seen[-2:] == ["ogre suffers it", "d6:3 d6:4 = 7 damage"]


def test_k68_half() -> None:
    whole, seen = both(BRAWL, [BEGIN, cast(0, 1)], [PARTY_FIRST, 5, ("effect.damage", 3, 4)], {"K68": "half"})
    assert whole[-1] == "d6:3 d6:4 half of it; ogre: 20 \N{MINUS SIGN} 3 = 17"
    assert seen[-1] == "d6:3 d6:4 3 damage"


def test_dice_that_the_referee_stated_are_drawn_as_the_smallest_that_fit() -> None:
    effect = {"kind": "damage", "damage": {"dice": [[1, 10]], "flat": 0}}
    whole, _ = both(BRAWL, [BEGIN, free_stunt(0, 1, effect)], [PARTY_FIRST, 19, 7])
    assert whole[-1] == "d8:7 ogre: 20 \N{MINUS SIGN} 7 = 13"


def test_knave_morale_check_is_the_referees() -> None:
    text = fight(pc(), pc("Bo"), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 2), attack(1, 3)]
    whole, seen = both(text, commands, [PARTY_FIRST, 15, 8, 15, 8, ("morale.2d6", 6, 6)])
    assert "d6:6 d6:6 = 12 is above 7: morale fails" in whole
    assert "Half of the enemies are defeated" in whole
    assert seen[3:] == ["goblin 3 has fled", "goblin 4 has fled", "The fight is over: party wins"]


def test_the_referee_sets_hit_points_by_hand() -> None:
    whole, seen = both(DUEL, [BEGIN, override(1, 3, "a secret")], [PARTY_FIRST])
    assert whole == ["goblin is set to 3 HP: a secret"]
    assert seen == ["The referee sets the hit points of goblin"]
    assert both(DUEL, [BEGIN, override(0, 3, "a fall")], [PARTY_FIRST])[1] == ["Ana is set to 3 HP: a fall"]


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_no_number_of_a_narration_is_lost(kind: type) -> None:
    """Every number that the sentences of an entry have is told with its dice, too."""
    _, text, commands, faces, *rulings = EXAMPLES[kind]
    played = scene(text, commands, faces, *rulings)
    before = played.steps[-2].state if len(played.steps) > 1 else played.fight.state
    narrated = " ".join(ruleset.narrate(before, played.steps[-1].rolls, played.steps[-1].events))
    assert numbers(narrated) - numbers(" ".join(lines(told(played)))) == set()
    assert told(played) or not narrated


def numbers(text: str) -> set[str]:
    """The whole numbers in a text."""
    return set(re.findall(r"\d+", text))


def test_every_published_event_is_told_to_the_players() -> None:
    kinds: list[Any] = list(view._PUBLIC)
    assert set(_TELL) == {kind.__struct_config__.tag for kind in kinds}


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_players_are_told_in_sentences(kind: type) -> None:
    played: Scene = scene(*EXAMPLES[kind][1:])
    for one in told_players(played):
        assert one.text.strip() == one.text != ""
        assert "None" not in one.text
