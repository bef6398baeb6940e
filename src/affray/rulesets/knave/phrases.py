"""Commands as people say them: "Ana shoots at goblin 2 with the bow"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.errors import visible
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.state import UNARMED, FreeAttack, IdealChoice, LeaveChoice, Pending, State, TakenChoice

EDGES = {1: "advantage", -1: "disadvantage", 0: "neither advantage nor disadvantage"}


def phrase(state: State, command: c.Command) -> str:
    """A command as people say it, in the present tense."""
    return _SAY[type(command)](state, command)


# Words that sentences share


def name_of(state: State, fighter: int) -> str:
    """The name of a fighter."""
    return state.profiles[fighter].name


def attack_phrase(state: State, actor: int, target: int, weapon: int, *, thrown: bool, dirty: bool) -> str:
    """An attack in a sentence: it strikes, throws or shoots, and with what."""
    names = name_of(state, actor), name_of(state, target)
    if thrown:
        told = f"{names[0]} throws the {state.profiles[actor].weapons[weapon].name} at {names[1]}"
    else:
        shoots = weapon != UNARMED and state.profiles[actor].weapons[weapon].kind == "ranged"
        verb = "shoots at" if shoots else "attacks"
        told = f"{names[0]} {verb} {names[1]} {weapon_phrase(state, actor, weapon)}".rstrip()
    return told + dirtily(dirty)


def dirtily(dirty: bool) -> str:
    """The mark of choice (B)."""
    return ", fighting dirty" if dirty else ""


def weapon_phrase(state: State, fighter: int, weapon: int) -> str:
    """The end of an attack's sentence: with the sword, unarmed; nothing for what a monster strikes with."""
    if weapon == UNARMED:
        return "unarmed"
    one = state.profiles[fighter].weapons[weapon]
    return "" if "natural" in one.tags else f"with the {one.name}"


def piece_phrase(piece: str) -> str:
    """A piece of armor in a sentence."""
    return "body armor" if piece == "body" else piece


def flag_phrase(flag: str) -> str:
    """What a fighter with this flag is."""
    return "on lower ground" if flag == "lower_ground" else flag.replace("_", " ")


def where_phrase(to: str) -> str:
    """Where a move leads."""
    return {"off": "away", "closer": "closer"}.get(to, f"to {to}")


# The turn


def _begin_round(state: State, command: c.BeginRound) -> str:
    return f"round {state.round + 1}: initiative"


def _attack(state: State, command: c.Attack) -> str:
    return attack_phrase(
        state, command.actor, command.target, command.weapon, thrown=command.thrown, dirty=command.dirty
    )


def _stunt(state: State, command: c.Stunt) -> str:
    names = name_of(state, command.actor), name_of(state, command.target)
    return f"{names[0]} tries to {command.kind} {names[1]}{dirtily(command.dirty)}"


def _free_stunt(state: State, command: c.FreeStunt) -> str:
    names = name_of(state, command.actor), name_of(state, command.target)
    return f"{names[0]} tries a stunt on {names[1]}: {command.name}{dirtily(command.dirty)}"


def _cast(state: State, command: c.Cast) -> str:
    spell = state.profiles[command.actor].spells[command.spell].name
    return f"{name_of(state, command.actor)} casts {spell} on {name_of(state, command.target)}"


def _move(state: State, command: c.Move) -> str:
    return f"{name_of(state, command.actor)} moves {where_phrase(command.to)}"


def _take_up(state: State, command: c.TakeUp) -> str:
    weapon = state.profiles[command.actor].weapons[command.weapon].name
    return f"{name_of(state, command.actor)} takes up the {weapon}"


def _ready(state: State, command: c.Ready) -> str:
    return f"{name_of(state, command.actor)} {'takes the shield in hand' if command.shield else 'slings the shield'}"


def _simply(words: str) -> Callable[[State, Any], str]:
    """A command that has nothing to it but its actor."""
    return lambda state, command: f"{name_of(state, command.actor)} {words}"


# Decisions


def _choose_piece(state: State, command: c.ChoosePiece) -> str:
    return f"{name_of(state, command.chooser)} chooses: the {piece_phrase(command.piece)} takes it"


def _strike(state: State, command: c.Strike) -> str:
    pending = _pending(state)
    mover = name_of(state, pending.mover) if isinstance(pending, FreeAttack) else ""
    actor = name_of(state, command.actor)
    if command.weapon is None:
        return f"{actor} lets {mover or 'it'} go"
    told = f"{actor} strikes at {mover}" if mover else f"{actor} strikes"
    return f"{told} {weapon_phrase(state, command.actor, command.weapon)}".rstrip()


def _call_morale(state: State, command: c.CallMorale) -> str:
    return "the referee calls for the morale roll" if command.roll else "the referee lets the morale roll be"


def _break(state: State, command: c.Break) -> str:
    return f"{name_of(state, command.fighter)} {command.how}s"


def _rule(state: State, command: c.Rule) -> str:
    answered = ruled(state, _pending(state), command.yes)
    return f"the referee says {'yes' if command.yes else 'no'}" + (f": {answered}" if answered else "")


def ruled(state: State, pending: Pending | None, yes: bool) -> str:
    """What a yes or no of the referee means for what waits for it; nothing for what waits for something else."""
    match pending:
        case IdealChoice(actor, target, weapon):
            arm = state.profiles[actor].weapons[weapon].name
            return f"the {arm} is {'' if yes else 'not '}the ideal weapon against {name_of(state, target)}"
        case LeaveChoice(fighter):
            return f"{name_of(state, fighter)} {'gets' if yes else 'does not get'} away"
        case TakenChoice(fighter):
            return f"{name_of(state, fighter)} {'counts' if yes else 'does not count'} as out of the fight"
    return ""


def _pending(state: State) -> Pending | None:
    return state.pending[0] if state.pending else None


# The referee


def _override(state: State, command: c.Override) -> str:
    return f"the referee sets {name_of(state, command.fighter)} to {command.hp} HP: {command.reason}"


def _set_flag(state: State, command: c.SetFlag) -> str:
    so = f"{name_of(state, command.fighter)} is {'' if command.on else 'not '}{flag_phrase(command.flag)}"
    return f"the referee says that {so}: {command.reason}"


def _set_morale(state: State, command: c.SetMorale) -> str:
    return f"the referee sets the morale of {name_of(state, command.fighter)} to {command.rating}: {command.reason}"


def _grant(state: State, command: c.Grant) -> str:
    names = name_of(state, command.actor), name_of(state, command.target)
    return f"the referee grants {names[0]} {EDGES[command.edge]} over {names[1]}"


def _modify(state: State, command: c.Modify) -> str:
    return f"the referee gives {name_of(state, command.actor)} {command.modifier:+d} on the next roll"


def _save(state: State, command: c.Save) -> str:
    against = "" if command.defense is None else f" against {command.defense}"
    edge = f", with {EDGES[command.edge]}" if command.edge else ""
    return f"the referee calls for a {command.ability.upper()} save of {name_of(state, command.fighter)}{against}{edge}"


def _roll_morale(state: State, command: c.RollMorale) -> str:
    whose = f" of every {command.group}" if command.group else ""
    if command.fighter is not None:
        whose = f" of {name_of(state, command.fighter)}"
    return f"the referee calls for a morale roll{whose}"


def _add_fighter(state: State, command: c.AddFighter) -> str:
    name = command.fighter.get("name") if isinstance(command.fighter, dict) else None
    return f"the referee adds {visible(name) if isinstance(name, str) and name.strip() else 'a fighter'}"


def _bring_in(state: State, command: c.BringIn) -> str:
    return f"the referee brings {name_of(state, command.fighter)} into the fight: {command.reason}"


def _take_out(state: State, command: c.TakeOut) -> str:
    how = {"parleyed": "parleys", "taken": "is taken"}.get(command.how, f"has {command.how}")
    return f"the referee says that {name_of(state, command.fighter)} {how}: {command.reason}"


def _place(state: State, command: c.Place) -> str:
    return f"the referee moves {name_of(state, command.fighter)} to {visible(command.at)}: {command.reason}"


def _end_fight(state: State, command: c.EndFight) -> str:
    return f"the referee ends the fight, {command.winner or 'nobody'} wins: {command.reason}"


_SAY: dict[type, Callable[[State, Any], str]] = {
    c.BeginRound: _begin_round,
    c.Attack: _attack,
    c.Stunt: _stunt,
    c.FreeStunt: _free_stunt,
    c.Cast: _cast,
    c.Move: _move,
    c.Rise: _simply("rises"),
    c.TakeUp: _take_up,
    c.Ready: _ready,
    c.Pass: _simply("passes"),
    c.Flee: _simply("runs away"),
    c.Withdraw: _simply("leaves the fight"),
    c.ChoosePiece: _choose_piece,
    c.Strike: _strike,
    c.CallMorale: _call_morale,
    c.Break: _break,
    c.Rule: _rule,
    c.Override: _override,
    c.SetFlag: _set_flag,
    c.SetMorale: _set_morale,
    c.Grant: _grant,
    c.Modify: _modify,
    c.Save: _save,
    c.RollMorale: _roll_morale,
    c.AddFighter: _add_fighter,
    c.BringIn: _bring_in,
    c.TakeOut: _take_out,
    c.Place: _place,
    c.EndFight: _end_fight,
}
