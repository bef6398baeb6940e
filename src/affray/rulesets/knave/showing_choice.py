"""Commands as a table offers them: in short words, with the arithmetic that whoever plays the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from affray.dice import REFEREE, Seat
from affray.rules.showing import Choice
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import events as e
from affray.rulesets.knave.phrases import EDGES, flag_phrase, name_of, phrase, where_phrase
from affray.rulesets.knave.showing_answers import break_off, call_morale, choose_piece, due, question_of_strike, rule
from affray.rulesets.knave.showing_numbers import Asking, blow_in_numbers, contest_in_numbers, tried
from affray.rulesets.knave.showing_scene import INITIATIVE, minus, sees_all
from affray.rulesets.knave.showing_words import capital, weapon_at
from affray.rulesets.knave.state import COMING, PARTY, UNARMED, UP, FreeAttack, State

HITS, WORKS = "hits", "works"
"""What `came_to` names."""

Shower: TypeAlias = Callable[[Asking, Any], Choice]


def choice(state: State, seat: Seat, command: c.Command) -> Choice:
    """A command of a seat before it is given; numbers of enemies are there for the referee alone."""
    return _SHOW[type(command)](Asking(state, seat), command)


def known(state: State, seat: Seat, command: c.Command) -> bool:
    """Whether the seat may know of the command: not of one that has to do with an enemy who is still to come.

    The referee's commands, and the decisions that wait for the referee, are the referee's to know.
    """
    if sees_all(seat):
        return True
    if c.issuer(state, command) == REFEREE:
        return False
    named = [getattr(command, field, None) for field in ("actor", "target", "chooser")]
    others = [one for one in named if one is not None and one != seat]
    return all(state.profiles[one].camp == PARTY or state.conditions[one].fate != COMING for one in others)


# What is rolled for


def _attack(asking: Asking, command: c.Attack) -> Choice:
    state = asking.state
    name = weapon_at(state, command.actor, command.target, command.weapon, thrown=command.thrown)
    # Bare hands are a second thought for whoever has a weapon.
    armed = command.weapon == UNARMED and bool(state.profiles[command.actor].weapons)
    shown = Choice(name=name, group="Unarmed" if armed else "Attack")
    return _blow(asking, command, shown, command.actor, command.target, command.weapon)


def _blow(asking: Asking, command: c.Attack | c.Strike, shown: Choice, actor: int, target: int, weapon: int) -> Choice:
    """An attack with its chances: that it hits, that the target drops, that the weapon suffers."""
    state = asking.state
    trial = tried(state, command)
    if trial is None or not isinstance(trial.event, e.Attacked):
        return replace(shown, targets=(target,))
    figures, does = [("hits", HITS)], ""
    if asking.knows(target):
        falls = ("drops it", "down") if state.conditions[target].fate == UP else ("kills it", "dead")
        does = f"{name_of(state, target)} {falls[1]}"
        figures.append((falls[0], does))
    if weapon != UNARMED and state.conditions[actor].weapons[weapon]:
        arm = state.profiles[actor].weapons[weapon].name
        figures.append((f"{arm} {minus(-1)} quality", f"{name_of(state, actor)}: {arm} loses quality"))
    return replace(
        shown,
        manner=_manner(trial.event.edge, trial.event.dirty),
        how=blow_in_numbers(asking, trial.event, trial.rolled),
        figures=tuple(figures),
        amount=f"{name_of(state, target)}: HP lost",
        does=does,
        targets=(target,),
    )


def _manner(edge: int, dirty: bool) -> str:
    told = [f"with {EDGES[edge]}"] if edge else []
    return ", ".join([*(["fighting dirty"] if dirty else []), *told])


def _stunt(asking: Asking, command: c.Stunt) -> Choice:
    name = f"{capital(command.kind)} {name_of(asking.state, command.target)}"
    return _contest(asking, command, Choice(name=name, group="Stunt"))


def _free_stunt(asking: Asking, command: c.FreeStunt) -> Choice:
    name = f"{capital(command.name)} against {name_of(asking.state, command.target)}"
    return _contest(asking, command, Choice(name=name, group="Stunt"))


def _cast(asking: Asking, command: c.Cast) -> Choice:
    spells = asking.state.profiles[command.actor].spells
    spell = spells[command.spell].name if 0 <= command.spell < len(spells) else "spell"
    name = f"{capital(spell)} on {name_of(asking.state, command.target)}"
    shown = _contest(asking, command, Choice(name=name, group="Spell"))
    harms = 0 <= command.spell < len(spells) and spells[command.spell].on_fail.kind == "damage"
    return replace(shown, amount=f"{name_of(asking.state, command.target)}: HP lost") if harms else shown


def _contest(asking: Asking, command: c.Stunt | c.FreeStunt | c.Cast, shown: Choice) -> Choice:
    trial = tried(asking.state, command)
    if trial is None or isinstance(trial.event, e.Attacked):
        return replace(shown, targets=(command.target,))
    dirty = isinstance(trial.event, e.Stunted) and trial.event.dirty
    return replace(
        shown,
        manner=_manner(trial.event.edge, dirty),
        how=contest_in_numbers(asking, trial.event),
        figures=(("works", WORKS),),
        targets=(command.target,),
    )


def tells(state: State, command: c.Command) -> str:
    """That the weapon is the ideal one: the chances of its damage show the die more."""
    trial = tried(state, command) if isinstance(command, c.Attack | c.Strike) else None
    ideal = trial is not None and isinstance(trial.event, e.Attacked) and trial.event.ideal
    return "one die more, the ideal weapon" if ideal else ""


def came_to(events: Sequence[e.Event]) -> tuple[tuple[str, bool], ...]:
    """Whether the attack among these events hit, and whether the stunt or the spell among them worked."""
    found: dict[str, bool] = {}
    for event in events:
        match event:
            case e.Attacked(hit=hit):
                found.setdefault(HITS, hit)
            case e.Stunted(success=success):
                found.setdefault(WORKS, success)
            case e.SpellCast(resisted=resisted):
                found.setdefault(WORKS, not resisted)
    return tuple(found.items())


# What is not


def _move(asking: Asking, command: c.Move) -> Choice:
    words = {"off": "Step away", "closer": "Go closer"}
    return Choice(name=words.get(command.to, f"Go to {command.to}"), group="Move")


def _take_up(asking: Asking, command: c.TakeUp) -> Choice:
    weapons = asking.state.profiles[command.actor].weapons
    return Choice(name=f"Take up the {weapons[command.weapon].name}", group="Hands", how="an action")


def _ready(asking: Asking, command: c.Ready) -> Choice:
    return Choice(name="Shield in hand" if command.shield else "Sling the shield", group="Hands")


def _simply(name: str, group: str, how: str = "") -> Shower:
    return lambda asking, command: Choice(name=name, group=group, how=how)


def _begin_round(asking: Asking, command: c.BeginRound) -> Choice:
    return Choice(name=f"Begin round {asking.state.round + 1}", group="Round", how=f"d6: {INITIATIVE}")


def _strike(asking: Asking, command: c.Strike) -> Choice:
    state = asking.state
    pending, group = due(state), question_of_strike(state)
    if command.weapon is None or not isinstance(pending, FreeAttack):
        name = f"Let {name_of(state, pending.mover)} go" if isinstance(pending, FreeAttack) else "Let it be"
        return Choice(name=name, group=group)
    name = weapon_at(state, command.actor, pending.mover, command.weapon)
    return _blow(asking, command, Choice(name=name, group=group), command.actor, pending.mover, command.weapon)


# The referee


def _override(asking: Asking, command: c.Override) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} has {minus(command.hp)} HP", command.reason)


def _set_flag(asking: Asking, command: c.SetFlag) -> Choice:
    so = f"{'' if command.on else 'not '}{flag_phrase(command.flag)}"
    return _said(f"{name_of(asking.state, command.fighter)} is {so}", command.reason)


def _set_morale(asking: Asking, command: c.SetMorale) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} has morale {command.rating}", command.reason)


def _grant(asking: Asking, command: c.Grant) -> Choice:
    edge, actor = EDGES[command.edge].capitalize(), name_of(asking.state, command.actor)
    return _said(f"{edge} for {actor}", f"over {name_of(asking.state, command.target)}, this turn")


def _modify(asking: Asking, command: c.Modify) -> Choice:
    number = f"+{command.modifier}" if command.modifier >= 0 else minus(command.modifier)
    return _said(f"{number} for {name_of(asking.state, command.actor)}", "on the next roll")


def _save(asking: Asking, command: c.Save) -> Choice:
    against = "more than 15" if command.defense is None else f"more than {command.defense}"
    edge = f", with {EDGES[command.edge]}" if command.edge else ""
    name = f"{command.ability.upper()} save of {name_of(asking.state, command.fighter)}"
    return _said(name, f"{against} on d20 and the bonus{edge}")


def _roll_morale(asking: Asking, command: c.RollMorale) -> Choice:
    whose = f"Morale of every {command.group}" if command.group else "Morale of the enemies"
    if command.fighter is not None:
        whose = f"Morale of {name_of(asking.state, command.fighter)}"
    return _said(whose, "more than the rating on 2d6 breaks")


def _add_fighter(asking: Asking, command: c.AddFighter) -> Choice:
    return _said(capital(phrase(asking.state, command).removeprefix("the referee ")), "")


def _bring_in(asking: Asking, command: c.BringIn) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} comes in", command.reason)


def _take_out(asking: Asking, command: c.TakeOut) -> Choice:
    words = {"parleyed": "parleys", "taken": "is taken"}
    how = words.get(command.how, f"has {command.how}")
    return _said(f"{name_of(asking.state, command.fighter)} {how}", command.reason)


def _place(asking: Asking, command: c.Place) -> Choice:
    return _said(f"{name_of(asking.state, command.fighter)} {where_phrase(command.at)}", command.reason)


def _end_fight(asking: Asking, command: c.EndFight) -> Choice:
    return _said("End the fight", f"{command.winner or 'nobody'} wins: {command.reason}")


def _said(name: str, how: str) -> Choice:
    return Choice(name=name, group="The referee", how=how)


_SHOW: dict[type, Shower] = {
    c.BeginRound: _begin_round,
    c.Attack: _attack,
    c.Stunt: _stunt,
    c.FreeStunt: _free_stunt,
    c.Cast: _cast,
    c.Move: _move,
    c.Rise: _simply("Rise", "Move", "the move"),
    c.TakeUp: _take_up,
    c.Ready: _ready,
    c.Pass: _simply("Pass", "Other"),
    c.Flee: _simply("Run away", "Other", "the whole turn"),
    c.Withdraw: _simply("Leave the fight", "Other", "a move and a second move"),
    c.ChoosePiece: choose_piece,
    c.Strike: _strike,
    c.CallMorale: call_morale,
    c.Break: break_off,
    c.Rule: rule,
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
