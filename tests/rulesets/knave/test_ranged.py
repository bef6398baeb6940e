"""Shots and throws: what they are rolled with, when they are not allowed, whom a miss hits; hands and ammunition."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from affray.api import odds
from affray.errors import BadInput, ScriptError
from affray.interpret.every import exact
from affray.play import Play
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, Move, Ready, Strike, TakeUp
from affray.rulesets.knave.events import Attacked, Fell, Harmed, QualityLost, Readied
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    conditions,
    fight,
    foe,
    kinds,
    names,
    override,
    passes,
    pc,
    to_act,
)

F = Fraction
BOW = {"name": "bow", "die": "d6", "kind": "ranged", "hands": 2}
DAGGER = {"name": "dagger", "die": "d6", "tags": ["thrown"]}
SCORES = {"str": 1, "dex": 1, "con": 1, "int": 1, "wis": 4, "cha": 1}
MISS = 2


def throw(actor: int, target: int, weapon: int = 0) -> dict[str, Any]:
    return attack(actor, target, weapon) | {"thrown": True}


def move(actor: int, to: str = "off") -> dict[str, Any]:
    return {"type": "move", "actor": actor, "to": to}


def ready(actor: int, shield: bool) -> dict[str, Any]:
    return {"type": "ready", "actor": actor, "shield": shield}


def refused(text: str, commands: list[dict[str, Any]], faces: list[int], rulings: dict[str, str] | None = None) -> str:
    """The code of the refusal of the last command."""
    with pytest.raises(ScriptError, match="is refused") as caught:
        scene(text, commands, faces, rulings)
    return str(caught.value).split(": ")[1]


def can(played: Scene, seat: int, weapon: int, thrown: bool = False) -> bool:
    """Whether the seat may attack anybody with this weapon."""
    return any(isinstance(one, Attack) and one.weapon == weapon and one.thrown == thrown for one in played.legal(seat))


def last_attack(played: Scene) -> Attacked:
    return [event for event in played.events if isinstance(event, Attacked)][-1]


# What is rolled


def archer(name: str = "Ana", **fields: Any) -> str:
    """A PC with STR +1 and WIS +4, a sword, a bow and a dagger."""
    given = {"abilities": SCORES, "weapons": [SWORD, BOW, DAGGER], **fields}
    return "\n".join(line for line in pc(name, **given).splitlines() if not line.startswith("attack"))


def test_knave_attack_ranged_wis_for_a_shot_str_for_a_blow() -> None:
    text = fight(archer(), foe(hp=20))
    shot = last_attack(scene(text, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST, MISS]))
    assert (shot.bonus, shot.clause, shot.shot, shot.closes) == (4, "knave.attack.ranged", True, False)
    blow = last_attack(scene(text, [BEGIN, attack(0, 1, 0)], [PARTY_FIRST, MISS]))
    assert (blow.bonus, blow.clause, blow.shot, blow.closes) == (1, "knave.attack.hit", False, True)


@pytest.mark.parametrize(("face", "hit"), [(9, False), (10, True)])
def test_knave_attack_ranged_against_armor(face: int, hit: bool) -> None:
    """+4 against 13: 10 is enough."""
    faces = [PARTY_FIRST, face, *([3] if hit else [])]
    played = scene(fight(archer(), foe(hp=20)), [BEGIN, attack(0, 1, 1)], faces)
    assert last_attack(played).hit == hit
    assert conditions(played)[1].hp == (17 if hit else 20)


def test_knave_monster_attack_counts_for_both() -> None:
    text = fight(pc(hp=20), foe(attack=3, weapons=[SWORD, BOW]))
    for weapon in (0, 1):
        assert last_attack(scene(text, [BEGIN, attack(1, 0, weapon)], [FOES_FIRST, MISS])).bonus == 3


def test_knave_attack_defender_rolls_against_the_defense_of_wis() -> None:
    """The goblin must beat 14 with +3: 11 is no longer enough, 12 is."""
    text = fight(archer(), foe(hp=20))
    for face, hit in ((11, True), (12, False)):
        faces = [PARTY_FIRST, face, *([3] if hit else [])]
        played = scene(text, [BEGIN, attack(0, 1, 1)], faces, {"K13": "defender"})
        assert last_attack(played).hit == hit


def test_knave_attack_ranged_the_chance_of_a_shot() -> None:
    text = fight(archer(), foe(hp=20))
    state = scene(text, [BEGIN], [PARTY_FIRST]).state

    def run(dice: Any) -> bool:
        play = Play(state, dice, ruleset.evolve, [])
        ruleset.apply(play, Attack(0, 1, 1))
        return bool(play.events[0].hit)  # type: ignore[index]

    assert exact(run).fractions() == {True: F(11, 20), False: F(9, 20)}


# Engaged


TWO = fight(archer("Ana", hp=20), archer("Bo", hp=20), foe("orc", hp=20))
"""Archers 0 and 1, the orc 2."""


def test_knave_attack_ranged_not_while_engaged() -> None:
    played = scene(TWO, [BEGIN, attack(2, 0)], [FOES_FIRST, MISS])
    assert not can(played, 0, 1)
    assert can(played, 0, 0)
    assert can(played, 1, 1)
    assert refused(TWO, [BEGIN, attack(2, 0), attack(0, 2, 1)], [FOES_FIRST, MISS]) == "engaged"


def test_k20_a_step_away_first_and_then_the_shot() -> None:
    played = scene(TWO, [BEGIN, attack(2, 0), move(0), attack(0, 2, 1)], [FOES_FIRST, MISS, MISS])
    assert kinds(played)[-2:] == ["Moved", "Attacked"]


def test_k20_engaged_with_one_not_shot_at_either() -> None:
    text = fight(archer(hp=20), foe("orc", hp=20), foe("goblin"))
    assert refused(text, [BEGIN, attack(1, 0), passes(2), attack(0, 2, 1)], [FOES_FIRST, MISS]) == "engaged"


def test_k20_free_again_when_the_foe_goes_down() -> None:
    played = scene(TWO, [BEGIN, attack(2, 0), override(2, 0)], [FOES_FIRST, MISS])
    assert played.state.over  # nobody else is there
    text = fight(archer(hp=20), foe("orc", hp=20), foe("goblin"))
    fallen = scene(text, [BEGIN, attack(1, 0), passes(2), override(1, 0)], [FOES_FIRST, MISS])
    assert can(fallen, 0, 1)


@pytest.mark.parametrize("flag", ["asleep", "bound"])
def test_k20_a_conscious_enemy_able_to_melee(flag: str) -> None:
    flagged = {"type": "set_flag", "fighter": 2, "flag": flag, "on": True, "reason": "a spell"}
    assert can(scene(TWO, [BEGIN, attack(2, 0), flagged], [FOES_FIRST, MISS]), 0, 1)


def test_k20_not_by_one_who_has_nothing_to_strike_with() -> None:
    text = fight(archer(hp=20), foe(weapons=[SWORD, BOW]).replace('damage = "1d6"\n', ""))
    commands = [BEGIN, attack(1, 0), passes(0), BEGIN, {"type": "stunt", "actor": 0, "target": 1, "kind": "disarm"}]
    commands += [passes(1), BEGIN]
    faces = [FOES_FIRST, MISS, PARTY_FIRST, 20, PARTY_FIRST]
    assert can(scene(text, commands, faces, {"K17": "none"}), 0, 1)
    assert not can(scene(text, commands, faces), 0, 1)  # with its bare hands it can


@pytest.mark.parametrize(
    ("option", "ana", "bo"),
    [("adjacent_hostile", False, False), ("attacked_this_round", True, True), ("mutual", True, False)],
)
def test_k20_three_readings_at_the_start_of_a_round(option: str, ana: bool, bo: bool) -> None:
    """Ana struck at the orc, the orc struck at Bo; both are beside it when the next round begins."""
    commands = [BEGIN, attack(0, 2), passes(1), attack(2, 1), BEGIN]
    played = scene(TWO, commands, [PARTY_FIRST, MISS, MISS, PARTY_FIRST], {"K20": option})
    assert (can(played, 0, 1), can(played, 1, 1)) == (ana, bo)


@pytest.mark.parametrize("option", ["adjacent_hostile", "attacked_this_round", "mutual"])
def test_k20_attacked_in_this_round_is_engaged_in_every_reading(option: str) -> None:
    played = scene(TWO, [BEGIN, attack(2, 0)], [FOES_FIRST, MISS], {"K20": option})
    assert (can(played, 0, 1), can(played, 1, 1)) == (False, True)


@pytest.mark.parametrize("option", ["attacked_this_round", "mutual"])
def test_k20_a_shot_at_somebody_does_not_engage(option: str) -> None:
    text = fight(archer(hp=20), foe(hp=20, weapons=[BOW]))
    assert can(scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, MISS], {"K20": option}), 0, 1)


# Throws


def test_k18_a_throw_is_a_ranged_attack() -> None:
    played = scene(TWO, [BEGIN, throw(0, 2, 2)], [PARTY_FIRST, MISS])
    thrown = last_attack(played)
    assert (thrown.bonus, thrown.thrown, thrown.closes) == (4, True, False)
    assert thrown.clause == "knave.attack.ranged"
    assert played.state.adjacent == ()
    assert refused(TWO, [BEGIN, attack(2, 0), throw(0, 2, 2)], [FOES_FIRST, MISS]) == "engaged"


def test_k18_only_weapons_made_for_it() -> None:
    played = scene(TWO, [BEGIN], [PARTY_FIRST])
    assert [can(played, 0, weapon, thrown=True) for weapon in (0, 1, 2)] == [False, False, True]
    assert refused(TWO, [BEGIN, throw(0, 2, 0)], [PARTY_FIRST]) == "not_thrown"
    assert refused(TWO, [BEGIN, throw(0, 2, 1)], [PARTY_FIRST]) == "not_thrown"
    assert refused(TWO, [BEGIN, throw(0, 2, -1)], [PARTY_FIRST]) == "unarmed"


@pytest.mark.parametrize("name", ["dagger", "spear"])
def test_k18_dagger_and_spear(name: str) -> None:
    assert can(scene(fight(archer(weapons=[name]), foe()), [BEGIN], [PARTY_FIRST]), 0, 0, thrown=True)


def test_k18_the_weapon_leaves_the_hand() -> None:
    commands = [BEGIN, throw(0, 2, 2), passes(1), passes(2), BEGIN]
    played = scene(TWO, commands, [PARTY_FIRST, MISS, PARTY_FIRST])
    assert conditions(played)[0].dropped == (2,)
    assert not can(played, 0, 2)
    assert not can(played, 0, 2, thrown=True)
    assert TakeUp(0, 2) in played.legal(0)


def test_k18_one_who_has_thrown_a_weapon_is_not_disarmed() -> None:
    """It gave the weapon away of its own will, and has others: no advantage against it."""
    commands = [BEGIN, throw(0, 2, 2), passes(1), attack(2, 0)]
    assert last_attack(scene(TWO, commands, [PARTY_FIRST, MISS, MISS])).edge == 0


def test_k18_a_hit_throws_its_die() -> None:
    played = scene(TWO, [BEGIN, throw(0, 2, 2)], [PARTY_FIRST, 10, 6])
    assert conditions(played)[2].hp == 14


def test_k18_not_allowed() -> None:
    played = scene(TWO, [BEGIN], [PARTY_FIRST], {"K18": "not_allowed"})
    assert not can(played, 0, 2, thrown=True)
    assert can(played, 0, 2)


def test_k18_a_routine_ends_with_the_weapon_that_is_thrown() -> None:
    text = fight(archer(weapons=[{"name": "knife", "die": "d4/d4", "tags": ["thrown"]}]), foe(hp=20))
    assert to_act(scene(text, [BEGIN, throw(0, 1)], [PARTY_FIRST, MISS])) == (1,)


# Into melee


MELEE = fight(archer("Ana", armor=12, hp=20), archer("Bo"), foe("orc", hp=20, armor=15), foe("goblin", hp=20))
"""Ana (0, armor 12) fights the orc (2, armor 15), and Bo (1) shoots with +4."""
INTO = [BEGIN, attack(0, 2), attack(1, 2, 1)]


def test_k21_no_penalty() -> None:
    played = scene(MELEE, INTO, [PARTY_FIRST, MISS, 11])
    assert last_attack(played).edge == 0
    assert played.asked[-1].count == 1
    assert conditions(played)[0].hp == 20


def test_k21_disadvantage() -> None:
    played = scene(MELEE, INTO, [PARTY_FIRST, MISS, 12, 11], {"K21": "disadvantage"})
    assert (last_attack(played).edge, last_attack(played).hit) == (-1, False)


def test_k21_disadvantage_cancels_an_advantage() -> None:
    text = MELEE.replace('name = "orc"', 'name = "orc"\nflags = ["off_balance"]')
    played = scene(text, INTO, [PARTY_FIRST, MISS, MISS, 11], {"K21": "disadvantage"})
    assert last_attack(played).edge == 0


@pytest.mark.parametrize("option", ["disadvantage", "hits_ally"])
def test_k21_only_at_a_target_in_melee_with_an_ally(option: str) -> None:
    """The goblin is not, and neither is the orc before Ana has come."""
    other = scene(MELEE, [BEGIN, attack(0, 2), attack(1, 3, 1)], [PARTY_FIRST, MISS, 8], {"K21": option})
    assert (last_attack(other).edge, names(other)[-1]) == (0, "attack.d20")
    early = scene(MELEE, [BEGIN, attack(1, 2, 1)], [PARTY_FIRST, 11], {"K21": option})
    assert (last_attack(early).edge, names(early)[-1]) == (0, "attack.d20")


@pytest.mark.parametrize("option", ["disadvantage", "hits_ally"])
def test_k21_a_blow_in_melee_is_no_shot(option: str) -> None:
    played = scene(MELEE, [BEGIN, attack(0, 2), attack(1, 2)], [PARTY_FIRST, MISS, 13], {"K21": option})
    assert (last_attack(played).edge, names(played)[-1]) == (0, "attack.d20")


@pytest.mark.parametrize("option", ["disadvantage", "hits_ally"])
def test_k21_a_throw_is_one(option: str) -> None:
    faces = [PARTY_FIRST, MISS, 11, *([11] if option == "disadvantage" else [4])]
    played = scene(MELEE, [BEGIN, attack(0, 2), throw(1, 2, 2)], faces, {"K21": option})
    assert last_attack(played).edge == (-1 if option == "disadvantage" else 0)
    assert conditions(played)[0].hp == (20 if option == "disadvantage" else 16)


@pytest.mark.parametrize(("face", "ally"), [(11, True), (9, True), (8, False)])
def test_k21_hits_ally_the_same_total_against_the_ally(face: int, ally: bool) -> None:
    """11 + 4 is no more than 15 but more than 12; 8 + 4 is not more than 12 either."""
    faces = [PARTY_FIRST, MISS, face, *([5] if ally else [])]
    played = scene(MELEE, INTO, faces, {"K21": "hits_ally"})
    assert last_attack(played).hit is False
    assert conditions(played)[0].hp == (15 if ally else 20)
    assert conditions(played)[2].hp == 20
    assert (Harmed(0, 5, "knave.attack.ranged") in played.events) == ally


def test_k21_hits_ally_a_hit_hits_the_target_alone() -> None:
    played = scene(MELEE, INTO, [PARTY_FIRST, MISS, 12, 5], {"K21": "hits_ally"})
    assert (conditions(played)[0].hp, conditions(played)[2].hp) == (20, 15)


def test_k21_hits_ally_who_may_go_down_of_it() -> None:
    text = MELEE.replace("hp = 20", "hp = 5", 1)
    played = scene(text, INTO, [PARTY_FIRST, MISS, 11, 5], {"K21": "hits_ally"})
    assert played.events[-1] == Fell(0, "unconscious", "knave.hp.unconscious")


def test_k21_hits_ally_one_of_several_at_random() -> None:
    """Ana's armor is 12, Cy's 16: whoever is drawn is compared."""
    text = fight(archer("Ana", armor=12, hp=20), archer("Bo"), archer("Cy", armor=16, hp=20), foe("orc", armor=15))
    commands = [BEGIN, attack(0, 3), attack(2, 3), attack(1, 3, 1)]
    faces: list[Any] = [PARTY_FIRST, MISS, MISS, 11]
    first = scene(text, commands, [*faces, ("stray.ally", 1), ("stray.damage", 3)], {"K21": "hits_ally"})
    assert [one.hp for one in conditions(first)[:3]] == [17, 8, 20]
    second = scene(text, commands, [*faces, ("stray.ally", 2)], {"K21": "hits_ally"})
    assert [one.hp for one in conditions(second)[:3]] == [20, 8, 20]


def test_k21_hits_ally_with_the_defender_rolling() -> None:
    """The mirror: the orc's n stands for 21 - n. 10 + 5 is more than 14, so a miss; and 11 + 4 is more than 12."""
    rulings = {"K21": "hits_ally", "K13": "defender"}
    commands = [BEGIN, attack(0, 2), attack(1, 2, 1)]
    hit = scene(MELEE, commands, [PARTY_FIRST, 19, 10, 5], rulings)
    assert (last_attack(hit).hit, conditions(hit)[0].hp) == (False, 15)
    missed = scene(MELEE, commands, [PARTY_FIRST, 19, 13], rulings)  # 8 + 4 is not
    assert conditions(missed)[0].hp == 20


def test_k21_hits_ally_the_natural_20_stays_with_the_target() -> None:
    """Armor 25 cannot be hit; K08 `literal`: one die and a point of armor for the orc, plain damage for Ana."""
    text = MELEE.replace("armor = 15", "armor = { defense = 25, quality = 3 }")
    played = scene(text, INTO, [PARTY_FIRST, MISS, 20, 6, 5], {"K21": "hits_ally"})
    assert names(played)[-3:] == ["attack.d20", "attack.damage", "stray.damage"]
    assert [one.hp for one in conditions(played)[:3]] == [15, 8, 14]
    assert [event for event in played.events if isinstance(event, QualityLost)] == [QualityLost(2, "body")]


def test_k21_hits_ally_without_the_ideal_die() -> None:
    text = MELEE.replace('name = "orc"', 'name = "orc"\nweak_to = ["piercing"]').replace(
        'kind = "ranged"', 'kind = "ranged", tags = ["piercing"]'
    )
    played = scene(text, INTO, [PARTY_FIRST, MISS, 11, 5], {"K21": "hits_ally"})
    assert conditions(played)[0].hp == 15


def test_k21_the_enemies_shoot_their_own_too() -> None:
    text = fight(pc(armor=15, hp=20), foe("orc", armor=12, hp=20), foe("archer", attack=4, weapons=[BOW]))
    played = scene(text, [BEGIN, attack(1, 0), attack(2, 0, 0)], [FOES_FIRST, MISS, 11, 6], {"K21": "hits_ally"})
    assert conditions(played)[1].hp == 14


def shot(**given: int | str) -> dict[tuple[bool, int], Fraction]:
    """The chances of (hit, damage to the ally)."""
    found: dict[tuple[bool, int], Fraction] = {}
    for value, chance in odds("knave.stray_shot", **given).weights.fractions().items():
        key = (value.hit, value.ally_damage)
        found[key] = found.get(key, F(0)) + chance
    return found


def test_k21_hits_ally_exact() -> None:
    """+4: 12 to 20 hit armor 15; 9, 10 and 11 hit the ally's 12 instead, with a d6 each."""
    assert shot(bonus=4, armor=15, die=6, ally=12) == {
        (True, 0): F(9, 20),
        (False, 0): F(8, 20),
        **{(False, n): F(1, 40) for n in range(1, 7)},
    }


def test_k21_hits_ally_an_ally_in_better_armor_is_safe() -> None:
    assert shot(bonus=4, armor=15, die=6, ally=15) == {(True, 0): F(9, 20), (False, 0): F(11, 20)}


@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_k21_hits_ally_either_side_may_roll(edge: int) -> None:
    given = {"bonus": 4, "armor": 15, "die": 6, "ally": 12, "edge": edge}
    assert shot(**given) == shot(**given, roller="defender")


@pytest.mark.parametrize("roller", ["attacker", "defender"])
@pytest.mark.parametrize("edge", [-1, 0, 1])
def test_k21_hits_ally_does_not_change_the_attack_itself(roller: str, edge: int) -> None:
    given: dict[str, int | str] = {"bonus": 2, "armor": 14, "die": 8, "edge": edge, "roller": roller}
    plain = odds("knave.attack", **given)
    mixed = odds("knave.stray_shot", **given, ally=11)
    for field in ("hit", "damage", "armor_quality_lost", "weapon_quality_lost"):
        assert mixed.marginal(field) == plain.marginal(field)


def test_k09_auto_miss_a_natural_1_hits_nobody() -> None:
    """+15: a total of 16 would beat both."""
    given: dict[str, int | str] = {"bonus": 15, "armor": 10, "die": 6, "ally": 12}
    assert odds("knave.stray_shot", **given, K09="auto_miss").marginal("ally") == {-1: F(1)}


def test_k27_before_damage_a_weapon_that_breaks_hits_nobody() -> None:
    """+5 never beats 26, and always the ally's 5."""
    given: dict[str, int | str] = {"bonus": 5, "armor": 26, "die": 6, "ally": 5, "weapon_quality": 1}
    assert odds("knave.stray_shot", **given).marginal("ally") == {0: F(1)}  # a 1 makes 6
    assert odds("knave.stray_shot", **given, K27="before_damage").marginal("ally") == {0: F(19, 20), -1: F(1, 20)}


def test_k21_the_ally_is_asked_for() -> None:
    with pytest.raises(BadInput, match="ally"):
        odds("knave.stray_shot", bonus=4, armor=15, die=6)


# Ammunition


def test_k22_not_tracked() -> None:
    played = scene(TWO, [BEGIN, attack(0, 2, 1)], [PARTY_FIRST, MISS])
    assert conditions(played)[0].shots is None


def rounds_of_shots(count: int) -> tuple[list[dict[str, Any]], list[int]]:
    commands = [BEGIN, attack(0, 1, 1), passes(1)] * count
    return commands, [PARTY_FIRST, MISS] * count


def test_k22_track_20_shots() -> None:
    text = fight(archer(), foe())
    commands, faces = rounds_of_shots(20)
    played = scene(text, [*commands, BEGIN], [*faces, PARTY_FIRST], {"K22": "track"})
    assert conditions(played)[0].shots == 0
    assert not can(played, 0, 1)
    assert can(played, 0, 0)
    assert refused(text, [*commands, BEGIN, attack(0, 1, 1)], [*faces, PARTY_FIRST], {"K22": "track"}) == "no_shots"
    before = scene(text, [*commands[:-3], BEGIN], [*faces[:-2], PARTY_FIRST], {"K22": "track"})
    assert conditions(before)[0].shots == 1
    assert can(before, 0, 1)


def test_k22_track_neither_blows_nor_throws() -> None:
    for command in (attack(0, 2), throw(0, 2, 2)):
        played = scene(TWO, [BEGIN, command], [PARTY_FIRST, MISS], {"K22": "track"})
        assert conditions(played)[0].shots == 20


# Two hands


GUARD = fight(pc(hp=20, armor=["gambeson", "shield"], weapons=[SWORD, BOW]), foe(hp=20, attack=1))
"""Ana: armor 12, 13 with the shield."""


def armor_met(played: Scene) -> int:
    return last_attack(played).armor


def test_k23_the_shield_is_slung_for_the_bow_and_stays_so_until_the_next_turn() -> None:
    played = scene(GUARD, [BEGIN, attack(0, 1, 1), attack(1, 0)], [PARTY_FIRST, MISS, MISS])
    assert played.events[1] == Readied(0, slung=True)
    assert armor_met(played) == 12


def test_k23_back_in_hand_for_the_sword() -> None:
    commands = [BEGIN, attack(0, 1, 1), passes(1), BEGIN, attack(0, 1), attack(1, 0)]
    played = scene(GUARD, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS, MISS])
    assert armor_met(played) == 13


def test_k23_only_the_own_turn_changes_it() -> None:
    """Nobody takes the shield up on the enemy's turn."""
    commands = [BEGIN, attack(0, 1, 1), ready(0, True)]
    assert refused(GUARD, commands, [PARTY_FIRST, MISS]) == "acted"


def test_k23_before_the_action() -> None:
    text = GUARD.replace('[[fighter]]\nname = "goblin"', pc("Bo") + '[[fighter]]\nname = "goblin"')
    assert refused(text, [BEGIN, attack(0, 2, 1), ready(0, True)], [PARTY_FIRST, MISS]) == "acted"


def test_k23_one_change_a_turn() -> None:
    assert refused(GUARD, [BEGIN, ready(0, False), ready(0, True)], [PARTY_FIRST]) == "swapped"
    back = [BEGIN, attack(0, 1, 1), passes(1), BEGIN, ready(0, True), attack(0, 1, 1)]
    assert refused(GUARD, back, [PARTY_FIRST, MISS, PARTY_FIRST]) == "hands"


def test_k23_a_slung_shield_does_not_hinder_a_sword() -> None:
    """It is only in nobody's way; having changed once, the turn goes on without the shield."""
    played = scene(GUARD, [BEGIN, ready(0, False), attack(0, 1), attack(1, 0)], [PARTY_FIRST, MISS, MISS])
    assert armor_met(played) == 12


def test_k23_taken_in_hand_by_one_who_passes() -> None:
    commands = [BEGIN, attack(0, 1, 1), passes(1), BEGIN, ready(0, True), passes(0), attack(1, 0)]
    assert armor_met(scene(GUARD, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS])) == 13


def test_k23_bare_hands_change_nothing() -> None:
    commands = [BEGIN, attack(0, 1, 1), passes(1), BEGIN, attack(0, 1, -1), attack(1, 0)]
    played = scene(GUARD, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS, MISS])
    assert armor_met(played) == 12


def test_k23_one_who_starts_with_a_weapon_of_two_hands_has_it_slung() -> None:
    text = fight(pc(armor=["gambeson", "shield"], weapons=["halberd", "sword"]), foe())
    assert conditions(scene(text, []))[0].slung
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, MISS])
    assert armor_met(played) == 12


def test_k23_a_slung_shield_is_not_worn_down() -> None:
    faces = [PARTY_FIRST, MISS, 20, 1, 1]
    played = scene(GUARD, [BEGIN, attack(0, 1, 1), attack(1, 0)], faces, {"K24": "shield_first"})
    assert (conditions(played)[0].shield, conditions(played)[0].body) == (1, 2)


def test_k23_a_destroyed_shield_is_in_nobodys_way() -> None:
    commands = [BEGIN, attack(1, 0), move(0), attack(0, 1, 1)]
    rulings = {"K24": "shield_first", "K23": "swap_costs_action"}
    played = scene(GUARD, commands, [FOES_FIRST, 20, 1, 1, MISS], rulings)
    assert kinds(played)[-1] == "Attacked"


def test_k23_a_spell_book_takes_both_hands() -> None:
    spell = {"name": "web", "save": "dex", "on_fail": "off_balance"}
    text = fight(pc(armor=["gambeson", "shield"], weapons=[SWORD], spells=[spell]), foe(hp=20))
    cast = {"type": "cast", "actor": 0, "target": 1, "spell": 0}
    played = scene(text, [BEGIN, cast, attack(1, 0)], [PARTY_FIRST, MISS, MISS])
    assert armor_met(played) == 12
    assert refused(text, [BEGIN, cast], [PARTY_FIRST], {"K23": "swap_costs_action"}) == "hands"


def test_k23_no_change_for_a_free_attack() -> None:
    """It is not the bearer's turn: the halberd stays where it is."""
    text = fight(pc(hp=20, armor=["gambeson", "shield"], weapons=[SWORD, "halberd"]), foe(hp=20))
    commands = [BEGIN, attack(0, 1), move(1)]
    asked = scene(text, commands, [PARTY_FIRST, MISS], {"K43": "free_attack"})
    assert asked.legal(0) == [Strike(0, 0), Strike(0, -1), Strike(0, None)]


def test_k23_swap_costs_action() -> None:
    rulings = {"K23": "swap_costs_action"}
    assert refused(GUARD, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST], rulings) == "hands"
    slung = scene(GUARD, [BEGIN, ready(0, False)], [PARTY_FIRST], rulings)
    assert slung.events[-1] == Readied(0, slung=True, spends=True)
    assert to_act(slung) == (1,)
    commands = [BEGIN, ready(0, False), attack(1, 0), BEGIN, move(0), attack(0, 1, 1)]
    played = scene(GUARD, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS], rulings)
    assert last_attack(played).shot
    assert [event.armor for event in played.events if isinstance(event, Attacked)] == [12, 13]


def test_k23_swap_costs_action_a_sword_needs_none() -> None:
    rulings = {"K23": "swap_costs_action"}
    commands = [BEGIN, ready(0, False), passes(1), BEGIN, attack(0, 1), attack(1, 0)]
    played = scene(GUARD, commands, [PARTY_FIRST, PARTY_FIRST, MISS, MISS], rulings)
    assert armor_met(played) == 12  # still slung


def test_k23_without_a_shield_there_is_nothing_to_change() -> None:
    played = scene(TWO, [BEGIN], [PARTY_FIRST], {"K23": "swap_costs_action"})
    assert can(played, 0, 1)
    assert not any(isinstance(one, Ready) for one in played.legal(0))


# Tactics


def test_one_with_nothing_but_a_bow_shoots() -> None:
    text = fight(pc(hp=20, weapons=[BOW]), foe(hp=20))
    tactic = ruleset.tactics["first"]
    played = scene(text, [BEGIN], [PARTY_FIRST])
    assert tactic(played.state, 0, None) == Attack(0, 1, 0)  # type: ignore[arg-type]
    engaged = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, MISS])
    assert tactic(engaged.state, 0, None) == Move(0, "off")  # type: ignore[arg-type]
    away = scene(text, [BEGIN, attack(1, 0), move(0)], [FOES_FIRST, MISS])
    assert tactic(away.state, 0, None) == Attack(0, 1, 0)  # type: ignore[arg-type]


def test_the_tactic_slings_its_shield_where_that_costs() -> None:
    text = fight(pc(hp=20, armor=["gambeson", "shield"], weapons=[{**SWORD, "quality": 0}, "halberd"]), foe(hp=20))
    rulings = {"K23": "swap_costs_action"}
    tactic = ruleset.tactics["first"]
    played = scene(text, [BEGIN], [PARTY_FIRST], rulings)
    assert tactic(played.state, 0, None) == Ready(0, shield=False)  # type: ignore[arg-type]
    later = scene(text, [BEGIN, ready(0, False), passes(1), BEGIN], [PARTY_FIRST, PARTY_FIRST], rulings)
    assert tactic(later.state, 0, None) == Attack(0, 1, 1)  # type: ignore[arg-type]
