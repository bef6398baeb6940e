"""What is due in a position, what an outcome does, and what is reported at the end."""

from __future__ import annotations

from affray.rules.machines import CHOICE, OVER, ROUND, Fixed, Numbers
from affray.rulesets.skilldice.machine.blows import against_narrator, contested
from affray.rulesets.skilldice.machine.layout import (
    AIMING,
    BETWEEN,
    BLOW,
    CONTEST,
    ENDED,
    ENTERING,
    HELPLESS,
    ROUNDS,
    STAGE,
    STRIKER,
    STRUCK,
    TIED,
    against_of,
    dice_of,
    is_up,
    kind_of,
    least_left,
    lost_of,
    skill_of,
)
from affray.rulesets.skilldice.machine.numbers import (
    AIM_ROWS,
    ATTACKS,
    CONTEST_ROWS,
    CRUSHES,
    DEFENCE_HANDS,
    DEFENDS,
    DICE_ROWS,
    DIFFICULTIES,
    ENTRIES,
    FATE,
    HELPLESS_ROWS,
    MOST_DICE,
    PEOPLE,
    PERSON,
    POINTS,
    REMAINS,
    TIE_ROWS,
)
from affray.rulesets.skilldice.machine.ordering import begin_round, entered, tied
from affray.rulesets.skilldice.machine.tactics import aimed, count_foes, walk


def row(s: Numbers, P: Fixed) -> int:
    """The number of the chance that is due, `OVER`, or `CHOICE`."""
    stage = s[STAGE]
    if stage == CONTEST:
        return contest_row(s, P)
    if stage == BETWEEN:
        return ROUND
    if stage == ENDED:
        return OVER
    if stage == HELPLESS:
        attack = attack_hand(s, P, skill_of(s[BLOW]), dice_of(s[BLOW]), 0)
        return P[HELPLESS_ROWS] + P[DIFFICULTIES] * attack + against_of(s[BLOW])
    if stage == AIMING:
        return P[AIM_ROWS] + count_foes(s, P, s[STRIKER])
    if stage == ENTERING:
        one = s[STRIKER]
        return P[DICE_ROWS] + P[P[ENTRIES] + POINTS * kind_of(P, one) + lost_of(s, one, 0)]
    return P[TIE_ROWS] + s[BLOW] if stage == TIED else CHOICE


def contest_row(s: Numbers, P: Fixed) -> int:
    """The row of the two hands that are rolled."""
    striker, struck, blow = s[STRIKER], s[STRUCK], s[BLOW]
    skill, against = skill_of(blow), against_of(blow)
    attack = attack_hand(s, P, skill, dice_of(blow), crushes(P, struck, against, 0))
    at = (3 * kind_of(P, struck) + against) * POINTS + lost_of(s, struck, against)
    defence = P[P[DEFENDS] + 2 * at + crushes(P, striker, skill, 1)]
    return P[CONTEST_ROWS] + P[DEFENCE_HANDS] * attack + defence


def attack_hand(s: Numbers, P: Fixed, skill: int, dice: int, crushed: int) -> int:
    """The number of the attacker's hand."""
    striker = s[STRIKER]
    at = (3 * kind_of(P, striker) + skill) * POINTS + lost_of(s, striker, skill)
    return P[P[ATTACKS] + 2 * (P[MOST_DICE] * at + dice - 1) + crushed]


def crushes(P: Fixed, fighter: int, skill: int, attacking: int) -> int:
    """Whether armour is no help against this fighter's weapon."""
    return P[P[CRUSHES] + 2 * (3 * kind_of(P, fighter) + skill) + attacking]


def take(s: Numbers, P: Fixed, word: int) -> None:
    """An outcome of the chance that is due takes effect, and play goes on to the next question."""
    stage = s[STAGE]
    if stage == CONTEST:
        contested(s, P, word)
    elif stage == BETWEEN:
        begin_round(s, P)
    elif stage == HELPLESS:
        against_narrator(s, P, word)
    elif stage == AIMING:
        aimed(s, P, word)
    elif stage == ENTERING:
        entered(s, P, word)
    else:
        tied(s, P, word)
    walk(s, P)


# Reports


def rounds(s: Numbers, P: Fixed) -> int:
    """The rounds begun."""
    return s[ROUNDS]


def winner(s: Numbers, P: Fixed) -> int:
    """The number of the side that has won, or `NOBODY`."""
    return s[STRIKER]


def fate(s: Numbers, P: Fixed, fighter: int) -> int:
    """How a fighter has ended: whoever was in the fight at its start is out now, or up."""
    return 0 if is_up(s, fighter) else P[PEOPLE + PERSON * fighter + FATE]


def left(s: Numbers, P: Fixed, fighter: int) -> int:
    """The least that is left of any Skill."""
    return least_left(s, P, fighter) if is_up(s, fighter) else P[PEOPLE + PERSON * fighter + REMAINS]
