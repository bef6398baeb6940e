"""Reading, replaying, taking away and verifying the log of a table."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from affray.rules.showing import Told
from affray.server.live.messages import Note
from affray.server.live.snapshot import Line
from affray.server.pages.log_csv import as_csv, safe
from tests.server.pages.visiting import Server, text_of

SECRET = "777"
"""The hit points of the goblins."""


def test_every_entry_is_read_in_order(server: Server) -> None:
    room = server.table()
    server.play(room, 6)
    page = server.owner().get(f"/t/{room.table}/log")
    lines = room.lines_before(server.site.owner.person, None, 100)
    assert len(lines) >= 5
    places = [page.index(f'id="e-{line.seq}"') for line in lines]
    assert places == sorted(places, reverse=True)
    squeezed = text_of(page).replace(" ", "")
    for line in lines:
        for told in line.told:
            assert told.text.replace(" ", "") in squeezed


def test_long_logs_come_in_pages(server: Server) -> None:
    room = server.table()
    for number in range(205):
        server.say(room, Note(text=f"note {number}"))
    page = server.owner().get(f"/t/{room.table}/log")
    assert "note 204" in page
    assert "note 1<" not in page
    first = min(line.seq for line in room.lines_before(server.site.owner.person, None, 200))
    assert f"?before={first}" in page
    assert "note 1<" in server.owner().get(f"/t/{room.table}/log?before={first}")


def test_what_is_hidden_is_in_no_log_of_a_player(server: Server) -> None:
    room = server.table()
    server.say(room, Note(text="the goblins lie", hidden=True))
    server.play(room, 5)
    player, owner = server.player(room), server.owner()
    for path in ("log", "log.csv", "replay?at=1", "sheets"):
        page = player.get(f"/t/{room.table}/{path}")
        assert "the goblins lie" not in page
        assert SECRET not in page
    assert "the goblins lie" in owner.get(f"/t/{room.table}/log")
    assert "the goblins lie" in owner.get(f"/t/{room.table}/log.csv")
    assert SECRET in owner.get(f"/t/{room.table}/replay?at=1")


def test_a_replay_goes_from_the_start_to_the_end(server: Server) -> None:
    room = server.table()
    server.play(room, 5)
    owner = server.owner()
    last = room.lines_before(server.site.owner.person, None, 1)[0].seq
    start = owner.get(f"/t/{room.table}/replay")
    assert f"0 of {last}" in start
    assert "The start." in start
    then = room.seen_at(server.site.owner.person, last)[0]
    page = text_of(owner.get(f"/t/{room.table}/replay?at={last}"))
    assert f"Round {then.round}" in page
    for camp in then.camps:
        for card in camp.cards:
            assert card.name in page


@pytest.mark.parametrize("at", ["-1", "99999", "x", "1e3", "9" * 30])
def test_an_entry_that_there_is_not(server: Server, at: str) -> None:
    room = server.table()
    server.owner().get(f"/t/{room.table}/replay?at={at}", 422)


def test_nothing_can_be_done_on_a_replay(server: Server) -> None:
    room = server.table()
    server.play(room, 3)
    page = server.owner().get(f"/t/{room.table}/replay?at=1")
    assert "hx-post" not in page
    assert 'method="post"' not in page


def test_logs_are_for_those_at_the_table(server: Server) -> None:
    room = server.table()
    server.guest().get(f"/t/{room.table}/log", 401)
    other = server.player(server.table())
    for path in ("log", "log.csv", "replay", "sheets", "sheet/0"):
        other.get(f"/t/{room.table}/{path}", 404)
    other.get("/t/1/log", 422)


def test_a_log_verifies(server: Server) -> None:
    room = server.table()
    server.play(room, 4)
    log = room.export(server.site.owner.person)
    page = text_of(server.owner().post("/logs", {"do": "verify"}, {"file": ("a.log", log)}))
    assert "It verifies" in page
    assert f"all {len(log.splitlines()) - 1} entries" in page


def test_the_first_entry_that_differs_is_named(server: Server) -> None:
    room = server.table()
    server.play(room, 5)
    lines = room.export(server.site.owner.person).split(b"\n")
    changed = json.loads(lines[3])
    name, seat, source, faces = changed["rolls"][0]
    changed["rolls"][0] = [name, seat, source, [faces[0] % 20 + 1, *faces[1:]]]
    lines[3] = json.dumps(changed).encode()
    page = text_of(server.owner().post("/logs", {"do": "verify"}, {"file": ("a.log", b"\n".join(lines))}))
    assert "Entry 3 differs" in page


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: [*lines[:2], *lines[3:]], "gap after 1"),
        (lambda lines: [*lines[:3], lines[2], *lines[3:]], "seq 2 twice"),
        (lambda lines: [lines[0].replace(b'"format":1', b'"format":7'), *lines[1:]], "made by format 7"),
        (lambda lines: [*lines[:-1], lines[-2][:20]], "cut off"),
        (lambda lines: [b"{}", b""], "no log of a fight"),
        (lambda lines: [b"\x89PNG\r\n\x1a\n"], "a PNG picture"),
        (lambda lines: [b""], "choose the file of a log first"),
    ],
)
def test_what_is_no_log(server: Server, change: object, said: str) -> None:
    room = server.table()
    server.play(room, 4)
    lines = room.export(server.site.owner.person).split(b"\n")
    assert callable(change)
    content = b"\n".join(change(lines))
    for do in ("verify", "open"):
        page = server.owner().post("/logs", {"do": do}, {"file": ("a.log", content)}, status=422)
        assert said in text_of(page)
    assert len(server.site.rooms.tables(server.site.owner.person)) == 1


def test_only_the_owner_opens_a_log_as_a_table(server: Server) -> None:
    room = server.table()
    log = room.export(server.site.owner.person)
    server.player(room).post("/logs", {"do": "open"}, {"file": ("a.log", log)}, status=403)
    assert server.owner().post("/logs", {"do": "open"}, {"file": ("a.log", log)}, status=303).startswith("/t/")


def test_no_cell_is_a_formula() -> None:
    lines = [
        Line(seq=1, kind="note", round=1, who="=1+1", text="@SUM(A1)"),
        Line(seq=2, kind="command", round=1, who="Ana", told=(Told(text="-2, dead"), Told(text='says "no",'))),
    ]
    rows = list(csv.reader(io.StringIO(as_csv(lines), newline="")))
    assert [row[3:5] for row in rows[1:]] == [["'=1+1", "'@SUM(A1)"], ["Ana", '\'-2, dead says "no",']]


@pytest.mark.parametrize("cell", ["=1", "+1", "-1", "@a", "\ta", "\ra"])
def test_what_a_spreadsheet_would_work_out_is_quoted(cell: str) -> None:
    assert safe(cell) == f"'{cell}"


def test_a_whole_table_goes_from_one_server_to_another(server: Server, tmp_path: Path) -> None:
    room = server.table()
    server.play(room, 4)
    server.player(room)
    document = server.owner().get(f"/t/{room.table}/table").encode()
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    other = Server(folder)
    address = other.owner().post("/tables", {"do": "file"}, {"file": ("x", document)}, status=303)
    there = other.site.rooms.room(address.removeprefix("/t/"))
    me = other.site.owner.person
    assert there.export(me) == room.export(server.site.owner.person)
    assert "Mira" in [one.name for one in there.snapshot(me).room.people]
    page = other.owner().post("/tables", {"do": "file"}, {"file": ("x", document)}, status=422)
    assert "this table is here already" in text_of(page)
    other.site.close()


def test_a_table_that_was_changed_is_not_taken_in(server: Server, tmp_path: Path) -> None:
    room = server.table()
    server.play(room, 4)
    document = server.owner().get(f"/t/{room.table}/table").encode()
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    other = Server(folder)
    lines = document.split(b"\n")
    lines[3] = lines[3].replace(b'"public":true', b'"public":null')
    for changed in (b"\n".join(lines), document[:-30], b"\n".join(document.split(b"\n")[:2]) + b"\n"):
        other.owner().post("/tables", {"do": "file"}, {"file": ("x", changed)}, status=422)
    assert other.site.store.tables() == []
    other.site.close()


def test_the_whole_table_is_the_owners(server: Server) -> None:
    room = server.table()
    server.player(room).get(f"/t/{room.table}/table", 403)
    server.guest().get(f"/t/{room.table}/table", 401)
