"""Sentences: a command as people say it, and what an entry did, with its arithmetic."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from affray.rulesets.knave import commands as c
from affray.rulesets.knave import events as e
from affray.rulesets.knave.evolve import evolve
from affray.rulesets.knave.state import PARTY, UNARMED, PieceChoice, State, Trigger


class Thrown(Protocol):
    """One roll of an entry: its name and faces."""

    name: str
    faces: tuple[int, ...]


Rolls: TypeAlias = deque[Thrown]


def phrase(state: State, command: c.Command) -> str:
    """A command as people say it."""
    names = [profile.name for profile in state.profiles]
    match command:
        case c.BeginRound():
            return f"round {state.round + 1}: initiative"
        case c.Attack(actor, target, weapon):
            return f"{names[actor]} attacks {names[target]} {weapon_phrase(state, actor, weapon)}"
        case c.Pass(actor):
            return f"{names[actor]} passes"
        case c.Flee(actor):
            return f"{names[actor]} runs away"
        case c.ChoosePiece(chooser, piece):
            return f"{names[chooser]} chooses: the {piece_phrase(piece)} takes it"
        case c.CallMorale(roll):
            return "the referee calls for the morale roll" if roll else "the referee lets the morale roll be"
        case c.Break(fighter, how):
            return f"{names[fighter]} {how}s"
        case c.Override(fighter, hp, reason):
            return f"the referee sets {names[fighter]} to {hp} HP: {reason}"


def weapon_phrase(state: State, fighter: int, weapon: int) -> str:
    """The end of an attack's sentence: with the sword, unarmed; nothing for what a monster strikes with."""
    if weapon == UNARMED:
        return "unarmed"
    one = state.profiles[fighter].weapons[weapon]
    return "" if "natural" in one.tags else f"with the {one.name}"


def piece_phrase(piece: str) -> str:
    """A piece of armor in a sentence."""
    return "body armor" if piece == "body" else piece


def narrate(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[str]:
    """What an entry did, a sentence an event, with the arithmetic of its rolls."""
    told: list[str] = []
    state, thrown = before, deque(rolls)
    for event in events:
        after = evolve(state, event)
        sentence = _TELL[type(event)](state, after, event, thrown)
        if sentence:
            told.append(sentence)
        state = after
    return told


def _round_began(state: State, after: State, event: e.RoundBegan, rolls: Rolls) -> str:
    face = _next(rolls, "initiative.d6")
    who = "the party acts first" if event.first == PARTY else "the enemies act first"
    return f"Round {after.round}: d6 = {face[0]}, {who}"


def _attacked(state: State, after: State, event: e.Attacked, rolls: Rolls) -> str:
    attacker, target = state.profiles[event.attacker].name, state.profiles[event.target].name
    start = f"{attacker} attacks {target} {weapon_phrase(state, event.attacker, event.weapon)}".rstrip()
    if event.roller == "attacker":
        faces = _next(rolls, "attack.d20")
        natural = _kept(faces, event.edge)
        shown = f"{_faces(faces, natural)} {_signed(event.bonus)} = {natural + event.bonus}"
        settled = f"{shown} {_against(natural + event.bonus, event.armor)}"
    else:
        faces = _next(rolls, "defense.d20")
        natural = _kept(faces, -event.edge) if len(faces) > 1 else faces[0]
        bonus, total = event.armor - 10, natural + event.armor - 10
        shown = f"{target} defends with {_faces(faces, natural)} {_signed(bonus)} = {total}"
        settled = f"{shown} {_against(total, event.against)}"
    result = "hit" if event.hit else "miss"
    if not event.damage:
        return f"{start}: {settled}: {result}"
    hp = f"{target} {state.conditions[event.target].hp} -> {after.conditions[event.target].hp}"
    damage: list[int] = []
    while rolls and rolls[0].name == "attack.damage":
        damage += rolls.popleft().faces
    dice = " + ".join(map(str, damage))
    amount = f"{dice} = {event.damage}" if dice and dice != str(event.damage) else str(event.damage)
    return f"{start}: {settled}: {result}; damage {amount}; {hp}"


def _against(total: int, armor: int) -> str:
    return f"beats {armor}" if total > armor else f"does not beat {armor}"


def _kept(faces: tuple[int, ...], edge: int) -> int:
    return min(faces) if edge < 0 else max(faces)


def _faces(faces: tuple[int, ...], natural: int) -> str:
    return str(natural) if len(faces) == 1 else f"{natural} (of {', '.join(map(str, faces))})"


def _signed(number: int) -> str:
    return f"- {-number}" if number < 0 else f"+ {number}"


def _next(rolls: Rolls, name: str) -> tuple[int, ...]:
    while rolls:
        roll = rolls.popleft()
        if roll.name == name:
            return roll.faces
    raise LookupError(f"the entry has no roll {name}")


def _quality_lost(state: State, after: State, event: e.QualityLost, rolls: Rolls) -> str:
    profile, condition = state.profiles[event.fighter], after.conditions[event.fighter]
    if event.item == "weapon":
        name, left = profile.weapons[event.weapon].name, condition.weapons[event.weapon]
    else:
        name = piece_phrase(event.item)
        left = {"body": condition.body, "shield": condition.shield, "helmet": condition.helmet}[event.item]
    if left == 0:
        return f"{profile.name}'s {name} loses 1 quality and is destroyed"
    return f"{profile.name}'s {name} loses 1 quality, {left} left"


def _trigger(trigger: Trigger) -> str:
    group = f"the {trigger.group}s" if trigger.group else "the enemies"
    return {
        "half": f"half of {group} are defeated",
        "leader": f"the leader of {group} is defeated",
        "lone": "a lone enemy is at half its hit points",
    }[trigger.kind]


def _morale_rolled(state: State, after: State, event: e.MoraleRolled, rolls: Rolls) -> str:
    faces = _next(rolls, "morale.2d6")
    names = ", ".join(state.profiles[fighter].name for fighter in event.fighters)
    result = "morale holds" if event.holds else "morale fails"
    relation = "is not above" if event.holds else "is above"
    return f"Morale of {names}: {' + '.join(map(str, faces))} = {sum(faces)} {relation} {event.rating}: {result}"


def _asked(state: State, after: State, event: e.Asked, rolls: Rolls) -> str:
    if isinstance(event.pending, PieceChoice):
        return f"{state.profiles[event.pending.seat].name} chooses which armor takes it"
    return "the referee decides"


def _ended(state: State, after: State, event: e.Ended, rolls: Rolls) -> str:
    return f"The fight is over: {event.winner} wins" if event.winner else "The fight is over: nobody is left"


def _fighter(text: str) -> Callable[[State, State, Any, Rolls], str]:
    return lambda state, after, event, rolls: text.format(
        name=state.profiles[event.fighter].name, fate=getattr(event, "fate", "")
    )


_TELL: dict[type, Callable[[State, State, Any, Rolls], str]] = {
    e.RoundBegan: _round_began,
    e.Attacked: _attacked,
    e.QualityLost: _quality_lost,
    e.Passed: _fighter("{name} passes"),
    e.Fell: _fighter("{name} is {fate}"),
    e.Rose: _fighter("{name} is up again"),
    e.MoraleCalled: lambda state, after, event, rolls: _trigger(event.trigger).capitalize(),
    e.MoraleRolled: _morale_rolled,
    e.MoraleSkipped: lambda state, after, event, rolls: "No morale roll",
    e.TurnedToFlee: _fighter("{name} turns to flee"),
    e.Left: _fighter("{name} has {fate}"),
    e.Asked: _asked,
    e.Answered: lambda state, after, event, rolls: "",
    e.Overridden: lambda state, after, event, rolls: (
        f"{state.profiles[event.fighter].name} is set to {event.hp} HP: {event.reason}"
    ),
    e.Ended: _ended,
}
