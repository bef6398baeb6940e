"""What a seat may see of a state, built from what is public; and the short reports that programs read."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.dice import REFEREE, Seat
from affray.rules import Standing
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.candidates import to_act
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.phrases import manner_phrase, skill_name
from affray.rulesets.skilldice.state import SKILLS, UP, Condition, State, Three


class PublicFighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fighter as a seat sees it; dice and points are there only for those whose sheet that seat may read."""

    id: int
    name: str
    side: str
    fate: str
    looks: str
    manner: str = "able"
    weapon: str = "none"
    group: str = ""
    how: str = ""
    wounded: bool = False
    actions: int | None = None
    sides: Three | None = None
    left: Three | None = None
    points: str = ""
    troubles: tuple[str, ...] = ()


class PublicState(msgspec.Struct, frozen=True):
    """The fight as a seat sees it."""

    round: int
    to_act: tuple[Seat, ...]
    over: bool
    winner: str | None
    fighters: tuple[PublicFighter, ...]


def view(state: State, seat: Seat) -> PublicState:
    """Everything for the Narrator, who plays the others, and for the table; else what the players may see."""
    everything = not isinstance(seat, int) or not state.profiles[seat].players
    fighters = tuple(_public(state, number, everything) for number in range(len(state.profiles)))
    # Who else could act would tell which foes are unaware, and how many actions they hold.
    asked = to_act(state)
    own = [one for one in asked if isinstance(one, int) and isinstance(seat, int) and _same_side(state, one, seat)]
    waiting = asked if everything else tuple([one for one in asked if one != REFEREE and one in (asked[0], *own)])
    return PublicState(state.round, waiting, state.over, state.winner, fighters)


def _same_side(state: State, one: int, other: int) -> bool:
    return state.profiles[one].side == state.profiles[other].side


def left_of(state: State, fighter: int) -> Three:
    """What is left of each Skill."""
    profile, one = state.profiles[fighter], state.conditions[fighter]
    body, mind, soul = (track(profile, one, skill, state.rulings).left for skill in SKILLS)
    return body, mind, soul


def _public(state: State, number: int, everything: bool) -> PublicFighter:
    profile, one = state.profiles[number], state.conditions[number]
    known = everything or profile.players
    # Who is told that it is unaware is so no more.
    manner = "able" if one.manner == "unaware" and not everything else one.manner
    return PublicFighter(
        number,
        profile.name,
        profile.side,
        one.fate,
        looks(one),
        manner,
        profile.weapon,
        one.group,
        one.how,
        any(one.wounds),
        one.actions if known else None,
        profile.sides if known else None,
        left_of(state, number) if known else None,
        points(state, number) if known else "",
        troubles(one, manner),
    )


def points(state: State, fighter: int) -> str:
    """What is left of each Skill of its sides, and of the actions, on a line."""
    pairs = zip(SKILLS, left_of(state, fighter), state.profiles[fighter].sides, strict=True)
    tracks = " ".join([f"{skill_name(skill)} {left}/{sides}" for skill, left, sides in pairs])
    actions = state.conditions[fighter].actions
    return f"{tracks}, {actions} action{'' if actions == 1 else 's'}"


def troubles(one: Condition, manner: str) -> tuple[str, ...]:
    """What else is to be seen of a fighter, in words."""
    words = ("" if manner == "able" else manner_phrase(manner), "bleeding" if any(one.wounds) else "", one.how)
    return tuple([word for word in words if word])


def looks(one: Condition) -> str:
    """How a fighter looks, in a word."""
    if one.fate != UP:
        return one.fate
    return "hurt" if any(one.lost) else "fresh"


def standings(state: State) -> tuple[Standing, ...]:
    """Every fighter with its fate, and the least that is left of any Skill: as many points keep it in the fight."""
    fates = {"up": "up", "out": "down", "gone": "fled", "dead": "dead"}
    return tuple(
        Standing(number, profile.name, profile.side, fates[one.fate], min(left_of(state, number)))
        for number, (profile, one) in enumerate(zip(state.profiles, state.conditions, strict=True))
    )


def glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    """What changed for whom: stamina lost or regained, who is out, gone or back, wounds, manners, actions spent."""
    seen: list[tuple[str, int | bool]] = []
    for profile, was, now in zip(after.profiles, before.conditions, after.conditions, strict=True):
        if was is now:
            continue
        for skill, old, new in zip(SKILLS, was.lost, now.lost, strict=True):
            if old != new:
                word = "lost" if new > old else "regained"
                seen.append((f"{profile.name}: {skill_name(skill)} {word}", abs(new - old)))
        if was.fate != now.fate:
            seen.append((f"{profile.name} {'back' if now.fate == UP else now.fate}", True))
        if any(new > old for old, new in zip(was.wounds, now.wounds, strict=True)):
            seen.append((f"{profile.name} wounded", True))
        elif was.wounds != now.wounds:
            seen.append((f"{profile.name} no longer bleeds", True))
        if was.manner != now.manner:
            seen.append((f"{profile.name} {manner_phrase(now.manner)}", True))
        if now.actions < was.actions:
            seen.append((f"{profile.name}: actions spent", was.actions - now.actions))
        if was.group != now.group:
            seen.append((f"{profile.name} at {now.group or 'the others'}", True))
        if was.scars != now.scars or was.marks != now.marks:
            seen.append((f"{profile.name} scarred", True))
    return tuple(seen)


_PUBLIC: dict[type, tuple[str, ...]] = {
    e.RoundBegan: ("entering",),
    e.Entered: ("fighter", "skill", "result"),
    e.Ordered: ("order",),
    e.TurnCame: ("place", "fighters"),
    e.TurnEnded: ("fighter",),
    e.RoundEnded: (),
    e.Attacked: ("attacker", "target", "skill", "dice"),
    e.Defended: ("fighter",),
    e.Contested: ("attacker", "target", "skill", "against", "difficulty", "winner"),
    e.Landed: ("attacker", "target", "skill"),
    e.Lost: ("fighter", "skill", "points"),
    e.Pierced: ("fighter", "skill"),
    e.WoundsClosed: ("fighter",),
    e.Tended: ("fighter", "target", "success"),
    e.Spent: ("fighter", "actions", "what"),
    e.Moved: ("fighter", "to"),
    e.MannerChanged: ("fighter", "manner"),
    e.EffectChanged: ("fighter", "edge", "step"),
    e.Left: ("fighter", "actions"),
    e.WentOut: ("fighter", "skill"),
    e.CameBack: ("fighter",),
    e.Regained: ("fighter", "points", "carer"),
    e.HowSaid: ("fighter", "how"),
    e.Died: ("fighter", "reason"),
    e.Scarred: ("fighter", "mark", "skill"),
    e.Ended: ("winner", "reason"),
}
"""The fields of events that anybody may see. What is not here is the Narrator's: dice of others, reasons, decisions."""

_OF_THE_PLAYERS = ("fighter", "skill", "lost", "reason")
"""What is shown of points that the Narrator set by hand, where they are those of the players' side."""


def publish(state: State, event: e.Event) -> dict[str, Any] | None:
    """An event as the players may see it; None for the Narrator's alone."""
    fields = _PUBLIC.get(type(event))
    if fields is None and isinstance(event, e.LostSet) and state.profiles[event.fighter].players:
        fields = _OF_THE_PLAYERS
    if fields is None or (isinstance(event, e.MannerChanged) and event.manner == "unaware"):
        return None
    told = msgspec.to_builtins(event)
    return {name: told[name] for name in ("type", *fields, "clause")}
