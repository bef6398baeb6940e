"""Where fighters are to each other: moving, reach, leaving melee, leaving the fight."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import BadInput, ScriptError
from affray.fight import parse
from affray.rules import legal
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, Move, Pass, Rise, Strike, TakeUp, Withdraw
from affray.rulesets.knave.events import Asked, Fell, Left, Moved, RoundBegan
from affray.rulesets.knave.state import FreeAttack, LeaveChoice
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
    passes,
    pc,
    to_act,
)

BOW = {"name": "bow", "die": "d6", "kind": "ranged"}
MISS = 2
"""A face that hits nobody here and is no critical."""

DUEL = fight(pc(weapons=[SWORD, BOW]), foe(hp=20))
TWO_FOES = fight(pc(hp=20, weapons=[SWORD, BOW]), foe("orc", hp=20), foe("goblin", hp=20))
"""Ana is 0, the orc 1, the goblin 2."""


def move(actor: int, to: str = "off") -> dict[str, Any]:
    return {"type": "move", "actor": actor, "to": to}


def withdraw(actor: int) -> dict[str, Any]:
    return {"type": "withdraw", "actor": actor}


def strikes(actor: int, weapon: int | None = 0) -> dict[str, Any]:
    return {"type": "strike", "actor": actor, "weapon": weapon}


def rule(yes: bool) -> dict[str, Any]:
    return {"type": "rule", "yes": yes}


def shove(actor: int, target: int) -> dict[str, Any]:
    return {"type": "stunt", "actor": actor, "target": target, "kind": "shove"}


def trip(actor: int, target: int) -> dict[str, Any]:
    return {"type": "stunt", "actor": actor, "target": target, "kind": "trip"}


def refused(text: str, commands: list[dict[str, Any]], faces: list[int], rulings: dict[str, str] | None = None) -> str:
    """The code of the refusal of the last command."""
    with pytest.raises(ScriptError, match="is refused") as caught:
        scene(text, commands, faces, rulings)
    return str(caught.value).split(": ")[1]


def targets(played: Scene, seat: int, weapon: int = 0) -> set[int]:
    """Whom the seat may attack with this weapon."""
    return {one.target for one in played.legal(seat) if isinstance(one, Attack) and one.weapon == weapon}


def moves(played: Scene, seat: int) -> set[str]:
    """Where the seat may move to."""
    return {one.to for one in played.legal(seat) if isinstance(one, Move)}


# Free: everybody within one move of everybody


def test_k74_nobody_is_adjacent_at_the_start() -> None:
    played = scene(TWO_FOES, [BEGIN], [PARTY_FIRST])
    assert played.state.adjacent == ()
    assert targets(played, 0, 0) == targets(played, 0, 1) == {1, 2}
    assert moves(played, 0) == set()


def test_k74_a_melee_attack_includes_walking_up() -> None:
    played = scene(TWO_FOES, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS])
    assert played.state.adjacent == ((0, 1),)
    assert to_act(played) == (1,)  # nothing is left: the way up was the move


def test_k74_so_does_a_stunt() -> None:
    played = scene(TWO_FOES, [BEGIN, trip(0, 1)], [PARTY_FIRST, MISS])
    assert played.state.adjacent == ((0, 1),)


def test_k74_a_shot_does_not() -> None:
    played = scene(TWO_FOES, [BEGIN, attack(0, 1, 1)], [PARTY_FIRST, MISS])
    assert played.state.adjacent == ()


def test_k74_one_whose_move_is_spent_attacks_only_those_adjacent() -> None:
    """Ana rises with her move; the orc stands beside her, the goblin does not."""
    commands = [BEGIN, trip(1, 0), passes(2), {"type": "rise", "actor": 0}]
    played = scene(TWO_FOES, commands, [FOES_FIRST, 20])
    assert targets(played, 0, 0) == {1}
    assert Rise(0) not in played.legal(0)


def test_k74_nobody_crowds_anybody_out() -> None:
    text = fight(pc(hp=50), foe(count=8))
    played = scene(text, [BEGIN, *(attack(n, 0) for n in range(1, 9))], [FOES_FIRST, *[MISS] * 8])
    assert played.state.adjacent == tuple((0, n) for n in range(1, 9))


def test_k74_a_move_off_ends_all_adjacency_of_the_mover() -> None:
    text = fight(pc("Ana", hp=20), pc("Bo", hp=20), foe("orc"), foe("goblin"))
    commands = [BEGIN, attack(2, 0), attack(3, 0), attack(1, 3), move(0)]
    played = scene(text, commands, [FOES_FIRST, MISS, MISS, MISS])
    assert played.events[-1] == Moved(0, "off")
    assert played.state.adjacent == ((1, 3),)


def test_k74_adjacent_until_one_goes_down() -> None:
    played = scene(DUEL.replace("hp = 20", "hp = 4"), [BEGIN, attack(0, 1)], [PARTY_FIRST, 19, 4])
    assert conditions(played)[1].fate == "unconscious"
    assert played.state.adjacent == ()


def test_k74_adjacency_lasts_over_rounds() -> None:
    played = scene(DUEL, [BEGIN, attack(0, 1), passes(1), BEGIN], [PARTY_FIRST, MISS, FOES_FIRST])
    assert played.state.adjacent == ((0, 1),)
    assert moves(played, 1) == {"off"}


def test_k74_walking_up_to_another_leaves_nobody() -> None:
    """Only a move off ends adjacency."""
    commands = [BEGIN, attack(0, 1), passes(1), passes(2), BEGIN, attack(0, 2)]
    played = scene(TWO_FOES, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS])
    assert played.state.adjacent == ((0, 1), (0, 2))


def test_knave_attack_melee_allies_are_no_targets() -> None:
    text = fight(pc("Ana"), pc("Bo"), foe())
    assert refused(text, [BEGIN, attack(0, 1)], [PARTY_FIRST]) == "not_a_foe"


# The turn: a move and an action, in either order


def test_knave_turn_move_and_an_action() -> None:
    """Off, then a shot: a move and an action."""
    commands = [BEGIN, attack(1, 0), passes(2), move(0), attack(0, 1, 1)]
    played = scene(TWO_FOES, commands, [FOES_FIRST, MISS, MISS])
    assert kinds(played)[-2:] == ["Moved", "Attacked"]
    assert to_act(played) == ("table",)


def test_knave_turn_move_off_and_then_no_walking_up() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), move(0), attack(0, 2)]
    assert refused(TWO_FOES, commands, [FOES_FIRST, MISS]) == "out_of_reach"


def test_k42_the_action_first_and_then_the_move() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), attack(0, 1)]
    struck = scene(TWO_FOES, commands, [FOES_FIRST, MISS, MISS])
    assert to_act(struck) == ("table", 0)
    assert struck.legal(0) == [Move(0, "off"), Pass(0)]
    gone = scene(TWO_FOES, [*commands, move(0)], [FOES_FIRST, MISS, MISS])
    assert gone.state.adjacent == ()
    assert to_act(gone) == ("table",)


def test_k42_one_action_whatever_comes_after_it() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), attack(0, 1), attack(0, 1)]
    assert refused(TWO_FOES, commands, [FOES_FIRST, MISS, MISS]) == "acted"


def test_k42_the_move_is_lost_when_the_next_one_acts() -> None:
    text = fight(pc(hp=20), foe("orc"), foe("goblin"), pc("Bo"))
    commands = [BEGIN, attack(1, 0), passes(2), attack(0, 1), passes(3), move(0)]
    assert refused(text, commands, [FOES_FIRST, MISS, MISS]) == "acted"


def test_k42_move_first() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), attack(0, 1)]
    played = scene(TWO_FOES, commands, [FOES_FIRST, MISS, MISS], {"K42": "move_first"})
    assert to_act(played) == ("table",)
    assert refused(TWO_FOES, [*commands, move(0)], [FOES_FIRST, MISS, MISS], {"K42": "move_first"}) == "acted"
    off = scene(TWO_FOES, [*commands[:3], move(0), attack(0, 1, 1)], [FOES_FIRST, MISS, MISS], {"K42": "move_first"})
    assert kinds(off)[-2:] == ["Moved", "Attacked"]


def test_k42_no_splitting_around_the_action() -> None:
    """20 of 40 feet to the foe, a blow, and the other 20 are gone."""
    played = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS], {"K74": "distance:20"})
    assert to_act(played) == (1,)


@pytest.mark.parametrize(("apart", "back"), [(5, 35), (20, 20), (35, 5)])
def test_k42_split(apart: int, back: int) -> None:
    """What is left of the 40 feet may be gone after the action."""
    rulings = {"K42": "split", "K74": f"distance:{apart}"}
    struck = scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS], rulings)
    assert to_act(struck) == (1, 0)
    assert struck.legal(0) == [Move(0, "off"), Pass(0)]
    gone = scene(DUEL, [BEGIN, attack(0, 1), move(0)], [PARTY_FIRST, MISS], rulings)
    assert gone.events[-1] == Moved(0, "off", -back)
    assert gone.state.adjacent == ()
    assert conditions(gone)[0].advanced == apart - back
    assert to_act(gone) == (1,)


def test_k42_split_leaves_nothing_of_a_whole_move() -> None:
    rulings = {"K42": "split", "K74": "distance:40"}
    assert to_act(scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS], rulings)) == (1,)


def test_k42_split_changes_nothing_where_walking_up_spends_the_move() -> None:
    assert to_act(scene(DUEL, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS], {"K42": "split"})) == (1,)


def test_knave_turn_action_a_second_move() -> None:
    rulings = {"K74": "distance:100"}
    played = scene(DUEL, [BEGIN, move(0, "closer"), move(0, "closer")], [PARTY_FIRST], rulings)
    assert played.events[1:] == (Moved(0, "closer", 40), Moved(0, "closer", 40, action=True))
    assert to_act(played) == (1,)
    assert refused(DUEL, [BEGIN, *[move(0, "closer")] * 3], [PARTY_FIRST], rulings) == "acted"


def test_knave_turn_action_no_attack_after_a_second_move() -> None:
    commands = [BEGIN, move(0, "closer"), move(0, "closer"), attack(0, 1, 1)]
    assert refused(DUEL, commands, [PARTY_FIRST], {"K74": "distance:100"}) == "acted"


def test_knave_turn_action_no_second_move_after_an_attack() -> None:
    commands = [BEGIN, move(0, "closer"), attack(0, 1, 1), move(0, "closer")]
    assert refused(DUEL, commands, [PARTY_FIRST, MISS], {"K74": "distance:100"}) == "acted"


def test_knave_turn_action_after_a_shot_one_move_and_no_more() -> None:
    commands = [BEGIN, attack(0, 1, 1), move(0, "closer")]
    played = scene(DUEL, commands, [PARTY_FIRST, MISS], {"K74": "distance:100"})
    assert played.events[-1] == Moved(0, "closer", 40)
    assert refused(DUEL, [*commands, move(0, "closer")], [PARTY_FIRST, MISS], {"K74": "distance:100"}) == "acted"


def test_k05_a_move_and_no_action() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), move(0), passes(0)]
    assert to_act(scene(TWO_FOES, commands, [FOES_FIRST, MISS])) == ("table",)


def test_knave_turn_move_one_who_is_stunned_may_move_but_not_twice() -> None:
    stun = {"type": "stunt", "actor": 1, "target": 0, "kind": "stun"}
    commands = [BEGIN, stun, move(0, "closer")]
    played = scene(DUEL, commands, [FOES_FIRST, 20], {"K74": "distance:10", "K35": "by_description"})
    assert kinds(played)[-1] == "Moved"
    assert {type(one) for one in played.legal(0)} == {Pass}


# Leaving melee


MELEE = [BEGIN, attack(1, 0), attack(2, 0)]
MELEE_FACES = [FOES_FIRST, MISS, MISS]


def test_k43_leaving_is_free() -> None:
    played = scene(TWO_FOES, [*MELEE, move(0)], MELEE_FACES)
    assert not any(isinstance(event, Asked) for event in played.events)
    assert played.state.adjacent == ()


def test_k43_free_attack_is_offered_to_each_adjacent_foe() -> None:
    rulings = {"K43": "free_attack"}
    asked = scene(TWO_FOES, [*MELEE, move(0)], MELEE_FACES, rulings)
    assert asked.state.pending == (FreeAttack(1, 0, "off"), FreeAttack(2, 0, "off"))
    assert to_act(asked) == (1,)
    assert asked.legal(1) == [Strike(1, 0), Strike(1, -1), Strike(1, None)]
    assert asked.state.adjacent == ((0, 1), (0, 2))  # it has not gone yet
    let_go = scene(TWO_FOES, [*MELEE, move(0), strikes(1, None), strikes(2, None)], MELEE_FACES, rulings)
    assert kinds(let_go)[-1] == "Moved"
    assert let_go.state.adjacent == ()
    assert to_act(let_go) == (0,)  # the action is still there


def test_k43_a_free_attack_is_an_attack_and_no_turn() -> None:
    commands = [*MELEE, move(0), strikes(1), strikes(2), attack(0, 2, 1)]
    faces = [*MELEE_FACES, 19, 3, MISS, MISS]
    played = scene(TWO_FOES, commands, faces, {"K43": "free_attack"})
    assert conditions(played)[0].hp == 17
    assert names(played)[3:] == ["attack.d20", "attack.damage", "attack.d20", "attack.d20"]
    assert played.state.acted == (0, 1, 2)


def test_k43_a_free_attack_takes_no_turn_from_one_who_has_not_acted() -> None:
    commands = [BEGIN, attack(0, 1), passes(1), passes(2), BEGIN, move(0), strikes(1), passes(0)]
    played = scene(TWO_FOES, commands, [PARTY_FIRST, MISS, PARTY_FIRST, MISS], {"K43": "free_attack"})
    assert to_act(played) == (1,)


def test_k43_the_mover_stops_if_downed() -> None:
    """The first blow fells it; nobody strikes any more at one who goes nowhere."""
    text = fight(pc(hp=4), pc("Bo"), foe("orc"), foe("goblin"))
    commands = [BEGIN, attack(2, 0), attack(3, 0), move(0), strikes(2)]
    played = scene(text, commands, [FOES_FIRST, MISS, MISS, 19, 4], {"K43": "free_attack"})
    assert played.events[-1] == Fell(0, "unconscious", "knave.hp.unconscious")
    assert played.state.pending == ()
    assert "Moved" not in kinds(played)
    assert to_act(played) == (1,)


def test_k43_one_who_is_down_does_not_walk_on_when_the_last_foe_lets_it_go() -> None:
    text = fight(pc(hp=3), pc("Bo"), foe("orc"), foe("goblin"))
    commands = [BEGIN, attack(2, 0), attack(3, 0), move(0), strikes(2, None), strikes(3)]
    played = scene(text, commands, [FOES_FIRST, MISS, MISS, 19, 6], {"K43": "free_attack"})
    assert conditions(played)[0].fate == "dead"
    assert "Moved" not in kinds(played)


def test_k43_armor_gives_way_before_the_next_free_attack() -> None:
    """A natural 20 with a choice of the piece (K24): it is made before anybody else strikes."""
    text = fight(pc(hp=30, armor=["gambeson", "shield"]), foe("orc"), foe("goblin"))
    commands = [BEGIN, attack(1, 0), attack(2, 0), move(0), strikes(1)]
    rulings = {"K43": "free_attack", "K24": "defender_chooses"}
    asked = scene(text, commands, [FOES_FIRST, MISS, MISS, 20, 1, 1], rulings)
    assert to_act(asked) == (0,)
    chosen = {"type": "choose_piece", "chooser": 0, "piece": "shield"}
    # 12 + 1 beats gambeson without a shield (12), and would not beat 13.
    played = scene(text, [*commands, chosen, strikes(2)], [FOES_FIRST, MISS, MISS, 20, 1, 1, 12, 1], rulings)
    assert conditions(played)[0].hp == 27
    assert kinds(played)[-1] == "Moved"


@pytest.mark.parametrize("flag", ["asleep", "bound"])
def test_k43_only_conscious_foes_that_can(flag: str) -> None:
    flagged = {"type": "set_flag", "fighter": 1, "flag": flag, "on": True, "reason": "a spell"}
    played = scene(TWO_FOES, [*MELEE, flagged, move(0)], MELEE_FACES, {"K43": "free_attack"})
    assert played.state.pending == (FreeAttack(2, 0, "off"),)


def test_k43_without_anything_to_strike_with_there_is_no_offer() -> None:
    text = fight(pc(), foe(damage="1d6"))
    disarmed = text.replace('damage = "1d6"', "weapons = [" + '{ name = "axe", die = "d6" }]')
    commands = [BEGIN, attack(1, 0), {"type": "stunt", "actor": 0, "target": 1, "kind": "disarm"}, move(0)]
    played = scene(disarmed, commands, [FOES_FIRST, MISS, 20], {"K43": "free_attack", "K17": "none"})
    assert kinds(played)[-1] == "Moved"


def test_k43_only_the_offered_seat_answers_and_only_in_melee() -> None:
    text = fight(pc(hp=20), foe(hp=20, weapons=[SWORD, BOW], damage="1d4"))
    commands = [BEGIN, attack(1, 0), move(0)]
    rulings = {"K43": "free_attack"}
    assert refused(text, [*commands, strikes(0)], [FOES_FIRST, MISS], rulings) == "not_yours"
    assert refused(text, [*commands, strikes(1, 1)], [FOES_FIRST, MISS], rulings) == "not_melee"
    assert refused(text, [*commands, passes(0)], [FOES_FIRST, MISS], rulings) == "decision_due"


def test_k43_also_when_one_leaves_the_fight() -> None:
    text = fight(pc(hp=20), pc("Bo"), foe(hp=20))
    commands = [BEGIN, attack(2, 0), withdraw(0)]
    asked = scene(text, commands, [FOES_FIRST, MISS], {"K43": "free_attack"})
    assert asked.state.pending == (FreeAttack(2, 0, "out"),)
    gone = scene(text, [*commands, strikes(2)], [FOES_FIRST, MISS, MISS], {"K43": "free_attack"})
    assert conditions(gone)[0].fate == "fled"


def test_k43_not_for_one_who_is_pushed() -> None:
    commands = [BEGIN, attack(1, 0), passes(2), shove(0, 1)]
    played = scene(TWO_FOES, commands, [FOES_FIRST, MISS, 20], {"K43": "free_attack"})
    assert played.state.pending == ()
    assert played.state.adjacent == ()


# Zones


ZONES = fight(
    pc("Ana", hp=20, at="bridge", weapons=[SWORD, BOW]),
    pc("Bo", hp=20, at="ford"),
    foe("orc", hp=20, at="ford"),
    foe("goblin", hp=20, at="hill"),
)


@pytest.fixture(params=[{"K19": "zones"}, {"K74": "zones"}], ids=str)
def zones(request: pytest.FixtureRequest) -> dict[str, str]:
    """The two ways to say it."""
    found: dict[str, str] = request.param
    return found


def test_k19_zones_melee_within_one(zones: dict[str, str]) -> None:
    played = scene(ZONES, [BEGIN], [PARTY_FIRST], zones)
    assert targets(played, 0, 0) == set()
    assert targets(played, 1, 0) == {2}


def test_k19_zones_ranged_anywhere(zones: dict[str, str]) -> None:
    assert targets(scene(ZONES, [BEGIN], [PARTY_FIRST], zones), 0, 1) == {2, 3}


def test_k19_zones_one_move_to_another(zones: dict[str, str]) -> None:
    played = scene(ZONES, [BEGIN], [PARTY_FIRST], zones)
    assert moves(played, 0) == {"ford", "hill"}
    there = scene(ZONES, [BEGIN, move(0, "hill")], [PARTY_FIRST], zones)
    assert there.events[-1] == Moved(0, "hill")
    assert targets(there, 0, 0) == {3}
    struck = scene(ZONES, [BEGIN, move(0, "hill"), attack(0, 3)], [PARTY_FIRST, MISS], zones)
    assert to_act(struck) == (1,)


def test_k19_zones_a_second_move_is_the_action(zones: dict[str, str]) -> None:
    played = scene(ZONES, [BEGIN, move(0, "hill"), move(0, "ford")], [PARTY_FIRST], zones)
    assert played.events[-1] == Moved(0, "ford", action=True)
    assert to_act(played) == (1,)


def test_k19_zones_a_place_that_is_empty_is_still_there(zones: dict[str, str]) -> None:
    commands = [BEGIN, move(0, "hill"), passes(0), passes(1), passes(2), passes(3), BEGIN]
    played = scene(ZONES, commands, [PARTY_FIRST, PARTY_FIRST], zones)
    assert moves(played, 0) == {"bridge", "ford"}


def test_k20_zones_all_foes_at_the_place_engage(zones: dict[str, str]) -> None:
    there = scene(ZONES, [BEGIN, move(0, "ford")], [PARTY_FIRST], zones)
    assert targets(there, 0, 1) == set()
    away = scene(ZONES, [BEGIN, move(0, "ford"), passes(0), passes(1), passes(2), passes(3), BEGIN, move(0, "bridge")],
                 [PARTY_FIRST, PARTY_FIRST], zones)  # fmt: skip
    assert targets(away, 0, 1) == {2, 3}


def test_k43_zones_leaving_a_place(zones: dict[str, str]) -> None:
    played = scene(ZONES, [BEGIN, move(1, "bridge")], [PARTY_FIRST], {**zones, "K43": "free_attack"})
    assert played.state.pending == (FreeAttack(2, 1, "bridge"),)


def test_k19_unlimited_places_do_not_matter() -> None:
    assert targets(scene(ZONES, [BEGIN], [PARTY_FIRST]), 0, 0) == {2, 3}


@pytest.mark.parametrize("word", ["off", "closer", "out"])
def test_k19_words_of_moves_are_no_places(word: str) -> None:
    with pytest.raises(BadInput, match="meaning of its own"):
        parse(fight(pc(at=word), foe()))


def test_zones_the_tactic_goes_where_a_foe_is(zones: dict[str, str]) -> None:
    text = fight(pc("Ana", at="bridge"), foe("orc", at="ford"), foe("goblin", at="hill"))
    played = scene(text, [BEGIN], [PARTY_FIRST], zones)
    assert ruleset.tactics["first"](played.state, 0, None) == Move(0, "ford")  # type: ignore[arg-type]
    there = scene(text, [BEGIN, move(0, "ford")], [PARTY_FIRST], zones)
    assert ruleset.tactics["first"](there.state, 0, None) == Attack(0, 1, 0)  # type: ignore[arg-type]


def test_k74_zones_everybody_stands_somewhere(zones: dict[str, str]) -> None:
    late = (pc(at="ford"), foe(at="ford"), foe("imp", joins=3))
    for fighters in ((pc(), foe(at="ford")), (pc(at="ford"), foe()), late):
        with pytest.raises(BadInput, match=r"\.at: required"):
            parse(fight(*fighters), "fight", zones)
        assert parse(fight(*fighters)).state  # elsewhere nobody asks for it


def test_k19_zones_a_place_where_nobody_has_come_yet_is_not_known(zones: dict[str, str]) -> None:
    """The ambush on the hill is nobody's business before the third round, nor the one in the cave before it shows."""
    text = fight(
        pc(at="bridge"), foe("orc", at="ford"), foe("imp", at="hill", joins=3), foe("ghost", at="cave", hidden=True)
    )
    turns = [BEGIN, passes(0), passes(1)]
    assert moves(scene(text, [BEGIN], [PARTY_FIRST], zones), 0) == {"ford"}
    assert refused(text, [BEGIN, move(0, "hill")], [PARTY_FIRST], zones) == "nowhere"
    third = scene(text, [*turns, *turns, BEGIN], [PARTY_FIRST] * 3, zones)
    assert moves(third, 0) == {"ford", "hill"}
    shows = {"type": "bring_in", "fighter": 3, "reason": "it howls"}
    assert moves(scene(text, [BEGIN, shows], [PARTY_FIRST], zones), 0) == {"ford", "cave"}


def test_k19_zones_the_place_of_one_who_is_out_is_still_known(zones: dict[str, str]) -> None:
    gone = {"type": "override", "fighter": 3, "hp": -1, "reason": "a rock falls"}
    played = scene(ZONES, [BEGIN, gone], [PARTY_FIRST], zones)
    assert moves(played, 0) == {"ford", "hill"}


def taking(actor: int, weapon: int = 0) -> dict[str, Any]:
    return {"type": "take_up", "actor": actor, "weapon": weapon}


def test_k18_zones_what_is_thrown_lies_where_the_target_stood(zones: dict[str, str]) -> None:
    text = fight(pc("Ana", hp=20, at="hill", weapons=["dagger"]), foe("orc", hp=20, at="ford"))
    throw = attack(0, 1) | {"thrown": True}
    commands: list[dict[str, Any]] = [BEGIN, throw, move(1, "hill"), passes(1), BEGIN]
    faces = [PARTY_FIRST, MISS, PARTY_FIRST]
    played = scene(text, commands, faces, zones)
    assert conditions(played)[0].lying == ((0, "ford"),)
    assert refused(text, [*commands, taking(0)], faces, zones) == "elsewhere"
    assert TakeUp(0, 0) not in played.legal(0)
    there = scene(text, [*commands, move(0, "ford"), taking(0)], faces, zones)
    assert (conditions(there)[0].dropped, conditions(there)[0].lying) == ((), ())


def test_k34_zones_what_is_knocked_away_lies_where_it_was(zones: dict[str, str]) -> None:
    text = fight(pc("Ana", hp=20, at="ford"), pc("Bo", at="hill"), foe("orc", hp=20, at="ford", weapons=[SWORD]))
    disarms = {"type": "stunt", "actor": 0, "target": 2, "kind": "disarm"}
    commands: list[dict[str, Any]] = [BEGIN, disarms, passes(1), move(2, "hill")]
    faces = [PARTY_FIRST, 20]
    assert refused(text, [*commands, taking(2)], faces, zones) == "elsewhere"
    back = scene(text, [*commands, passes(2), BEGIN, move(2, "ford"), taking(2)], [*faces, FOES_FIRST], zones)
    assert conditions(back)[2].dropped == ()
    assert "disarmed" not in conditions(back)[2].flags


def test_k34_without_places_a_weapon_is_taken_up_anywhere() -> None:
    disarms = {"type": "stunt", "actor": 0, "target": 1, "kind": "disarm"}
    text = fight(pc("Ana", at="ford"), foe("orc", hp=20, at="hill", weapons=[SWORD]))
    played = scene(text, [BEGIN, disarms, move(1), taking(1)], [PARTY_FIRST, 20])
    assert conditions(played)[1].dropped == ()


# Distance


@pytest.mark.parametrize(("feet", "reached"), [(5, True), (40, True), (41, False), (45, False), (1000, False)])
def test_k74_distance_one_move_is_40_feet(feet: int, reached: bool) -> None:
    played = scene(DUEL, [BEGIN], [PARTY_FIRST], {"K74": f"distance:{feet}"})
    assert targets(played, 0, 0) == ({1} if reached else set())
    assert targets(played, 0, 1) == {1}  # K19: no limit to a shot


@pytest.mark.parametrize("feet", [4, 0, 1001])
def test_k74_distance_has_limits(feet: int) -> None:
    with pytest.raises(BadInput, match="5 to 1000"):
        parse(DUEL, "fight", {"K74": f"distance:{feet}"})


def test_k74_distance_a_side_that_closes_spends_moves() -> None:
    """100 feet: two moves of Ana's, then the goblin's move does the rest."""
    rulings = {"K74": "distance:100"}
    commands = [BEGIN, move(0, "closer"), move(0, "closer")]
    closed = scene(DUEL, commands, [PARTY_FIRST], rulings)
    assert conditions(closed)[0].advanced == 80
    assert targets(closed, 1, 0) == {0}
    struck = scene(DUEL, [*commands, attack(1, 0)], [PARTY_FIRST, MISS], rulings)
    assert Moved(1, "closer", 20) in struck.events
    assert conditions(struck)[1].advanced == 20
    assert struck.state.adjacent == ((0, 1),)


def test_k74_distance_no_further_than_the_foe() -> None:
    played = scene(DUEL, [BEGIN, move(0, "closer")], [PARTY_FIRST], {"K74": "distance:25"})
    assert played.events[-1] == Moved(0, "closer", 25)


def test_k74_distance_one_who_has_walked_all_the_way_can_strike() -> None:
    rulings = {"K74": "distance:25"}
    played = scene(DUEL, [BEGIN, move(0, "closer"), attack(0, 1)], [PARTY_FIRST, MISS], rulings)
    assert played.state.adjacent == ((0, 1),)
    assert to_act(played) == (1,)


def test_k74_distance_but_not_one_who_is_on_the_way() -> None:
    assert refused(DUEL, [BEGIN, move(0, "closer"), attack(0, 1)], [PARTY_FIRST], {"K74": "distance:60"}) == (
        "out_of_reach"
    )


def test_k74_distance_walking_up_counts_for_everybody() -> None:
    """Ana has walked 30 feet to the orc; so she is where the goblin is, too."""
    rulings = {"K74": "distance:30"}
    commands = [BEGIN, attack(0, 1), passes(1), passes(2), BEGIN]
    played = scene(TWO_FOES, commands, [PARTY_FIRST, MISS, PARTY_FIRST], rulings)
    assert conditions(played)[0].advanced == 30
    assert moves(played, 0) == {"off"}
    off = scene(TWO_FOES, [*commands, move(0), passes(0)], [PARTY_FIRST, MISS, PARTY_FIRST], rulings)
    assert conditions(off)[0].advanced == -10  # 40 feet from where the blows fell
    assert targets(off, 1, 0) == {0}


APART = [BEGIN, attack(0, 1), passes(1), move(2), passes(2), BEGIN]
"""Ana has walked 30 feet to the orc (1) beside whom she stands; the goblin (2) has fallen back by 40."""
APART_FACES = [PARTY_FIRST, MISS, PARTY_FIRST]


def test_k74_distance_closer_is_to_the_nearest_who_is_not_adjacent() -> None:
    rulings = {"K74": "distance:30"}
    here = scene(TWO_FOES, APART, APART_FACES, rulings)
    assert moves(here, 0) == {"off", "closer"}
    gone = scene(TWO_FOES, [*APART, move(0, "closer")], APART_FACES, rulings)
    assert gone.events[-1] == Moved(0, "closer", 40)
    assert gone.state.adjacent == ()


def test_k74_distance_one_in_melee_has_to_move_off_before_it_walks_to_another() -> None:
    rulings = {"K74": "distance:30"}
    here = scene(TWO_FOES, APART, APART_FACES, rulings)
    assert targets(here, 0, 0) == {1}
    for command in (attack(0, 2), trip(0, 2)):
        assert refused(TWO_FOES, [*APART, command], APART_FACES, rulings) == "out_of_reach"
    there = scene(TWO_FOES, [*APART, move(0, "closer")], APART_FACES, rulings)
    assert 2 in targets(there, 0, 0)
    struck = scene(TWO_FOES, [*APART, move(0, "closer"), attack(0, 2)], [*APART_FACES, MISS], rulings)
    assert struck.state.adjacent == ((0, 2),)


def test_k74_distance_one_whose_foe_has_gone_walks_to_another() -> None:
    """Nobody is beside Ana any more: 40 feet are one move, and the blow includes them."""
    rulings = {"K74": "distance:30"}
    down = {"type": "override", "fighter": 1, "hp": -1, "reason": "a rock falls"}
    played = scene(TWO_FOES, [*APART, down, attack(0, 2)], [*APART_FACES, MISS], rulings)
    assert Moved(0, "closer", 40) in played.events
    assert played.state.adjacent == ((0, 2),)


def test_k43_distance_going_closer_leaves_those_beside() -> None:
    rulings = {"K74": "distance:30", "K43": "free_attack"}
    asked = scene(TWO_FOES, [*APART, move(0, "closer")], APART_FACES, rulings)
    assert asked.state.pending == (FreeAttack(1, 0, "closer"),)
    assert asked.state.adjacent == ((0, 1),)
    gone = scene(TWO_FOES, [*APART, move(0, "closer"), strikes(1)], [*APART_FACES, MISS], rulings)
    assert gone.events[-1] == Moved(0, "closer", 40)
    assert gone.state.adjacent == ()
    assert to_act(gone) == (0,)


@pytest.mark.parametrize(("feet", "off"), [(999, True), (1_000, False)])
def test_k74_distance_nobody_falls_back_for_ever(feet: int, off: bool) -> None:
    played = scene(DUEL, [BEGIN], [PARTY_FIRST], {"K74": f"distance:{feet}"})
    assert moves(played, 0) == ({"off", "closer"} if off else {"closer"})


def test_k74_distance_one_in_melee_may_always_move_off() -> None:
    """The orc is beside Ana; that the goblin is 1,000 feet away keeps her from nothing."""
    rulings = {"K74": "distance:30"}
    played = scene(TWO_FOES, APART, APART_FACES, rulings)
    far = replace(played.state.conditions[2], advanced=-1_000)
    state = replace(played.state, conditions=(*played.state.conditions[:2], far))
    assert [one.to for one in legal(ruleset, state, 0) if isinstance(one, Move)] == ["off", "closer"]


def test_k74_distance_one_may_fall_back_without_being_in_melee() -> None:
    rulings = {"K74": "distance:40"}
    back = scene(DUEL, [BEGIN, attack(0, 1, 1), move(0)], [PARTY_FIRST, MISS], rulings)
    assert back.events[-1] == Moved(0, "off", -40)
    assert targets(back, 1, 0) == set()


def test_k74_distance_rising_is_no_way_up() -> None:
    """At 0 feet: what is spent on rising brings nobody to a foe who is not adjacent."""
    rulings = {"K74": "distance:5", "K35": "by_description"}
    commands = [BEGIN, trip(1, 0), passes(2), {"type": "rise", "actor": 0}]
    assert targets(scene(TWO_FOES, commands, [FOES_FIRST, 20], rulings), 0, 0) == set()


def test_distance_the_tactic_closes_with_move_and_action() -> None:
    rulings = {"K74": "distance:100"}
    text = fight(pc(), foe(hp=20))
    tactic = ruleset.tactics["first"]
    commands: list[Any] = [BEGIN]
    for expected in (Move(0, "closer"), Move(0, "closer"), Attack(1, 0, 0)):
        played = scene(text, commands, [PARTY_FIRST], rulings)
        seat = to_act(played)[0]
        assert tactic(played.state, seat, None) == expected  # type: ignore[arg-type]
        commands.append(expected)


# Leaving the fight


PAIR = fight(pc("Ana"), pc("Bo"), foe(hp=20))


def test_k81_out_at_the_end_of_its_turn() -> None:
    played = scene(PAIR, [BEGIN, withdraw(0)], [PARTY_FIRST])
    assert played.events[-1] == Left(0, "fled", "knave.turn.move")
    assert to_act(played) == (1,)


def test_k81_nothing_stops_it() -> None:
    played = scene(PAIR, [BEGIN, attack(2, 0), withdraw(0)], [FOES_FIRST, MISS])
    assert conditions(played)[0].fate == "fled"


def test_k81_it_takes_the_move_and_the_action() -> None:
    """So not after either of them."""
    text = PAIR
    assert refused(text, [BEGIN, attack(0, 2), withdraw(0)], [PARTY_FIRST, MISS]) == "acted"
    assert refused(text, [BEGIN, attack(2, 0), move(0), withdraw(0)], [FOES_FIRST, MISS]) == "turn_begun"
    stun = {"type": "stunt", "actor": 2, "target": 0, "kind": "stun"}
    assert refused(text, [BEGIN, stun, withdraw(0)], [FOES_FIRST, 20]) == "stunned"


def test_k81_one_who_has_left_is_no_target_and_has_no_turn() -> None:
    commands = [BEGIN, withdraw(0), passes(1), passes(2), BEGIN]
    played = scene(PAIR, commands, [PARTY_FIRST, PARTY_FIRST])
    assert to_act(played) == (1,)
    assert refused(PAIR, [*commands, passes(1), attack(2, 0)], [PARTY_FIRST, PARTY_FIRST]) == "no_target"


def test_k44_the_fight_ends_when_the_last_one_leaves() -> None:
    played = scene(DUEL, [BEGIN, withdraw(0)], [PARTY_FIRST])
    assert (played.state.over, played.state.winner) == (True, "foes")


def test_k81_referee() -> None:
    asked = scene(PAIR, [BEGIN, withdraw(0)], [PARTY_FIRST], {"K81": "referee"})
    assert asked.state.pending == (LeaveChoice(0),)
    assert to_act(asked) == ("referee",)
    played = scene(PAIR, [BEGIN, withdraw(0), rule(True)], [PARTY_FIRST], {"K81": "referee"})
    assert conditions(played)[0].fate == "fled"
    assert to_act(played) == (1,)
    assert kinds(played)[-3:] == ["Answered", "Passed", "Left"]


def test_k81_referee_a_no_costs_nothing() -> None:
    """The turn that leaving would have taken is there for something else."""
    played = scene(PAIR, [BEGIN, withdraw(0), rule(False)], [PARTY_FIRST], {"K81": "referee"})
    assert played.state == scene(PAIR, [BEGIN], [PARTY_FIRST], {"K81": "referee"}).state
    assert to_act(played) == (0, 1)


def test_k81_leaving_spends_the_turn() -> None:
    played = scene(PAIR, [BEGIN, withdraw(0)], [PARTY_FIRST])
    assert kinds(played)[-2:] == ["Passed", "Left"]
    assert played.state.acted == (0,)


def test_k81_one_who_leaves_ends_the_turn_of_whoever_acted_before() -> None:
    """Ana has struck where she stood: her move is lost when Bo leaves, and with it what lasted for her turn."""
    edge = {"type": "grant", "actor": 0, "target": 2, "edge": 1}
    commands = [BEGIN, attack(2, 0), edge, attack(0, 2)]
    faces = [FOES_FIRST, MISS, MISS, MISS]
    struck = scene(PAIR, commands, faces)
    assert to_act(struck) == (1, 0)
    assert struck.state.grants == ((0, 2, 1),)
    left = scene(PAIR, [*commands, withdraw(1)], faces)
    assert to_act(left) == ("table",)
    assert left.state.grants == ()
    assert refused(PAIR, [*commands, withdraw(1), move(0)], faces) == "acted"


def test_k81_one_who_is_struck_down_on_the_way_out_has_acted_all_the_same() -> None:
    """K43: the free attack fells Ana; on her feet again she has no turn left in this round."""
    commands = [BEGIN, attack(2, 0), withdraw(0), strikes(2)]
    faces = [FOES_FIRST, MISS, 19, 6]
    rulings = {"K43": "free_attack"}
    text = fight(pc("Ana", hp=6), pc("Bo"), foe(hp=20))
    down = scene(text, commands, faces, rulings)
    assert conditions(down)[0].fate == "unconscious"
    healed = {"type": "override", "fighter": 0, "hp": 3, "reason": "a potion"}
    assert to_act(scene(text, [*commands, healed], faces, rulings)) == (1,)


def test_k81_withdrawing_is_an_option_of_a_fresh_turn() -> None:
    played = scene(PAIR, [BEGIN], [PARTY_FIRST])
    assert Withdraw(0) in played.legal(0)


# Order and surprise


DEXTROUS = fight(
    pc("Ana", abilities={"str": 1, "dex": 1, "con": 1, "int": 1, "wis": 1, "cha": 1}),
    pc("Bo", abilities={"str": 1, "dex": 4, "con": 1, "int": 1, "wis": 1, "cha": 1}),
    pc("Cy", abilities={"str": 1, "dex": 4, "con": 1, "int": 1, "wis": 1, "cha": 1}),
    foe("goblin", hd=1),
    foe("ogre", hd=4),
)


@pytest.mark.parametrize("face", [FOES_FIRST, PARTY_FIRST])
def test_k40_dex_the_highest_first_then_the_roster(face: int) -> None:
    turns: list[int] = []
    commands: list[Any] = [BEGIN]
    for _ in range(5):
        (seat,) = to_act(scene(DEXTROUS, commands, [face], {"K40": "dex"}))
        assert isinstance(seat, int)
        turns.append(seat)
        commands.append(passes(seat))
    party, foes = [1, 2, 0], [4, 3]
    assert turns == (foes + party if face == FOES_FIRST else party + foes)


def test_k40_random_each_order_alike() -> None:
    from collections import Counter
    from fractions import Fraction

    from affray.interpret.every import exact
    from affray.play import Play
    from affray.rulesets.knave.commands import BeginRound

    text = fight(pc("Ana"), pc("Bo"), pc("Cy"), foe())
    state = scene(text, [], [], {"K40": "random"}).state

    def run(dice: Any) -> tuple[int, ...]:
        play = Play(state, dice, ruleset.evolve)
        ruleset.apply(play, BeginRound())
        return tuple(one for one in play.state.order if one != 3)

    found = exact(run).fractions()
    assert len(found) == 6
    assert Counter(found.values()) == {Fraction(1, 6): 6}


def test_k40_random_of_more_than_a_table_of_odds_can_hold() -> None:
    """Ten fighters: nine dice, for the last one is left over."""
    faces: list[Any] = [PARTY_FIRST, *(("round.order", 1) for _ in range(9))]
    played = scene(fight(pc(count=5), foe(count=5)), [BEGIN], faces, {"K40": "random"})
    assert [one.sides for one in played.asked[1:]] == [10, 9, 8, 7, 6, 5, 4, 3, 2]
    assert played.state.order == tuple(range(10))


def test_k40_random_one_who_arrives_is_shuffled_in() -> None:
    text = fight(pc(), foe("goblin"), foe("orc", joins=2))
    commands = [BEGIN, passes(0), passes(1), BEGIN]
    faces: list[Any] = [PARTY_FIRST, ("round.order", 1), FOES_FIRST]
    # Of three who stand in round 2 the orc comes first.
    played = scene(text, commands, [*faces, ("round.order", 3), ("round.order", 1)], {"K40": "random"})
    assert played.state.order[0] == 2
    assert to_act(played) == (2,)


def test_k39_no_free_round() -> None:
    text = fight(pc(), foe("orc", flags=["unaware"]), foe("goblin"))
    played = scene(text, [BEGIN], [FOES_FIRST])
    assert to_act(played) == (1,)
    shot = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, MISS, MISS])
    assert shot.asked[-1].count == 2  # advantage


def test_k39_surprise_round() -> None:
    text = fight(pc(), foe("orc", flags=["unaware"]), foe("goblin"))
    rulings = {"K39": "surprise_round"}
    first = scene(text, [BEGIN], [FOES_FIRST], rulings)
    assert to_act(first) == (2,)
    assert first.events == (RoundBegan(1, idle=(1,)),)
    second = scene(text, [BEGIN, passes(2), passes(0), BEGIN], [FOES_FIRST, FOES_FIRST], rulings)
    assert to_act(second) == (1,)


def test_k39_surprise_round_a_whole_side() -> None:
    text = fight(pc(), foe("orc", flags=["unaware"]))
    played = scene(text, [BEGIN], [FOES_FIRST], {"K39": "surprise_round"})
    assert to_act(played) == (0,)
    done = scene(text, [BEGIN, passes(0)], [FOES_FIRST], {"K39": "surprise_round"})
    assert to_act(done) == ("table",)
