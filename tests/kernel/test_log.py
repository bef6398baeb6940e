"""The log as text: what is wrong with it is said with its line."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from msgspec.structs import replace

from affray.errors import BadInput
from affray.interpret.script import Rolled
from affray.table import log
from affray.table.log import CommandEntry, NoteEntry, Published, player_log, read, write
from affray.table.publishing import published
from affray.table.work import Table
from tests.kernel.toy import Throw, game, ruleset

HIDDEN = {why.name for why in ruleset.rolls if why.hidden}


def public(entry: CommandEntry) -> Published:
    events = [event for event in entry.events if not event.get("hidden")]
    return Published(events, tuple(one for one in entry.rolls if one.name not in HIDDEN), entry.seat != "referee")


def table(seats: int = 4) -> Table:
    found = Table(game(40), ("open", "hidden"))
    for n in range(seats):
        found.do(Throw(n % 2), dice=(3 + n % 2,), id=f"id {n}")
    return found


def lines(changed: dict[int, Any] | None = None) -> list[bytes]:
    """The lines of a log of a header and four entries; `changed` holds values by line and field."""
    found = [json.loads(line) for line in table().log().splitlines()]
    for number, fields in (changed or {}).items():
        found[number - 1].update(fields)
    return [json.dumps(one).encode() for one in found]


def text(changed: dict[int, Any] | None = None) -> bytes:
    return b"".join(line + b"\n" for line in lines(changed))


def test_what_is_written_is_read() -> None:
    one = table()
    one.undo()
    one.redo()
    one.note("a note", hidden=True)
    one.take_seat(0, "Ana")
    one.edit(1, 0, 4)
    data = one.log()
    header, entries = read(data, "log")
    assert write(header, entries) == data
    assert [type(entry).__name__ for entry in entries] == (
        ["CommandEntry"] * 4 + ["UndoEntry", "RedoEntry", "NoteEntry", "SeatEntry", "EditEntry"]
    )
    assert [json.loads(line)["kind"] for line in data.splitlines()[1:]] == (
        ["command"] * 4 + ["undo", "redo", "note", "seat", "edit"]
    )
    assert all(
        line == json.dumps(json.loads(line), sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        for line in data.splitlines()
    )


@pytest.mark.parametrize("cut", [1, 5, 40])
def test_a_line_that_is_cut_off(cut: int) -> None:
    with pytest.raises(BadInput, match=r"^game:5: the line is cut off; nothing was read$"):
        read(text()[:-cut], "game")


def test_a_log_that_is_cut_in_its_header() -> None:
    with pytest.raises(BadInput, match=r"^game:1: the line is cut off"):
        read(text()[:50], "game")


@pytest.mark.parametrize("data", [b"\n", b""])
def test_an_empty_log(data: bytes) -> None:
    with pytest.raises(BadInput, match="game"):
        read(data, "game")


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        ((1, 2, 4, 5), "^game:4: seq: gap after 2, got 4$"),
        ((1, 2, 2, 3), "^game:4: seq: seq 2 twice, got 2$"),
        ((2, 3, 4, 5), "^game:2: seq: gap after 0, got 2$"),
        ((1, 2, 3, 1), "^game:5: seq: seq 1 twice, got 1$"),
        ((1, 2, 3, -4), "^game:5: seq: "),
    ],
)
def test_numbers_that_do_not_follow(numbers: tuple[int, ...], sentence: str) -> None:
    changed = {line: {"seq": number} for line, number in enumerate(numbers, start=2)}
    with pytest.raises(BadInput, match=sentence):
        read(text(changed), "game")


def test_a_newer_format() -> None:
    with pytest.raises(BadInput, match=r"^game:1: format: made by format 7, this program reads 1$"):
        read(text({1: {"format": 7, "unheard_of": True}}), "game")


@pytest.mark.parametrize(
    ("line", "fields", "sentence"),
    [
        (1, {"colour": "red"}, "unknown field `colour`"),
        (3, {"colour": "red"}, "unknown field `colour`"),
        (3, {"seq": "two"}, "Expected `int`, got `str` at seq"),
        (3, {"seq": True}, "Expected `int`, got `bool` at seq"),
        (3, {"kind": "wish"}, "Invalid value 'wish' at kind"),
        (3, {"rolls": [["throw.d6", 1, "wished", [3]]]}, r"Invalid enum value 'wished' at rolls\[0\]\[2\]"),
        (3, {"rolls": [["throw.d6", 1, "typed", [3], 0]]}, "`array` of at most length 4"),
        (1, {"seeds": ["open"]}, "at seeds"),
        (1, {"format": "one"}, "Expected `int`, got `str` at format"),
    ],
)
def test_fields_that_are_not_as_they_should_be(line: int, fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=f"^game:{line}: .*{sentence}"):
        read(text({line: fields}), "game")


@pytest.mark.parametrize("bad", [b"{", b"not json", b"\xff\xfe", b"[]", b"null", b"", b"[" * 100_000])
@pytest.mark.parametrize("place", [1, 3])
def test_lines_that_are_no_entry(bad: bytes, place: int) -> None:
    found = lines()
    found[place - 1] = bad
    with pytest.raises(BadInput, match=f"^game:{place}: "):
        read(b"\n".join(found) + b"\n", "game")


def test_reading_keeps_no_memory() -> None:
    data = text()
    read(data, "game")
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(50):
        read(data, "game")
    gc.collect()
    assert len(gc.get_objects()) - before < 50


# What a player gets


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value, *(leaf for inner in value.values() for leaf in leaves(inner))]
    if isinstance(value, list | tuple):
        return [leaf for inner in value for leaf in leaves(inner)]
    return [value]


def test_a_player_gets_no_digest_seed_hidden_roll_or_hidden_note() -> None:
    one = Table(game(40), ("open", "hidden"))
    one.do(Throw(0), dice=(6, 2, 3, 5))
    one.note("for all")
    one.note("for the referee", hidden=True)
    shown = player_log(one.entries, public)
    assert [entry["seq"] for entry in shown] == [1, 2]
    first = shown[0]
    assert [roll[0] for roll in first["rolls"]] == ["throw.d6", "bonus.2d4"]
    assert [event["type"] for event in first["events"]] == ["threw"]
    assert first["command"] == {"type": "throw", "seat": 0}
    assert not {"digest", "luck.d6", "lucky", "for the referee"} & set(map(str, leaves(shown)))
    whole = one.entries[0]
    assert isinstance(whole, CommandEntry)
    assert len(whole.rolls) == 3
    assert len(whole.events) == 2


def test_a_roll_that_no_list_has_is_hidden() -> None:
    one = table(1)
    entry = one.entries[0]
    assert isinstance(entry, CommandEntry)
    assert [roll.name for roll in published(ruleset, one.fight.state, entry).rolls] == ["throw.d6"]
    assert published(replace(ruleset, rolls=()), one.fight.state, entry).rolls == ()


def test_of_what_nobody_sees_happen_nobody_sees_the_dice() -> None:
    unseen = replace(ruleset, publish=lambda state, event: None, tells=lambda state, command: False)
    one = Table(replace(game(40), ruleset=unseen), ("open", "hidden"))
    one.do(Throw(0), dice=(3,))
    whole = one.player_log()
    assert whole == [{"kind": "command", "seq": 1, "id": one.entries[0].id, "seat": 0, "rolls": [], "events": []}]
    one.edit(1, 0, 4)
    shown = one.player_log()[1]
    assert (shown["dropped"], shown["entries"][0]["rolls"]) == ([], [])
    assert not {"die", "face"} & set(shown)


def test_an_edit_of_a_hidden_die_shows_neither_die_nor_face() -> None:
    one = Table(game(40), ("open", "hidden"))
    one.do(Throw(0), dice=(6, 2, 3, 5))
    one.edit(1, 3, 2)
    shown = player_log(one.entries, public)[1]
    assert {"die", "face", "digest"} & set(shown) == set()
    assert "luck.d6" not in leaves(shown)


def test_an_edit_counts_the_dice_that_players_see() -> None:
    luck = Rolled("luck.d6", "referee", "typed", (5,))
    seen = (Rolled("throw.d6", 0, "typed", (6,)), Rolled("bonus.2d4", 0, "edited", (2, 3)))
    assert [log._shown_die((luck, *seen), seen, die) for die in range(5)] == [None, 0, 1, 2, None]
    one = Table(game(40), ("open", "hidden"))
    one.do(Throw(0), dice=(6, 2, 3, 5))
    one.edit(1, 2, 4)
    shown = player_log(one.entries, public)[1]
    assert (shown["die"], shown["face"]) == (2, 4)
    assert [roll[0] for roll in shown["entries"][0]["rolls"]] == ["throw.d6", "bonus.2d4"]


def test_a_hidden_roll_that_was_dropped_is_hidden() -> None:
    one = Table(game(40), ("open", "hidden"))
    one.do(Throw(0), dice=(6, 2, 3, 5))
    one.edit(1, 0, 3)
    entry, shown = one.entries[1], player_log(one.entries, public)[1]
    assert [roll.name for _, roll in entry.dropped] == ["bonus.2d4", "luck.d6"]  # type: ignore[union-attr]
    assert [roll[0] for _, roll in shown["dropped"]] == ["bonus.2d4"]


def test_entries_are_left_as_they_are() -> None:
    one = table()
    before = one.log()
    player_log([*one.entries, NoteEntry(5, "id", "referee", "x")], public)
    assert one.log() == before


def test_a_player_gets_no_command_of_the_referee() -> None:
    one = table(1)
    secret = CommandEntry(
        2, "id", "referee", {"type": "set", "score": 918273}, (), ({"type": "set", "hidden": True},), ""
    )
    shown = player_log([*one.entries, secret], public)[1]
    assert shown == {"kind": "command", "seq": 2, "id": "id", "seat": "referee", "rolls": [], "events": []}


def test_a_foreign_schema_is_refused() -> None:
    with pytest.raises(BadInput, match="made by schema 7, this program reads 1"):
        read(text({1: {"schema": 7}}), "t.jsonl")


@pytest.mark.parametrize("id", ["", "id 0"])
def test_every_entry_has_an_id_of_its_own(id: str) -> None:
    with pytest.raises(BadInput, match=r"t\.jsonl:3: id: an id of its own"):
        read(text({3: {"id": id}}), "t.jsonl")
