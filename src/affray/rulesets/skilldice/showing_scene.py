"""The scene: the round, its order, and every fighter with what is left of its dice, as a seat may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from affray.dice import REFEREE, Seat
from affray.rules.showing import Camp, Card, Order, Place, Scene, Track, Wounds, capitals, in_tenths, told_together
from affray.rulesets.skilldice.phrases import effect_phrase, skill_name
from affray.rulesets.skilldice.state import (
    ACTIONS,
    BODY,
    SKILLS,
    UP,
    Condition,
    Offer,
    Profile,
    State,
    SweepChoice,
    Three,
)
from affray.rulesets.skilldice.turns import acting, seat_of
from affray.rulesets.skilldice.view import PublicFighter, left_of, view

Role: TypeAlias = Literal["party", "foes", "third"]
Mark: TypeAlias = Literal["", "now", "done", "waits"]

FATES: Mapping[str, Literal["up", "down", "dead", "gone"]] = {"up": "up", "out": "down", "gone": "gone", "dead": "dead"}


def scene(state: State, seat: Seat, wounds: Wounds) -> Scene:
    """The fight as a seat sees it: everything for the Narrator, what is public for the table and the players."""
    state = state if sees_all(seat) else as_it_looks(state)
    shown = seen_by(state, seat)
    roles = roles_of(state)
    return Scene(
        round=state.round,
        heading=_heading(state),
        order=_order(state, roles),
        camps=tuple(
            _camp(state, [one for one in shown if one.side == side], role, seat, wounds) for side, role in roles.items()
        ),
    )


def sees_all(seat: Seat) -> bool:
    """Whether this seat knows everybody's dice: the Narrator's. Another may be given to a player, who does not."""
    return seat == REFEREE


def reads(state: State, seat: Seat, fighter: int) -> bool:
    """Whether this seat reads the fighter's sheet: its own, and those of the players' side."""
    return seat in (REFEREE, fighter) or state.profiles[fighter].players


def as_it_looks(state: State) -> State:
    """The fight as it looks: whoever is unaware looks like anybody else."""
    conditions = tuple([replace(one, manner="able") if one.manner == "unaware" else one for one in state.conditions])
    return replace(state, conditions=conditions)


def seen_by(state: State, seat: Seat) -> tuple[PublicFighter, ...]:
    """The fighters as this seat's view has them; the table sees what every player does."""
    if sees_all(seat):
        return view(state, REFEREE).fighters
    player = next((one for one, profile in enumerate(state.profiles) if profile.players), seat)
    return view(state, player).fighters


def roles_of(state: State) -> dict[str, Role]:
    """Each side: the players', the first of the others, and the rest."""
    roles: dict[str, Role] = {}
    for profile in state.profiles:
        if profile.side not in roles:
            met = "foes" in roles.values()
            roles[profile.side] = "party" if profile.players else "third" if met else "foes"
    return roles


def _heading(state: State) -> str:
    if state.over:
        return f"The fight is over: {state.winner or 'nobody'} wins."
    if not state.round:
        return "The first round has not begun."
    if state.entering:
        return "Everybody rolls for a place in the order."
    names = [state.profiles[one].name for one in acting(state)]
    if not names:
        return "The round is over." if state.place >= len(state.order) > 0 else "The order is not fixed yet."
    return f"{' and '.join(names)} act{'' if len(names) > 1 else 's'}."


# The order of the round


def _order(state: State, roles: Mapping[str, Role]) -> tuple[Order, ...]:
    """Those who have rolled, while the order is rolled for; then the order."""
    if state.entries:
        rolled = sorted(state.entries, key=lambda entry: -entry[2])
        places = tuple(_place(state, fighter, roles, "", str(result)) for fighter, _, result in rolled)
        return (Order(label="so far", places=places),)
    now = acting(state)
    places = tuple(
        _place(state, fighter, roles, _mark_at(state, at, fighter, now))
        for at, group in enumerate(state.order)
        for fighter in group
    )
    return (Order(label="in this order", places=places),) if places else ()


def _place(
    state: State, fighter: int, roles: Mapping[str, Role], mark: Literal["", "now", "done", "out"], value: str = ""
) -> Place:
    profile = state.profiles[fighter]
    if state.conditions[fighter].fate != UP:
        mark = "out"
    return Place(id=fighter, name=profile.name, role=roles[profile.side], mark=mark, value=value)


def _mark_at(state: State, at: int, fighter: int, now: Sequence[int]) -> Literal["", "now", "done"]:
    if at == state.place and fighter in now:
        return "now"
    return "done" if at < state.place or (at == state.place and fighter in state.ended) else ""


# The camps


def _camp(state: State, shown: Sequence[PublicFighter], role: Role, seat: Seat, wounds: Wounds) -> Camp:
    standing = sum(one.fate == UP for one in shown)
    weapons = [_weapon(state.profiles[one.id]) for one in shown]
    shared, own = told_together(weapons, "no weapon") if role != "party" else ((), weapons)
    dice = _dice_in_common(state, [one.id for one in shown]) if sees_all(seat) and len(shown) > 1 else ()
    return Camp(
        name=f"The {shown[0].side}",
        role=role,
        note=f"{standing} of {len(shown)} in the fight",
        about=capitals(", ".join([*dice, *shared])),
        cards=tuple(
            _card(state, one, reads(state, seat, one.id), wounds, told) for one, told in zip(shown, own, strict=True)
        ),
    )


def _weapon(profile: Profile) -> tuple[str, ...]:
    """What anybody can see that one strikes with, if it is anything."""
    return () if profile.weapon == "none" else (f"{profile.weapon} weapon{', from afar' if profile.ranged else ''}",)


def _dice_in_common(state: State, members: Sequence[int]) -> tuple[str, ...]:
    """The dice of a side's fighters, where they are all alike."""
    dice = {state.profiles[one].sides for one in members}
    sides = dice.pop()
    return () if dice else tuple(f"{skill_name(skill)} d{die}" for skill, die in zip(SKILLS, sides, strict=True))


# The fighters


def _card(state: State, shown: PublicFighter, sheet: bool, wounds: Wounds, weapon: tuple[str, ...]) -> Card:
    profile, condition = state.profiles[shown.id], state.conditions[shown.id]
    counts = sheet or wounds == "numbers"
    left = left_of(state, shown.id)
    actions = Track(name="Actions", kind="actions", left=condition.actions, most=ACTIONS)
    return Card(
        id=shown.id,
        name=profile.name,
        side=profile.side,
        fate=FATES[shown.fate],
        mark=_mark(state, shown.id),
        looks=shown.looks,
        figure=f"{condition.actions} of {ACTIONS} actions" if sheet else "",
        share=_share(profile, left, counts) if counts or wounds == "bars" else None,
        main=((actions,) if sheet else ()) + (_tracks(state, shown.id, left) if counts else ()),
        notes=(*shown.troubles, *weapon, *_notes(condition, sheet)),
    )


def _mark(state: State, fighter: int) -> Mark:
    """Acting; done; or one who has something to decide."""
    if state.pending and seat_of(state.pending[0]) == fighter:
        return "waits"
    if fighter in state.entering:
        return "waits"
    if fighter in acting(state):
        return "now"
    if state.over or state.conditions[fighter].fate != UP:
        return ""
    at = next((place for place, group in enumerate(state.order) if fighter in group), len(state.order))
    return "done" if at < state.place or fighter in state.ended else ""


def _share(profile: Profile, left: Three, known: bool) -> float:
    """What is left between 0 and 1 of the Skill of which the least is left, since that one decides."""
    points, sides = min(zip(left, profile.sides, strict=True), key=lambda pair: pair[0] / pair[1])
    return points / sides if known else in_tenths(points, sides)


def _tracks(state: State, fighter: int, left: Three) -> tuple[Track, ...]:
    """The ceilings of the three dice; where an attack waits for an answer, the cell that a hit takes."""
    profile = state.profiles[fighter]
    staked = _at_stake(state, fighter)
    found = []
    for at, skill in enumerate(SKILLS):
        bare = f", d{profile.bare} without armour" if at == BODY and profile.bare != profile.sides[BODY] else ""
        stake = (left[at],) if skill == staked and left[at] else ()
        note = f"d{profile.sides[at]}{bare}"
        found.append(
            Track(name=skill_name(skill), kind="ceiling", left=left[at], most=profile.sides[at], note=note, stake=stake)
        )
    return tuple(found)


def _at_stake(state: State, fighter: int) -> str:
    """The Skill that an attack on this fighter is aimed at, while it is to be answered."""
    match state.pending[0] if state.pending else None:
        case Offer(strife) if strife.target == fighter:
            return strife.skill
        case SweepChoice(target=target, skill=skill) if target == fighter:
            return skill
    return ""


def _notes(condition: Condition, sheet: bool) -> tuple[str, ...]:
    """Where one stands; and what is on the sheet."""
    told = [f"at {condition.group}"] if condition.group else []
    if sheet:
        told += [effect_phrase(condition.edge, condition.step)] if condition.edge or condition.step else []
        told += [f"mark: {mark}" for mark in condition.marks]
    return tuple(told)
