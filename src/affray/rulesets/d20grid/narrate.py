"""What an entry did, in sentences with their arithmetic: events in the order of `events`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple, TypeAlias

from affray.rules.telling import Rolls, Thrown, next_faces
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.damage import parse_damage
from affray.rulesets.d20grid.drawn_map import drawn_map
from affray.rulesets.d20grid.effects import evolve
from affray.rulesets.d20grid.formulas import multiplied
from affray.rulesets.d20grid.phrases import (
    attack_phrase,
    behind_phrase,
    flag_phrase,
    name_of,
    some,
    square,
    weapon_name,
)
from affray.rulesets.d20grid.rulings import DamageReading
from affray.rulesets.d20grid.state import State
from affray.rulesets.d20grid.turns import seat_of


class Moment(NamedTuple):
    """The states around an event, and the rolls of the entry that no sentence has told yet."""

    before: State
    after: State
    rolls: Rolls


Teller: TypeAlias = Callable[[Moment, Any], str]


def narrate(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[str]:
    """What an entry did, a sentence an event, with the arithmetic of its rolls; a round begins with its map."""
    told: list[str] = []
    state, untold = before, deque(rolls)
    for event in events:
        after = evolve(state, event)
        sentence = _TELL[type(event)](Moment(state, after, untold), event)
        if sentence:
            told.append(sentence)
        if isinstance(event, e.RoundBegan):
            told += drawn_map(after)
        state = after
    return told


# Numbers


def with_sign(number: int) -> str:
    """A number that is added or taken away."""
    return f"+ {number}" if number >= 0 else f"- {-number}"


def edges_phrase(event: e.Attacked) -> str:
    """What speaks for an attack and what against it."""
    good = [name for name, way in event.edges if way > 0]
    bad = [name for name, way in event.edges if way < 0]
    parts = [", ".join(good) and f"for it: {', '.join(good)}", ", ".join(bad) and f"against it: {', '.join(bad)}"]
    told = "; ".join([part for part in parts if part])
    return f" ({told}; net {event.edge:+d})" if told else ""


# The round


def _round_began(moment: Moment, event: e.RoundBegan) -> str:
    return f"Round {moment.after.round}{', a surprise' if event.surprise else ''}"


def _entered(moment: Moment, event: e.Entered) -> str:
    (face,) = next_faces(moment.rolls, "initiative.d20")
    name = name_of(moment.before, event.fighter)
    return f"{name} rolls initiative: {face} {with_sign(event.modifier)} = {event.result}"


def _ordered(moment: Moment, event: e.Ordered) -> str:
    return f"The order is {', '.join([name_of(moment.after, one) for one in event.order])}"


def _turn_came(moment: Moment, event: e.TurnCame) -> str:
    return ""


def _turn_ended(moment: Moment, event: e.TurnEnded) -> str:
    return f"{name_of(moment.before, event.fighter)}'s turn ends"


def _round_ended(moment: Moment, event: e.RoundEnded) -> str:
    return f"Round {moment.before.round} ends"


# Moving


def _move_began(moment: Moment, event: e.MoveBegan) -> str:
    return f"{name_of(moment.before, event.fighter)} sets out for {square(event.path[-1])}, {event.feet} ft"


def _moved(moment: Moment, event: e.Moved) -> str:
    passage = moment.before.passage
    whole = passage is not None and event.place == len(passage.path) - 1
    verb = "arrives at" if whole else "comes to"
    return f"{name_of(moment.before, event.fighter)} {verb} {square(event.to)}"


def _move_ended(moment: Moment, event: e.MoveEnded) -> str:
    if not event.stopped:
        return ""
    place = square(moment.before.conditions[event.fighter].at)
    return f"{name_of(moment.before, event.fighter)} gets no farther than {place}"


def _stepped(moment: Moment, event: e.Stepped) -> str:
    stepped = "finds no room to step" if event.to == event.start else f"steps to {square(event.to)}"
    return f"{name_of(moment.before, event.fighter)} {stepped}"


def _offered(moment: Moment, event: e.Offered) -> str:
    offer = event.offer
    owner, mover = name_of(moment.before, offer.owner), name_of(moment.before, offer.mover)
    way = "into" if offer.way == "into" else "out of"
    return f"{mover} goes {way} the area of {owner}, who may attack"


def _declined(moment: Moment, event: e.Declined) -> str:
    return f"{name_of(moment.before, event.fighter)} lets it pass"


def _disengaged(moment: Moment, event: e.Disengaged) -> str:
    return f"{name_of(moment.before, event.fighter)} disengages"


# Attacks


def _full_began(moment: Moment, event: e.FullBegan) -> str:
    return f"{name_of(moment.before, event.fighter)} begins a Full Attack of {some(event.blows, 'attack')}"


def _attacked(moment: Moment, event: e.Attacked) -> str:
    state = moment.before
    told = attack_phrase(state, event.attacker, event.target, event.weapon, event.subdual)
    if event.spends == "opportunity":
        told = f"In passing, {told}"
    if event.sure:
        return f"{told}: it hits without a roll"
    faces = next_faces(moment.rolls, "attack.d20")
    kept = max(faces) if event.edge > 0 else min(faces)
    of = f" (of {', '.join(map(str, faces))})" if len(faces) > 1 else ""
    total = kept + event.bonus
    verb = "beats" if total > event.defense else "does not beat"
    ends = "hit" if event.hit else "miss"
    arithmetic = f"{kept}{of} {with_sign(event.bonus)} = {total} {verb} {event.defense}: {ends}"
    return f"{told}{edges_phrase(event)}: {arithmetic}"


def _hurt(moment: Moment, event: e.Hurt) -> str:
    before, after = moment.before.conditions[event.fighter], moment.after.conditions[event.fighter]
    name = name_of(moment.before, event.fighter)
    told = damage_phrase(moment, event) if event.weapon else f"{name} takes {event.total}: {event.reason}"
    if event.absorbed:
        # What armor takes of each hit (T38 `per_hit`) leaves its pool as it was.
        more = f" and can take {event.pool or 'no'} more" if event.pool != before.pool else ""
        told += (
            f"; armor absorbs {event.absorbed}{more}, {event.through} {'goes' if event.through == 1 else 'go'} through"
        )
    if event.subdual:
        return f"{told}; {name} {before.subdual} -> {after.subdual} subdual, {after.hp} HP"
    return f"{told}; {name} {before.hp} -> {after.hp} HP"


def damage_phrase(moment: Moment, event: e.Hurt) -> str:
    """The damage of a hit in the order of the text: dice, STR, multipliers, what is added last, and the least (T36)."""
    weapon = parse_damage(event.dice)
    faces = [count * sides for count, sides in weapon.dice] if event.full else _damage_faces(moment)
    numbers = [*faces, weapon.flat] if weapon.flat or not faces else faces
    raw = sum(numbers) + event.strength
    told = " ".join([str(numbers[0]), *map(with_sign, numbers[1:])])
    if event.strength:
        told = f"{told} {with_sign(event.strength)} STR"
    multipliers = factors(event.multipliers, moment.before.rulings.damage)
    if multipliers and " " in told:
        told = f"({told})"
    for one in multipliers:
        told, raw = f"{told} x {one}", raw * one
    if event.flat:
        told, raw = f"{told} {with_sign(event.flat)}", raw + event.flat
    if " " in told:
        told = f"{told} = {raw}"
    if raw < event.total:
        told = f"{told}, at least {event.total}"
    dice = f"{event.dice} in full: " if event.full and faces else f"{event.dice}: " if faces else ""
    return f"Damage {dice}{told}"


def factors(multipliers: tuple[int, ...], reading: DamageReading) -> tuple[int, ...]:
    """The multipliers one after another, or what they come to where they add up (T35)."""
    whole = multiplied(1, multipliers, reading)
    return multipliers if whole == prod(multipliers) else (whole,)


def _damage_faces(moment: Moment) -> list[int]:
    """The faces of the damage dice that come next."""
    found: list[int] = []
    while moment.rolls and moment.rolls[0].name == "attack.damage":
        found += moment.rolls.popleft().faces
    return found


def _asked(moment: Moment, event: e.Asked) -> str:
    return f"It is for {name_of(moment.before, seat_of(event.pending))} to say which weapon deals the damage"


def _chosen(moment: Moment, event: e.Chosen) -> str:
    weapon = weapon_name(moment.before, event.fighter, event.weapon)
    return f"{name_of(moment.before, event.fighter)} chooses the {weapon}"


def _fell(moment: Moment, event: e.Fell) -> str:
    one = moment.after.conditions[event.fighter]
    why = f"{one.hp} HP" if one.hp < 0 else f"{one.subdual} subdual against {one.hp} HP"
    return f"{name_of(moment.before, event.fighter)} is unconscious: {why}"


def _woke(moment: Moment, event: e.Woke) -> str:
    return f"{name_of(moment.before, event.fighter)} is conscious again"


def _died(moment: Moment, event: e.Died) -> str:
    return f"{name_of(moment.before, event.fighter)} is dead"


# Other actions


def _drew(moment: Moment, event: e.Drew) -> str:
    weapon = weapon_name(moment.before, event.fighter, event.weapon)
    return f"{name_of(moment.before, event.fighter)} draws the {weapon} ({event.cost.capitalize()})"


def _sheathed(moment: Moment, event: e.Sheathed) -> str:
    weapon = weapon_name(moment.before, event.fighter, event.weapon)
    return f"{name_of(moment.before, event.fighter)} sheathes the {weapon} ({event.cost.capitalize()})"


def _dropped(moment: Moment, event: e.Dropped) -> str:
    return (
        f"{name_of(moment.before, event.fighter)} drops the {weapon_name(moment.before, event.fighter, event.weapon)}"
    )


def _acted(moment: Moment, event: e.Acted | e.Reacted) -> str:
    return f"{name_of(moment.before, event.fighter)} acts ({event.kind.capitalize()}): {event.what}"


# The referee, the end


def _hp_set(moment: Moment, event: e.HpSet) -> str:
    return f"{name_of(moment.before, event.fighter)} has {event.hp} HP: {event.reason}"


def _subdual_set(moment: Moment, event: e.SubdualSet) -> str:
    return f"{name_of(moment.before, event.fighter)} has {event.subdual} subdual: {event.reason}"


def _healed(moment: Moment, event: e.Healed) -> str:
    name = name_of(moment.before, event.fighter)
    if event.subdual:
        return f"{name} recovers from {event.points} subdual: {event.reason}"
    return f"{name} regains {event.points} HP: {event.reason}"


def _flag_set(moment: Moment, event: e.FlagSet) -> str:
    return f"{name_of(moment.before, event.fighter)} is {flag_phrase(event.flag, event.on)}: {event.reason}"


def _behind_set(moment: Moment, event: e.BehindSet) -> str:
    return f"{behind_phrase(moment.before, event.fighter, event.target, event.on)}: {event.reason}"


def _was_put(moment: Moment, event: e.WasPut) -> str:
    return f"{name_of(moment.before, event.fighter)} is at {square(event.to)}: {event.reason}"


def _ended(moment: Moment, event: e.Ended) -> str:
    because = f": {event.reason}" if event.reason else ""
    return f"The fight is over, {event.winner or 'nobody'} wins{because}"


_TELL: dict[type, Teller] = {
    e.RoundBegan: _round_began,
    e.Entered: _entered,
    e.Ordered: _ordered,
    e.TurnCame: _turn_came,
    e.TurnEnded: _turn_ended,
    e.RoundEnded: _round_ended,
    e.MoveBegan: _move_began,
    e.Moved: _moved,
    e.MoveEnded: _move_ended,
    e.Stepped: _stepped,
    e.Offered: _offered,
    e.Declined: _declined,
    e.Disengaged: _disengaged,
    e.FullBegan: _full_began,
    e.Attacked: _attacked,
    e.Hurt: _hurt,
    e.Asked: _asked,
    e.Chosen: _chosen,
    e.Fell: _fell,
    e.Woke: _woke,
    e.Died: _died,
    e.Drew: _drew,
    e.Sheathed: _sheathed,
    e.Dropped: _dropped,
    e.Acted: _acted,
    e.Reacted: _acted,
    e.HpSet: _hp_set,
    e.SubdualSet: _subdual_set,
    e.Healed: _healed,
    e.FlagSet: _flag_set,
    e.BehindSet: _behind_set,
    e.WasPut: _was_put,
    e.Ended: _ended,
}
