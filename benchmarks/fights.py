"""The fights that the benchmarks play."""

from __future__ import annotations

from affray.fight import Fight, parse

FORD = """
ruleset = "knave"

[[fighter]]
name = "knave"
side = "party"
count = 4
hp = 6
attack = 2
armor = 13
weapons = [{ name = "sword", die = "d8" }]

[[fighter]]
name = "goblin"
side = "foes"
count = 6
hp = 4
attack = 1
armor = 13
damage = "1d6"
morale = 7
"""

EXACT = 0.43791029075536
"""The knaves' chance to win that fight."""


def ford() -> Fight:
    """Four knaves and six goblins, as in `naive`."""
    return parse(FORD, "ford")
