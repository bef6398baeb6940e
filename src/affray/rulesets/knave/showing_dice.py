"""The dice of an entry as they are drawn: their sides, what they show, and whether they counted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from affray.dice import Roll
from affray.rules.telling import Thrown
from affray.rulesets.knave.attacking import blows_of
from affray.rulesets.knave.formulas import AS_IT_IS, thrown
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.state import Damage, Effect, State
from affray.rulesets.knave.striking import in_turn

Dice: TypeAlias = tuple[tuple[int, int, bool], ...]

COMMON = (4, 6, 8, 10, 12, 20, 100)
"""The dice that there are."""


def d20s(faces: Sequence[int], counts: int) -> Dice:
    """One d20, or both of which one counts."""
    place = faces.index(counts)
    return tuple((20, face, at == place) for at, face in enumerate(faces))


def of_sides(sides: int, faces: Iterable[int]) -> Dice:
    """Dice of these sides that all count."""
    return tuple((sides, face, True) for face in faces)


def damage_dice(rolls: Sequence[Thrown], damage: Damage | None, reading: AttackReading = AS_IT_IS) -> Dice:
    """The dice of damage, with those that a critical or the ideal weapon adds.

    Where it is not known what was thrown (a stunt as the referee put it), a die is the smallest that has such a face.
    """
    faces = [one.faces for one in rolls]
    known = () if damage is None else _fitting(damage, faces, reading)
    return tuple(
        (known[at].sides if known else min(sides for sides in (*COMMON, 1_000) if sides >= max(one)), face, True)
        for at, one in enumerate(faces)
        for face in one
    )


def _fitting(damage: Damage, faces: Sequence[Sequence[int]], reading: AttackReading) -> tuple[Roll, ...]:
    """The rolls that these faces answer: the damage alone, with one or two dice more, or those dice alone."""
    for whole, more in ((True, 0), (True, 1), (True, 2), (False, 1)):
        rolls, _ = thrown(damage, whole, more, reading)
        fits = len(rolls) == len(faces) and all(
            roll.count == len(one) and max(one) <= roll.sides for roll, one in zip(rolls, faces, strict=True)
        )
        if fits:
            return rolls
    return ()


def damage_of(state: State, attacker: int, weapon: int, *, dirty: bool = False) -> Damage:
    """What the attacker strikes for now: with a routine, the attack of it that is due."""
    turn = state.turn
    made = in_turn(turn, weapon, dirty)[0] if turn is not None and turn.actor == attacker else 0
    blows = blows_of(state.rulings, state.profiles[attacker], weapon)
    return blows[min(made, len(blows) - 1)]


def spell_damage(state: State, caster: int, spell: int) -> Damage | None:
    """The damage of a spell."""
    effect: Effect = state.profiles[caster].spells[spell].on_fail
    return effect.damage
