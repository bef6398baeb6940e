"""Names of fighters: any that people write, told apart, and shown as they are wherever they stand."""

from __future__ import annotations

import json

import pytest

import affray
from affray.codec import convert
from affray.errors import BadInput
from affray.fight import parse
from affray.rulesets.knave import ruleset
from affray.rulesets.knave.commands import AddFighter, BeginRound, Override
from affray.table.log import CommandEntry
from tests.rulesets.knave.fights import fight, foe, pc, state_of

LITERAL = [
    "<script>", '"><img onerror>', "{{7*7}}", "${7*7}", "%s%n", "{0}", "{name}", "{", "%", "_", "\\",
    "'; DROP TABLE x;--", "=1+1", "=HYPERLINK(\"http://x\")", "@SUM", "+cmd", "-1", "null", "undefined", "NaN", "true",
    "0", "constructor", "__proto__", "toString", "CON", "..", "a/b", ".htaccess", "table", "nobody",
]  # fmt: skip
SCRIPTS = [
    "\u05e2\u05d5\u05de\u05e8",
    "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
    "\U0001f9dd\u200d\u2640\ufe0f",
    "\u9a0e\u58eb",
    "\U0001f1eb\U0001f1f7",
]


def called(name: str, text: str) -> str:
    """A fight file with this name in place of NAME."""
    return text.replace('"NAME"', json.dumps(name, ensure_ascii=False))


def names(text: str) -> list[str]:
    return [profile.name for profile in state_of(text).profiles]


@pytest.mark.parametrize("name", [*LITERAL, *SCRIPTS])
def test_a_name_is_shown_as_it_is(name: str) -> None:
    """In what may be done, in what is told, in reports, in a log; of itself and of its weapon."""
    text = called(name, fight(pc("NAME", weapons=[{"name": "NAME", "die": "d8"}]), foe("goblin")))
    table = affray.Table(parse(text), ("open", "hidden"))
    table.do(BeginRound(), dice=affray.typed(6))
    command = table.legal(0)[0]
    assert ruleset.phrase(table.state, command) == f"{name} attacks goblin with the {name}"
    before = table.state
    entry = table.do(command, dice=affray.typed(2))
    assert isinstance(entry, CommandEntry)
    events = affray.open_log(table.log()).history()[-1].events
    assert events == entry.events
    told = table.ruleset.narrate(before, entry.rolls, [convert(event, ruleset.event) for event in entry.events])
    assert told == [f"{name} attacks goblin with the {name}: 2 + 2 = 4 does not beat 13: miss"]
    assert ruleset.standings(table.state)[0].name == name


@pytest.mark.parametrize("name", LITERAL)
def test_a_reason_is_shown_as_it_is(name: str) -> None:
    table = affray.Table(parse(fight(pc(), foe())))
    before = table.state
    entry = table.do(Override(0, 3, name))
    assert isinstance(entry, CommandEntry)
    told = ruleset.narrate(before, entry.rolls, [convert(event, ruleset.event) for event in entry.events])
    assert told == [f"Ana is set to 3 HP: {name}"]


def test_two_of_one_name_are_numbered() -> None:
    assert names(fight(pc(), foe(), foe())) == ["Ana", "goblin 1", "goblin 2"]
    assert names(fight(pc("goblin 1"), foe(), foe())) == ["goblin 1", "goblin 2", "goblin 3"]


def test_one_name_however_its_accent_was_typed() -> None:
    assert names(fight(pc("Ren\u00e9"), pc("Rene\u0301"), foe())) == ["Ren\u00e9 1", "Ren\u00e9 2", "goblin"]


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "needs a visible character"),
        (" ", "needs a visible character"),
        ("\u200b" * 15, "needs a visible character"),
        ("\u2800", "needs a visible character"),
        ("x" * 61, "61 visible characters"),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466" * 60, "bytes"),
        ("a\u202eb", "U+202E"),
        ("a\u2066b", "U+2066"),
        ("Z" + "\u0301" * 100, "too many combining marks"),
        ("a\nb", "U+000A"),
        ("a\x1b[2J", "U+001B"),
        ("a\x07", "U+0007"),
        ("a\x00", "U+0000"),
    ],
)
def test_a_bad_name_is_refused_in_a_file_and_at_the_table(name: str, problem: str) -> None:
    spell = {"name": "NAME", "save": "dex", "on_fail": "stun"}
    for ana in (pc("NAME"), pc(weapons=[{"name": "NAME", "die": "d8"}]), pc(spells=[spell])):
        with pytest.raises(BadInput) as caught:
            parse(called(name, fight(ana, foe())))
        assert problem in str(caught.value)
        assert str(caught.value).isprintable()
    table = affray.Table(parse(fight(pc(), foe())))
    refused = table.do(AddFighter({"name": name, "side": "foes", "hd": 1, "damage": "1d6"}))
    assert isinstance(refused, affray.Rejection)
    assert (refused.code, table.entries) == ("bad_fighter", [])
    assert problem in refused.message
    assert refused.message.isprintable()


@pytest.mark.parametrize("side", ["table", "referee", "nobody"])
def test_no_side_is_called_as_a_seat_is(side: str) -> None:
    with pytest.raises(BadInput, match="a meaning of its own"):
        parse(fight(pc(), foe(side=side)))
