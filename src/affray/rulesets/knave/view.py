"""What a seat may see of a state, built from what is public; and the short reports that programs read."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.dice import REFEREE, Seat
from affray.rules import Standing
from affray.rulesets.knave import events as e
from affray.rulesets.knave.state import COMING, DEAD, PARTY, UNCONSCIOUS, UP, Condition, Profile, State
from affray.rulesets.knave.turns import to_act


class PublicFighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fighter as a seat sees it; numbers are there only for those whose sheet that seat may read."""

    id: int
    name: str
    side: str
    fate: str
    wounds: str
    troubles: tuple[str, ...] = ()
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
    """Everything for the referee, who plays the enemies, and for the table; else what the players may see.

    Players know nothing of enemies who are still to come.
    """
    everything = not isinstance(seat, int) or state.profiles[seat].camp != PARTY
    fighters = tuple(
        _public(number, profile, state.conditions[number], everything)
        for number, profile in enumerate(state.profiles)
        if everything or profile.camp == PARTY or state.conditions[number].fate != COMING
    )
    # Whom the table waits for is public, but not that the referee has something to decide.
    waiting = tuple(one for one in to_act(state) if everything or one != REFEREE)
    return PublicState(state.round, waiting, state.over, state.winner, fighters)


def _public(number: int, profile: Profile, condition: Condition, everything: bool) -> PublicFighter:
    words = wounds(profile, condition)
    # Who is told that it is unaware is so no more.
    told = tuple([word for word in troubles(condition) if word != "unaware" or everything or profile.camp != PARTY])
    if not everything and profile.camp != PARTY:
        return PublicFighter(number, profile.name, profile.side, condition.fate, words, told)
    gear = [(weapon.name, condition.weapons[n]) for n, weapon in enumerate(profile.weapons)]
    gear += [("body", condition.body), ("shield", condition.shield), ("helmet", condition.helmet)]
    gear += [("shots", condition.shots)] if condition.shots is not None else []
    return PublicFighter(
        number, profile.name, profile.side, condition.fate, words, told, condition.hp, profile.max_hp, tuple(gear)
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
    """What changed for whom: the hit points lost, who is down, who left, what lost quality, what a stunt did."""
    seen: list[tuple[str, int | bool]] = []
    # One who has just joined was not there before.
    for profile, was, now in zip(after.profiles, before.conditions, after.conditions, strict=False):
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
            if place in now.dropped and place not in was.dropped:
                seen.append((f"{profile.name}: {weapon.name} on the floor", True))
        seen += [(f"{profile.name} {word}", True) for word in troubles(now) if word not in troubles(was)]
        seen += [(f"{profile.name} no longer {word}", True) for word in troubles(was) if word not in troubles(now)]
        if now.slung != was.slung:
            seen.append((f"{profile.name}: shield {'slung' if now.slung else 'in hand'}", True))
        if now.at != was.at:
            seen.append((f"{profile.name} at {now.at}", True))
        if now.advanced != was.advanced:
            seen.append((f"{profile.name}: feet forward", now.advanced - was.advanced))
        if now.fleeing and not was.fleeing:
            seen.append((f"{profile.name} on the run", True))
    if after.pending and after.pending != before.pending:
        from affray.rulesets.knave.narrate import question  # noqa: PLC0415 - few commands leave something to decide

        seen.append((question(after, after.pending[0]), True))
    names = [profile.name for profile in after.profiles]
    up = [one.fate == UP for one in after.conditions]
    parted = [one for one in before.adjacent if one not in after.adjacent and up[one[0]] and up[one[1]]]
    return (*seen, *((f"{names[a]} and {names[b]} apart", True) for a, b in parted))


def troubles(one: Condition) -> list[str]:
    """What stunts and spells have done to a fighter, in words."""
    words = {"off its feet": one.tripped, "stunned": one.stunned}
    flags = sorted({*one.flags, *one.passing})
    return [*(word for word, is_so in words.items() if is_so), *(flag.replace("_", " ") for flag in flags)]


_PUBLIC: dict[type, tuple[str, ...]] = {
    e.RoundBegan: ("first",),
    e.Attacked: (
        "attacker",
        "target",
        "weapon",
        "edge",
        "ideal",
        "roller",
        "hit",
        "damage",
        "closes",
        "spends",
        "left",
        "engages",
        "thrown",
        "shot",
        "dirty",
        "free",
    ),
    e.Stunted: ("actor", "target", "name", "edge", "roller", "success", "closes", "spends", "dirty", "owed"),
    e.SpellCast: ("caster", "target", "spell", "edge", "roller", "resisted"),
    e.Harmed: ("fighter", "damage"),
    e.QualityLost: ("fighter", "item", "weapon"),
    e.Flagged: ("fighter", "flag", "on", "passing"),
    e.Tripped: ("fighter",),
    e.GotUp: ("fighter",),
    e.Stunned: ("fighter",),
    e.Dropped: ("fighter", "weapon"),
    e.TookUp: ("fighter", "weapon"),
    e.Readied: ("fighter", "slung", "spends"),
    e.Moved: ("fighter", "to", "feet", "action"),
    e.Placed: ("fighter", "at"),
    e.Pushed: ("fighter", "by"),
    e.Passed: ("fighter",),
    e.TurnEnded: ("fighter",),
    e.Fell: ("fighter", "fate"),
    e.Rose: ("fighter", "waits"),
    e.TurnedToFlee: ("fighter",),
    e.Left: ("fighter", "fate"),
    e.Overridden: ("fighter",),
    e.Granted: ("actor", "target", "edge"),
    e.Modified: ("actor", "modifier"),
    e.Saved: ("fighter", "ability", "edge", "success"),
    e.Arrived: ("fighter", "waits"),
    e.Joined: ("waits",),
    e.Ended: ("winner", "reason"),
}
"""The fields of events that anybody may see. What is not here is the referee's: reasons for flags, too."""

_NUMBERS: dict[type, dict[str, str]] = {
    e.Attacked: {"bonus": "attacker", "armor": "target", "against": "attacker"},
    e.Stunted: {"bonus": "actor", "defense": "target"},
    e.SpellCast: {"bonus": "caster", "defense": "target"},
    e.Overridden: {"hp": "fighter", "reason": "fighter"},
    e.Saved: {"bonus": "fighter"},
}
"""Numbers that are shown where they are those of a fighter whom the players know, and the field that names it."""

_OF_THE_PARTY: dict[type, str] = {e.QualityLost: "fighter", e.Granted: "actor", e.Modified: "actor"}
"""Events that are shown of the players' side only, and the field that names the fighter."""


def publish(state: State, event: e.Event) -> dict[str, Any] | None:
    """An event as the players may see it; numbers of enemies are left out. None for the referee's alone."""
    kind = type(event)
    public = _PUBLIC.get(kind)
    owner = _OF_THE_PARTY.get(kind)
    if public is None or (owner is not None and not _is_known(state, getattr(event, owner))):
        return None
    if isinstance(event, e.Flagged) and event.flag == "unaware" and _is_known(state, event.fighter):
        return None  # who is told of it is not unaware any more
    if isinstance(event, e.Joined):
        return _newcomer(event)
    numbers = [name for name, whose in _NUMBERS.get(kind, {}).items() if _is_known(state, getattr(event, whose))]
    told = msgspec.to_builtins(event)
    if isinstance(event, e.Attacked) and not event.hit and not _is_known(state, event.target):
        told["ideal"] = False  # the die more of a hit shows what an enemy is weak to; a miss shows nothing of it
    return {name: told[name] for name in ("type", *public, *numbers, "clause")}


def _newcomer(event: e.Joined) -> dict[str, Any] | None:
    """One who joins, by name; nothing of one who is hidden, or still to come."""
    profile = event.profile
    if profile.hidden or event.condition.fate == COMING:
        return None
    return {"type": "joined", "name": profile.name, "side": profile.side, "waits": event.waits, "clause": event.clause}


def _is_known(state: State, fighter: int) -> bool:
    """Whether the players know the fighter's numbers; not of one who joined and was undone."""
    return fighter < len(state.profiles) and state.profiles[fighter].camp == PARTY
