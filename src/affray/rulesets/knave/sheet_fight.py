"""The character that a fighter is, as far as its fight knows it: for the sheet beside a table."""

from __future__ import annotations

from msgspec.structs import replace

from affray.rulesets.knave import content
from affray.rulesets.knave.character import Character, Item, in_order
from affray.rulesets.knave.company import points_after
from affray.rulesets.knave.content import creation
from affray.rulesets.knave.state import UNARMORED, Condition, Profile, State

BODY = "body armor"
"""Body armor that is none of the booklet's."""


def character_of(start: State, state: State, number: int) -> Character | None:
    """A fighter with abilities as a character, its gear as the fight has left it; None for one without.

    What no fight knows (level, traits, coins, what else is carried) is empty. `start` says how good the gear was.
    """
    profile = state.profiles[number]
    if profile.bonuses is None:
        return None
    now = state.conditions[number]
    then = start.conditions[number] if number < len(start.conditions) else now
    items = [*_armor(profile, now, then), *_weapons(profile, now, then), *_books(profile, now)]
    return Character(
        name=profile.name,
        level=0,
        xp=0,
        hp=points_after(now, profile.max_hp),
        max_hp=profile.max_hp,
        bonuses=profile.bonuses,
        items=in_order(items),
    )


def _armor(profile: Profile, now: Condition, then: Condition) -> list[Item]:
    found = []
    if profile.body > UNARMORED:
        full = then.body
        name = next((name for name, usual in content.body_armor().items() if usual == (profile.body, full)), BODY)
        load = creation.loads()[name].slots if name in creation.loads() else 1
        found.append(Item(name, "body", load, quality=now.body, full=full, worn=True, defense=profile.body))
    if profile.shield:
        found.append(Item("shield", "shield", quality=now.shield, full=then.shield, worn=not now.slung))
    if profile.helmet:
        found.append(Item("helmet", "helmet", quality=now.helmet, full=then.helmet, worn=True))
    return found


def _weapons(profile: Profile, now: Condition, then: Condition) -> list[Item]:
    """The weapons that the fighter still has, each with its quality."""
    found = []
    for place, weapon in enumerate(profile.weapons):
        if place in now.dropped:
            continue
        load = creation.loads()[weapon.name].slots if weapon.name in creation.loads() else weapon.hands
        full = then.weapons[place] if place < len(then.weapons) else now.weapons[place]
        bare = replace(weapon, quality=None)
        found.append(Item(weapon.name, "weapon", load, quality=now.weapons[place], full=full, weapon=bare))
    return found


def _books(profile: Profile, now: Condition) -> list[Item]:
    return [
        Item(f"book of {spell.name}", "book", spell=spell, spent=place in now.cast)
        for place, spell in enumerate(profile.spells)
    ]
