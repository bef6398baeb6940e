"""What an entry did, for the Narrator: sentences whose dice are drawn before the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from affray.rules.showing import Told
from affray.rules.telling import Thrown, next_faces
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.narrate import sentence
from affray.rulesets.skilldice.phrases import name_of, skill_name
from affray.rulesets.skilldice.state import State
from affray.rulesets.skilldice.telling import Moment, Throw, moments, result_told, throw_of

Teller: TypeAlias = Callable[[Moment, Any], list[Told]]
Dice: TypeAlias = tuple[tuple[int, int, bool], ...]


def told(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[Told]:
    """What an entry did, whole: as it is narrated, with a sentence of its own for each throw."""
    found: list[Told] = []
    for moment, event in moments(before, rolls, events):
        teller = _TELL.get(type(event), _as_narrated)
        found += teller(moment, event)
    return found


def _as_narrated(moment: Moment, event: e.Event) -> list[Told]:
    words = sentence(moment, event)
    who = getattr(event, "fighter", getattr(event, "attacker", None))
    return [Told(text=words, who=who, clause=event.clause)] if words else []


def drawn(throw: Throw) -> Dice:
    """All dice of a throw, of which one counted."""
    place = throw.faces.index(throw.natural)
    return tuple((throw.die, face, at == place) for at, face in enumerate(throw.faces))


def _entered(moment: Moment, event: e.Entered) -> list[Told]:
    throw = throw_of(moment.rolls, "order.die", event.hand)
    words = f"{name_of(moment.before, event.fighter)} rolls {skill_name(event.skill)} for the order{_bound(throw)}"
    return [Told(text=words, who=event.fighter, dice=drawn(throw), clause=event.clause)]


def _bound(throw: Throw) -> str:
    return f", {throw.bound}" if throw.bound else ""


def _contested(moment: Moment, event: e.Contested) -> list[Told]:
    state = moment.before
    attack = throw_of(moment.rolls, "attack.die", event.attack)
    lead = f"{name_of(state, event.attacker)}'s {skill_name(event.skill)}{_bound(attack)}"
    target = name_of(state, event.target)
    if event.defence is None:
        (face,) = next_faces(moment.rolls, "difficulty.die")
        dice: Dice = ((event.difficulty, face, True),)
        against = "against it the Narrator"
    else:
        defence = throw_of(moment.rolls, "defence.die", event.defence)
        against, dice = f"against it {target}'s {skill_name(event.against)}{_bound(defence)}", drawn(defence)
    result = result_told(target, event.winner, rolled=event.defence is not None)
    return [
        Told(text=lead, who=event.attacker, dice=drawn(attack), clause=event.clause),
        Told(text=f"{against}: {result}", dice=dice, clause=event.clause),
    ]


def _tended(moment: Moment, event: e.Tended) -> list[Told]:
    names = name_of(moment.before, event.fighter), name_of(moment.before, event.target)
    whose = "its own wounds" if event.fighter == event.target else f"the wounds of {names[1]}"
    result = "they are closed" if event.success else "in vain"
    lead = f"{names[0]} tends {whose}"
    if event.hand is None:
        return [Told(text=f"{lead}: {result}", who=event.fighter, clause=event.clause)]
    throw = throw_of(moment.rolls, "tend.die", event.hand)
    faces = next_faces(moment.rolls, "difficulty.die")
    return [
        Told(text=lead + _bound(throw), who=event.fighter, dice=drawn(throw), clause=event.clause),
        Told(text=f"against it the Narrator: {result}", dice=((6, faces[0], True),), clause=event.clause),
    ]


_TELL: dict[type, Teller] = {e.Entered: _entered, e.Contested: _contested, e.Tended: _tended}
"""Events with dice; the others are told as they are narrated."""
