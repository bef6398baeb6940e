"""Tactics: each answers every decision that its side can meet, and returns the command directly.

The plain turn stands in `tactics_turn`; stunts, fighting dirty and spells in `tactics_tricks`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from affray.dice import Dice, Seat
from affray.rulesets.knave import formulas
from affray.rulesets.knave.attacking import suits
from affray.rulesets.knave.commands import (
    Attack,
    BeginRound,
    Break,
    CallMorale,
    ChoosePiece,
    Command,
    Flee,
    Pass,
    Rule,
    Strike,
)
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.harm import breakable
from affray.rulesets.knave.legality import forbids
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.space import HELPLESS
from affray.rulesets.knave.state import (
    UNARMED,
    UP,
    BreakChoice,
    FreeAttack,
    IdealChoice,
    MoraleChoice,
    PieceChoice,
    Profile,
    State,
)
from affray.rulesets.knave.tactics_tricks import casting, dirty_fighting, other_half, stunting
from affray.rulesets.knave.tactics_turn import Targets, next_blow, plain, rising
from affray.rulesets.knave.turns import at_turn_of

Trick: TypeAlias = Callable[[State, int, Command], Command]
"""What a fighter does instead of the command that it would give without tricks; or that command."""


# Whom


def first(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The first foe still standing."""
    conditions = state.conditions
    for foe in foes:
        if conditions[foe].fate == UP:
            return foe
    raise LookupError("no foe is standing")


def weakest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The standing foe with the fewest hit points; of several the first."""
    return min(_standing(state, foes), key=lambda foe: state.conditions[foe].hp)


def strongest(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """The standing foe with the most hit points; of several the first."""
    return max(_standing(state, foes), key=lambda foe: state.conditions[foe].hp)


def at_random(state: State, foes: tuple[int, ...], dice: Dice) -> int:
    """Any standing foe, each as likely as the next."""
    standing = _standing(state, foes)
    return standing[dice.resolve(formulas.target, len(standing))] if len(standing) > 1 else standing[0]


def _standing(state: State, foes: tuple[int, ...]) -> list[int]:
    return [foe for foe in foes if state.conditions[foe].fate == UP]


# How


def attacking(choose: Targets, trick: Trick | None = None) -> Callable[[State, Seat, Dice], Command]:
    """The tactic that attacks whom `choose` says, or does what `trick` makes of that.

    With the first whole melee weapon; one who has none shoots, and steps out of melee for it. One who lies on the
    ground rises where the attack does not need the move. Nobody flees but by morale.
    """

    def tactic(state: State, seat: Seat, dice: Dice) -> Command:
        if state.pending:
            return answer(state, seat)
        assert isinstance(seat, int)
        turn = state.turn
        if trick is None and (turn is None or turn.actor != seat):
            # Nearly every decision of a simulation: a turn begins, nothing hinders the fighter, every foe is near.
            one, profile = state.conditions[seat], state.profiles[seat]
            hindered = one.flags or one.dropped or one.tripped or one.stunned or one.fleeing
            if not hindered and one.weapons and one.weapons[0] != 0 and is_plain(profile, state.rulings):
                return Attack(seat, choose(state, state.camps[1 - profile.camp], dice), 0)
        return act(at_turn_of(state, seat), seat, choose, trick, dice)

    tactic.__doc__ = (trick or choose).__doc__
    return tactic


@lru_cache(maxsize=1024)
def is_plain(profile: Profile, rulings: Rulings) -> bool:
    """Whether the first weapon is for melee and needs nothing done to the shield, and every foe is within reach."""
    weapon = profile.weapons[0]
    return weapon.kind == "melee" and (weapon.hands == 1 or not profile.shield) and space(rulings)[0] == "free"


def act(state: State, seat: int, choose: Targets, trick: Trick | None, dice: Dice) -> Command:
    """What the fighter does next in its turn, whatever it has done of it and whatever was done to it."""
    condition, turn = state.conditions[seat], state.turn
    mine = turn if turn is not None and turn.actor == seat else None
    over = mine is not None and mine.over
    if condition.fleeing and not over:
        return Flee(seat)
    if HELPLESS.intersection(condition.flags):
        return Pass(seat)
    if condition.stunned or over:
        return rising(state, seat, Pass(seat))
    if mine is not None and mine.owed:
        return other_half(state, seat, mine)
    if mine is not None and mine.blow:
        return next_blow(state, seat, mine, choose, dice)
    command = plain(state, seat, choose, dice)
    return rising(state, seat, command if trick is None else trick(state, seat, command))


def answer(state: State, seat: Seat) -> Command:
    """Offers: the own armor gives way last at the body, a foe's first (K24); every free attack is taken (K43)."""
    pending = state.pending[0]
    if isinstance(pending, FreeAttack):
        for weapon in (*range(len(state.profiles[pending.seat].weapons)), UNARMED):
            if forbids(state, Strike(pending.seat, weapon)) is None:
                return Strike(pending.seat, weapon)
        return Strike(pending.seat, None)
    assert isinstance(pending, PieceChoice)
    pieces = breakable(state.profiles[pending.target], state.conditions[pending.target])
    return ChoosePiece(pending.seat, pieces[-1] if pending.seat == pending.target else pieces[0])


# Where nobody sits


def keep_table(state: State, seat: Seat, dice: Dice) -> Command:
    """The table's bookkeeping."""
    return BeginRound()


def referee(state: State, seat: Seat, dice: Dice) -> Command:
    """A referee who lets the rules run: a weapon is ideal by its tags, morale is rolled, the broken flee, else yes."""
    pending = state.pending[0]
    if isinstance(pending, BreakChoice):
        return Break(pending.fighter, "flee")
    if isinstance(pending, IdealChoice):
        return Rule(suits(state.profiles[pending.actor], state.profiles[pending.target], pending.weapon))
    return CallMorale(True) if isinstance(pending, MoraleChoice) else Rule(True)


TACTICS = {
    "first": attacking(first),
    "weakest": attacking(weakest),
    "strongest": attacking(strongest),
    "random": attacking(at_random),
    "stunts": attacking(first, stunting),
    "dirty": attacking(first, dirty_fighting),
    "spells": attacking(first, casting),
}
STANDING_ORDERS = {"table": keep_table, "referee": referee}
