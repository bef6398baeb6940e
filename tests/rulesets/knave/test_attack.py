"""A melee attack in a fight: what it is rolled with, who rolls, and what it records."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from affray.api import outcomes
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.commands import Attack
from affray.rulesets.knave.events import Attacked
from affray.rulesets.knave.state import Turn
from affray.testing.cases import Question, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    names,
    passes,
    pc,
)

DUEL = fight(pc(), foe(hp=20))


def test_knave_attack_melee() -> None:
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 12), ("attack.damage", 5)])
    assert played.events[1] == Attacked(0, 1, 0, 2, 13, 0, False, "attacker", True, 5, 12, closes=True)
    assert conditions(played)[1].hp == 15
    assert played.asked == (
        Question("initiative.d6", "table", 1, 6, False),
        Question("attack.d20", 0, 1, 20, False),
        Question("attack.damage", 0, 1, 8, False),
    )


def left_of(*commands: dict[str, Any], faces: tuple[int, ...], **rulings: str) -> list[tuple[bool, Turn | None]]:
    """Of each attack whether it spends the action, and what it leaves of the turn; the bear (1) acts first."""
    bear = foe("bear", hp=90, attack=0, damage="1d4/1d4", weapons=["dagger"])
    played = scene(fight(pc(hp=90, flags=["distracted"]), bear), [BEGIN, *commands], [FOES_FIRST, *faces], rulings)
    return [(event.spends, event.left) for event in played.events if isinstance(event, Attacked)]


def test_knave_turn_action_what_an_attack_leaves_of_the_turn() -> None:
    """The bear walks up and bites with its dagger: nothing is left. Ana, who need not walk, keeps her move."""
    assert left_of(attack(1, 0), attack(0, 1), faces=(2, 2, 2)) == [
        (True, None),
        (True, Turn(0, over=True, weapon=0, blow=1)),
    ]


def test_k65_what_an_attack_of_a_routine_leaves() -> None:
    claws = attack(1, 0, 1)
    assert left_of(claws, claws, faces=(2, 2, 2, 2)) == [
        (False, Turn(1, moved=True, weapon=1, blow=1)),
        (True, Turn(1, moved=True, over=True, weapon=1, blow=2)),
    ]
    assert left_of(claws, faces=(2, 2), K65="one_attack") == [(True, None)]


def test_knave_edge_choice_what_half_of_choice_b_leaves() -> None:
    half = attack(1, 0) | {"dirty": True}
    owing = Turn(1, moved=True, weapon=0, blow=1, against=0, owed="stunt", dirty=True)
    assert left_of(half, faces=(2,)) == [(False, owing)]
    trip = {"type": "stunt", "actor": 1, "target": 0, "kind": "trip", "dirty": True}
    done = Turn(1, moved=True, over=True, weapon=0, blow=1, against=0, dirty=True)
    assert left_of(trip, half, faces=(2, 2)) == [(True, done)]


def test_k43_what_a_free_attack_leaves_is_the_turn_of_the_mover() -> None:
    off = {"type": "move", "actor": 0, "to": "off"}
    strike = {"type": "strike", "actor": 1, "weapon": 0}
    struck = left_of(attack(1, 0), attack(0, 1), off, strike, faces=(2, 2, 2, 2, 2), K43="free_attack")
    assert struck[-1] == (False, Turn(0, over=True, weapon=0, blow=1))


def test_knave_attack_hit_needs_more_than_the_armor() -> None:
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 11)])  # 11 + 2 = 13 is not above 13
    assert played.events[1] == Attacked(0, 1, 0, 2, 13, 0, False, "attacker", False, 0, 12, closes=True)
    assert conditions(played)[1].hp == 20
    assert names(played) == ["initiative.d6", "attack.d20"]


def test_knave_attack_melee_uses_the_strength_bonus() -> None:
    abilities = {"str": 4, "dex": 1, "con": 1, "int": 1, "wis": 6, "cha": 1}
    ana = '[[fighter]]\nname = "Ana"\nside = "party"\nhp = 8\nweapons = ["mace"]\narmor = 13\n'
    text = fight(ana + "abilities = { " + ", ".join(f"{k} = {v}" for k, v in abilities.items()) + " }\n", foe(hp=20))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 10), ("attack.damage", 1)])
    attacked = played.events[1]
    assert isinstance(attacked, Attacked)
    assert (attacked.bonus, attacked.hit) == (4, True)  # 10 + 4 is above 13


def test_knave_attack_damage_of_each_weapon() -> None:
    text = fight(pc(weapons=["dagger", "halberd", SWORD]), foe(hp=20))
    for weapon, sides in ((0, 6), (1, 10), (2, 8)):
        played = scene(text, [BEGIN, attack(0, 1, weapon)], [PARTY_FIRST, 15, 1])
        assert (played.asked[-1].count, played.asked[-1].sides) == (1, sides)


def test_knave_attack_damage_of_a_monster() -> None:
    text = fight(pc(hp=30), foe(damage="2d6+1"))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 15, ("attack.damage", 4, 5)])
    assert conditions(played)[0].hp == 30 - 10  # 4 + 5 + 1


@pytest.mark.parametrize("flag", FLAGS)
def test_knave_edge_grounds(flag: str) -> None:
    text = fight(pc(), foe(hp=20, flags=[flag]))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 3, 17), ("attack.damage", 2)])
    attacked = played.events[1]
    assert isinstance(attacked, Attacked)
    assert (attacked.edge, attacked.hit) == (1, True)


def test_knave_edge_grounds_are_the_targets() -> None:
    played = scene(fight(pc(flags=["unaware"]), foe(hp=20)), [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 3)])
    assert played.events[1].edge == 0


def test_k38_several_grounds_are_two_dice() -> None:
    text = fight(pc(), foe(hp=20, flags=["unaware", "lower_ground", "distracted"]))
    assert scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 3, 4)]).events[1].edge == 1


def test_k46_one_who_is_unconscious_may_be_attacked_with_advantage() -> None:
    text = fight(pc(), foe("goblin", hp=0, max_hp=4), foe("orc"))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 2, 15), ("attack.damage", 1)])
    assert played.events[1].edge == 1
    assert conditions(played)[1].fate == "dead"  # any damage is enough
    missed = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 2, 11)])
    assert conditions(missed)[1].fate == "unconscious"


MACE = {"name": "mace", "die": "d8", "tags": ["blunt"]}


@pytest.mark.parametrize(
    ("tags", "weak_to", "dice"),
    [
        (["blunt"], ["blunt"], 2),
        (["blunt"], ["fire"], 1),
        ([], ["blunt"], 1),
        (["blunt"], [], 1),
        (["a", "b"], ["b"], 2),
    ],
)
def test_k02_the_ideal_weapon(tags: list[str], weak_to: list[str], dice: int) -> None:
    text = fight(pc(weapons=[MACE | {"tags": tags}]), foe("skeleton", hp=30, weak_to=weak_to))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, *([1] * dice)])
    assert played.asked[-1].count == dice
    assert played.events[1].ideal is (dice == 2)


def test_knave_attack_ideal_weapon_with_a_critical_is_three_dice() -> None:
    text = fight(pc(weapons=[MACE]), foe("skeleton", hp=30, weak_to=["blunt"]))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, ("attack.damage", 3, 4, 5)])
    assert conditions(played)[1].hp == 30 - 12


def test_k06_a_blunt_weapon_of_the_booklet() -> None:
    text = fight(pc(weapons=["cudgel", "sword"]), foe("skeleton", hp=30, weak_to=["blunt"]))
    assert scene(text, [BEGIN, attack(0, 1, 0)], [PARTY_FIRST, 15, 1, 1]).events[1].ideal is True
    assert scene(text, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST, 15, 1]).events[1].ideal is False
    assert scene(text, [BEGIN, attack(0, 1, -1)], [PARTY_FIRST, 15, 1]).events[1].ideal is False


def test_k08_a_20_that_misses_hurts() -> None:
    text = fight(pc(attack=0), foe(hp=30, armor=20))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, ("attack.damage", 6)])
    assert played.events[1] == Attacked(0, 1, 0, 0, 20, 0, False, "attacker", False, 6, 10, closes=True)
    assert conditions(played)[1].hp == 24


@pytest.mark.parametrize(("option", "dice"), [("literal", 1), ("auto_hit", 2), ("needs_hit", 0), ("split", 0)])
def test_k08_reaches_the_fight(option: str, dice: int) -> None:
    text = fight(pc(attack=0), foe(hp=30, armor=20))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 20, *([3] * dice)], {"K08": option})
    assert conditions(played)[1].hp == 30 - 3 * dice


@pytest.mark.parametrize(("option", "damage"), [("literal", 4), ("auto_miss", 0), ("only_on_miss", 4)])
def test_k09_reaches_the_fight(option: str, damage: int) -> None:
    text = fight(pc(attack=10), foe(hp=30, armor=5))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 1, *([4] if damage else [])], {"K09": option})
    assert conditions(played)[1].hp == 30 - damage


@pytest.mark.parametrize(
    ("option", "expected"),
    [
        ("attacker", [("attack.d20", 0), ("attack.d20", 1)]),
        ("defender", [("defense.d20", 1), ("defense.d20", 0)]),
        ("player_facing", [("attack.d20", 0), ("defense.d20", 0)]),  # the PC rolls both
    ],
)
def test_k13_who_rolls(option: str, expected: list[tuple[str, int]]) -> None:
    text = fight(pc(armor=20, attack=0), foe(armor=20, attack=0))
    played = scene(text, [BEGIN, attack(0, 1), attack(1, 0)], [PARTY_FIRST, 10, 10], {"K13": option})
    assert [step.events[0].hit for step in played.steps[1:]] == [False, False]
    assert [(question.name, question.seat) for question in played.asked[1:]] == expected


def test_knave_attack_defender_rolls() -> None:
    text = fight(pc(hp=20, armor=14), foe(attack=2))
    # 8 + 4 = 12 is not above the 12 of a +2: a hit; 9 + 4 is
    hit = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, ("defense.d20", 8), 3], {"K13": "defender"})
    assert hit.events[1] == Attacked(1, 0, 0, 2, 14, 0, False, "defender", True, 3, 12, closes=True)
    miss = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, ("defense.d20", 9)], {"K13": "defender"})
    assert miss.events[1] == Attacked(1, 0, 0, 2, 14, 0, False, "defender", False, 0, 12, closes=True)
    assert miss.asked[1].seat == 0


def test_knave_attack_damage_is_thrown_by_the_attacker_when_the_defender_rolls() -> None:
    text = fight(pc(hp=20, armor=14), foe(attack=2))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 1, ("attack.damage", 3, 4)], {"K13": "defender"})
    assert [(one.name, one.seat) for one in played.asked[1:]] == [("defense.d20", 0), ("attack.damage", 1)]


@pytest.mark.parametrize(("option", "hit"), [("attack_bonus", False), ("ability_defense", True)])
def test_k12_what_a_defender_must_beat(option: str, hit: bool) -> None:
    # 4 HD with a printed +0: 9 + 3 = 12 is above 10 + 0, not above 10 + 4
    text = fight(pc(hp=20), foe(hd=4, attack=0))
    rulings = {"K13": "defender", "K12": option}
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 9, *([1] if hit else [])], rulings)
    assert played.events[1].hit is hit


def test_k12_the_ability_of_one_with_scores_is_its_strength() -> None:
    scores = {"str": 6, "dex": 1, "con": 1, "int": 1, "wis": 1, "cha": 1}
    text = fight(pc(hp=20), foe(abilities=scores, attack=0))
    rulings = {"K13": "defender", "K12": "ability_defense"}
    assert scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 13, 1], rulings).events[1].hit is True  # 16 is not above 16
    assert scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 14], rulings).events[1].hit is False


@pytest.mark.parametrize(("option", "sides", "damage"), [("d2", 2, 2), ("d4", 4, 2), ("one", 0, 1)])
def test_k17_bare_hands(option: str, sides: int, damage: int) -> None:
    text = fight(pc(weapons=[]), foe(hp=20))
    faces = [PARTY_FIRST, 15, *([2] if sides else [])]
    played = scene(text, [BEGIN, attack(0, 1, -1)], faces, {"K17": option})
    assert conditions(played)[1].hp == 20 - damage
    assert [(one.count, one.sides) for one in played.asked[2:]] == ([(1, sides)] if sides else [])


def test_k17_bare_hands_and_a_natural_20() -> None:
    text = fight(pc(weapons=[]), foe(hp=20))
    played = scene(text, [BEGIN, attack(0, 1, -1)], [PARTY_FIRST, 20, ("attack.damage", 2, 1)])
    assert conditions(played)[1].hp == 17
    one = scene(text, [BEGIN, attack(0, 1, -1)], [PARTY_FIRST, 20], {"K17": "one"})  # no die, none more (K14)
    assert conditions(one)[1].hp == 19


def test_k11_an_unmirrored_defender_throws_one_die() -> None:
    text = fight(pc(), foe(hp=20, flags=["unaware"]))
    rulings = {"K13": "defender"}
    mirrored = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("defense.d20", 19, 11)], rulings)
    assert mirrored.events[1].hit is False  # 11, the worse: 11 + 3 is above 12
    plain = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("defense.d20", 11)], rulings | {"K11": "unmirrored"})
    assert plain.events[1].hit is False


def test_k05_and_turns_are_spent() -> None:
    played = scene(DUEL, [BEGIN, passes(0), passes(1)], [PARTY_FIRST])
    assert played.state.acted == (0, 1)
    attacked = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, 2])
    assert attacked.state.acted == (0,)


def test_the_exact_outcomes_of_an_attack_in_a_fight() -> None:
    played = scene(fight(pc(), foe(hp=3)), [BEGIN], [PARTY_FIRST])
    after = outcomes(replace(played.fight, state=played.state), Attack(0, 1, 0))
    total = sum(after.values())

    def chance(hp: int) -> Fraction:
        return Fraction(sum(weight for state, weight in after.items() if state.conditions[1].hp == hp), total)

    assert chance(3) == Fraction(11, 20)  # 1-11 miss
    assert chance(2) == Fraction(1, 20)  # 12-19: 8/20, then 1/8 for a 1
    assert chance(1) == Fraction(65, 1280)  # 8/20 x 1/8 for a 2, and 1/20 x 1/64 for two 1s
    assert chance(-13) == Fraction(1, 1280)  # 1/20 x 1/64 for two 8s


def test_advantage_asks_for_two_dice_of_which_the_better_counts() -> None:
    text = fight(pc(), foe(hp=20, flags=["unaware"]))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, ("attack.d20", 20, 1), ("attack.damage", 1, 1)])
    assert (played.asked[1].count, played.asked[1].sides) == (2, 20)
    assert [type(event).__name__ for event in played.events[1:]] == ["Attacked"]
    assert played.events[1].damage == 2
