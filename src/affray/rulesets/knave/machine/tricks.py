"""Which stunt or spell is worth trying: read off the position, and nothing is changed."""

from __future__ import annotations

from affray.rules.bits import lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.layout import (
    ADVANTAGE_ONLY,
    CAST_AT,
    CLASS,
    CLASSES,
    CONTEST,
    CONTESTS,
    DEFENSE,
    DISARM,
    DISARMED,
    DISARMING,
    DISTRACT,
    DISTRACTED,
    DISTRACTING,
    EFFECT,
    FIRST_SPELL,
    FLEEING,
    FOES_OF,
    GUARD_OF,
    KINDS,
    MARGIN,
    MOVED,
    NEEDS_REACH,
    NOTHING,
    OFF_BALANCE,
    SCARE,
    SHOVE,
    SPELLS,
    SPELLS_AT,
    STUN,
    STUNNED,
    STUNNING,
    STUNTS_AT,
    SUNDERING,
    TRIED,
    TRIPPING,
    TURN_AT,
    UNBALANCE,
    UP,
)
from affray.rulesets.knave.machine.reading import armor, beside, edge_over, flags_of, in_hand, troubles


def worsening(s: Numbers, P: Fixed, target: int) -> int:
    """The stunts, as a set of kinds, that leave the target worse off than it is."""
    trouble = troubles(s, P, target)
    flags = flags_of(trouble)
    if P[ADVANTAGE_ONLY]:
        return 0 if flags & OFF_BALANCE else 63
    kinds = 0
    if trouble & STUNNED == 0:
        kinds |= 1 << STUNNING
    if flags & DISARMED == 0:
        kinds |= 1 << DISARMING
    if flags & OFF_BALANCE == 0:
        kinds |= 1 << TRIPPING
    if flags & DISTRACTED == 0:
        kinds |= 1 << DISTRACTING
    return kinds


def best_stunt(s: Numbers, P: Fixed, actor: int, target: int, kinds: int, opens: int) -> int:
    """The stunt of these kinds with the best chance, of equals the first, else -1.

    `opens` is 1 for one that begins to fight dirty: it needs advantage.
    """
    if opens and edge_over(s, P, target, 0) < 1:
        return -1
    if P[NEEDS_REACH] and (beside(s, P, actor) >> target) & 1 == 0 and s[P[TURN_AT] + MOVED]:
        return -1
    if P[ADVANTAGE_ONLY] == 0 and kinds & (1 << DISARMING) and in_hand(s, P, target) < 0:
        kinds &= ~(1 << DISARMING)
    found, best = -1, 0
    for place in range(P[TRIED]):
        kind = P[KINDS + place]
        if (kinds >> kind) & 1:
            margin = P[stunt_at(P, actor, target, kind) + MARGIN]
            if kind == SUNDERING:
                margin -= P[armor(s, P, target) + DEFENSE]
            if margin > best:
                found, best = kind, margin
    return found


def stunt_at(P: Fixed, actor: int, target: int, kind: int) -> int:
    """Where in P the odds of a stunt stand."""
    pair = P[CLASS + actor] * P[CLASSES] + P[CLASS + target]
    return P[STUNTS_AT] + (pair * 6 + kind) * 2


def stunt_row(s: Numbers, P: Fixed, actor: int, target: int, kind: int, edge: int) -> int:
    """The row of the contest of a stunt."""
    row = P[stunt_at(P, actor, target, kind) + CONTEST] + edge
    if kind == SUNDERING:
        row += 2 * P[armor(s, P, target) + GUARD_OF]
    return row


def stunt_instead(s: Numbers, P: Fixed, actor: int, target: int, shot: int) -> int:
    """The stunt that comes before an attack: until there is advantage; else -1."""
    if (shot and P[NEEDS_REACH]) or flags_of(troubles(s, P, target)):
        return -1
    kinds = worsening(s, P, target)
    if P[ADVANTAGE_ONLY] == 0:
        kinds &= ~(1 << STUNNING)  # one who is stunned loses its action, and is at no disadvantage
    return best_stunt(s, P, actor, target, kinds, 0)


# Spells


def spell_at(P: Fixed, caster: int, spell: int) -> int:
    """Where in P a spell stands."""
    return P[SPELLS_AT] + (P[FIRST_SPELL + caster] + spell) * (CONTESTS + P[CLASSES])


def spell_to_cast(s: Numbers, P: Fixed, caster: int) -> int:
    """Each spell once, on the first foe standing that it affects: spell + 256 * target, else -1."""
    cast = s[P[CAST_AT] + caster]
    for spell in range(P[SPELLS + caster]):
        if (cast >> spell) & 1 == 0:
            foes = s[UP] & P[FOES_OF + caster]
            effect = P[spell_at(P, caster, spell) + EFFECT]
            while foes:
                foe = lowest(foes)
                foes &= foes - 1
                if does_something(s, P, caster, foe, effect):
                    return spell + (foe << 8)
    return -1


def does_something(s: Numbers, P: Fixed, caster: int, target: int, effect: int) -> int:
    """1 where a spell with this effect changes anything for one who does not resist it."""
    trouble = troubles(s, P, target)
    flags = flags_of(trouble)
    found = 1
    if effect == NOTHING:
        found = 0
    elif effect == STUN:
        found = 0 if trouble & STUNNED else 1
    elif effect == DISARM:
        found = 0 if flags & DISARMED or in_hand(s, P, target) < 0 else 1
    elif effect == UNBALANCE:
        found = 0 if flags & OFF_BALANCE else 1
    elif effect == DISTRACT:
        found = 0 if flags & DISTRACTED else 1
    elif effect == SCARE:
        found = 1 - ((s[FLEEING] >> target) & 1)
    elif effect == SHOVE:
        found = (beside(s, P, caster) >> target) & 1
    return found
