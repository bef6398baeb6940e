"""What an entry did, for the players: from what is public alone, and without the names of those out of sight."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.rules.showing import Told
from affray.rules.telling import Thrown
from affray.rulesets.d20grid.attacking import attack_bonus
from affray.rulesets.d20grid.ground import in_sight
from affray.rulesets.d20grid.narrate import with_sign
from affray.rulesets.d20grid.phrases import flag_phrase, name_of, some
from affray.rulesets.d20grid.showing_seen import UNSEEN
from affray.rulesets.d20grid.showing_told import damage_dice, kept_of, marked, next_d20s, place_name
from affray.rulesets.d20grid.state import State

Event = Mapping[str, Any]


class Telling(NamedTuple):
    """The fight before the entry, the rolls that no sentence has told yet, and the event before."""

    state: State
    rolls: deque[Thrown]
    last: Event

    def name(self, fighter: int) -> str:
        """The name of a fighter who can be seen."""
        return name_of(self.state, fighter) if in_sight(self.state, fighter) else UNSEEN


def told_players(before: State, rolls: Sequence[Thrown], events: Sequence[Event]) -> list[Told]:
    """What an entry did, as far as the players may know."""
    untold = deque(rolls)
    found: list[Told] = []
    for place, event in enumerate(events):
        telling = Telling(before, untold, events[place - 1] if place else {})
        tell = _TELL.get(event["type"])
        fighter = event.get("fighter")
        quiet = event["type"] in _OF_ONE and fighter is not None and not in_sight(before, fighter)
        if tell is not None and not quiet:
            found += [_cited(one, event.get("clause", "")) for one in tell(telling, event)]
    return found


def _cited(one: Told, clause: str) -> Told:
    return one if one.clause else replace(one, clause=clause)


def _says(words: str) -> Callable[[Telling, Event], list[Told]]:
    """A sentence that has nothing to it but who it is about."""
    return lambda telling, event: [_about(telling, event["fighter"], words)]


def _about(telling: Telling, fighter: int, words: str) -> Told:
    name = telling.name(fighter)
    return Told(text=f"{name[0].upper()}{name[1:]} {words}.", who=fighter if in_sight(telling.state, fighter) else None)


# The round


def _round_began(telling: Telling, event: Event) -> list[Told]:
    surprise = ", a surprise" if event["surprise"] else ""
    return [Told(text=f"Round {telling.state.round + 1}{surprise}.")]


def _entered(telling: Telling, event: Event) -> list[Told]:
    faces = next_d20s(telling.rolls, "initiative.d20")
    text = f"makes {event['result']} for initiative, {telling.name(event['fighter'])}."
    return [Told(text=text, who=event["fighter"], dice=tuple([(20, face, True) for face in faces]))]


def _ordered(telling: Telling, event: Event) -> list[Told]:
    names = [name_of(telling.state, one) for one in event["order"] if in_sight(telling.state, one)]
    return [Told(text=f"The order is {', '.join(names)}.")] if names else []


def _round_ended(telling: Telling, event: Event) -> list[Told]:
    return [Told(text=f"Round {telling.state.round} ends.")]


def _ended(telling: Telling, event: Event) -> list[Told]:
    because = f": {event['reason']}" if event["reason"] else ""
    return [Told(text=f"The fight is over, {event['winner'] or 'nobody'} wins{because}.")]


# Moving


def _move_began(telling: Telling, event: Event) -> list[Told]:
    start, end = [place_name(telling.state, tuple(place)) for place in (event["path"][0], event["path"][-1])]
    return [_about(telling, event["fighter"], f"sets out from {start} to {end}, {event['feet']} ft")]


def _move_ended(telling: Telling, event: Event) -> list[Told]:
    return [_about(telling, event["fighter"], "gets no farther")] if event["stopped"] else []


def _stepped(telling: Telling, event: Event) -> list[Told]:
    nowhere = event["to"] == event["start"]
    stepped = "finds no room to step" if nowhere else f"steps to {place_name(telling.state, tuple(event['to']))}"
    return [_about(telling, event["fighter"], stepped)]


def _was_put(telling: Telling, event: Event) -> list[Told]:
    return [_about(telling, event["fighter"], f"is at {place_name(telling.state, tuple(event['to']))}")]


# Attacks


def _attacked(telling: Telling, event: Event) -> list[Told]:
    state, attacker = telling.state, event["attacker"]
    seen = in_sight(state, attacker)
    weapon = state.profiles[attacker].weapons[event["weapon"]]
    words = f"attacks {telling.name(event['target'])}" + (f" with the {weapon.name}" if seen else "")
    words += ", to subdue" if event["subdual"] else ""
    words += " in passing" if event["spends"] == "opportunity" else ""
    first = _about(telling, attacker, words)
    ends = "hit" if event["hit"] else "miss"
    faces = next_d20s(telling.rolls, "attack.d20")
    if not faces:
        return [first, Told(text=f"A {ends} without a roll.", who=first.who)]
    kept, dice = kept_of(faces, event["edge"])
    if not state.profiles[attacker].players:
        return [first, Told(text=f"A {ends}.", who=first.who, dice=dice, marked=marked(dice, state.rulings))]
    bonus = attack_bonus(state.profiles[attacker], weapon, state.rulings)
    text = f"{with_sign(bonus)} = {kept + bonus}: {ends}."
    return [first, Told(text=text, who=first.who, dice=dice, marked=marked(dice, state.rulings))]


def _hurt(telling: Telling, event: Event) -> list[Told]:
    fighter, kind = event["fighter"], " subdual" if event["subdual"] else ""
    dice = _damage(telling, event["weapon"])
    words = f"takes {event['total']}{kind}"
    if event.get("absorbed"):
        words += f", armor absorbs {event['absorbed']}"
    if event.get("reason"):
        words += f": {event['reason']}"
    one = _about(telling, fighter, words)
    return [Told(text=one.text, who=one.who, dice=dice)]


def _damage(telling: Telling, weapon: str) -> tuple[tuple[int, int, bool], ...]:
    """The dice of a hit; those that a foe throws have a face and no shape."""
    attacker = telling.last.get("attacker")
    if not weapon:
        return ()
    if attacker is not None and telling.state.profiles[attacker].players:
        held = telling.state.profiles[attacker].weapons[telling.last["weapon"]]
        return damage_dice(held.damage.text, telling.rolls)
    found: list[tuple[int, int, bool]] = []
    while telling.rolls and telling.rolls[0].name == "attack.damage":
        found += [(0, face, True) for face in telling.rolls.popleft().faces]
    return tuple(found)


def _healed(telling: Telling, event: Event) -> list[Told]:
    what = "subdual" if event["subdual"] else "HP"
    amount = f"{event['points']} {what}" if "points" in event else f"some {what}"
    because = f": {event['reason']}" if event.get("reason") else ""
    return [_about(telling, event["fighter"], f"regains {amount}{because}")]


def _set(what: str) -> Callable[[Telling, Event], list[Told]]:
    return lambda telling, event: [
        _about(telling, event["fighter"], f"has {event[what]} {'HP' if what == 'hp' else what}: {event['reason']}")
    ]


# Weapons and the rest


def _handled(verb: str) -> Callable[[Telling, Event], list[Told]]:
    def tell(telling: Telling, event: Event) -> list[Told]:
        weapon = telling.state.profiles[event["fighter"]].weapons[event["weapon"]].name
        return [_about(telling, event["fighter"], f"{verb} the {weapon}")]

    return tell


def _acted(telling: Telling, event: Event) -> list[Told]:
    return [_about(telling, event["fighter"], f"acts ({event['kind'].capitalize()}): {event['what']}")]


def _full_began(telling: Telling, event: Event) -> list[Told]:
    return [_about(telling, event["fighter"], f"begins a Full Attack of {some(event['blows'], 'attack')}")]


def _flag_set(telling: Telling, event: Event) -> list[Told]:
    return [_about(telling, event["fighter"], f"is {flag_phrase(event['flag'], event['on'])}")]


def _behind_set(telling: Telling, event: Event) -> list[Told]:
    words = f"is {'' if event['on'] else 'no longer '}behind {telling.name(event['target'])}"
    return [_about(telling, event["fighter"], words)]


_TELL: dict[str, Callable[[Telling, Event], list[Told]]] = {
    "round_began": _round_began,
    "entered": _entered,
    "ordered": _ordered,
    "round_ended": _round_ended,
    "ended": _ended,
    "move_began": _move_began,
    "move_ended": _move_ended,
    "stepped": _stepped,
    "was_put": _was_put,
    "disengaged": _says("disengages"),
    "declined": _says("lets it pass"),
    "attacked": _attacked,
    "hurt": _hurt,
    "fell": _says("is unconscious"),
    "woke": _says("is conscious again"),
    "died": _says("is dead"),
    "healed": _healed,
    "hp_set": _set("hp"),
    "subdual_set": _set("subdual"),
    "drew": _handled("draws"),
    "sheathed": _handled("sheathes"),
    "dropped": _handled("drops"),
    "chosen": _handled("deals the damage with"),
    "acted": _acted,
    "reacted": _acted,
    "full_began": _full_began,
    "flag_set": _flag_set,
    "behind_set": _behind_set,
}

_OF_ONE = frozenset({"chosen", "flag_set"})
"""What is not told at all of one who is out of sight."""
