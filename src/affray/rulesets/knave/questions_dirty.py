"""Open questions about stunts, fighting dirty, spells, those who are down, and hit dice.

Each has its options and a witness in which they differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.rules import Ruling, Witness

BRAWL = """
[[fighter]]
name = "Ana"
side = "party"
hp = 8
armor = 13
abilities = {{ str = 2, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }}
weapons = [{{ name = "club", die = "d6", tags = ["blunt"] }}]
spells = [{{ name = "fire", save = "dex", on_fail = "damage:2d6" }}]

[[fighter]]
name = "ogre"
side = "foes"
armor = 13
damage = "1d8"
{ogre}

[[fighter]]
name = "goblin"
side = "foes"
hp = 4
attack = 1
armor = 13
damage = "1d6"
"""

SLEEPER = """
[[fighter]]
name = "Ana"
side = "party"
hp = 8
attack = 15
armor = 13
weapons = [{ name = "sword", die = "d8" }]

[[fighter]]
name = "ogre"
side = "foes"
hp = 0
max_hp = 12
attack = 1
armor = 13
damage = "1d8"

[[fighter]]
name = "goblin"
side = "foes"
hp = 4
attack = 1
armor = 13
damage = "1d6"
"""

BEGIN = {"type": "begin_round"}
STRIKE = {"type": "attack", "actor": 0, "target": 1, "weapon": 0}


def brawl(ogre: str) -> str:
    """Ana against an ogre, of whom these lines tell the rest, and a goblin."""
    return BRAWL.format(ogre=ogre)


def tries(kind: str, dirty: bool = False) -> Mapping[str, Any]:
    """Ana's stunt against the ogre as a plain command."""
    return {"type": "stunt", "actor": 0, "target": 1, "kind": kind, "dirty": dirty}


DIRTY = (
    Ruling(
        "K02",
        "ideal_weapon",
        "Is the ideal weapon's extra die automatic, or the referee's call?",
        "knave.attack.ideal-weapon",
        ("auto", "referee"),
        "auto",
        Witness(
            "a club against one who is weak to blunt weapons",
            fight=brawl('hd = 3\nweak_to = ["blunt"]'),
            commands=(BEGIN, STRIKE),
            faces=(6, 15, 3, 4),
        ),
    ),
    Ruling(
        "K33",
        "stunt_defense",
        "Which ability resists a stunt?",
        "knave.stunt",
        ("house_table", "defender_picks_best"),
        "house_table",
        Witness(
            "a shove at one who is more nimble than strong",
            fight=brawl("hp = 12\nattack = 3\nabilities = { str = 0, dex = 4, con = 0, int = 0, wis = 0, cha = 0 }"),
            commands=(BEGIN, tries("shove")),
            faces=(6, 10),
        ),
        house=True,
    ),
    Ruling(
        "K34",
        "stunt_effect",
        "What does a stunt do that succeeds, and for how long?",
        "knave.stunt",
        ("house_table", "advantage_only"),
        "house_table",
        Witness("an ogre is tripped", fight=brawl("hd = 3"), commands=(BEGIN, tries("trip")), faces=(6, 15)),
        house=True,
    ),
    Ruling(
        "K35",
        "stunt_reach",
        "Does a stunt need its target in reach?",
        "knave.stunt",
        ("adjacent", "by_description"),
        "adjacent",
        Witness(
            "a foe whom nobody has walked up to is distracted",
            fight=brawl("hd = 3"),
            commands=(BEGIN, tries("distract")),
            faces=(6, 15),
        ),
    ),
    Ruling(
        "K36",
        "dirty_order",
        "Who settles the order of the attack and the stunt of choice (B)?",
        "knave.edge.choice",
        ("actors_choice", "stunt_then_attack"),
        "actors_choice",
        Witness(
            "the attack comes first",
            fight=brawl('hd = 3\nflags = ["off_balance"]'),
            commands=(BEGIN, {**STRIKE, "dirty": True}, tries("trip", dirty=True)),
            faces=(6, 15, 3, 15),
        ),
    ),
    Ruling(
        "K38",
        "mixed_edges",
        "What comes of several grounds for advantage and one for disadvantage?",
        "knave.roll.advantage",
        ("binary", "count_net"),
        "binary",
        Witness(
            "two grounds, and a disadvantage by the referee's word",
            fight=brawl('hd = 3\nflags = ["off_balance", "distracted"]'),
            commands=(BEGIN, {"type": "grant", "actor": 0, "target": 1, "edge": -1}, STRIKE),
            faces=(6, 10, 12, 5),
        ),
    ),
    Ruling(
        "K45",
        "npc_down",
        "Are monsters and NPCs unconscious at 0 HP, as PCs are?",
        "knave.hp.unconscious",
        ("same", "npc_dead_at_0"),
        "same",
        Witness("an ogre at exactly 0", fight=brawl("hp = 4\nhd = 3"), commands=(BEGIN, STRIKE), faces=(6, 15, 4)),
    ),
    Ruling(
        "K46",
        "helpless_target",
        "Does an attack on one who is unconscious need a roll?",
        "knave.hp.unconscious",
        ("normal", "auto_hit", "dies"),
        "normal",
        Witness("an ogre lies there", fight=SLEEPER, commands=(BEGIN, STRIKE), faces=(6, 5, 4, 3)),
    ),
    Ruling(
        "K62",
        "hit_dice",
        "What becomes of the modifier of hit dice, and are they rolled?",
        "knave.monster.hp",
        ("ignore_mod", "add_mod", "roll_d8"),
        "ignore_mod",
        Witness("3+1 hit dice", fight=brawl('hd = "3+1"'), commands=(BEGIN,), faces=(4, 5, 6, 6)),
    ),
    Ruling(
        "K64",
        "monster_cap",
        "Do the ability bonuses of a monster of more than 10 hit dice stop at +10?",
        "knave.monster.saves",
        ("none", "cap_10"),
        "none",
        Witness("12 hit dice", fight=brawl("hd = 12"), commands=(BEGIN, tries("trip")), faces=(6, 19)),
    ),
    Ruling(
        "K68",
        "spell_resisted",
        "Does a save against a spell take its effect away, or halve its damage?",
        "knave.spell.cast",
        ("negates", "half"),
        "negates",
        Witness(
            "2d6 of fire are resisted",
            fight=brawl("hd = 3"),
            commands=(BEGIN, {"type": "cast", "actor": 0, "target": 1, "spell": 0}),
            faces=(6, 5, 3, 4),
        ),
    ),
    Ruling(
        "K69",
        "hp_per_die",
        "How many hit points is a hit die worth that is not rolled?",
        "knave.monster.hp",
        ("four", "five"),
        "four",
        Witness("3 hit dice", fight=brawl("hd = 3")),
    ),
)
