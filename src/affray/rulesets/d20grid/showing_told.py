"""What an entry did, for the referee: a sentence an event, with the dice that it was rolled with."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from affray.rules.showing import Told, square_name
from affray.rules.telling import Thrown
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.damage import parse_damage
from affray.rulesets.d20grid.effects import evolve
from affray.rulesets.d20grid.narrate import Moment, damage_phrase, edges_phrase, narrate, with_sign
from affray.rulesets.d20grid.phrases import attack_phrase, name_of
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import Place, State

Dice: TypeAlias = tuple[tuple[int, int, bool], ...]

SILENT = (e.TurnCame, e.TurnEnded, e.Moved, e.Declined)
"""What needs no sentence of its own: the scene shows it, or the next sentence says it."""


def told(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[Told]:
    """What an entry did, with all its numbers."""
    found: list[Told] = []
    state, untold = before, deque(rolls)
    for event in events:
        after = evolve(state, event)
        tell = _TELL.get(type(event), _simply)
        found += tell(Moment(state, after, untold), event)
        state = after
    return found


def _simply(moment: Moment, event: Any) -> list[Told]:
    """The sentence that everybody has for it."""
    if isinstance(event, SILENT):
        return []
    words = narrate(moment.before, (), [event])[:1]
    return [Told(text=f"{sentence}.", who=getattr(event, "fighter", None), clause=event.clause) for sentence in words]


def place_name(state: State, place: Place) -> str:
    """A square as the map of the table names it."""
    return square_name(place, state.map.size)


# Dice


def kept_of(faces: Sequence[int], edge: int) -> tuple[int, Dice]:
    """The d20 that counts, and all of them."""
    kept = max(faces) if edge > 0 else min(faces)
    counts = faces.index(kept)
    return kept, tuple([(20, face, place == counts) for place, face in enumerate(faces)])


def marked(dice: Dice, rulings: Rulings) -> tuple[int, ...]:
    """The d20 of an attack that decides by itself, where one may (T22): none as the text is read by default."""
    decides = {"nat20_hits": 20, "nat1_misses": 1}.get(rulings.attack.natural, 0)
    return tuple([place for place, (_, face, counts) in enumerate(dice) if counts and face == decides])


def damage_dice(text: str, rolls: deque[Thrown]) -> Dice:
    """The dice of the damage that comes next, which are taken off the rolls."""
    found: list[tuple[int, int, bool]] = []
    for _, sides in parse_damage(text).dice:
        if rolls and rolls[0].name == "attack.damage":
            found += [(sides, face, True) for face in rolls.popleft().faces]
    return tuple(found)


def next_d20s(rolls: deque[Thrown], name: str) -> tuple[int, ...]:
    """The faces of the roll of this name that comes next; none where there is none."""
    while rolls and rolls[0].name != name:
        rolls.popleft()
    return rolls.popleft().faces if rolls else ()


# Sentences with dice


def _entered(moment: Moment, event: e.Entered) -> list[Told]:
    faces = next_d20s(moment.rolls, "initiative.d20")
    text = f"{with_sign(event.modifier)} = {event.result} for initiative, {name_of(moment.before, event.fighter)}."
    return [Told(text=text, who=event.fighter, dice=tuple([(20, face, True) for face in faces]), clause=event.clause)]


def _attacked(moment: Moment, event: e.Attacked) -> list[Told]:
    state = moment.before
    words = attack_phrase(state, event.attacker, event.target, event.weapon, event.subdual)
    passing = "In passing, " if event.spends == "opportunity" else ""
    first = Told(text=f"{passing}{words}{edges_phrase(event)}.", who=event.attacker, clause=event.clause)
    if event.sure:
        return [first, Told(text="It hits without a roll.", who=event.attacker)]
    kept, dice = kept_of(next_d20s(moment.rolls, "attack.d20"), event.edge)
    total = kept + event.bonus
    against = f"{'beats' if total > event.defense else 'does not beat'} {event.defense}"
    text = f"{with_sign(event.bonus)} = {total} {against}: {'hit' if event.hit else 'miss'}."
    return [first, Told(text=text, who=event.attacker, dice=dice, marked=marked(dice, state.rulings))]


def _hurt(moment: Moment, event: e.Hurt) -> list[Told]:
    before, after = moment.before.conditions[event.fighter], moment.after.conditions[event.fighter]
    name = name_of(moment.before, event.fighter)
    ahead = Moment(moment.before, moment.after, deque(moment.rolls))
    reckoned = damage_phrase(ahead, event) if event.weapon else f"{name} takes {event.total}: {event.reason}"
    dice = damage_dice(event.dice, moment.rolls) if event.weapon and not event.full else ()
    parts = [reckoned]
    parts += [f"armor absorbs {event.absorbed}"] if event.absorbed else []
    if event.subdual:
        parts.append(f"{name} has {after.subdual} subdual against {after.hp} HP")
    else:
        parts.append(f"{name} {before.hp} \N{RIGHTWARDS ARROW} {after.hp} HP")
    return [Told(text=f"{'; '.join(parts)}.", who=event.fighter, dice=dice, clause=event.clause)]


# Sentences with squares


def _move_began(moment: Moment, event: e.MoveBegan) -> list[Told]:
    state = moment.before
    start, end = place_name(state, event.path[0]), place_name(state, event.path[-1])
    text = f"{name_of(state, event.fighter)} sets out from {start} to {end}, {event.feet} ft."
    return [Told(text=text, who=event.fighter, clause=event.clause)]


def _move_ended(moment: Moment, event: e.MoveEnded) -> list[Told]:
    state = moment.before
    place = place_name(state, state.conditions[event.fighter].at)
    verb = "gets no farther than" if event.stopped else "arrives at"
    return [Told(text=f"{name_of(state, event.fighter)} {verb} {place}.", who=event.fighter, clause=event.clause)]


def _stepped(moment: Moment, event: e.Stepped) -> list[Told]:
    nowhere = event.to == event.start
    stepped = "finds no room to step" if nowhere else f"steps to {place_name(moment.before, event.to)}"
    text = f"{name_of(moment.before, event.fighter)} {stepped}."
    return [Told(text=text, who=event.fighter, clause=event.clause)]


def _was_put(moment: Moment, event: e.WasPut) -> list[Told]:
    text = f"{name_of(moment.before, event.fighter)} is at {place_name(moment.before, event.to)}: {event.reason}."
    return [Told(text=text, who=event.fighter, clause=event.clause)]


_TELL: dict[type, Callable[[Moment, Any], list[Told]]] = {
    e.Entered: _entered,
    e.Attacked: _attacked,
    e.Hurt: _hurt,
    e.MoveBegan: _move_began,
    e.MoveEnded: _move_ended,
    e.Stepped: _stepped,
    e.WasPut: _was_put,
}
