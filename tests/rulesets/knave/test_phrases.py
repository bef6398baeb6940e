"""Commands as people say them."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from affray.codec import convert
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.phrases import _SAY
from affray.testing.cases import Scene, scene
from tests.rulesets.knave.brawl import (
    cast,
    dirty_attack,
    flag,
    free_stunt,
    grant,
    in_round,
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

BOW = {"name": "bow", "die": "d6", "kind": "ranged"}
DAGGER = {"name": "dagger", "die": "d6", "tags": ["thrown"]}
CUDGEL = {"name": "cudgel", "die": "d6", "tags": ["blunt"]}
CHARM = {"name": "charm", "save": "wis", "on_fail": "out"}
FIGHT = fight(knave(weapons=[SWORD, BOW, DAGGER], spells=[CHARM]), ogre(), foe())
"""Ana 0, the ogre 1, a goblin 2."""


def phrase(command: dict[str, Any], played: Scene | None = None) -> str:
    """A command as it is said in the first round of the fight, or after a scene."""
    state = (played or in_round(FIGHT)).state
    told: str = ruleset.phrase(state, convert(command, ruleset.command, "command"))
    return told


PHRASES: dict[type, list[tuple[dict[str, Any], str]]] = {
    c.BeginRound: [(BEGIN, "round 2: initiative")],
    c.Attack: [
        (attack(0, 1), "Ana attacks ogre with the sword"),
        (attack(0, 1, 1), "Ana shoots at ogre with the bow"),
        (attack(0, 1, 2) | {"thrown": True}, "Ana throws the dagger at ogre"),
        (attack(0, 1, -1), "Ana attacks ogre unarmed"),
        (attack(2, 0), "goblin attacks Ana"),
        (dirty_attack(0, 1), "Ana attacks ogre with the sword, fighting dirty"),
    ],
    c.Stunt: [
        (stunt(0, 1, "trip"), "Ana tries to trip ogre"),
        (stunt(0, 1, "trip", dirty=True), "Ana tries to trip ogre, fighting dirty"),
    ],
    c.FreeStunt: [
        (free_stunt(0, 1, {"kind": "none"}), "Ana tries a stunt on ogre: a taunt"),
        (free_stunt(0, 1, {"kind": "none"}, dirty=True), "Ana tries a stunt on ogre: a taunt, fighting dirty"),
    ],
    c.Cast: [(cast(0, 1), "Ana casts charm on ogre")],
    c.Move: [
        (move(0), "Ana moves away"),
        (move(0, "closer"), "Ana moves closer"),
        (move(0, "bridge"), "Ana moves to bridge"),
    ],
    c.Rise: [(rise(0), "Ana rises")],
    c.TakeUp: [(take_up(0, 1), "Ana takes up the bow")],
    c.Ready: [
        ({"type": "ready", "actor": 0, "shield": True}, "Ana takes the shield in hand"),
        ({"type": "ready", "actor": 0, "shield": False}, "Ana slings the shield"),
    ],
    c.Pass: [(passes(0), "Ana passes")],
    c.Flee: [({"type": "flee", "actor": 2}, "goblin runs away")],
    c.Withdraw: [({"type": "withdraw", "actor": 0}, "Ana leaves the fight")],
    c.ChoosePiece: [
        ({"type": "choose_piece", "chooser": 0, "piece": "body"}, "Ana chooses: the body armor takes it"),
        ({"type": "choose_piece", "chooser": 0, "piece": "helmet"}, "Ana chooses: the helmet takes it"),
    ],
    c.Strike: [
        ({"type": "strike", "actor": 1, "weapon": 0}, "ogre strikes with the sword"),
        ({"type": "strike", "actor": 1, "weapon": None}, "ogre lets it go"),
    ],
    c.CallMorale: [
        ({"type": "call_morale", "roll": True}, "the referee calls for the morale roll"),
        ({"type": "call_morale", "roll": False}, "the referee lets the morale roll be"),
    ],
    c.Break: [
        ({"type": "break", "fighter": 2, "how": how}, f"goblin {says_so}")
        for how, says_so in (("flee", "flees"), ("retreat", "retreats"), ("parley", "parleys"))
    ],
    c.Rule: [(says(True), "the referee says yes"), (says(False), "the referee says no")],
    c.Override: [(override(1, 3), "the referee sets ogre to 3 HP: miscounted")],
    c.SetFlag: [
        (flag(1, "lower_ground"), "the referee says that ogre is on lower ground: it is so"),
        (flag(1, "off_balance", on=False), "the referee says that ogre is not off balance: it is so"),
    ],
    c.SetMorale: [
        (
            {"type": "set_morale", "fighter": 1, "rating": 9, "reason": "better pay"},
            "the referee sets the morale of ogre to 9: better pay",
        )
    ],
    c.Grant: [
        (grant(0, 1, 1), "the referee grants Ana advantage over ogre"),
        (grant(0, 1, -1), "the referee grants Ana disadvantage over ogre"),
        (grant(0, 1, 0), "the referee grants Ana neither advantage nor disadvantage over ogre"),
    ],
    c.Modify: [
        (modify(0, 2), "the referee gives Ana +2 on the next roll"),
        (modify(0, -2), "the referee gives Ana -2 on the next roll"),
    ],
    c.Save: [
        ({"type": "save", "fighter": 0, "ability": "dex"}, "the referee calls for a DEX save of Ana"),
        (
            {"type": "save", "fighter": 0, "ability": "dex", "edge": 1, "defense": 14},
            "the referee calls for a DEX save of Ana against 14, with advantage",
        ),
    ],
    c.RollMorale: [
        ({"type": "roll_morale"}, "the referee calls for a morale roll"),
        ({"type": "roll_morale", "group": "goblin"}, "the referee calls for a morale roll of every goblin"),
        ({"type": "roll_morale", "fighter": 1}, "the referee calls for a morale roll of ogre"),
    ],
    c.AddFighter: [
        ({"type": "add_fighter", "fighter": {"name": "wolf", "side": "foes"}}, "the referee adds wolf"),
        ({"type": "add_fighter", "fighter": {"name": "wo\nlf"}}, "the referee adds wo\\nlf"),
        ({"type": "add_fighter", "fighter": {"name": " "}}, "the referee adds a fighter"),
        ({"type": "add_fighter", "fighter": {"name": 3}}, "the referee adds a fighter"),
        ({"type": "add_fighter", "fighter": ["wolf"]}, "the referee adds a fighter"),
    ],
    c.BringIn: [
        (
            {"type": "bring_in", "fighter": 2, "reason": "out of the bushes"},
            "the referee brings goblin into the fight: out of the bushes",
        )
    ],
    c.TakeOut: [
        (
            {"type": "take_out", "fighter": 2, "how": "parleyed", "reason": "it drops its spear"},
            "the referee says that goblin parleys: it drops its spear",
        ),
        (
            {"type": "take_out", "fighter": 2, "how": "taken", "reason": "a net"},
            "the referee says that goblin is taken: a net",
        ),
        (
            {"type": "take_out", "fighter": 2, "how": "fled", "reason": "dogs"},
            "the referee says that goblin has fled: dogs",
        ),
    ],
    c.Place: [
        (
            {"type": "place", "fighter": 2, "at": "moat", "reason": "over the wall"},
            "the referee moves goblin to moat: over the wall",
        )
    ],
    c.EndFight: [
        (
            {"type": "end_fight", "winner": "party", "reason": "dawn"},
            "the referee ends the fight, party wins: dawn",
        ),
        ({"type": "end_fight", "winner": None, "reason": "dawn"}, "the referee ends the fight, nobody wins: dawn"),
    ],
}


def test_every_command_is_said_and_has_an_example() -> None:
    commands = set(get_args(c.Command))
    assert set(_SAY) == commands
    assert set(PHRASES) == commands


@pytest.mark.parametrize(
    ("kind", "command", "said"),
    [(kind, *example) for kind, examples in PHRASES.items() for example in examples],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_command_is_said(kind: type, command: dict[str, Any], said: str) -> None:
    assert type(convert(command, ruleset.command, "command")) is kind
    assert phrase(command) == said


# What the referee's yes or no answers


@pytest.mark.parametrize("yes", [True, False])
def test_k02_whether_the_weapon_is_ideal(yes: bool) -> None:
    text = fight(pc(weapons=[CUDGEL]), foe("skeleton", hp=20, weak_to=["blunt"]))
    played = in_round(text, [attack(0, 1)], K02="referee")
    word, is_not = ("yes", "is") if yes else ("no", "is not")
    assert phrase(says(yes), played) == (
        f"the referee says {word}: the cudgel {is_not} the ideal weapon against skeleton"
    )


@pytest.mark.parametrize("yes", [True, False])
def test_k81_whether_one_gets_away(yes: bool) -> None:
    played = in_round(fight(pc(), pc("Bo"), foe()), [{"type": "withdraw", "actor": 0}], K81="referee")
    said = "yes: Ana gets away" if yes else "no: Ana does not get away"
    assert phrase(says(yes), played) == f"the referee says {said}"


@pytest.mark.parametrize("yes", [True, False])
def test_k82_whether_one_counts_as_out(yes: bool) -> None:
    played = in_round(FIGHT, [cast(0, 1)], [19])
    said = "yes: ogre counts as out of the fight" if yes else "no: ogre does not count as out of the fight"
    assert phrase(says(yes), played) == f"the referee says {said}"


def test_k43_whom_a_free_attack_is_aimed_at() -> None:
    played = scene(fight(pc(), foe(hp=20)), [BEGIN, attack(1, 0), move(0)], [FOES_FIRST, 2], {"K43": "free_attack"})
    strike = {"type": "strike", "actor": 1, "weapon": 0}
    assert phrase(strike, played) == "goblin strikes at Ana"
    assert phrase(strike | {"weapon": -1}, played) == "goblin strikes at Ana unarmed"
    assert phrase(strike | {"weapon": None}, played) == "goblin lets Ana go"


def test_the_first_round() -> None:
    assert phrase(BEGIN, scene(FIGHT, [])) == "round 1: initiative"
    assert phrase(BEGIN, scene(FIGHT, [BEGIN], [PARTY_FIRST])) == "round 2: initiative"
