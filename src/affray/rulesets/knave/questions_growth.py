"""Open questions about what lies between fights: repairs, levels, experience."""

from __future__ import annotations

from affray.rules import Ruling, Witness

GROWTH = (
    Ruling(
        "K30",
        "repair_cost",
        "What does a point cost that is no whole number of coins (a sum that is exact is rounded up when it is paid), "
        "and can what is destroyed be mended?",
        "knave.quality.repair",
        ("exact", "ceil", "floor_min1", "yes_full"),
        "exact",
        Witness(
            "one point of a bow; a bow that is gone",
            formula="repair",
            inputs={"price": 15, "points": 1},
        ),
    ),
    Ruling(
        "K48",
        "equal_maximum",
        "Does a maximum grow by 1 when the new roll only equals it?",
        "knave.level.hp",
        ("literal_lt", "le"),
        "literal_lt",
        Witness("level 2 with 9 hit points", formula="level_hp", inputs={"level": 2, "old_max": 9}),
    ),
    Ruling(
        "K49",
        "hp_at_level",
        "What becomes of lost hit points when the maximum grows?",
        "knave.level.hp",
        ("unchanged", "same_gain", "full"),
        "unchanged",
        Witness("level 2, wounded", formula="level_hp", inputs={"level": 2, "old_max": 9, "hp": 5}),
    ),
    Ruling(
        "K52",
        "xp_over",
        "Does experience beyond a level's 1,000 count for the next one?",
        "knave.xp.level",
        ("kept", "reset"),
        "kept",
        Witness("200 for one with 900", formula="award", inputs={"xp": 900, "award": 200}),
    ),
    Ruling(
        "K76",
        "raise_order",
        "In which order are abilities tried when they rise at random?",
        "knave.level.random",
        ("sheet", "shuffled"),
        "sheet",
        Witness("all six alike", formula="level_abilities"),
    ),
)
