"""Commands as people say them: "Vex attacks the wolf with the longsword"."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.drawing import cost_of
from affray.rulesets.d20grid.ground import ways_of
from affray.rulesets.d20grid.paths import Way
from affray.rulesets.d20grid.state import Offer, Place, State


def phrase(state: State, command: c.Command) -> str:
    """A command as people say it, in the present tense."""
    return _SAY[type(command)](state, command)


# Words that sentences share


def name_of(state: State, fighter: int) -> str:
    """The name of a fighter."""
    return state.profiles[fighter].name if 0 <= fighter < len(state.profiles) else f"fighter {fighter}"


def weapon_name(state: State, fighter: int, weapon: int) -> str:
    """The name of one of a fighter's weapons."""
    weapons = state.profiles[fighter].weapons if 0 <= fighter < len(state.profiles) else ()
    return weapons[weapon].name if 0 <= weapon < len(weapons) else f"weapon {weapon}"


def square(place: Place) -> str:
    """A square, by the feet of its lower left corner."""
    return f"{place[0]},{place[1]}"


def some(number: int, words: str) -> str:
    """So many of something."""
    return f"{number} {words}{'' if number == 1 else 's'}"


def attack_phrase(state: State, attacker: int, target: int, weapon: int, subdual: bool) -> str:
    """An attack in a sentence."""
    told = (
        f"{name_of(state, attacker)} attacks {name_of(state, target)} with the {weapon_name(state, attacker, weapon)}"
    )
    return f"{told}, to subdue" if subdual else told


# Turns


def _begin_round(state: State, command: c.BeginRound) -> str:
    return f"round {state.round + 1} begins"


def _simply(words: str) -> Callable[[State, Any], str]:
    """A command that has nothing to it but its actor."""
    return lambda state, command: f"{name_of(state, command.actor)} {words}"


def _attack(state: State, command: c.Attack) -> str:
    return attack_phrase(state, command.actor, command.target, command.weapon, command.subdual)


def _full_attack(state: State, command: c.FullAttack) -> str:
    attacks = state.profiles[command.actor].attacks if 0 <= command.actor < len(state.profiles) else 1
    return f"{name_of(state, command.actor)} begins a Full Attack of {some(attacks, 'attack')}"


def _step(state: State, command: c.Step) -> str:
    return f"{name_of(state, command.actor)} steps to {square((command.x, command.y))}"


def _move_to(state: State, command: c.MoveTo) -> str:
    told = f"{name_of(state, command.actor)} moves to {square((command.x, command.y))}"
    way = way_of(state, command)
    if way is None:
        return told
    shortest = ", the shortest way" if command.way == "shortest" else ""
    risk = f", past {some(way.provoked, 'foe')} who may attack" if way.provoked else ""
    return f"{told}, {way.feet} ft{shortest}{risk}"


def way_of(state: State, command: c.MoveTo) -> Way | None:
    """The path that a movement to a square takes; None where there is none."""
    turn = state.turn
    if turn is None or turn.actor != command.actor:
        return None
    routes = ways_of(state, command.actor).get((command.x, command.y))
    if routes is None:
        return None
    return routes.shortest if command.way == "shortest" else routes.safest


def _walk(state: State, command: c.Walk) -> str:
    return f"{name_of(state, command.actor)} goes by {', '.join(map(square, command.path)) or 'no square'}"


def _draw(state: State, command: c.Draw) -> str:
    return _handling(state, command.actor, command.weapon, "draws", drawing=True)


def _sheathe(state: State, command: c.Sheathe) -> str:
    return _handling(state, command.actor, command.weapon, "sheathes", drawing=False)


def _handling(state: State, actor: int, weapon: int, verb: str, *, drawing: bool) -> str:
    told = f"{name_of(state, actor)} {verb} the {weapon_name(state, actor, weapon)}"
    if not (0 <= actor < len(state.profiles) and 0 <= weapon < len(state.profiles[actor].weapons)):
        return told
    profile = state.profiles[actor]
    return f"{told} ({cost_of(profile, profile.weapons[weapon], state.rulings, drawing=drawing).capitalize()})"


def _drop(state: State, command: c.Drop) -> str:
    return f"{name_of(state, command.actor)} drops the {weapon_name(state, command.actor, command.weapon)}"


def _act(state: State, command: c.Act | c.React) -> str:
    return f"{name_of(state, command.actor)} acts ({command.kind.capitalize()}): {command.what}"


# Decisions


def _strike(state: State, command: c.Strike) -> str:
    weapon, how = weapon_name(state, command.actor, command.weapon), ", to subdue" if command.subdual else ""
    return f"{name_of(state, command.actor)} attacks {_who_passes(state)} in passing with the {weapon}{how}"


def _decline(state: State, command: c.Decline) -> str:
    return f"{name_of(state, command.actor)} lets {_who_passes(state)} pass"


def _who_passes(state: State) -> str:
    """The mover at whom an attack is offered."""
    offer = state.pending[0] if state.pending else None
    return name_of(state, offer.mover) if isinstance(offer, Offer) else "the mover"


def _choose(state: State, command: c.ChooseWeapon) -> str:
    weapon = weapon_name(state, command.actor, command.weapon)
    return f"{name_of(state, command.actor)} lets the {weapon} deal the damage"


# The referee


def _set_hp(state: State, command: c.SetHp) -> str:
    return f"the referee sets {name_of(state, command.fighter)} to {command.hp} HP: {command.reason}"


def _set_subdual(state: State, command: c.SetSubdual) -> str:
    return f"the referee sets {name_of(state, command.fighter)} to {command.subdual} subdual: {command.reason}"


def _heal(state: State, command: c.Heal) -> str:
    return f"{name_of(state, command.fighter)} regains {command.points} HP: {command.reason}"


def _heal_subdual(state: State, command: c.HealSubdual) -> str:
    return f"{name_of(state, command.fighter)} recovers from {command.points} subdual: {command.reason}"


def _harm(state: State, command: c.Harm) -> str:
    kind = "subdual damage" if command.subdual else "damage"
    return f"{name_of(state, command.fighter)} takes {command.points} {kind}: {command.reason}"


def _set_flag(state: State, command: c.SetFlag) -> str:
    return f"{name_of(state, command.fighter)} is {flag_phrase(command.flag, command.on)}: {command.reason}"


def flag_phrase(flag: str, on: bool) -> str:
    """What a fighter is, or is no longer."""
    words = {"covered": "in cover", "hidden": "out of sight"}.get(flag, flag)
    return words if on else f"{words} no longer"


def behind_phrase(state: State, fighter: int, target: int, on: bool) -> str:
    """Who is behind whom."""
    return f"{name_of(state, fighter)} is {'' if on else 'no longer '}behind {name_of(state, target)}"


def _set_behind(state: State, command: c.SetBehind) -> str:
    return f"{behind_phrase(state, command.fighter, command.target, command.on)}: {command.reason}"


def _put(state: State, command: c.Put) -> str:
    place = square((command.x, command.y))
    return f"the referee puts {name_of(state, command.fighter)} on {place}: {command.reason}"


def _end_fight(state: State, command: c.EndFight) -> str:
    return f"the referee ends the fight, {command.winner or 'nobody'} wins: {command.reason}"


_SAY: dict[type, Callable[[State, Any], str]] = {
    c.BeginRound: _begin_round,
    c.RollInitiative: _simply("rolls initiative"),
    c.Attack: _attack,
    c.FullAttack: _full_attack,
    c.Step: _step,
    c.MoveTo: _move_to,
    c.Walk: _walk,
    c.Disengage: _simply("disengages"),
    c.Draw: _draw,
    c.Sheathe: _sheathe,
    c.Drop: _drop,
    c.Act: _act,
    c.React: _act,
    c.EndTurn: _simply("ends the turn"),
    c.Strike: _strike,
    c.Decline: _decline,
    c.ChooseWeapon: _choose,
    c.SetHp: _set_hp,
    c.SetSubdual: _set_subdual,
    c.Heal: _heal,
    c.HealSubdual: _heal_subdual,
    c.Harm: _harm,
    c.SetFlag: _set_flag,
    c.SetBehind: _set_behind,
    c.Put: _put,
    c.EndFight: _end_fight,
}
