"""The questions that the text leaves open, each with its options and a witness in which they differ."""

from __future__ import annotations

from affray.rules import Ruling, Witness
from affray.rulesets.skilldice.questions_more import MORE
from affray.rulesets.skilldice.witnesses import (
    BEGIN,
    FIRST,
    attack,
    begun,
    defend,
    end_turn,
    fight,
    take_it,
    unit,
)

DUEL = fight(unit("Ana", "party"), unit("orc", "foes"))

TURNS = (
    Ruling(
        "D01",
        "turn_order",
        "How is the order of turns found?",
        "skilldice.turn.actions",
        ("once", "each_round", "narrator"),
        "once",
        Witness(
            "the second round begins",
            fight=DUEL,
            commands=(*begun(2), end_turn(0), end_turn(1), BEGIN),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "D02",
        "tied_order",
        "Who comes first of those who rolled the same?",
        "skilldice.turn.actions",
        ("larger_die", "simultaneous"),
        "larger_die",
        Witness("two d8 show a 5", fight=DUEL, commands=begun(2), faces=(5, 5, 1)),
    ),
    Ruling(
        "D04",
        "refill",
        "When do the three actions come back?",
        "skilldice.turn.actions",
        ("round_start", "own_turn"),
        "round_start",
        Witness(
            "the second round begins, and one has held its actions",
            fight=DUEL,
            commands=(*begun(2), end_turn(0), end_turn(1), BEGIN),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "D05",
        "before_first_turn",
        "May actions be spent before one's first turn?",
        "skilldice.turn.actions",
        ("may_spend", "none_until_first_turn"),
        "may_spend",
        Witness(
            "an attack on one who has not had a turn", fight=DUEL, commands=(*begun(2), attack(0, 1)), faces=FIRST[:2]
        ),
    ),
    Ruling(
        "D06",
        "attacks",
        "How many attacks may a turn have?",
        "skilldice.turn.actions",
        ("pool", "one_attack"),
        "pool",
        Witness(
            "after the first attack",
            fight=DUEL,
            commands=(*begun(2), attack(0, 1), take_it(1)),
            faces=FIRST[:2],
        ),
    ),
    Ruling(
        "D08",
        "several_actions",
        "May several actions go into one attack, for a die each?",
        "skilldice.turn.actions",
        ("off", "effort"),
        "off",
        Witness("a turn begins", fight=DUEL, commands=begun(2), faces=FIRST[:2]),
    ),
)

CONTEST = (
    Ruling(
        "D11",
        "defence_skill",
        "Which Skill does the defender roll?",
        "skilldice.attack.contest",
        ("same_as_attack", "defender_chooses", "narrator"),
        "same_as_attack",
        Witness(
            "an attack with Body is defended against",
            fight=DUEL,
            commands=(*begun(2), attack(0, 1), defend(1)),
            faces=(*FIRST[:2], 5, 3),
        ),
    ),
    Ruling(
        "D12",
        "attackers_loss",
        "In which Skill does a beaten attacker lose?",
        "skilldice.attack.contest",
        ("attackers_skill", "defenders_skill"),
        "attackers_skill",
        Witness(
            "Body attacks, Mind defends and wins",
            fight=DUEL,
            rulings={"D11": "defender_chooses"},
            commands=(*begun(2), attack(0, 1), defend(1, "mind")),
            faces=(*FIRST[:2], 2, 5),
        ),
    ),
    Ruling(
        "D14",
        "hard_hit",
        "Can a winning defender hit hard, too?",
        "skilldice.attack.hard-hit",
        ("attacker_only", "symmetric"),
        "attacker_only",
        Witness("d4 attacks d20", "exchange", {"attacker": 4, "defender": 20}),
    ),
    Ruling(
        "D15",
        "beaten_die",
        "Which die must the margin of a hard hit exceed?",
        "skilldice.attack.hard-hit",
        ("die_rolled", "nominal", "ceiling"),
        "die_rolled",
        Witness(
            "d20 attacks a d8 that is a d12 on the sheet, with 5 points left",
            "exchange",
            {"attacker": 20, "defender": 8, "defender_printed": 12, "defender_ceiling": 5},
        ),
    ),
    Ruling(
        "D18",
        "undefended",
        "What meets an attack that is not defended against?",
        "skilldice.attack.undefended",
        ("by_state", "table_only", "lands_only", "out_of_actions_d6"),
        "by_state",
        Witness(
            "an attack on a sleeper, and one on somebody who cannot spend an action yet",
            fight=fight(unit("Ana", "party"), unit("orc", "foes", state='"asleep"'), unit("imp", "foes")),
            rulings={"D05": "none_until_first_turn"},
            commands=(*begun(3), attack(0, 1), attack(0, 2)),
            faces=(*FIRST, 5, 1, 5, 2),
        ),
    ),
    Ruling(
        "D19",
        "narrator_wins",
        "Does it cost the attacker when the Narrator's die wins?",
        "skilldice.helpless",
        ("same_as_contest", "miss_only"),
        "same_as_contest",
        Witness("d6 attacks a sleeper", "helpless", {"attacker": 6, "difficulty": 4}),
    ),
)

RULINGS = tuple(sorted((*TURNS, *CONTEST, *MORE), key=lambda ruling: ruling.id))
"""All rulings, in the order of their ids."""
