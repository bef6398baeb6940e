"""Tables of a process: made from fights and logs, found again, joined by codes, taken away, played ahead."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from threading import Event, Thread
from typing import Any

import pytest
from msgspec.structs import replace

from affray.fight import parse
from affray.server.faults import Fault, Refused
from affray.server.limits import CODE_LENGTH, CODE_SYMBOLS
from affray.server.live import messages as m
from affray.server.live.room import Room
from affray.server.live.rooms import Rooms
from affray.server.reckoning.running import Runner, _asked
from affray.server.reckoning.whatif import WhatIf, likely, what_if
from affray.table.log import is_ended
from affray.table.replay import first_difference, open_log
from tests.server.sitting import ANA, BEN, ENDLESS, FORD, GONE, KNOCKER, OWNER, REFUSED, STRANGER, Sitting

STRIKE = {"type": "attack", "actor": 0, "target": 2, "weapon": 0}


# Making and finding


def test_a_fight_that_cannot_be_read_says_where(ford: Sitting) -> None:
    with pytest.raises(Refused) as found:
        ford.rooms.create(OWNER, FORD.replace("hp = 4", 'hp = "four"'))
    fault = found.value.fault
    assert fault.status == 422
    assert "hp" in fault.field
    assert "four" in fault.received


def test_a_fight_of_more_than_a_mebibyte_is_refused(ford: Sitting) -> None:
    with pytest.raises(Refused) as found:
        ford.rooms.create(OWNER, "#" * (1024 * 1024 + 1))
    assert found.value.fault.status in (413, 422)


def test_the_hundred_and_first_fighter_is_refused(ford: Sitting) -> None:
    with pytest.raises(Refused) as found:
        ford.rooms.create(OWNER, FORD + "count = 101\n")
    assert "100" in found.value.fault.allowed + found.value.fault.message


def test_a_table_goes_on_from_an_exported_log(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    ford.say(OWNER, m.Edit(entry=2, die=0, face=3))
    log = ford.room.export(OWNER)
    assert first_difference(log) is None
    again = ford.rooms.take_in(OWNER, log)
    assert again.table != ford.room.table
    assert again.export(OWNER) == log
    assert again.snapshot(OWNER).scene == ford.look(OWNER).scene
    answer = again.answer(
        OWNER,
        m.Envelope(command_id=ford.new_id(), expected_version=again.seen_version(OWNER), message=m.Undo()),
    )
    assert not isinstance(answer, Fault)


def test_a_fight_that_was_ended_stays_so_in_a_table_from_its_log(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    assert not is_ended(ford.room.export(OWNER))
    ford.say(OWNER, m.End())
    log = ford.room.export(OWNER)
    assert is_ended(log)
    assert first_difference(log) is None
    again = ford.rooms.take_in(OWNER, log)
    look = again.snapshot(OWNER)
    assert (look.over, look.ended, look.winner) == (True, True, None)
    assert again.export(OWNER) == log
    assert [one.over for one in ford.rooms.tables(OWNER) if one.table == again.table] == [True]

    def say(message: m.AnyMessage) -> object:
        version = again.seen_version(OWNER)
        return again.answer(OWNER, m.Envelope(command_id=ford.new_id(), expected_version=version, message=message))

    assert isinstance(say(m.Do(command={**STRIKE, "actor": 1})), Fault)
    assert not isinstance(say(m.End(reopen=True)), Fault)
    assert not again.snapshot(OWNER).over
    assert not is_ended(again.export(OWNER))


def test_a_log_with_another_face_is_refused_by_its_entry(ford: Sitting) -> None:
    ford.do(ANA, 2, **STRIKE)
    log = ford.room.export(OWNER).replace(b'["attack.d20",0,"typed",[2]]', b'["attack.d20",0,"typed",[19]]')
    with pytest.raises(Refused) as found:
        ford.rooms.take_in(OWNER, log)
    assert "entry 2" in found.value.fault.message


def test_unknown_tables_and_those_of_others_are_one(ford: Sitting) -> None:
    faults = set()
    for table in ("nowhere", "00000000-0000-4000-8000-00000000dead"):
        with pytest.raises(Refused) as found:
            ford.rooms.room(table)
        faults.add(found.value.fault)
    with pytest.raises(Refused) as found:
        ford.room.snapshot(STRANGER)
    faults.add(found.value.fault)
    assert len(faults) == 1


@pytest.mark.parametrize(("person", "code"), [(KNOCKER, "knocking"), (REFUSED, "refused"), (GONE, "removed")])
def test_whoever_is_not_at_the_table_sees_nothing(person: str, code: str, ford: Sitting) -> None:
    for ask in (ford.room.snapshot, ford.room.export, ford.room.seen_version):
        with pytest.raises(Refused) as found:
            ask(person)
        assert (found.value.fault.status, found.value.fault.code) == (403, code)


def test_lists_show_what_is_theirs(ford: Sitting) -> None:
    assert [one.office for one in ford.rooms.tables(OWNER)] == ["referee"]
    mine = ford.rooms.tables(ANA)[0]
    assert (mine.office, mine.acts, mine.code, mine.players) == ("player", "Ana, Ben", None, 2)
    assert ford.rooms.tables(KNOCKER)[0].acts == ""
    assert ford.rooms.tables(STRANGER) == []
    assert ford.rooms.tables(GONE) == []


# Codes


def test_a_code_joins_until_another_is_made(ford: Sitting) -> None:
    code = ford.look(OWNER).room.code
    assert code is not None
    assert len(code) == CODE_LENGTH
    assert set(code) <= set(CODE_SYMBOLS)
    assert isinstance(ford.rooms.join(STRANGER, "Sam", code), Room)
    ford.say(OWNER, m.NewCode())
    other = ford.look(OWNER).room.code
    assert other not in (None, code)
    old = ford.rooms.join(STRANGER, "Sam", code)
    assert isinstance(old, Fault)
    assert (old.status, old.code) == (404, "no_such_code")
    assert ford.rooms.join(STRANGER, "Sam", "AAAAAAAA") == old
    assert ford.look(ANA).you.role == "player"  # who is in stays


def test_a_code_is_written_nowhere(ford: Sitting) -> None:
    code = ford.room.code().encode()
    assert len(code) == CODE_LENGTH
    ford.store.close()
    for file in ford.path.parent.iterdir():
        assert code not in file.read_bytes()
    ford.store = ford._opened()


def test_a_restart_makes_a_new_code(ford: Sitting) -> None:
    code = ford.look(OWNER).room.code
    assert code is not None
    ford.restart()
    assert isinstance(ford.rooms.join(STRANGER, "Sam", code), Room)  # until the referee looks
    other = ford.look(OWNER).room.code
    assert other not in (None, code)
    assert ford.look(OWNER).room.code == other
    assert isinstance(ford.rooms.join(STRANGER, "Sam", code), Fault)


# Other processes


def test_what_another_process_wrote_is_seen(ford: Sitting) -> None:
    """Two rooms on one store stand for two processes: each reads on before it answers."""
    other = Rooms(ford.store).room(ford.room.table)
    ford.do(ANA, 2, **STRIKE)
    assert other.snapshot(BEN) == ford.look(BEN)
    stale = ford.room.seen_version(BEN)
    strike = m.Do(command={**STRIKE, "actor": 1}, roll=True)
    first = other.answer(BEN, m.Envelope(command_id=ford.new_id(), expected_version=stale, message=strike))
    assert not isinstance(first, Fault)
    assert ford.refused(BEN, strike, stale).code == "stale"


def test_what_was_seen_at_another_process_is_not_stale(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """The news of it are still on their way."""
    other = Rooms(ford.store).room(ford.room.table)
    ford.do(ANA, 2, **STRIKE)
    version = ford.room.seen_version(BEN)
    monkeypatch.setattr(ford.store.news, "version", lambda table: 0)
    note = m.Envelope(command_id=ford.new_id(), expected_version=version, message=m.Note(text="x"))
    assert not isinstance(other.answer(BEN, note), Fault)


def test_a_race_that_concerns_nobody_is_run_again(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else writes a hidden note between the look and the write: the player's message is taken all the same."""
    other = Rooms(ford.store).room(ford.room.table)
    version = ford.room.seen_version(ANA)
    append = ford.store.append
    raced: list[bool] = []

    def slow(*arguments: Any) -> Any:
        if not raced:
            raced.append(True)
            note = m.Note(text="psst", hidden=True)
            seen = other.seen_version(OWNER)
            answer = other.answer(OWNER, m.Envelope(command_id=ford.new_id(), expected_version=seen, message=note))
            assert not isinstance(answer, Fault)
        return append(*arguments)

    monkeypatch.setattr(ford.store, "append", slow)
    answer = ford.say(ANA, m.Do(command=STRIKE, roll=True), version)
    assert raced
    assert answer.version == version + 1


def test_a_race_that_was_lost_is_stale(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    other = Rooms(ford.store).room(ford.room.table)
    version = ford.room.seen_version(ANA)
    append = ford.store.append
    raced: list[bool] = []

    def slow(*arguments: Any) -> Any:
        if not raced:
            raced.append(True)
            strike = m.Do(command={**STRIKE, "actor": 1}, roll=True)
            answer = other.answer(BEN, m.Envelope(command_id=ford.new_id(), expected_version=version, message=strike))
            assert not isinstance(answer, Fault)
        return append(*arguments)

    monkeypatch.setattr(ford.store, "append", slow)
    found = ford.answer(ANA, m.Do(command=STRIKE, roll=True), version)
    assert isinstance(found, Fault)
    assert (found.code, found.version) == ("stale", version + 1)
    assert len([line for line in ford.look(ANA).log if line.who == "Ana"]) == 0


# The log, and moments of it


def test_earlier_lines_come_in_pages(ford: Sitting) -> None:
    for number in range(60):
        ford.say(ANA, m.Note(text=f"note {number}"))
        ford.say(OWNER, m.Note(text=f"hidden {number}", hidden=True))
    look = ford.look(ANA)
    assert [line.text for line in look.log] == [f"note {number}" for number in range(59, 9, -1)]
    assert look.earlier == 11
    rest = ford.room.lines_before(ANA, look.log[-1].seq)
    assert [line.seq for line in rest] == list(range(11, 0, -1))
    assert ford.look(OWNER).earlier == 121 - 50


def test_lines_since_a_version(ford: Sitting) -> None:
    version = ford.room.seen_version(ANA)
    ford.say(OWNER, m.Note(text="hidden", hidden=True))
    assert ford.room.lines_since(ANA, version, 10) == (version, ())
    ford.say(BEN, m.Note(text="one"))
    ford.say(BEN, m.Note(text="two"))
    current, lines = ford.room.lines_since(ANA, version, 10)
    assert current == version + 2
    assert lines is not None
    assert [line.text for line in lines] == ["one", "two"]
    assert ford.room.lines_since(ANA, version, 1) == (current, None)
    assert ford.room.lines_since(ANA, current + 1, 10) == (current, None)


def test_any_moment_can_be_seen_again(ford: Sitting) -> None:
    start = ford.room.seen_at(ANA, 0)[0]
    assert start.round == 0
    then = ford.look(ANA).scene
    ford.say(OWNER, m.Note(text="hidden", hidden=True))
    ford.do(ANA, 19, 1, **STRIKE)
    scene, lines = ford.room.seen_at(ANA, 1)
    assert scene == then
    assert [line.seq for line in lines] == [1]
    assert ford.room.seen_at(ANA, 2)[0] == ford.look(ANA).scene
    with pytest.raises(Refused):
        ford.room.seen_at(ANA, 3)


def test_what_flows_back_to_the_sheets(ford: Sitting) -> None:
    for person in (ANA, BEN):
        ford.do(person, 2, **{**STRIKE, "actor": 0 if person == ANA else 1})
    ford.do(OWNER, 18, 4, type="attack", actor=2, target=0, weapon=0)
    assert ford.look(ANA).back == ()
    ford.say(OWNER, m.End())
    back = {one.name: one for one in ford.look(ANA).back}
    assert set(back) == {"Ana", "Ben"}
    assert ("HP", 6, 2) in back["Ana"].changes
    assert (back["Ben"].fate, back["Ben"].changes) == ("up", ())
    assert ford.look(OWNER).back == ford.look(ANA).back


def test_the_die_of_the_round_is_shown(ford: Sitting) -> None:
    assert ford.look(ANA).scene.die == (6, 6)
    ford.say(OWNER, m.Edit(entry=1, die=0, face=5))
    assert ford.look(ANA).scene.die == (6, 5)
    ford.say(OWNER, m.Undo(to=0))
    assert ford.look(ANA).scene.die is None


def test_a_line_says_why(ford: Sitting) -> None:
    line = ford.look(ANA).log[0]
    assert line.clauses == ("knave.round.initiative",)
    assert "K40" in line.rulings


def test_what_is_forbidden_says_which_clause(ford: Sitting) -> None:
    forbidden = [one.forbidden for one in ford.look(ANA).offers if one.forbidden is not None]
    assert any(one.clause for one in forbidden)
    assert all(one.message for one in forbidden)


def test_offers_can_be_narrowed_to_a_seat(ford: Sitting) -> None:
    everything = ford.look(OWNER).offers
    assert {one.seat for one in everything} == {0, 1}
    narrowed = ford.look(OWNER, 1).offers
    assert [(one.seat, one.key) for one in narrowed] == [(one.seat, one.key) for one in everything if one.seat == 1]


def test_odds_come_with_the_seat_that_is_shown(ford: Sitting) -> None:
    everything = ford.look(OWNER).offers
    assert {one.seat for one in everything if one.odds is not None} == {0}
    assert {one.seat for one in ford.look(OWNER, 1).offers if one.odds is not None} == {1}


def test_a_note_leaves_the_offers_as_they_are(ford: Sitting) -> None:
    before = ford.look(ANA).offers
    ford.say(BEN, m.Note(text="a fine day"))
    assert all(one is other for one, other in zip(before, ford.look(ANA).offers, strict=True))


def test_nobody_waits_for_odds_that_somebody_else_looks_at(ford: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = Event(), Event()

    def slow(*_: Any) -> Any:
        begun.set()
        assert go_on.wait(20)
        return []

    monkeypatch.setattr("affray.server.live.odds_shown.chances", slow)
    looking = Thread(target=ford.look, args=(OWNER,))
    looking.start()
    assert begun.wait(20)
    ford.say(BEN, m.Note(text="nobody waits"))
    go_on.set()
    looking.join()
    assert ford.look(OWNER, 1).elsewhere == (0,)
    assert ford.look(OWNER, 2).offers == ()


def test_a_crowd_is_asked_for_one_by_one(sit: Callable[..., Sitting]) -> None:
    table = sit(FORD.replace("level = 1\nhp = 6", "level = 1\nhp = 6\ncount = 5") + "count = 60\n")
    table.say(OWNER, m.Faces(faces=(6,)))
    look = table.look(OWNER)
    assert len({one.seat for one in look.offers}) < 6
    assert {one.seat for one in look.offers} | set(look.elsewhere) == set(range(6))
    last = table.look(OWNER, look.elsewhere[-1])
    assert {one.seat for one in last.offers} == {look.elsewhere[-1]}


def test_open_commands_are_the_referees_forms(ford: Sitting) -> None:
    forms = {form.tag: form for form in ford.look(OWNER).forms}
    assert {"add_fighter", "override", "set_morale"} <= set(forms)
    assert "attack" not in forms
    assert "hp" in str(forms["override"].schema)
    assert ford.look(ANA).forms == ()
    reinforcement = {"name": "wolf", "side": "foes", "hd": 1, "hp": 3, "armor": 12, "damage": "1d4"}
    version = ford.room.seen_version(ANA)
    ford.say(OWNER, m.Do(command={"type": "add_fighter", "fighter": {**reinforcement, "hidden": True, "joins": 9}}))
    assert ford.room.seen_version(ANA) == version
    ford.say(OWNER, m.Do(command={"type": "add_fighter", "fighter": reinforcement}))
    assert "wolf" in str(ford.look(ANA).scene)


# Ahead


def test_the_rest_of_a_fight_is_simulated(ford: Sitting) -> None:
    found = ford.room.what_if(OWNER, 200, "a seed")
    assert isinstance(found, WhatIf)
    assert (found.runs, found.asked, found.complete) == (200, 200, True)
    assert sum(side.wins.p for side in found.sides) + found.undecided.p == pytest.approx(1)
    assert [fate.name for fate in found.fighters] == ["Ana", "Ben", "goblin"]
    assert all(fate.dies.p <= fate.falls.p for fate in found.fighters)
    again = ford.room.what_if(OWNER, 200, "a seed")
    assert isinstance(again, WhatIf)
    assert again.sides == found.sides


def test_what_was_not_seen_is_not_called_impossible() -> None:
    assert likely(0, 10_000).text == "under 0.04 %"
    assert likely(10_000, 10_000).text == "over 99.96 %"
    assert likely(0, 10_000_000).text == "< 0.01 %"
    assert likely(4_500, 10_000).text == "45.0 %"


def test_what_if_is_for_referees_and_within_its_limits(ford: Sitting) -> None:
    found = ford.room.what_if(ANA, 100)
    assert isinstance(found, Fault)
    assert found.status == 403
    for runs in (0, -1, 200_001):
        found = ford.room.what_if(OWNER, runs)
        assert isinstance(found, Fault)
        assert (found.status, found.allowed) == (422, "1 to 200000")
    for seed in ("", "x" * 65, "a\nb"):
        found = ford.room.what_if(OWNER, 10, seed)
        assert isinstance(found, Fault)
        assert (found.status, found.field) == (422, "seed")


def test_best_play_is_not_simulated() -> None:
    fight = parse(ENDLESS)
    found = what_if(Runner(), "x", replace(fight, tactics={**fight.tactics, "foes": "best:targets"}), 10, "seed")
    assert isinstance(found, Fault)
    assert (found.status, found.field) == (422, "tactics")
    assert found.message.startswith("foes plays best:targets, which is solved and not played")


def test_a_simulation_keeps_to_its_time() -> None:
    began = time.monotonic()
    found = what_if(Runner(), "x", parse(ENDLESS), 200_000, "seed", 2.0)
    assert time.monotonic() - began < 2.5
    if isinstance(found, WhatIf):  # on a busy machine not one fight may come to its end
        assert not found.complete
        assert found.undecided.p > 0.9


def test_one_simulation_a_table_and_it_can_be_cancelled() -> None:
    runner = Runner()
    found: list[object] = []
    thread = Thread(target=lambda: found.append(what_if(runner, "x", parse(ENDLESS), 200_000, "seed")))
    thread.start()
    time.sleep(0.5)
    second = what_if(runner, "x", parse(ENDLESS), 10, "seed")
    assert isinstance(second, Fault)
    assert second.code == "running"
    began = time.monotonic()
    assert runner.cancel("x")
    thread.join(5)
    assert time.monotonic() - began < 0.2
    assert isinstance(found[0], Fault)
    assert found[0].code == "cancelled"
    assert not runner.cancel("x")


@pytest.mark.skipif(sys.platform == "win32", reason="asks the system for its processes")
def test_a_simulation_ends_with_the_server() -> None:
    code = (
        "from affray.fight import parse\nfrom affray.server.reckoning.running import Runner\n"
        "from affray.server.reckoning.whatif import what_if\n"
        f"what_if(Runner(), 'x', parse({ENDLESS!r}), 200_000, 'seed', 60.0)\n"
    )
    server = subprocess.Popen([sys.executable, "-c", code])
    child = 0
    for _ in range(100):
        time.sleep(0.05)
        asking = ["ps", "--ppid", str(server.pid), "-o", "pid="]
        listed = subprocess.run(asking, capture_output=True, text=True, check=False)
        if listed.stdout.split():
            child = int(listed.stdout.split()[0])
            break
    assert child
    time.sleep(0.5)
    server.kill()
    server.wait()
    for _ in range(40):
        try:
            os.kill(child, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    raise AssertionError("the simulation outlived its server")


def test_an_opened_log_is_the_same_table(sit: Callable[..., Sitting]) -> None:
    table = sit()
    assert open_log(table.room.export(OWNER)).state == parse(FORD).state


@pytest.mark.parametrize("size", [100, 50_000, 1_000_000])
def test_a_child_that_is_gone_before_it_has_read_its_job_gives_no_answer(size: int) -> None:
    """What it did not read is not sent once more when the pipe to it is closed."""
    command = [sys.executable, "-c", "raise SystemExit(1)"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        child.wait()
        assert _asked(child, b"x" * size, 5.0) is None
