"""Pairs of fights that players cannot tell apart: they differ in what foes are, and in who hides."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

HIDER = "Zyx the cänary"
"""Somebody hidden."""

BLADE = "cänary blade"
"""What they carry."""

MANY = 7193
"""Hit points that stand nowhere else."""


class Twins(NamedTuple):
    """Two fights as text, and the numbers of those who hide in each."""

    one: str
    other: str
    hide_in_one: frozenset[int]
    hide_in_other: frozenset[int]


def twins(ruleset: str, source: Random) -> Twins:
    """Two fights by a ruleset."""
    return MAKERS[ruleset](source)


def _hiding(source: Random, texts: tuple[str, str], hider: str, place: int) -> Twins:
    """Perhaps somebody hides in one of the two."""
    one, other = texts
    chance = source.random()
    hidden = frozenset((place,))
    if chance < 0.25:
        return Twins(one + hider, other, hidden, frozenset())
    if chance < 0.5:
        return Twins(one, other + hider, frozenset(), hidden)
    return Twins(one, other, frozenset(), frozenset())


def _apart(source: Random, *values: object) -> tuple[object, object]:
    """One value for each fight; as often as not the same."""
    first = source.choice(values)
    return (first, first) if source.random() < 0.5 else (first, source.choice(values))


def _filled(text: str, each: dict[str, tuple[object, object]]) -> tuple[str, str]:
    one = {name: values[0] for name, values in each.items()}
    other = {name: values[1] for name, values in each.items()}
    return text.format_map(one), text.format_map(other)


KNAVE_PARTY = """ruleset = "knave"
title = "The ford"
[[fighter]]
name = "Ana"
side = "party"
level = 1
hp = 9
abilities = {{ str = 3, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }}
armor = ["gambeson", "shield"]
weapons = ["sword"]
[[fighter]]
name = "Ben"
side = "party"
level = 1
hp = 7
abilities = {{ str = 1, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }}
armor = ["gambeson"]
weapons = ["bow", "mace"]
"""
KNAVE_FOE = """[[fighter]]
name = "{name}"
side = "foes"
hd = 2
hp = {hp}
armor = {armor}
attack = {attack}
damage = "{damage}"
morale = {morale}
weak_to = ["{weak}"]
"""
KNAVE_HIDER = f"""[[fighter]]
name = "{HIDER}"
side = "foes"
hd = 4
hp = {MANY}
armor = 15
attack = 4
morale = 10
weapons = [{{ name = "{BLADE}", die = "d10" }}]
hidden = true
joins = 50
"""


def knave(source: Random) -> Twins:
    one = other = KNAVE_PARTY.format()
    for name in ("goblin", "wolf")[: source.randint(1, 2)]:
        hp = (MANY, MANY) if source.random() < 0.3 else _apart(source, 4, 9, 10, 14)
        values = {
            "name": (name, name),
            "hp": hp,
            "armor": _apart(source, 11, 13, 14, 16),
            "attack": _apart(source, 0, 1, 3, 5),
            "damage": _apart(source, "1d6", "1d8", "1d4"),
            "morale": _apart(source, 5, 7, 11),
            "weak": _apart(source, "silver", "blunt", "slashing"),
        }
        mine, theirs = _filled(KNAVE_FOE, values)
        one, other = one + mine, other + theirs
    place = one.count("[[fighter]]")
    return _hiding(source, (one, other), KNAVE_HIDER, place)


GRID_PARTY = """ruleset = "d20grid"
title = "The yard"
[map]
size = [40, 30]
walls = [[20, 0, 20, 10]]
[[fighter]]
name = "Vex"
side = "party"
at = [5, 5]
hp = 20
defense = 15
speed = 20
abilities = {{ str = 3, dex = 2 }}
class_attack_bonus = 4
attacks_per_full = 2
weapons = ["longsword", "short bow"]
"""
GRID_FOE = """[[fighter]]
name = "robber"
side = "foes"
at = [10, 5]
hp = {hp}
defense = {defense}
speed = 20
abilities = {{ str = {str}, dex = 0 }}
class_attack_bonus = {attack}
armor = {{ absorb = {absorb} }}
weapons = [{{ name = "club", dice = "{dice}", kind = "melee" }}]
"""
# Whoever hides here lies still: that somebody takes a turn whom one does not see, one sees by the others' turns.
GRID_HIDER = f"""[[fighter]]
name = "{HIDER}"
side = "foes"
at = [35, 25]
hp = -40
max_hp = {MANY}
defense = 18
speed = 30
abilities = {{ str = 1, dex = 4 }}
class_attack_bonus = 3
weapons = [{{ name = "{BLADE}", dice = "1d10", kind = "melee" }}]
flags = ["invisible"]
"""


def d20grid(source: Random) -> Twins:
    hp = (MANY, MANY) if source.random() < 0.3 else _apart(source, 12, 18, 30)
    values = {
        "hp": hp,
        "defense": _apart(source, 10, 12, 14),
        "str": _apart(source, 0, 1, 2),
        "attack": _apart(source, 1, 2, 4),
        "absorb": _apart(source, 0, 1, 2),
        "dice": _apart(source, "1d4", "1d6", "1d8"),
    }
    mine, theirs = _filled(GRID_FOE, values)
    party = GRID_PARTY.format()
    return _hiding(source, (party + mine, party + theirs), GRID_HIDER, 2)


SKILLS_PARTY = """ruleset = "skilldice"
title = "The bridge"
[[fighter]]
name = "Odo"
side = "party"
body = 12
mind = 6
soul = 4
weapon = "slashing"
"""
SKILLS_FOE = """[[fighter]]
name = "{name}"
side = "foes"
body = {body}
mind = {mind}
soul = {soul}
weapon = "piercing"
{state}
"""


def skilldice(source: Random) -> Twins:
    one = other = SKILLS_PARTY.format()
    for name in ("Hild", "guard")[: source.randint(1, 2)]:
        values = {
            "name": (name, name),
            "body": _apart(source, 8, 12, 20),
            "mind": _apart(source, 6, 8, 12),
            "soul": _apart(source, 4, 6, 8),
            "state": _apart(source, "", 'state = "unaware"'),
        }
        mine, theirs = _filled(SKILLS_FOE, values)
        one, other = one + mine, other + theirs
    return Twins(one, other, frozenset(), frozenset())


MAKERS: dict[str, Callable[[Random], Twins]] = {"knave": knave, "d20grid": d20grid, "skilldice": skilldice}
