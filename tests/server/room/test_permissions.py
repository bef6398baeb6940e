"""Who may send what: every message by everybody, against one table of what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from affray.server.faults import Fault
from affray.server.live import messages as m
from affray.server.live.messages import AnyMessage
from affray.server.live.permissions import MAY_SEND, name
from affray.server.live.room import Answer
from tests.server.sitting import (
    ANA,
    BEN,
    GONE,
    KNOCKER,
    OWNER,
    REFUSED,
    SECOND,
    STRANGER,
    WATCHER,
    Sitting,
)

PEOPLE = {
    "referee": OWNER,
    "co-referee": SECOND,
    "owner": ANA,
    "other": BEN,
    "spectator": WATCHER,
    "knocking": KNOCKER,
    "refused": REFUSED,
    "removed": GONE,
    "stranger": STRANGER,
}
"""Who is who; "owner" plays the fighter that the message is about, "other" another one."""

REFEREES = {"referee", "co-referee"}
OWNERS = REFEREES | {"owner"}
PLAYERS = OWNERS | {"other"}

ALLOWED: dict[str, set[str]] = {
    "do": OWNERS,
    "faces": OWNERS,
    "roll_rest": OWNERS,
    "cancel": OWNERS,
    "undo": OWNERS,
    "redo": REFEREES,
    "edit": REFEREES,
    "note": PLAYERS,
    "set": REFEREES,
    "admit": REFEREES,
    "refuse": REFEREES,
    "remove": REFEREES,
    "claim": PLAYERS,
    "release": OWNERS,
    "rolls": PLAYERS,
    "new_code": REFEREES,
    "end": REFEREES,
    "add_seed": PLAYERS | {"spectator"},
    "open_seeds": REFEREES,
}

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}
MISS = (2,)

KINDS: dict[str, type] = {name(kind): kind for kind in get_args(AnyMessage)}


def prepared(table: Sitting, kind: str) -> AnyMessage:
    """Brings the table to where the message is in place for whoever may send it, and gives it."""
    if kind != "add_seed":
        table.say(OWNER, m.Faces(faces=(6,)))  # the party acts first
    if kind in ("faces", "roll_rest", "cancel"):
        table.say(ANA, m.Do(command=STRIKE))
    if kind in ("undo", "redo", "edit"):
        table.do(ANA, *MISS, **STRIKE)
    if kind == "redo":
        table.say(ANA, m.Undo())
    if kind == "open_seeds":
        table.say(OWNER, m.End())
    if kind == "claim":
        table.say(OWNER, m.Release(fighter=0))
    return {
        "do": m.Do(command=STRIKE),
        "faces": m.Faces(faces=MISS),
        "roll_rest": m.RollRest(),
        "cancel": m.Cancel(),
        "undo": m.Undo(),
        "redo": m.Redo(),
        "edit": m.Edit(entry=2, die=0, face=3),
        "note": m.Note(text="the bridge is wet"),
        "set": m.Set(paused=True),
        "admit": m.Admit(person=KNOCKER),
        "refuse": m.Refuse(person=KNOCKER),
        "remove": m.Remove(person=WATCHER),
        "claim": m.Claim(fighter=0),
        "release": m.Release(fighter=0),
        "rolls": m.Rolls(rolls="rolled"),
        "new_code": m.NewCode(),
        "end": m.End(),
        "add_seed": m.AddSeed(text="seven"),
        "open_seeds": m.OpenSeeds(),
    }[kind]  # type: ignore[return-value]


def test_no_message_is_missed() -> None:
    assert set(KINDS) == set(ALLOWED)
    assert set(KINDS.values()) == set(MAY_SEND)


@pytest.mark.parametrize("kind", ALLOWED)
def test_nobody_else_is_heard(kind: str, sit: Callable[..., Sitting]) -> None:
    table = sit()
    table.everybody()
    message = prepared(table, kind)
    before = table.whole()
    for who, person in PEOPLE.items():
        if who not in ALLOWED[kind]:
            found = table.answer(person, message)
            assert isinstance(found, Fault), who
            assert found.status == (404 if who == "stranger" else 403), (who, found)
            assert table.whole() == before, who


@pytest.mark.parametrize("kind", ALLOWED)
def test_those_who_may_are_heard(kind: str, sit: Callable[..., Sitting]) -> None:
    for who in ALLOWED[kind]:
        table = sit()
        table.everybody()
        message = prepared(table, kind)
        before = table.whole()
        found = table.answer(PEOPLE[who], message)
        assert isinstance(found, Answer), (who, found)
        assert table.whole() != before


@pytest.mark.parametrize("person", [STRANGER, KNOCKER, REFUSED, GONE])
def test_a_denial_says_the_same_of_every_message(person: str, ford: Sitting) -> None:
    said = {ford.answer(person, m.Note(text="x")), ford.answer(person, m.Undo()), ford.answer(person, m.NewCode())}
    assert len(said) == 1


def test_what_somebody_may_send_is_what_their_snapshot_lists(ford: Sitting) -> None:
    assert set(ford.look(OWNER).you.may) == set(ALLOWED)
    assert set(ford.look(ANA).you.may) == {kind for kind, roles in ALLOWED.items() if "owner" in roles}
    assert ford.look(WATCHER).you.may == ("add_seed",)


def test_hidden_notes_are_the_referees(ford: Sitting) -> None:
    assert ford.refused(ANA, m.Note(text="psst", hidden=True)).status == 403


def test_a_co_referee_takes_no_office_and_makes_none(ford: Sitting) -> None:
    assert ford.refused(SECOND, m.Remove(person=OWNER)).status == 403
    assert ford.refused(SECOND, m.Admit(person=ANA, role="co-referee")).status == 403
    assert ford.refused(OWNER, m.Admit(person=OWNER, role="spectator")).status == 403


def test_pausing_is_the_referees_and_is_heard_by_nobody_else(ford: Sitting) -> None:
    """A player emits what pauses the game, sets a foe's hit points, brings somebody out of hiding: nothing changes."""
    seen = ford.bytes_of(BEN)
    assert ford.refused(ANA, m.Set(paused=True)).code == "forbidden"
    override = {"type": "override", "fighter": 2, "hp": 1, "reason": "I say so"}
    assert ford.refused(ANA, m.Do(command=override)).code == "forbidden"
    assert ford.refused(ANA, m.Do(command={"type": "bring_in", "fighter": 2})).status in (403, 422)
    assert ford.bytes_of(BEN) == seen


def test_while_paused_only_referees_act(ford: Sitting) -> None:
    ford.say(OWNER, m.Set(paused=True))
    assert ford.refused(ANA, m.Do(command=STRIKE)).code == "paused"
    assert ford.look(ANA).offers == ()
    ford.say(OWNER, m.Do(command=STRIKE))
    assert ford.refused(ANA, m.Faces(faces=MISS)).code == "paused"


def test_players_claim_their_own_side_and_what_is_free(ford: Sitting) -> None:
    assert ford.refused(ANA, m.Claim(fighter=2)).status == 403
    assert ford.refused(ANA, m.Claim(fighter=7)).status == 403
    assert ford.refused(ANA, m.Claim(fighter=1)).code == "claimed"
    assert ford.refused(ANA, m.Claim(fighter=1, person=BEN)).status == 403
    ford.say(OWNER, m.Claim(fighter=1, person=ANA))
    assert ford.look(ANA).you.fighters == (0, 1)
    assert ford.look(BEN).you.fighters == ()
    ford.say(OWNER, m.Claim(fighter=1, person=""))
    assert ford.look(ANA).you.fighters == (0,)


def test_whoever_was_removed_is_told_so_and_their_fighter_is_free(ford: Sitting) -> None:
    ford.say(OWNER, m.Remove(person=ANA))
    assert ford.answer(ANA, m.Note(text="hello?")) == ford.answer(GONE, m.Undo())
    assert ford.refused(ANA, m.Do(command=STRIKE)).status == 403
    ford.say(BEN, m.Claim(fighter=0))
    assert ford.look(BEN).you.fighters == (0, 1)
