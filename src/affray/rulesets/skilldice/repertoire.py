"""What best play chooses from: whom to attack with which Skill, whether to defend, and when to end the turn."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import TABLE, Seat
from affray.rules import Odds, Repertoire
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.candidates import candidates
from affray.rulesets.skilldice.legality import forbids, most_dice
from affray.rulesets.skilldice.machine import OrderOfPlay
from affray.rulesets.skilldice.state import SKILLS, Skill, State, foes_of

ABOUT = (
    "whom to attack{skills}, whether to defend or take it, on whom a slashing hit lands, when to end the turn; "
    "everybody rolls Body for the order, and nobody acts out of turn, holds actions, tends, helps, moves or leaves"
)


def choosing(skills: tuple[Skill, ...], about: str) -> Repertoire[State, c.Command]:
    """The repertoire of attacks with these Skills."""
    return Repertoire(ABOUT.format(skills=about), _commands(skills), lambda state, odds: _machine(state, skills, odds))


def _commands(skills: tuple[Skill, ...]) -> Callable[[State, Seat], list[c.Command]]:
    def commands(state: State, seat: Seat) -> list[c.Command]:
        """The commands of the repertoire that a seat may give now, in the order of the positions' branches."""
        if state.pending:
            return [command for command, rejection in candidates(state, seat) if rejection is None]
        if seat == TABLE:
            return [c.BeginRound()]
        assert isinstance(seat, int)
        if state.entering:
            return [c.Enter(seat, "body")]
        turn: list[c.Command] = [
            c.Attack(seat, target, skill, dice)
            for target in foes_of(state, seat)
            for skill in skills
            for dice in range(1, most_dice(state.rulings) + 1)
        ]
        turn.append(c.EndTurn(seat))
        return [command for command in turn if forbids(state, command) is None]

    return commands


def _machine(state: State, skills: tuple[Skill, ...], odds: Odds) -> OrderOfPlay:
    return OrderOfPlay(state, skills, odds)


REPERTOIRES = {
    "any": choosing(SKILLS, " with which Skill"),
    "body": choosing(("body",), " with Body"),
    "mind": choosing(("mind",), " with Mind"),
    "soul": choosing(("soul",), " with Soul"),
}
