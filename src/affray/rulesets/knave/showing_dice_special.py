"""What is special about damage that is asked for: the die more of a critical, by the face that brought it."""

from __future__ import annotations

from collections.abc import Sequence

from affray.rules.telling import Thrown
from affray.rulesets.knave import commands as c
from affray.rulesets.knave import formulas
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.showing_dice import damage_of
from affray.rulesets.knave.showing_numbers import HIT_ROLLS, attacks_in
from affray.rulesets.knave.state import State


def special(state: State, command: c.Command, rolls: Sequence[Thrown], roll: str) -> str:
    """The die more of a critical: "Natural 20: one more d8"."""
    thrown = [one for one in rolls if one.name in HIT_ROLLS]
    strikes = attacks_in(state, command)
    if roll != formulas.DAMAGE.name or not 0 < len(thrown) <= len(strikes):
        return ""
    reading, event = state.rulings.attack, strikes[len(thrown) - 1]
    attacking = event.roller == "attacker"
    edge = event.edge if attacking else formulas.defenders_edge(event.edge, reading)
    natural, twenty, one = critical_face(thrown[-1].faces, edge, reading)
    if not (twenty if attacking else one):
        return ""
    more, flat = formulas.thrown(damage_of(state, event.attacker, event.weapon, dirty=event.dirty), False, 1, reading)
    if not more:
        return ""
    beaten = formulas.beats(attacking, natural, event.bonus, event.armor, event.against)
    hits = formulas.of_itself(beaten, True, False, reading)[0]
    single = flat == 0 and len(more) == more[0].count == 1
    if hits:
        what = f"one more d{more[0].sides}" if single else "the damage once more"
    else:
        what = f"{f'one d{more[0].sides}' if single else 'the damage'}, though it misses"
    return f"{'Natural 20' if attacking else 'Natural 1 in defense'}: {what}."


def critical_face(faces: Sequence[int], edge: int, reading: AttackReading) -> tuple[int, bool, bool]:
    """The face that counts, and whether it is a 20 or a 1 as the table reads two dice (K10)."""
    decides = formulas.kept_decides(edge, reading) if len(faces) > 1 else None
    if decides is not None:
        return formulas.ends_of(faces, edge, decides)
    natural = max(faces) if edge > 0 else min(faces)
    return natural, natural == 20, natural == 1
