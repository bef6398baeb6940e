"""What refusals have in common: their clauses, and the checks that several commands share."""

from __future__ import annotations

from affray.dice import MOST_DICE, MOST_SIDES
from affray.errors import Rejection
from affray.rules.refusals import UNKNOWN
from affray.rulesets.knave.state import UNCONSCIOUS, UP, Damage, Effect, State

TURN = "knave.turn.action"
MOVE = "knave.turn.move"
STUNT = "knave.stunt"
MOST_FLAT, LONGEST_NAME = 9_999, 60


def as_state(fate: str) -> str:
    """What has become of a fighter, after "is"."""
    words = {"fled": "gone", "retreated": "gone", "parleyed": "parleying", "taken": "out of the fight"}
    return words.get(fate, "not there yet" if fate == "coming" else fate)


def forbids_target(state: State, actor: int, target: int) -> Rejection | None:
    """What forbids anything against this target: one who is no foe, or out of the fight."""
    if not 0 <= target < len(state.profiles):
        return UNKNOWN
    if state.profiles[target].camp == state.profiles[actor].camp:
        return Rejection("not_a_foe", f"{state.profiles[target].name} is no foe", "knave.attack.melee")
    fate = state.conditions[target].fate
    if fate not in (UP, UNCONSCIOUS):
        return Rejection("no_target", f"{state.profiles[target].name} is {as_state(fate)}", "knave.attack.melee")
    return None


def forbids_effect(effect: Effect) -> Rejection | None:
    """Damage has its dice, and what is no damage has none."""
    if (effect.kind == "damage") != (effect.damage is not None):
        return Rejection("no_such_effect", "an effect has damage dice where it is damage, and only there", STUNT)
    damage = effect.damage or Damage(())
    good = all(count >= 1 and 2 <= sides <= MOST_SIDES for count, sides in damage.dice)
    if not good or sum(count for count, _ in damage.dice) > MOST_DICE:
        return Rejection("no_such_effect", f"at most {MOST_DICE:,} dice of 2 to {MOST_SIDES:,} sides", STUNT)
    if not -MOST_FLAT <= damage.flat <= MOST_FLAT:
        return Rejection("no_such_effect", f"the number added to damage is at most {MOST_FLAT:,}", STUNT)
    return None


def forbids_name(name: str) -> Rejection | None:
    """A stunt is called something, in a line."""
    if name.strip() and len(name) <= LONGEST_NAME and name.isprintable():
        return None
    return Rejection("no_name", f"a stunt has a name of 1 to {LONGEST_NAME} characters", STUNT)
