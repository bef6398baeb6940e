"""The referee takes fighters out, moves them, and lets a stunt reach from afar; what a push comes to in places."""

from __future__ import annotations

from typing import Any

import pytest

from affray.errors import BadInput, Rejection, ScriptError
from affray.fight import parse
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import Stunt
from affray.rulesets.knave.events import Left, MoraleRolled, Placed, Pushed
from affray.rulesets.knave.legality import forbids
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import cast, free_stunt, knave, ogre, stunt
from tests.rulesets.knave.fights import BEGIN, PARTY_FIRST, attack, conditions, fight, foe, override, pc, to_act

ZONES = fight(pc(at="wall"), pc("Bo", at="moat"), foe(at="wall"), foe("frog", at="moat"), rulings={"K19": "zones"})
"""Ana 0 and the goblin 2 on the wall, Bo 1 and the frog 3 in the moat."""
GUST = {"name": "gust", "save": "str", "on_fail": "shove"}


def takes_out(fighter: int, how: str = "parleyed", reason: str = "it drops its spear") -> dict[str, Any]:
    return {"type": "take_out", "fighter": fighter, "how": how, "reason": reason}


def placed(fighter: int, at: str, reason: str = "over the wall") -> dict[str, Any]:
    return {"type": "place", "fighter": fighter, "at": at, "reason": reason}


def glanced(played: Scene) -> list[str]:
    """What is said of the last command's change."""
    return [name for name, _ in ruleset.glance(played.steps[-2].state, played.state)]


@pytest.mark.parametrize("how", ["fled", "retreated", "parleyed", "taken"])
def test_k82_the_referee_takes_one_out(how: str) -> None:
    played = scene(fight(pc(), foe(), foe()), [BEGIN, takes_out(1, how)], [PARTY_FIRST])
    assert played.events[-1] == Left(1, how, "", "it drops its spear")  # type: ignore[arg-type]
    assert conditions(played)[1].fate == how
    assert not played.state.over


def test_k44_the_last_one_taken_out_ends_the_fight() -> None:
    played = scene(fight(pc(), foe()), [BEGIN, takes_out(1)], [PARTY_FIRST])
    assert (played.state.over, played.state.winner) == (True, "party")


def test_k73_one_who_is_taken_counts_as_defeated() -> None:
    band = fight(pc(), foe(morale=7), foe(morale=7))
    played = scene(band, [BEGIN, takes_out(1, "taken")], [PARTY_FIRST, ("morale.2d6", 3, 3)])  # one of two is half
    assert any(isinstance(event, MoraleRolled) for event in played.events)
    assert not any(isinstance(one, MoraleRolled) for one in scene(band, [BEGIN, takes_out(1)], [PARTY_FIRST]).events)


@pytest.mark.parametrize(
    ("before", "command", "code"),
    [
        ([override(1, 0)], takes_out(1), "not_up"),
        ([], takes_out(9), "no_such_fighter"),
        ([], takes_out(1, reason=" "), "no_reason"),
        ([], placed(1, "moat"), "no_places"),
    ],
)
def test_what_the_referee_cannot_do(before: list[Any], command: dict[str, Any], code: str) -> None:
    with pytest.raises(ScriptError, match=code):
        scene(fight(pc(), foe(), foe()), [BEGIN, *before, command], [PARTY_FIRST])


def test_k19_one_is_moved_to_another_place() -> None:
    played = scene(ZONES, [BEGIN, placed(2, "moat"), attack(1, 2)], [PARTY_FIRST, 2])
    assert Placed(2, "moat", "over the wall") in played.events
    assert conditions(played)[2].at == "moat"
    with pytest.raises(ScriptError, match="out_of_reach"):
        scene(ZONES, [BEGIN, placed(2, "moat"), attack(0, 2)], [PARTY_FIRST])


@pytest.mark.parametrize("at", ["wall", "sky", ""])
def test_k19_only_to_another_place_of_the_fight(at: str) -> None:
    with pytest.raises(ScriptError, match="nowhere"):
        scene(ZONES, [BEGIN, placed(2, at)], [PARTY_FIRST])


def test_k19_a_push_leads_nowhere_in_places() -> None:
    state = scene(ZONES, [BEGIN], [PARTY_FIRST]).state
    refused = forbids(state, Stunt(0, 2, "shove"))
    assert isinstance(refused, Rejection)
    assert refused.code == "no_room"
    spell = fight(knave(spells=[GUST], at="wall"), ogre(at="wall"), rulings={"K19": "zones"})
    blown = scene(spell, [BEGIN, cast(0, 1)], [PARTY_FIRST, 20])
    assert not any(isinstance(event, Pushed) for event in blown.events)


def test_k35_the_referees_stunt_may_reach_from_afar() -> None:
    chandelier = free_stunt(0, 3, {"kind": "damage", "damage": {"dice": [[1, 6]], "flat": 0}})
    with pytest.raises(ScriptError, match="out_of_reach"):
        scene(ZONES, [BEGIN, chandelier], [PARTY_FIRST])
    played = scene(ZONES, [BEGIN, chandelier | {"afar": True}], [PARTY_FIRST, 20, ("effect.damage", 2)])
    assert conditions(played)[3].hp == 2
    assert to_act(played) == (1, 0)  # Ana has not moved


def test_k41_neutral_is_no_side() -> None:
    with pytest.raises(BadInput, match="K41"):
        parse(fight(pc(), foe(), foe("monk", side="Neutral")))


def test_what_is_to_be_decided_is_no_nothing() -> None:
    asked = scene(fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST], {"K02": "referee"})
    assert any("ideal" in one for one in glanced(asked))
    struck = scene(
        fight(pc(), foe()),
        [BEGIN, attack(0, 1), {"type": "move", "actor": 1, "to": "off"}],
        [PARTY_FIRST, 2],
        {"K43": "free_attack"},
    )
    assert any("may strike at goblin" in one for one in glanced(struck))
    sunder = scene(
        fight(pc(), foe(armor=["gambeson", "shield"])),
        [BEGIN, stunt(0, 1, "sunder")],
        [PARTY_FIRST, 20],
        {"K24": "defender_chooses"},
    )
    assert any("chooses which armor" in one for one in glanced(sunder))
