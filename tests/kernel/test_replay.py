"""A log played again leads where it says, or the first entry that does not is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import affray
from affray.codec import canonical
from affray.errors import AffrayError, BadInput, Rejection, ReplayError
from affray.table.log import EditEntry, read
from affray.table.replay import fight_of, first_difference, open_log, replay, warnings
from affray.table.work import Table
from tests.kernel.toy import Answer, Move, Throw, game


def table() -> Table:
    """Entries: 1 a rolled throw, 2 a typed one with more dice, 3 one that is stolen (4), 5 undo, 6 redo, 7 an edit."""
    found = Table(game(60), ("open", "hidden"))
    found.do(Throw(0))
    found.do(Throw(1), dice=(6, 2, 3, 5))
    found.do(Throw(0), dice=(1,))
    found.do(Answer(1, True))
    found.undo()
    found.redo()
    found.edit(2, 0, 5)
    found.do(Throw(1))
    found.note("the end")
    return found


def changed(line: int, change: Callable[[dict[str, Any]], object], source: Table | None = None) -> bytes:
    """The log with one line changed; line 1 is the header, line n + 1 entry n."""
    lines = [json.loads(one) for one in (source or table()).log().splitlines()]
    change(lines[line - 1])
    return b"".join(json.dumps(one).encode() + b"\n" for one in lines)


def setter(*path: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    def change(entry: dict[str, Any]) -> None:
        at: Any = entry
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def test_a_log_opens_as_an_equal_table() -> None:
    one = table()
    again = open_log(one.log())
    assert again.log() == one.log()
    assert again.state == one.state
    assert again.effective == one.effective
    assert [canonical(entry) for entry in again.history()] == [canonical(entry) for entry in one.history()]
    assert first_difference(one.log()) is None
    again.undo()
    one.undo()
    assert again.state == one.state


@pytest.mark.parametrize("to", range(10))
def test_a_part_of_a_log_leads_to_the_state_at_that_time(to: int) -> None:
    live = Table(game(60), ("open", "hidden"))
    steps: list[Callable[[], object]] = [
        lambda: live.do(Throw(0)),
        lambda: live.do(Throw(1), dice=(6, 2, 3, 5)),
        lambda: live.do(Throw(0), dice=(1,)),
        lambda: live.do(Answer(1, True)),
        live.undo,
        live.redo,
        lambda: live.edit(2, 0, 5),
        lambda: live.do(Throw(1)),
        lambda: live.note("the end"),
    ]
    for step in steps[:to]:
        assert not isinstance(step(), Rejection | affray.Need)
    header, entries = read(table().log(), "log")
    again = replay(header, entries, to)
    assert again.state == live.state
    assert again.effective == live.effective
    assert len(again.entries) == to


OTHER_DIGEST = "0" * 64

CHANGES = [
    ("a rolled face", 2, setter("rolls", 0, 3, value=[2]), "entry 1: the generator does not roll"),
    ("a typed face that matters", 3, setter("rolls", 0, 3, value=[5]), "entry 2: its rolls differ"),
    ("a typed face within the best of two", 3, setter("rolls", 1, 3, value=[4, 3]), "entry 2: its events differ"),
    ("a face that the die does not have", 4, setter("rolls", 0, 3, value=[7]), "entry 3: throw.d6 is 1d6"),
    ("a roll's seat", 3, setter("rolls", 0, 1, value=0), "entry 2: the rule asks 1 for throw.d6"),
    ("a roll's name", 3, setter("rolls", 0, 0, value="luck.d6"), "entry 2: the rule asks 1 for throw.d6"),
    ("a roll too many", 4, setter("rolls", value=[["throw.d6", 0, "typed", [1]]] * 2), "entry 3: its rolls differ"),
    ("a roll too few", 3, setter("rolls", value=[["throw.d6", 1, "typed", [6]]]), "entry 2: the rule asks for bonus"),
    ("an event", 3, setter("events", 1, "points", value=8), "entry 2: its events differ"),
    ("an event's clause", 3, setter("events", 1, "clause", value="toy.luck"), "entry 2: its events differ"),
    ("an event more", 2, lambda entry: entry["events"].append({"type": "offered"}), "entry 1: its events differ"),
    ("a digest", 4, setter("digest", value=OTHER_DIGEST), "entry 3: the state after it has another digest"),
    ("a command's seat", 4, setter("command", "seat", value=1), "entry 3: another is to act"),
    ("an entry's seat", 4, setter("seat", value=1), "entry 3: that was not for 1 to do"),
    ("a command for nobody", 4, setter("command", "seat", value=9), "entry 3: another is to act"),
    ("an unknown command", 4, setter("command", value={"type": "wish"}), "entry 3: Invalid value 'wish'"),
    ("a field more in a command", 4, setter("command", "colour", value="red"), "entry 3: its command differ"),
    ("a field less in a command", 4, setter("command", value={"type": "throw"}), "entry 3: .*missing .*`seat`"),
    ("an answer", 5, setter("command", "steal", value=False), "entry 4: its events differ"),
    ("an undo's aim", 6, setter("to", value=2), "entry 5: the state after it has another digest"),
    ("an undo to nowhere", 6, setter("to", value=77), "entry 5: entry 77 is not in effect"),
    ("an undo's digest", 6, setter("digest", value=OTHER_DIGEST), "entry 5: the state after it has another digest"),
    ("a redo's digest", 7, setter("digest", value=OTHER_DIGEST), "entry 6: the state after it has another digest"),
    ("an edit's digest", 8, setter("digest", value=OTHER_DIGEST), "entry 7: the state after it has another digest"),
    ("an edit's entry", 8, setter("entry", value=99), "entry 7: entry 99 is no command in effect"),
    ("an edit's die", 8, setter("die", value=1), "entry 7: "),
    ("an edit's face", 8, setter("face", value=4), "entry 7: its entries differ"),
    ("an edit's command", 8, setter("entries", 0, "command", value={"type": "throw", "seat": 0}), "entry 7: its entr"),
    ("an edit's later face", 8, setter("entries", 1, "rolls", 0, 3, value=[2]), "entry 7: its entries differ"),
    ("an edit that ends early", 8, lambda entry: entry["entries"].pop(), "entry 7: its entries differ"),
    ("an edit's dropped roll", 8, lambda entry: entry["dropped"].pop(), "entry 7: its dropped differ"),
    ("an edit's list of what is set aside", 8, setter("aside", value=[4]), "entry 7: its aside differ"),
    ("a seed", 1, setter("seeds", value=["other", "hidden"]), "entry 1: the generator does not roll"),
    ("the state at the start", 1, setter("fight", "scores", value=[1, 0]), "entry 1: the state after it has another"),
]


@pytest.mark.parametrize(("line", "change", "sentence"), [one[1:] for one in CHANGES], ids=[one[0] for one in CHANGES])
def test_the_first_entry_that_differs_is_named(
    line: int, change: Callable[[dict[str, Any]], object], sentence: str
) -> None:
    data = changed(line, change)
    with pytest.raises(ReplayError, match=f"^{sentence}") as caught:
        open_log(data)
    assert caught.value.seq == int(sentence.split(":", maxsplit=1)[0].removeprefix("entry "))
    assert first_difference(data) == str(caught.value)


def test_an_edited_die_that_brings_typed_dice_replays() -> None:
    one = Table(game(60), ("open", "hidden"))
    one.do(Throw(0), dice=(3,))
    assert isinstance(one.edit(1, 0, 6), affray.Need)
    edit = one.edit(1, 0, 6, dice=(4, None, None))
    assert isinstance(edit, EditEntry)
    sources = [(roll.name, roll.source) for roll in edit.entries[0].rolls]
    assert sources == [("throw.d6", "edited"), ("bonus.2d4", "typed"), ("luck.d6", "rolled")]
    assert open_log(one.log()).state == one.state
    bonus = setter("entries", 0, "rolls", 1, 3, value=[4, 1])
    luck = setter("entries", 0, "rolls", 2, 3, value=[edit.entries[0].rolls[2].faces[0] % 6 + 1])
    with pytest.raises(ReplayError, match="entry 2: the generator does not roll"):
        open_log(changed(3, luck, one))
    if edit.entries[0].rolls[1].faces != (4, 1):
        # A typed face that changes nothing is beyond what a replay can see.
        assert open_log(changed(3, bonus, one)).state == one.state


def test_changed_bytes_are_found() -> None:
    """Any digit of rolled entries that is changed is found with its entry; only an entry's own id is free."""
    one = Table(game(200), ("open", "hidden"))
    while len(one.entries) < 12:
        one.do(one.legal()[0])
    data = one.log()
    start = data.index(b"\n") + 1
    source = Random(0)
    for _ in range(150):
        at = source.choice([n for n in range(start, len(data)) if data[n : n + 1].isdigit()])
        digit = source.choice([d for d in b"0123456789" if d != data[at]])
        other = data[:at] + bytes([digit]) + data[at + 1 :]
        line = data[:at].count(b"\n")
        if _in_id(data, at):
            continue
        with pytest.raises(AffrayError) as caught:
            open_log(other)
        assert f"entry {line}:" in str(caught.value) or f"log:{line + 1}" in str(caught.value)


def _in_id(data: bytes, at: int) -> bool:
    line_start = data.rfind(b"\n", 0, at) + 1
    line = data[line_start : data.index(b"\n", at)]
    where = line.index(b'"id":"')
    return where <= at - line_start < where + 6 + 36


def test_commands_of_the_referee_replay() -> None:
    one = Table(game(60))
    one.do(Move(1, 7))
    assert open_log(one.log()).state.scores == (0, 7)
    with pytest.raises(ReplayError, match="entry 1: not there, or not now"):
        open_log(changed(2, setter("command", "score", value=1_000), one))


# The header


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (setter("generator", value="dice-tower"), "line 1: generator: no such generator, got 'dice-tower'"),
        (setter("ruleset", value="chess"), "no such ruleset, got 'chess'"),
        (setter("rulings", value={"K99": "yes"}), "no ruling of that name, got 'K99'"),
        (setter("tactics", value={"left": "wild"}), "line 1: tactics: left: no such tactic, got 'wild'"),
        (setter("tactics", value={"up": "first"}), "line 1: tactics: up: no such tactic, got 'first'"),
        (setter("fight", value={"scores": [0, 0]}), "line 1: fight: .*missing required field `goal`"),
        (setter("fight", "goal", value="much"), "line 1: fight: Expected `int`, got `str` at goal"),
    ],
)
def test_headers_that_cannot_be_taken(change: Callable[[dict[str, Any]], object], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        open_log(changed(1, change))


def test_another_version_or_content_is_reported_and_no_hindrance() -> None:
    header, entries = read(table().log(), "log")
    assert warnings(header) == []
    data = changed(1, lambda one: one.update(version="0", fingerprint="other", affray="9.9"))
    header, entries = read(data, "log")
    assert warnings(header) == [
        "made with version 0 of toy, here it is 1",
        "the content or the rulings of toy have changed since",
    ]
    assert replay(header, entries).state == table().state


def test_the_fight_of_a_log_is_the_one_it_began_with() -> None:
    fight = game(60, right="meek")
    header, _ = read(Table(fight).log(), "log")
    found = fight_of(header)
    assert (found.state, dict(found.tactics), found.title) == (fight.state, dict(fight.tactics), fight.title)
    assert found.orders() == fight.orders()


def test_only_an_edit_has_edited_dice() -> None:
    with pytest.raises(ReplayError, match="entry 2: only an edit has edited dice"):
        open_log(changed(3, setter("rolls", 0, 2, value="edited")))


def test_every_side_needs_its_tactic() -> None:
    with pytest.raises(BadInput, match="line 1: tactics: left: required"):
        open_log(changed(1, setter("tactics", value={})))
