"""A fight whose ruleset does not say how it is drawn: built from its reports, as the terminal shows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from affray.codec import plain
from affray.dice import REFEREE, Seat
from affray.fight import AnyRuleset
from affray.interpret.script import Rolled
from affray.rules.showing import Camp, Card, Choice, Scene, Told
from affray.server.live.people import PARTY

FIGHTERS = ("actor", "target", "fighter", "chooser", "carer", "seat")
"""Fields of commands that name a fighter, in every ruleset."""

FATES: Mapping[str, Literal["up", "down", "dead", "gone"]] = {
    "up": "up",
    "down": "down",
    "unconscious": "down",
    "dead": "dead",
}


def scene(ruleset: AnyRuleset, state: Any, seat: Seat) -> Scene:
    """The fighters that the seat's view has, by sides, each with the words that the view has for it.

    A view that says nothing of fighters has them all by name, and no number.
    """
    standings = {one.id: one for one in ruleset.standings(state)}
    seen = fighters(ruleset, state, seat)
    sides: dict[str, list[Card]] = {}
    for number, more in seen.items():
        one = standings[number]
        sides.setdefault(one.side, []).append(_card(number, one.name, one.side, more))
    roles = _roles(list(dict.fromkeys(one.side for one in standings.values())))
    camps = tuple(Camp(name=side, role=roles[side], cards=tuple(cards)) for side, cards in sides.items())
    number = ruleset.round(state)
    return Scene(round=number, heading=f"Round {number}" if number else "Before the first round", camps=camps)


def fighters(ruleset: AnyRuleset, state: Any, seat: Seat) -> dict[int, Mapping[str, Any]]:
    """What the view of a seat says of each fighter. The public's is what a player of the players' side sees."""
    if not isinstance(seat, int) and seat != REFEREE:
        ours = [one.id for one in ruleset.standings(state) if one.side == PARTY]
        if not ours:
            return {one.id: {} for one in ruleset.standings(state)}
        seat = ours[0]
    view = plain(ruleset.view(state, seat))
    if "fighters" not in view:
        return {one.id: {} for one in ruleset.standings(state)}
    return {one["id"]: one for one in view["fighters"]}


def known(ruleset: AnyRuleset, state: Any, seat: Seat, command: Any) -> bool:
    """Whether a command names nobody whom the seat's view does not have."""
    seen = fighters(ruleset, state, seat)
    fields: Mapping[str, Any] = plain(command)
    return all(type(fields.get(field)) is not int or fields[field] in seen for field in FIGHTERS)


def choice(ruleset: AnyRuleset, state: Any, command: Any) -> Choice:
    """A command in the words of the ruleset."""
    target = getattr(command, "target", None)
    return Choice(name=ruleset.phrase(state, command).strip(), targets=(target,) if isinstance(target, int) else ())


def told(ruleset: AnyRuleset, before: Any, rolls: Sequence[Any], events: Sequence[Any]) -> list[Told]:
    """The sentences of the ruleset."""
    return [Told(text=sentence) for sentence in ruleset.narrate(before, rolls, events)]


def told_players(
    ruleset: AnyRuleset, before: Any, command: Any, rolls: Sequence[Rolled], events: Sequence[Mapping[str, Any]]
) -> list[Told]:
    """A command in the words of the ruleset, if players may know it; its rolls; and the facts, name by name."""
    lines = [] if command is None else [Told(text=ruleset.phrase(before, command).strip())]
    lines += [Told(text=f"{roll.name} {', '.join(map(str, roll.faces))}") for roll in rolls]
    for event in events:
        facts = ", ".join(f"{name} {value}" for name, value in event.items() if name not in ("type", "clause"))
        word = str(event.get("type", "")).replace("_", " ")
        lines.append(Told(text=f"{word}: {facts}" if facts else word, clause=str(event.get("clause", ""))))
    return lines


def _card(number: int, name: str, side: str, more: Mapping[str, Any]) -> Card:
    fate = str(more.get("fate", "up"))
    left, most = more.get("hp"), more.get("max_hp")
    figure = str(more.get("points", "")) or ("" if left is None else f"{left} of {most}" if most else str(left))
    looks = str(more.get("wounds", more.get("looks", fate if fate != "up" else "")))
    notes = tuple(str(word) for word in more.get("troubles", ()))
    return Card(id=number, name=name, side=side, fate=FATES.get(fate, "gone"), looks=looks, figure=figure, notes=notes)


def _roles(sides: Sequence[str]) -> dict[str, Literal["party", "foes", "third"]]:
    """The players' side is the party, or the first; the next are the foes; all others are third."""
    order = sorted(sides, key=lambda side: side != PARTY)
    roles: tuple[Literal["party", "foes", "third"], ...] = ("party", "foes")
    return {side: roles[place] if place < len(roles) else "third" for place, side in enumerate(order)}
