"""The questions that the text leaves open, each with its options and a witness in which they differ."""

from __future__ import annotations

from affray.rules import Ruling, Witness
from affray.rulesets.d20grid.questions_attack import ATTACKS
from affray.rulesets.d20grid.questions_more import MORE
from affray.rulesets.d20grid.witnesses import (
    BOW,
    FIRST,
    attack,
    begun,
    end_turn,
    fight,
    of,
    strike,
    unit,
    walk,
)

TRIO = fight(unit("Vex", "party", (0, 0)), unit("Bo", "party", (0, 5)), unit("orc", "foes", (40, 0)))

TURNS = (
    Ruling(
        "T07",
        "opportunities",
        "When does the attack of opportunity come back?",
        "d20grid.turn.others",
        ("per_round", "each_creature_turn", "initiative_round"),
        "per_round",
        Witness(
            "one runs past a foe, and a new round begins",
            fight=fight(
                unit("Vex", "party", (0, 5)),
                unit("Bo", "party", (0, 10)),
                unit("orc", "foes", (10, 0), defense=30),
            ),
            commands=(
                *begun(0, 1, 2),
                walk(0, (5, 5), (10, 5), (15, 5), (20, 5), (25, 5)),
                strike(2),
                end_turn(0),
                end_turn(1),
                end_turn(2),
                {"type": "begin_round"},
            ),
            faces=(*FIRST[:3], 2),
        ),
    ),
    Ruling(
        "T08",
        "immediate",
        "Is an Immediate action one of its own, or does it take the next Swift?",
        "d20grid.turn.others",
        ("free_standing", "spends_swift"),
        "free_standing",
        Witness(
            "something is done in another's turn",
            fight=TRIO,
            commands=(*begun(0, 1, 2), of("react", 2, kind="immediate", what="a shout"), end_turn(0), end_turn(1)),
            faces=FIRST[:3],
        ),
    ),
    Ruling(
        "T52",
        "drawing",
        "Which note says what drawing and sheathing take?",
        "d20grid.draw",
        ("craft_note", "quickdraw_note", "split", "best_of"),
        "craft_note",
        Witness(
            "with 2 points in the craft and 4 in the style one sheathes and draws",
            fight=fight(
                unit(
                    "Vex",
                    "party",
                    (0, 0),
                    weapons='[{ name = "sword", dice = "1d8", style = "swords", craft_points = 2 }]',
                    style_points="{ swords = 4 }",
                ),
                unit("orc", "foes", (40, 0)),
            ),
            commands=(
                *begun(0, 1),
                of("sheathe", 0, weapon=0),
                end_turn(0),
                end_turn(1),
                {"type": "begin_round"},
                of("draw", 0, weapon=0),
            ),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "T54",
        "surprise",
        "Is everybody aware or not for itself, or is it a side that is?",
        "d20grid.surprise",
        ("per_character", "side"),
        "per_character",
        Witness(
            "one of each side knows nothing",
            fight=fight(
                unit("Vex", "party", (0, 0)),
                unit("Bo", "party", (0, 5), flags='["unaware"]'),
                unit("orc", "foes", (40, 0), flags='["unaware"]'),
            ),
            commands=(*begun(0),),
            faces=(12,),
        ),
    ),
    Ruling(
        "T62",
        "five_foot_step",
        "May the step of five feet come between two attacks?",
        "d20grid.turn.full",
        ("before_or_after", "step_between"),
        "before_or_after",
        Witness(
            "after the first of two attacks",
            fight=fight(unit("Vex", "party", (0, 0), attacks_per_full=2), unit("orc", "foes", (5, 0))),
            commands=(*begun(0, 1), of("full_attack", 0), attack(0, 1), of("step", 0, x=0, y=5)),
            faces=(*FIRST[:2], 5),
        ),
    ),
)

ALONG = ((5, 5), (10, 5), (15, 5), (20, 5), (25, 5))

MOVING = (
    Ruling(
        "T12",
        "trigger",
        "What must be more than ten feet: the whole movement, the part inside the area, or the part after the border?",
        "d20grid.aoo.trigger",
        ("crossing_and_total", "any_crossing", "distance_inside_gt_10", "distance_after_crossing_gt_10"),
        "crossing_and_total",
        Witness(
            "15 feet out of the area of a bow, 15 up to a sword, 10 up to another",
            fight=fight(
                unit("Vex", "party", (5, 0)),
                unit("Bo", "party", (0, 20)),
                unit("Cy", "party", (0, 30)),
                unit("orc", "foes", (0, 0), weapons=f"[{BOW}]"),
                unit("imp", "foes", (20, 20)),
                unit("elf", "foes", (15, 30)),
            ),
            commands=(
                *begun(0, 1, 2, 3, 4, 5),
                walk(0, (10, 0), (15, 0), (20, 0)),
                of("decline", 3),
                end_turn(0),
                walk(1, (5, 20), (10, 20), (15, 20)),
                of("decline", 4),
                end_turn(1),
                walk(2, (5, 30), (10, 30)),
            ),
            faces=(*FIRST, 4, 3),
        ),
    ),
    Ruling(
        "T14",
        "timing",
        "Does the attack of opportunity come at the border, or when the movement is over?",
        "d20grid.aoo.trigger",
        ("at_crossing", "after_move"),
        "at_crossing",
        Witness(
            "one runs past a foe and is brought down",
            fight=fight(unit("Vex", "party", (0, 5), hp=1), unit("Bo", "party", (0, 40)), unit("orc", "foes", (15, 0))),
            commands=(*begun(0, 1, 2), walk(0, *ALONG), strike(2)),
            faces=(*FIRST[:3], 20, 8),
        ),
    ),
    Ruling(
        "T16",
        "ranged_opportunity",
        "Can a ranged weapon take an attack of opportunity?",
        "d20grid.aoo.trigger",
        ("allowed", "melee_only"),
        "allowed",
        Witness(
            "one runs towards an archer",
            fight=fight(unit("Vex", "party", (0, 0)), unit("orc", "foes", (35, 0), weapons=f"[{BOW}]")),
            commands=(*begun(0, 1), walk(0, (5, 0), (10, 0), (15, 0), (20, 0), (25, 0))),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "T18",
        "metric",
        "What does a diagonal step count?",
        "d20grid.aoo.trigger",
        ("chebyshev", "5_10_5", "euclid"),
        "chebyshev",
        Witness(
            "two steps on the diagonal, and a foe who stands on the diagonal",
            fight=fight(unit("Vex", "party", (0, 0)), unit("orc", "foes", (15, 15))),
            commands=(*begun(0, 1), walk(0, (5, 5), (10, 10))),
            faces=FIRST[:2],
        ),
        house=True,
    ),
    Ruling(
        "T19",
        "disengaging",
        "Does a Disengage cover the movement into an area in which one stays?",
        "d20grid.disengage",
        ("literal", "covers_into"),
        "literal",
        Witness(
            "one disengages and runs up to a foe",
            fight=fight(unit("Vex", "party", (0, 0)), unit("orc", "foes", (20, 0))),
            commands=(*begun(0, 1), of("disengage", 0), walk(0, (5, 0), (10, 0), (15, 0))),
            faces=FIRST[:2],
        ),
    ),
)

RULINGS = tuple(sorted((*TURNS, *MOVING, *ATTACKS, *MORE), key=lambda ruling: ruling.id))
"""All rulings, in the order of their ids."""
