"""Short words for what is shown of commands: "Sword at goblin 2"."""

from __future__ import annotations

from affray.rulesets.knave.phrases import name_of
from affray.rulesets.knave.state import UNARMED, State


def capital(text: str) -> str:
    """A text as it begins a line."""
    return text[:1].upper() + text[1:]


def weapon_at(state: State, actor: int, target: int, weapon: int, *, thrown: bool = False) -> str:
    """An attack in few words: with what, at whom."""
    whom, weapons = name_of(state, target), state.profiles[actor].weapons
    if weapon == UNARMED or not weapon < len(weapons):
        return f"Bare hands at {whom}"
    arm = weapons[weapon]
    if thrown:
        return f"Throw the {arm.name} at {whom}"
    alone = sum("natural" in one.tags for one in weapons) == 1
    return f"Strike at {whom}" if "natural" in arm.tags and alone else f"{capital(arm.name)} at {whom}"
