"""The scene of a Knave fight: the round, who acts when, and every fighter as a seat may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from affray.dice import REFEREE, Seat
from affray.rules.showing import Camp, Card, Order, Place, Scene, Track, Wounds, capitals, in_tenths, told_together
from affray.rulesets.knave.attacking import attack_bonus
from affray.rulesets.knave.damage import print_damage
from affray.rulesets.knave.harm import armor_defense
from affray.rulesets.knave.state import (
    COMING,
    DEAD,
    FOES,
    PARTY,
    UNCONSCIOUS,
    UP,
    Condition,
    FreeAttack,
    PieceChoice,
    Profile,
    State,
    Weapon,
)
from affray.rulesets.knave.turns import turns_left
from affray.rulesets.knave.view import PublicFighter, view

Role: TypeAlias = Literal["party", "foes", "third"]
Mark: TypeAlias = Literal["", "now", "done", "waits"]

INITIATIVE = "1\N{EN DASH}3 enemies, 4\N{EN DASH}6 party; a new die each round."
FATE_WORDS = {COMING: "still to come", "taken": "out of the fight"}


def scene(state: State, seat: Seat, wounds: Wounds) -> Scene:
    """The fight as a seat sees it: everything for the referee, what is public for the table and the players."""
    seen = seen_by(state, seat)
    roles = roles_of(state, seen)
    return Scene(
        round=state.round,
        heading=_heading(state),
        note="" if state.over else INITIATIVE,
        order=_order(state, seen, roles),
        camps=tuple(
            _camp(state, [one for one in seen if one.side == side], role, seat, wounds) for side, role in roles.items()
        ),
    )


def sees_all(seat: Seat) -> bool:
    """Whether this seat knows everybody's numbers: the referee's. An enemy may be given to a player, who does not."""
    return seat == REFEREE


def reads(state: State, seat: Seat, fighter: int) -> bool:
    """Whether this seat reads the fighter's sheet: its own, and those of the party."""
    return seat in (REFEREE, fighter) or state.profiles[fighter].camp == PARTY


def seen_by(state: State, seat: Seat) -> tuple[PublicFighter, ...]:
    """The fighters of whom this seat knows, itself and what every player sees, as a view has them."""
    everybody = view(state, REFEREE).fighters
    if sees_all(seat):
        return everybody
    public = {one.id: one for one in view(state, state.camps[PARTY][0]).fighters}
    return tuple([public.get(one.id, one) for one in everybody if one.id in public or one.id == seat])


def roles_of(state: State, seen: Sequence[PublicFighter]) -> dict[str, Role]:
    """Each side that is seen: the party, the first side against it, and the others."""
    roles: dict[str, Role] = {}
    for one in seen:
        if one.side not in roles:
            met = "foes" in roles.values()
            roles[one.side] = "party" if state.profiles[one.id].camp == PARTY else "third" if met else "foes"
    return roles


def _heading(state: State) -> str:
    if state.over:
        return f"The fight is over: {state.winner} wins." if state.winner else "The fight is over: nobody is left."
    if state.first is None:
        return "The first round has not begun."
    return "The party acts first." if state.first == PARTY else "The enemies act first."


# The order of the round


def _order(state: State, seen: Sequence[PublicFighter], roles: Mapping[str, Role]) -> tuple[Order, ...]:
    """The camp that acts first, then the other; within a camp the order of the roster, or the one that K40 gives."""
    if state.first is None:
        return ()
    known = {one.id: one for one in seen}
    going = turns_left(state)
    found = []
    for word, camp in (("first", state.first), ("then", FOES - state.first)):
        members = [known[one] for one in state.order or state.camps[camp] if one in state.camps[camp] and one in known]
        places = tuple(
            Place(id=one.id, name=one.name, role=roles[one.side], mark=_turn_of(state, one.id, going))
            for one in members
        )
        if places:
            sides = " and ".join(dict.fromkeys(one.side for one in members))
            found.append(Order(label=f"{word} the {sides}", role=places[0].role, places=places))
    return tuple(found)


def _turn_of(state: State, fighter: int, going: Sequence[int]) -> Literal["", "now", "done", "out"]:
    if state.conditions[fighter].fate != UP:
        return "out"
    if fighter in state.acted:
        return "done"
    return "now" if tuple(going) == (fighter,) else ""


# The camps


def _camp(state: State, seen: Sequence[PublicFighter], role: Role, seat: Seat, wounds: Wounds) -> Camp:
    here = [one for one in seen if one.fate != COMING]
    standing = f"{sum(one.fate == UP for one in here)} of {len(here)} standing"
    later = f", {len(seen) - len(here)} still to come" if len(here) < len(seen) else ""
    about, own = _told_of(state, [one.id for one in seen], seat)
    return Camp(
        name=f"The {seen[0].side}",
        role=role,
        note=standing + later,
        about=about,
        cards=tuple(_card(state, one, seat, wounds, own[one.id]) for one in seen),
    )


def _told_of(state: State, members: Sequence[int], seat: Seat) -> tuple[str, dict[int, tuple[str, ...]]]:
    """What is on the sheets that a seat reads: told once of fighters of a kind, and of each what differs."""
    own = {one: _sheet(state, one) if reads(state, seat, one) else () for one in members}
    kinds: dict[str, list[int]] = {}
    for one in members:
        if state.profiles[one].camp != PARTY:
            kinds.setdefault(state.profiles[one].kind, []).append(one)
    told = []
    for kind, alike in kinds.items():
        shared, rest = told_together([own[one] for one in alike])
        own |= dict(zip(alike, rest, strict=True))
        if shared:
            told.append((f"{kind}: " if len(kinds) > 1 else "") + ", ".join(shared))
    return capitals("; ".join(told)), own


def numbers_of(state: State, fighter: int) -> list[str]:
    """What a referee asks of an enemy: its armor, its attack, what it strikes for, its morale."""
    profile, condition = state.profiles[fighter], state.conditions[fighter]
    told = [f"armor {armor_defense(profile, condition, state.rulings)}", f"attack {attack_bonus(profile, False):+d}"]
    told += [_strikes_for(weapon) for weapon in profile.weapons if "natural" in weapon.tags]
    return told + ([] if profile.morale is None else [f"morale {profile.morale}"])


def _strikes_for(weapon: Weapon) -> str:
    return "/".join(map(print_damage, weapon.blows))


# The fighters


def _card(state: State, seen: PublicFighter, seat: Seat, wounds: Wounds, told: tuple[str, ...]) -> Card:
    profile, condition = state.profiles[seen.id], state.conditions[seen.id]
    sheet = reads(state, seat, seen.id)
    counts = sheet or wounds == "numbers"
    return Card(
        id=seen.id,
        name=profile.name,
        side=profile.side,
        fate=_fate(condition),
        mark=_mark(state, seen.id),
        looks=FATE_WORDS.get(seen.wounds, seen.wounds),
        figure=f"{minus(condition.hp)} of {profile.max_hp}" if counts else "",
        share=_share(profile, condition, counts) if counts or wounds == "bars" else None,
        main=(hit_points(profile, condition),) if counts else (),
        gear=gear(profile, condition) if sheet else (),
        notes=(*seen.troubles, *told, *(_own_notes(state, seen.id) if sheet else ())),
        hidden=profile.camp != PARTY and condition.fate == COMING,
    )


def _fate(condition: Condition) -> Literal["up", "down", "dead", "gone"]:
    if condition.fate == UP:
        return "up"
    if condition.fate == UNCONSCIOUS:
        return "down"
    return "dead" if condition.fate == DEAD else "gone"


def _mark(state: State, fighter: int) -> Mark:
    """Acting; acted; or one of those who may go next, or who has something to decide."""
    pending = state.pending[0] if state.pending else None
    if isinstance(pending, PieceChoice | FreeAttack) and pending.seat == fighter:
        return "waits"
    if state.over or state.conditions[fighter].fate != UP:
        return ""
    if fighter in state.acted:
        return "done"
    going = turns_left(state)
    if fighter in going:
        return "now" if len(going) == 1 else "waits"
    return ""


def _share(profile: Profile, condition: Condition, known: bool) -> float:
    """What is left of the hit points between 0 and 1, exactly for those who know the numbers."""
    left, most = max(condition.hp, 0), max(profile.max_hp, 1)
    return min(left / most, 1.0) if known else in_tenths(left, most)


def hit_points(profile: Profile, condition: Condition) -> Track:
    """The hit points as discs."""
    return Track(name="HP", kind="points", left=max(condition.hp, 0), most=max(profile.max_hp, condition.hp))


def gear(profile: Profile, condition: Condition) -> tuple[Track, ...]:
    """Everything that can break, weapons first; of armor only what is left is known."""
    found = []
    for place, weapon in enumerate(profile.weapons):
        left = condition.weapons[place]
        if left is not None:
            lies = ", on the floor" if place in condition.dropped else ""
            most = max(weapon.quality or 1, left)
            note = _strikes_for(weapon) + lies
            found.append(Track(name=weapon.name, kind="quality", left=left, most=most, note=note))
    pieces = {"body armor": condition.body, "shield": condition.shield, "helmet": condition.helmet}
    for name, left in pieces.items():
        if left is not None:
            note = "slung" if name == "shield" and condition.slung else "" if left else "destroyed"
            found.append(Track(name=name, kind="quality", left=left, most=max(left, 1), note=note))
    return tuple(found)


def _sheet(state: State, fighter: int) -> tuple[str, ...]:
    """The armor, an enemy's other numbers, and what strikes without wear."""
    profile, condition = state.profiles[fighter], state.conditions[fighter]
    if profile.camp != PARTY:
        told = numbers_of(state, fighter)
    else:
        told = [f"armor {armor_defense(profile, condition, state.rulings)}"]
    for place, weapon in enumerate(profile.weapons):
        if condition.weapons[place] is None and "natural" not in weapon.tags:
            told.append(f"{weapon.name} {_strikes_for(weapon)}{', on the floor' if place in condition.dropped else ''}")
    return tuple(told)


def _own_notes(state: State, fighter: int) -> tuple[str, ...]:
    """What only this one has left: spells, shots; when it comes, and where it is."""
    profile, condition = state.profiles[fighter], state.conditions[fighter]
    told = [spell.name for place, spell in enumerate(profile.spells) if place not in condition.cast]
    told += [] if condition.shots is None else [f"{condition.shots} shot{'' if condition.shots == 1 else 's'} left"]
    told += [f"joins in round {profile.joins}"] if condition.fate == COMING and profile.joins else []
    told += [f"at {condition.at}"] if condition.at else []
    return tuple(told)


def minus(number: int) -> str:
    """A number with the sign that print has for less than nothing."""
    return f"\N{MINUS SIGN}{-number}" if number < 0 else str(number)
