"""Nothing hidden leaves the server: two tables that differ in secrets alone give players the same bytes."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from affray.server.live import journaled, lines_of_commands, seats
from affray.server.live.room import Room
from affray.server.live.snapshot import Snapshot
from tests.promises.canaries import CANARIES, canary_in, forms
from tests.promises.fights import RULESETS
from tests.promises.secret_fights import MANY, twins
from tests.promises.twin_tables import Leak, Pair
from tests.promises.wire import Wire, wired


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with wired(tmp_path_factory.mktemp("hidden")) as found:
        yield found


def play(wire: Wire, ruleset: str, number: int, steps: int, places: int) -> Pair:
    """A session, made from its ruleset and number."""
    source = Random(f"{ruleset} {number}")
    pair = Pair(wire, twins(ruleset, source), source)
    try:
        pair.play(steps, places)
    except Leak as leak:
        raise Leak(f"session {number} of {ruleset}: {leak}") from None
    return pair


def sessions(wire: Wire, ruleset: str, numbers: range, steps: int, places: int) -> None:
    pairs = [play(wire, ruleset, number, steps, places) for number in numbers]
    # Sessions that stop at once would prove nothing.
    assert sum(pair.steps for pair in pairs) >= steps * len(pairs) * 0.5
    assert min(pair.compared for pair in pairs) > 20


@pytest.mark.parametrize("start", range(0, 50, 10))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_cannot_tell_two_tables_apart(ruleset: str, start: int, wire: Wire) -> None:
    """150 sessions."""
    sessions(wire, ruleset, range(start, start + 10), 3, 4)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1_000, 1_170, 10))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_cannot_tell_many_tables_apart(ruleset: str, start: int, wire: Wire) -> None:
    """510 longer sessions, looked at in more places."""
    sessions(wire, ruleset, range(start, start + 10), 8, 16)


# What rules make public of what is hidden: two tables of which that is true are not alike


@pytest.mark.parametrize(
    ("ruleset", "number"),
    [
        ("skilldice", 1080),  # of equal results the larger die goes first (D02): another order of two foes
        ("skilldice", 1168),  # the same, of a foe and a player's fighter
        ("d20grid", 1152),  # a stronger arm: the same face, and more harm to a player's fighter
    ],
)
def test_two_tables_go_on_while_all_that_is_public_is_alike(ruleset: str, number: int, wire: Wire) -> None:
    assert play(wire, ruleset, number, 8, 2).steps > 2


# The same sessions find what leaks


def whole_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    """Players see the scene through the referee's eyes."""
    monkeypatch.setattr(seats, "eyes", lambda ruleset, state, sitter: "referee")


def counted_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version counts what is hidden, too."""
    snapshot = Room.snapshot

    def counting(self: Room, person: str, seat: Any = None) -> Snapshot:
        return msgspec.structs.replace(snapshot(self, person, seat), version=self._held.version)

    monkeypatch.setattr(Room, "snapshot", counting)


def whole_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a player takes away is the referee's log."""
    monkeypatch.setattr("affray.server.live.room.export_for", lambda held, sitter, title: held.table.log())


def telling_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever hides is refused by the rules, not as somebody who is not there."""
    monkeypatch.setattr("affray.server.live.deciding_play.may_know", lambda *asked: None)


def all_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kind of an enemy's die is shown."""
    monkeypatch.setattr(lines_of_commands, "_shows_its_kind", lambda *asked: True)


def busy_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream sends something for every row, hidden or not."""
    monkeypatch.setattr(journaled.Journaled, "_version", lambda self, sitter: self._held.version)


LEAKS = {
    "the scene": (whole_scene, "knave", 4),
    "versions": (counted_secrets, "knave", 4),
    "the log": (whole_log, "skilldice", 30),
    "refusals": (telling_refusal, "knave", 44),
    "dice": (all_dice, "knave", 1),
    "streams": (busy_stream, "skilldice", 4),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_found(leak: str, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    plant, ruleset, places = LEAKS[leak]
    plant(monkeypatch)
    with pytest.raises(Leak):
        sessions(wire, ruleset, range(30), 1 if leak == "refusals" else 5, places)


@pytest.mark.parametrize("canary", CANARIES)
def test_a_canary_is_found_in_every_form(canary: str) -> None:
    for form in forms(canary):
        assert canary_in(b"before " + form.upper() + b" after") == canary
    assert canary_in(b"nothing of it") is None
    assert canary_in(f'"hp":{MANY},'.encode()) == str(MANY)
    assert canary_in(f'"hp":1{MANY},'.encode()) is None
