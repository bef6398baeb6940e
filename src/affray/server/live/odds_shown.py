"""Exact odds at the table: of every command before it is given, and of every face of a die that waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from affray.dice import Again, Dice, Formula, Roll, Seat, Why, collapse
from affray.errors import AffrayError, TooLarge
from affray.fight import AnyRuleset
from affray.interpret.chances import CameTo, Chance, came_to_pass, chances
from affray.interpret.every import exact
from affray.play import Play
from affray.server.limits import MOST_RUNS_OF_A_COMMAND
from affray.server.live.snapshot import Odd, OddsFor, Role

P = ParamSpec("P")
T = TypeVar("T")


def shown_to(switch: OddsFor, role: Role) -> bool:
    """Whether this table shows odds to somebody of this role."""
    return switch == "all" or (switch == "referee" and role in ("referee", "co-referee"))


class OddsKept:
    """The odds of commands at one moment of a table, each worked out once, by whoever comes first."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._moment: Any = None
        self._known: dict[Any, tuple[Odd, ...] | None] = {}

    def of_all(
        self, ruleset: AnyRuleset, moment: Any, state: Any, commands: Sequence[Any]
    ) -> list[tuple[Odd, ...] | None]:
        """The odds of commands that are legal in this state; None for None, and where they are too large to be exact.

        `moment` is the table's state, of which `state` may leave out what the seat does not know.
        """
        showing = None if ruleset.showing is None else ruleset.showing()
        came_to = None if showing is None else showing.came_to
        with self._lock:
            if self._moment is not moment:
                self._moment, self._known = moment, {}
            return [
                None if command is None else self._of(ruleset, moment, state, command, came_to) for command in commands
            ]

    def _of(
        self, ruleset: AnyRuleset, moment: Any, state: Any, command: Any, came_to: CameTo | None
    ) -> tuple[Odd, ...] | None:
        key = (command, None if state is moment else state)
        if key not in self._known:
            try:
                reckoned = chances(ruleset, state, command, came_to, MOST_RUNS_OF_A_COMMAND)
                found: tuple[Odd, ...] | None = tuple(_odd(one) for one in reckoned)
            except AffrayError:
                found = None
            self._known[key] = found
        return self._known[key]


def _odd(chance: Chance) -> Odd:
    if chance.values is None:
        return Odd(name=chance.name, p=str(chance.p))
    values = tuple((value, str(p)) for value, p in chance.values.items())
    return Odd(name=chance.name, p=str(chance.p), mean=str(chance.mean), values=values)


def chance_of(
    ruleset: AnyRuleset, state: Any, command: Any, faces: Sequence[int], named: str, came_to: CameTo | None = None
) -> Fraction:
    """The exact chance of something named in the ruleset's glance, or by `came_to`, once these faces are there.

    Raises `TooLarge` where that takes too long for a table.
    """
    runs = 0

    def run(dice: Any) -> bool:
        nonlocal runs
        runs += 1
        if runs > MOST_RUNS_OF_A_COMMAND:
            raise TooLarge("the odds of a die", estimate=runs, limit=MOST_RUNS_OF_A_COMMAND)
        play = Play(state, Given(faces, dice), ruleset.evolve, None if came_to is None else [])
        if ruleset.apply(play, command) is not None:
            return False
        # A number that is named has changed; a fact that is named may also be false.
        return any(name == named and value is not False for name, value in came_to_pass(ruleset, state, play, came_to))

    weights = exact(run)
    return Fraction(dict(weights.items()).get(True, 0), weights.total)


class Given:
    """Dice whose first faces are known; what comes after them is left to other dice."""

    def __init__(self, faces: Sequence[int], dice: Dice) -> None:
        self._left = list(faces)
        self._dice = dice
        self.roles: Mapping[str, Seat] = {}

    def faces(self, roll: Roll, why: Why) -> tuple[int, ...]:
        known = tuple(self._left[: roll.count])
        del self._left[: roll.count]
        if not known:
            return self._dice.faces(roll, why)
        if len(known) < roll.count:
            known += self._dice.faces(Roll(roll.sides, roll.count - len(known)), why)
        return tuple(sorted(known, reverse=True))

    def roll(self, roll: Roll, why: Why) -> int:
        return collapse(roll, self.faces(roll, why)) if self._left else self._dice.roll(roll, why)

    def resolve(self, formula: Formula[P, T], *inputs: P.args, **named: P.kwargs) -> T:
        while self._left:
            try:
                return formula.once(self, *inputs, **named)
            except Again:
                continue
        return self._dice.resolve(formula, *inputs, **named)


def good_faces(chance: Callable[[int], Fraction], sides: int) -> tuple[int, ...]:
    """The faces of the next die with which something is certain."""
    return tuple(face for face in range(1, sides + 1) if chance(face) == 1)
