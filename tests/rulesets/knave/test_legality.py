"""Every reason for which a command is refused; a refused command costs nothing."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple, get_args

import pytest
from msgspec.structs import replace

from affray.codec import convert
from affray.dice import Roll, Why
from affray.errors import Rejection
from affray.play import Play
from affray.rulesets.knave import legality, legality_referee, ruleset
from affray.rulesets.knave.commands import (
    Attack,
    BeginRound,
    Break,
    CallMorale,
    Cast,
    ChoosePiece,
    Command,
    Move,
    Override,
    Pass,
    Ready,
    Rise,
    Rule,
    Strike,
    Stunt,
    TakeUp,
    Withdraw,
)
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.state import State, Turn
from affray.rulesets.knave.stunts import HOUSE_TABLE
from affray.testing.cases import scene
from tests.rulesets.knave.fights import (
    BEGIN,
    FOES_FIRST,
    PARTY_FIRST,
    SWORD,
    attack,
    fight,
    fighter,
    foe,
    override,
    passes,
    pc,
)

BOW = {"name": "bow", "die": "d6", "kind": "ranged"}
BROKEN = {"name": "broken axe", "die": "d8", "quality": 0}
KILL = (15, 8)


class NoDice:
    """Dice that nobody may ask."""

    roles: Mapping[str, Any] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(f"{why.name} was asked for")

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(f"{why.name} was asked for")

    def resolve(self, formula: Any, *inputs: Any, **named: Any) -> Any:
        raise AssertionError(f"{formula} was asked for")


class Case(NamedTuple):
    """A position, a command, and the code and clause of its refusal."""

    name: str
    fighters: tuple[str, ...]
    before: tuple[Mapping[str, Any], ...]
    faces: tuple[int, ...]
    command: Mapping[str, Any]
    code: str
    clause: str
    rulings: Mapping[str, str] | None = None


GROUP = (pc("Ana"), pc("Bo", weapons=[SWORD, BOW, BROKEN]), foe("orc"), foe("goblin", count=3, morale=7))
"""PCs 0 and 1; the orc 2; goblins 3, 4 and 5."""

WORN = (pc(hp=90, armor=["gambeson", "shield"]), foe(count=3))
FLED = (pc(count=3), foe(count=3, morale=7), foe("golem"))
"""PCs 0 to 2, goblins 3 to 5, the golem 6."""

FLIGHT = (BEGIN, attack(0, 3), attack(1, 4))
FLIGHT_FACES = (PARTY_FIRST, *KILL, *KILL, 6, 6)
ROUND = "knave.round.initiative"
TURN = "knave.turn.action"
MELEE = "knave.attack.melee"
MORALE = "knave.morale.check"
ARMOR = "knave.critical.armor"
CHOOSES = {"K24": "defender_chooses"}
PER_NPC = {"K59": "per_npc"}
BY_REFEREE = {"K70": "referee"}
OWN_TURN = {"K72": "own_turn"}
CRITICAL = (FOES_FIRST, 20, 1, 1)
RANGED = "knave.attack.ranged"
DAMAGE = "knave.attack.damage"
STUNT = "knave.stunt"
SPELL = "knave.spell.cast"
MOVE = "knave.turn.move"
CHOICE = "knave.edge.choice"
THROWN = {"thrown": True}
DIRTY = {"dirty": True}
SWAP_COSTS = {"K23": "swap_costs_action"}
FREE_ATTACK = {"K43": "free_attack"}


def choose(piece: str, chooser: int = 0) -> dict[str, Any]:
    return {"type": "choose_piece", "chooser": chooser, "piece": piece}


def breaks(fighter: int, how: str = "flee") -> dict[str, Any]:
    return {"type": "break", "fighter": fighter, "how": how}


CALL = {"type": "call_morale", "roll": True}


def flees(actor: int) -> dict[str, Any]:
    return {"type": "flee", "actor": actor}


def ready(actor: int, shield: bool) -> dict[str, Any]:
    return {"type": "ready", "actor": actor, "shield": shield}


def take_up(actor: int, weapon: int) -> dict[str, Any]:
    return {"type": "take_up", "actor": actor, "weapon": weapon}


def stunt(actor: int, target: int, kind: str) -> dict[str, Any]:
    return {"type": "stunt", "actor": actor, "target": target, "kind": kind}


def free_stunt(actor: int, target: int, effect: Mapping[str, Any], name: str = "a taunt") -> dict[str, Any]:
    stated = {"name": name, "ability": "cha", "against": "wis", "effect": effect}
    return {"type": "free_stunt", "actor": actor, "target": target} | stated


def cast(actor: int, target: int, spell: int = 0) -> dict[str, Any]:
    return {"type": "cast", "actor": actor, "target": target, "spell": spell}


def moves(actor: int, to: str = "off") -> dict[str, Any]:
    return {"type": "move", "actor": actor, "to": to}


def rises(actor: int) -> dict[str, Any]:
    return {"type": "rise", "actor": actor}


def leaves(actor: int) -> dict[str, Any]:
    return {"type": "withdraw", "actor": actor}


def strikes(actor: int, weapon: int | None) -> dict[str, Any]:
    return {"type": "strike", "actor": actor, "weapon": weapon}


def flag(fighter: int, name: str = "bound", reason: str = "a net") -> dict[str, Any]:
    return {"type": "set_flag", "fighter": fighter, "flag": name, "on": True, "reason": reason}


def rates(fighter: int, rating: int, reason: str = "paid") -> dict[str, Any]:
    return {"type": "set_morale", "fighter": fighter, "rating": rating, "reason": reason}


def grants(actor: int, target: int) -> dict[str, Any]:
    return {"type": "grant", "actor": actor, "target": target, "edge": 1}


def modifies(actor: int, modifier: int) -> dict[str, Any]:
    return {"type": "modify", "actor": actor, "modifier": modifier}


def saves(fighter: int, defense: int | None = None) -> dict[str, Any]:
    return {"type": "save", "fighter": fighter, "ability": "dex", "defense": defense}


def roll_morale(group: str = "", fighter: int | None = None) -> dict[str, Any]:
    return {"type": "roll_morale", "group": group, "fighter": fighter}


def ends(winner: str | None, reason: str = "night falls") -> dict[str, Any]:
    return {"type": "end_fight", "winner": winner, "reason": reason}


def brings_in(fighter: int, reason: str = "out of the shadow") -> dict[str, Any]:
    return {"type": "bring_in", "fighter": fighter, "reason": reason}


def damages(*dice: tuple[int, int], flat: int = 0) -> dict[str, Any]:
    return {"kind": "damage", "damage": {"dice": dice, "flat": flat}}


ADD: dict[str, Any] = {"type": "add_fighter", "fighter": {"name": "imp"}}
RULE: dict[str, Any] = {"type": "rule", "yes": True}
NONE = {"kind": "none"}

HANDY = (pc(hp=90, armor=["shield"], weapons=["sword", "halberd", "dagger"]), foe(hp=90, weapons=["sword", "bow"]))
"""A PC 0 with a shield, a weapon for two hands and one to be thrown; the goblin 1 has a bow as well."""

BRAWL = (
    pc("Ana", hp=30, spells=[{"name": "sleep", "save": "int", "on_fail": "none"}], flags=["bound"]),
    pc("Bo", hp=0, max_hp=30),
    foe(
        "bear", hp=90, damage="1d4/1d4", weapons=["dagger"], spells=[{"name": "hex", "save": "wis", "on_fail": "none"}]
    ),
    foe("wolf", hp=0, max_hp=90),
)
"""Ana 0, bound, who can cast; Bo 1, unconscious; the bear 2, whose weapon 1 is a routine; the wolf 3, unconscious."""

AFIELD = (
    pc("Ana", at="hill", weapons=["dagger"]),
    pc("Bo", at="hill", hidden=True),
    foe("orc", at="ford"),
    foe("imp", at="ford", joins=3),
)
"""Ana 0 on the hill, the orc 2 at the ford; Bo 1 hides, the imp 3 comes later."""
ARMED = (pc("Ana"), pc("Bo"), foe(weapons=[SWORD]))
ZONES = {"K19": "zones"}
LONG = "x" * 4_001

IN_MELEE = (BEGIN, attack(2, 1), passes(3), passes(4), passes(5))
DISARMED = (BEGIN, stunt(2, 0, "disarm"), passes(3), passes(4), passes(5))
STUNNED = (BEGIN, stunt(2, 1, "stun"), passes(3), passes(4), passes(5))
TRIPPED = (BEGIN, stunt(2, 1, "trip"), passes(3), passes(4), passes(5))
MET = (BEGIN, attack(1, 0))
LEAVING = (BEGIN, attack(1, 0), moves(0))
MAULED = (BEGIN, attack(2, 0, 1))
"""The first attack of the bear's routine."""

HALF = (BEGIN, attack(2, 0, 0) | DIRTY)
"""The bear has attacked and owes a stunt."""

OWED = (BEGIN, stunt(2, 0, "trip") | DIRTY)

CASES = [
    Case("a round goes on", GROUP, (BEGIN,), (6,), BEGIN, "round_goes_on", ROUND),
    Case("not before initiative", GROUP, (), (), attack(0, 2), "not_your_turn", ROUND),
    Case("the other side's turn", GROUP, (BEGIN,), (6,), attack(2, 0), "not_your_turn", ROUND),
    Case("an enemy out of order", GROUP, (BEGIN,), (1,), attack(3, 0), "not_your_turn", ROUND),
    Case("the other side passes", GROUP, (BEGIN,), (6,), passes(2), "not_your_turn", ROUND),
    Case("a second action", GROUP, (BEGIN, attack(0, 2)), (6, 2), attack(0, 2), "acted", TURN),
    Case("a pass after an action", GROUP, (BEGIN, attack(0, 2)), (6, 2), passes(0), "acted", TURN),
    Case("an ally", GROUP, (BEGIN,), (6,), attack(0, 1), "not_a_foe", MELEE),
    Case("oneself", GROUP, (BEGIN,), (6,), attack(0, 0), "not_a_foe", MELEE),
    Case("an enemy of an enemy", GROUP, (BEGIN,), (1,), attack(2, 3), "not_a_foe", MELEE),
    Case("no such target", GROUP, (BEGIN,), (6,), attack(0, 6), "no_such_fighter", ""),
    Case("a target below 0", GROUP, (BEGIN,), (6,), attack(0, -1), "no_such_fighter", ""),
    Case("no such actor", GROUP, (BEGIN,), (6,), attack(6, 0), "no_such_fighter", ""),
    Case("an actor below 0", GROUP, (BEGIN,), (6,), attack(-1, 0), "no_such_fighter", ""),
    Case("no such passer", GROUP, (BEGIN,), (6,), passes(9), "no_such_fighter", ""),
    Case("no such weapon", GROUP, (BEGIN,), (6,), attack(0, 2, 1), "no_such_weapon", ""),
    Case("a weapon below -1", GROUP, (BEGIN,), (6,), attack(0, 2, -2), "no_such_weapon", ""),
    Case("a bow in melee", GROUP, IN_MELEE, (1, 2), attack(1, 2, 1), "engaged", RANGED),
    Case("a bow at another then", GROUP, IN_MELEE, (1, 2), attack(1, 4, 1), "engaged", RANGED),
    Case("a broken weapon", GROUP, (BEGIN,), (6,), attack(1, 2, 2), "destroyed", "knave.quality.destroyed"),
    Case("no bare hands", GROUP, (BEGIN,), (6,), attack(0, 2, -1), "unarmed", "knave.attack.damage", {"K17": "none"}),
    Case("the dead", GROUP, (BEGIN, attack(0, 2)), (6, *KILL), attack(1, 2), "no_target", MELEE),
    Case("those who fled", FLED, FLIGHT, FLIGHT_FACES, attack(2, 5), "no_target", MELEE),
    Case(
        "those who parley",
        FLED,
        (*FLIGHT, breaks(5, "parley")),
        FLIGHT_FACES,
        attack(2, 5),
        "no_target",
        MELEE,
        PER_NPC,
    ),
    Case("the dead do not act", GROUP, (override(0, -1), BEGIN), (6,), attack(0, 2), "not_up", "knave.hp.dead"),
    Case("the unconscious", GROUP, (override(0, 0), BEGIN), (6,), passes(0), "not_up", "knave.hp.unconscious"),
    Case("one who fled", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, attack(5, 0), "not_up", MORALE),
    Case("nobody runs without cause", GROUP, (BEGIN,), (6,), flees(0), "not_fleeing", MORALE),
    Case("nor out of turn", GROUP, (BEGIN,), (6,), flees(2), "not_your_turn", ROUND),
    Case("on the run", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, attack(5, 0), "fleeing", MORALE, OWN_TURN),
    Case("on the run no pass", FLED, (*FLIGHT, passes(2)), FLIGHT_FACES, passes(5), "fleeing", MORALE, OWN_TURN),
    Case("no armor to choose", GROUP, (BEGIN,), (6,), choose("body"), "nothing_to_choose", ""),
    Case(
        "armor while morale waits",
        FLED,
        FLIGHT,
        (6, *KILL, *KILL),
        choose("body"),
        "nothing_to_choose",
        "",
        BY_REFEREE,
    ),
    Case("another's choice", WORN, (BEGIN, attack(1, 0)), CRITICAL, choose("body", 1), "not_yours", ARMOR, CHOOSES),
    Case("a helmet not worn", WORN, (BEGIN, attack(1, 0)), CRITICAL, choose("helmet"), "no_such_piece", ARMOR, CHOOSES),
    Case("a choice is due", WORN, (BEGIN, attack(1, 0)), CRITICAL, attack(2, 0), "decision_due", "", CHOOSES),
    Case("no pass then", WORN, (BEGIN, attack(1, 0)), CRITICAL, passes(2), "decision_due", "", CHOOSES),
    Case("no round then", WORN, (BEGIN, attack(1, 0)), CRITICAL, BEGIN, "decision_due", "", CHOOSES),
    Case("no override then", WORN, (BEGIN, attack(1, 0)), CRITICAL, override(0, 3), "decision_due", "", CHOOSES),
    Case("no flight then", WORN, (BEGIN, attack(1, 0)), CRITICAL, flees(2), "decision_due", "", CHOOSES),
    Case("no morale roll waits", GROUP, (BEGIN,), (6,), CALL, "nothing_to_choose", ""),
    Case("morale while armor waits", WORN, (BEGIN, attack(1, 0)), CRITICAL, CALL, "nothing_to_choose", "", CHOOSES),
    Case("nobody breaks", GROUP, (BEGIN,), (6,), breaks(2), "nothing_to_choose", ""),
    Case("another breaks", FLED, FLIGHT, FLIGHT_FACES, breaks(6), "nothing_to_choose", "", PER_NPC),
    Case("override of nobody", GROUP, (), (), override(6, 1), "no_such_fighter", ""),
    Case("override below the roster", GROUP, (), (), override(-1, 1), "no_such_fighter", ""),
    Case("override above the maximum", GROUP, (), (), override(0, 9), "out_of_range", ""),
    Case("override far below", GROUP, (), (), override(0, -10_000), "out_of_range", ""),
    Case("override without a reason", GROUP, (), (), override(0, 5, ""), "no_reason", ""),
    Case("override with a blank reason", GROUP, (), (), override(0, 5, " \t"), "no_reason", ""),
    Case("override of one who left", FLED, FLIGHT, FLIGHT_FACES, override(5, 1), "not_here", ""),
    # weapons, hands, reach
    Case("no throw", GROUP, (BEGIN,), (6,), attack(0, 2) | THROWN, "not_thrown", RANGED),
    Case("no throw of a bow", GROUP, (BEGIN,), (6,), attack(1, 2, 1) | THROWN, "not_thrown", RANGED),
    Case("no throw of hands", GROUP, (BEGIN,), (6,), attack(0, 2, -1) | THROWN, "unarmed", DAMAGE),
    Case("no throws", HANDY, (BEGIN,), (6,), attack(0, 1, 2) | THROWN, "not_thrown", RANGED, {"K18": "not_allowed"}),
    Case("a throw in melee", HANDY, MET, (1, 2), attack(0, 1, 2) | THROWN, "engaged", RANGED),
    Case(
        "thrown away",
        HANDY,
        (BEGIN, attack(0, 1, 2) | THROWN, passes(1), BEGIN),
        (6, 2, 6),
        attack(0, 1, 2),
        "dropped",
        STUNT,
    ),
    Case("on the floor", GROUP, DISARMED, (1, 20), attack(0, 2), "dropped", STUNT),
    Case("the shield in the way", HANDY, (BEGIN,), (6,), attack(0, 1, 1), "hands", TURN, SWAP_COSTS),
    Case("swapped", HANDY, (BEGIN, ready(0, False)), (6,), ready(0, True), "swapped", TURN),
    Case("in hand already", HANDY, (BEGIN,), (6,), ready(0, True), "as_it_is", TURN),
    Case("slung already", HANDY, (BEGIN, ready(0, False)), (6,), ready(0, False), "as_it_is", TURN),
    Case("no shield", GROUP, (BEGIN,), (6,), ready(0, False), "no_shield", ""),
    Case(
        "a dagger that lies elsewhere",
        AFIELD,
        (BEGIN, attack(0, 2) | THROWN, passes(2), BEGIN),
        (6, 2, 6),
        take_up(0, 0),
        "elsewhere",
        MOVE,
        ZONES,
    ),
    Case("nothing on the floor", GROUP, (BEGIN,), (6,), take_up(0, 0), "not_dropped", TURN),
    Case("too far", GROUP, (BEGIN,), (6,), attack(0, 2), "out_of_reach", MELEE, {"K74": "distance:41"}),
    Case(
        "too far for a stunt", GROUP, (BEGIN,), (6,), stunt(0, 2, "trip"), "out_of_reach", MELEE, {"K74": "distance:41"}
    ),
    Case("too far after a move", HANDY, (*MET, moves(0)), (1, 2), attack(0, 1), "out_of_reach", MELEE),
    Case("an action after a walk", GROUP, (BEGIN, attack(0, 2)), (6, 2), moves(0), "acted", TURN),
    Case("no place to go", GROUP, (BEGIN,), (6,), moves(0), "nowhere", MOVE),
    Case("no such place", GROUP, (BEGIN,), (6,), moves(0, "hill"), "nowhere", MOVE),
    Case("never closer", GROUP, IN_MELEE, (1, 2), moves(1, "closer"), "nowhere", MOVE),
    Case("out is no place", GROUP, IN_MELEE, (1, 2), moves(1, "out"), "nowhere", MOVE),
    Case("a move last", HANDY, (*MET, attack(0, 1)), (1, 2, 2), moves(0), "acted", TURN, {"K42": "move_first"}),
    # the rest of a turn
    Case("another weapon in a routine", BRAWL, MAULED, (1, 2, 3), attack(2, 0, 0), "routine", TURN),
    Case("hands in a routine", BRAWL, MAULED, (1, 2, 3), attack(2, 0, -1), "routine", TURN),
    Case("a stunt in a routine", BRAWL, MAULED, (1, 2, 3), stunt(2, 0, "trip"), "routine", TURN),
    Case("a spell in a routine", BRAWL, MAULED, (1, 2, 3), cast(2, 0), "routine", TURN),
    Case("hands full in a routine", BRAWL, MAULED, (1, 2, 3), take_up(2, 0), "routine", TURN),
    Case("a shield in a routine", BRAWL, MAULED, (1, 2, 3), ready(2, True), "routine", TURN),
    Case("a move in a routine", BRAWL, MAULED, (1, 2, 3), moves(2), "split", MOVE),
    Case(
        "rising in a routine",
        BRAWL,
        (BEGIN, stunt(0, 2, "trip"), attack(2, 0, 1)),
        (6, 20, 2, 3),
        rises(2),
        "split",
        MOVE,
    ),
    Case("away in a routine", BRAWL, MAULED, (1, 2, 3), leaves(2), "turn_begun", MOVE),
    Case("another in a routine", BRAWL, MAULED, (1, 2, 3), attack(0, 2), "not_your_turn", ROUND),
    Case("dirty too late", BRAWL, MAULED, (1, 2, 3), attack(2, 0, 1) | DIRTY, "too_late", CHOICE),
    Case("a dirty stunt too late", BRAWL, MAULED, (1, 2, 3), stunt(2, 0, "trip") | DIRTY, "too_late", CHOICE),
    Case("no advantage", GROUP, (BEGIN,), (6,), attack(0, 2) | DIRTY, "no_advantage", CHOICE),
    Case("no advantage for a stunt", GROUP, (BEGIN,), (6,), stunt(0, 2, "trip") | DIRTY, "no_advantage", CHOICE),
    Case(
        "stunt first", BRAWL, (BEGIN,), (1,), attack(2, 0) | DIRTY, "stunt_first", CHOICE, {"K36": "stunt_then_attack"}
    ),
    Case("a second attack", BRAWL, HALF, (1, 2), attack(2, 0, 0) | DIRTY, "owed", CHOICE),
    Case("a clean stunt", BRAWL, HALF, (1, 2), stunt(2, 0, "trip"), "owed", CHOICE),
    Case("a second stunt", BRAWL, OWED, (1, 2), stunt(2, 0, "trip") | DIRTY, "owed", CHOICE),
    Case("a clean attack", BRAWL, OWED, (1, 2), attack(2, 0, 0), "owed", CHOICE),
    Case("a spell when a stunt is owed", BRAWL, HALF, (1, 2), cast(2, 0), "routine", TURN),
    Case("a move when an attack is owed", BRAWL, OWED, (1, 2), moves(2), "split", MOVE),
    Case("nothing in hand but claws", GROUP, (BEGIN,), (6,), stunt(0, 2, "disarm"), "nothing_to_disarm", STUNT),
    Case("nothing to sunder", GROUP, (BEGIN,), (6,), stunt(0, 2, "sunder"), "nothing_to_sunder", STUNT),
    *[
        Case(f"{kind} once more", ARMED, (BEGIN, stunt(0, 2, kind)), (6, 20), stunt(1, 2, kind), code, STUNT)
        for kind, code in (("trip", "off_its_feet"), ("stun", "stunned_already"))
    ],
    Case(
        "disarmed already",
        ARMED,
        (BEGIN, stunt(0, 2, "disarm")),
        (6, 20),
        stunt(1, 2, "disarm"),
        "nothing_to_disarm",
        STUNT,
    ),
    Case("a stunt on one who is down", BRAWL, (BEGIN,), (1,), stunt(2, 1, "trip"), "no_target", STUNT),
    Case(
        "a free stunt without its dice",
        BRAWL,
        (BEGIN,),
        (1,),
        free_stunt(2, 0, {"kind": "damage"}),
        "no_such_effect",
        STUNT,
    ),
    *[
        Case(f"a free stunt with {what}", BRAWL, (BEGIN,), (1,), free_stunt(2, 0, effect), "no_such_effect", STUNT)
        for what, effect in (
            ("too many dice", damages((1_001, 6))),
            ("too many in sum", damages((1_000, 6), (1, 4))),
            ("no dice of a kind", damages((0, 6))),
            ("dice of one side", damages((1, 1))),
            ("dice of too many sides", damages((1, 1_001))),
            ("too much beside dice", damages((1, 6), flat=10_000)),
            ("too little beside dice", damages((1, 6), flat=-10_000)),
        )
    ],
    *[
        Case(f"a free stunt called {name!r:.8}", BRAWL, (BEGIN,), (1,), free_stunt(2, 0, NONE, name), "no_name", STUNT)
        for name in ("", " ", "x" * 61, "two\nlines", "a\ttab", "\u202e")
    ],
    Case("a free stunt out of turn", GROUP, (BEGIN,), (6,), free_stunt(2, 0, NONE), "not_your_turn", ROUND),
    Case("a spell on one who is down", BRAWL, (BEGIN,), (6,), cast(0, 3), "no_target", SPELL),
    Case("a spell on a friend", BRAWL, (BEGIN,), (6,), cast(0, 1), "not_a_foe", MELEE),
    Case("no such spell", BRAWL, (BEGIN,), (6,), cast(0, 2, 1), "no_such_spell", ""),
    Case("a spell below 0", BRAWL, (BEGIN,), (6,), cast(0, 2, -1), "no_such_spell", ""),
    Case("used up", BRAWL, (BEGIN, cast(0, 2), passes(2), BEGIN), (6, 2, 6), cast(0, 2), "used_up", SPELL),
    Case("stunned", GROUP, STUNNED, (1, 20), attack(1, 2), "stunned", STUNT),
    Case("stunned, a stunt", GROUP, STUNNED, (1, 20), stunt(1, 2, "trip"), "stunned", STUNT),
    Case("stunned, a spell", GROUP, STUNNED, (1, 20), cast(1, 2), "stunned", STUNT),
    Case("stunned, away", GROUP, STUNNED, (1, 20), leaves(1), "stunned", STUNT),
    Case("stunned, a weapon", GROUP, STUNNED, (1, 20), take_up(1, 0), "stunned", STUNT),
    Case("stunned, a second move", HANDY, (BEGIN, stunt(1, 0, "stun"), moves(0)), (1, 20), moves(0), "nowhere", MOVE),
    Case("on its feet", GROUP, (BEGIN,), (6,), rises(0), "on_its_feet", MOVE),
    Case("rising with no move", GROUP, (*TRIPPED, moves(1)), (1, 20), rises(1), "moved", MOVE),
    Case("rising out of turn", GROUP, TRIPPED, (1, 20), rises(2), "acted", TURN),
    Case("away after a move", GROUP, (*IN_MELEE, moves(1)), (1, 2), leaves(1), "turn_begun", MOVE),
    Case("away out of turn", GROUP, (BEGIN,), (6,), leaves(2), "not_your_turn", ROUND),
    # decisions
    Case("nobody leaves", GROUP, (BEGIN,), (6,), strikes(2, 0), "nothing_to_choose", ""),
    Case("another's free attack", HANDY, LEAVING, (1, 2), strikes(0, 0), "not_yours", MOVE, FREE_ATTACK),
    Case("a free shot", HANDY, LEAVING, (1, 2), strikes(1, 1), "not_melee", MOVE, FREE_ATTACK),
    Case("a free attack with nothing", HANDY, LEAVING, (1, 2), strikes(1, 3), "no_such_weapon", "", FREE_ATTACK),
    Case("a move while one waits", HANDY, LEAVING, (1, 2), moves(0), "decision_due", "", FREE_ATTACK),
    Case("armor while one waits", HANDY, LEAVING, (1, 2), choose("shield"), "nothing_to_choose", "", FREE_ATTACK),
    Case("no yes or no", GROUP, (BEGIN,), (6,), RULE, "nothing_to_choose", ""),
    Case("no yes or no to armor", WORN, (BEGIN, attack(1, 0)), CRITICAL, RULE, "nothing_to_choose", "", CHOOSES),
    # the referee
    Case("no such flag", GROUP, (), (), flag(0, "sleepy"), "no_such_flag", "knave.edge.grounds"),
    Case("a flag for nobody", GROUP, (), (), flag(6), "no_such_fighter", ""),
    Case("a flag without a reason", GROUP, (), (), flag(0, reason=" "), "no_reason", ""),
    Case("a rating below 2", GROUP, (), (), rates(3, 1), "out_of_range", ""),
    Case("a rating above 12", GROUP, (), (), rates(3, 13), "out_of_range", ""),
    Case("a rating without a reason", GROUP, (), (), rates(3, 8, ""), "no_reason", ""),
    Case("a grant over a friend", GROUP, (), (), grants(0, 1), "not_a_foe", MELEE),
    Case("a grant to nobody", GROUP, (), (), grants(6, 2), "no_such_fighter", ""),
    Case("a grant too late", HANDY, (*MET, attack(0, 1)), (1, 2, 2), grants(0, 1), "turn_open", ""),
    Case("a modifier too large", GROUP, (), (), modifies(0, 21), "out_of_range", ""),
    Case("a modifier too small", GROUP, (), (), modifies(0, -21), "out_of_range", ""),
    Case("a save against nothing", GROUP, (), (), saves(0, 0), "out_of_range", ""),
    Case("a save against too much", GROUP, (), (), saves(0, 51), "out_of_range", ""),
    Case("a save of nobody", GROUP, (), (), saves(6), "no_such_fighter", ""),
    Case("morale of no kind", GROUP, (), (), roll_morale("dragon"), "no_such_kind", MORALE),
    Case("morale of nobody", GROUP, (), (), roll_morale("", 6), "no_such_fighter", ""),
    Case("no fighter", GROUP, (), (), ADD, "bad_fighter", ""),
    Case("a flag of one who is to come", AFIELD, (BEGIN,), (6,), flag(3), "not_here", ""),
    Case("a flag of one who hides", AFIELD, (BEGIN,), (6,), flag(1), "not_here", ""),
    Case("stunned, one who hides", AFIELD, (BEGIN,), (6,), flag(1, "stunned"), "not_here", ""),
    Case("a save of one who is to come", AFIELD, (BEGIN,), (6,), saves(3), "not_here", ""),
    Case("an override of one who hides", AFIELD, (BEGIN,), (6,), override(1, 3), "not_here", ""),
    Case("in the fight already", GROUP, (), (), brings_in(0), "here", ""),
    Case("the unconscious are", GROUP, (override(0, 0),), (), brings_in(0), "here", ""),
    Case("the dead are", GROUP, (override(2, -1),), (), brings_in(2), "here", ""),
    Case("nobody to bring in", GROUP, (), (), brings_in(6), "no_such_fighter", ""),
    Case("nobody below 0", GROUP, (), (), brings_in(-1), "no_such_fighter", ""),
    *[
        Case(f"a reason of {what}", GROUP, (), (), override(0, 5, reason), "not_a_line", "")
        for what, reason in (("two lines", "so\nit is"), ("a bell", "so\aloud"), ("turned text", "\u202eso"))
    ],
    Case("out of the shadow for nothing", AFIELD, (BEGIN,), (6,), brings_in(1, " "), "no_reason", ""),
    *[
        Case(f"a reason for {command['type']} too long", AFIELD, (), (), command, "too_long", "")
        for command in (
            override(0, 3, LONG),
            flag(0, reason=LONG),
            rates(2, 8, LONG),
            brings_in(1, LONG),
            ends("party", LONG),
        )
    ],
    Case("no such winner", GROUP, (), (), ends("dragons"), "no_such_side", ""),
    Case("an end without a reason", GROUP, (), (), ends("party", ""), "no_reason", ""),
    *[
        Case(f"no {command['type']} then", WORN, (BEGIN, attack(1, 0)), CRITICAL, command, "decision_due", "", CHOOSES)
        for command in (
            flag(0),
            rates(1, 8),
            grants(0, 1),
            modifies(0, 1),
            saves(0),
            roll_morale(),
            ADD,
            brings_in(1),
            stunt(2, 0, "trip"),
            free_stunt(2, 0, NONE),
            cast(2, 0),
            moves(2),
            rises(2),
            take_up(2, 0),
            ready(0, False),
            leaves(2),
        )
    ],
]

OVER: list[dict[str, Any]] = [
    {"type": "take_out", "fighter": 0, "how": "fled", "reason": "enough"},
    {"type": "place", "fighter": 0, "at": "moat", "reason": "over the wall"},
    BEGIN,
    attack(0, 1),
    stunt(0, 1, "trip"),
    free_stunt(0, 1, NONE),
    cast(0, 1),
    moves(0),
    rises(0),
    take_up(0, 0),
    ready(0, False),
    passes(0),
    flees(0),
    leaves(0),
    choose("body"),
    strikes(1, 0),
    CALL,
    breaks(1),
    RULE,
    override(0, 3),
    flag(0),
    rates(1, 8),
    grants(0, 1),
    modifies(0, 1),
    saves(0),
    roll_morale(),
    ADD,
    brings_in(1),
    ends("party"),
]


def refusal(state: State, command: Any) -> Rejection:
    """The refusal of a command, which asks for no die and changes nothing."""
    events: list[Any] = []
    play = Play(state, NoDice(), ruleset.evolve, events)
    rejection = ruleset.apply(play, command)
    assert rejection is not None
    assert play.state is state
    assert events == []
    assert forbids(state, command) == rejection
    return rejection


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_refusal(case: Case) -> None:
    state = scene(fight(*case.fighters), case.before, case.faces, case.rulings).state
    rejection = refusal(state, convert(case.command, ruleset.command))
    assert (rejection.code, rejection.clause) == (case.code, case.clause)
    assert rejection.message.strip()


def test_k22_nothing_left_to_shoot() -> None:
    played = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST], {"K22": "track"})
    conditions = list(played.state.conditions)
    assert conditions[1].shots == 20
    conditions[1] = replace(conditions[1], shots=0)
    rejection = refusal(replace(played.state, conditions=tuple(conditions)), Attack(1, 2, 1))
    assert (rejection.code, rejection.clause, rejection.fields) == ("no_shots", RANGED, (("ruling", "K22"),))


def test_no_attack_is_left_in_a_turn_that_goes_on() -> None:
    """No command leads here: the last attack of a routine spends the action, or a stunt is owed."""
    played = scene(fight(pc(), foe(hp=30)), [BEGIN, attack(0, 1)], [PARTY_FIRST, 2])
    state = replace(played.state, acted=(), turn=Turn(0, weapon=0, blow=1))
    assert refusal(state, Attack(0, 1, 0)).code == "no_attack_left"


def test_k62_no_override_of_hit_points_that_are_still_to_be_rolled() -> None:
    ogre = fighter("ogre", "foes", {"hd": 3})
    rejection = refusal(scene(fight(pc(), ogre), [], rulings={"K62": "roll_d8"}).state, Override(1, 3, "small"))
    assert (rejection.code, rejection.clause) == ("not_rolled", "")


@pytest.mark.parametrize("number", [6, -1, 2**31])
def test_nobody_has_that_number(number: int) -> None:
    """Whatever is asked of one who is not there, the answer is a refusal."""
    state = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST]).state
    for command in (
        attack(number, 2),
        stunt(number, 2, "trip"),
        free_stunt(number, 2, NONE),
        cast(number, 2),
        moves(number),
        rises(number),
        take_up(number, 0),
        ready(number, True),
        passes(number),
        flees(number),
        leaves(number),
    ):
        assert refusal(state, convert(command, ruleset.command)).code == "no_such_fighter", command


@pytest.mark.parametrize("words", ["x", "x" * 60, "Ein Stoß über die Brüstung!"])
def test_the_name_of_a_free_stunt(words: str) -> None:
    state = scene(fight(*BRAWL), [BEGIN], [FOES_FIRST]).state
    assert forbids(state, convert(free_stunt(2, 0, NONE, words), ruleset.command)) is None


@pytest.mark.parametrize(
    "effect", [damages((1_000, 6)), damages((500, 1_000), (500, 2), flat=9_999), damages((1, 2), flat=-9_999)]
)
def test_the_most_that_a_free_stunt_may_do(effect: Mapping[str, Any]) -> None:
    state = scene(fight(*BRAWL), [BEGIN], [FOES_FIRST]).state
    assert forbids(state, convert(free_stunt(2, 0, effect), ruleset.command)) is None


def test_the_longest_reason() -> None:
    state = scene(fight(*AFIELD), [BEGIN], [PARTY_FIRST]).state
    reason = LONG[:-1]
    for command in (
        override(0, 3, reason),
        flag(0, reason=reason),
        rates(2, 8, reason),
        brings_in(1, reason),
        ends("party", reason),
    ):
        assert forbids(state, convert(command, ruleset.command)) is None, command["type"]


def test_every_refusal_has_its_case() -> None:
    """No code of the modules goes without a position in which it is given."""
    package = files("affray.rulesets.knave")
    texts = [package.joinpath(f"{one}.py").read_text("utf-8") for one in ("legality", "legality_referee", "refusals")]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text))]
    calls = [node for node in nodes if isinstance(node, ast.Call) and ast.unparse(node.func) == "Rejection"]
    codes = {node.args[0].value for node in calls if isinstance(node.args[0], ast.Constant)}
    made = [value for one in (legality, legality_referee) for value in vars(one).values()]  # those that are shared, too
    codes |= {value.code for value in made if isinstance(value, Rejection)}
    assert len(codes) > 50
    assert codes - {case.code for case in CASES} == {
        "over",
        "no_shots",
        "not_rolled",
        "no_attack_left",
        "no_room",
        "no_places",
    }  # these have tests of their own


def test_every_command_is_refused_when_the_fight_is_over() -> None:
    assert {command["type"] for command in OVER} == {kind.__struct_config__.tag for kind in get_args(Command)}


@pytest.mark.parametrize("command", OVER, ids=lambda command: command["type"])
def test_nothing_is_allowed_when_the_fight_is_over(command: Mapping[str, Any]) -> None:
    state = scene(fight(pc(), foe()), [BEGIN, attack(0, 1)], [PARTY_FIRST, *KILL]).state
    assert refusal(state, convert(command, ruleset.command)).code == "over"
    for seat in (0, 1, "table", "referee"):
        assert ruleset.candidates(state, seat) == []


def test_what_was_refused_for_a_number_says_the_number() -> None:
    state = scene(fight(*GROUP), []).state
    rejection = refusal(state, convert(override(0, 9), ruleset.command))
    assert rejection.fields == (("hp", 9),)
    assert "-9999 to 8" in rejection.message


def test_what_depends_on_a_ruling_names_it() -> None:
    state = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST], {"K17": "none"}).state
    assert refusal(state, Attack(0, 2, -1)).fields == (("ruling", "K17"),)


def test_every_clause_of_a_refusal_is_a_clause() -> None:
    assert {case.clause for case in CASES} - {""} <= set(ruleset.clauses())


def test_a_seat_that_is_not_to_act_has_no_candidates() -> None:
    state = scene(fight(*GROUP), [BEGIN], [PARTY_FIRST]).state
    for seat in (2, 3, "table", "referee"):
        assert ruleset.candidates(state, seat) == []


def test_the_candidates_of_a_turn() -> None:
    state = scene(fight(*GROUP), [BEGIN, attack(0, 2)], [PARTY_FIRST, *KILL]).state
    found = dict(ruleset.candidates(state, 1))
    allowed = {command for command, rejection in found.items() if rejection is None}
    # the goblins 3 to 5, with the sword or unarmed; they have nothing to lose by disarming or sundering
    # nobody is adjacent to Bo: there is nowhere to move to, and the bow may be used
    assert allowed == {
        Pass(1),
        Withdraw(1),
        *(Attack(1, target, weapon) for target in (3, 4, 5) for weapon in (0, 1, -1)),
        *(Stunt(1, target, kind) for target in (3, 4, 5) for kind in ("shove", "trip", "stun", "distract")),
    }
    codes = {command: rejection.code for command, rejection in found.items() if rejection is not None}
    expected: dict[Command, str] = {Attack(1, target, 2): "destroyed" for target in (3, 4, 5)}
    expected |= {Stunt(1, target, "disarm"): "nothing_to_disarm" for target in (3, 4, 5)}
    assert codes == expected | {Stunt(1, target, "sunder"): "nothing_to_sunder" for target in (3, 4, 5)}


def test_the_candidates_of_one_who_can_do_everything() -> None:
    """In melee, tripped, with a weapon on the floor and a shield, a spell, a dagger to throw, against two."""
    ana = pc(
        hp=30,
        armor=["shield"],
        weapons=["dagger", "sword"],
        spells=[{"name": "sleep", "save": "int", "on_fail": "none"}],
    )
    orc = foe("orc", hp=9, armor=["chain"], flags=["bound"], weapons=[SWORD])
    text = fight(ana, orc, foe("imp", hp=0, max_hp=4), foe("wolf", hp=9, armor=["shield"], weapons=[SWORD]))
    trip, disarm = stunt(1, 0, "trip"), stunt(3, 0, "disarm")
    state = scene(text, [BEGIN, trip, disarm], [FOES_FIRST, 20, 20, 5]).state  # with advantage over one who was tripped
    found = dict(ruleset.candidates(state, 0))
    allowed = {command for command, rejection in found.items() if rejection is None}
    assert allowed == {
        # the dagger is on the floor; imp 2 is down: no stunt, no spell, no fighting dirty against it
        *(Attack(0, target, weapon) for target in (1, 2, 3) for weapon in (1, -1)),
        *(Stunt(0, target, kind) for target in (1, 3) for kind in HOUSE_TABLE),
        *(Cast(0, target, 0) for target in (1, 3)),
        # only the orc is at a disadvantage
        *(Attack(0, 1, weapon, dirty=True) for weapon in (1, -1)),
        *(Stunt(0, 1, kind, dirty=True) for kind in HOUSE_TABLE),
        Move(0, "off"),
        Rise(0),
        TakeUp(0, 0),
        Ready(0, False),
        Withdraw(0),
        Pass(0),
    }
    codes = {command: rejection.code for command, rejection in found.items() if rejection is not None}
    assert codes == {
        **{Attack(0, target, 0): "dropped" for target in (1, 2, 3)},
        **{Attack(0, target, 0, thrown=True): "dropped" for target in (1, 2, 3)},
        Attack(0, 1, 0, dirty=True): "dropped",
        Attack(0, 1, 0, thrown=True, dirty=True): "dropped",
    }


def test_the_candidates_of_one_whose_action_is_spent() -> None:
    state = scene(fight(*HANDY), [BEGIN, attack(1, 0), attack(0, 1)], [FOES_FIRST, 2, 2]).state
    found = dict(ruleset.candidates(state, 0))
    assert {command for command, rejection in found.items() if rejection is None} == {Move(0, "off"), Pass(0)}
    assert {rejection.code for rejection in found.values() if rejection is not None} == {"acted"}
    assert ruleset.to_act(state) == ("table", 0)  # the round may end without that move


def test_the_candidates_of_decisions() -> None:
    offered = scene(fight(*HANDY), LEAVING, [FOES_FIRST, 2], FREE_ATTACK).state
    assert [(command, rejection is None) for command, rejection in ruleset.candidates(offered, 1)] == [
        (Strike(1, 0), True),
        (Strike(1, 1), False),
        (Strike(1, 2), True),
        (Strike(1, -1), True),
        (Strike(1, None), True),
    ]
    called = scene(fight(*FLED), FLIGHT, FLIGHT_FACES[:-2], BY_REFEREE).state
    assert ruleset.candidates(called, "referee") == [(CallMorale(True), None), (CallMorale(False), None)]
    broken = scene(fight(*FLED), FLIGHT, FLIGHT_FACES, PER_NPC).state
    ways = [(Break(5, "flee"), None), (Break(5, "retreat"), None), (Break(5, "parley"), None)]
    assert ruleset.candidates(broken, "referee") == ways
    asked = scene(fight(*GROUP), [BEGIN, leaves(0)], [PARTY_FIRST], {"K81": "referee"}).state
    assert ruleset.candidates(asked, "referee") == [(Rule(True), None), (Rule(False), None)]


def test_the_candidates_of_a_choice_grey_what_is_not_worn() -> None:
    state = scene(fight(*WORN), [BEGIN, attack(1, 0)], CRITICAL, CHOOSES).state
    assert [(command, rejection is None) for command, rejection in ruleset.candidates(state, 0)] == [
        (ChoosePiece(0, "body"), True),
        (ChoosePiece(0, "shield"), True),
        (ChoosePiece(0, "helmet"), False),
    ]


def test_the_issuer_of_each_command() -> None:
    state = scene(fight(*GROUP), []).state
    for command, seat in (
        (BEGIN, "table"),
        (attack(1, 2), 1),
        (passes(3), 3),
        (flees(4), 4),
        (choose("body", 2), 2),
        (CALL, "referee"),
        (breaks(3), "referee"),
        (override(0, 1), "referee"),
        (stunt(1, 2, "trip"), 1),
        (free_stunt(1, 2, NONE), "referee"),
        (cast(1, 2), 1),
        (moves(3), 3),
        (rises(3), 3),
        (take_up(3, 0), 3),
        (ready(3, True), 3),
        (leaves(1), 1),
        (strikes(4, None), 4),
        (RULE, "referee"),
        (flag(0), "referee"),
        (rates(0, 7), "referee"),
        (grants(0, 2), "referee"),
        (modifies(0, 2), "referee"),
        (saves(0), "referee"),
        (roll_morale(), "referee"),
        (ADD, "referee"),
        (brings_in(1), "referee"),
        (ends(None), "referee"),
    ):
        assert ruleset.issuer(state, convert(command, ruleset.command)) == seat


def test_a_round_may_begin_when_all_have_acted() -> None:
    state = scene(fight(pc(), foe()), [BEGIN, passes(0), passes(1)], [PARTY_FIRST]).state
    assert ruleset.candidates(state, "table") == [(BeginRound(), None)]
