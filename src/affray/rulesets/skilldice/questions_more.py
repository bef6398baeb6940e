"""The questions about weapons, leaving, being out and coming back, and the optional modules."""

from __future__ import annotations

from affray.rules import Ruling, Witness
from affray.rulesets.skilldice.witnesses import FIRST, attack, begun, defend, end_turn, fight, take_it, unit

DUEL = fight(unit("Ana", "party"), unit("orc", "foes"))
SPEAR = fight(unit("Ana", "party", weapon='"piercing"'), unit("orc", "foes", weapon='"piercing"'))

WEAPONS = (
    Ruling(
        "D22",
        "undefended_rider",
        "Does a weapon do what it does on a win when a hit lands without a roll?",
        "skilldice.attack.undefended",
        ("needs_roll", "landing_is_winning"),
        "needs_roll",
        Witness(
            "a spear lands undefended", fight=SPEAR, commands=(*begun(2), attack(0, 1), take_it(1)), faces=FIRST[:2]
        ),
    ),
    Ruling(
        "D25",
        "slashing",
        "Does a slashing hit move to the second enemy, or reach it as well?",
        "skilldice.weapon.slashing",
        ("move", "extra", "split"),
        "move",
        Witness(
            "a hard hit that is led on to a second enemy",
            fight=fight(unit("Ana", "party", 20, weapon='"slashing"'), unit("orc", "foes", 4), unit("imp", "foes", 4)),
            commands=(*begun(3), attack(0, 1), defend(1), {"type": "land", "actor": 0, "target": 2}),
            faces=(*FIRST, 20, 1),
        ),
    ),
    Ruling(
        "D27",
        "piercing",
        "Do wounds add up, and how long do they bleed?",
        "skilldice.weapon.piercing",
        ("stack", "no_stack", "every_round"),
        "stack",
        Witness(
            "two wins with a spear, and the round ends",
            fight=SPEAR,
            commands=(*begun(2), *(attack(0, 1), defend(1)) * 2, end_turn(0), end_turn(1)),
            faces=(*FIRST[:2], 5, 3, 5, 3),
        ),
    ),
    Ruling(
        "D28",
        "tending",
        "Does it take a roll to tend a wound?",
        "skilldice.weapon.piercing",
        ("automatic", "roll_mind_vs_d6"),
        "automatic",
        Witness(
            "one tends its own wound",
            fight=SPEAR,
            commands=(*begun(2), attack(0, 1), defend(1), end_turn(0), {"type": "tend", "actor": 1, "target": 1}),
            faces=(*FIRST[:2], 5, 3, 2, 4),
        ),
    ),
    Ruling(
        "D31",
        "without_armour",
        "Which die is Body without the armour?",
        "skilldice.weapon.crushing",
        ("field", "step_down_1"),
        "field",
        Witness(
            "a hammer meets d12 armour over a d4",
            fight=fight(unit("Ana", "party", weapon='"crushing"'), unit("orc", "foes", 12, body_unarmoured=4)),
            commands=(*begun(2), attack(0, 1), defend(1)),
            faces=(*FIRST[:2], 5, 3),
        ),
    ),
    Ruling(
        "D32",
        "rider",
        "Whose weapon does what it does on a win: the attacker's, a winning defender's, both on a tie?",
        "skilldice.weapon",
        ("either_winner", "attacker_only", "tie_counts"),
        "either_winner",
        Witness(
            "the defender wins, then it is a tie",
            fight=SPEAR,
            commands=(*begun(2), *(attack(0, 1), defend(1)) * 2),
            faces=(*FIRST[:2], 2, 5, 4, 4),
        ),
    ),
    Ruling(
        "D33",
        "afar",
        "Can one who shoots be hurt by a defender who does not?",
        "skilldice.attack.contest",
        ("literal", "out_of_reach_no_loss"),
        "literal",
        Witness(
            "an archer is beaten",
            fight=fight(unit("Ana", "party", weapon='"piercing"', ranged="true"), unit("orc", "foes")),
            commands=(*begun(2), attack(0, 1), defend(1)),
            faces=(*FIRST[:2], 2, 5),
        ),
    ),
    Ruling(
        "D50",
        "crushing",
        "Is armour no help either to one who attacks the holder of a crushing weapon?",
        "skilldice.weapon.crushing",
        ("both_ways", "attacks_only"),
        "both_ways",
        Witness(
            "d12 armour over a d4 attacks a hammer",
            fight=fight(unit("Ana", "party", 12, body_unarmoured=4), unit("orc", "foes", weapon='"crushing"')),
            commands=(*begun(2), attack(0, 1), defend(1)),
            faces=(*FIRST[:2], 3, 5),
        ),
    ),
    Ruling(
        "D51",
        "helpless_until",
        "How long is one asleep, unaware, distracted or on the move?",
        "skilldice.helpless",
        ("one_attack", "narrator"),
        "one_attack",
        Witness(
            "a sleeper is attacked",
            fight=fight(unit("Ana", "party"), unit("orc", "foes", state='"asleep"')),
            commands=(*begun(2), attack(0, 1)),
            faces=(*FIRST[:2], 5, 1),
        ),
    ),
    Ruling(
        "D52",
        "attack_skill",
        "Who says which Skill fits an attack?",
        "skilldice.attack.contest",
        ("attacker_names", "narrator"),
        "attacker_names",
        Witness("an attack is declared", fight=DUEL, commands=(*begun(2), attack(0, 1)), faces=FIRST[:2]),
    ),
)

OUT = (
    Ruling(
        "D35",
        "leaving",
        "When may one leave, and what does it take?",
        "skilldice.leave",
        ("any_time", "own_turn", "one_action", "all_remaining"),
        "any_time",
        Witness(
            "one leaves in its own turn, and the other could have",
            fight=DUEL,
            commands=(*begun(2), {"type": "leave", "actor": 0}),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "D38",
        "coming_back",
        "Is one who was out in the same fight again with a point regained?",
        "skilldice.stamina.out",
        ("above_zero", "out_for_scene"),
        "above_zero",
        Witness(
            "somebody out has points again",
            fight=fight(unit("Ana", "party", lost="{ body = 8 }"), unit("Bo", "party"), unit("orc", "foes")),
            commands=({"type": "set_lost", "fighter": 0, "skill": "body", "lost": 5, "reason": "a draught"},),
        ),
    ),
    Ruling(
        "D39",
        "respite",
        "Can there be a moment's respite in a fight?",
        "skilldice.recover.respite",
        ("outside_fights", "one_action_in_combat"),
        "outside_fights",
        Witness(
            "the turn of one who has lost a point",
            fight=fight(unit("Ana", "party", lost="{ body = 1 }"), unit("orc", "foes")),
            commands=begun(2),
            faces=(7, 1),
        ),
    ),
    Ruling(
        "D40",
        "soul_respite",
        "Does a respite give Soul back to one who is alone?",
        "skilldice.recover.respite",
        ("with_ally", "allowed"),
        "with_ally",
        Witness(
            "the turn of one who has lost Soul and is alone",
            fight=fight(unit("Ana", "party", lost="{ soul = 1 }"), unit("orc", "foes")),
            rulings={"D39": "one_action_in_combat"},
            commands=begun(2),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "D43",
        "scar",
        "Does a scar with weight shorten the track, or only lower the ceiling?",
        "skilldice.scar",
        ("shorter_track", "cap_only"),
        "shorter_track",
        Witness(
            "d8 with a scar and 7 points lost",
            fight=fight(unit("Ana", "party", scars="{ body = 1 }", lost="{ body = 7 }"), unit("orc", "foes")),
        ),
    ),
)

MODULES = (
    Ruling(
        "D45",
        "training",
        "Are points of training a floor under the roll?",
        "skilldice.stamina.ceiling",
        ("off", "floors"),
        "off",
        Witness(
            "d8 with five points of training shows a 2",
            fight=fight(unit("Ana", "party", training="{ body = 5 }"), unit("orc", "foes")),
            commands=begun(1),
            faces=(2,),
        ),
    ),
    Ruling(
        "D54",
        "effects",
        "Is one who is helped or hindered rolling twice?",
        "skilldice.die",
        ("off", "directions"),
        "off",
        Witness(
            "somebody helped rolls",
            fight=fight(unit("Ana", "party", edge=1), unit("orc", "foes")),
            commands=begun(1),
            faces=(2, 6),
        ),
    ),
    Ruling(
        "D55",
        "die_steps",
        "Does a heavier effect step dice up or down?",
        "skilldice.die",
        ("off", "ladder"),
        "off",
        Witness(
            "a d8 a step up rolls",
            fight=fight(unit("Ana", "party", step=1), unit("orc", "foes")),
            commands=begun(1),
            faces=(2,),
        ),
    ),
)

MORE = (*WEAPONS, *OUT, *MODULES)
