"""The fight as a table draws it: who is there and how they fare, the order of the round."""

from __future__ import annotations

from typing import Literal, TypeAlias

from affray.dice import Seat
from affray.rules.showing import Camp, Card, Order, Place, Scene, Track, Wounds, capitals, in_tenths, told_together
from affray.rulesets.d20grid.phrases import flag_phrase, name_of
from affray.rulesets.d20grid.showing_ground import ground
from affray.rulesets.d20grid.showing_seen import SECRET, UNSEEN, knows, knows_all, seen, sees
from affray.rulesets.d20grid.state import UP, Offer, State, sides_of
from affray.rulesets.d20grid.turns import seat_of
from affray.rulesets.d20grid.view import looks
from affray.rulesets.d20grid.view_turn import left_of

Role: TypeAlias = Literal["party", "foes", "third"]
Mark: TypeAlias = Literal["", "now", "done", "waits"]


EMPTY = "empty hands"


def scene(state: State, seat: Seat, wounds: Wounds) -> Scene:
    """The fight as a seat may see it, with its map."""
    there = [number for number in range(len(state.profiles)) if sees(state, seat, number)]
    roles = _roles(state)
    return Scene(
        round=state.round,
        heading=_heading(state, seat),
        note=_note(state, seat),
        order=_order(state, there, roles),
        camps=tuple(
            [
                _camp(state, seat, wounds, roles[side], cards)
                for side in roles
                if (cards := [number for number in there if state.profiles[number].side == side])
            ]
        ),
        ground=ground(seen(state, seat), there),
    )


def _roles(state: State) -> dict[str, Role]:
    """The accent of every side: that of the players, then the others in the order of the roster."""
    theirs = {profile.side for profile in state.profiles if profile.players}
    sides = sorted(sides_of(state), key=lambda side: side not in theirs)
    roles: tuple[Role, ...] = ("party", "foes", "third")
    return {side: roles[min(place, 2)] for place, side in enumerate(sides)}


# What is going on


def _heading(state: State, seat: Seat) -> str:
    if state.over:
        return f"{state.winner} won" if state.winner else "nobody won"
    if state.entering:
        return "initiative"
    if state.turn is not None:
        return f"{named(state, seat, state.turn.actor)} acts"
    return "surprise" if state.surprise else ""


def _note(state: State, seat: Seat) -> str:
    """What the fight waits for within a turn, or what is left of it."""
    if state.pending:
        pending = state.pending[0]
        owner = named(state, seat, seat_of(pending))
        if isinstance(pending, Offer):
            return f"{owner} may attack {named(state, seat, pending.mover)} in passing"
        return f"{owner} chooses a weapon"
    if state.turn is not None and knows(state, seat, state.turn.actor):
        return left_of(state.turn)
    return "a round of surprise" if state.surprise else ""


def named(state: State, seat: Seat, fighter: int) -> str:
    """A fighter's name, where the seat may know that it is there."""
    return name_of(state, fighter) if sees(state, seat, fighter) else UNSEEN


# Who is there


def _camp(state: State, seat: Seat, wounds: Wounds, role: Role, numbers: list[int]) -> Camp:
    standing = sum([state.conditions[number].fate == UP for number in numbers])
    note = f"{standing} of {len(numbers)} stand" if standing < len(numbers) else ""
    drawn = [_drawn(state, number) for number in numbers]
    shared, own = told_together(drawn, EMPTY) if role != "party" else ((), drawn)
    cards = tuple([card(state, seat, wounds, number, held) for number, held in zip(numbers, own, strict=True)])
    about = capitals(f"{' and '.join(shared)} in hand") if shared else ""
    return Camp(name=state.profiles[numbers[0]].side, role=role, note=note, about=about, cards=cards)


def _drawn(state: State, number: int) -> tuple[str, ...]:
    """The weapons that a fighter has in hand, which anybody can see."""
    weapons = state.profiles[number].weapons
    return tuple([weapons[place].name for place in state.conditions[number].drawn])


def card(state: State, seat: Seat, wounds: Wounds, number: int, held: tuple[str, ...]) -> Card:
    """A fighter as a seat may see it, with what it holds that is to be told of it alone."""
    profile, one = state.profiles[number], state.conditions[number]
    known = knows(state, seat, number)
    most, left = profile.max_hp, max(one.hp, 0)
    return Card(
        id=number,
        name=profile.name,
        side=profile.side,
        fate=one.fate,
        mark=_mark(state, number),
        looks=looks(one, most),
        figure=f"{one.hp} of {most}" if known or wounds == "numbers" else "",
        share=_share(left, most, known) if known or wounds == "bars" else None,
        main=_hit_points(state, number) if known else (),
        gear=_gear(state, number) if known else (),
        notes=(*held, *_notes(state, seat, number)),
        square=one.at,
        hidden=knows_all(seat) and not profile.players and bool({"hidden", "invisible"}.intersection(one.flags)),
    )


def _share(left: int, most: int, known: bool) -> float:
    """What is left between 0 and 1, exactly for those who know the numbers."""
    return min(left / most, 1.0) if known else in_tenths(left, most)


def _mark(state: State, number: int) -> Mark:
    if state.pending:
        if seat_of(state.pending[0]) == number:
            return "waits"
    elif number in state.entering:
        return "waits"
    if state.turn is not None and state.turn.actor == number:
        return "now"
    return "done" if number in state.order[: max(state.place, 0)] else ""


def _hit_points(state: State, number: int) -> tuple[Track, ...]:
    one = state.conditions[number]
    note = f"{one.subdual} subdual" if one.subdual else ""
    return (Track(name="HP", kind="points", left=max(one.hp, 0), most=state.profiles[number].max_hp, note=note),)


def _gear(state: State, number: int) -> tuple[Track, ...]:
    """What armor can still take, and the actions of the turn that goes on."""
    profile, turn = state.profiles[number], state.turn
    pool = state.conditions[number].pool
    tracks = [Track(name="armor", kind="points", left=pool, most=profile.absorb)] if profile.absorb else []
    if turn is not None and turn.actor == number:
        tracks.append(Track(name="Standard", kind="actions", left=turn.standard, most=2))
        tracks.append(Track(name="Swift", kind="actions", left=turn.swift, most=1))
    return tuple(tracks)


def _notes(state: State, seat: Seat, number: int) -> list[str]:
    """What there is to see or to know of a fighter beside its weapons."""
    one = state.conditions[number]
    hidden = frozenset() if knows_all(seat) else frozenset({"unaware"}) if knows(state, seat, number) else SECRET
    told = [flag_phrase(flag, True) for flag in one.flags if flag not in hidden]
    told += [f"behind {name_of(state, other)}" for other in one.behind if sees(state, seat, other)]
    if knows(state, seat, number) and one.fate == UP and not one.opportunity:
        told.append("attack of opportunity spent")
    return told


# The order of the round


def _order(state: State, there: list[int], roles: dict[str, Role]) -> tuple[Order, ...]:
    """Those who roll initiative, and those who have their place, in order."""
    rolled = dict(state.entries)
    found = []
    if state.order:
        places = [
            _place(state, number, roles, _turn_mark(state, place), str(rolled.get(number, "")))
            for place, number in enumerate(state.order)
            if number in there
        ]
        found.append(Order(label=f"round {state.round}", places=tuple(places)))
    if state.entering:
        rolling = [_place(state, number, roles, "", "") for number in state.entering if number in there]
        found.append(Order(label="to roll", places=tuple(rolling)))
    return tuple(found)


def _place(
    state: State, number: int, roles: dict[str, Role], mark: Literal["", "now", "done", "out"], value: str
) -> Place:
    profile, fate = state.profiles[number], state.conditions[number].fate
    return Place(
        id=number, name=profile.name, role=roles[profile.side], mark=mark if fate == UP else "out", value=value
    )


def _turn_mark(state: State, place: int) -> Literal["", "now", "done"]:
    if place == state.place and state.turn is not None:
        return "now"
    return "done" if place < state.place or (place == state.place and state.turn is None) else ""
