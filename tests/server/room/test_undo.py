"""Undo is exact: whatever is done, undone and done again, by whom and across restarts, each point is itself again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from affray.codec import digest
from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.room import Answer
from affray.server.live.writing import MOST_BY_ITSELF
from tests.kernel.toy import game
from tests.server.sitting import OWNER, SECOND, Sitting

STEPS = st.lists(
    st.tuples(
        st.sampled_from(["do", "do", "do", "undo", "redo", "undo to", "edit", "note", "restart"]), st.integers(0)
    ),
    max_size=25,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=25)
@given(STEPS)
def test_every_point_is_itself_again(steps: list[tuple[str, int]]) -> None:
    with TemporaryDirectory() as folder:
        table = Sitting(Path(folder), game(1_000))
        try:
            table.seat(SECOND, "Second", "co-referee")
            _walk(table, steps)
        finally:
            table.close()


def _walk(table: Sitting, steps: list[tuple[str, int]]) -> None:
    seen: dict[tuple[int, ...], str] = {(): digest(table.room._held.table.state)}
    length = 0
    for step, number in steps:
        person = (OWNER, SECOND)[number % 2]
        if step == "restart":
            table.restart()
        else:
            table.answer(person, _message(table, step, number))
        held = table.room._held
        assert len(held.table.entries) >= length  # the log only grows
        length = len(held.table.entries)
        state = digest(held.table.state)
        assert seen.setdefault(held.table.effective, state) == state
    look = table.bytes_of(OWNER)
    table.restart()
    assert table.bytes_of(OWNER) == look


def _message(table: Sitting, step: str, number: int) -> m.AnyMessage:
    match step:
        case "do":
            offers = [one for one in table.look(OWNER).offers if one.forbidden is None]
            return m.Do(command=offers[number % len(offers)].command, roll=True)
        case "undo":
            return m.Undo()
        case "redo":
            return m.Redo()
        case "undo to":
            return m.Undo(to=number % (len(table.room._held.table.entries) + 2))
        case "edit":
            return m.Edit(entry=number % (len(table.room._held.table.entries) + 2) or 1, die=0, face=number % 6 + 1)
        case _:
            return m.Note(text="x", hidden=bool(number % 3))


def test_a_second_undo_of_the_same_entry_does_nothing(sit: Callable[..., Sitting]) -> None:
    table = sit(game())
    table.seat(SECOND, "Second", "co-referee")
    table.say(OWNER, m.Do(command={"type": "throw", "seat": 0}, roll=True))
    version = table.room.seen_version(OWNER)
    found = [table.answer(person, m.Undo(), version) for person in (OWNER, SECOND)]
    assert isinstance(found[0], Answer)
    assert isinstance(found[1], Fault)
    assert found[1].code == "stale"


def test_undo_takes_the_bookkeeping_along_that_followed_by_itself(sit: Callable[..., Sitting]) -> None:
    """What the table does without a die is no entry of its own for whoever undoes."""
    from tests.server.room.test_messages import GRID

    table = sit(GRID)
    begun = table.look(OWNER).scene.round
    assert begun == 1  # it began by itself, without a die
    assert not table.look(OWNER).undo
    assert table.refused(OWNER, m.Undo()).code == "nothing_to_undo"


NOBODY = """
ruleset = "skilldice"
[[fighter]]
name = "Odo"
side = "party"
body = 12
mind = 6
soul = 4
[[fighter]]
name = "Hild"
side = "foes"
body = 8
mind = 8
soul = 8
"""


def test_where_the_table_stopped_it_stops_again(sit: Callable[..., Sitting]) -> None:
    """Rounds in which nobody can act pass by themselves, so many in a row; what is undone adds none to them."""
    table = sit(NOBODY)
    for fighter in (0, 1):
        table.say(OWNER, m.Do(command={"type": "enter", "actor": fighter, "skill": "body"}, roll=True))
    for fighter in (0, 1):
        asleep = {"type": "set_manner", "fighter": fighter, "manner": "asleep", "reason": "a spell"}
        table.say(OWNER, m.Do(command=asleep))
    stopped = table.room._held.table
    assert stopped.state.round == 1 + MOST_BY_ITSELF
    table.say(OWNER, m.Do(command={"type": "begin_round"}))
    after = table.room._held.table
    assert after.state.round == 2 * (1 + MOST_BY_ITSELF)
    table.say(OWNER, m.Undo())
    assert table.room._held.table.effective == stopped.effective
    table.restart()
    table.say(OWNER, m.Redo())
    assert table.room._held.table.effective == after.effective
    table.restart()
    table.look(OWNER)
    assert table.room._held.table.effective == after.effective
