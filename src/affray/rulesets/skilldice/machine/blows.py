"""An attack, in the order of the text: declared, met or taken, rolled, and on whom a slashing hit lands."""

from __future__ import annotations

from typing import Final

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.layout import (
    ABLE,
    ATTACKED,
    BLOW,
    CONTEST,
    HELPLESS,
    OFFER,
    SETTLING,
    SPENDS,
    STAGE,
    STRIKER,
    STRUCK,
    SWEEPING,
    actions_of,
    add_bits,
    against_of,
    ask,
    bits_of,
    dice_of,
    kind_of,
    manner_of,
    put_manner,
    skill_of,
    spend,
    stroke,
)
from affray.rulesets.skilldice.machine.numbers import (
    AIMED,
    CHOSEN,
    DIFFICULTY,
    KINDS,
    LANDING,
    LOSES_IN,
    MOST_DICE,
    ONCE,
    PASSES,
    RIDES,
    SAFE,
    STAYS,
    WAKES,
)
from affray.rulesets.skilldice.machine.settling import hit, lose

ATTACKER: Final = 0
DEFENDER: Final = 1
"""The sides of a blow, in the order of `formulas.Side`; what an outcome tells is `word_of`'s."""

# Declared


def most_dice(s: Numbers, P: Fixed, fighter: int) -> int:
    """How many actions may go into an attack of one whose turn it is; 0 where it may not attack."""
    bits = bits_of(s, fighter)
    if not bits & SPENDS or bits & ATTACKED:
        return 0
    actions = actions_of(s, fighter)
    return actions if actions < P[MOST_DICE] else P[MOST_DICE]


def attack(s: Numbers, P: Fixed, target: int, skill: int, dice: int) -> None:
    """The one whose turn it is pays for an attack."""
    actor = s[STRIKER]
    spend(s, actor, dice)
    if P[ONCE]:
        add_bits(s, actor, ATTACKED)
    meet(s, P, actor, target, stroke(skill, 0, dice))


def meet(s: Numbers, P: Fixed, striker: int, target: int, blow: int) -> None:
    """The target is asked whether it defends, if it can."""
    able = manner_of(s, target) == ABLE
    ask(s, OFFER, striker, target, blow)
    if not (able and actions_of(s, target) and bits_of(s, target) & SPENDS):
        undefended(s, P, 1 if able else 0)


def defend(s: Numbers, P: Fixed, against: int) -> None:
    """The target spends an action, and both are to roll."""
    blow = s[BLOW]
    spend(s, s[STRUCK], 1)
    ask(s, CONTEST, s[STRIKER], s[STRUCK], stroke(skill_of(blow), against, dice_of(blow)))


def undefended(s: Numbers, P: Fixed, spent: int) -> None:
    """Nobody defends: the attack lands without a roll, or meets the Narrator's die."""
    striker, struck, blow = s[STRIKER], s[STRUCK], s[BLOW]
    skill = skill_of(blow)
    die = P[DIFFICULTY + 2 * manner_of(s, struck) + spent]
    if die:
        ask(s, HELPLESS, striker, struck, stroke(skill, die - 1, dice_of(blow)))
        return
    waits = hit(s, P, striker, struck, skill, 1, P[LANDING + skill])
    was_attacked(s, P, struck)
    after_blow(s, striker, struck, waits, 0)


def was_attacked(s: Numbers, P: Fixed, fighter: int) -> None:
    """What one attack puts an end to has ended."""
    if P[PASSES] and P[WAKES + manner_of(s, fighter)]:
        put_manner(s, fighter, ABLE)


# Rolled


def rides(P: Fixed, side: int, winner: int, skill: int) -> int:
    """Whether the weapon of this side does what it does on a win."""
    return P[RIDES + 9 * side + 3 * winner + skill]


def contested(s: Numbers, P: Fixed, word: int) -> None:
    """Both have rolled; a blow costs the one that it hits."""
    striker, struck, blow = s[STRIKER], s[STRUCK], s[BLOW]
    skill, against = skill_of(blow), against_of(blow)
    winner, mine, theirs = word >> 4, (word >> 2) & 3, word & 3
    one, other = 0, 0
    if theirs:
        one = hit(s, P, striker, struck, against, theirs, rides(P, ATTACKER, winner, skill))
    safe = P[P[SAFE] + 3 * (P[KINDS] * kind_of(P, striker) + kind_of(P, struck)) + skill]
    if mine and not safe:
        loses_in = P[LOSES_IN + 3 * skill + against]
        other = hit(s, P, struck, striker, loses_in, mine, rides(P, DEFENDER, winner, against))
    after_blow(s, striker, struck, one, other)


def against_narrator(s: Numbers, P: Fixed, word: int) -> None:
    """The attack has met the Narrator's die; no weapon of the Narrator's does anything."""
    striker, struck, skill = s[STRIKER], s[STRUCK], skill_of(s[BLOW])
    winner, mine, theirs = word >> 4, (word >> 2) & 3, word & 3
    waits = 0
    if theirs:
        waits = hit(s, P, striker, struck, skill, theirs, rides(P, ATTACKER, winner, skill))
    lose(s, P, striker, skill, mine)
    was_attacked(s, P, struck)
    after_blow(s, striker, struck, waits, 0)


# Slashing hits that wait


def after_blow(s: Numbers, striker: int, struck: int, one: int, other: int) -> None:
    """The winner says on whom a slashing hit lands, the attacker first; else the blow is over."""
    if one:
        ask(s, SWEEPING, striker, struck, one | other << 4)
    elif other:
        ask(s, SWEEPING, struck, striker, other)
    else:
        s[STAGE] = SETTLING


def land(s: Numbers, P: Fixed, chosen: int) -> None:
    """The hit lands where it was aimed, or on another enemy, who does not defend."""
    striker, struck, blow = s[STRIKER], s[STRUCK], s[BLOW]
    skill, cost = blow & 3, (blow >> 2) & 3
    if chosen == struck:
        lose(s, P, struck, skill, P[STAYS + cost])
    else:
        lose(s, P, struck, skill, P[AIMED + cost])
        lose(s, P, chosen, skill, P[CHOSEN + cost])
    after_blow(s, striker, struck, 0, blow >> 4)
