"""The questions that the booklet leaves open, each with its options and a witness in which they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.rules import Ruling, Witness
from affray.rulesets.knave.questions_dirty import DIRTY
from affray.rulesets.knave.questions_growth import GROWTH
from affray.rulesets.knave.questions_places import PLACES

DUEL = """
[[fighter]]
name = "Ana"
side = "party"
hp = 40
attack = {party_attack}
armor = {party_armor}
weapons = [{{ name = "sword", die = "d8" }}]

[[fighter]]
name = "goblin"
side = "foes"
hp = 40
hd = 4
attack = 0
armor = {foe_armor}
damage = "1d6"
"""

BAND = """
[[fighter]]
name = "knave"
side = "party"
count = 3
hp = 8
attack = 2
armor = 13
weapons = [{ name = "sword", die = "d8" }]

[[fighter]]
name = "goblin"
side = "foes"
count = 4
hp = 4
attack = 1
armor = 13
damage = "1d6"
morale = 7
"""

WARBAND = """
[[fighter]]
name = "knave"
side = "party"
hp = 8
attack = 2
armor = 13
weapons = [{ name = "sword", die = "d8" }]

[[fighter]]
name = "chief"
side = "foes"
hp = 4
attack = 1
armor = 13
damage = "1d6"
morale = 7
leader = true

[[fighter]]
name = "goblin"
side = "foes"
count = 3
hp = 4
attack = 1
armor = 13
damage = "1d6"
morale = 7
"""

MAILED = """
[[fighter]]
name = "Ana"
side = "party"
hp = 99
attack = 2
armor = ["gambeson", "shield", "helmet"]
weapons = [{ name = "sword", die = "d8" }]

[[fighter]]
name = "goblin"
side = "foes"
count = 6
hp = 4
attack = 1
armor = 13
damage = "1d6"
"""

BEGIN = {"type": "begin_round"}


def strike(actor: int, target: int, weapon: int = 0) -> Mapping[str, Any]:
    """An attack as a plain command."""
    return {"type": "attack", "actor": actor, "target": target, "weapon": weapon}


HALF_DOWN = (BEGIN, strike(0, 3), strike(1, 4))
HALF_DOWN_FACES = (6, 15, 8, 15, 8)
"""The party first; two of four goblins go down with 15 to hit and 8 damage each."""

FIGHT = (
    Ruling(
        "K08",
        "natural_20",
        "Does a natural 20 that does not beat the armor still hurt?",
        "knave.critical.armor",
        ("literal", "auto_hit", "needs_hit", "split"),
        "literal",
        Witness("+0 against armor 20", "attack", {"bonus": 0, "armor": 20, "die": 6}),
    ),
    Ruling(
        "K09",
        "natural_1",
        "Is a natural 1 that beats the armor a hit, and does the weapon suffer then?",
        "knave.critical.weapon",
        ("literal", "auto_miss", "only_on_miss"),
        "literal",
        Witness("+10 against armor 5", "attack", {"bonus": 10, "armor": 5, "die": 6}),
    ),
    Ruling(
        "K10",
        "natural_die",
        "Which of two dice is the natural one under advantage or disadvantage?",
        "knave.roll.advantage",
        ("kept", "either", "both_reported"),
        "kept",
        Witness("advantage", "attack", {"bonus": 2, "armor": 14, "die": 8, "edge": 1}),
    ),
    Ruling(
        "K11",
        "defender_edge",
        "Does the attacker's advantage become the rolling defender's disadvantage?",
        "knave.attack.defender-rolls",
        ("mirror", "unmirrored"),
        "mirror",
        Witness("the defender rolls", "attack", {"bonus": 2, "armor": 14, "die": 8, "edge": 1, "roller": "defender"}),
    ),
    Ruling(
        "K12",
        "attack_defense",
        "What must a defender beat whose attacker has a printed attack bonus?",
        "knave.attack.defender-rolls",
        ("attack_bonus", "ability_defense"),
        "attack_bonus",
        Witness(
            "4 HD with attack +0 against armor 13",
            fight=DUEL.format(party_attack=2, party_armor=13, foe_armor=13),
            rulings={"K13": "defender"},
            commands=(BEGIN, strike(1, 0)),
            faces=(1, 9, 3),
        ),
    ),
    Ruling(
        "K13",
        "who_rolls",
        "Who rolls the d20 of an attack?",
        "knave.attack.defender-rolls",
        ("attacker", "player_facing", "defender"),
        "attacker",
        Witness(
            "each attacks the other once",
            fight=DUEL.format(party_attack=0, party_armor=20, foe_armor=20),
            commands=(BEGIN, strike(1, 0), strike(0, 1)),
            faces=(1, 10, 10),
        ),
    ),
    Ruling(
        "K14",
        "critical_die",
        "What is one more die for damage of several or unlike dice, or with a flat bonus?",
        "knave.critical.armor",
        ("one_die", "full_roll", "highest_die"),
        "one_die",
        Witness("1d6+1d8+2", "attack", {"bonus": 2, "armor": 14, "damage": "1d6+1d8+2"}),
    ),
    Ruling(
        "K15",
        "stacking",
        "Do the ideal weapon's die and the critical's die add up?",
        "knave.attack.ideal-weapon",
        ("stack", "no_stack"),
        "stack",
        Witness("an ideal weapon", "attack", {"bonus": 2, "armor": 14, "die": 8, "ideal": 1}),
    ),
    Ruling(
        "K17",
        "unarmed",
        "What damage does an unarmed attack do?",
        "knave.attack.damage",
        ("d2", "d4", "one", "none"),
        "d2",
        Witness(
            "bare hands that hit",
            fight=DUEL.format(party_attack=2, party_armor=13, foe_armor=13),
            commands=(BEGIN, strike(0, 1, -1)),
            faces=(6, 15, 2),
        ),
        house=True,
    ),
    Ruling(
        "K24",
        "armor_piece",
        "Which piece loses the point where several are worn?",
        "knave.critical.armor",
        ("body_first", "shield_first", "defender_chooses", "attacker_chooses", "random", "all"),
        "body_first",
        Witness(
            "a critical against gambeson, shield and helmet",
            fight=MAILED,
            commands=(BEGIN, strike(1, 0)),
            faces=(1, 20, 3, 4, 3),
        ),
    ),
    Ruling(
        "K25",
        "unarmored_quality",
        "Do bare skin and a monster's hide have quality?",
        "knave.critical.armor",
        ("no_effect", "natural_quality:N"),
        "no_effect",
        Witness(
            "armor as one number",
            fight=DUEL.format(party_attack=2, party_armor=13, foe_armor=13),
            commands=(BEGIN, strike(0, 1)),
            faces=(6, 20, 3, 4),
        ),
        numbers=(1, 10),
    ),
    Ruling(
        "K26",
        "natural_weapon_quality",
        "Do claws and teeth have quality?",
        "knave.critical.weapon",
        ("no_effect", "natural_quality:N"),
        "no_effect",
        Witness(
            "a natural 1 of a monster",
            fight=DUEL.format(party_attack=2, party_armor=13, foe_armor=13),
            commands=(BEGIN, strike(1, 0)),
            faces=(1, 1),
        ),
        numbers=(1, 10),
    ),
    Ruling(
        "K27",
        "destroyed_when",
        "Does a weapon that a natural 1 destroys still deal the damage of that hit?",
        "knave.quality.destroyed",
        ("after_damage", "before_damage"),
        "after_damage",
        Witness("a last point of quality", "attack", {"bonus": 10, "armor": 5, "die": 6, "weapon_quality": 1}),
    ),
    Ruling(
        "K28",
        "broken_body",
        "What is the base when the body armor is destroyed and a shield or helmet is left?",
        "knave.quality.destroyed",
        ("base_11", "base_10"),
        "base_11",
        Witness(
            "the fourth attack after three criticals",
            fight=MAILED,
            commands=(BEGIN, strike(1, 0), strike(2, 0), strike(3, 0), strike(4, 0)),
            faces=(1, 20, 1, 1, 20, 1, 1, 20, 1, 1, 12, 1),
        ),
    ),
    Ruling(
        "K56",
        "half_group",
        "When is half of a group defeated, and how often does it call for a roll?",
        "knave.morale.triggers",
        ("once", "each_time", "gt_half"),
        "once",
        Witness(
            "three of four go down one after another",
            fight=BAND,
            commands=(*HALF_DOWN, strike(2, 5)),
            faces=(6, 15, 8, 15, 8, 1, 1, 15, 8, 1, 2),
        ),
    ),
    Ruling(
        "K57",
        "lone_foe",
        "Is an enemy lone who is the last one standing?",
        "knave.morale.triggers",
        ("from_start", "last_standing"),
        "from_start",
        Witness(
            "the last of four falls to half its hit points",
            fight=BAND,
            commands=(*HALF_DOWN, strike(2, 5), strike(6, 0), BEGIN, strike(0, 6)),
            faces=(6, 15, 8, 15, 8, 1, 1, 15, 8, 2, 6, 15, 2, 1, 1),
        ),
    ),
    Ruling(
        "K58",
        "morale_roll",
        "One morale roll for the group, or one each?",
        "knave.morale.check",
        ("group", "individual"),
        "group",
        Witness("two of four are left", fight=BAND, commands=HALF_DOWN, faces=(*HALF_DOWN_FACES, 1, 1, 6, 6)),
    ),
    Ruling(
        "K59",
        "morale_failed",
        "Who says whether an enemy whose morale fails flees, retreats or parleys?",
        "knave.morale.check",
        ("flee", "per_npc"),
        "flee",
        Witness("the roll fails", fight=BAND, commands=HALF_DOWN, faces=(*HALF_DOWN_FACES, 6, 6)),
    ),
    Ruling(
        "K70",
        "morale_when",
        "Does a trigger call for the roll by itself, and when?",
        "knave.morale.triggers",
        ("auto", "end_of_round", "referee"),
        "auto",
        Witness("half are down in mid-round", fight=BAND, commands=HALF_DOWN, faces=(*HALF_DOWN_FACES, 6, 6)),
    ),
    Ruling(
        "K72",
        "flight",
        "Is one who flees out of the fight at once?",
        "knave.morale.check",
        ("at_once", "own_turn"),
        "at_once",
        Witness("the roll fails", fight=BAND, commands=HALF_DOWN, faces=(*HALF_DOWN_FACES, 6, 6)),
    ),
    Ruling(
        "K73",
        "defeated",
        "Who counts as defeated, and of which group?",
        "knave.morale.triggers",
        ("down_or_taken", "fled_counts", "by_name"),
        "down_or_taken",
        Witness(
            "the chief falls and one of three goblins flees",
            fight=WARBAND,
            rulings={"K58": "individual"},
            commands=(BEGIN, strike(0, 1)),
            faces=(6, 15, 8, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1),
        ),
    ),
)

RULINGS: tuple[Ruling, ...] = tuple(sorted((*FIGHT, *DIRTY, *GROWTH, *PLACES), key=lambda ruling: ruling.id))
