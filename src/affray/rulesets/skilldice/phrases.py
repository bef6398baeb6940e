"""Commands as people say them: "Sir Odo attacks the wolf with Body"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.state import Skill, SkillChoice, State, SweepChoice

MANNER = {"moving": "on the move"}


def phrase(state: State, command: c.Command) -> str:
    """A command as people say it, in the present tense."""
    return _SAY[type(command)](state, command)


# Words that sentences share


def name_of(state: State, fighter: int) -> str:
    """The name of a fighter."""
    return state.profiles[fighter].name


def skill_name(skill: Skill) -> str:
    """A Skill in a sentence."""
    return skill.capitalize()


def points(number: int, skill: Skill) -> str:
    """So many points of a Skill."""
    return f"{number} {skill_name(skill)}"


def manner_phrase(manner: str) -> str:
    """What a fighter is."""
    return MANNER.get(manner, manner)


def attack_phrase(state: State, attacker: int, target: int, skill: Skill, dice: int = 1) -> str:
    """An attack in a sentence, with the actions that go into it where there are several."""
    effort = f", {dice} actions at once" if dice > 1 else ""
    return f"{name_of(state, attacker)} attacks {name_of(state, target)} with {skill_name(skill)}{effort}"


# Turns


def _begin_round(state: State, command: c.BeginRound) -> str:
    return f"round {state.round + 1} begins"


def _enter(state: State, command: c.Enter) -> str:
    return f"{name_of(state, command.actor)} rolls {skill_name(command.skill)} for the order"


def _name_next(state: State, command: c.NameNext) -> str:
    return f"the Narrator names {name_of(state, command.fighter)} next"


def _attack(state: State, command: c.Attack) -> str:
    return attack_phrase(state, command.actor, command.target, command.skill, command.dice)


def _tend(state: State, command: c.Tend) -> str:
    whom = "its own wounds" if command.actor == command.target else f"the wounds of {name_of(state, command.target)}"
    return f"{name_of(state, command.actor)} tends {whom}"


def _help(state: State, command: c.Help) -> str:
    return f"{name_of(state, command.actor)} helps {name_of(state, command.target)}"


def _move(state: State, command: c.Move) -> str:
    return f"{name_of(state, command.actor)} moves {f'to {command.to}' if command.to else 'to the others'}"


def _breath(state: State, command: c.CatchBreath) -> str:
    return f"{name_of(state, command.actor)} catches breath for {skill_name(command.skill)}"


def _act(state: State, command: c.Act) -> str:
    return f"{name_of(state, command.actor)} acts: {command.what}"


def _simply(words: str) -> Callable[[State, Any], str]:
    """A command that has nothing to it but its actor."""
    return lambda state, command: f"{name_of(state, command.actor)} {words}"


# Decisions


def _defend(state: State, command: c.Defend) -> str:
    return f"{name_of(state, command.actor)} defends with {skill_name(command.skill)}"


def _take_it(state: State, command: c.TakeIt) -> str:
    return f"{name_of(state, command.actor)} takes it"


def _name_skill(state: State, command: c.NameSkill) -> str:
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, SkillChoice):
        return f"the Narrator says {skill_name(command.skill)}"
    who = pending.strife.attacker if pending.side == "attacker" else pending.strife.target
    verb = "attacks" if pending.side == "attacker" else "defends"
    return f"the Narrator says that {name_of(state, who)} {verb} with {skill_name(command.skill)}"


def _land(state: State, command: c.Land) -> str:
    pending = state.pending[0] if state.pending else None
    moved = isinstance(pending, SweepChoice) and pending.target != command.target
    target = name_of(state, command.target)
    return (
        f"{name_of(state, command.actor)} lets the hit {f'land on {target} instead' if moved else f'land on {target}'}"
    )


# The Narrator


def _cost(state: State, command: c.Cost) -> str:
    cost = points(command.points, command.skill)
    return f"the Narrator says that it costs {name_of(state, command.fighter)} {cost}: {command.reason}"


def _set_lost(state: State, command: c.SetLost) -> str:
    lost = points(command.lost, command.skill)
    return f"the Narrator sets what {name_of(state, command.fighter)} has lost to {lost}: {command.reason}"


def _set_manner(state: State, command: c.SetManner) -> str:
    so = manner_phrase(command.manner)
    return f"the Narrator says that {name_of(state, command.fighter)} is {so}: {command.reason}"


def _set_effect(state: State, command: c.SetEffect) -> str:
    so = effect_phrase(command.edge, command.step)
    return f"the Narrator says that {name_of(state, command.fighter)} is {so}: {command.reason}"


def effect_phrase(edge: int, step: int) -> str:
    """What an effect makes of a fighter."""
    told = [{1: "helped", -1: "hindered"}.get(edge, ""), {1: "a die higher", -1: "a die lower"}.get(step, "")]
    return " and ".join(filter(None, told)) or "neither helped nor hindered"


def _say_how(state: State, command: c.SayHow) -> str:
    return f"{name_of(state, command.fighter)} is {command.how}"


def _declare_death(state: State, command: c.DeclareDeath) -> str:
    return f"the table decides that {name_of(state, command.fighter)} is dead: {command.reason}"


def _scar(state: State, command: c.Scar) -> str:
    weight = f", which weighs on {skill_name(command.skill)}" if command.skill else ""
    return f"{name_of(state, command.fighter)} keeps a mark: {command.mark}{weight}"


def _respite(state: State, command: c.Respite) -> str:
    return f"{name_of(state, command.fighter)} has a moment's respite for {skill_name(command.skill)}"


def _night(state: State, command: c.Night) -> str:
    where = "with" if command.fed_and_sheltered else "without"
    return f"{name_of(state, command.fighter)} sleeps a night {where} food and shelter"


def _care(state: State, command: c.Care) -> str:
    skill = skill_name(command.skill)
    return f"{name_of(state, command.carer)} cares for the {skill} of {name_of(state, command.fighter)}"


def _end_fight(state: State, command: c.EndFight) -> str:
    return f"the Narrator ends the fight, {command.winner or 'nobody'} wins: {command.reason}"


_SAY: dict[type, Callable[[State, Any], str]] = {
    c.BeginRound: _begin_round,
    c.Enter: _enter,
    c.NameNext: _name_next,
    c.Attack: _attack,
    c.Defend: _defend,
    c.TakeIt: _take_it,
    c.NameSkill: _name_skill,
    c.Land: _land,
    c.Tend: _tend,
    c.Help: _help,
    c.Move: _move,
    c.CatchBreath: _breath,
    c.Act: _act,
    c.Leave: _simply("leaves the fight"),
    c.EndTurn: _simply("ends the turn"),
    c.Cost: _cost,
    c.SetLost: _set_lost,
    c.SetManner: _set_manner,
    c.SetEffect: _set_effect,
    c.SayHow: _say_how,
    c.DeclareDeath: _declare_death,
    c.Scar: _scar,
    c.Respite: _respite,
    c.Night: _night,
    c.Care: _care,
    c.EndFight: _end_fight,
}
