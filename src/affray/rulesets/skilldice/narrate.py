"""What an entry did, in sentences with their arithmetic: events in the order of `events`."""

from __future__ import annotations

from collections.abc import Sequence

from affray.rules.telling import Thrown, next_faces
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.phrases import attack_phrase, effect_phrase, manner_phrase, name_of, points, skill_name
from affray.rulesets.skilldice.state import SKILLS, Offer, Skill, State
from affray.rulesets.skilldice.telling import Moment, Teller, moments, result_told, throw_of


def narrate(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[str]:
    """What an entry did, a sentence an event, with the arithmetic of its rolls; some events say nothing."""
    return [told for moment, event in moments(before, rolls, events) if (told := sentence(moment, event))]


def sentence(moment: Moment, event: e.Event) -> str:
    """What one event is told as; nothing where its neighbours say it all."""
    return _TELL[type(event)](moment, event)


# The round


def _round_began(moment: Moment, event: e.RoundBegan) -> str:
    return f"Round {moment.after.round}"


def _entered(moment: Moment, event: e.Entered) -> str:
    roll = throw_of(moment.rolls, "order.die", event.hand).words
    return f"{name_of(moment.before, event.fighter)} rolls {skill_name(event.skill)} for the order: {roll}"


def _ordered(moment: Moment, event: e.Ordered) -> str:
    places = [" with ".join(name_of(moment.after, one) for one in group) for group in event.order]
    return f"The order is {', '.join(places)}"


def _round_ended(moment: Moment, event: e.RoundEnded) -> str:
    return f"Round {moment.before.round} ends"


def _turn_ended(moment: Moment, event: e.TurnEnded) -> str:
    left = moment.before.conditions[event.fighter].actions
    held = f", holding {left} action{'s' if left > 1 else ''}" if left else ""
    return f"{name_of(moment.before, event.fighter)} ends the turn{held}"


# Attacks


def _attacked(moment: Moment, event: e.Attacked) -> str:
    return attack_phrase(moment.before, event.attacker, event.target, event.skill, event.dice)


def _defended(moment: Moment, event: e.Defended) -> str:
    left = moment.after.conditions[event.fighter].actions
    return f"{name_of(moment.before, event.fighter)} defends, {left} action{'' if left == 1 else 's'} left"


def _contested(moment: Moment, event: e.Contested) -> str:
    state = moment.before
    attack = throw_of(moment.rolls, "attack.die", event.attack).words
    if event.defence is None:
        (face,) = next_faces(moment.rolls, "difficulty.die")
        defence = f"the Narrator's d{event.difficulty} = {face}"
    else:
        roll = throw_of(moment.rolls, "defence.die", event.defence).words
        defence = f"{name_of(state, event.target)}'s {skill_name(event.against)} {roll}"
    attacker = f"{name_of(state, event.attacker)}'s {skill_name(event.skill)}"
    result = result_told(name_of(state, event.target), event.winner, rolled=event.defence is not None)
    return f"{attacker} {attack} against {defence}: {result}"


def _landed(moment: Moment, event: e.Landed) -> str:
    return f"Nobody defends {name_of(moment.before, event.target)}: it lands"


def _lost(moment: Moment, event: e.Lost) -> str:
    left = left_of(moment.after, event.fighter, event.skill)
    told = f"{name_of(moment.before, event.fighter)} loses {points(event.points, event.skill)}, {left} left"
    return f"{told} (a hit of {event.cost})" if event.cost != event.points else told


def left_of(state: State, fighter: int, skill: Skill) -> int:
    """What is left of a Skill."""
    return track(state.profiles[fighter], state.conditions[fighter], skill, state.rulings).left


def _pierced(moment: Moment, event: e.Pierced) -> str:
    return f"{name_of(moment.before, event.fighter)} has a wound that will cost another {skill_name(event.skill)}"


def _asked(moment: Moment, event: e.Asked) -> str:
    pending = event.pending
    if isinstance(pending, Offer):
        return f"{name_of(moment.before, pending.strife.target)} may defend, or take it"
    return ""


# Other actions


def _tended(moment: Moment, event: e.Tended) -> str:
    names = name_of(moment.before, event.fighter), name_of(moment.before, event.target)
    told = f"{names[0]} tends {'its own wounds' if event.fighter == event.target else f'the wounds of {names[1]}'}"
    if event.hand is not None:
        told += f": {throw_of(moment.rolls, 'tend.die', event.hand).words}"
        (face,) = next_faces(moment.rolls, "difficulty.die")
        told += f" against the Narrator's d6 = {face}"
    return told + (": they are closed" if event.success else ": in vain")


def _spent(moment: Moment, event: e.Spent) -> str:
    left = moment.after.conditions[event.fighter].actions
    spends = f"spends {event.actions} action{'' if event.actions == 1 else 's'}"
    return f"{name_of(moment.before, event.fighter)} {spends}: {event.what}; {left} left"


def _moved(moment: Moment, event: e.Moved) -> str:
    return f"{name_of(moment.before, event.fighter)} moves {f'to {event.to}' if event.to else 'to the others'}"


def _manner_changed(moment: Moment, event: e.MannerChanged) -> str:
    because = f": {event.reason}" if event.reason else ""
    return f"{name_of(moment.before, event.fighter)} is {manner_phrase(event.manner)}{because}"


def _effect_changed(moment: Moment, event: e.EffectChanged) -> str:
    return f"{name_of(moment.before, event.fighter)} is {effect_phrase(event.edge, event.step)}: {event.reason}"


def _left(moment: Moment, event: e.Left) -> str:
    took = f", for {event.actions} action{'' if event.actions == 1 else 's'}" if event.actions else ""
    return f"{name_of(moment.before, event.fighter)} leaves{took}"


# Out, and back


def _went_out(moment: Moment, event: e.WentOut) -> str:
    return f"{name_of(moment.before, event.fighter)} is out: no {skill_name(event.skill)} is left"


def _came_back(moment: Moment, event: e.CameBack) -> str:
    return f"{name_of(moment.before, event.fighter)} is back in"


def _regained(moment: Moment, event: e.Regained) -> str:
    told = []
    for at, skill in enumerate(SKILLS):
        back = moment.before.conditions[event.fighter].lost[at] - moment.after.conditions[event.fighter].lost[at]
        if back:
            told.append(points(back, skill))
    by = f", cared for by {name_of(moment.before, event.carer)}" if event.carer is not None else ""
    return f"{name_of(moment.before, event.fighter)} regains {' and '.join(told) or 'nothing'}{by}"


def _lost_set(moment: Moment, event: e.LostSet) -> str:
    left = left_of(moment.after, event.fighter, event.skill)
    return f"{name_of(moment.before, event.fighter)} has {points(left, event.skill)} left: {event.reason}"


def _how_said(moment: Moment, event: e.HowSaid) -> str:
    return f"{name_of(moment.before, event.fighter)} is {event.how}"


def _died(moment: Moment, event: e.Died) -> str:
    return f"{name_of(moment.before, event.fighter)} is dead: {event.reason}"


def _scarred(moment: Moment, event: e.Scarred) -> str:
    weight = f", which weighs on {skill_name(event.skill)}" if event.skill else ""
    return f"{name_of(moment.before, event.fighter)} keeps a mark: {event.mark}{weight}"


def _ended(moment: Moment, event: e.Ended) -> str:
    because = f": {event.reason}" if event.reason else ""
    return f"The fight is over, {event.winner or 'nobody'} wins{because}"


def _silent(moment: Moment, event: e.Event) -> str:
    """What its neighbours say."""
    return ""


_TELL: dict[type, Teller] = {
    e.RoundBegan: _round_began,
    e.Entered: _entered,
    e.Ordered: _ordered,
    e.TurnCame: _silent,
    e.TurnEnded: _turn_ended,
    e.RoundEnded: _round_ended,
    e.Attacked: _attacked,
    e.Defended: _defended,
    e.Contested: _contested,
    e.Landed: _landed,
    e.Lost: _lost,
    e.Pierced: _pierced,
    e.WoundsClosed: _silent,
    e.Tended: _tended,
    e.Spent: _spent,
    e.Moved: _moved,
    e.MannerChanged: _manner_changed,
    e.EffectChanged: _effect_changed,
    e.Left: _left,
    e.WentOut: _went_out,
    e.CameBack: _came_back,
    e.Regained: _regained,
    e.LostSet: _lost_set,
    e.HowSaid: _how_said,
    e.Died: _died,
    e.Scarred: _scarred,
    e.Asked: _asked,
    e.Answered: _silent,
    e.Ended: _ended,
}
