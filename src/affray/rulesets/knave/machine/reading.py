"""What can be read off a position: who is adjacent to whom, what is in hand, what hinders a fighter."""

from __future__ import annotations

from affray.rules.bits import count, lowest
from affray.rules.machines import Fixed, Numbers
from affray.rulesets.knave.machine.layout import (
    ADJACENT,
    ARM_SIZE,
    ARMOR,
    ARMOR_AT,
    ARMS_AT,
    BARE,
    BESIDE_AT,
    BLOWS,
    CAMP,
    CAMPS,
    COMING,
    DEAD_BELOW,
    DISTRACTED,
    DROPPED_AT,
    EDGES_AT,
    ENGAGED,
    FIGHTERS,
    FLAGS_MASK,
    FLED,
    FOE_STRUCK,
    FOES_OF,
    HELPLESS,
    HP,
    NATURAL,
    NATURE,
    OFF_BALANCE,
    PASSING_DISTRACTED,
    PASSING_OFF_BALANCE,
    QUALITY_AT,
    RANGED,
    SHOTS_AT,
    STRUCK_AT,
    TAKEN,
    TRIPPED,
    TROUBLES_AT,
    UP,
    WEAPONS,
)


def is_up(s: Numbers, fighter: int) -> int:
    """1 for one who is up."""
    return (s[UP] >> fighter) & 1


def is_dead(s: Numbers, P: Fixed, fighter: int) -> int:
    """1 for one who is dead: down, and with too few hit points to be unconscious."""
    elsewhere = s[UP] | s[FLED] | s[TAKEN] | s[COMING]
    if (elsewhere >> fighter) & 1:
        return 0
    return 1 if s[HP + fighter] < P[DEAD_BELOW + fighter] else 0


def one_side_is_out(s: Numbers, P: Fixed) -> int:
    """1 where a camp has nobody who is up."""
    up = s[UP]
    return 1 if up & P[CAMPS] == 0 or up & P[CAMPS + 1] == 0 else 0


def troubles(s: Numbers, P: Fixed, fighter: int) -> int:
    """The troubles of a fighter."""
    at = P[TROUBLES_AT]
    return s[at + fighter] if at else 0


def flags_of(trouble: int) -> int:
    """The grounds of advantage over one with these troubles, as flags: being tripped is being off balance."""
    flags = trouble & FLAGS_MASK
    if trouble & (PASSING_OFF_BALANCE | TRIPPED):
        flags |= OFF_BALANCE
    if trouble & PASSING_DISTRACTED:
        flags |= DISTRACTED
    return flags


def edge_over(s: Numbers, P: Fixed, target: int, hampered: int) -> int:
    """The edge of whoever attacks or stunts; `hampered` is 1 where something speaks against it."""
    trouble = troubles(s, P, target)
    if trouble == 0 and hampered == 0:
        return 0
    return P[P[EDGES_AT] + 2 * count(flags_of(trouble)) + hampered]


# Places


def beside(s: Numbers, P: Fixed, fighter: int) -> int:
    """Those who are adjacent to the fighter."""
    at = P[BESIDE_AT]
    return s[at + fighter] if at else 0


def adjacent_foes(s: Numbers, P: Fixed, fighter: int) -> int:
    """The foes who are up and adjacent to the fighter."""
    return beside(s, P, fighter) & s[UP] & P[FOES_OF + fighter]


def threats(s: Numbers, P: Fixed, fighter: int) -> int:
    """Those of the adjacent foes who could strike."""
    found = 0
    foes = adjacent_foes(s, P, fighter)
    while foes:
        foe = lowest(foes)
        foes &= foes - 1
        if troubles(s, P, foe) & HELPLESS == 0 and (P[BARE] or usable(s, P, foe) >= 0):
            found |= 1 << foe
    return found


def is_engaged(s: Numbers, P: Fixed, shooter: int) -> int:
    """1 for one who is bound in melee and cannot shoot."""
    foes = threats(s, P, shooter)
    reading = P[ENGAGED]
    if reading == ADJACENT or foes == 0:
        return 1 if foes else 0
    struck = P[STRUCK_AT]
    if reading != FOE_STRUCK and s[struck + shooter] & foes:
        return 1
    while foes:
        foe = lowest(foes)
        foes &= foes - 1
        if (s[struck + foe] >> shooter) & 1:
            return 1
    return 0


# Gear


def arm(P: Fixed, fighter: int, weapon: int) -> int:
    """Where in P a weapon of the fighter stands; -1 is bare hands."""
    return P[ARMS_AT] + ((weapon + 1) * P[FIGHTERS] + fighter) * ARM_SIZE


def quality(s: Numbers, P: Fixed, fighter: int, weapon: int) -> int:
    """The quality left of a weapon: 0 for one that cannot break, -1 for one that is destroyed."""
    at = P[QUALITY_AT]
    return s[at + weapon * P[FIGHTERS] + fighter] if at and weapon >= 0 else 0


def dropped(s: Numbers, P: Fixed, fighter: int) -> int:
    """The weapons of the fighter on the floor."""
    at = P[DROPPED_AT]
    return s[at + fighter] if at else 0


def can_use(s: Numbers, P: Fixed, fighter: int, weapon: int) -> int:
    """1 for a weapon that is whole and in hand."""
    return 1 if quality(s, P, fighter, weapon) >= 0 and (dropped(s, P, fighter) >> weapon) & 1 == 0 else 0


def usable(s: Numbers, P: Fixed, fighter: int) -> int:
    """The first melee weapon that is whole and in hand, else -1."""
    for weapon in range(P[WEAPONS + fighter]):
        if P[arm(P, fighter, weapon) + NATURE] & RANGED == 0 and can_use(s, P, fighter, weapon):
            return weapon
    return -1


def has_shots(s: Numbers, P: Fixed, fighter: int) -> int:
    """1 while there is something to shoot."""
    at = P[SHOTS_AT]
    return 0 if at and s[at + fighter] == 0 else 1


def loaded(s: Numbers, P: Fixed, fighter: int) -> int:
    """The first weapon that shoots, is whole and in hand, else -1."""
    if has_shots(s, P, fighter):
        for weapon in range(P[WEAPONS + fighter]):
            if P[arm(P, fighter, weapon) + NATURE] & RANGED and can_use(s, P, fighter, weapon):
                return weapon
    return -1


def in_hand(s: Numbers, P: Fixed, fighter: int) -> int:
    """The weapon that can be knocked out of the hand: the first for melee, else the first that shoots, else -1."""
    found = -1
    for weapon in range(P[WEAPONS + fighter]):
        nature = P[arm(P, fighter, weapon) + NATURE]
        if nature & NATURAL == 0 and can_use(s, P, fighter, weapon):
            if nature & RANGED == 0:
                return weapon
            if found < 0:
                found = weapon
    return found


def armor(s: Numbers, P: Fixed, fighter: int) -> int:
    """The state of the fighter's armor: where it stands in P."""
    at = P[ARMOR_AT]
    return s[at + fighter] if at else P[ARMOR + fighter]


def blows(P: Fixed, fighter: int, weapon: int) -> int:
    """The attacks of one action with the weapon."""
    return P[arm(P, fighter, weapon) + BLOWS]


def allies_at(s: Numbers, P: Fixed, shooter: int, target: int) -> int:
    """The allies of the shooter who are in melee with the target."""
    return beside(s, P, target) & s[UP] & P[CAMPS + P[CAMP + shooter]] & ~(1 << shooter)
