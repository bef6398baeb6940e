"""What a seat may see of a state, built from what is public; and the short reports that programs read."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.dice import Seat
from affray.rules import Standing
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.candidates import to_act
from affray.rulesets.d20grid.drawn_map import drawn_map
from affray.rulesets.d20grid.ground import in_sight
from affray.rulesets.d20grid.phrases import flag_phrase, name_of, square
from affray.rulesets.d20grid.state import UP, Condition, Place, State, Turn
from affray.rulesets.d20grid.view_turn import left_of


class PublicFighter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fighter as a seat sees it; numbers are there only for those whose sheet that seat may read.

    `at` is not there for one who is out of sight of that seat.
    """

    id: int
    name: str
    side: str
    fate: str
    looks: str
    at: Place | None = None
    in_hand: tuple[str, ...] = ()
    hp: int | None = None
    max_hp: int | None = None
    subdual: int | None = None
    pool: int | None = None
    opportunity: bool | None = None
    points: str = ""
    troubles: tuple[str, ...] = ()


class PublicState(msgspec.Struct, frozen=True):
    """The fight as a seat sees it; `map` are the rows of the map as text, `turn` what is left of the turn."""

    round: int
    surprise: bool
    to_act: tuple[Seat, ...]
    over: bool
    winner: str | None
    fighters: tuple[PublicFighter, ...]
    map: tuple[str, ...]
    turn: Turn | None


def view(state: State, seat: Seat) -> PublicState:
    """Everything for the referee, who plays the others, and for the table; else what the players may see."""
    everything = not isinstance(seat, int) or not state.profiles[seat].players
    fighters = tuple([_public(state, number, everything) for number in range(len(state.profiles))])
    shown = {one.id: one.at for one in fighters if one.at is not None and one.fate != "dead"}
    return PublicState(
        state.round,
        state.surprise,
        to_act(state),
        state.over,
        state.winner,
        fighters,
        drawn_map(state, shown),
        state.turn,
    )


def _public(state: State, number: int, everything: bool) -> PublicFighter:
    profile, one = state.profiles[number], state.conditions[number]
    known = everything or profile.players
    seen = everything or in_sight(state, number)
    return PublicFighter(
        number,
        profile.name,
        profile.side,
        {"down": "unconscious"}.get(one.fate, one.fate),
        looks(one, profile.max_hp),
        one.at if seen else None,
        tuple([profile.weapons[weapon].name for weapon in one.drawn]) if seen else (),
        one.hp if known else None,
        profile.max_hp if known else None,
        one.subdual if known else None,
        one.pool if known else None,
        one.opportunity if known else None,
        points(state, number) if known else "",
        troubles(state, number, everything),
    )


def points(state: State, fighter: int) -> str:
    """Hit points, subdual damage, armor and place, on a line."""
    profile, one = state.profiles[fighter], state.conditions[fighter]
    told = [f"HP {one.hp}/{profile.max_hp}"]
    told += [f"{one.subdual} subdual"] if one.subdual else []
    told += [f"armor {one.pool}/{profile.absorb}"] if profile.absorb else []
    return f"{', '.join(told)}, at {square(one.at)}"


def troubles(state: State, number: int, everything: bool) -> tuple[str, ...]:
    """What else is to be seen of a fighter, in words. Who is told that it is unaware is so no more."""
    one = state.conditions[number]
    secret = (
        ()
        if everything
        else ("unaware", "hidden")
        if state.profiles[number].players
        else ("unaware", "invisible", "hidden")
    )
    told = [flag_phrase(flag, True) for flag in one.flags if flag not in secret]
    told += [f"behind {name_of(state, other)}" for other in one.behind]
    if everything or state.profiles[number].players:
        told += [] if one.opportunity else ["attack of opportunity spent"]
        told += [left_of(state.turn)] if state.turn is not None and state.turn.actor == number else []
    return tuple(told)


def looks(one: Condition, most: int) -> str:
    """How a fighter looks, in a word."""
    if one.fate != UP:
        return "dead" if one.fate == "dead" else "unconscious"
    return "hurt" if one.hp < most or one.subdual else "fresh"


def standings(state: State) -> tuple[Standing, ...]:
    """Every fighter with its fate, and the hit points that it has left."""
    return tuple(
        [
            Standing(number, profile.name, profile.side, one.fate, max(one.hp, 0))
            for number, (profile, one) in enumerate(zip(state.profiles, state.conditions, strict=True))
        ]
    )


def glance(before: State, after: State) -> tuple[tuple[str, int | bool], ...]:
    """What changed for whom: hit points, subdual damage, fates, places, weapons in hand, flags."""
    seen: list[tuple[str, int | bool]] = []
    for number, (was, now) in enumerate(zip(before.conditions, after.conditions, strict=True)):
        if was is now:
            continue
        name = after.profiles[number].name
        if was.hp != now.hp:
            seen.append((f"{name}: HP {'lost' if now.hp < was.hp else 'regained'}", abs(was.hp - now.hp)))
        if was.subdual != now.subdual:
            more = "subdual" if now.subdual > was.subdual else "subdual gone"
            seen.append((f"{name}: {more}", abs(was.subdual - now.subdual)))
        if was.fate != now.fate:
            seen.append((f"{name} {({'down': 'unconscious', 'up': 'awake'}).get(now.fate, now.fate)}", True))
        if was.at != now.at:
            seen.append((f"{name} at {square(now.at)}", True))
        if was.drawn != now.drawn:
            held = [after.profiles[number].weapons[weapon].name for weapon in now.drawn]
            seen.append((f"{name} with {' and '.join(held) or 'empty hands'}", True))
        seen += [(f"{name} {flag_phrase(flag, True)}", True) for flag in now.flags if flag not in was.flags]
        seen += [(f"{name} {flag_phrase(flag, False)}", True) for flag in was.flags if flag not in now.flags]
    if after.turn is not None and after.turn != before.turn:
        seen += _turn_changes(before.turn, after.turn, after.profiles[after.turn.actor].name)
    if len(after.pending) and after.pending != before.pending:
        seen.append(("a decision is offered", True))
    return tuple(seen)


def _turn_changes(was: Turn | None, now: Turn, name: str) -> list[tuple[str, int | bool]]:
    """Whose turn has come, and what it has begun."""
    if was is None or was.actor != now.actor:
        return [(f"{name}'s turn", True)]
    if now.full and not was.full:
        return [(f"{name}: attacks to make", now.blows)] if now.blows else [(f"{name}: a step of 5 feet", True)]
    return [(f"{name} disengaged", True)] if now.disengaged and not was.disengaged else []


_PUBLIC: dict[type, tuple[str, ...]] = {
    e.RoundBegan: ("surprise", "entering"),
    e.Entered: ("fighter", "result"),
    e.Ordered: ("order",),
    e.TurnCame: ("place", "fighter"),
    e.TurnEnded: ("fighter",),
    e.RoundEnded: (),
    e.MoveBegan: ("fighter", "path", "feet"),
    e.Moved: ("fighter", "to"),
    e.MoveEnded: ("fighter", "stopped"),
    e.Stepped: ("fighter", "start", "to"),
    e.Declined: ("fighter",),
    e.Disengaged: ("fighter",),
    e.FullBegan: ("fighter", "blows"),
    e.Attacked: ("attacker", "target", "weapon", "subdual", "spends", "edge", "hit"),
    e.Hurt: ("fighter", "subdual", "total", "weapon"),
    e.Chosen: ("fighter", "weapon"),
    e.Fell: ("fighter",),
    e.Woke: ("fighter",),
    e.Died: ("fighter",),
    e.Drew: ("fighter", "weapon", "cost"),
    e.Sheathed: ("fighter", "weapon", "cost"),
    e.Dropped: ("fighter", "weapon"),
    e.Acted: ("fighter", "kind", "what"),
    e.Reacted: ("fighter", "kind", "what"),
    e.Healed: ("fighter", "subdual"),
    e.FlagSet: ("fighter", "flag", "on"),
    e.BehindSet: ("fighter", "target", "on"),
    e.WasPut: ("fighter", "to"),
    e.Ended: ("winner", "reason"),
}
"""The fields of events that anybody may see. What is not here is the referee's: numbers of others, reasons, offers."""

_OF_THE_PLAYERS: dict[type, tuple[str, ...]] = {
    e.Hurt: ("fighter", "subdual", "total", "absorbed", "pool", "through", "weapon", "reason"),
    e.Healed: ("fighter", "points", "subdual", "reason"),
    e.HpSet: ("fighter", "hp", "reason"),
    e.SubdualSet: ("fighter", "subdual", "reason"),
}
"""What is shown besides where the fighter is of the players' side."""

_UNSEEN = (
    e.Entered,
    e.TurnCame,
    e.TurnEnded,
    e.FullBegan,
    e.MoveBegan,
    e.Moved,
    e.MoveEnded,
    e.Stepped,
    e.WasPut,
    e.Declined,
    e.Disengaged,
    e.Drew,
    e.Sheathed,
    e.Dropped,
    e.BehindSet,
)
"""What nobody sees of a fighter who is out of sight: that it is there, where it goes, what it does with its hands."""

_GIVES_AWAY = (
    c.RollInitiative,
    c.EndTurn,
    c.FullAttack,
    c.Step,
    c.MoveTo,
    c.Walk,
    c.Disengage,
    c.Draw,
    c.Sheathe,
    c.Drop,
    c.Decline,
)
"""The commands that would tell the same."""

_ROSTERS = frozenset({"entering", "order"})
"""Fields that name several fighters, of whom those out of sight are left out."""

_SECRET_FLAGS = ("unaware", "hidden", "invisible")


def tells(state: State, command: c.Command) -> bool:
    """Whether players may see a command: not what one who is out of sight does unseen."""
    return not isinstance(command, _GIVES_AWAY) or in_sight(state, command.actor)


def publish(state: State, event: e.Event) -> dict[str, Any] | None:
    """An event as the players may see it; None for the referee's alone."""
    fields = _PUBLIC.get(type(event))
    fighter = getattr(event, "fighter", None)
    if fighter is not None and state.profiles[fighter].players:
        fields = _OF_THE_PLAYERS.get(type(event), fields)
    if fields is None or (isinstance(event, _UNSEEN) and not in_sight(state, event.fighter)):
        return None
    if isinstance(event, e.FlagSet) and event.flag in _SECRET_FLAGS and not state.profiles[event.fighter].players:
        return None
    if isinstance(event, e.FlagSet) and event.flag == "unaware":
        return None
    told = msgspec.to_builtins(event)
    for field in _ROSTERS.intersection(fields):
        told[field] = [number for number in told[field] if in_sight(state, number)]
    if isinstance(event, e.TurnCame):  # a place among those in sight: a gap would tell of somebody else
        told["place"] = sum([in_sight(state, number) for number in state.order[: event.place]])
    return {name: told[name] for name in ("type", *fields, "clause")}
