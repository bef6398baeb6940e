"""What a side that plays its best chooses from: the commands of its repertoire, by number, in their order."""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers
from affray.rulesets.skilldice.machine.blows import attack, defend, land, most_dice, undefended
from affray.rulesets.skilldice.machine.layout import BLOW, OFFER, STAGE, STRIKER, STRUCK, TURN, side_of, skill_of
from affray.rulesets.skilldice.machine.numbers import COUNT, DEFENCES, MET_WITH, SIDES
from affray.rulesets.skilldice.machine.settling import end_turn, in_reach, is_in_reach
from affray.rulesets.skilldice.machine.tactics import FIRST_SKILL, HOW_MANY, PLAN, count_foes, nth_foe, walk


def chooser(s: Numbers, P: Fixed) -> int:
    """The side of the one whose turn it is, who is attacked, or who leads a hit on."""
    return side_of(P, s[STRUCK] if s[STAGE] == OFFER else s[STRIKER])


def options(s: Numbers, P: Fixed) -> int:
    """Each enemy with each Skill and number of dice, then the end of the turn; each defence, then none; who is hit."""
    if s[STAGE] == TURN:
        actor = s[STRIKER]
        return count_foes(s, P, actor) * skills_of(P, actor) * most_dice(s, P, actor) + 1
    if s[STAGE] == OFFER:
        return P[DEFENCES] + 1
    return 1 + in_reach(s, P, s[STRIKER], s[STRUCK])


def replies(s: Numbers, P: Fixed) -> bool:
    """Whether the target of an attack is asked: that comes of this attack alone, as all of it is still to be seen."""
    return s[STAGE] == OFFER


def choose(s: Numbers, P: Fixed, option: int) -> None:
    """The command is given, and play goes on to the next question."""
    if s[STAGE] == TURN:
        choose_in_turn(s, P, option)
    elif s[STAGE] == OFFER:
        if option < P[DEFENCES]:
            defend(s, P, P[MET_WITH + 3 * skill_of(s[BLOW]) + option])
        else:
            undefended(s, P, 0)
    else:
        land(s, P, landing_on(s, P, option))
    walk(s, P)


def choose_in_turn(s: Numbers, P: Fixed, option: int) -> None:
    """An attack, or the end of the turn."""
    actor = s[STRIKER]
    dice, skills = most_dice(s, P, actor), skills_of(P, actor)
    target = nth_foe(s, P, actor, option // (dice * skills))
    if target < 0:
        end_turn(s)
    else:
        first = P[P[SIDES] + PLAN * side_of(P, actor) + FIRST_SKILL]
        attack(s, P, target, first + option // dice % skills, option % dice + 1)


def skills_of(P: Fixed, fighter: int) -> int:
    """How many Skills its side attacks with."""
    return P[P[SIDES] + PLAN * side_of(P, fighter) + HOW_MANY]


def landing_on(s: Numbers, P: Fixed, option: int) -> int:
    """The one it was aimed at, or another enemy within reach by number."""
    striker, struck = s[STRIKER], s[STRUCK]
    passed = 0
    for fighter in range(P[COUNT] if option else 0):
        passed += is_in_reach(s, P, striker, struck, fighter)
        if passed == option:
            return fighter
    return struck
