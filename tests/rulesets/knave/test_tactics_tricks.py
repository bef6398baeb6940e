"""The tactics that use stunts, fight dirty or cast: what they try, on whom, and when they leave it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.rulesets.knave.commands import Attack, Cast, Move, Pass, Ready, Rise, Stunt, TakeUp
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import BOW, cast, dirty_attack, grant, knave, ogre, scores, stunt
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, SWORD, attack, fight, foe, pc
from tests.rulesets.knave.test_tactics import answer, command_in, with_condition

STRONG, NIMBLE, CHARMING = scores(4, 1, 1, 1, 1, 1), scores(1, 4, 1, 1, 1, 1), scores(1, 1, 1, 1, 1, 4)
ALL = ["lower_ground", "off_balance", "disarmed", "distracted"]


def begun(text: str, **rulings: str) -> Scene:
    """A first round in which the party acts first."""
    return scene(text, [BEGIN], [PARTY_FIRST], rulings)


def against(ana: dict[str, int], abilities: dict[str, int] | None = None, **fields: Any) -> str:
    """Ana with these scores and a sword against a foe with a sword; one without scores has +1 in everything."""
    scored: dict[str, Any] = {"abilities": abilities} if abilities else {"hd": 1}
    return fight(pc(abilities=ana), foe(hp=9, weapons=[SWORD], **scored, **fields))


# Stunts


@pytest.mark.parametrize(
    ("ana", "foes", "kind"),
    [
        (STRONG, scores(3, 2, 3, 3, 3, 3), "trip"),
        (STRONG, scores(2, 3, 3, 3, 3, 3), "disarm"),
        (CHARMING, scores(2, 2, 2, 2, 4, 2), "distract"),
        (CHARMING, scores(2, 2, 2, 2, 6, 2), "disarm"),
        (STRONG, scores(3, 3, 0, 3, 3, 3), "disarm"),  # to stun it would be easiest, and give no advantage
        (STRONG, None, "disarm"),  # of equals the one that costs most
    ],
)
def test_stunts_tries_what_has_the_best_chance_to_give_advantage(ana: Any, foes: Any, kind: Any) -> None:
    assert answer("stunts", begun(against(ana, foes)), 0) == Stunt(0, 1, kind)


def test_stunts_is_no_stunt_without_any_chance() -> None:
    """20 + 1 is more than 20, and no more than 21."""
    assert answer("stunts", begun(against(NIMBLE, scores(*[10] * 6))), 0) == Stunt(0, 1, "disarm")
    assert answer("stunts", begun(against(NIMBLE, scores(*[11] * 6))), 0) == Attack(0, 1, 0)


def test_stunts_attacks_where_there_is_advantage() -> None:
    assert answer("stunts", begun(against(STRONG, flags=["unaware"])), 0) == Attack(0, 1, 0)
    text = fight(pc("Ana", abilities=STRONG), pc("Bo", abilities=STRONG), foe(hp=9, weapons=[SWORD]))
    tripped = scene(text, [BEGIN, stunt(0, 2, "trip")], [PARTY_FIRST, 20])
    assert answer("stunts", tripped, 1) == Attack(1, 2, 0)
    failed = scene(text, [BEGIN, stunt(0, 2, "trip")], [PARTY_FIRST, 2])
    assert answer("stunts", failed, 1) == Stunt(1, 2, "disarm")


def test_stunts_minds_what_the_referee_grants() -> None:
    text = against(STRONG)
    helped = scene(text, [BEGIN, grant(0, 1, 1)], [PARTY_FIRST])
    assert answer("stunts", helped, 0) == Attack(0, 1, 0)
    hampered = scene(against(STRONG, flags=["unaware"]), [BEGIN, grant(0, 1, -1)], [PARTY_FIRST])
    assert answer("stunts", hampered, 0) == Attack(0, 1, 0)  # no stunt would make it better


def test_stunts_takes_the_first_foe_standing() -> None:
    text = fight(pc(abilities=STRONG), foe("orc", hp=0, max_hp=5), foe("goblin", weapons=[SWORD]))
    assert answer("stunts", begun(text), 0) == Stunt(0, 2, "disarm")


def test_k34_where_stunts_only_give_advantage_any_will_do() -> None:
    easy = against(STRONG, scores(3, 3, 0, 3, 3, 3))
    assert answer("stunts", begun(easy, K34="advantage_only"), 0) == Stunt(0, 1, "stun")
    bare = fight(pc(abilities=STRONG), foe(hp=9, armor=11, abilities=scores(3, 3, 3, 3, 3, 3)))
    assert answer("stunts", begun(bare, K34="advantage_only"), 0) == Stunt(0, 1, "sunder")


def test_k33_where_the_best_ability_resists_only_the_own_counts() -> None:
    open_to_trips = against(scores(2, 1, 1, 1, 1, 3), scores(5, 0, 5, 5, 5, 5))
    assert answer("stunts", begun(open_to_trips), 0) == Stunt(0, 1, "trip")
    assert answer("stunts", begun(open_to_trips, K33="defender_picks_best"), 0) == Stunt(0, 1, "distract")


ARCHER = fight(pc(weapons=[BOW], abilities=CHARMING), foe(hp=9))


def test_k35_an_archer_distracts_from_where_it_stands() -> None:
    assert answer("stunts", begun(ARCHER), 0) == Attack(0, 1, 0)  # it would have to walk up
    assert answer("stunts", begun(ARCHER, K35="by_description"), 0) == Stunt(0, 1, "distract")


@pytest.mark.parametrize("tactic", ["stunts", "dirty", "spells"])
def test_k74_who_is_too_far_away_goes_there_first(tactic: str) -> None:
    text = fight(pc(abilities=STRONG, at="gate"), foe(hp=9, at="yard", flags=["lower_ground"]))
    assert answer(tactic, begun(text, K74="distance:60"), 0) == Move(0, "closer")
    assert answer(tactic, begun(text, K19="zones"), 0) == Move(0, "yard")


@pytest.mark.parametrize("places", [{"K74": "distance:40"}, {"K19": "zones"}])
def test_k74_who_is_near_enough_has_a_stunt_tried_on_it(places: dict[str, str]) -> None:
    text = fight(pc(abilities=STRONG, at="yard"), foe(at="yard"))
    assert answer("stunts", begun(text, **places), 0) == Stunt(0, 1, "trip")


EMPTY_HANDED = fight(pc(abilities=STRONG, weapons=[], at="gate"), foe(hp=9, at="yard"), foe("orc", at="yard"))


def test_k17_who_cannot_attack_has_stunts_left() -> None:
    played = begun(EMPTY_HANDED, K17="none")
    assert answer("first", played, 0) == Pass(0)
    assert answer("stunts", played, 0) == Stunt(0, 1, "stun")
    done = with_condition(played.state, 1, stunned=True, passing=("disarmed", "distracted"), tripped=True)
    assert command_in(done, "stunts", 0) == Pass(0)
    assert answer("stunts", begun(EMPTY_HANDED, K17="none", K19="zones"), 0) == Move(0, "yard")


@pytest.mark.parametrize("tactic", ["stunts", "dirty", "spells"])
def test_k34_who_was_disarmed_takes_the_weapon_up_first(tactic: str) -> None:
    played = scene(against(STRONG), [BEGIN, stunt(1, 0, "disarm")], [FOES_FIRST, 20])
    assert answer(tactic, played, 0) == TakeUp(0, 0)


def test_k34_who_was_tripped_rises_before_a_stunt() -> None:
    played = scene(against(STRONG), [BEGIN, stunt(1, 0, "trip")], [FOES_FIRST, 20])
    assert answer("stunts", played, 0) == Rise(0)
    apart = with_condition(begun(against(STRONG)).state, 0, tripped=True)
    assert command_in(apart, "stunts", 0) == Stunt(0, 1, "disarm")


def test_k34_nobody_is_disarmed_who_holds_nothing() -> None:
    beast = fight(pc(abilities=STRONG), foe("wolf", hp=9))
    assert answer("stunts", begun(beast), 0) == Stunt(0, 1, "trip")
    half = scene(fight(pc(abilities=STRONG), foe(hp=9, flags=["lower_ground"])), [BEGIN, dirty_attack(0, 1)], [6, 2])
    assert command_in(with_condition(half.state, 1, stunned=True), "dirty", 0) == Stunt(0, 1, "trip", dirty=True)


# Fighting dirty


def low(**fields: Any) -> str:
    """Ana, +4 in STR and +1 in all else, above a foe with +1 in everything."""
    return against(STRONG, **({"flags": ["lower_ground"]} | fields))


def test_dirty_attacks_without_advantage() -> None:
    assert answer("dirty", begun(against(STRONG)), 0) == Attack(0, 1, 0)


def test_dirty_makes_an_attack_and_a_stunt_of_advantage() -> None:
    assert answer("dirty", begun(low()), 0) == Attack(0, 1, 0, dirty=True)
    half = scene(low(), [BEGIN, dirty_attack(0, 1)], [PARTY_FIRST, 2])
    assert answer("dirty", half, 0) == Stunt(0, 1, "stun", dirty=True)


def test_k36_dirty_starts_with_the_stunt_where_it_comes_first() -> None:
    first = {"K36": "stunt_then_attack"}
    assert answer("dirty", begun(low(), **first), 0) == Stunt(0, 1, "stun", dirty=True)
    half = scene(low(), [BEGIN, stunt(0, 1, "stun", dirty=True)], [PARTY_FIRST, 2], first)
    assert answer("dirty", half, 0) == Attack(0, 1, 0, dirty=True)


@pytest.mark.parametrize(
    ("flags", "stunned", "kind"),
    [
        (["lower_ground"], True, "disarm"),
        (["lower_ground", "disarmed"], True, "trip"),
        (["lower_ground", "disarmed", "off_balance"], True, "distract"),
        (ALL, False, "stun"),
    ],
)
def test_dirty_tries_no_stunt_that_has_worked_already(flags: list[str], stunned: bool, kind: Any) -> None:
    half = scene(low(flags=flags), [BEGIN, dirty_attack(0, 1)], [PARTY_FIRST, 2])
    assert command_in(with_condition(half.state, 1, stunned=stunned), "dirty", 0) == Stunt(0, 1, kind, dirty=True)


def test_dirty_has_two_dice_where_no_stunt_is_left() -> None:
    state = with_condition(begun(low(flags=ALL)).state, 1, stunned=True)
    assert command_in(state, "dirty", 0) == Attack(0, 1, 0)
    hopeless = against(NIMBLE, scores(*[11] * 6), flags=["lower_ground"])
    assert answer("dirty", begun(hopeless), 0) == Attack(0, 1, 0)


def test_k34_dirty_puts_nobody_off_balance_twice() -> None:
    assert answer("dirty", begun(low(), K34="advantage_only"), 0) == Attack(0, 1, 0, dirty=True)
    assert answer("dirty", begun(low(flags=["off_balance"]), K34="advantage_only"), 0) == Attack(0, 1, 0)


def test_dirty_minds_what_the_referee_grants() -> None:
    granted = scene(against(STRONG), [BEGIN, grant(0, 1, 1)], [PARTY_FIRST])
    assert answer("dirty", granted, 0) == Attack(0, 1, 0, dirty=True)
    cancelled = scene(low(), [BEGIN, grant(0, 1, -1)], [PARTY_FIRST])
    assert answer("dirty", cancelled, 0) == Attack(0, 1, 0)


def test_a_foe_who_goes_down_between_the_halves_is_left_alone() -> None:
    text = fight(pc(abilities=STRONG), foe(hp=5, flags=["lower_ground"]), foe("orc"))
    down = scene(text, [BEGIN, dirty_attack(0, 1)], [PARTY_FIRST, 15, 5])
    assert answer("dirty", down, 0) == Pass(0)


def test_k65_a_routine_is_spent_on_one_foe() -> None:
    bear = foe("bear", hp=30, abilities=STRONG, damage="1d4/1d4")
    text = fight(pc("Ana", hp=2, flags=["unaware"]), pc("Bo", hp=9), bear)
    walked = [BEGIN, attack(0, 2), attack(1, 2)]
    blows = [*walked, dirty_attack(2, 0), dirty_attack(2, 0)]
    assert answer("dirty", scene(text, walked, [PARTY_FIRST, 2, 2]), 2) == Attack(2, 0, 0, dirty=True)
    assert answer("dirty", scene(text, blows[:4], [PARTY_FIRST, 2, 2, 2]), 2) == Attack(2, 0, 0, dirty=True)
    assert answer("dirty", scene(text, blows, [PARTY_FIRST, 2, 2, 2, 2]), 2) == Stunt(2, 0, "stun", dirty=True)
    assert answer("dirty", scene(text, blows[:4], [PARTY_FIRST, 2, 2, 15, 2]), 2) == Pass(2)


def test_dirty_does_not_walk_up_for_a_shot() -> None:
    text = fight(pc(weapons=[BOW], abilities=CHARMING), foe(hp=9, flags=["lower_ground"]))
    assert answer("dirty", begun(text), 0) == Attack(0, 1, 0)
    assert answer("dirty", begun(text, K35="by_description"), 0) == Attack(0, 1, 0, dirty=True)


def test_k21_a_shot_into_melee_has_no_advantage_to_spend() -> None:
    bowman = pc("Ana", weapons=[BOW], abilities=CHARMING)
    text = fight(bowman, pc("Bo"), foe(hp=9, flags=["lower_ground"]))
    rulings = {"K35": "by_description", "K21": "disadvantage"}
    mixed = scene(text, [BEGIN, attack(1, 2)], [PARTY_FIRST, 2, 2], rulings)
    assert answer("dirty", mixed, 0) == Attack(0, 2, 0)


# Spells


def wizard(*spells: tuple[str, str], **fields: Any) -> str:
    """A PC with a sword and these spells, as (save, effect)."""
    books = [{"name": f"book {n}", "save": save, "on_fail": effect} for n, (save, effect) in enumerate(spells)]
    return knave("Ana", spells=books, **fields)


def test_spells_are_cast_one_after_another_and_then_there_is_the_sword() -> None:
    text = fight(wizard(("dex", "damage:1d6"), ("con", "damage:1d4")), ogre())
    assert answer("spells", begun(text), 0) == Cast(0, 1, 0)
    rounds = [BEGIN, cast(0, 1, 0), {"type": "pass", "actor": 1}]
    assert answer("spells", scene(text, [*rounds, BEGIN], [PARTY_FIRST, 2, PARTY_FIRST]), 0) == Cast(0, 1, 1)
    both = with_condition(begun(text).state, 0, cast=(0, 1))
    assert command_in(both, "spells", 0) == Attack(0, 1, 0)


def test_first_does_not_cast() -> None:
    assert answer("first", begun(fight(wizard(("dex", "damage:1d6")), ogre())), 0) == Attack(0, 1, 0)


@pytest.mark.parametrize(
    ("effect", "changes"),
    [
        ("stun", {"stunned": True}),
        ("disarm", {"flags": ("disarmed",)}),
        ("disarm", {"weapons": (0,)}),
        ("off_balance", {"tripped": True}),
        ("distracted", {"passing": ("distracted",)}),
        ("flee", {"fleeing": True}),
    ],
)
def test_a_spell_is_for_the_first_foe_that_it_affects(effect: str, changes: dict[str, Any]) -> None:
    text = fight(wizard(("dex", effect)), ogre(), foe("goblin", weapons=[SWORD]))
    played = begun(text, K72="own_turn")
    assert answer("spells", played, 0) == Cast(0, 1, 0)
    assert command_in(with_condition(played.state, 1, **changes), "spells", 0) == Cast(0, 2, 0)


def test_a_spell_is_for_those_who_stand() -> None:
    text = fight(wizard(("dex", "out")), ogre(hp=0, max_hp=20), foe("goblin"))
    assert answer("spells", begun(text), 0) == Cast(0, 2, 0)


def test_a_spell_of_which_the_referee_says_what_it_does_is_left_to_people() -> None:
    text = fight(wizard(("dex", "none"), ("dex", "out")), ogre())
    assert answer("spells", begun(text), 0) == Cast(0, 1, 1)


def test_a_shove_is_for_one_who_is_near() -> None:
    text = fight(wizard(("str", "shove")), ogre())
    assert answer("spells", begun(text), 0) == Attack(0, 1, 0)
    near = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 2])
    assert answer("spells", near, 0) == Cast(0, 1, 0)


def test_k23_the_book_takes_both_hands() -> None:
    text = fight(wizard(("dex", "out"), armor=["shield"]), ogre())
    assert answer("spells", begun(text), 0) == Cast(0, 1, 0)
    assert answer("spells", begun(text, K23="swap_costs_action"), 0) == Ready(0, shield=False)


def test_k34_a_caster_rises_first() -> None:
    text = fight(wizard(("dex", "out")), ogre())
    apart = with_condition(begun(text).state, 0, tripped=True)
    assert command_in(apart, "spells", 0) == Rise(0)


def test_a_spell_does_not_stop_a_routine() -> None:
    spells = [{"name": "fire", "save": "dex", "on_fail": "damage:1d6"}]
    text = fight(pc(hp=20), foe("dragon", hp=30, damage="1d4/1d4", spells=spells))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 2])
    assert answer("spells", played, 1) == Attack(1, 0, 0)
