"""The labels that books print before a field, and our word for each."""

from __future__ import annotations

import re

LABELS = {
    "name": ("Name",),
    "armor": ("Armor Class", "Armour Class", "AC"),
    "hit_dice": ("Hit Dice", "Hit Dice/Level", "HD"),
    "hit_points": ("Hit Points", "HP", "hp"),
    "attacks": (
        "No. of Attacks", "Number of Attacks", "Attacks", "Attack", "# Attacks", "#AT", "#At", "# AT", "# At", "Att",
        "ATT", "Atk", "ATK",
    ),
    "damage": ("Damage", "Damage/Attack", "Dam", "DAM", "Dmg", "DMG"),
    "thac0": ("THAC0", "Thac0"),
    "attack_bonus": ("Attack Bonus", "BAB", "AB"),
    "save_as": ("Save As", "Saving Throws", "Saving Throw", "Saves", "Save", "SV", "Sv"),
    "morale": ("Morale", "ML", "Ml"),
    "movement": ("Movement Rate", "Movement", "Move", "Speed", "MV", "Mv"),
    "number_appearing": (
        "No. Appearing", "Number Appearing", "No. Encountered", "No. Enc.", "NA",
    ),
    "treasure": ("Treasure Type", "Treasure", "Hoard Class", "TT"),
    "xp": ("XP Value", "Level/XP", "CL/XP", "HDE/XP", "Experience", "XP"),
    "alignment": ("Alignment", "AL", "Al"),
    "special": ("Special", "Special Abilities", "SP"),
    "special_attacks": ("Special Attacks",),
    "special_defences": ("Special Defences", "Special Defenses"),
    "resistance": ("Magic Resistance",),
    "size": ("Size",),
    "intelligence": ("Intelligence",),
    "challenge": ("Challenge Rating", "Challenge", "CR"),
    "initiative": ("Initiative", "Init"),
    "action_dice": ("Act",),
    "level": ("Level", "LV", "Lv"),
    "frequency": ("Frequency",),
    "type": ("Type",),
    "lair": ("Lair Probability", "% in Lair"),
    "source": ("Source", "Book"),
    "licence": ("Licence", "License"),
}  # fmt: skip
"""Our word for a field, and the labels that books print for it, as they are written within a line."""

ALONE = (
    "Name", "Frequency", "Type", "Lair Probability", "% in Lair", "Source", "Book", "Licence",
    "License", "Level", "Challenge", "CR", "Speed", "Intelligence", "Initiative", "Experience", "Hit Dice/Level",
    "Special Abilities", "Size", "Treasure", "Damage/Attack", "Saving Throw",
)  # fmt: skip
"""Labels that make a line, and no part of one: within a line they are words of other texts too."""

BY_LABEL = {label.lower(): key for key, labels in LABELS.items() for label in labels}
EVERY = "|".join(re.escape(label) for label in sorted(BY_LABEL, key=len, reverse=True))
WORDS = "|".join(
    re.escape(label)
    for label in sorted((label for labels in LABELS.values() for label in labels), key=len, reverse=True)
    if len(label) > 5 and label not in ("Attack", "Special", "Source", "Initiative", "Experience", "Challenge")
)
MARK = r"(?:\*\*|__)?"

LINE = re.compile(
    rf"\s*(?:[-*•]\s+)?{MARK}(?P<label>{EVERY})\.?{MARK}"
    rf"(?:\s*[:\t]\s*{MARK}|{MARK}[ \t]+(?=[-–—−+]?[0-9½]))(?P<value>.*)",
    re.IGNORECASE | re.ASCII,
)
"""A line that is one label with its value: "Armor Class: 14", "- **AC** 7", "Hit Points 7 (2d6)"."""

LOOSE = re.compile(rf"\s*(?P<label>{WORDS})\.?[ \t]+(?P<value>[A-Z(].*)", re.ASCII)
"""A line within a block whose label nothing divides from its value: "Alignment Chaotic"."""

ROW = re.compile(rf"\s*\|\s*{MARK}(?P<label>{EVERY}){MARK}\s*\|(?P<value>[^|]*)\|?\s*", re.IGNORECASE | re.ASCII)
"""A row of a table of two columns: "| Armour Class | 5 [14] |"."""

OTHER = re.compile(r"\s*(?:[-*•]\s+)?(?:\*\*)?[A-Z%][A-Za-z%./' ]{0,30}:(?:\*\*)?\s+\S.*")
"""A line that has the shape of a label with its value, though the label is none that we know."""

RULE = re.compile(r"[\s|:-]*")
"""The line under the head of a table, a head without words, or a line between two creatures."""

SPELLED = {label: key for key, labels in LABELS.items() for label in labels if label not in ALONE}
INLINE = re.compile(
    rf"(?<![A-Za-z0-9/#*]){MARK}(?:(?P<abilities>S(?= [+-][0-9], D [+-][0-9]))"
    r"|(?P<dice>D(?=[ ][0-9]{1,2}(?:d[0-9]|[-–][0-9])))|(?P<label>"
    + "|".join(re.escape(label) for label in sorted(SPELLED, key=len, reverse=True))
    + rf")\.?{MARK}(?=:|[ ]*[-–—−+]?[0-9½]|[ ]+[A-Za-z(\[])"
    + "|(?P<alone>"
    + "|".join(re.escape(label) for label in sorted(ALONE, key=len, reverse=True))
    + rf"){MARK}(?=:))[ ]*:?{MARK}[ ]*"
)
"""A label within a line. Its value must begin at once."""

NUMBERED = re.compile(
    rf"(?<![A-Za-z0-9])(?P<label>AC|Armou?r Class|HD|Hit Dice|HP|Hit Points){MARK}[ :]{{0,2}}{MARK}[ ]?[-–—−]?[0-9½]"
)
"""The labels that make a line a block, with a number behind them: a sentence has none so."""
