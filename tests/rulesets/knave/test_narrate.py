"""What is told of an entry: a sentence for every event, with the arithmetic of its dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args

import pytest

from affray.rulesets.knave import events as e
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.narrate import _TELL
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import (
    cast,
    dirty_attack,
    flag,
    free_stunt,
    grant,
    knave,
    modify,
    move,
    ogre,
    rise,
    says,
    stunt,
    take_up,
)
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, SWORD, attack, fight, foe, override, passes, pc

BOW = {"name": "bow", "die": "d6", "kind": "ranged", "hands": 2}
DAGGER = {"name": "dagger", "die": "d6", "tags": ["thrown"]}
CUDGEL = {"name": "cudgel", "die": "d6", "tags": ["blunt"]}
FIRE = {"name": "fire", "save": "dex", "on_fail": "damage:2d6"}
CHARM = {"name": "charm", "save": "wis", "on_fail": "out"}

DUEL = fight(pc(weapons=[SWORD, BOW, DAGGER]), foe(hp=20))
"""Ana 0 with +2, the goblin 1 with +1, both with armor 13."""
BRAWL = fight(knave(spells=[FIRE, CHARM]), ogre())
"""Ana 0 with +1 to +6 from STR to CHA, the ogre 1 with defenses of 17 down to 12."""
BAND = fight(pc("Ana"), pc("Gus", hireling_of="Ana", morale=7), foe("chief", leader=True, morale=7), foe(morale=7))
LATE = fight(pc(), pc("Bo", joins=2), foe())
ON_THE_WALL = fight(pc(at="wall"), foe(at="wall"), foe("frog", at="moat"), rulings={"K19": "zones"})


def told(played: Scene, step: int = -1) -> list[str]:
    """What is told of the last command, or of another one."""
    step %= len(played.steps)
    before = played.steps[step - 1].state if step else played.fight.state
    sentences: list[str] = ruleset.narrate(before, played.steps[step].rolls, played.steps[step].events)
    return sentences


def last(text: str, commands: Sequence[Any], faces: Sequence[Any], **rulings: str) -> list[str]:
    """What is told of the last of these commands."""
    return told(scene(text, commands, faces, rulings))


class Example(NamedTuple):
    """A scene, and the sentence that its last command tells of an event."""

    sentence: str
    text: str
    commands: Sequence[Any]
    faces: Sequence[Any]
    rulings: Mapping[str, str] | None = None


TRIPPED = [BEGIN, stunt(0, 1, "trip")]
EXAMPLES: dict[type, Example] = {
    e.RoundBegan: Example("Round 1: d6 = 6, the party acts first", DUEL, [BEGIN], [6]),
    e.Attacked: Example(
        "Ana attacks goblin with the sword: 15 + 2 = 17 beats 13: hit; damage 5; goblin 20 -> 15",
        DUEL,
        [BEGIN, attack(0, 1)],
        [PARTY_FIRST, 15, 5],
    ),
    e.Stunted: Example(
        "Ana tries to shove ogre: 17 + 1 = 18 beats 17: it works",
        BRAWL,
        [BEGIN, stunt(0, 1, "shove")],
        [PARTY_FIRST, 17],
    ),
    e.SpellCast: Example(
        "Ana casts fire on ogre: 12 + 4 = 16 does not beat 16: resisted", BRAWL, [BEGIN, cast(0, 1)], [PARTY_FIRST, 12]
    ),
    e.Harmed: Example(
        "ogre suffers 3 + 4 = 7; ogre 20 -> 13", BRAWL, [BEGIN, cast(0, 1)], [PARTY_FIRST, 13, ("effect.damage", 3, 4)]
    ),
    e.QualityLost: Example(
        "goblin's body armor loses 1 quality, 1 left",
        fight(pc(), foe(hp=20, armor={"defense": 13, "quality": 2})),
        [BEGIN, attack(0, 1)],
        [PARTY_FIRST, 20, 3, 4],
    ),
    e.Flagged: Example("goblin is on lower ground: it is so", DUEL, [BEGIN, flag(1, "lower_ground")], [PARTY_FIRST]),
    e.Tripped: Example("ogre is off its feet", BRAWL, TRIPPED, [PARTY_FIRST, 19]),
    e.GotUp: Example("ogre is on its feet again", BRAWL, [*TRIPPED, rise(1)], [PARTY_FIRST, 19]),
    e.Stunned: Example(
        "ogre is stunned and loses the next action", BRAWL, [BEGIN, stunt(0, 1, "stun")], [PARTY_FIRST, 19]
    ),
    e.Dropped: Example("ogre's sword is on the floor", BRAWL, [BEGIN, stunt(0, 1, "disarm")], [PARTY_FIRST, 19]),
    e.TookUp: Example(
        "ogre takes up the sword", BRAWL, [BEGIN, stunt(0, 1, "disarm"), take_up(1)], [PARTY_FIRST, 19]
    ),
    e.Readied: Example(
        "Ana slings the shield",
        fight(pc(armor=["shield"], weapons=[SWORD, BOW]), foe()),
        [BEGIN, {"type": "ready", "actor": 0, "shield": False}],
        [PARTY_FIRST],
    ),
    e.Moved: Example("goblin moves away", DUEL, [BEGIN, attack(0, 1), move(1)], [PARTY_FIRST, 2]),
    e.Placed: Example(
        "goblin is at moat: over the wall",
        ON_THE_WALL,
        [BEGIN, {"type": "place", "fighter": 1, "at": "moat", "reason": "over the wall"}],
        [PARTY_FIRST],
    ),
    e.Pushed: Example("ogre is pushed away", BRAWL, [BEGIN, stunt(0, 1, "shove")], [PARTY_FIRST, 17]),
    e.Passed: Example("Ana passes", DUEL, [BEGIN, passes(0)], [PARTY_FIRST]),
    e.TurnEnded: Example(
        "ogre is no longer stunned", BRAWL, [BEGIN, stunt(0, 1, "stun"), passes(1), BEGIN], [PARTY_FIRST, 19, 6]
    ),
    e.Fell: Example("goblin is unconscious", fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4]),
    e.Rose: Example(
        "goblin 1 is up again",
        fight(pc(), foe(hp=0, max_hp=4), foe()),
        [BEGIN, override(1, 1)],
        [PARTY_FIRST],
    ),
    e.MoraleCalled: Example(
        "The leader of the enemies is defeated",
        BAND,
        [BEGIN, attack(0, 2)],
        [PARTY_FIRST, 15, 8, ("morale.2d6", 1, 1), ("morale.2d6", 1, 1)],
    ),
    e.MoraleRolled: Example(
        "Morale of goblin: 3 + 5 = 8 is above 7: morale fails",
        BAND,
        [BEGIN, attack(0, 2)],
        [PARTY_FIRST, 15, 8, ("morale.2d6", 3, 5)],
    ),
    e.MoraleSkipped: Example(
        "No morale roll",
        BAND,
        [BEGIN, attack(0, 2), {"type": "call_morale", "roll": False}],
        [PARTY_FIRST, 15, 8],
        {"K70": "referee"},
    ),
    e.TurnedToFlee: Example(
        "goblin turns to flee",
        BAND,
        [BEGIN, attack(0, 2)],
        [PARTY_FIRST, 15, 8, ("morale.2d6", 3, 5)],
        {"K72": "own_turn"},
    ),
    e.Left: Example(
        "goblin has fled", BAND, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 8, ("morale.2d6", 3, 5)]
    ),
    e.Asked: Example(
        "The referee decides whether ogre counts as out of the fight", BRAWL, [BEGIN, cast(0, 1, 1)], [PARTY_FIRST, 19]
    ),
    e.Answered: Example(
        "The referee says no: ogre does not count as out of the fight",
        BRAWL,
        [BEGIN, cast(0, 1, 1), says(False)],
        [PARTY_FIRST, 19],
    ),
    e.HitPointsRolled: Example(
        "troll has 5 + 6 + 2 = 13 HP",
        fight(pc(), ogre("troll").replace("hp = 20", 'hd = "2+2"')),
        [BEGIN],
        [("monster.hp", 5, 6), PARTY_FIRST],
        {"K62": "roll_d8"},
    ),
    e.Overridden: Example("goblin is set to 3 HP: miscounted", DUEL, [BEGIN, override(1, 3)], [PARTY_FIRST]),
    e.MoraleSet: Example(
        "The morale of Gus is set to 9: better pay",
        BAND,
        [BEGIN, {"type": "set_morale", "fighter": 1, "rating": 9, "reason": "better pay"}],
        [PARTY_FIRST],
    ),
    e.Granted: Example("Ana has advantage over goblin", DUEL, [BEGIN, grant(0, 1, 1)], [PARTY_FIRST]),
    e.Modified: Example("Ana has -2 on the next roll", DUEL, [BEGIN, modify(0, -2)], [PARTY_FIRST]),
    e.Saved: Example(
        "Ana's DEX save: 13 + 2 = 15 does not beat 15: fails",
        BRAWL,
        [BEGIN, {"type": "save", "fighter": 0, "ability": "dex"}],
        [PARTY_FIRST, 13],
    ),
    e.Arrived: Example("Bo joins the fight", LATE, [BEGIN, passes(0), passes(2), BEGIN], [PARTY_FIRST, PARTY_FIRST]),
    e.Joined: Example(
        "wolf joins the fight",
        DUEL,
        [BEGIN, {"type": "add_fighter", "fighter": {"name": "wolf", "side": "foes", "hd": 1, "damage": "1d6"}}],
        [PARTY_FIRST],
    ),
    e.Ended: Example("The fight is over: party wins", fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 4]),
}  # fmt: skip


def test_every_event_is_told_and_has_an_example() -> None:
    events = set(get_args(e.Event))
    assert set(_TELL) == events
    assert set(EXAMPLES) == events


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
def test_an_event_is_told(kind: type) -> None:
    played = scene(*EXAMPLES[kind][1:])
    assert kind in {type(event) for event in played.steps[-1].events}
    assert EXAMPLES[kind].sentence in told(played)


@pytest.mark.parametrize("kind", get_args(e.Event), ids=lambda kind: kind.__name__)
def test_an_event_names_its_clause_or_is_the_referees_word(kind: type) -> None:
    """The clause is a field of every event, for whoever asks why."""
    clauses = ruleset.clauses()
    for event in scene(*EXAMPLES[kind][1:]).events:
        without = (e.Overridden, e.Placed, e.Arrived, e.Joined, e.Ended, e.Answered)
        assert event.clause in clauses or (isinstance(event, without) and event.clause == "")


# The round


def test_the_order_of_a_round() -> None:
    text = fight(pc(), pc("Bo"), foe())
    assert last(text, [BEGIN], [PARTY_FIRST, 2, 1], K40="random") == [
        "Round 1: d6 = 6, the party acts first, in the order Bo, Ana, goblin"
    ]


def test_those_taken_unawares() -> None:
    text = fight(pc(), foe(flags=["unaware"]))
    assert last(text, [BEGIN], [FOES_FIRST], K39="surprise_round") == [
        "Round 1: d6 = 1, the enemies act first; taken unawares: goblin"
    ]


# Attacks


def test_knave_roll_advantage_shows_both_dice() -> None:
    text = fight(pc(), foe(hp=20, flags=["unaware"]))
    assert last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 4, 10)]) == [
        "Ana attacks goblin with the sword: 10 (of 4, 10) + 2 = 12 does not beat 13: miss"
    ]


def test_knave_attack_defender_rolls_tells_what_the_defender_had_to_beat() -> None:
    def defends(face: int, *more: int) -> str:
        return last(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, face, *more], K13="defender")[0]

    assert defends(9, 5) == (
        "Ana attacks goblin with the sword: goblin defends with 9 + 3 = 12 does not beat 12: hit; damage 5; "
        "goblin 20 -> 15"
    )
    assert defends(10) == "Ana attacks goblin with the sword: goblin defends with 10 + 3 = 13 beats 12: miss"


def test_a_minus() -> None:
    text = fight(pc(attack=-2), foe(hp=20))
    assert last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 9])[0].endswith("9 - 2 = 7 does not beat 13: miss")


def test_k08_k09_a_natural_die_against_the_sum() -> None:
    hard, easy = fight(pc(attack=0), foe(hp=20, armor=20)), fight(pc(attack=10), foe(hp=20, armor=5))
    assert last(hard, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, 3])[0].endswith(
        "20 + 0 = 20 does not beat 20: miss; damage 3; goblin 20 -> 17"
    )
    assert last(hard, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, 3, 4], K08="auto_hit")[0].endswith(
        "20 + 0 = 20 does not beat 20: hit all the same; damage 3 + 4 = 7; goblin 20 -> 13"
    )
    assert last(easy, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1], K09="auto_miss")[0].endswith(
        "1 + 10 = 11 beats 5: miss all the same"
    )


@pytest.mark.parametrize(
    ("die", "faces", "shown"),
    [
        ("2d6+1", [3, 4], "3 + 4 + 1 = 8"),
        ("d6-2", [5], "5 - 2 = 3"),
        ("d6-3", [2], "2 - 3, at least 1"),
        ("d6-3", [4], "4 - 3 = 1"),
        ("3", [], "3"),
    ],
)
def test_knave_attack_damage_adds_up(die: str, faces: list[int], shown: str) -> None:
    text = fight(pc(weapons=[{"name": "maul", "die": die}]), foe(hp=20))
    assert f"damage {shown}; goblin 20 -> " in last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, *faces])[0]


def test_k14_a_critical_with_all_dice() -> None:
    text = fight(pc(weapons=[{"name": "maul", "die": "d6-1"}]), foe(hp=20))
    told_of = last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, 4, 5], K14="full_roll")
    assert "damage 4 + 5 - 2 = 7; goblin 20 -> 13" in told_of[0]


def test_knave_attack_ranged_is_a_shot_or_a_throw() -> None:
    assert last(DUEL, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST, 2])[0].startswith("Ana shoots at goblin with the bow: ")
    thrown = attack(0, 1, 2) | {"thrown": True}
    assert last(DUEL, [BEGIN, thrown], [PARTY_FIRST, 2])[0].startswith("Ana throws the dagger at goblin: ")
    assert last(DUEL, [BEGIN, attack(0, 1, -1)], [PARTY_FIRST, 2])[0].startswith("Ana attacks goblin unarmed: ")
    assert last(DUEL, [BEGIN, attack(1, 0)], [FOES_FIRST, 2])[0].startswith("goblin attacks Ana: ")


def test_k21_a_shot_that_hits_an_ally() -> None:
    text = fight(pc(weapons=[BOW]), pc("Bo"), foe(hp=20, armor=16))
    shot = [BEGIN, attack(1, 2), attack(0, 2)]
    assert last(text, shot, [PARTY_FIRST, 2, 12, ("stray.damage", 4)], K21="hits_ally") == [
        "Ana shoots at goblin with the bow: 12 + 2 = 14 does not beat 16: miss",
        "Bo suffers 4; Bo 8 -> 4",
    ]


def test_knave_attack_ideal_weapon_is_named() -> None:
    text = fight(pc(weapons=[CUDGEL]), foe("skeleton", hp=20, weak_to=["blunt"]))
    hit = [BEGIN, attack(0, 1)]
    assert last(text, hit, [PARTY_FIRST, 15, 2, 3]) == [
        "Ana attacks skeleton with the cudgel, the ideal weapon: 15 + 2 = 17 beats 13: hit; damage 2 + 3 = 5; "
        "skeleton 20 -> 15"
    ]
    asked = last(text, hit, [PARTY_FIRST], K02="referee")
    assert asked == ["The referee decides whether the cudgel is the ideal weapon against skeleton"]
    answered = last(text, [*hit, says(False)], [PARTY_FIRST, 15, 2], K02="referee")
    assert answered[0] == "The referee says no: the cudgel is not the ideal weapon against skeleton"
    assert "the ideal weapon: " not in answered[1]


def test_k46_needs_no_roll() -> None:
    text = fight(pc(), foe(hp=0, max_hp=4), foe())
    assert last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 5], K46="auto_hit")[0] == (
        "Ana attacks goblin 1 with the sword: no roll is needed: hit; damage 5; goblin 1 0 -> -5"
    )


def test_knave_quality_destroyed_is_told() -> None:
    text = fight(pc(weapons=[{"name": "club", "die": "d6", "quality": 1}]), foe(hp=20))
    assert last(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1])[1] == "Ana's club loses 1 quality and is destroyed"


def test_k43_a_free_attack() -> None:
    text = fight(pc(), foe(hp=20))
    leaves = [BEGIN, attack(1, 0), move(0)]
    faces = [FOES_FIRST, 2]
    assert last(text, leaves, faces, K43="free_attack") == ["goblin may strike at Ana, who is leaving"]
    strike = {"type": "strike", "actor": 1, "weapon": 0}
    assert last(text, [*leaves, strike], [*faces, 2], K43="free_attack") == [
        "goblin attacks Ana, a free attack: 2 + 1 = 3 does not beat 13: miss",
        "Ana moves away",
    ]
    assert last(text, [*leaves, strike | {"weapon": None}], faces, K43="free_attack") == [
        "goblin lets Ana go",
        "Ana moves away",
    ]


# Stunts and spells


def test_knave_edge_choice_both_halves_say_so() -> None:
    text = fight(knave(), ogre(flags=["off_balance"]))
    dirty = [BEGIN, dirty_attack(0, 1), stunt(0, 1, "trip", dirty=True)]
    assert told(scene(text, dirty, [PARTY_FIRST, 2, 3]), 1) == [
        "Ana attacks ogre with the sword, fighting dirty: 2 + 1 = 3 does not beat 14: miss"
    ]
    assert last(text, dirty, [PARTY_FIRST, 2, 3]) == [
        "Ana tries to trip ogre, fighting dirty: 3 + 1 = 4 does not beat 16: it fails"
    ]


def test_a_stunt_as_the_referee_states_it() -> None:
    stated = free_stunt(0, 1, {"kind": "damage", "damage": {"dice": [[1, 6]], "flat": 2}}, name="a fall")
    assert last(BRAWL, [BEGIN, stated], [PARTY_FIRST, 10, ("effect.damage", 4)]) == [
        "Ana tries a fall on ogre: 10 + 6 = 16 beats 13: it works",
        "ogre suffers 4 + 2 = 6; ogre 20 -> 14",
    ]


def test_one_who_resists_by_a_roll_of_its_own() -> None:
    assert last(BRAWL, [BEGIN, stunt(0, 1, "shove")], [PARTY_FIRST, 4], K13="defender")[0] == (
        "Ana tries to shove ogre: ogre resists with 4 + 7 = 11 does not beat 11: it works"
    )


def test_knave_stunt_what_passes_with_the_next_turn() -> None:
    distracted = [BEGIN, stunt(0, 1, "distract")]
    assert last(BRAWL, distracted, [PARTY_FIRST, 19])[1] == "ogre is distracted until its next turn ends"
    assert last(BRAWL, [*distracted, passes(1), BEGIN], [PARTY_FIRST, 19, 6]) == [
        "ogre is no longer distracted",
        "Round 2: d6 = 6, the party acts first",
    ]


def test_k68_half() -> None:
    faces = [PARTY_FIRST, 12, ("effect.damage", 3, 4)]
    assert last(BRAWL, [BEGIN, cast(0, 1)], faces, K68="half") == [
        "Ana casts fire on ogre: 12 + 4 = 16 does not beat 16: resisted",
        "ogre suffers 3, half of 3 + 4 = 7; ogre 20 -> 17",
    ]


def test_k82_taken() -> None:
    told_of = last(BRAWL, [BEGIN, cast(0, 1, 1), says(True)], [PARTY_FIRST, 19])
    assert told_of == ["ogre is out of the fight", "The fight is over: party wins"]


# Moving and leaving


def test_k74_feet() -> None:
    closer = [BEGIN, move(0, "closer")]
    assert last(DUEL, closer, [PARTY_FIRST], K74="distance:60") == ["Ana moves 40 feet closer"]
    assert last(DUEL, [*closer, move(0, "closer")], [PARTY_FIRST], K74="distance:90") == [
        "Ana moves 40 feet closer, which is its action"
    ]


def test_k81_leaving() -> None:
    text = fight(pc(), pc("Bo"), foe())
    leaves = [BEGIN, {"type": "withdraw", "actor": 0}]
    assert last(text, leaves, [PARTY_FIRST]) == ["Ana has left the fight"]
    assert last(text, leaves, [PARTY_FIRST], K81="referee") == ["The referee decides whether Ana gets away"]
    assert last(text, [*leaves, says(False)], [PARTY_FIRST], K81="referee") == [
        "The referee says no: Ana does not get away"
    ]
    assert last(text, [*leaves, says(True)], [PARTY_FIRST], K81="referee") == ["Ana has left the fight"]
    struck_at = [BEGIN, attack(2, 0), {"type": "withdraw", "actor": 0}]
    assert last(text, struck_at, [FOES_FIRST, 2], K43="free_attack") == [
        "Ana wants to leave the fight",
        "goblin may strike at Ana, who is leaving",
    ]


# Morale and the referee


@pytest.mark.parametrize(("how", "sentence"), [("retreat", "goblin has retreated"), ("parley", "goblin parleys")])
def test_k59_what_an_enemy_does_who_breaks(how: str, sentence: str) -> None:
    text = fight(pc(), foe("chief", leader=True, morale=7), foe(morale=7))
    fails = [BEGIN, attack(0, 1)]
    faces = [PARTY_FIRST, 15, 8, ("morale.2d6", 6, 6)]
    asked = last(text, fails, faces, K59="per_npc")
    assert asked[-1] == "The referee decides whether goblin flees, retreats or parleys"
    answer = {"type": "break", "fighter": 2, "how": how}
    assert last(text, [*fails, answer], faces, K59="per_npc")[0] == sentence


def test_knave_morale_triggers_of_a_hireling_name_it() -> None:
    text = fight(pc(), pc("Gus", hireling_of="Ana", paid=False, morale=7), foe())
    assert last(text, [BEGIN], [PARTY_FIRST, ("morale.2d6", 3, 4)])[1:] == [
        "Gus is not paid",
        "Morale of Gus: 3 + 4 = 7 is not above 7: morale holds",
    ]


def test_k73_a_group_by_name() -> None:
    text = fight(pc(), foe("wolf", morale=7), foe("wolf", morale=7), foe("orc", morale=7))
    faces = [PARTY_FIRST, 15, 8, ("morale.2d6", 1, 1)]
    assert "Half of those called wolf are defeated" in last(text, [BEGIN, attack(0, 1)], faces, K73="by_name")


def test_a_newcomer_with_rolled_hit_points_who_waits() -> None:
    wolf = {"name": "wolf", "side": "foes", "hd": "2-1", "damage": "1d6"}
    joins = [BEGIN, passes(1), {"type": "add_fighter", "fighter": wolf}]
    assert last(DUEL, joins, [FOES_FIRST, ("monster.hp", 3, 4)], K62="roll_d8") == [
        "wolf joins the fight with 3 + 4 - 1 = 6 HP, and acts from the next round on"
    ]


def test_newcomers_each_with_their_own_hit_points() -> None:
    wolf = {"name": "wolf", "side": "foes", "hd": 1, "damage": "1d6", "count": 2}
    joins = [BEGIN, passes(1), {"type": "add_fighter", "fighter": wolf}]
    faces = [FOES_FIRST, ("monster.hp", 3), ("monster.hp", 7)]
    assert last(DUEL, joins, faces, K62="roll_d8") == [
        "wolf joins the fight with 3 HP, and acts from the next round on",
        "wolf 2 joins the fight with 7 HP, and acts from the next round on",
    ]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"joins": 4}, "wolf joins in round 4"),
        ({"hidden": True}, "wolf is hidden"),
        ({"hidden": True, "joins": 4}, "wolf is hidden, joins in round 4"),
    ],
    ids=str,
)
def test_newcomers_who_are_still_to_come(more: dict[str, object], told: str) -> None:
    wolf = {"name": "wolf", "side": "foes", "hp": 4, "attack": 1, "damage": "1d6", **more}
    assert last(DUEL, [BEGIN, {"type": "add_fighter", "fighter": wolf}], [PARTY_FIRST]) == [told]


def test_one_who_is_brought_in() -> None:
    comes = {"type": "bring_in", "fighter": 1, "reason": "a horn"}
    assert last(LATE, [BEGIN, comes], [PARTY_FIRST]) == ["Bo joins the fight: a horn"]
    left = [BEGIN, {"type": "withdraw", "actor": 0}, passes(1), comes | {"fighter": 0}]
    assert last(fight(pc(), pc("Bo"), foe()), left, [PARTY_FIRST]) == [
        "Ana is in the fight again, and acts from the next round on: a horn"
    ]


@pytest.mark.parametrize(("winner", "who"), [("party", "party"), (None, "nobody")])
def test_the_end_by_the_referees_word(winner: str | None, who: str) -> None:
    end = {"type": "end_fight", "winner": winner, "reason": "dawn"}
    assert last(DUEL, [BEGIN, end], [PARTY_FIRST]) == [f"The fight is over: {who} wins: dawn"]


def test_a_grant_taken_back() -> None:
    assert last(DUEL, [BEGIN, grant(0, 1, 1), grant(0, 1, 0)], [PARTY_FIRST]) == ["Ana has no edge over goblin"]


def test_a_flag_taken_away() -> None:
    assert last(DUEL, [BEGIN, flag(1, "bound"), flag(1, "bound", on=False)], [PARTY_FIRST]) == [
        "goblin is no longer bound: it is so"
    ]
