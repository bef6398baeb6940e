"""What best play chooses from: whom to attack with which Skill, whether to defend, and when to end the turn."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import TABLE, Seat
from affray.errors import Unsupported
from affray.rules import Repertoire
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice.acting import breath_in_combat
from affray.rulesets.skilldice.attacking import defence_skills, narrator_names_attack
from affray.rulesets.skilldice.candidates import candidates
from affray.rulesets.skilldice.legality import forbids, most_dice
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.state import SKILLS, Skill, State, foes_of
from affray.rulesets.skilldice.turns import acting, rolls_for_order


def choosing(name: str, skills: tuple[Skill, ...]) -> Repertoire[State, c.Command]:
    """The repertoire of attacks with these Skills."""
    which = "with which Skill" if len(skills) > 1 else f"with {skills[0].capitalize()}"
    return Repertoire(name, lambda state: about(which, state.rulings), _commands(skills))


def about(which: str, rulings: Rulings) -> str:
    """What is chosen and what is not, under these readings."""
    narrators = not defence_skills("body", rulings) or narrator_names_attack(rulings)
    order = rolls_for_order(rulings, first=True) == "rolls"
    chosen = f"whom to attack {which}, whether to defend or take it, on whom a slashing hit lands, when to end the turn"
    fixed = "everybody rolls Body for the order" if order else "the Narrator names the order of the roster"
    if narrators:
        fixed += (
            " and keeps every Skill that was named" if not order else ", the Narrator keeps every Skill that was named"
        )
    left_out = "nobody acts out of turn, holds actions, tends, helps, moves or leaves"
    if breath_in_combat(rulings):
        left_out = left_out.replace(" or leaves", ", catches breath or leaves")
    return f"{chosen}; {fixed}, and {left_out}"


def _commands(skills: tuple[Skill, ...]) -> Callable[[State, Seat], list[c.Command]]:
    def commands(state: State, seat: Seat) -> list[c.Command]:
        """The commands of the repertoire that a seat may give now, in the order of the positions' branches."""
        if len(acting(state)) > 1:
            raise Unsupported("D02=simultaneous")  # which of them acts first is nobody's choice
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


SKILLS_OF: dict[str, tuple[Skill, ...]] = {"any": SKILLS, "body": ("body",), "mind": ("mind",), "soul": ("soul",)}
"""The Skills of each repertoire."""

REPERTOIRES = {name: choosing(name, skills) for name, skills in SKILLS_OF.items()}
