"""The questions about attack rolls: what is added, who has an advantage, and who can be seen."""

from __future__ import annotations

from affray.rules import Ruling, Witness
from affray.rulesets.d20grid.witnesses import BOW, FIRST, attack, begun, end_turn, fight, unit

ARCHER = unit("Vex", "party", (0, 0), weapons=f"[{BOW}]")

ATTACKS = (
    Ruling(
        "T22",
        "natural",
        "Does a natural 20 hit, or a natural 1 miss, whatever the total?",
        "d20grid.attack.roll",
        ("none", "nat20_hits", "nat1_misses"),
        "none",
        Witness(
            "a 20 that is too low, and a 1 that is high enough",
            fight=fight(
                unit("Vex", "party", (0, 0), attacks_per_full=2, class_attack_bonus=4),
                unit("orc", "foes", (5, 0), defense=30),
                unit("imp", "foes", (0, 5), defense=4),
            ),
            commands=(*begun(0, 1, 2), {"type": "full_attack", "actor": 0}, attack(0, 1), attack(0, 2)),
            faces=(*FIRST[:3], 20, 1, 1, 1),
        ),
    ),
    Ruling(
        "T23",
        "melee_modifier",
        "Which ability does an attack with a melee weapon add?",
        "d20grid.attack.roll",
        ("none", "str", "dex"),
        "none",
        Witness(
            "STR +3 and DEX +1 attack",
            fight=fight(unit("Vex", "party", (0, 0), abilities="{ str = 3, dex = 1 }"), unit("orc", "foes", (5, 0))),
            commands=(*begun(0, 1), attack(0, 1)),
            faces=(*FIRST[:2], 5),
        ),
    ),
    Ruling(
        "T24",
        "edge_cap",
        "How many dice more can an attack have at most?",
        "d20grid.edge.net",
        ("none", "cap_1", "cap_2"),
        "none",
        Witness("three advantages", "attack", {"bonus": 4, "defense": 15, "edge": 3}),
    ),
    Ruling(
        "T25",
        "lower_attacker",
        "Has one who stands lower than the target a disadvantage?",
        "d20grid.edge.sources",
        ("nothing", "disadvantage"),
        "nothing",
        Witness(
            "one attacks up a ledge",
            fight=fight(
                unit("Vex", "party", (0, 0)),
                unit("orc", "foes", (5, 0)),
                map="size = [50, 50], elevation = [[5, 0, 10, 10, 5]]",
            ),
            commands=(*begun(0, 1), attack(0, 1)),
            faces=(*FIRST[:2], 5, 4),
        ),
    ),
    Ruling(
        "T27",
        "flanking",
        "What does flanking take beside two in the target's area?",
        "d20grid.edge.sources",
        ("literal", "opposite_sides", "ally_adjacent"),
        "literal",
        Witness(
            "an archer with one foe beside it and another at 15 feet, who then moves up at a right angle to the first",
            fight=fight(
                unit("Vex", "party", (20, 20)),
                unit("Bo", "party", (25, 35)),
                unit("orc", "foes", (25, 20), weapons=f"[{BOW}]", defense=30),
            ),
            commands=(
                *begun(1, 0, 2),
                end_turn(1),
                attack(0, 2),
                end_turn(0),
                end_turn(2),
                {"type": "begin_round"},
                {"type": "walk", "actor": 1, "path": [[25, 30], [25, 25]]},
                end_turn(1),
                attack(0, 2),
            ),
            faces=(*FIRST[:3], 5, 4, 3, 5, 4, 3),
        ),
    ),
    Ruling(
        "T30",
        "inside_area",
        "Are being close and being inside one's own area two disadvantages of a shot, and do its dice count in full?",
        "d20grid.edge.point-blank",
        ("stack", "single", "rolled", "single_rolled"),
        "stack",
        Witness(
            "a shot at somebody who is 5 feet off",
            fight=fight(ARCHER, unit("orc", "foes", (5, 0), defense=1)),
            commands=(*begun(0, 1), attack(0, 1)),
            faces=(*FIRST[:2], 6, 5, 4, 3),
        ),
    ),
    Ruling(
        "T31",
        "friendly_fire",
        "Whose friends must an attack not hit, and which attacks?",
        "d20grid.edge.friendly-fire",
        ("attackers_allies", "literal_target_allies", "melee_too"),
        "attackers_allies",
        Witness(
            "a shot at one beside two friends of the archer, with no friend of its own; then one of the two strikes",
            fight=fight(
                unit("Vex", "party", (0, 20), weapons=f"[{BOW}]"),
                unit("Bo", "party", (45, 20)),
                unit("Cy", "party", (45, 25)),
                unit("orc", "foes", (40, 20), defense=30, area=5),
            ),
            commands=(*begun(0, 1, 2, 3), attack(0, 3), end_turn(0), attack(1, 3)),
            faces=(*FIRST, 5, 4, 3, 2, 1, 1),
        ),
    ),
    Ruling(
        "T32",
        "creatures_between",
        "Does a creature on the line break it, or does it give cover?",
        "d20grid.edge.line-of-sight",
        ("blocks", "cover"),
        "blocks",
        Witness(
            "a shot past another foe",
            fight=fight(ARCHER, unit("imp", "foes", (20, 0)), unit("orc", "foes", (40, 0))),
            commands=begun(0, 1, 2),
            faces=FIRST[:3],
        ),
    ),
    Ruling(
        "T51",
        "unconscious_target",
        "Is an unconscious target easier to hit?",
        "d20grid.attack.roll",
        ("unchanged", "advantage", "auto_hit"),
        "unchanged",
        Witness(
            "an attack on one who lies there",
            fight=fight(
                unit("Vex", "party", (0, 0)), unit("orc", "foes", (5, 0), hp=-3, max_hp=9), unit("imp", "foes", (40, 0))
            ),
            commands=(*begun(0, 1, 2), attack(0, 1)),
            faces=(*FIRST[:3], 5, 4, 3),
        ),
    ),
    Ruling(
        "T61",
        "sight",
        "Are cover and line of sight read off the map, or said by the scenario?",
        "d20grid.edge.sources",
        ("centres", "flags"),
        "centres",
        Witness(
            "shots at one behind a wall who is said to be in cover, and at one in the open who is said to be hidden",
            fight=fight(
                ARCHER,
                unit("orc", "foes", (20, 0), flags='["covered"]'),
                unit("imp", "foes", (0, 20), flags='["hidden"]'),
                map="size = [50, 50], walls = [[15, 0, 15, 5]]",
            ),
            commands=begun(0, 1, 2),
            faces=FIRST[:3],
        ),
        house=True,
    ),
)
