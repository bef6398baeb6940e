"""Seeds are opened by an act of their own: until then they are promises, and after it no die falls any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from affray.server.live import messages as m
from affray.table.fairness import opens
from affray.table.replay import first_difference
from tests.server.sitting import ANA, BEN, OWNER, SECOND, WATCHER, Sitting

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
MORALE = {"type": "set_morale", "fighter": 2, "rating": 9, "reason": "they see the ogre"}
STOP = {"type": "end_fight", "winner": "party", "reason": "it rains"}
PROWLER = """
[[fighter]]
name = "Prowler"
side = "foes"
at = [20, 20]
hp = 9
defense = 12
speed = 30
abilities = { str = 1, dex = 0 }
class_attack_bonus = 1
weapons = [{ name = "club", dice = "1d6", kind = "melee" }]
flags = ["invisible"]
"""


def seeds(table: Sitting) -> set[tuple[str | None, str | None]]:
    fairs = [table.look(person).fair for person in (OWNER, SECOND, ANA, WATCHER)]
    return {(one.open_seed, one.hidden_seed) for one in fairs}


def test_a_fight_that_is_over_keeps_its_seeds_until_a_referee_opens_them(ford: Sitting) -> None:
    """Whoever has read a seed must not be able to play on with it."""
    assert ford.refused(OWNER, m.OpenSeeds()).code == "not_over"
    ford.say(OWNER, m.Do(command=STOP))
    assert seeds(ford) == {(None, None)}
    assert [ford.look(person).fair.may_open for person in (OWNER, SECOND, ANA)] == [True, True, False]
    ford.say(OWNER, m.Undo())
    assert not ford.look(OWNER).fair.may_open
    ford.do(ANA, 2, **STRIKE)
    ford.say(OWNER, m.End())
    assert seeds(ford) == {(None, None)}
    assert ford.refused(ANA, m.OpenSeeds()).status == 403
    ford.say(SECOND, m.OpenSeeds())
    assert seeds(ford) == {("an open seed", None), ("an open seed", "a hidden seed")}
    fair = ford.look(ANA).fair
    assert fair.open_seed is not None
    assert opens(fair.open_seed, fair.open_commitment)
    ford.restart()
    assert ford.look(ANA).fair == fair
    assert not ford.look(OWNER).fair.may_open


@pytest.mark.parametrize("end", [m.Do(command=STOP), m.End()])
def test_once_they_are_open_nothing_is_rolled_or_taken_back(ford: Sitting, end: m.AnyMessage) -> None:
    ford.do(ANA, 2, **STRIKE)
    ford.say(OWNER, end)
    ford.say(OWNER, m.OpenSeeds())
    for message in (
        m.Do(command=STRIKE),
        m.Do(command=MORALE),
        m.Faces(faces=(1,)),
        m.RollRest(),
        m.Cancel(),
        m.Undo(),
        m.Redo(),
        m.Edit(entry=2, die=0, face=3),
        m.End(),
        m.End(reopen=True),
        m.AddSeed(text="late"),
        m.OpenSeeds(),
    ):
        assert (ford.refused(OWNER, message).status, ford.refused(OWNER, message).code) == (409, "opened")
    for person in (OWNER, ANA):
        look = ford.look(person)
        assert (look.offers, look.forms, look.prompt, look.undo, look.redo) == ((), (), None, False, False)
    ford.say(ANA, m.Note(text="well played"))
    assert ford.look(BEN).log[0].text == "well played"
    assert first_difference(ford.room.export(OWNER)) is None


def test_a_command_that_waits_is_finished_or_dropped_before(ford: Sitting) -> None:
    ford.say(OWNER, m.Do(command=STOP))
    ford.say(OWNER, m.Undo())
    ford.say(ANA, m.Do(command=STRIKE))
    ford.say(OWNER, m.End())
    assert ford.look(OWNER).prompt is None
    ford.say(OWNER, m.OpenSeeds())


# Words that are added


def test_words_are_added_until_something_is_seen(sit: Callable[..., Sitting]) -> None:
    """What a referee prepares unseen ends it for nobody: a refusal would tell of it."""
    table = sit()
    table.everybody()
    table.say(OWNER, m.Do(command=MORALE))
    assert [table.look(person).fair.may_add for person in (OWNER, ANA)] == [True, True]
    table.say(ANA, m.AddSeed(text="salt"))
    table.say(OWNER, m.AddSeed(text="pepper"))
    table.say(ANA, m.Faces(faces=(None,)))
    assert [table.look(person).fair.may_add for person in (OWNER, ANA)] == [False, False]
    assert table.refused(ANA, m.AddSeed(text="late")).code == "started"
    table.restart()
    assert first_difference(table.room.export(OWNER)) is None


def test_no_unseen_die_falls_from_a_seed_that_still_takes_words(sit: Callable[..., Sitting]) -> None:
    """Words that somebody adds afterwards would make it another die, and no log could be checked."""
    from tests.server.room.test_messages import GRID

    table = sit(GRID + PROWLER)
    table.seat(ANA, "Anne", fighter=0)
    roll = m.Do(command={"type": "roll_initiative", "actor": 2}, roll=True)
    before = table.bytes_of(ANA)
    assert table.refused(OWNER, roll).code == "seed_not_fixed"
    table.say(OWNER, m.Do(command={"type": "roll_initiative", "actor": 2}))
    assert table.refused(OWNER, m.RollRest()).code == "seed_not_fixed"
    table.say(OWNER, m.Faces(faces=(11,)))
    assert table.bytes_of(ANA) == before
    table.say(ANA, m.AddSeed(text="salt"))
    table.say(ANA, m.Do(command={"type": "roll_initiative", "actor": 0}, roll=True))
    table.restart()
    assert first_difference(table.room.export(OWNER)) is None
