"""A table at work: commands, typed dice, undo, redo and a die changed afterwards."""

from __future__ import annotations

from itertools import islice
from time import perf_counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import affray
from affray.codec import canonical, digest, plain
from affray.dice import Roll
from affray.errors import BadInput, Rejection
from affray.interpret.roll import words
from affray.interpret.script import Need, Rolled, Streams
from affray.rules import Outcome
from affray.table.log import CommandEntry, EditEntry, RedoEntry, UndoEntry
from affray.table.replay import open_log
from affray.table.work import Table
from affray.testing import conformance, strategies
from tests.kernel.toy import BONUS, LUCK, Answer, Move, State, Throw, game, ruleset

SEEDS = ("open", "hidden")


def table(goal: int = 60) -> Table:
    return Table(game(goal), SEEDS)


def entry(answer: Any) -> CommandEntry:
    assert isinstance(answer, CommandEntry), answer
    return answer


def snapshot(one: Table) -> tuple[Any, ...]:
    return one.state, one.log(), one.effective


def test_the_toy_keeps_the_contract() -> None:
    """The suite is no suite of Knave's: another ruleset passes it."""
    fights = [game(12), game(30, left="meek"), game(9, right="fickle")]
    conformance.check(
        ruleset, fights, processes=False, identity=lambda state: msgspec.structs.replace(state, throws=0, luck=0)
    )


# do


def test_a_command_is_carried_out_and_logged() -> None:
    one = table()
    assert one.to_act == (0,)
    assert one.legal() == [Throw(0)]
    done = entry(one.do(Throw(0), dice=affray.typed(6, 2, 3, 5), id="an id"))
    assert done == CommandEntry(
        1,
        "an id",
        0,
        {"type": "throw", "seat": 0},
        (
            Rolled("throw.d6", 0, "typed", (6,)),
            Rolled("bonus.2d4", 0, "typed", (2, 3)),
            Rolled("luck.d6", "referee", "typed", (5,)),
        ),
        (
            {"type": "lucky", "luck": 5, "hidden": True, "clause": "toy.luck"},
            {"type": "threw", "seat": 0, "points": 9, "clause": "toy.throw"},
        ),
        digest(State(60, (9, 0), turn=1, throws=1, luck=5)),
    )
    assert one.state == State(60, (9, 0), turn=1, throws=1, luck=5)
    assert list(one.effective) == [1]
    assert one.history() == [done]
    assert (one.to_act, one.outcome) == ((1,), None)


def test_the_table_rolls_from_its_seeds() -> None:
    def stream(seed: str, n: int, why: str, sides: int) -> Any:
        top = 65_536 // sides * sides
        return (word % sides + 1 for word in words(seed, n, why, 0) if word < top)

    for n in range(40):
        one = Table(game(1_000), (f"open {n}", f"hidden {n}"))
        done = entry(one.do(Throw(0)))
        face = next(stream(f"open {n}", 1, "throw.d6", 6))
        assert done.rolls[0].faces == (face,)
        if face == 6:
            assert done.rolls[1].faces == tuple(islice(stream(f"open {n}", 1, "bonus.2d4", 4), 2))
            assert done.rolls[2].faces == (next(stream(f"hidden {n}", 1, "luck.d6", 6)),)
        assert {roll.source for roll in done.rolls} == {"rolled"}


def test_tables_without_seeds_get_their_own() -> None:
    one, other = Table(game()), Table(game())
    assert len({*one.seeds, *other.seeds}) == 4
    assert all(len(seed) >= 32 for seed in one.seeds)


def test_need_comes_at_each_die_and_changes_nothing() -> None:
    one = table()
    before = snapshot(one)
    needs = []
    for faces in ((), (6,), (6, 2), (6, 2, 3)):
        need = one.do(Throw(0), dice=faces)
        assert isinstance(need, Need)
        needs.append((need.why.name, need.seat, need.hidden, need.have, need.index))
        assert snapshot(one) == before
        assert one.waiting is not None
        assert (one.waiting.seat, one.waiting.command, one.waiting.faces) == (0, Throw(0), faces)
    assert needs == [
        ("throw.d6", 0, False, (), 0),
        ("bonus.2d4", 0, False, (), 1),
        ("bonus.2d4", 0, False, (2,), 1),
        ("luck.d6", "referee", True, (), 2),
    ]
    assert entry(one.do(Throw(0), dice=(6, 2, 3, 5))).seq == 1
    assert one.waiting is None


def test_what_waits_is_forgotten_by_undo_and_redo() -> None:
    one = table()
    one.do(Throw(0), dice=(3,))
    one.do(Throw(1), dice=())
    one.undo()
    assert one.waiting is None
    one.do(Throw(0), dice=())
    one.redo()
    assert one.waiting is None


@pytest.mark.parametrize(
    ("faces", "sentence"),
    [
        ((7,), "dice: throw.d6 is thrown on a d6: 1 to 6, got 7"),
        ((0,), "1 to 6, got 0"),
        ((6, 5, 1, 1), "1 to 4, got 5"),
        ((3, 3), "2 faces given, the rule asks for 1"),
        ((6, 1, 1, 1, 1), "5 faces given, the rule asks for 4"),
    ],
)
def test_faces_that_do_not_fit_are_refused(faces: tuple[int, ...], sentence: str) -> None:
    one = table()
    before = snapshot(one)
    with pytest.raises(BadInput, match=sentence):
        one.do(Throw(0), dice=faces)
    assert snapshot(one) == before
    assert one.waiting is None


def test_none_lets_the_table_roll() -> None:
    for rolled in (first_with(face_is_six=False), first_with(face_is_six=True)):
        faces = [None] * sum(len(roll.faces) for roll in rolled.history()[0].rolls)
        one = Table(rolled.fight, rolled.seeds)
        assert entry(one.do(Throw(0), dice=faces)).rolls == rolled.history()[0].rolls
    again = table()
    again.do(Throw(0), dice=(3,))
    assert entry(again.do(Throw(1), dice=(6, None, 4, None))).rolls[1].source == "typed"
    assert again.history()[1].rolls[2].source == "rolled"


def test_a_command_that_is_forbidden_costs_nothing() -> None:
    one = table()
    before = snapshot(one)
    for command in (Throw(1), Answer(0, True), Move(0, 60), Move(2, 1), Throw(99)):
        answer = one.do(command)
        assert isinstance(answer, Rejection)
        assert isinstance(one.do(command, dice=(1, 2, 3)), Rejection)
    assert snapshot(one) == before


def test_a_command_of_another_seat_is_refused() -> None:
    one = table()
    before = snapshot(one)
    assert one.do(Throw(0), seat=1) == Rejection("not_yours", "that is for 0 to do")
    assert one.do(Move(0, 5), seat=0) == Rejection("not_yours", "that is for referee to do")
    assert snapshot(one) == before
    assert entry(one.do(Throw(0), seat=0)).seat == 0
    assert entry(one.do(Move(0, 5), seat="referee")).seat == "referee"


def test_a_fight_that_is_over() -> None:
    one = table(2)
    one.do(Throw(0), dice=(4,))
    assert (one.to_act, one.outcome, one.legal()) == ((), Outcome("left"), [])
    assert isinstance(one.do(Throw(1)), Rejection)
    one.undo()
    assert one.outcome is None


def test_views() -> None:
    one = table()
    assert one.view("referee") is one.state
    assert one.view(0) == {"scores": (0, 0), "turn": 0}
    assert [shown["seq"] for shown in one.player_log()] == []
    one.note("hidden", hidden=True)
    assert one.player_log() == []


# undo and redo


def test_undo_goes_back_one_entry_and_redo_forth() -> None:
    one = table()
    states = [one.state]
    for n in range(3):
        one.do(Throw(n % 2), dice=(2,))
        states.append(one.state)
    for n in (2, 1, 0):
        answer = one.undo()
        assert isinstance(answer, UndoEntry)
        assert (answer.to, answer.digest, one.state) == (n, digest(states[n]), states[n])
    assert isinstance(one.undo(), Rejection)
    for n in (1, 2, 3):
        again = one.redo()
        assert isinstance(again, RedoEntry)
        assert (again.digest, one.state) == (digest(states[n]), states[n])
    assert isinstance(one.redo(), Rejection)
    assert len(one.entries) == 9
    assert list(one.effective) == [1, 2, 3]


def test_redo_brings_back_what_one_undo_took() -> None:
    one = table()
    for n in range(4):
        one.do(Throw(n % 2), dice=(2,))
    one.undo(to=2)
    one.undo(to=0)
    assert list(one.effective) == []
    one.redo()
    assert list(one.effective) == [1, 2]
    one.redo()
    assert list(one.effective) == [1, 2, 3, 4]
    assert one.state.scores == (4, 4)


def test_redo_is_there_until_something_else_is_done() -> None:
    one = table()
    one.do(Throw(0), dice=(2,))
    one.undo()
    one.note("a note changes nothing")
    one.take_seat(0, "Ana")
    one.do(Throw(1))  # refused
    one.do(Throw(0), dice=())  # stops with Need
    assert isinstance(one.redo(), RedoEntry)
    one.undo()
    one.do(Throw(0), dice=(3,))
    assert one.redo() == Rejection("nothing_to_redo", "there is nothing to redo")
    assert list(one.effective) == [7]


def test_an_undone_entry_cannot_be_undone_again() -> None:
    one = table()
    for n in range(3):
        one.do(Throw(n % 2), dice=(2,))
    one.undo(to=1)
    before = snapshot(one)
    for to in (1, 2, 3, 4, 77, -1):
        assert isinstance(one.undo(to=to), Rejection)
    assert snapshot(one) == before


def test_undo_after_more_than_is_there_gives_what_was_there() -> None:
    """50 damage on 30 points clamped to 0: undo gives 30, not 50. Here: a score that the referee set by hand."""
    one = table()
    one.do(Throw(0), dice=(6, 4, 4, 1))
    one.do(Move(0, 0))
    assert one.state.scores == (0, 0)
    one.undo()
    assert one.state.scores == (10, 0)


def test_undo_to_any_point_of_a_long_fight_is_quick() -> None:
    one = Table(game(1_000_000), SEEDS)
    states = [one.state]
    while len(one.entries) < 300:
        one.do(one.legal()[0])
        states.append(one.state)
    for to in (0, 1, 150, 298, 299):
        began = perf_counter()
        one.undo(to=to)
        assert perf_counter() - began < 0.5
        assert one.state == states[to]
        one.redo()
        assert one.state == states[300]


# edit


def edited(answer: Any) -> EditEntry:
    assert isinstance(answer, EditEntry), answer
    return answer


def test_an_edit_runs_everything_after_it_again() -> None:
    one = table()
    one.do(Throw(0), dice=(2,))
    one.do(Throw(1), dice=(3,))
    one.do(Throw(0), dice=(4,))
    edit = edited(one.edit(1, 0, 5, id="an id"))
    assert one.state == State(60, (9, 3), turn=1, throws=3)
    assert (edit.seq, edit.id, edit.entry, edit.die, edit.face) == (4, "an id", 1, 0, 5)
    assert [(old.seq, old.rolls[0].source, old.rolls[0].faces) for old in edit.entries] == [
        (1, "edited", (5,)),
        (2, "typed", (3,)),
        (3, "typed", (4,)),
    ]
    assert (edit.dropped, edit.aside, edit.digest) == ((), (), digest(one.state))
    assert list(one.effective) == [1, 2, 3, 4]
    assert [old.seq for old in one.history()] == [1, 2, 3]
    one.undo()
    assert one.state.scores == (6, 3)
    assert canonical(one.history()[0].rolls) == b'[["throw.d6",0,"typed",[2]]]'


def test_only_from_the_edited_entry_on() -> None:
    one = table()
    for n, face in enumerate((2, 3, 4)):
        one.do(Throw(n % 2), dice=(face,))
    edit = edited(one.edit(2, 0, 5))
    assert [old.seq for old in edit.entries] == [2, 3]
    assert one.state.scores == (6, 5)
    # An edit of an edited line goes on from there.
    edit = edited(one.edit(1, 0, 3))
    assert one.state.scores == (7, 5)
    assert [old.rolls[0].source for old in edit.entries] == ["edited", "edited", "typed"]


def first_with(face_is_six: bool) -> Table:
    """A table whose first throw, rolled by the generator, is a six, or is none."""
    for n in range(100):
        one = Table(game(60), (f"seed {n}", "hidden"))
        if (entry(one.do(Throw(0))).rolls[0].faces == (6,)) == face_is_six:
            return one
    raise AssertionError("no such seed")


def test_a_new_die_of_a_rolled_entry_comes_from_that_entrys_stream() -> None:
    one = first_with(face_is_six=False)
    one.do(Throw(1), dice=(2,))
    edit = edited(one.edit(1, 0, 6))
    streams = Streams(*one.seeds, 1)
    rolls = edit.entries[0].rolls
    assert rolls[0] == Rolled("throw.d6", 0, "edited", (6,))
    assert rolls[1] == Rolled("bonus.2d4", 0, "rolled", streams.faces(Roll(4, 2, "high"), BONUS, 0))
    assert rolls[2] == Rolled("luck.d6", "referee", "rolled", streams.faces(Roll(6), LUCK, 0))
    # Also when that die is changed for a second time.
    assert isinstance(one.edit(1, 0, 5), EditEntry)
    again = edited(one.edit(1, 0, 6))
    assert again.entries[0].rolls == rolls
    assert open_log(one.log()).state == one.state


def test_a_new_die_of_a_typed_entry_stops_with_need() -> None:
    one = table()
    one.do(Throw(0), dice=(3,))
    one.do(Throw(1))
    before = snapshot(one)
    for faces, name, have in (((), "bonus.2d4", ()), ((2,), "bonus.2d4", (2,)), ((2, 3), "luck.d6", ())):
        need = one.edit(1, 0, 6, dice=faces)
        assert isinstance(need, Need)
        assert (need.why.name, need.have) == (name, have)
        assert snapshot(one) == before
    edit = edited(one.edit(1, 0, 6, dice=(2, 3, 5)))
    assert [roll.faces for roll in edit.entries[0].rolls] == [(6,), (2, 3), (5,)]
    assert one.state.scores[0] == 9


def test_the_faces_of_an_edit_are_checked() -> None:
    one = table()
    one.do(Throw(0), dice=(3,))
    before = snapshot(one)
    with pytest.raises(BadInput, match="1 more faces given"):
        one.edit(1, 0, 5, dice=(1,))
    with pytest.raises(BadInput, match="1 more faces given"):
        one.edit(1, 0, 6, dice=(1, 1, 1, 1))
    assert isinstance(one.edit(1, 0, 6, dice=(5, 1, 1)), Rejection)
    for face in (0, 7, -3, 10**9):
        answer = one.edit(1, 0, face)
        assert isinstance(answer, Rejection)
        assert answer.code == "no_such_face"
    for die in (1, -1, 99):
        assert one.edit(1, die, 3) == Rejection("no_such_die", f"entry 1 has no die {die}")
    for number in (0, 2, -1):
        assert isinstance(one.edit(number, 0, 3), Rejection)
    assert snapshot(one) == before


def test_a_die_that_is_no_longer_asked_is_dropped_and_listed() -> None:
    one = table()
    one.do(Throw(0), dice=(6, 2, 3, 5))
    one.do(Throw(1), dice=(2,))
    edit = edited(one.edit(1, 0, 5))
    assert edit.dropped == (
        (1, Rolled("bonus.2d4", 0, "typed", (2, 3))),
        (1, Rolled("luck.d6", "referee", "typed", (5,))),
    )
    assert one.state == State(60, (5, 2), turn=0, throws=2)


def test_the_first_command_that_is_refused_now_ends_what_counts() -> None:
    one = table()
    one.do(Throw(0), dice=(1,))
    one.do(Answer(1, True))
    one.do(Throw(1), dice=(4,))
    edit = edited(one.edit(1, 0, 2))  # no 1, so there is nothing to answer
    assert edit.aside == (2, 3)
    assert [old.seq for old in edit.entries] == [1]
    assert one.state == State(60, (2, 0), turn=1, throws=1)
    assert [old.seq for old in one.history()] == [1]
    one.do(Throw(1), dice=(6, 1, 1, 1))
    assert one.state.scores == (2, 7)
    one.undo(to=3)
    assert one.state.scores == (0, 5)


def test_an_edit_that_ends_the_fight_sets_the_rest_aside() -> None:
    one = table(5)
    one.do(Throw(0), dice=(4,))
    one.do(Throw(1), dice=(2,))
    edit = edited(one.edit(1, 0, 5))
    assert (edit.aside, one.outcome) == ((2,), Outcome("left"))


def test_an_undone_entry_cannot_be_edited() -> None:
    one = table()
    one.do(Throw(0), dice=(4,))
    one.undo()
    assert isinstance(one.edit(1, 0, 5), Rejection)


def test_an_edit_ends_what_could_be_redone() -> None:
    one = table()
    one.do(Throw(0), dice=(4,))
    one.do(Throw(1), dice=(4,))
    one.undo()
    one.edit(1, 0, 5)
    assert isinstance(one.redo(), Rejection)


# In any order

TestToyTable = strategies.table_machine([game(30), game(9, left="meek"), game(200)]).TestCase
TestToyTable.settings = settings(max_examples=200, stateful_step_count=40)


@settings(max_examples=100)
@given(st.randoms(use_true_random=False), st.sampled_from([5, 20, 500]))
def test_any_order_of_actions_agrees_with_the_model(source: Any, goal: int) -> None:
    conformance.interleavings(game(goal), source)


def test_entries_hold_plain_values() -> None:
    one = table()
    done = entry(one.do(Throw(0), dice=(3,)))
    assert done.command == plain(Throw(0))
    assert msgspec.json.decode(canonical(done), type=CommandEntry).events == done.events


@pytest.mark.parametrize("face", [5.0, True, 1.5, "5"])
def test_faces_are_whole_numbers(face: Any) -> None:
    one = Table(game(40), ("open", "hidden"))
    with pytest.raises(BadInput, match="1 to 6, got"):
        one.do(Throw(0), dice=(face,))
    assert one.entries == []


@pytest.mark.parametrize("command", ["throw", None, 5])
def test_what_is_no_command_is_refused(command: Any) -> None:
    with pytest.raises(BadInput, match="no command of toy"):
        Table(game(40)).do(command)
