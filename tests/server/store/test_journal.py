"""The journal: optimistic versions, one row a command id, what is read back, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import insert
from sqlalchemy.exc import IntegrityError

from affray.errors import BadInput
from affray.server.store import Appended, Known, NewRow, NoTable, Stale, Store, new_id, open_store
from affray.server.store.ids import identifier
from affray.server.store.place import read
from affray.server.store.schema import journal
from tests.server.store.rows import a_table, checked, row

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def test_rows_are_numbered_and_read_back_as_they_were(store: Store) -> None:
    table = a_table(store)
    first = NewRow(kind="note", body=b'{"text":"caf\xc3\xa9"}', public=True, person="p", id=new_id(), request="ab" * 32)
    result = store.append(table, 0, [first, row("[1]", public=False, id=None), row("[2]", id=None)])
    assert isinstance(result, Appended)
    assert (result.version, result.public_version) == (3, 2)
    assert [(one.version, one.public_version) for one in result.rows] == [(1, 1), (2, 1), (3, 2)]
    assert store.rows_after(table, 0) == list(result.rows)
    read = result.rows[0]
    assert (read.kind, read.body, read.public, read.person, read.id, read.request) == (
        first.kind,
        first.body,
        first.public,
        first.person,
        first.id,
        first.request,
    )


def test_a_table_is_made_with_its_first_rows(store: Store) -> None:
    record = store.create_table("Τhe ford 🧝", "knave", [row("{}"), row("{}", public=False)])
    assert (record.title, record.ruleset, record.version, record.public_version) == ("Τhe ford 🧝", "knave", 2, 1)
    assert len(checked(store, record.id)) == 2
    assert store.tables() == [record]
    assert store.load(UNKNOWN) is None


def test_tables_are_listed_newest_first(address: str) -> None:
    times = iter([f"2026-01-{day}T00:00:00.000Z" for day in ("02", "02", "03", "03", "01", "01")])
    store = open_store(read(address), clock=lambda: next(times))  # asked for the table, and for its rows
    try:
        for title in "bca":
            a_table(store, title)
        assert [one.title for one in store.tables()] == ["c", "b", "a"]
    finally:
        store.close()


def test_another_version_than_the_latest_is_stale_and_changes_nothing(store: Store) -> None:
    table = a_table(store)
    store.append(table, 0, [row(), row(public=False)])
    for version in (0, 1, 3, 2**63, 2**200):
        assert store.append(table, version, [row()]) == Stale(2, 1)
    assert len(checked(store, table)) == 2


def test_an_id_is_used_once_and_its_row_given_back_whatever_the_version(store: Store) -> None:
    table, other = a_table(store), a_table(store)
    mine = row('{"a":1}', request="aa")
    first = store.append(table, 0, [mine])
    assert isinstance(first, Appended)
    assert store.append(table, 0, [mine]) == Known(first.rows[0])
    assert store.append(table, 1, [mine]) == Known(first.rows[0])
    assert store.append(table, 1, [row("{}", id=mine.id, request="bb")]) == Known(first.rows[0])
    assert len(checked(store, table)) == 1
    assert isinstance(store.append(other, 0, [mine]), Appended)


def test_a_table_that_is_not_there(store: Store) -> None:
    with pytest.raises(NoTable) as caught:
        store.append(UNKNOWN, 0, [row()])
    assert caught.value.code == "not_found"
    assert store.rows_after(UNKNOWN, 0) == []


def test_rows_are_read_after_a_version(store: Store) -> None:
    table = a_table(store)
    store.append(table, 0, [row(f"[{n}]", public=n % 3 == 0) for n in range(1, 10)])
    assert [one.version for one in store.rows_after(table, 6)] == [7, 8, 9]
    assert [one.version for one in store.rows_after(table, 2, 3)] == [3, 4, 5]
    for far in (9, 2**63 - 1, 2**63, 10**40):
        assert store.rows_after(table, far) == []


def test_rows_of_some_kinds(store: Store) -> None:
    table = a_table(store)
    kinds = ["person", "entry", "code", "entry", "person"]
    store.append(table, 0, [NewRow(kind=kind, body=b"{}", public=True) for kind in kinds])
    found = store.rows_after(table, 1, kinds=("person", "code"))
    assert [(one.version, one.kind) for one in found] == [(3, "code"), (5, "person")]
    assert [one.version for one in store.rows_after(table, 0, 2, kinds=["entry"])] == [2, 4]
    assert store.rows_after(table, 0, kinds=()) == []


def test_nul_and_half_characters_are_refused_alike(store: Store) -> None:
    table = a_table(store)
    for wrong, what in (("a\0b", "control character U[+]0000"), ("a\ud800", "half of a character")):
        with pytest.raises(BadInput, match=what):
            store.append(table, 0, [row(person=wrong)])
        with pytest.raises(BadInput, match=what):
            store.create_table(wrong, "knave")
    assert checked(store, table) == []
    assert len(store.tables()) == 1


@pytest.mark.parametrize(
    "change",
    [
        {"version": 1},
        {"version": 2, "public_version": 2, "id": "one"},
        {"table_id": UNKNOWN},
        {"version": None},
        {"body": None},
    ],
)
def test_the_database_itself_keeps_the_chain(store: Store, change: dict[str, object]) -> None:
    """Whoever writes past the store cannot put in a twin, a row of no table, or half of a row."""
    table = a_table(store)
    store.append(table, 0, [row(id="one")])
    values = {"table_id": table, "version": 2, "public_version": 2, "kind": "entry", "person": "", "at": ""}
    values |= {"id": "two", "public": True, "body": b"{}", "request": ""}
    with pytest.raises(IntegrityError), store.database.writing() as connection:
        connection.execute(insert(journal), [values | change])
    assert len(checked(store, table)) == 1


def test_only_a_uuid_is_an_id() -> None:
    good = "0b5d7a4e-3c1f-4a53-9d52-5a1b8f3c2d10"
    assert identifier(good) == good
    assert identifier(good.upper()) == good
    wrong = ["1", "-1", "0", str(2**63), 2**63, "../x", "a" * 10_000, None, f"{{{good}}}", good.replace("-", ""), ""]
    wrong += [f"urn:uuid:{good}"[:36], "０" * 36, good[:-1] + "g", good[:8] + good[9:] + "-"]
    for one in wrong:
        with pytest.raises(BadInput, match="a UUID is needed"):
            identifier(one)


def test_the_order_is_that_of_the_versions_whatever_the_clock_says(address: str) -> None:
    times = iter([f"2026-01-01T{hour}:00:00.000Z" for hour in ("12", "12", "13", "14", "13")])
    store = open_store(read(address), clock=lambda: next(times))
    try:
        table = a_table(store)
        for version in range(3):
            assert isinstance(store.append(table, version, [row()]), Appended)
        rows = checked(store, table)
        assert [one.at for one in rows] != sorted(one.at for one in rows)
    finally:
        store.close()


def test_a_key_is_made_once_and_stays(address: str, opened: Callable[[str], Store]) -> None:
    store = opened(address)
    with ThreadPoolExecutor(8) as pool:
        found = set(pool.map(lambda _: store.key("cookies"), range(16)))
    assert len(found) == 1
    key = found.pop()
    assert len(key) == 32
    assert store.key("another") != key
    store.close()
    assert opened(address).key("cookies") == key


def test_every_time_is_utc(store: Store) -> None:
    table = a_table(store)
    store.append(table, 0, [row()])
    assert store.rows_after(table, 0)[0].at.endswith("Z")
