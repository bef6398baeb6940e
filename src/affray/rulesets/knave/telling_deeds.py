"""What is told alike wherever an entry is told: who did what, the dice of it, and what came of them."""

from __future__ import annotations

from affray.rulesets.knave import events as e
from affray.rulesets.knave.phrases import attack_phrase, dirtily, name_of
from affray.rulesets.knave.state import PARTY, UNARMED, UP, State, Trigger
from affray.rulesets.knave.telling import Moment, Sum, sum_told

_HOUSE = ("shove", "trip", "disarm", "stun", "sunder", "distract")


def order_told(moment: Moment, event: e.RoundBegan) -> str:
    """Who acts first in a round, in which order, and who not at all."""
    told = "the party acts first" if event.first == PARTY else "the enemies act first"
    if event.order:
        up = [one for one in event.order if moment.after.conditions[one].fate == UP]
        camps = sorted(up, key=lambda one: moment.after.profiles[one].camp != event.first)
        told += f", in the order {', '.join(name_of(moment.after, one) for one in camps)}"
    if event.idle:
        told += f"; taken unawares: {', '.join(name_of(moment.after, one) for one in event.idle)}"
    return told


def attack_told(state: State, event: e.Attacked) -> str:
    """Who attacked whom, and what was special about it."""
    told = attack_phrase(state, event.attacker, event.target, event.weapon, thrown=event.thrown, dirty=event.dirty)
    return told + (", a free attack" if event.free else "") + (", the ideal weapon" if event.ideal else "")


def roll_of(moment: Moment, event: e.Attacked) -> Sum | None:
    """The d20 of an attack, the attacker's or the defender's; None where there was none."""
    rolls = moment.rolls
    if not rolls or rolls[0].name not in ("attack.d20", "defense.d20"):
        return None
    if event.roller == "attacker":
        return sum_told(rolls, "attack.d20", event.edge, event.bonus, event.armor)
    return sum_told(rolls, "defense.d20", -event.edge, event.armor - 10, event.against)


def result_of(event: e.Attacked, roll: Sum | None) -> str:
    """Hit or miss; a natural 20 or 1 can settle it against the sum (K08, K09)."""
    expected = event.hit if roll is None else roll.beats == (event.roller == "attacker")
    return f"{'hit' if event.hit else 'miss'}{'' if event.hit == expected else ' all the same'}"


def flats_of(state: State, event: e.Attacked) -> set[int]:
    """What the weapon may have added to its dice: once, or with each of its extra dice (K14)."""
    if event.weapon == UNARMED:
        return {0}
    blows = state.profiles[event.attacker].weapons[event.weapon].blows
    return {times * blow.flat for blow in blows for times in (1, 2, 3)}


def contest_of(moment: Moment, event: e.Stunted | e.SpellCast) -> Sum:
    """The d20 of a stunt or a spell, by whoever rolled."""
    if event.roller == "attacker":
        return sum_told(moment.rolls, "contest.d20", event.edge, event.bonus, event.defense)
    return sum_told(moment.rolls, "resist.d20", -event.edge, event.defense - 10, event.bonus + 10)


def stunt_told(state: State, event: e.Stunted) -> str:
    """Who tried what on whom."""
    return stunt_phrase(name_of(state, event.actor), name_of(state, event.target), event.name, dirty=event.dirty)


def stunt_phrase(actor: str, target: str, name: str, *, dirty: bool) -> str:
    """A stunt in a sentence: one of the house table is a word, another is said as the referee put it."""
    tries = f"tries to {name} {target}" if name in _HOUSE else f"tries {name} on {target}"
    return f"{actor} {tries}{dirtily(dirty)}"


def spell_told(state: State, event: e.SpellCast) -> str:
    """Who cast what on whom."""
    return spell_phrase(state, event.caster, event.target, event.spell)


def spell_phrase(state: State, caster: int, target: int, spell: int) -> str:
    """A spell in a sentence."""
    profile = state.profiles[caster]
    return f"{profile.name} casts {profile.spells[spell].name} on {name_of(state, target)}"


def trigger_told(state: State, trigger: Trigger) -> str:
    """What calls for a morale roll."""
    group = f"those called {trigger.group}" if trigger.group else "the enemies"
    hireling = "" if trigger.fighter is None else name_of(state, trigger.fighter)
    return {
        "half": f"half of {group} are defeated",
        "leader": f"the leader of {group} is defeated",
        "lone": "a lone enemy is at half its hit points",
        "unpaid": f"{hireling} is not paid",
        "employer": f"{hireling}'s employer is dead",
        "called": "the referee calls for morale",
    }[trigger.kind]
