"""Hypothesis strategies for the tests of a ruleset: walks through its commands, and tables used in any order.

They need Hypothesis, which affray itself does not.

    from hypothesis import given
    from affray.testing import strategies

    @given(strategies.walks(affray.load("ford.toml")))
    def test_hit_points_never_rise(steps): ...

    TestTable = strategies.table_machine([affray.load("ford.toml")]).TestCase
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from affray.dice import Roll, Seat, Why
from affray.errors import Rejection
from affray.fight import Fight
from affray.interpret.script import Answer
from affray.rules import legal
from affray.testing.conformance import Step, TableAndModel, carry_out

NUMBERS = st.integers(0, 999)


def rolls(most_dice: int = 4, most_sides: int = 20) -> st.SearchStrategy[Roll]:
    """Rolls of 1 to `most_dice` dice of 2 to `most_sides` sides under every keep rule."""
    return st.builds(
        Roll, st.integers(2, most_sides), st.integers(1, most_dice), st.sampled_from(("sum", "high", "low"))
    )


def drawn(draw: Any) -> Answer:
    """Dice whose faces Hypothesis chooses, and shrinks towards 1."""

    def answer(roll: Roll, why: Why, seat: Seat, occurrence: int, index: int) -> Any:
        return tuple(draw(st.integers(1, roll.sides)) for _ in range(roll.count)), "typed"

    return answer


@st.composite
def walks(draw: Any, fight: Fight, most: int = 30) -> list[Step]:
    """Up to `most` legal commands from the start of the fight, with the faces that they were given."""
    ruleset, state = fight.ruleset, fight.state
    steps: list[Step] = []
    for _ in range(draw(st.integers(0, most))):
        if ruleset.outcome(state) is not None:
            break
        seat = draw(st.sampled_from(ruleset.to_act(state)))
        done = carry_out(ruleset, state, draw(st.sampled_from(legal(ruleset, state, seat))), drawn(draw))
        if isinstance(done, Rejection):
            raise AssertionError(f"a command that is listed as legal was refused: {done.message}")
        steps.append(done)
        state = done.after
    return steps


def table_machine(fights: Sequence[Fight]) -> type[RuleBasedStateMachine]:
    """A state machine that does, undoes, redoes, edits and notes in any order on a table of one of these fights.

    After each action the table must be where its model is (see `conformance.TableAndModel`), and its log must open as
    an equal table.
    """

    class TableMachine(RuleBasedStateMachine):
        both: TableAndModel | None = None

        @initialize(number=st.integers(0, len(fights) - 1))
        def sit_down(self, number: int) -> None:
            self.both = TableAndModel(fights[number])

        @property
        def pair(self) -> TableAndModel:
            assert self.both is not None
            return self.both

        @rule(choice=NUMBERS)
        def do(self, choice: int) -> None:
            self.pair.do(choice)

        @rule(choice=NUMBERS, faces=NUMBERS)
        def do_typed(self, choice: int, faces: int) -> None:
            self.pair.do(choice, faces)

        @rule(back=st.one_of(st.none(), st.integers(0, 9)))
        def undo(self, back: int | None) -> None:
            self.pair.undo(back)

        @rule()
        def redo(self) -> None:
            self.pair.redo()

        @rule(choice=NUMBERS, die=NUMBERS, face=st.integers(0, 21))
        def edit(self, choice: int, die: int, face: int) -> None:
            self.pair.edit(choice, die, face)

        @rule()
        def note(self) -> None:
            self.pair.note("a note")

        @precondition(lambda self: self.both is not None and self.both.length)
        @rule()
        def reopen(self) -> None:
            self.pair.reopen()

        @invariant()
        def agrees(self) -> None:
            if self.both is not None:
                self.both.compare()

        def teardown(self) -> None:
            if self.both is not None:
                self.both.reopen()
                self.both.compare()

    return TableMachine
