"""The tactics: whom they attack, with what, and that all they say is allowed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from affray.dice import Dice, Seat
from affray.fight import parse
from affray.interpret.answer import answer as answer_whole
from affray.interpret.every import exact
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out
from affray.rules import legal
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import (
    Attack,
    BeginRound,
    Break,
    CallMorale,
    ChoosePiece,
    Flee,
    Move,
    Pass,
    Ready,
    Rise,
    Rule,
    Strike,
    Stunt,
    TakeUp,
)
from affray.rulesets.knave.state import State
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import BOW, dirty_attack, flag, move, rise, scores, stunt
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    fight,
    fighter,
    foe,
    passes,
    pc,
)

FIRE = {"name": "fire", "save": "dex", "on_fail": "damage:2d6"}

UNEQUAL = fight(pc(count=2), foe("orc", hp=5), foe("goblin", hp=3), foe("ogre", hp=9), foe("imp", hp=3))
"""PCs 0 and 1; enemies 2 (5 HP), 3 (3 HP), 4 (9 HP) and 5 (3 HP)."""


PLAIN = ("first", "weakest", "strongest", "random")
"""The tactics without tricks; where there is one foe they do the same."""


class NoDice:
    """For tactics that do not mix."""

    def resolve(self, *inputs: Any) -> Any:
        raise AssertionError("this tactic does not mix")


def answer(tactic: str, played: Scene, seat: Seat) -> Any:
    """What a tactic commands after the last command of a scene."""
    return command_in(played.state, tactic, seat)


def command_in(state: State, tactic: str, seat: Seat) -> Any:
    """What a tactic commands; it is legal and throws no dice."""
    order = {**ruleset.tactics, **ruleset.standing_orders}[tactic]
    command = order(state, seat, NoDice())  # type: ignore[arg-type]
    assert command in legal(ruleset, state, seat)
    return command


def with_condition(state: State, fighter: int, **changes: Any) -> State:
    """A state in which something of a fighter is otherwise."""
    conditions = list(state.conditions)
    conditions[fighter] = replace(conditions[fighter], **changes)
    return replace(state, conditions=tuple(conditions))


@pytest.mark.parametrize(("tactic", "target"), [("first", 2), ("weakest", 3), ("strongest", 4)])
def test_whom_a_tactic_attacks(tactic: str, target: int) -> None:
    played = scene(UNEQUAL, [BEGIN], [PARTY_FIRST])
    assert answer(tactic, played, 0) == Attack(0, target, 0)


@pytest.mark.parametrize(("tactic", "target"), [("first", 3), ("weakest", 3), ("strongest", 4)])
def test_nobody_attacks_those_who_are_down(tactic: str, target: int) -> None:
    played = scene(UNEQUAL, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 5])  # the orc is unconscious
    assert answer(tactic, played, 1) == Attack(1, target, 0)


def test_weakest_and_strongest_look_at_hit_points_now() -> None:
    played = scene(UNEQUAL, [BEGIN, attack(0, 4)], [PARTY_FIRST, 15, 7])  # the ogre has 2 left
    assert answer("weakest", played, 1) == Attack(1, 4, 0)
    assert answer("strongest", played, 1) == Attack(1, 2, 0)


def test_of_equals_the_first() -> None:
    played = scene(fight(pc(count=2), foe("a", hp=3), foe("b", hp=3)), [BEGIN], [PARTY_FIRST])
    assert answer("weakest", played, 0) == answer("strongest", played, 0) == Attack(0, 2, 0)


def targets_at_random(played: Scene, seat: int) -> dict[int, Fraction]:
    def run(dice: Dice) -> int:
        command = ruleset.tactics["random"](played.state, seat, dice)
        assert command in legal(ruleset, played.state, seat)
        return command.target  # type: ignore[no-any-return]

    return exact(run).fractions()


def test_random_is_each_standing_foe_alike() -> None:
    started = scene(UNEQUAL, [BEGIN], [PARTY_FIRST])
    assert targets_at_random(started, 0) == dict.fromkeys((2, 3, 4, 5), Fraction(1, 4))
    one_down = scene(UNEQUAL, [BEGIN, attack(0, 4)], [PARTY_FIRST, 20, 8, 8])
    assert targets_at_random(one_down, 1) == dict.fromkeys((2, 3, 5), Fraction(1, 3))
    two = scene(fight(pc(), foe(count=2)), [BEGIN], [PARTY_FIRST])
    assert targets_at_random(two, 0) == dict.fromkeys((1, 2), Fraction(1, 2))


def test_random_with_one_foe_asks_nothing() -> None:
    assert answer("random", scene(fight(pc(), foe()), [BEGIN], [PARTY_FIRST]), 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_the_weapon_is_the_first_melee_weapon_that_is_whole(tactic: str) -> None:
    broken = {"name": "axe", "die": "d8", "quality": 0}
    armed = scene(fight(pc(weapons=[BOW, broken, SWORD, SWORD]), foe()), [BEGIN], [PARTY_FIRST])
    assert answer(tactic, armed, 0) == Attack(0, 1, 2)
    unarmed = scene(fight(pc(weapons=[broken]), foe()), [BEGIN], [PARTY_FIRST])
    assert answer(tactic, unarmed, 0) == Attack(0, 1, -1)
    nothing = scene(fight(pc(weapons=[broken]), foe()), [BEGIN], [PARTY_FIRST], {"K17": "none"})
    assert answer(tactic, nothing, 0) == Pass(0)


# Shooting


@pytest.mark.parametrize("tactic", PLAIN)
def test_one_without_a_melee_weapon_shoots_with_the_first_that_is_whole(tactic: str) -> None:
    sling = {"name": "sling", "die": "d4", "kind": "ranged", "quality": 0}
    broken = {"name": "axe", "die": "d8", "quality": 0}
    played = scene(fight(pc(weapons=[sling, broken, BOW]), foe()), [BEGIN], [PARTY_FIRST])
    assert answer(tactic, played, 0) == Attack(0, 1, 2)


ARCHERY = fight(pc(weapons=[BOW]), foe(hp=9))
WALKED_UP = [BEGIN, attack(1, 0)]
"""The goblin walked up to the archer and missed."""


@pytest.mark.parametrize("leaving", ["free", "free_attack"])
@pytest.mark.parametrize("tactic", PLAIN)
def test_k20_an_archer_in_melee_steps_out_and_shoots(tactic: str, leaving: str) -> None:
    engaged = scene(ARCHERY, WALKED_UP, [FOES_FIRST, 2], {"K43": leaving})
    assert answer(tactic, engaged, 0) == Move(0, "off")
    let_go = [{"type": "strike", "actor": 1, "weapon": None}] if leaving == "free_attack" else []
    out = scene(ARCHERY, [*WALKED_UP, move(0), *let_go], [FOES_FIRST, 2], {"K43": leaving})
    assert answer(tactic, out, 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k20_an_archer_whose_move_is_spent_has_its_hands(tactic: str) -> None:
    commands = [BEGIN, stunt(1, 0, "trip"), rise(0)]
    assert answer(tactic, scene(ARCHERY, commands, [FOES_FIRST, 20]), 0) == Attack(0, 1, -1)
    assert answer(tactic, scene(ARCHERY, commands, [FOES_FIRST, 20], {"K17": "none"}), 0) == Pass(0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k19_an_archer_goes_where_no_foe_is(tactic: str) -> None:
    together = [pc(weapons=[BOW], at="yard"), foe(hp=9, at="yard")]
    zones = {"K19": "zones"}
    cornered = scene(fight(*together, foe("orc", at="gate")), [BEGIN], [PARTY_FIRST], zones)
    assert command_in(cornered.state, "first", 0) == Attack(0, 1, -1)
    free = scene(fight(*together, pc("Bo", at="gate")), [BEGIN], [PARTY_FIRST], zones)
    assert answer(tactic, free, 0) == Move(0, "gate")
    shot = scene(free.fight, [BEGIN, move(0, "gate")], [PARTY_FIRST])
    assert answer(tactic, shot, 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k22_without_a_shot_left_there_are_hands(tactic: str) -> None:
    played = scene(ARCHERY, [BEGIN], [PARTY_FIRST], {"K22": "track"})
    assert answer(tactic, played, 0) == Attack(0, 1, 0)
    empty = with_condition(played.state, 0, shots=0)
    assert command_in(empty, tactic, 0) == Attack(0, 1, -1)


GUARD = fight(pc(armor=["shield"], weapons=[BOW | {"hands": 2}]), foe(hp=9))


@pytest.mark.parametrize("tactic", PLAIN)
def test_k23_an_archer_slings_its_shield_first_where_that_is_an_action(tactic: str) -> None:
    sword_too = fight(pc(armor=["shield"], weapons=[SWORD, BOW | {"hands": 2}]), foe(hp=9))
    held = {"K23": "swap_costs_action", "K74": "distance:60"}
    slung = with_condition(scene(GUARD, [BEGIN], [PARTY_FIRST], held).state, 0, slung=False)
    assert command_in(slung, tactic, 0) == Ready(0, shield=False)
    assert answer(tactic, scene(sword_too, [BEGIN], [PARTY_FIRST], held), 0) == Move(0, "closer")
    assert answer(tactic, scene(sword_too, [BEGIN], [PARTY_FIRST], {"K74": "distance:60"}), 0) == Attack(0, 1, 1)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k23_so_does_one_whose_weapon_takes_both_hands(tactic: str) -> None:
    text = fight(pc(armor=["shield"], weapons=[SWORD | {"hands": 2}]), foe(hp=9))
    held = with_condition(scene(text, [BEGIN], [PARTY_FIRST], {"K23": "swap_costs_action"}).state, 0, slung=False)
    assert command_in(held, tactic, 0) == Ready(0, shield=False)
    assert command_in(with_condition(held, 0, slung=True), tactic, 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k23_a_shield_does_not_come_away_twice_in_a_turn(tactic: str) -> None:
    swapped = [BEGIN, {"type": "ready", "actor": 0, "shield": True}]
    assert answer(tactic, scene(GUARD, swapped, [PARTY_FIRST]), 0) == Pass(0)


SWORD_AND_BOW = fight(pc(weapons=[BOW, SWORD], at="gate"), foe(hp=9, at="yard"))


@pytest.mark.parametrize("tactic", PLAIN)
@pytest.mark.parametrize(("places", "weapon"), [("free", 1), ("distance:40", 1), ("distance:45", 0), ("zones", 0)])
def test_k74_who_reaches_nobody_with_the_sword_takes_the_bow(tactic: str, places: str, weapon: int) -> None:
    played = scene(SWORD_AND_BOW, [BEGIN], [PARTY_FIRST], {"K74": places})
    assert answer(tactic, played, 0) == Attack(0, 1, weapon)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k74_who_is_in_melee_keeps_to_the_sword(tactic: str) -> None:
    far = {"K74": "distance:60"}
    commands = [BEGIN, move(1, "closer"), attack(1, 0)]
    near = scene(SWORD_AND_BOW, [*commands[:2], passes(1)], [FOES_FIRST], far)
    assert answer(tactic, near, 0) == Attack(0, 1, 1)
    empty = with_condition(scene(SWORD_AND_BOW, [BEGIN], [PARTY_FIRST], far).state, 0, shots=0)
    assert command_in(empty, tactic, 0) == Move(0, "closer")


# A turn that has begun, and one that is hindered


ROUTINE: dict[str, Any] = {"damage": "1d4/1d4/1d6", "hp": 30}


@pytest.mark.parametrize("tactic", PLAIN)
def test_k65_a_routine_goes_on_against_the_foe_that_is_there(tactic: str) -> None:
    played = scene(fight(pc(hp=20), foe(**ROUTINE)), [BEGIN, attack(1, 0)], [FOES_FIRST, 2])
    assert answer(tactic, played, 1) == Attack(1, 0, 0)
    gone = scene(fight(pc(count=2, hp=1), foe(**ROUTINE)), [BEGIN, attack(2, 0)], [FOES_FIRST, 15, 3])
    assert answer(tactic, gone, 2) == Pass(2)  # the other is not adjacent, and there is no walking in between


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_one_who_was_disarmed_takes_its_weapon_up(tactic: str) -> None:
    played = scene(fight(pc(), foe()), [BEGIN, stunt(1, 0, "disarm")], [FOES_FIRST, 20])
    assert answer(tactic, played, 0) == TakeUp(0, 0)


@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_k34_one_who_is_stunned_does_nothing(tactic: str) -> None:
    played = scene(fight(pc(), foe()), [BEGIN, stunt(1, 0, "stun")], [FOES_FIRST, 20])
    assert answer(tactic, played, 0) == Pass(0)


@pytest.mark.parametrize("tactic", ruleset.tactics)
@pytest.mark.parametrize("name", ["asleep", "bound"])
def test_who_is_asleep_or_bound_does_nothing(tactic: str, name: str) -> None:
    text = fight(pc(flags=[name], abilities=scores(3, 1, 1, 4, 1, 1), spells=[FIRE]), foe(hp=9))
    assert answer(tactic, scene(text, [BEGIN], [PARTY_FIRST]), 0) == Pass(0)
    midway = scene(fight(pc(hp=20), foe(**ROUTINE)), [BEGIN, attack(1, 0), flag(1, name)], [FOES_FIRST, 2])
    assert answer(tactic, midway, 1) == Pass(1)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_a_weapon_that_is_of_no_use_stays_on_the_floor(tactic: str) -> None:
    spoiled = fight(pc(weapons=[SWORD | {"quality": 1}, BOW]), foe())
    state = scene(spoiled, [BEGIN], [PARTY_FIRST]).state
    assert command_in(with_condition(state, 0, dropped=(0, 1)), tactic, 0) == TakeUp(0, 0)
    assert command_in(with_condition(state, 0, dropped=(0, 1), weapons=(0, None)), tactic, 0) == TakeUp(0, 1)
    assert command_in(with_condition(state, 0, dropped=(0, 1), shots=0), tactic, 0) == TakeUp(0, 0)
    useless = with_condition(state, 0, dropped=(0, 1), weapons=(0, None), shots=0)
    assert command_in(useless, tactic, 0) == Attack(0, 1, -1)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_with_another_weapon_at_hand_it_fights_on(tactic: str) -> None:
    played = scene(fight(pc(weapons=[SWORD, SWORD]), foe()), [BEGIN, stunt(1, 0, "disarm")], [FOES_FIRST, 20])
    assert answer(tactic, played, 0) == Attack(0, 1, 1)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k19_a_weapon_that_lies_elsewhere_is_gone_to(tactic: str) -> None:
    text = fight(pc(at="gate"), pc("Bo", at="yard"), foe(at="gate"))
    state = scene(text, [BEGIN], [PARTY_FIRST], {"K19": "zones"}).state
    thrown = with_condition(state, 0, dropped=(0,), lying=((0, "yard"),))
    assert command_in(thrown, tactic, 0) == Move(0, "yard")
    assert command_in(with_condition(thrown, 0, at="yard"), tactic, 0) == TakeUp(0, 0)
    lost = with_condition(state, 0, dropped=(0,), lying=((0, "cave"),))
    assert command_in(lost, tactic, 0) == Attack(0, 2, -1)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k74_one_whose_move_is_spent_walks_up_to_nobody(tactic: str) -> None:
    walked = [BEGIN, attack(1, 0), move(0)]
    assert answer(tactic, scene(fight(pc(), foe(hp=9)), walked, [FOES_FIRST, 2]), 0) == Pass(0)


# Off its feet


TRIPPED = [BEGIN, stunt(1, 0, "trip")]
"""The foe walked up and tripped Ana."""


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_one_who_was_tripped_rises_and_attacks(tactic: str) -> None:
    text = fight(pc(), foe(hp=9))
    assert answer(tactic, scene(text, TRIPPED, [FOES_FIRST, 20]), 0) == Rise(0)
    assert answer(tactic, scene(text, [*TRIPPED, rise(0)], [FOES_FIRST, 20]), 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_the_attack_comes_before_rising_where_it_needs_the_move(tactic: str) -> None:
    text = fight(pc(), foe(hp=9))
    apart = with_condition(scene(text, [BEGIN], [PARTY_FIRST]).state, 0, tripped=True)
    assert command_in(apart, tactic, 0) == Attack(0, 1, 0)
    far = with_condition(scene(text, [BEGIN], [PARTY_FIRST], {"K74": "distance:60"}).state, 0, tripped=True)
    assert command_in(far, tactic, 0) == Move(0, "closer")
    zones = fight(pc(at="gate"), foe(at="yard"))
    away = with_condition(scene(zones, [BEGIN], [PARTY_FIRST], {"K19": "zones"}).state, 0, tripped=True)
    assert command_in(away, tactic, 0) == Move(0, "yard")


def test_k34_on_the_ground_whoever_is_near_comes_first() -> None:
    text = fight(pc(), foe("orc", hp=9), foe("goblin", hp=9))
    commands = [BEGIN, passes(1), stunt(2, 0, "trip")]
    assert answer("first", scene(text, commands, [FOES_FIRST, 20]), 0) == Rise(0)
    assert answer("first", scene(text, [*commands, rise(0)], [FOES_FIRST, 20]), 0) == Attack(0, 2, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_an_archer_rises_before_a_shot(tactic: str) -> None:
    tripped = with_condition(scene(ARCHERY, [BEGIN], [PARTY_FIRST]).state, 0, tripped=True)
    assert command_in(tripped, tactic, 0) == Rise(0)
    engaged = scene(ARCHERY, TRIPPED, [FOES_FIRST, 20])
    assert answer(tactic, engaged, 0) == Move(0, "off")  # the shot needs the move


@pytest.mark.parametrize("tactic", PLAIN)
def test_k34_one_who_has_nothing_else_to_do_rises(tactic: str) -> None:
    text = fight(pc(), foe(hp=9))
    played = scene(text, TRIPPED, [FOES_FIRST, 20])
    assert command_in(with_condition(played.state, 0, stunned=True), tactic, 0) == Rise(0)
    risen = scene(text, [*TRIPPED, rise(0)], [FOES_FIRST, 20])
    assert command_in(with_condition(risen.state, 0, stunned=True), tactic, 0) == Pass(0)
    spent = scene(text, [*TRIPPED, attack(0, 1)], [FOES_FIRST, 20, 2])
    assert answer(tactic, spent, 0) == Rise(0)
    late = scene(text, [*TRIPPED, attack(0, 1)], [FOES_FIRST, 20, 2], {"K42": "move_first"})
    assert 0 not in ruleset.to_act(late.state)


# What somebody else began


DIRTY = fight(pc(abilities=scores(2, 1, 1, 1, 1, 1)), foe(hp=9, flags=["lower_ground"]), foe("orc", hp=9))


@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_k36_the_half_that_is_owed_is_made_good(tactic: str) -> None:
    stunted = scene(DIRTY, [BEGIN, stunt(0, 1, "trip", dirty=True)], [PARTY_FIRST, 2])
    assert answer(tactic, stunted, 0) == Attack(0, 1, 0, dirty=True)
    attacked = scene(DIRTY, [BEGIN, dirty_attack(0, 1)], [PARTY_FIRST, 2])
    assert answer(tactic, attacked, 0) == Stunt(0, 1, "stun", dirty=True)


@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_k36_against_one_who_is_down_it_is_let_go(tactic: str) -> None:
    down = scene(DIRTY, [BEGIN, dirty_attack(0, 1)], [PARTY_FIRST, 20, 8, 8])
    assert answer(tactic, down, 0) == Pass(0)


@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_k36_against_one_who_is_out_of_reach_it_is_let_go(tactic: str) -> None:
    shoved = [BEGIN, stunt(0, 1, "shove", dirty=True)]
    assert answer(tactic, scene(DIRTY, shoved, [PARTY_FIRST, 20]), 0) == Pass(0)  # it has walked up to shove
    later = [BEGIN, attack(0, 1), passes(1), passes(2), BEGIN, stunt(0, 1, "shove", dirty=True)]
    near = scene(DIRTY, later, [PARTY_FIRST, 2, 2, PARTY_FIRST, 20])
    assert answer(tactic, near, 0) == Attack(0, 1, 0, dirty=True)  # the move is left to follow it


@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_k65_a_dirty_routine_is_played_to_its_end(tactic: str) -> None:
    bear = foe("bear", abilities=scores(3, 1, 1, 1, 1, 1), **ROUTINE)
    text = fight(pc("Ana", hp=20, flags=["off_balance"]), bear)
    blows = [BEGIN, dirty_attack(1, 0), dirty_attack(1, 0), dirty_attack(1, 0)]
    assert answer(tactic, scene(text, blows[:3], [FOES_FIRST, 2, 2]), 1) == Attack(1, 0, 0, dirty=True)
    assert answer(tactic, scene(text, blows, [FOES_FIRST, 2, 2, 2]), 1) == Stunt(1, 0, "stun", dirty=True)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k42_one_whose_action_is_spent_lets_its_move_go(tactic: str) -> None:
    played = scene(
        fight(pc(count=2), foe(hp=9)),
        [BEGIN, attack(0, 2), attack(1, 2), passes(2), BEGIN, attack(0, 2)],
        [PARTY_FIRST, 2, 2, PARTY_FIRST, 2],
    )
    assert answer(tactic, played, 0) == Pass(0)
    assert answer(tactic, played, 1) == Attack(1, 2, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k74_feet_are_walked_first(tactic: str) -> None:
    text = fight(pc(), foe())
    near, far = ({"K74": f"distance:{feet}"} for feet in (40, 60))
    assert answer(tactic, scene(text, [BEGIN], [PARTY_FIRST], near), 0) == Attack(0, 1, 0)
    assert answer(tactic, scene(text, [BEGIN], [PARTY_FIRST], far), 0) == Move(0, "closer")
    moved = scene(text, [BEGIN, move(0, "closer")], [PARTY_FIRST], far)
    assert answer(tactic, moved, 0) == Move(0, "closer")  # the second move is the action


@pytest.mark.parametrize("tactic", PLAIN)
def test_k19_places_are_gone_to(tactic: str) -> None:
    text = fight(pc(at="gate"), foe(at="yard"))
    assert answer(tactic, scene(text, [BEGIN], [PARTY_FIRST], {"K19": "zones"}), 0) == Move(0, "yard")
    together = fight(pc(at="yard"), foe(at="yard"))
    assert answer(tactic, scene(together, [BEGIN], [PARTY_FIRST], {"K19": "zones"}), 0) == Attack(0, 1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k43_every_free_attack_is_taken(tactic: str) -> None:
    commands = [BEGIN, attack(0, 1), passes(1), BEGIN, move(0)]
    leaving = scene(fight(pc(), foe(hp=9)), commands, [PARTY_FIRST, 2, PARTY_FIRST], {"K43": "free_attack"})
    assert answer(tactic, leaving, 1) == Strike(1, 0)


@pytest.mark.parametrize("tactic", PLAIN)
def test_k43_who_has_no_hand_free_lets_it_go(tactic: str) -> None:
    guard = foe(hp=9, armor=["shield"], weapons=[SWORD | {"hands": 2}])
    text = "\n".join(line for line in fight(pc(), guard).splitlines() if not line.startswith("damage"))
    commands = [BEGIN, attack(0, 1), passes(1), BEGIN, move(0)]
    leaving = scene(text, commands, [PARTY_FIRST, 2, PARTY_FIRST], {"K43": "free_attack", "K17": "none"})
    assert command_in(with_condition(leaving.state, 1, slung=False), tactic, 1) == Strike(1, None)


@pytest.mark.parametrize("tactic", PLAIN)
def test_one_on_the_run_flees(tactic: str) -> None:
    commands = [BEGIN, attack(0, 2), passes(1)]
    text = fight(pc(count=2), foe("chief", leader=True, morale=7), foe(morale=7), foe("golem"))
    played = scene(text, commands, [PARTY_FIRST, 15, 8, 6, 6], {"K72": "own_turn"})
    assert answer(tactic, played, 3) == Flee(3)


@pytest.mark.parametrize("tactic", PLAIN)
@pytest.mark.parametrize(
    ("option", "seat", "piece"), [("defender_chooses", 0, "helmet"), ("attacker_chooses", 1, "body")]
)
def test_k24_the_own_body_armor_goes_last_a_foes_first(tactic: str, option: str, seat: int, piece: Any) -> None:
    text = fight(pc(hp=90, armor=["gambeson", "shield", "helmet"]), foe())
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 20, 1, 1], {"K24": option})
    assert answer(tactic, played, seat) == ChoosePiece(seat, piece)


def test_each_tactic_says_what_it_does_in_a_line() -> None:
    lines = [(tactic.__doc__ or "").splitlines()[0] for tactic in ruleset.tactics.values()]
    assert len(set(lines)) == len(lines) == 7
    assert all(0 < len(line) <= 80 for line in lines)


def test_the_table_begins_rounds() -> None:
    assert answer("table", scene(UNEQUAL, []), "table") == BeginRound()


def test_the_referee_lets_the_rules_run() -> None:
    text = fight(pc(count=3), foe(count=4, morale=7))
    commands = [BEGIN, attack(0, 3), attack(1, 4)]
    faces = [PARTY_FIRST, 15, 8, 15, 8]
    asked = scene(text, commands, faces, {"K70": "referee"})
    assert answer("referee", asked, "referee") == CallMorale(True)
    broken = scene(text, commands, [*faces, 6, 6], {"K59": "per_npc"})
    assert answer("referee", broken, "referee") == Break(5, "flee")
    blunt = {"name": "mace", "die": "d8", "tags": ["blunt"]}
    doubted = fight(pc(weapons=[blunt]), foe(weak_to=["blunt"]))
    ideal = scene(doubted, [BEGIN, attack(0, 1)], [PARTY_FIRST], {"K02": "referee"})
    assert answer("referee", ideal, "referee") == Rule(True)
    sharp = scene(fight(pc(), foe(weak_to=["blunt"])), [BEGIN, attack(0, 1)], [PARTY_FIRST], {"K02": "referee"})
    assert answer("referee", sharp, "referee") == Rule(False)
    leaving = scene(fight(pc(), foe()), [BEGIN, {"type": "withdraw", "actor": 0}], [PARTY_FIRST], {"K81": "referee"})
    assert answer("referee", leaving, "referee") == Rule(True)


FUZZED: list[dict[str, str]] = [
    {},
    {"K13": "player_facing", "K24": "defender_chooses", "K25": "natural_quality:2", "K26": "natural_quality:1"},
    {"K13": "defender", "K24": "attacker_chooses", "K58": "individual", "K72": "own_turn", "K56": "each_time"},
    {"K24": "random", "K59": "per_npc", "K70": "referee", "K57": "last_standing", "K17": "none"},
    {"K24": "all", "K70": "end_of_round", "K73": "fled_counts", "K28": "base_10", "K58": "individual"},
    {"K24": "shield_first", "K73": "by_name", "K08": "auto_hit", "K10": "both_reported", "K17": "one"},
    {"K43": "free_attack", "K20": "mutual", "K21": "hits_ally", "K22": "track", "K40": "dex", "K45": "npc_dead_at_0"},
    {"K74": "distance:60", "K23": "swap_costs_action", "K42": "split", "K40": "random", "K65": "one_attack"},
    {"K19": "zones", "K21": "disadvantage", "K39": "surprise_round", "K42": "move_first", "K46": "dies"},
    {"K02": "referee", "K20": "attacked_this_round", "K46": "auto_hit", "K75": "first_roll", "K62": "roll_d8"},
    {"K34": "advantage_only", "K35": "by_description", "K36": "stunt_then_attack", "K38": "count_net"},
    {"K36": "stunt_then_attack", "K33": "defender_picks_best", "K17": "none", "K68": "half", "K19": "zones"},
]


@pytest.mark.parametrize("rulings", FUZZED, ids=lambda rulings: "-".join(rulings) or "defaults")
@pytest.mark.parametrize("tactic", ruleset.tactics)
def test_every_answer_is_legal_until_the_end(tactic: str, rulings: dict[str, str]) -> None:
    armed = {"weapons": ["sword", "dagger"], "armor": ["gambeson", "shield", "helmet"]}
    chief = {"hp": 6, "morale": 8, "leader": True, "armor": {"defense": 14, "quality": 2}}
    hexing = {"name": "hex", "save": "con", "on_fail": "off_balance"}
    ana, bo = scores(3, 1, 2, 1, 2, 4), scores(1, 2, 1, 5, 1, 1)
    text = fight(
        pc("Ana", at="yard", abilities=ana, **armed),
        pc("Bo", at="yard", abilities=bo, weapons=["mace"], armor=["shield"], spells=[hexing, FIRE]),
        foe("chief", at="yard", spells=[hexing], **chief),
        foe("orc", at="wall", hp=4, count=2, morale=6, weapons=["axe"]),
        foe("skeleton", at="yard", hp=4, weak_to=["blunt"], flags=["off_balance", "unaware"]),
        fighter("Cy", "party", {"hd": 1, "attack": 1, "armor": ["shield"], "weapons": ["bow"], "at": "wall"}),
        fighter("boar", "foes", {"hd": 1, "damage": "1d4/1d4", "morale": 7, "joins": 2, "at": "gate"}),
        tactics={"party": tactic, "foes": tactic},
    )
    played = scene(text, [], rulings=rulings).fight
    asked: list[int] = []

    def checked(order: Any) -> Any:
        def ordered(state: State, seat: Seat, dice: Dice) -> Any:
            command = order(state, seat, dice)
            assert command in legal(ruleset, state, seat)
            asked.append(state.round)
            return command

        return ordered

    orders = {side: checked(order) for side, order in played.orders().items()}
    ends = set()
    for run in range(20):
        events: list[Any] = []
        asked.clear()
        state = play_out(ruleset, played.state, orders, Sampler("tactics", run), events=events)
        assert ruleset.outcome(state) is not None
        assert max(Counter(asked).values()) <= 6 * len(state.profiles)  # nobody goes round in circles
        folded = played.state
        for event in events:
            folded = ruleset.evolve(folded, event)
        assert folded == state
        ends.add(state.winner)
    assert ends == {"party", "foes"}


@pytest.mark.parametrize("weak_to", [[], ["blunt"]])
def test_k02_where_nobody_sits_in_the_referees_seat_the_tags_decide(weak_to: list[str]) -> None:
    mace = {"name": "mace", "die": "d8", "tags": ["blunt"]}
    text = fight(pc(weapons=[mace]), foe(weak_to=weak_to))
    asked, told = (answer_whole(parse(text, "a duel", {"K02": one})) for one in ("referee", "auto"))
    assert asked.win == told.win
