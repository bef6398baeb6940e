"""What follows from a blow in a fight of two sides: the engine is asked, and answers with all that morale can do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from affray.dice import REFEREE, Formula, Roll, Seat, Why
from affray.errors import Unsupported
from affray.play import Play
from affray.rules.machines import Question
from affray.rules.two_sides import Points, Turn
from affray.rulesets.knave import formulas
from affray.rulesets.knave.effects import evolve
from affray.rulesets.knave.procedures import perform
from affray.rulesets.knave.settling import settle
from affray.rulesets.knave.state import FOES, PARTY, UNCONSCIOUS, UP, Condition, State
from affray.rulesets.knave.tactics import referee


class Asked:
    """Dice that answer morale rolls with what they are given, and note what was asked beyond that."""

    def __init__(self, answers: tuple[bool, ...]) -> None:
        self.roles: Mapping[str, Seat] = {}
        self.answers = answers
        self.asked: list[Question] = []

    def roll(self, roll: Roll, why: Why) -> int:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        raise AssertionError(f"{why.name} is rolled outside of a formula")

    def resolve(self, formula: Formula[..., Any], *inputs: Any, **named: Any) -> Any:
        if formula is formulas.order:
            raise Unsupported("K40=random")
        if formula is formulas.armor_piece:
            raise Unsupported("K24=random")
        if formula is not formulas.morale:
            raise AssertionError(f"{formula.name} is asked where only morale can be")
        at = len(self.asked)
        self.asked.append(Question(formula, inputs, _holds))
        return formulas.Morale(self.answers[at] if at < len(self.answers) else True)


def _holds(morale: formulas.Morale) -> int:
    return int(morale.holds)


class Morale:
    """What the engine makes of a blow at one of the foes."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.members = state.camps[FOES]
        self.kept = [(state.checked, state.starting)]
        self.known: dict[tuple[Points, int, int], tuple[Turn, ...]] = {}

    def after(self, points: Points, memory: int, fighter: int) -> tuple[Turn, ...]:
        """Every way that things may turn, as `Side.after` says."""
        # Of those who were not hit it does not matter how much is left to them.
        standing = tuple([left if place == fighter else min(left, 1) for place, left in enumerate(points)])
        key = (standing, memory, fighter)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = tuple(self._ways(standing, memory, fighter))
        return tuple([one._replace(points=_with(one.points, points)) for one in found])

    def _ways(self, points: Points, memory: int, fighter: int) -> Iterator[Turn]:
        conditions = list(self.state.conditions)
        for place, one in enumerate(self.members):
            conditions[one] = self._condition(conditions[one], points[place], place == fighter)
        checked, starting = self.kept[memory]
        # In the middle of a round, so that what waits for its end is seen to wait.
        before = replace(
            self.state,
            conditions=tuple(conditions),
            checked=checked,
            starting=starting,
            first=PARTY,
            acted=(),
            turn=None,
        )
        waiting: list[tuple[bool, ...]] = [()]
        while waiting:
            dice = Asked(waiting.pop())
            play = Play(before, dice, evolve)
            settle(play, (self.members[fighter],))
            while play.state.pending:
                perform(play, referee(play.state, REFEREE, dice))
            given = dice.answers + (True,) * (len(dice.asked) - len(dice.answers))
            for at in range(len(dice.answers), len(given)):
                waiting.append((*given[:at], False))
            asked = tuple(zip(dice.asked, map(int, given), strict=True))
            yield Turn(asked, *self._read(play.state))

    def _condition(self, condition: Condition, points: int, is_hit: bool) -> Condition:
        """The fighter with these points; one who is hit has not been found to be down yet."""
        if condition.fate != UP:
            return condition
        if is_hit or points > 0:
            return replace(condition, hp=points)
        return replace(condition, hp=-points, fate="fled" if points < 0 else UNCONSCIOUS)

    def _read(self, state: State) -> tuple[Points, int]:
        """What is left, and the number of what is kept in mind."""
        if state.due:
            raise Unsupported("K70=end_of_round")
        points = []
        for one in self.members:
            condition = state.conditions[one]
            if condition.fleeing:
                raise Unsupported("K72=own_turn")
            up, fled = condition.fate == UP, condition.fate == "fled" and self.state.conditions[one].fate == UP
            points.append(condition.hp if up else -condition.hp if fled else 0)
        kept = (state.checked, state.starting)
        if kept not in self.kept:
            self.kept.append(kept)
        return tuple(points), self.kept.index(kept)


def _with(standing: Points, points: Points) -> Points:
    """Who is up, who is down and who has run, with the points that they have."""
    return tuple(
        [abs(left) if one > 0 else -abs(left) if one < 0 else 0 for one, left in zip(standing, points, strict=True)]
    )
