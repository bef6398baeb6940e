"""The fights of the jobs as affray reads them."""

from __future__ import annotations

from affray.fight import Fight, parse

GROUPS = """
ruleset = "knave"

[tactics]
party = "{tactic}"
foes = "{tactic}"

[[fighter]]
name = "knave"
side = "party"
count = {knaves}
hp = 6
attack = 2
armor = {armor}
weapons = [{sword}]

[[fighter]]
name = "goblin"
side = "foes"
count = {goblins}
hp = 4
attack = 1
armor = 13
damage = "1d6"
{morale}
"""

ONE_OF_TWO = """
[[fighter]]
name = "{name}"
side = "{side}"
hp = {hp}
attack = 2
armor = {armor}
weapons = [{sword}]
"""

PLAIN = {"armor": "13", "sword": '{ name = "sword", die = "d8" }'}
GEAR = {"armor": "{ defense = 13, quality = 3 }", "sword": '{ name = "sword", die = "d8", quality = 3 }'}
"""The same that can break."""


def groups(knaves: int, goblins: int, tactic: str = "first", *, gear: bool = False) -> Fight:
    """Knaves and goblins as in `naive`; a lone goblin has no morale to check."""
    return parse(written(knaves, goblins, tactic, gear=gear), "groups")


def written(knaves: int = 4, goblins: int = 6, tactic: str = "first", *, gear: bool = False) -> str:
    """The fight file of these groups."""
    morale = "morale = 7" if goblins > 1 else ""
    worn = GEAR if gear else PLAIN
    return GROUPS.format(knaves=knaves, goblins=goblins, tactic=tactic, morale=morale, **worn)


def ford(tactic: str = "first", *, gear: bool = False) -> Fight:
    """Four knaves and six goblins, as in `naive`; the knaves' gear may be such that it can break."""
    return groups(4, 6, tactic, gear=gear)


def ford_of_unlike() -> Fight:
    """That fight with four knaves who differ in HP."""
    head, knave, goblin = written(1, 6).split("[[fighter]]")
    knaves = [knave.replace("hp = 6", f"hp = {hp}").replace('"knave"', f'"{hp} HP"') for hp in (8, 6, 5, 4)]
    return parse("[[fighter]]".join((head, *knaves, goblin)), "unlike")


def duel(first: int, second: int, *, gear: bool = False) -> Fight:
    """Two fighters with so many HP, as in `jobs`; the gear of both may be such that it can break."""
    worn = GEAR if gear else PLAIN
    one = ONE_OF_TWO.format(name="Ana", side="party", hp=first, **worn)
    other = ONE_OF_TWO.format(name="Rook", side="foes", hp=second, **worn)
    return parse(f'ruleset = "knave"\n{one}{other}', "duel")
