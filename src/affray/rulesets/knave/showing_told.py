"""What an entry did, for the referee: sentences whose dice are drawn before the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from affray.rules.showing import Told
from affray.rules.telling import Thrown, next_faces
from affray.rulesets.knave import events as e
from affray.rulesets.knave.narrate import sentence
from affray.rulesets.knave.phrases import name_of
from affray.rulesets.knave.showing_dice import (
    Dice,
    d20s,
    damage_dice,
    damage_of,
    of_sides,
    spell_damage,
)
from affray.rulesets.knave.showing_scene import minus
from affray.rulesets.knave.state import Damage, State
from affray.rulesets.knave.telling import Moment, Sum, added_after, moments, rolls_of, sum_told
from affray.rulesets.knave.telling_deeds import (
    attack_told,
    contest_of,
    flats_of,
    order_told,
    result_of,
    roll_of,
    spell_told,
    stunt_told,
)

Teller: TypeAlias = Callable[[Moment, Any], list[Told]]


def told(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[Told]:
    """What an entry did, whole: as it is narrated, with a sentence of its own for each throw."""
    found: list[Told] = []
    for moment, event in moments(before, rolls, events):
        teller = _TELL.get(type(event), _as_narrated)
        found += teller(moment, event)
    return found


def _as_narrated(moment: Moment, event: e.Event) -> list[Told]:
    words = sentence(moment, event)
    return [Told(text=words, who=getattr(event, "fighter", None), clause=event.clause)] if words else []


# What is rolled


def _round_began(moment: Moment, event: e.RoundBegan) -> list[Told]:
    faces = next_faces(moment.rolls, "initiative.d6")
    words = f"Round {moment.after.round}: {order_told(moment, event)}"
    return [Told(text=words, dice=of_sides(6, faces), clause=event.clause)]


def _attacked(moment: Moment, event: e.Attacked) -> list[Told]:
    state = moment.before
    roll = roll_of(moment, event)
    who = attack_told(state, event)
    if roll and event.roller == "defender":
        who += f"; {name_of(state, event.target)} defends"
    words, dice = _sum(roll) if roll else ("No roll is needed", ())
    found = [
        Told(text=who, who=event.attacker, clause=event.clause),
        Told(
            text=f"{words}: {result_of(event, roll)}{natural_told(roll)}",
            dice=dice,
            marked=marked(dice),
            clause=event.clause,
        ),
    ]
    if event.damage:
        damage = damage_of(state, event.attacker, event.weapon, dirty=event.dirty)
        thrown = rolls_of(moment.rolls, "attack.damage")
        drawn = damage_dice(thrown, damage, state.rulings.attack)
        found.append(_hurt(moment, event.target, event.damage, drawn, flats_of(state, event), event.clause))
    return found


def _sum(roll: Sum) -> tuple[str, Dice]:
    return typeset(roll.after), d20s(roll.faces, roll.natural)


def natural_told(roll: Sum | None) -> str:
    """The face of an attack's d20 that may do more than its sum, by its name."""
    return named(roll.natural) if roll else ""


def named(natural: int) -> str:
    """A 20 or a 1 that counted, as it ends a sentence."""
    return f", a natural {natural}" if natural in (1, 20) else ""


def marked(dice: Dice) -> tuple[int, ...]:
    """The d20 of an attack that shows a 20 or a 1 and counts."""
    return tuple(place for place, (_, face, counts) in enumerate(dice) if counts and face in (1, 20))


def typeset(sum_: str) -> str:
    """An addition with the sign that print has for taking away."""
    return sum_.replace("-", "\N{MINUS SIGN}")


def _hurt(moment: Moment, fighter: int, damage: int, dice: Dice, flats: set[int], clause: str) -> Told:
    """Hit points lost, and what becomes of the fighter: "[5] goblin 2: 4 - 5 = -1, dead"."""
    after = added_after([face for _, face, _ in dice], damage, flats)
    added = f"{typeset(after)}; " if after else ""
    was, now = moment.before.conditions[fighter].hp, moment.after.conditions[fighter].hp
    words = f"{name_of(moment.before, fighter)}: {minus(was)} {minus(-damage)[0]} {damage} = {minus(now)}"
    fell = [one.fate for one in moment.rest if isinstance(one, e.Fell) and one.fighter == fighter]
    return Told(text=added + words + (f", {fell[0]}" if fell else ""), dice=dice, clause=clause)


def _fell(moment: Moment, event: e.Fell) -> list[Told]:
    """One who lost hit points in this entry has been told to be down with them."""
    for one in moment.past:
        hurt = one.target if isinstance(one, e.Attacked) and one.damage else None
        if event.fighter in (hurt, one.fighter if isinstance(one, e.Harmed) else None):
            return []
    return _as_narrated(moment, event)


def _stunted(moment: Moment, event: e.Stunted) -> list[Told]:
    result = "it works" if event.success else "it fails"
    return _contested(moment, event, event.actor, stunt_told(moment.before, event), result)


def _spell_cast(moment: Moment, event: e.SpellCast) -> list[Told]:
    result = "resisted" if event.resisted else "it takes hold"
    return _contested(moment, event, event.caster, spell_told(moment.before, event), result)


def _contested(moment: Moment, event: e.Stunted | e.SpellCast, who: int, words: str, result: str) -> list[Told]:
    roll, dice = _sum(contest_of(moment, event))
    resists = f"; {name_of(moment.before, event.target)} resists" if event.roller == "defender" else ""
    return [
        Told(text=words + resists, who=who, clause=event.clause),
        Told(text=f"{roll}: {result}", dice=dice, clause=event.clause),
    ]


def _harmed(moment: Moment, event: e.Harmed) -> list[Told]:
    state = moment.before
    rolls_of(moment.rolls, "stray.ally")
    thrown = rolls_of(moment.rolls, "effect.damage", "stray.damage")
    damage: Damage | None = None
    flats: set[int] = set()
    halved = False
    for cause in moment.past:
        if isinstance(cause, e.Attacked):
            damage, flats = damage_of(state, cause.attacker, cause.weapon), flats_of(state, cause)
        elif isinstance(cause, e.SpellCast):
            damage, halved = spell_damage(state, cause.caster, cause.spell), cause.resisted
            flats = {damage.flat if damage is not None else 0}
    hurt = _hurt(moment, event.fighter, event.damage, damage_dice(thrown, damage), flats, event.clause)
    if not halved:
        return [hurt]
    _, _, words = hurt.text.rpartition("; ")
    return [Told(text=f"half of it; {words}", who=hurt.who, dice=hurt.dice, clause=hurt.clause)]


def _morale_rolled(moment: Moment, event: e.MoraleRolled) -> list[Told]:
    faces = next_faces(moment.rolls, "morale.2d6")
    names = ", ".join(name_of(moment.before, fighter) for fighter in event.fighters)
    relation, result = ("is not above", "morale holds") if event.holds else ("is above", "morale fails")
    words = f"= {sum(faces)} {relation} {event.rating}: {result}"
    return [
        Told(text=f"Morale of {names}", clause=event.clause),
        Told(text=words, dice=of_sides(6, faces), clause=event.clause),
    ]


def _saved(moment: Moment, event: e.Saved) -> list[Told]:
    roll = "save.d20" if event.clause == "knave.save.target" else "opposed.d20"
    words, dice = _sum(sum_told(moment.rolls, roll, event.edge, event.bonus, event.target))
    result = "succeeds" if event.success else "fails"
    lead = f"{name_of(moment.before, event.fighter)}'s {event.ability.upper()} save"
    return [
        Told(text=lead, who=event.fighter, clause=event.clause),
        Told(text=f"{words}: {result}", dice=dice, clause=event.clause),
    ]


_TELL: dict[type, Teller] = {
    e.RoundBegan: _round_began,
    e.Attacked: _attacked,
    e.Stunted: _stunted,
    e.SpellCast: _spell_cast,
    e.Harmed: _harmed,
    e.Fell: _fell,
    e.MoraleRolled: _morale_rolled,
    e.Saved: _saved,
}
"""Events with dice, and what is told with them; the others are told as they are narrated."""
