"""A table as a document: back exactly as it was, and any changed byte is found in its line."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from affray.codec import canonical
from affray.errors import BadInput
from affray.server.store import Loaded, NewRow, Store, new_id
from affray.server.store.exporting import read, write
from tests.server.store.rows import checked

KINDS = ("entry", "waiting", "person", "setting")


def some_table(chance: random.Random, store: Store) -> str:
    """A table as it may be: with rows of any JSON and any text that a database takes."""
    texts = ["", "Ann", "Τhe ford 🧝", '\u2028\n\t"\\', "null", "{}"]
    rows = [
        NewRow(
            kind=chance.choice(KINDS),
            body=canonical(chance.choice([{}, [1, {"a": "\0\n"}], {"chain": "x", "text": chance.choice(texts)}, 7])),
            public=chance.random() < 0.6,
            person=chance.choice(texts),
            id=new_id() if chance.random() < 0.7 else None,
            request=sha256(chance.randbytes(4)).hexdigest() if chance.random() < 0.5 else "",
        )
        for _ in range(chance.randrange(8))
    ]
    return store.create_table(chance.choice(["", "Τhe ford 🧝", '"\\', "null"]), "knave", rows).id


def loaded(store: Store, table: str) -> Loaded:
    found = store.load(table)
    assert found is not None
    return found


def chained(*lines: object) -> bytes:
    """A document of these lines with hashes that are right."""
    chain, document = "", b""
    for line in lines:
        text = json.dumps(line, separators=(",", ":")).encode()
        chain = sha256(chain.encode() + text).hexdigest()
        document += b'{"chain":"' + chain.encode() + b'",' + text[1:] + b"\n"
    return document


def unchained(document: bytes) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in document.splitlines()]
    for line in lines:
        del line["chain"]
    return lines


@pytest.fixture
def document(store: Store) -> bytes:
    rows = [NewRow(kind="entry", body=b'{"n":%d}' % n, public=n % 2 == 0, id=new_id()) for n in range(4)]
    return write(loaded(store, store.create_table("The ford", "knave", rows).id))


@pytest.mark.parametrize("count", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_it_comes_back_as_it_was(address: str, tmp_path: Path, opened: Callable[[str], Store], count: int) -> None:
    chance = random.Random(count)
    store, other = opened(address), opened(str(tmp_path / "other.db"))
    for _ in range(count):
        table = some_table(chance, store)
        whole = loaded(store, table)
        document = write(whole)
        assert read(document, "t.jsonl") == whole
        other.take_in(read(document, "t.jsonl"))
        assert write(loaded(other, table)) == document
        assert checked(other, table) == whole.rows


def test_each_line_is_json(document: bytes) -> None:
    header, *rows = unchained(document)
    assert (header["format"], header["rows"]) == (1, 4)
    assert [one["body"] for one in rows] == [{"n": 0}, {"n": 1}, {"n": 2}, {"n": 3}]
    assert chained(*unchained(document)) == document


def test_what_came_in_goes_on(store: Store, document: bytes, tmp_path: Path, opened: Callable[[str], Store]) -> None:
    whole = read(document, "t")
    with pytest.raises(BadInput, match="table: this table is here already") as caught:
        store.take_in(whole)
    assert caught.value.code == "exists"
    other = opened(str(tmp_path / "other.db"))
    heard: list[tuple[str, int]] = []
    other.news.listen(lambda table, version: heard.append((table, version)))
    other.take_in(whole)
    assert heard == [(whole.record.id, 4)]
    other.append(whole.record.id, 4, [NewRow(kind="note", body=b"{}", public=True)])
    assert len(checked(other, whole.record.id)) == 5


def test_a_changed_byte_is_found_in_its_line(document: bytes) -> None:
    chance = random.Random(3)
    for place in chance.sample(range(len(document)), 300):
        changed = bytearray(document)
        changed[place] ^= 1 << chance.randrange(7)
        line = document[:place].count(b"\n") + 1
        with pytest.raises(BadInput) as caught:
            read(bytes(changed), "t.jsonl")
        assert caught.value.place.startswith(f"t.jsonl:{line}") or document[place] == 10
        assert caught.value.place.startswith("t.jsonl:")


def test_lines_that_are_missing_moved_or_doubled(document: bytes) -> None:
    lines = document.splitlines(keepends=True)
    for wrong, place in (
        (lines[:2] + lines[3:], 3),
        ([*lines[:2], lines[3], lines[2], lines[4]], 3),
        (lines[:3] + lines[2:], 4),
        (lines[1:], 1),
    ):
        with pytest.raises(BadInput, match="its hash differs") as caught:
            read(b"".join(wrong), "t")
        assert caught.value.place == f"t:{place}"
    with pytest.raises(BadInput, match="3 rows of 4 are there"):
        read(b"".join(lines[:-1]), "t")


def test_one_that_is_cut_off_is_refused_wherever(document: bytes) -> None:
    for length in range(len(document)):
        with pytest.raises(BadInput, match=r"^t:[1-6]: |^t: there is nothing"):
            read(document[:length], "t")
    with pytest.raises(BadInput, match="t:3: the line is cut off; nothing was read"):
        read(b"\n".join(document.split(b"\n")[:3])[:-5], "t")


def test_a_newer_format_is_told(document: bytes) -> None:
    header, *rows = unchained(document)
    newer = [header | {"format": 7, "more": []}, *rows]
    for text in (chained(*newer), b"".join(json.dumps(line).encode() + b"\n" for line in newer)):
        with pytest.raises(BadInput, match="t:1: format: made by format 7, this program reads 1"):
            read(text, "t")


@pytest.mark.parametrize(
    ("line", "change", "problem"),
    [
        (2, {"version": 5}, "t:3: version: 2 comes here, got 5"),
        (2, {"public_version": 2}, "t:3: public_version: 1 comes here, got 2"),
        (2, {"public": True}, "t:3: public_version: 2 comes here, got 1"),
        (2, {"more": 1}, "t:3: Object contains unknown field `more`"),
        (2, {"at": None}, "t:3: Expected `str`, got `null` at at"),
        (0, {"rows": 5}, "4 rows of 5 are there"),
        (0, {"affray": 1}, "t:1: Expected `str`, got `int` at affray"),
    ],
)
def test_what_does_not_fit_is_told_by_line_and_field(
    document: bytes, line: int, change: dict[str, object], problem: str
) -> None:
    lines = unchained(document)
    lines[line] |= change
    with pytest.raises(BadInput) as caught:
        read(chained(*lines), "t")
    assert problem in str(caught.value)


def test_what_does_not_fit_together_is_told(document: bytes) -> None:
    header, *rows = unchained(document)
    table = header["table"]
    assert isinstance(table, dict)
    for change, problem in (
        ({"id": "../x"}, "t:1: table.id: a UUID is needed"),
        ({"version": 9}, "t:1: table.version: 4 is the version of its last row"),
        ({"public_version": 1}, "t:1: table.version"),
        ({"title": "a\x1b[31m"}, "t:1: table.title"),
        ({"title": "x" * 201}, "t:1: table.title"),
    ):
        with pytest.raises(BadInput, match=problem):
            read(chained(header | {"table": table | change}, *rows), "t")
    rows[2]["id"] = rows[1]["id"]
    with pytest.raises(BadInput, match="two rows have the same id"):
        read(chained(header, *rows), "t")


@pytest.mark.parametrize(
    "data", [b"", b"\n", b"\n\n", b"{}\n", b"\xff\xfe\n", b"[]\n", b'{"format":1}\n', b'{"chain":"', b"\0" * 99]
)
def test_what_is_no_document(data: bytes) -> None:
    with pytest.raises(BadInput, match=r"^t(:1)?: "):
        read(data, "t")
