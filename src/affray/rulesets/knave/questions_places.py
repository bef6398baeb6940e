"""Open questions about moving, places, ranged attacks, hands, routines and leaving the fight.

Each has its options and a witness in which they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.rules import Ruling, Witness

SKIRMISH = """
[[fighter]]
name = "Ana"
side = "party"
hp = 20
attack = 2
armor = 13
weapons = [{ name = "dagger", die = "d6", tags = ["thrown"] }, { name = "bow", die = "d6", kind = "ranged" }]
at = "bridge"

[[fighter]]
name = "Bo"
side = "party"
hp = 20
attack = 2
armor = 13
weapons = [{ name = "sword", die = "d8" }, { name = "bow", die = "d6", kind = "ranged" }]
at = "bridge"

[[fighter]]
name = "goblin"
side = "foes"
hp = 20
hd = 1
armor = 15
damage = "1d6"
at = "ford"

[[fighter]]
name = "scout"
side = "foes"
hp = 20
hd = 3
armor = 15
damage = "1d6"
at = "ford"
flags = ["unaware"]
"""
"""PCs 0 and 1, enemies 2 and 3: the goblin has less DEX than the scout, who does not see it coming."""

GUARD = """
[[fighter]]
name = "Ana"
side = "party"
hp = 8
attack = 2
armor = ["shield"]
weapons = [{ name = "sword", die = "d8" }, { name = "bow", die = "d6", kind = "ranged", hands = 2 }]

[[fighter]]
name = "goblin"
side = "foes"
hp = 20
attack = 1
armor = 15
damage = "1d6"
"""

DEN = """
[[fighter]]
name = "Ana"
side = "party"
hp = 20
attack = 2
armor = 13
weapons = [{ name = "sword", die = "d8" }]
flags = ["distracted"]

[[fighter]]
name = "bear"
side = "foes"
hp = 20
attack = 5
armor = 13
damage = "1d4/1d4/1d6"
"""

BEGIN = {"type": "begin_round"}
PARTY_FIRST, FOES_FIRST = 6, 1
SWORD, BOW = 0, 1
GOBLIN, SCOUT = 2, 3
OFF = {"type": "move", "actor": 0, "to": "off"}


def strike(actor: int, target: int, weapon: int = 0) -> Mapping[str, Any]:
    """An attack as a plain command."""
    return {"type": "attack", "actor": actor, "target": target, "weapon": weapon}


def passes(actor: int) -> Mapping[str, Any]:
    """A turn without an action."""
    return {"type": "pass", "actor": actor}


PLACES: tuple[Ruling, ...] = (
    Ruling(
        "K18",
        "thrown",
        "Can a melee weapon made for it be thrown, and with which ability?",
        "knave.attack.ranged",
        ("wis", "not_allowed"),
        "wis",
        Witness(
            "a dagger is thrown",
            fight=SKIRMISH,
            commands=(BEGIN, {**strike(0, GOBLIN), "thrown": True}),
            faces=(PARTY_FIRST, 15, 3),
        ),
    ),
    Ruling(
        "K19",
        "places",
        "How far do ranged weapons carry, and who is adjacent to whom without a map?",
        "knave.attack.ranged",
        ("unlimited", "zones"),
        "unlimited",
        Witness(
            "a melee attack on somebody at another place",
            fight=SKIRMISH,
            commands=(BEGIN, strike(0, GOBLIN)),
            faces=(PARTY_FIRST, 2),
        ),
    ),
    Ruling(
        "K20",
        "engaged",
        "When is a shooter engaged in melee?",
        "knave.attack.ranged",
        ("adjacent_hostile", "attacked_this_round", "mutual"),
        "adjacent_hostile",
        Witness(
            "one struck at a goblin, the other was struck at by it, and the next round begins",
            fight=SKIRMISH,
            commands=(BEGIN, strike(0, GOBLIN), passes(1), strike(GOBLIN, 1), passes(SCOUT), BEGIN),
            faces=(PARTY_FIRST, 2, 2, PARTY_FIRST),
        ),
    ),
    Ruling(
        "K21",
        "into_melee",
        "What does it cost to shoot at a target that is in melee with an ally?",
        "knave.attack.ranged",
        ("no_penalty", "disadvantage", "hits_ally"),
        "no_penalty",
        Witness(
            "a miss that would have hit the ally",
            fight=SKIRMISH,
            commands=(BEGIN, strike(0, GOBLIN), strike(1, GOBLIN, BOW)),
            faces=(PARTY_FIRST, 2, 12, 3),
        ),
    ),
    Ruling(
        "K22",
        "ammunition",
        "Are shots counted?",
        "knave.attack.ranged",
        ("not_tracked", "track"),
        "not_tracked",
        Witness("one shot", fight=SKIRMISH, commands=(BEGIN, strike(0, GOBLIN, BOW)), faces=(PARTY_FIRST, 2)),
    ),
    Ruling(
        "K23",
        "two_hands",
        "What does it cost to sling a shield for a weapon that takes both hands?",
        "knave.turn.action",
        ("free", "swap_costs_action"),
        "free",
        Witness(
            "a bow with a shield in hand", fight=GUARD, commands=(BEGIN, strike(0, 1, BOW)), faces=(PARTY_FIRST, 2)
        ),
    ),
    Ruling(
        "K39",
        "unaware",
        "Do those who are taken unawares lose the first round?",
        "knave.edge.grounds",
        ("advantage_only", "surprise_round"),
        "advantage_only",
        Witness("the enemies would act first", fight=SKIRMISH, commands=(BEGIN,), faces=(FOES_FIRST,)),
    ),
    Ruling(
        "K40",
        "side_order",
        "In which order do those of one side act?",
        "knave.round.initiative",
        ("roster", "dex", "random"),
        "roster",
        Witness("two a side", fight=SKIRMISH, commands=(BEGIN,), faces=(FOES_FIRST, 2, 2, 1)),
    ),
    Ruling(
        "K42",
        "moving",
        "May the move come after the action, or be split around it?",
        "knave.turn.move",
        ("any_order", "split", "move_first"),
        "any_order",
        Witness(
            "one walks 20 feet and strikes, the other shoots where it stands",
            fight=SKIRMISH,
            rulings={"K74": "distance:20"},
            commands=(BEGIN, strike(0, GOBLIN), strike(1, GOBLIN, BOW)),
            faces=(PARTY_FIRST, 2, 2),
        ),
    ),
    Ruling(
        "K43",
        "leaving_melee",
        "May those whose reach somebody leaves strike first?",
        "knave.turn.move",
        ("free", "free_attack"),
        "free",
        Witness(
            "a step out of melee",
            fight=SKIRMISH,
            commands=(BEGIN, strike(GOBLIN, 0), passes(SCOUT), OFF),
            faces=(FOES_FIRST, 2),
        ),
    ),
    Ruling(
        "K65",
        "routine",
        "Is a printed routine of several attacks one action?",
        "knave.turn.action",
        ("whole", "one_attack"),
        "whole",
        Witness("the first claw", fight=DEN, commands=(BEGIN, strike(1, 0)), faces=(FOES_FIRST, 2, 2)),
    ),
    Ruling(
        "K74",
        "space",
        "Who is within reach of whom where there is no map?",
        "knave.attack.melee",
        ("free", "zones", "distance:N"),
        "free",
        Witness(
            "the first attack of a fight",
            fight=SKIRMISH,
            commands=(BEGIN, strike(0, GOBLIN)),
            faces=(PARTY_FIRST, 2),
        ),
        numbers=(5, 1000),
    ),
    Ruling(
        "K75",
        "routine_edge",
        "Does advantage count for every attack of a routine?",
        "knave.edge.choice",
        ("every_roll", "first_roll"),
        "every_roll",
        Witness(
            "two claws at one who is distracted",
            fight=DEN,
            commands=(BEGIN, strike(1, 0), strike(1, 0)),
            faces=(FOES_FIRST, 2, 3, 2, 3),
        ),
    ),
    Ruling(
        "K81",
        "leaving_fight",
        "Does a PC who wants to leave the fight get away?",
        "knave.turn.move",
        ("out_at_turn_end", "referee"),
        "out_at_turn_end",
        Witness(
            "one of two leaves",
            fight=SKIRMISH,
            commands=(BEGIN, {"type": "withdraw", "actor": 0}),
            faces=(PARTY_FIRST,),
        ),
    ),
)
