"""Routines: several attacks in one action, split between targets, with their criticals, morale and advantage."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import ScriptError
from affray.fight import parse
from affray.interpret.roll import Sampler
from affray.interpret.simulate import play_out
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Attack, Pass
from affray.rulesets.knave.events import Attacked, Left, QualityLost
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
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

MISS = 2
BEAR = {"hp": 20, "attack": 5, "damage": "1d4/1d4/1d6"}
DEN = fight(pc("Ana", hp=20), pc("Bo", hp=20), foe("bear", **BEAR))
"""PCs 0 and 1, the bear 2: two claws and a bite."""


def dirty_attack(actor: int, target: int) -> dict[str, Any]:
    return attack(actor, target) | {"dirty": True}


def stunt(actor: int, target: int, kind: str, dirty: bool = False) -> dict[str, Any]:
    return {"type": "stunt", "actor": actor, "target": target, "kind": kind, "dirty": dirty}


def refused(text: str, commands: list[dict[str, Any]], faces: list[int], rulings: dict[str, str] | None = None) -> str:
    """The code of the refusal of the last command."""
    with pytest.raises(ScriptError, match="is refused") as caught:
        scene(text, commands, faces, rulings)
    return str(caught.value).split(": ")[1]


def targets(played: Scene, seat: int) -> set[int]:
    return {one.target for one in played.legal(seat) if isinstance(one, Attack)}


def test_k65_the_whole_routine_is_one_action() -> None:
    commands = [BEGIN, attack(2, 0), attack(2, 0), attack(2, 0)]
    faces: list[Any] = [FOES_FIRST, 10, ("attack.damage", 4), 10, ("attack.damage", 3), 10, ("attack.damage", 6)]
    assert to_act(scene(DEN, commands[:2], faces[:3])) == (2,)
    assert to_act(scene(DEN, commands[:3], faces[:5])) == (2,)
    played = scene(DEN, commands, faces)
    assert to_act(played) == (0, 1)
    assert conditions(played)[0].hp == 7


def test_k65_each_attack_has_the_die_of_its_place() -> None:
    commands = [BEGIN, *[attack(2, 0)] * 3]
    played = scene(DEN, commands, [FOES_FIRST, 10, 1, 10, 1, 10, 1])
    assert [question.sides for question in played.asked if question.name == "attack.damage"] == [4, 4, 6]


def test_k65_no_fourth_attack() -> None:
    assert refused(DEN, [BEGIN, *[attack(2, 0)] * 4], [FOES_FIRST, MISS, MISS, MISS]) == "acted"


def test_k65_the_rest_may_be_let_go() -> None:
    played = scene(DEN, [BEGIN, attack(2, 0), passes(2)], [FOES_FIRST, MISS])
    assert to_act(played) == (0, 1)


def test_k65_split_between_adjacent_targets() -> None:
    """Both PCs have walked up to the bear."""
    commands = [BEGIN, attack(0, 2), attack(1, 2), attack(2, 0), attack(2, 1), attack(2, 0)]
    faces = [PARTY_FIRST, MISS, MISS, 10, 1, 10, 2, 10, 3]
    played = scene(DEN, commands, faces)
    assert [one.hp for one in conditions(played)[:2]] == [16, 18]
    assert to_act(played) == ("table", 2)  # the bear did not move


def test_k65_only_between_adjacent_ones() -> None:
    """Ana stands beside the bear, Bo does not; the routine does not walk between its attacks."""
    begun = scene(DEN, [BEGIN, attack(0, 2), passes(1), attack(2, 0)], [PARTY_FIRST, MISS, MISS])
    assert targets(begun, 2) == {0}
    walked = scene(DEN, [BEGIN, attack(2, 0)], [FOES_FIRST, MISS])
    assert targets(walked, 2) == {0}


def test_k42_nor_does_anybody_move_in_the_midst_of_it() -> None:
    commands = [BEGIN, attack(0, 2), passes(1), attack(2, 0), {"type": "move", "actor": 2, "to": "off"}]
    assert refused(DEN, commands, [PARTY_FIRST, MISS, MISS]) == "split"


def test_k65_the_routine_goes_on_with_the_same_weapon() -> None:
    assert refused(DEN, [BEGIN, attack(2, 0), attack(2, 0, -1)], [FOES_FIRST, MISS]) == "routine"
    assert refused(DEN, [BEGIN, attack(2, 0), stunt(2, 0, "shove")], [FOES_FIRST, MISS]) == "routine"


def test_k65_one_attack() -> None:
    played = scene(DEN, [BEGIN, attack(2, 0)], [FOES_FIRST, 10, ("attack.damage", 4)], {"K65": "one_attack"})
    assert to_act(played) == (0, 1)


def test_k65_a_dead_target_leaves_the_rest_of_the_routine_for_others() -> None:
    text = fight(pc("Ana", hp=2), pc("Bo", hp=20), foe("bear", **BEAR))
    commands = [BEGIN, attack(0, 2), attack(1, 2), attack(2, 0), attack(2, 1), attack(2, 1)]
    played = scene(text, commands, [PARTY_FIRST, MISS, MISS, 10, 4, 10, 1, 10, 1])
    assert conditions(played)[0].fate == "dead"
    assert conditions(played)[1].hp == 18


def test_k65_the_fight_may_end_in_the_midst_of_it() -> None:
    text = fight(pc("Ana", hp=2), foe("bear", **BEAR))
    played = scene(text, [BEGIN, attack(1, 0)], [FOES_FIRST, 10, 4])
    assert (played.state.over, played.state.winner) == (True, "foes")


def clawed(quality: int) -> str:
    """A bear whose claws have this quality, against a PC with gambeson."""
    weapon = {"name": "claws", "die": "d4/d4/d4", "quality": quality}
    bear = foe("bear", hp=20, attack=5, weapons=[weapon]).replace('damage = "1d6"\n', "")
    return fight(pc("Ana", hp=40, armor=["gambeson"]), bear)


def test_k29_each_natural_1_counts_by_itself() -> None:
    played = scene(clawed(3), [BEGIN, *[attack(1, 0)] * 3], [FOES_FIRST, 1, MISS, 1])
    assert conditions(played)[1].weapons == (1,)
    lost = [event for event in played.events if isinstance(event, QualityLost)]
    assert lost == [QualityLost(1, "weapon", 0, "knave.critical.weapon")] * 2


def test_k29_each_natural_20_too() -> None:
    played = scene(clawed(3), [BEGIN, *[attack(1, 0)] * 3], [FOES_FIRST, 20, 1, 1, MISS, 20, 1, 1])
    assert conditions(played)[0].body == 1


def test_k29_of_claws_that_nature_gave() -> None:
    text = fight(pc(hp=20), foe("bear", **BEAR))
    commands = [BEGIN, *[attack(1, 0)] * 3]
    played = scene(text, commands, [FOES_FIRST, 1, 1, 1], {"K26": "natural_quality:5"})
    assert conditions(played)[1].weapons == (2,)


def test_knave_quality_destroyed_the_routine_ends_with_its_weapon() -> None:
    played = scene(clawed(2), [BEGIN, attack(1, 0), attack(1, 0)], [FOES_FIRST, 1, 1])
    assert conditions(played)[1].weapons == (0,)
    assert to_act(played) == (0,)


@pytest.mark.parametrize("tactic", ["first", "weakest", "strongest", "random"])
@pytest.mark.parametrize("rulings", [{}, {"K74": "zones"}, {"K74": "distance:60"}, {"K65": "one_attack"}], ids=str)
def test_a_tactic_plays_routines_to_the_end(tactic: str, rulings: dict[str, str]) -> None:
    text = fight(
        pc(hp=9, count=3, armor=["gambeson", "shield"], weapons=["sword", "dagger"], at="ford"),
        foe("bear", hp=12, attack=5, weapons=[{"name": "claws", "die": "d4/d4/d6", "quality": 1}], morale=7, at="hill"),
        foe("archer", hp=6, weapons=["bow"], morale=7, at="hill").replace('damage = "1d6"\n', ""),
        tactics={"party": tactic, "foes": tactic},
        rulings={"K22": "track", "K43": "free_attack", **rulings},
    )
    begun = parse(text)
    for run in range(30):
        state = play_out(ruleset, begun.state, begun.orders(), Sampler("routines", run), 300)
        assert ruleset.outcome(state) is not None


# Morale in the midst of a routine


def test_k70_the_rest_goes_on_against_those_still_there() -> None:
    """The second blow fells the second of four; another one runs, and the third blow is left for the last."""
    hydra = {"name": "heads", "die": "d6/d6/d6"}
    text = fight(pc(hp=40, weapons=[hydra]), foe("a"), foe("b", morale=7), foe("troll"), foe("ogre"))
    commands = [BEGIN, attack(1, 0), attack(2, 0), attack(3, 0), attack(4, 0)]
    commands += [attack(0, 1), attack(0, 3)]
    faces: list[Any] = [FOES_FIRST, MISS, MISS, MISS, MISS, 15, 6, 15, 6, ("morale.2d6", 6, 6)]
    broken = scene(text, commands, faces)
    assert Left(2, "fled") in broken.events
    assert to_act(broken) == (0,)  # the third blow is still to come
    assert targets(broken, 0) == {4}  # not at the one who ran
    played = scene(text, [*commands, attack(0, 4)], [*faces, 15, 6])
    assert conditions(played)[4].fate == "dead"


def test_k70_each_attack_by_itself() -> None:
    """The roll comes before the next blow of the same routine."""
    hydra = {"name": "heads", "die": "d6/d6"}
    text = fight(pc(hp=40, weapons=[hydra]), foe("a", morale=12), foe("b", morale=12))
    commands = [BEGIN, attack(1, 0), attack(2, 0), attack(0, 1), attack(0, 2)]
    faces = [FOES_FIRST, MISS, MISS, 15, 6, 1, 1, MISS]
    played = scene(text, commands, faces)
    assert names(played)[-4:] == ["attack.d20", "attack.damage", "morale.2d6", "attack.d20"]


def test_k70_with_nobody_left_in_reach_the_routine_is_passed() -> None:
    hydra = {"name": "heads", "die": "d6/d6"}
    text = fight(pc(hp=40, weapons=[hydra]), foe("a"), foe("b"))
    played = scene(text, [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 6])
    assert targets(played, 0) == set()
    assert ruleset.tactics["first"](played.state, 0, None) == Pass(0)  # type: ignore[arg-type]


# Advantage


TIRED = fight(pc("Ana", hp=40, flags=["distracted"]), pc("Bo", hp=40), foe("bear", **BEAR))


def edges(played: Scene) -> list[int]:
    return [event.edge for event in played.events if isinstance(event, Attacked)]


def test_k75_every_roll_against_that_opponent() -> None:
    commands = [BEGIN, *[attack(2, 0)] * 3]
    played = scene(TIRED, commands, [FOES_FIRST, 2, 3, 2, 3, 2, 3])
    assert edges(played) == [1, 1, 1]


def test_k75_and_against_no_other() -> None:
    commands = [BEGIN, attack(0, 2), attack(1, 2), attack(2, 0), attack(2, 1), attack(2, 0)]
    played = scene(TIRED, commands, [PARTY_FIRST, MISS, MISS, 2, 3, 2, 2, 3])
    assert edges(played)[2:] == [1, 0, 1]


def test_k75_first_roll() -> None:
    commands = [BEGIN, *[attack(2, 0)] * 3]
    played = scene(TIRED, commands, [FOES_FIRST, 2, 3, 2, 3], {"K75": "first_roll"})
    assert edges(played) == [1, 0, 0]


def test_k75_first_roll_is_anew_in_the_next_round() -> None:
    commands = [BEGIN, attack(2, 0), passes(2), passes(0), passes(1), BEGIN, attack(2, 0), attack(2, 0)]
    played = scene(TIRED, commands, [FOES_FIRST, 2, 3, FOES_FIRST, 2, 3, 2], {"K75": "first_roll"})
    assert edges(played) == [1, 1, 0]


def test_k75_choice_b_is_the_routine_and_one_stunt() -> None:
    commands = [BEGIN, *[dirty_attack(2, 0)] * 3]
    begun = scene(TIRED, commands, [FOES_FIRST, 2, 2, 2])
    assert edges(begun) == [0, 0, 0]
    assert to_act(begun) == (2,)
    played = scene(TIRED, [*commands, stunt(2, 0, "shove", dirty=True)], [FOES_FIRST, 2, 2, 2, 2])
    assert kinds(played)[-1] == "Stunted"
    assert to_act(played) == (0, 1)


def test_k75_choice_b_stunt_first_and_then_the_whole_routine() -> None:
    commands = [BEGIN, stunt(2, 0, "distract", dirty=True), dirty_attack(2, 0), attack(2, 0), attack(2, 0)]
    played = scene(TIRED, commands, [FOES_FIRST, 2, 2, 2, 2])
    assert edges(played) == [0, 0, 0]
    assert to_act(played) == (0, 1)
