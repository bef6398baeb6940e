"""From a character to a fighter and back: what a fight has done to it stays done."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import Document, Node
from affray.rules import rule
from affray.rulesets.knave import content
from affray.rulesets.knave.character import (
    Character,
    Item,
    is_dead,
    labels,
    readable_books,
    usable_weapons,
    worn_pieces,
)
from affray.rulesets.knave.fightfile import fighters_of
from affray.rulesets.knave.items import effect_as_plain, thing, weapon_as_plain
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import ABILITIES, DEAD, Condition, Profile, State

SIDE = "party"


def fighter(one: Character) -> dict[str, Any]:
    """The character as a fighter of a fight file: what is whole, and books that have not been read."""
    told: dict[str, Any] = {
        "name": one.name,
        "side": SIDE,
        **({"level": one.level} if one.level else {}),  # one who was met in a fight has none that is known
        "hp": one.hp,
        "max_hp": one.max_hp,
        "abilities": dict(zip(ABILITIES, one.bonuses, strict=True)),
        "armor": [_piece(one.items[place]) for place in worn_pieces(one).values()],
        "weapons": [_weapon(one.items[place]) for place in usable_weapons(one)],
    }
    spells = [one.items[place].spell for place in readable_books(one)]
    if spells:
        told["spells"] = [
            {"name": spell.name, "save": spell.save, "on_fail": effect_as_plain(spell)} for spell in spells if spell
        ]
    return told


def _piece(item: Item) -> str | dict[str, Any]:
    if item.name in content.body_armor() or item.name in content.extras():
        usual = thing(item.name)
        if (item.kind, item.defense) == (usual.kind, usual.defense):
            return item.name if item.quality == usual.quality else {"name": item.name, "quality": item.quality}
    quality = {} if item.quality is None else {"quality": item.quality}
    return {"name": item.name, "defense": item.defense} | quality


def _weapon(item: Item) -> str | dict[str, Any]:
    quality = {} if item.quality is None else {"quality": item.quality}
    if item.name in content.weapons() and item.weapon == thing(item.name).weapon and quality:
        return item.name if item.quality == thing(item.name).quality else {"name": item.name} | quality
    return {"name": item.name} | weapon_as_plain(item) | quality


@lru_cache(maxsize=8192)
def joined(one: Character, rulings: Rulings) -> tuple[Profile, Condition]:
    """The character in a fight, read as a fight file is read."""
    document = Document("the party", "json", "", fighter(one))
    return fighters_of(Node(document, (), document.data), SIDE, rulings, [])[0]


def back(one: Character, state: State, number: int) -> Character:
    """The character after a fight in which it had this number.

    Hit points, quality, books read and weapons lost are as the fight left them. What lies on the ground is gathered by
    the side that won; for the others it is lost.
    """
    condition, profile = state.conditions[number], state.profiles[number]
    if _outfit(one) != _outfit_in(profile):
        problem = f"{profile.name} of the fight has other gear than {one.name}"
        raise BadInput(problem, place="--after", hint="the fight begins with the character as --fighter prints it")
    items: list[Item | None] = list(one.items)
    for slot, place in worn_pieces(one).items():
        items[place] = replace(one.items[place], quality=getattr(condition, slot))
    won = state.over and state.winner == profile.side
    for index, place in enumerate(usable_weapons(one)):
        lost = index in condition.dropped and not won
        items[place] = None if lost else replace(one.items[place], quality=condition.weapons[index])
    for index, place in enumerate(readable_books(one)):
        if index in condition.cast:
            items[place] = replace(one.items[place], spent=True)
    return replace(one, hp=points_after(condition, one.max_hp), items=tuple(item for item in items if item is not None))


def _outfit(one: Character) -> tuple[list[str], int, bool, bool]:
    """What of a character comes along, as far as it is told apart: weapons, number of books, shield and helmet."""
    weapons = [one.items[place].name for place in usable_weapons(one)]
    worn = worn_pieces(one)
    return weapons, len(readable_books(one)), "shield" in worn, "helmet" in worn


def _outfit_in(profile: Profile) -> tuple[list[str], int, bool, bool]:
    return [weapon.name for weapon in profile.weapons], len(profile.spells), profile.shield, profile.helmet


@rule("knave.hp.dead", "knave.hp.unconscious")
def points_after(condition: Condition, most: int) -> int:
    """The hit points after a fight; below 0 for one who died, however it came about."""
    hp = min(condition.hp, most)
    return min(hp, -1) if condition.fate == DEAD else hp


def tracks(one: Character) -> tuple[tuple[str, int], ...]:
    """Hit points (none of the dead), then the quality of what can break; things of one name are numbered."""
    wears = zip(labels(one), one.items, strict=True)
    return ("hp", max(one.hp, 0)), *((name, item.quality) for name, item in wears if item.quality is not None)


def fate(one: Character) -> str:
    """Whether the character is up, down or dead."""
    return "dead" if is_dead(one) else "down" if one.hp == 0 else "up"
