"""The questions about damage, armor, being unconscious, pairs of weapons and strange ones."""

from __future__ import annotations

from affray.rules import Ruling, Witness
from affray.rulesets.d20grid.witnesses import FIRST, SWORD, attack, begun, end_turn, fight, of, unit

FLAT = '{ name = "rod", dice = "4" }'
PAIR = f'[{SWORD}, {{ name = "dagger", dice = "1d4" }}]'

MORE = (
    Ruling(
        "T35",
        "several_multipliers",
        "Do several multipliers multiply one another, or add up?",
        "d20grid.damage.order",
        ("multiply", "add"),
        "multiply",
        Witness("two doublings", "damage", {"dice": "1d8", "multiplier": 2, "second": 2}),
    ),
    Ruling(
        "T36",
        "least_damage",
        "What is the least that a hit deals?",
        "d20grid.damage.order",
        ("min_0", "min_1"),
        "min_0",
        Witness("1d4 with STR -3", "damage", {"dice": "1d4", "str": -3}),
    ),
    Ruling(
        "T38",
        "absorbing",
        "When does armor absorb anew, and from what damage?",
        "d20grid.armor.absorb",
        ("own_turn", "per_hit", "lethal_only", "round_start"),
        "own_turn",
        Witness(
            "armor of 5 takes subdual damage and hits for 4, and the wearer's turn comes after a new round",
            fight=fight(
                unit("Vex", "party", (0, 0), weapons=f"[{FLAT}]", attacks_per_full=3),
                unit("orc", "foes", (5, 0), armor=5),
            ),
            commands=(
                *begun(0, 1),
                of("full_attack", 0),
                attack(0, 1, subdual=True),
                attack(0, 1),
                end_turn(0),
                end_turn(1),
                {"type": "set_subdual", "fighter": 0, "subdual": 1, "reason": "it stumbles"},
                {"type": "harm", "fighter": 1, "points": 3, "subdual": False, "reason": "a falling stone"},
                {"type": "begin_round"},
                attack(0, 1),
            ),
            faces=(*FIRST[:2], 20, 20, 20),
        ),
    ),
    Ruling(
        "T40",
        "choosing_weapon",
        "When is the weapon of a pair chosen that deals the damage?",
        "d20grid.dual-wield",
        ("before", "after_hit"),
        "before",
        Witness(
            "a hit with two weapons in hand",
            fight=fight(
                unit("Vex", "party", (0, 0), weapons=PAIR, hands='["sword", "dagger"]'), unit("orc", "foes", (5, 0))
            ),
            commands=(*begun(0, 1), attack(0, 1)),
            faces=(*FIRST[:2], 20, 3),
        ),
    ),
    Ruling(
        "T42",
        "unskilled_bonuses",
        "Do bonuses of the sheet stay with a strange weapon?",
        "d20grid.unskilled",
        ("all_other", "situational_only"),
        "all_other",
        Witness(
            "+3 from the craft and +2 from elsewhere",
            fight=fight(
                unit(
                    "Vex",
                    "party",
                    (0, 0),
                    weapons='[{ name = "sword", dice = "1d8", style = "swords" }]',
                    style_points="{ bows = 2 }",
                    passives='[{ value = 3, from = "craft" }, 2]',
                ),
                unit("orc", "foes", (5, 0)),
            ),
            commands=(*begun(0, 1), attack(0, 1)),
            faces=(*FIRST[:2], 20, 3),
        ),
    ),
    Ruling(
        "T43",
        "subdued",
        "Is one whose subdual damage equals its hit points unconscious?",
        "d20grid.hp.unconscious",
        ("gt", "ge"),
        "gt",
        Witness(
            "20 hit points and 20 subdual",
            fight=fight(
                unit("Vex", "party", (0, 0), subdual=20), unit("Bo", "party", (0, 5)), unit("orc", "foes", (40, 0))
            ),
        ),
    ),
    Ruling(
        "T45",
        "waking",
        "Does one wake as soon as nothing keeps it down?",
        "d20grid.hp.unconscious",
        ("state_based", "latched"),
        "state_based",
        Witness(
            "one who lay there with -2 has hit points again",
            fight=fight(
                unit("Vex", "party", (0, 0), hp=-2, max_hp=9), unit("Bo", "party", (0, 5)), unit("orc", "foes", (40, 0))
            ),
            commands=({"type": "heal", "fighter": 0, "points": 5, "reason": "a draught"},),
        ),
    ),
)
