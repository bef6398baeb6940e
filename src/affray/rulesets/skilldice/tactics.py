"""Tactics: each answers every decision that its side can meet, and returns the command directly."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

from affray.dice import Dice, Seat
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.attacking import defence_skills
from affray.rulesets.skilldice.harm import track
from affray.rulesets.skilldice.legality import forbids
from affray.rulesets.skilldice.state import (
    SKILLS,
    UP,
    Offer,
    OrderChoice,
    Skill,
    SkillChoice,
    State,
    SweepChoice,
    foes_of,
    place_of,
)

Choice: TypeAlias = Callable[[State, tuple[int, ...], Dice], int]
"""Says which of some foes it is."""


# Whom


def first(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The first foe who is still in the fight."""
    return foes[0]


def weakest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The foe who is nearest to being out; of several the first."""
    return min(foes, key=lambda foe: nearest_out(state, foe))


def strongest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The foe who is farthest from being out; of several the first."""
    return max(foes, key=lambda foe: nearest_out(state, foe))


def at_random(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """Any foe in the fight, each as likely as the next."""
    return foes[dice.resolve(formulas.target, len(foes))] if len(foes) > 1 else foes[0]


def nearest_out(state: State, fighter: int) -> int:
    """The least that is left of any Skill."""
    profile, one = state.profiles[fighter], state.conditions[fighter]
    return min([track(profile, one, skill, state.rulings).left for skill in SKILLS])


# How


@cache
def mean(die: int, ceiling: int) -> Fraction:
    """The mean of a die under its ceiling."""
    capped = min(die, ceiling)
    return Fraction(capped * (capped + 1) // 2 + (die - capped) * capped, die)


def best(state: State, fighter: int, skills: tuple[Skill, ...]) -> Skill:
    """The Skill with the best die as it stands, under its ceiling; of equal ones the first."""
    profile, one = state.profiles[fighter], state.conditions[fighter]
    return max(
        skills,
        key=lambda skill: mean(profile.sides[place_of(skill)], track(profile, one, skill, state.rulings).ceiling),
    )


def fighting(choose: Choice, *, defends: bool = True) -> Callable[[State, Seat, Dice], c.Command]:
    """The tactic that attacks whom `choose` says.

    With its best die until no action is left, in its own turn only. It defends while it has actions, unless it never
    does, and rolls Body for its place. A slashing hit lands where it was aimed.
    """

    def tactic(state: State, seat: Seat, dice: Dice) -> c.Command:
        assert isinstance(seat, int)
        if state.pending:
            return answer(state, seat, defends)
        if state.entering:
            return c.Enter(seat, "body")
        foes = foes_of(state, seat)
        skill = best(state, seat, SKILLS)
        if foes and forbids(state, c.EndTurn(seat)) is None and forbids(state, c.Attack(seat, foes[0], skill)) is None:
            return c.Attack(seat, choose(state, foes, dice), skill)
        return c.EndTurn(seat) if forbids(state, c.EndTurn(seat)) is None else _breaks_in(state, seat)

    tactic.__doc__ = choose.__doc__ if defends else "The first foe who is still in the fight, and never defends."
    return tactic


def answer(state: State, seat: int, defends: bool) -> c.Command:
    """Defends with the best die that it may; leaves a slashing hit where it was aimed."""
    match state.pending[0]:
        case Offer(strife):
            skills = defence_skills(strife.skill, state.rulings) or (strife.skill,)
            return c.Defend(seat, best(state, seat, skills)) if defends else c.TakeIt(seat)
        case SweepChoice(_, target):
            return c.Land(seat, target)
    raise LookupError("no decision of a fighter waits")


def _breaks_in(state: State, seat: int) -> c.Command:
    """What one is asked for outside its turn: it leaves only if nothing else is open."""
    from affray.rulesets.skilldice.candidates import candidates  # noqa: PLC0415 - never in a fight that plays itself

    open_now = [command for command, rejection in candidates(state, seat) if rejection is None]
    others = [command for command in open_now if not isinstance(command, c.Leave)]
    return (others or open_now)[0]


# Where nobody sits


def keep_table(state: State, seat: Seat, dice: Dice) -> c.Command:
    """The table's bookkeeping."""
    return c.BeginRound()


def narrator(state: State, seat: Seat, dice: Dice) -> c.Command:
    """A Narrator who lets the rules run: every Skill is the one that was named, the order is the roster's."""
    match state.pending[0]:
        case SkillChoice(strife):
            return c.NameSkill(strife.skill)
        case OrderChoice(named):
            up = [one for one, other in enumerate(state.conditions) if other.fate == UP]
            return c.NameNext(next(one for one in up if one not in named))
    raise LookupError("no decision of the Narrator waits")


TACTICS = {
    "first": fighting(first),
    "weakest": fighting(weakest),
    "strongest": fighting(strongest),
    "random": fighting(at_random),
    "reckless": fighting(first, defends=False),
}
STANDING_ORDERS = {"table": keep_table, "referee": narrator}
