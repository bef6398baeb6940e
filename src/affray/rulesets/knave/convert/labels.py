"""The labels that books print before a field, and our word for each."""

from __future__ import annotations

import re

LABELS = {
    "armor": ("armor class", "armour class", "ac"),
    "hit_dice": ("hit dice", "hit dice/level", "hd"),
    "hit_points": ("hit points", "hp"),
    "attacks": ("no. of attacks", "number of attacks", "attacks", "attack", "# attacks", "#at", "# at", "att", "atk"),
    "damage": ("damage", "damage/attack", "dam", "dmg"),
    "thac0": ("thac0",),
    "attack_bonus": ("attack bonus", "bab"),
    "save_as": ("save as", "saving throws", "saving throw", "saves", "save", "sv"),
    "morale": ("morale", "ml"),
    "movement": ("movement rate", "movement", "move", "speed", "mv"),
    "number_appearing": ("no. appearing", "number appearing", "no. encountered", "no. enc.", "na"),
    "treasure": ("treasure type", "treasure", "hoard class", "tt"),
    "xp": ("xp value", "level/xp", "cl/xp", "experience", "xp"),
    "alignment": ("alignment", "al"),
    "special": ("special", "special abilities"),
    "special_attacks": ("special attacks",),
    "special_defences": ("special defences", "special defenses"),
    "resistance": ("magic resistance",),
    "size": ("size",),
    "intelligence": ("intelligence",),
    "challenge": ("challenge rating", "challenge", "cr"),
    "initiative": ("initiative", "init"),
    "action_dice": ("act",),
    "level": ("level", "lv"),
    "source": ("source", "book"),
    "licence": ("licence", "license"),
}
"""Our word for a field, and the labels that books print for it, in lower case."""

BY_LABEL = {label: key for key, labels in LABELS.items() for label in labels}
EVERY = "|".join(re.escape(label) for label in sorted(BY_LABEL, key=len, reverse=True))

LINE = re.compile(
    rf"\s*(?:\*\*)?(?P<label>{EVERY})\.?(?:\*\*)?(?:\s*[:\t]\s*(?:\*\*)?|[ \t]+(?=[-–—−+]?[0-9½]))(?P<value>.*)",
    re.IGNORECASE | re.ASCII,
)
"""A line that is one label with its value: "Armor Class: 14", "Hit Points 7 (2d6)"."""

ROW = re.compile(rf"\s*\|\s*(?:\*\*)?(?P<label>{EVERY})(?:\*\*)?\s*\|(?P<value>[^|]*)\|?\s*", re.IGNORECASE | re.ASCII)
"""A row of a table of two columns: "| Armour Class | 5 [14] |"."""

RULE = re.compile(r"\s*\|(?:\s*:?-{2,}:?\s*\|)+\s*")
"""The line under the head of such a table."""

SHORT = {
    "armor": ("AC", "Armor Class", "Armour Class"),
    "hit_dice": ("HD", "Hit Dice"),
    "hit_points": ("HP", "hp", "Hit Points"),
    "attacks": ("#AT", "#At", "# AT", "# At", "Att", "ATT", "Atk", "ATK", "Attacks", "Attack"),
    "damage": ("Dam", "DAM", "Dmg", "DMG", "Damage"),
    "thac0": ("THAC0", "Thac0"),
    "attack_bonus": ("AB", "BAB"),
    "save_as": ("SV", "Sv", "Save", "Saves"),
    "morale": ("ML", "Ml", "Morale"),
    "movement": ("MV", "Mv", "Move", "Movement"),
    "number_appearing": ("NA",),
    "treasure": ("TT",),
    "xp": ("CL/XP", "HDE/XP", "XP"),
    "alignment": ("AL", "Al"),
    "special": ("Special", "SP"),
    "initiative": ("Init",),
    "action_dice": ("Act",),
    "level": ("LV", "Lv"),
}
"""The labels of blocks on one line, as they are written there."""

BY_SHORT = {label: key for key, labels in SHORT.items() for label in labels}
INLINE = re.compile(
    r"(?<![A-Za-z0-9/#])(?:(?P<abilities>S(?= [+-][0-9], D [+-][0-9]))|(?P<label>"
    + "|".join(re.escape(label) for label in sorted(BY_SHORT, key=len, reverse=True))
    + r")\.?(?=:|[ ]*[-–—−+]?[0-9½]|[ ]+[A-Za-z(\[]))[ ]*:?[ ]*"
)
"""A label within a line. Its value must begin at once."""

NUMBERED = re.compile(
    r"(?<![A-Za-z0-9])(?:(?:AC|Armou?r Class)[ :]{0,2}[-–—−]?[0-9]|(?:HD|Hit Dice)[ :]{0,2}[0-9½]"
    r"|(?:HP|Hit Points)[ :]{0,2}[0-9])"
)
"""The labels that make a line a block, with a number behind them: a sentence has none so."""
