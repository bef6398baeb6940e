"""All ways to exact odds give equal fractions: small fights that have each feature, and the ways that must answer."""

from __future__ import annotations

import pytest

from affray.fight import parse
from affray.testing.conformance import ways_agree

BOTH = ("lump", "machine")
ALL = (*BOTH, "sides")

SWORD = 'weapons = [{ name = "sword", die = "d8" }]'
BRITTLE = 'weapons = [{ name = "sword", die = "d8", quality = 1 }]'
BOW = 'weapons = [{ name = "bow", die = "d6", kind = "ranged" }]'


def knave(mine: str, theirs: str = "hp = 2", tactic: str = "first") -> str:
    """One against those of the other side, who hit for a d6."""
    return f"""ruleset = "knave"
tactics = {{ party = "{tactic}" }}
[[fighter]]
name = "Ana"
side = "party"
attack = 2
{mine}
[[fighter]]
name = "orc"
side = "foes"
attack = 1
armor = 12
damage = "1d6"
{theirs}
"""


def skilldice(mine: str, theirs: str, tactics: str = "") -> str:
    """Two of whom each has little stamina left."""
    return f"""ruleset = "skilldice"
tactics = {{ {tactics} }}
[[fighter]]
name = "Ana"
side = "party"
body = 6
mind = 4
soul = 4
lost = {{ body = 4, mind = 3, soul = 3 }}
{mine}
[[fighter]]
name = "Rook"
side = "foes"
body = 4
mind = 4
soul = 4
lost = {{ body = 3, mind = 3, soul = 3 }}
{theirs}
"""


def d20grid(mine: str, theirs: str, head: str = "") -> str:
    """Two on three squares by three."""
    return f"""ruleset = "d20grid"
{head}
[map]
size = [15, 15]
[[fighter]]
name = "Vex"
side = "party"
at = [0, 0]
hp = 2
defense = 12
abilities = {{ str = 1, dex = 1 }}
class_attack_bonus = 2
{mine}
[[fighter]]
name = "robber"
side = "foes"
at = [10, 10]
hp = 2
defense = 11
abilities = {{ str = 0, dex = 1 }}
class_attack_bonus = 1
{theirs}
"""


AXE = 'weapons = ["hand axe"]'
CLUB = 'weapons = [{ name = "club", dice = "1d4", subdues = true }]'

SMALL = {
    "knave: plain": (knave(f"hp = 3\narmor = 13\n{SWORD}"), ALL),
    "knave: breakage": (knave(f"hp = 2\narmor = {{ defense = 13, quality = 1 }}\n{BRITTLE}"), BOTH),
    "knave: morale": (knave(f"hp = 2\narmor = 13\n{SWORD}", "hp = 2\ncount = 2\nmorale = 7"), ALL),
    "knave: ranged": (knave(f"hp = 2\narmor = 13\n{BOW}"), BOTH),
    "knave: stunts": (knave(f"hp = 2\narmor = 13\n{SWORD}", tactic="stunts"), BOTH),
    "knave: dirty": (knave(f"hp = 2\narmor = 13\n{SWORD}", tactic="dirty"), BOTH),
    "skilldice: plain": (skilldice("", ""), BOTH),
    "skilldice: defend": (skilldice("", "", 'foes = "reckless"'), BOTH),
    "skilldice: riders": (skilldice('weapon = "slashing"', 'weapon = "piercing"'), BOTH),
    "skilldice: asleep": (skilldice("", 'state = "asleep"'), BOTH),
    "skilldice: moving": (skilldice('weapon = "crushing"', 'state = "moving"'), BOTH),
    "d20grid: plain": (d20grid(AXE, AXE), BOTH),
    "d20grid: absorb": (d20grid(AXE, f'{AXE}\narmor = "leather"'), BOTH),
    "d20grid: subdual": (d20grid(CLUB, CLUB), BOTH),
    "d20grid: flanking": (d20grid(AXE, AXE, 'tactics = { foes = "flank" }'), BOTH),
}
"""By ruleset and feature: a fight, and the ways that know it."""

LIMIT = 4_000
"""Positions: more than any of these fights has."""


@pytest.mark.parametrize("what", SMALL)
def test_small_fights(what: str) -> None:
    text, ways = SMALL[what]
    assert ways_agree(parse(text, what), LIMIT) == ways
