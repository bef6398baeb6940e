"""What a seat may see of a state, built from what is public; and the short reports that programs read."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.dice import REFEREE, Seat
from affray.rules import Standing
from affray.rulesets.knave import events as e
from affray.rulesets.knave.state import DEAD, PARTY, UNCONSCIOUS, UP, Condition, Profile, State
from affray.rulesets.knave.turns import to_act


class PublicFighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fighter as a seat sees it; numbers are there only for those whose sheet that seat may read."""

    id: int
    name: str
    side: str
    fate: str
    wounds: str
    hp: int | None = None
    max_hp: int | None = None
    gear: tuple[tuple[str, int | None], ...] = ()


class PublicState(msgspec.Struct, frozen=True):
    """The fight as a seat sees it."""

    round: int
    to_act: tuple[Seat, ...]
    over: bool
    winner: str | None
    fighters: tuple[PublicFighter, ...]


def view(state: State, seat: Seat) -> PublicState:
    """Everything for the referee, who plays the enemies, and for the table; else what the players may see."""
    everything = not isinstance(seat, int) or state.profiles[seat].camp != PARTY
    fighters = tuple(
        _public(number, profile, state.conditions[number], everything or profile.camp == PARTY)
        for number, profile in enumerate(state.profiles)
    )
    # Whom the table waits for is public, but not that the referee has something to decide.
    waiting = tuple(one for one in to_act(state) if everything or one != REFEREE)
    return PublicState(state.round, waiting, state.over, state.winner, fighters)


def _public(number: int, profile: Profile, condition: Condition, numbers: bool) -> PublicFighter:
    words = wounds(profile, condition)
    if not numbers:
        return PublicFighter(number, profile.name, profile.side, condition.fate, words)
    gear = [(weapon.name, condition.weapons[n]) for n, weapon in enumerate(profile.weapons)]
    gear += [("body", condition.body), ("shield", condition.shield), ("helmet", condition.helmet)]
    return PublicFighter(
        number, profile.name, profile.side, condition.fate, words, condition.hp, profile.max_hp, tuple(gear)
    )


def wounds(profile: Profile, condition: Condition) -> str:
    """How a fighter looks, in a word."""
    if condition.fate != UP:
        return condition.fate
    if condition.hp >= profile.max_hp:
        return "unhurt"
    return "hurt" if condition.hp * 2 > profile.max_hp else "badly hurt"


def standings(state: State) -> tuple[Standing, ...]:
    """Every fighter with its fate (up, down, dead or fled) and the hit points left, 0 at least."""
    return tuple(
        Standing(number, profile.name, profile.side, _fate(one), max(one.hp, 0))
        for number, (profile, one) in enumerate(zip(state.profiles, state.conditions, strict=True))
    )


def _fate(condition: Condition) -> str:
    if condition.fate == UNCONSCIOUS:
        return "down"
    return condition.fate if condition.fate in (UP, DEAD) else "fled"


def glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    """What changed for whom: the hit points lost, who is down, who left, what lost quality."""
    seen: list[tuple[str, int | bool]] = []
    for number, profile in enumerate(after.profiles):
        was, now = before.conditions[number], after.conditions[number]
        if was is now:
            continue
        if now.hp != was.hp:
            seen.append((f"{profile.name}: HP lost", was.hp - now.hp))
        if now.fate != was.fate:
            word = "down" if now.fate in (DEAD, UNCONSCIOUS) else "up" if now.fate == UP else "gone"
            seen.append((f"{profile.name} {word}", True))
        if now.fate == DEAD != was.fate:
            seen.append((f"{profile.name} dead", True))
        pieces = ((was.body, now.body), (was.shield, now.shield), (was.helmet, now.helmet))
        if any(old != new for old, new in pieces):
            seen.append((f"{profile.name}: armor loses quality", True))
        for place, weapon in enumerate(profile.weapons):
            if was.weapons[place] != now.weapons[place]:
                seen.append((f"{profile.name}: {weapon.name} loses quality", True))
    return tuple(seen)


_PUBLIC: dict[type, tuple[str, ...]] = {
    e.RoundBegan: ("first",),
    e.Attacked: ("attacker", "target", "weapon", "edge", "ideal", "roller", "hit", "damage"),
    e.QualityLost: ("fighter", "item", "weapon"),
    e.Passed: ("fighter",),
    e.Fell: ("fighter", "fate"),
    e.Rose: ("fighter",),
    e.TurnedToFlee: ("fighter",),
    e.Left: ("fighter", "fate"),
    e.Overridden: ("fighter", "reason"),
    e.Ended: ("winner",),
}
"""The fields of events that anybody may see. What is not here is the referee's."""


def publish(state: State, event: e.Event) -> dict[str, Any] | None:
    """An event as the players may see it; numbers of enemies are left out. None for the referee's alone."""
    public = _PUBLIC.get(type(event))
    if public is None or (isinstance(event, e.QualityLost) and not _is_known(state, event.fighter)):
        return None
    fields = list(public)
    if isinstance(event, e.Attacked):
        fields += ["bonus"] if _is_known(state, event.attacker) else []
        fields += ["armor"] if _is_known(state, event.target) else []
        fields += ["against"] if _is_known(state, event.attacker) else []
    if isinstance(event, e.Overridden) and _is_known(state, event.fighter):
        fields.append("hp")
    told = msgspec.to_builtins(event)
    return {name: told[name] for name in ("type", *fields, "clause")}


def _is_known(state: State, fighter: int) -> bool:
    """Whether the players know the fighter's numbers."""
    return state.profiles[fighter].camp == PARTY
