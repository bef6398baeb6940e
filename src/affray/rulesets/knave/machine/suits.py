"""The states of a fighter's armor, found by the engine's own functions: what each loses, what it defends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.dice import Formula, Roll, Seat, Why
from affray.play import Play
from affray.rulesets.knave import formulas
from affray.rulesets.knave.commands import ChoosePiece
from affray.rulesets.knave.effects import evolve, with_condition
from affray.rulesets.knave.harm import armor_defense, breakable, wear_armor
from affray.rulesets.knave.state import FOES, UP, Condition, PieceChoice, Profile, State
from affray.rulesets.knave.striking import damage_armor
from affray.rulesets.knave.tactics import answer


class Wear(NamedTuple):
    """How much is left of body armor, shield and helmet, and whether the shield is slung."""

    body: int | None
    shield: int | None
    helmet: int | None
    slung: bool

    def on(self, condition: Condition) -> Condition:
        """The condition with armor as worn as this."""
        return replace(condition, body=self.body, shield=self.shield, helmet=self.helmet, slung=self.slung)


def wear_of(condition: Condition) -> Wear:
    """How worn the armor is."""
    return Wear(condition.body, condition.shield, condition.helmet, condition.slung)


class Fitted(NamedTuple):
    """One state of armor: its defense, how many pieces can lose a point, and the state after each way to lose it.

    There is one way where it is not rolled for; `drawn` says that it is, `chosen` that somebody says which it is.
    """

    defense: int
    pieces: int
    losses: tuple[Wear, ...]
    drawn: bool
    chosen: bool
    slung: Wear
    held: Wear
    in_hand: bool


class _Loss(NamedTuple):
    wear: Wear
    drawn: bool
    chosen: bool


class _Drawn:
    """Dice for the one question that a loss may ask: which piece."""

    def __init__(self, piece: int) -> None:
        self.piece = piece
        self.asked = False
        self.roles: Mapping[str, Seat] = {}

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(why.name)

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(why.name)

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        assert formula is formulas.armor_piece
        self.asked = True
        return self.piece


class Wardrobe:
    """All states of armor that can come up for the fighters of one fight.

    `may_sling` is the set of those who may sling a shield or take it in hand.
    """

    def __init__(self, state: State, may_sling: frozenset[int]) -> None:
        self._state = replace(state, pending=(), turn=None)
        self._may_sling = may_sling
        self._known: dict[tuple[Any, Wear], Fitted] = {}

    def states(self, fighter: int) -> dict[Wear, Fitted]:
        """Every state that the fighter's armor can come to, the present one first."""
        found: dict[Wear, Fitted] = {}
        waiting = [wear_of(self._state.conditions[fighter])]
        for wear in waiting:
            if wear not in found:
                found[wear] = fitted = self._fitted(fighter, wear)
                waiting += [*fitted.losses, fitted.slung, fitted.held]
        return found

    def _fitted(self, fighter: int, wear: Wear) -> Fitted:
        profile = self._state.profiles[fighter]
        may_sling = fighter in self._may_sling
        key = (profile.body, profile.bare, profile.shield, profile.helmet, may_sling), wear
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._found(profile, fighter, wear, may_sling)
        return known

    def _found(self, profile: Profile, fighter: int, wear: Wear, may_sling: bool) -> Fitted:
        condition = wear.on(replace(self._state.conditions[fighter], fate=UP))
        whole = profile.shield and wear.shield != 0
        pieces = breakable(profile, condition)
        after = self._after(fighter, condition, 0)
        losses: tuple[Wear, ...] = (after.wear,)
        if after.drawn:
            losses = tuple([self._after(fighter, condition, piece).wear for piece in range(len(pieces))])
        return Fitted(
            armor_defense(profile, condition, self._state.rulings),
            len(pieces),
            losses,
            after.drawn,
            after.chosen,
            wear._replace(slung=True) if whole and may_sling else wear,
            wear._replace(slung=False) if whole and may_sling else wear,
            whole and not wear.slung,
        )

    def _after(self, fighter: int, condition: Condition, piece: int) -> _Loss:
        """What is left after the loss of a point, and how the piece was found."""
        state = replace(self._state, conditions=with_condition(self._state, fighter, condition))
        foe = state.camps[FOES - state.profiles[fighter].camp][0]
        dice = _Drawn(piece)
        play = Play(state, dice, evolve)
        damage_armor(play, foe, fighter, hurt=False)
        worn = play.state.conditions[fighter]
        if not play.state.pending:
            return _Loss(wear_of(worn), dice.asked, False)
        pending = play.state.pending[0]
        assert isinstance(pending, PieceChoice)
        chosen = answer(play.state, pending.seat)
        assert isinstance(chosen, ChoosePiece)
        return _Loss(wear_of(wear_armor(worn, chosen.piece)), False, True)
