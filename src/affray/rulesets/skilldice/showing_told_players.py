"""What an entry did, for the players: from what is public alone, with names and the dice of their own side.

The events are those that `publish` gives. What is not in one is not known, and is not looked up in the state.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from affray.rules.showing import Told
from affray.rules.telling import Rolls, Thrown
from affray.rulesets.skilldice.formulas import Hand
from affray.rulesets.skilldice.hands import crushes, hand_of
from affray.rulesets.skilldice.phrases import attack_phrase, effect_phrase, manner_phrase, name_of, points, skill_name
from affray.rulesets.skilldice.showing_told import Dice, drawn
from affray.rulesets.skilldice.state import SKILLS, Offer, Skill, SkillChoice, State, place_of
from affray.rulesets.skilldice.telling import result_told, throw_of
from affray.rulesets.skilldice.view import left_of

Public: TypeAlias = Mapping[str, Any]


class Entry(msgspec.Struct, kw_only=True):
    """An entry as the players follow it: what is still to tell, and what their own side has lost so far."""

    before: State
    rolls: Rolls
    lost: Counter[tuple[int, str]] = msgspec.field(default_factory=Counter)
    effort: int = 1
    """The dice of the attack that is under way."""

    def ours(self, fighter: int) -> bool:
        """Whether the players know this fighter's dice."""
        return self.before.profiles[fighter].players

    def name(self, fighter: int) -> str:
        """The name of a fighter."""
        return name_of(self.before, fighter)


Teller: TypeAlias = Callable[[Entry, Public], list[Told]]


def told_players(before: State, rolls: Sequence[Thrown], events: Sequence[Public]) -> list[Told]:
    """What an entry did as players may be told: their own dice, and of the others what one can see."""
    pending = before.pending[0] if before.pending else None
    effort = pending.strife.dice if isinstance(pending, Offer | SkillChoice) else 1
    entry = Entry(before=before, rolls=deque(rolls), effort=effort)
    return [
        msgspec.structs.replace(told, clause=event["clause"])
        for event in events
        for told in _TELL[event["type"]](entry, event)
    ]


def _simply(words: str) -> Teller:
    """The sentence of an event that has nothing to it but its fighter."""
    return lambda entry, event: [Told(text=f"{entry.name(event['fighter'])} {words}", who=event["fighter"])]


def _silent(entry: Entry, event: Public) -> list[Told]:
    return []


# The round


def _round_began(entry: Entry, event: Public) -> list[Told]:
    return [Told(text=f"Round {entry.before.round + 1}")]


def _entered(entry: Entry, event: Public) -> list[Told]:
    fighter, skill = event["fighter"], event["skill"]
    hand = hand_of(entry.before, fighter, skill) if entry.ours(fighter) else None
    dice, bound = _thrown(entry, "order.die", hand)
    words = f"{entry.name(fighter)} rolls {skill_name(skill)} for the order: {event['result']}"
    return [Told(text=words + bound, who=fighter, dice=dice)]


def _thrown(entry: Entry, name: str, hand: Hand | None) -> tuple[Dice, str]:
    """The dice of the next throw of this name, and what floor or ceiling made of it: without a hand, their faces."""
    if hand is not None:
        throw = throw_of(entry.rolls, name, hand)
        return drawn(throw), f", {throw.bound}" if throw.bound else ""
    faces: list[int] = []
    while entry.rolls and (not faces or entry.rolls[0].name == name):
        one = entry.rolls.popleft()
        faces += one.faces if one.name == name else ()
    return tuple((0, face, True) for face in faces), ""


def _ordered(entry: Entry, event: Public) -> list[Told]:
    places = [" with ".join(entry.name(one) for one in group) for group in event["order"]]
    return [Told(text=f"The order is {', '.join(places)}")]


def _round_ended(entry: Entry, event: Public) -> list[Told]:
    return [Told(text=f"Round {entry.before.round} ends")]


# Attacks


def _attacked(entry: Entry, event: Public) -> list[Told]:
    entry.effort = event["dice"]
    words = attack_phrase(entry.before, event["attacker"], event["target"], event["skill"], event["dice"])
    return [Told(text=words, who=event["attacker"])]


def _contested(entry: Entry, event: Public) -> list[Told]:
    attacker, target, skill, against = event["attacker"], event["target"], event["skill"], event["against"]
    difficulty = event["difficulty"]
    resisted = None if difficulty else against
    dice, bound = _thrown(entry, "attack.die", _attacking(entry, attacker, target, skill, resisted))
    lead = Told(text=f"{entry.name(attacker)}'s {skill_name(skill)}{bound}", who=attacker, dice=dice)
    result = result_told(entry.name(target), event["winner"], rolled=not difficulty)
    if difficulty:
        dice, _ = _thrown(entry, "difficulty.die", None)
        dice = tuple((difficulty, face, counts) for _, face, counts in dice)
        return [lead, Told(text=f"against it the Narrator: {result}", dice=dice)]
    dice, bound = _thrown(entry, "defence.die", _defending(entry, attacker, target, skill, against))
    return [lead, Told(text=f"against it {entry.name(target)}'s {skill_name(against)}{bound}: {result}", dice=dice)]


def _attacking(entry: Entry, attacker: int, target: int, skill: Skill, against: Skill | None) -> Hand | None:
    """The hand of an attacker of one's own side; one who is helpless resists with no weapon, and no Skill."""
    if not entry.ours(attacker):
        return None
    state = entry.before
    crushed = against is not None and crushes(state.profiles[target], against, state.rulings, attacking=False)
    return hand_of(state, attacker, skill, entry.effort, crushed=crushed)


def _defending(entry: Entry, attacker: int, target: int, skill: Skill, against: Skill) -> Hand | None:
    if not entry.ours(target):
        return None
    state = entry.before
    crushed = crushes(state.profiles[attacker], skill, state.rulings, attacking=True)
    return hand_of(state, target, against, crushed=crushed)


def _landed(entry: Entry, event: Public) -> list[Told]:
    return [Told(text=f"Nobody defends {entry.name(event['target'])}: it lands")]


def _lost(entry: Entry, event: Public) -> list[Told]:
    fighter, skill, lost = event["fighter"], event["skill"], event["points"]
    left = ""
    if entry.ours(fighter):
        entry.lost[fighter, skill] += lost
        left = f", {left_of(entry.before, fighter)[place_of(skill)] - entry.lost[fighter, skill]} left"
    return _simply(f"loses {points(lost, skill)}{left}")(entry, event)


def _pierced(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"has a wound that will cost another {skill_name(event['skill'])}")(entry, event)


# Other actions


def _tended(entry: Entry, event: Public) -> list[Told]:
    fighter, target = event["fighter"], event["target"]
    whose = "its own wounds" if fighter == target else f"the wounds of {entry.name(target)}"
    result = "they are closed" if event["success"] else "in vain"
    lead = f"{entry.name(fighter)} tends {whose}"
    if not any(one.name == "tend.die" for one in entry.rolls):
        return [Told(text=f"{lead}: {result}", who=fighter)]
    dice, bound = _thrown(entry, "tend.die", hand_of(entry.before, fighter, "mind") if entry.ours(fighter) else None)
    against, _ = _thrown(entry, "difficulty.die", None)
    return [
        Told(text=lead + bound, who=fighter, dice=dice),
        Told(text=f"against it the Narrator: {result}", dice=tuple((6, face, True) for _, face, _ in against)),
    ]


def _spent(entry: Entry, event: Public) -> list[Told]:
    number = event["actions"]
    return _simply(f"spends {number} action{'' if number == 1 else 's'}: {event['what']}")(entry, event)


def _moved(entry: Entry, event: Public) -> list[Told]:
    where = event["to"]
    return _simply(f"moves to {where or 'the others'}")(entry, event)


def _manner_changed(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is {manner_phrase(event['manner'])}")(entry, event)


def _effect_changed(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is {effect_phrase(event['edge'], event['step'])}")(entry, event)


def _left(entry: Entry, event: Public) -> list[Told]:
    number = event["actions"]
    took = f", for {number} action{'' if number == 1 else 's'}" if number else ""
    return _simply(f"leaves{took}")(entry, event)


# Out, and back


def _went_out(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is out: no {skill_name(event['skill'])} is left")(entry, event)


def _regained(entry: Entry, event: Public) -> list[Told]:
    back = [points(number, skill) for number, skill in zip(event["points"], SKILLS, strict=True) if number]
    by = f", cared for by {entry.name(event['carer'])}" if event["carer"] is not None else ""
    return _simply(f"regains {' and '.join(back) or 'nothing'}{by}")(entry, event)


def _lost_set(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"has lost {points(event['lost'], event['skill'])}: {event['reason']}")(entry, event)


def _how_said(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is {event['how']}")(entry, event)


def _died(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is dead: {event['reason']}")(entry, event)


def _scarred(entry: Entry, event: Public) -> list[Told]:
    weight = f", which weighs on {skill_name(event['skill'])}" if event["skill"] else ""
    return _simply(f"keeps a mark: {event['mark']}{weight}")(entry, event)


def _ended(entry: Entry, event: Public) -> list[Told]:
    because = f": {event['reason']}" if event["reason"] else ""
    return [Told(text=f"The fight is over, {event['winner'] or 'nobody'} wins{because}")]


_TELL: dict[str, Teller] = {
    "round_began": _round_began,
    "entered": _entered,
    "ordered": _ordered,
    "turn_came": _silent,
    "turn_ended": _simply("ends the turn"),
    "round_ended": _round_ended,
    "attacked": _attacked,
    "defended": _simply("defends"),
    "contested": _contested,
    "landed": _landed,
    "lost": _lost,
    "pierced": _pierced,
    "wounds_closed": _silent,
    "tended": _tended,
    "spent": _spent,
    "moved": _moved,
    "manner_changed": _manner_changed,
    "effect_changed": _effect_changed,
    "left": _left,
    "went_out": _went_out,
    "came_back": _simply("is back in"),
    "regained": _regained,
    "lost_set": _lost_set,
    "how_said": _how_said,
    "died": _died,
    "scarred": _scarred,
    "ended": _ended,
}
"""Every event that is published, by its tag."""
