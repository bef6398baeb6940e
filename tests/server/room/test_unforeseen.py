"""What went otherwise than a player could know is a referee's to undo: nobody looks what is hidden for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from affray.server.live import messages as m
from tests.server.room.test_messages import GRID, SKILLS
from tests.server.sitting import ANA, OWNER, Sitting

AHEAD = {"type": "walk", "actor": 0, "path": [[5, 10], [5, 15], [5, 20]]}
LURKER = GRID[GRID.rindex("[[fighter]]") :].replace("robber", "lurker").replace("at = [10, 5]", "at = [5, 20]")
FAR = GRID.replace("at = [10, 5]", "at = [25, 25]")


def grid(sit: Callable[..., Sitting], text: str, *hidden: int) -> Sitting:
    """Vex's turn, with some of the others hidden."""
    table = sit(text)
    table.seat(ANA, "Anne", fighter=0)
    for _ in text.split("[[fighter]]")[1:]:
        prompt = table.look(OWNER).prompt
        if prompt is None:
            table.say(OWNER, m.Do(command=table.look(OWNER).offers[0].command))
            prompt = table.look(OWNER).prompt
        assert prompt is not None
        table.say(OWNER, m.Faces(faces=(20 if prompt.seat == 0 else 1,)))
    while table.look(OWNER).prompt is not None:
        table.say(OWNER, m.RollRest())
    for fighter in hidden:
        table.do(OWNER, type="set_flag", fighter=fighter, flag="hidden", on=True, reason="in the dark")
    return table


def walks(table: Sitting) -> None:
    table.say(ANA, m.Do(command=AHEAD))


def test_a_move_that_was_stopped_by_somebody_unseen_is_the_referees_to_take_back(
    sit: Callable[..., Sitting],
) -> None:
    table = grid(sit, FAR + LURKER, 2)
    walks(table)
    assert table.look(ANA).scene.camps[0].cards[0].square == (5, 15)
    assert not table.look(ANA).undo
    fault = table.refused(ANA, m.Undo())
    assert (fault.status, fault.code) == (403, "forbidden")
    assert "lurker" not in repr(fault)
    assert table.look(OWNER).undo
    table.say(OWNER, m.Undo())
    assert table.look(ANA).scene.camps[0].cards[0].square == (5, 5)


def test_a_move_that_nothing_stopped_is_taken_back_with_somebody_hidden_elsewhere(sit: Callable[..., Sitting]) -> None:
    """Or the refusal would tell that somebody is hidden."""
    for hidden in ((), (1,)):
        table = grid(sit, FAR, *hidden)
        walks(table)
        assert table.look(ANA).undo
        table.say(ANA, m.Undo())
        assert table.look(ANA).scene.camps[0].cards[0].square == (5, 5)


@pytest.mark.parametrize(("state", "news"), [("unaware", True), ("able", False)])
def test_that_somebody_did_not_defend_since_nobody_was_noticed(
    state: str, news: bool, sit: Callable[..., Sitting]
) -> None:
    table: Any = sit(SKILLS.replace('weapon = "none"', f'weapon = "none"\nstate = "{state}"'))
    table.seat(ANA, "Anne", fighter=0)
    for person, fighter, face in ((ANA, 0, 9), (OWNER, 1, 2)):
        table.say(person, m.Do(command={"type": "enter", "actor": fighter, "skill": "body"}))
        table.say(person, m.Faces(faces=(face,)))
    table.say(ANA, m.Do(command={"type": "attack", "actor": 0, "target": 1, "skill": "body", "dice": 1}))
    if news:
        table.say(OWNER, m.RollRest())
    assert table.look(ANA).undo is not news
    assert (table.refused(ANA, m.Undo()).status == 403) if news else table.say(ANA, m.Undo())
