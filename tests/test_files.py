"""The reader of files: each bad input gets its sentence, each error its line and field, each key its position."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import sys
import time
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from affray.errors import AffrayError, BadInput
from affray.files import (
    FIGHT_LIMIT,
    Document,
    Node,
    distinct,
    parse_document,
    read_bytes,
    read_document,
    read_name,
    read_note,
    write_aside,
)
from affray.files.positions import locate
from affray.files.spelling import spelled


def hp(content: str | bytes, name: str = "fight.toml") -> int:
    """Read a file that has one field."""
    root = parse_document(content, name).root
    value = root.whole("hp", 1, 9999)
    root.done()
    return value


def refusal(content: str | bytes, name: str = "fight.toml") -> str:
    with pytest.raises(BadInput) as caught:
        hp(content, name)
    return str(caught.value)


def root(toml: str) -> Node:
    return parse_document(toml, "fight.toml").root


# --- whole files ------------------------------------------------------------------------------------------------

PNG = b"\x89PNG\r\n\x1a\n\x00\x00"

UNREADABLE = [
    ("F01 empty", b"", "fight.toml: the file is empty"),
    ("F01 only a byte order mark", b"\xef\xbb\xbf", "fight.toml: the file is empty"),
    ("F01 only space", b" \r\n\t\n", "fight.toml: the file is empty"),
    ("F01 only wide space", "\u3000\n".encode(), "fight.toml: the file is empty"),
    ("F03 UTF-16 with mark", "hp = 3".encode("utf-16"), "UTF-8 needed, bad byte at offset 0 (0xFF); it looks like"),
    ("F03 UTF-16 without mark", "hp = 3".encode("utf-16-le"), "UTF-8 needed, bad byte at offset 1 (0x00); it looks"),
    ("F03 Latin-1", 'hp = 3\nn = "é"'.encode("latin-1"), "fight.toml:2: UTF-8 needed, bad byte at offset 12 (0xE9)"),
    ("F03 after a mark", b"\xef\xbb\xbfhp\xff", "UTF-8 needed, bad byte at offset 5 (0xFF)"),
    ("F37 PNG", PNG, "fight.toml: this is a PNG picture, not TOML or JSON"),
    ("F37 HTML", b"\n<!doctype html><p>hp = 3", "this is XML or HTML, not TOML or JSON"),
    ("F41 zip", b"PK\x03\x04\x14\x00../../x", "this is a zip archive, not TOML or JSON"),
    ("F41 gzip", b"\x1f\x8b\x08\x00", "this is a gzip archive, not TOML or JSON"),
    ("F41 tar", b"../../x".ljust(257, b"\0") + b"ustar", "this is a tar archive, not TOML or JSON"),
    ("F42 YAML anchors", b"a: &a [x, x]\nb: [*a, *a]\n", "this is YAML, not TOML or JSON"),
    ("F42 YAML document", b"# comment\n---\nhp: 3\n", "this is YAML, not TOML or JSON"),
    ("F42 YAML list", b"- hp: 3\n", "this is YAML, not TOML or JSON"),
    ("F43 XML", b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>', "this is XML or HTML"),
    ("no text", "hp = '\udc80'", "fight.toml: UTF-8 needed, bad character at offset 6"),
]


@pytest.mark.parametrize(("content", "phrase"), [row[1:] for row in UNREADABLE], ids=[row[0] for row in UNREADABLE])
@pytest.mark.parametrize("name", ["fight.toml", "fight.json"])
def test_a_file_that_is_no_toml_or_json_is_refused_by_its_content(content: str | bytes, phrase: str, name: str) -> None:
    assert phrase.replace("fight.toml", name) in refusal(content, name)


JSON_ROWS = [
    ("F04 comma", '{"hp": 5,}', "f.json:1: not valid JSON at column "),
    ("F04 later line", '{\n  "hp": 5\n  "b": 1}', "f.json:3: not valid JSON at column 3"),
    ("F05 twice", '{"hp":5,\n"hp":500}', "f.json:2: hp: duplicate key hp; first at line 1"),
    (
        "F05 twice inside",
        '{"hp":5, "a": [{"b":1,\n"\\u0062":2}]}',
        "f.json:2: a[1].b: duplicate key b; first at line 1",
    ),
    ("F06 NaN", '{"hp":NaN}', "f.json:1: hp: a finite number is needed, got nan (allowed: "),
    ("F06 Infinity", '{\n"hp":-Infinity}', "f.json:2: hp: a finite number is needed, got -inf"),
    ("F06 1e999", '{"hp":1e999}', "hp: a finite number is needed, got inf"),
    (
        "F07 true",
        '{"hp":true}',
        "f.json:1: hp: a whole number is needed, got boolean true (allowed: integer 1 to 9999)",
    ),
    ("F08 text", '{"hp":"12"}', "hp: a whole number is needed, got text '12' (allowed: integer 1 to 9999)"),
    ("F09 12.5", '{"hp":12.5}', "hp: a whole number is needed, got number 12.5 (allowed: integer 1 to 9999)"),
    ("F10 -3", '{"hp":-3}', "hp: out of range, got -3 (allowed: integer 1 to 9999)"),
    ("F10 0", '{"hp":0}', "hp: out of range, got 0 (allowed: integer 1 to 9999)"),
    ("F10 10000", '{"hp":10000}', "hp: out of range, got 10000 (allowed: integer 1 to 9999)"),
    ("F10 huge", '{"hp":1e300}', "hp: out of range, got 1e+300 (allowed: integer 1 to 9999)"),
    ("F11 lists", "[" * 100_000, "f.json:1: too deep (allowed: at most 20 levels)"),
    ("F11 objects", '\n{"a":' * 100_000, "f.json:22: too deep (allowed: at most 20 levels)"),
    ("F11 21 levels", '{"hp":' + "[" * 20 + "]" * 20 + "}", "too deep (allowed: at most 20 levels)"),
    ("F12 digits", '{"hp":' + "1" * 5_000 + "}", "f.json:1: hp: a number is too long (allowed: at most 100 digits)"),
    ("F13 surrogate", '{"hp":\n"\\ud800"}', "f.json:1: hp: not valid text: a lone surrogate U+D800"),
    ("F13 surrogate in a key", '{"\\udfff":1}', "not valid text: a lone surrogate U+DFFF"),
    ("F14 NUL", '{"hp":"a\\u0000b"}', "f.json:1: hp: not valid text: it holds U+0000, got 'a\\x00b'"),
    ("F14 NUL beside é", '{"hp":"é\\u0000"}', "not valid text: it holds U+0000"),
    ("F15 unknown", '{"hp":5,\n"hpp":5}', "f.json:2: hpp: unknown field hpp; did you mean hp?"),
    ("F15 unknown for required", '{"a":5,\n"hpp":5}', "f.json:2: hp: required; unknown field hpp; did you mean hp?"),
    ("F15 unknown case", '{"hp":5,"HP":5}', "unknown field HP; did you mean hp?"),
    ("F15 unknown and far", '{"hp":5,"speed":5, "x y":1}', "unknown field speed (allowed: hp); also unknown: 'x y'"),
    ("F16 missing", "{}", "f.json:1: hp: required"),
    ("null", '{"hp":null}', "hp: a whole number is needed, got null"),
    ("W02 list", "[5]", "f.json:1: an object is needed at the top, got list of 1"),
    ("W02 number", "5", "f.json:1: an object { … } is needed at the top, got 5"),
    ("W02 null", "null", "an object { … } is needed at the top, got null"),
    ("TOML called JSON", "hp = 3", "f.json:1: not valid JSON at column 1: Expecting value; a JSON file begins with {"),
]


@pytest.mark.parametrize(("content", "phrase"), [row[1:] for row in JSON_ROWS], ids=[row[0] for row in JSON_ROWS])
def test_json_is_refused_by_line_and_field(content: str, phrase: str) -> None:
    assert phrase in refusal(content, "f.json")


TOML_ROWS = [
    ("F17 nan", "hp = nan", "fight.toml:1: hp: a whole number is needed, got number nan (allowed: integer 1 to 9999)"),
    ("F17 inf", "\nhp = -inf", "fight.toml:2: hp: a whole number is needed, got number -inf"),
    ("F18 date", "hp = 1979-05-27", "hp: a whole number is needed, got date 1979-05-27 (allowed: integer 1 to 9999)"),
    ("F18 time", "hp = 07:32:00", "hp: a whole number is needed, got date 07:32:00"),
    ("F19 range", "hp = 1_0000", "hp: out of range, got 10000 (allowed: integer 1 to 9999)"),
    ("F05 twice", "hp = 3\nb = 1\nhp = 4\n", "fight.toml:3: hp: duplicate key hp; first at line 1"),
    ("F05 table twice", "[hp]\n[b]\n[hp]\n", "fight.toml:3: hp: duplicate key hp; first at line 1"),
    ("F04 syntax", "a = 1\nhp 3\n", "fight.toml:2: not valid TOML at column 4: Expected '='"),
    ("F04 end", 'a = 1\nhp = """x\n', "fight.toml:2: not valid TOML at column 10: "),
    ("F11 lists", "hp = " + "[" * 100_000, "fight.toml:1: too deep (allowed: at most 20 levels)"),
    ("F11 tables", "a = 1\nhp = " + "{a=" * 30 + "1" + "}" * 30, "fight.toml:2: "),
    ("F11 dots", "a = 1\n" + "a." * 300_000 + "b = 1", "fight.toml:2: too deep (allowed: at most 20 levels)"),
    ("F11 header", "\n[" + "a." * 300_000 + "b]", "fight.toml:2: too deep (allowed: at most 20 levels)"),
    ("F12 digits", "\nhp = " + "1" * 5_000, "fight.toml:2: hp: a number is too long (allowed: at most 100 digits)"),
    ("F12 hex", "hp = 0x" + "F" * 5_000, "fight.toml:1: hp: a number is too long (allowed: at most 100 digits)"),
    ("F14 NUL", 'hp = "a\\u0000"', "fight.toml:1: hp: not valid text: it holds U+0000"),
    ("F15 unknown", "hp = 3\nhpp = 3", "fight.toml:2: hpp: unknown field hpp; did you mean hp?"),
    ("F16 missing", "title = 'x'", "fight.toml:1: hp: required"),
]


@pytest.mark.parametrize(("content", "phrase"), [row[1:] for row in TOML_ROWS], ids=[row[0] for row in TOML_ROWS])
def test_toml_is_refused_by_line_and_field(content: str, phrase: str) -> None:
    assert phrase in refusal(content)


@pytest.mark.parametrize(
    ("content", "name", "value"),
    [
        (b'\xef\xbb\xbf{"hp":5}', "f.json", 5),
        (b"\xef\xbb\xbfhp = 5\r\n", "f.toml", 5),
        ('{"hp":12.0}', "f.json", 12),
        ("hp = 12.0", "f.toml", 12),
        ("hp = 0xFF", "f.toml", 255),
        ("hp = 1_000", "f.toml", 1000),
        ('{"hp":5}', "f.toml", 5),  # the content says what it is, not the name
        ('{"hp":5}', "standard input", 5),
        ("hp = 5 # " + "." * 50, "f.toml", 5),
        ("[a]\nx.y.z = 1", "f.toml", None),
        ('"a: b" = 1', "f.toml", None),
        ("--- = 1", "f.toml", None),
    ],
)
def test_these_are_read(content: str | bytes, name: str, value: int | None) -> None:
    top = parse_document(content, name).root
    assert top.whole("hp", 1, 9999, default=None) == value


def test_20_levels_are_read_in_both_languages() -> None:
    assert parse_document('{"a":' * 20 + "1" + "}" * 20, "f.json").kind == "json"
    assert parse_document("a." * 19 + "a = 1", "f.toml").kind == "toml"
    assert parse_document("a = " + "{a=" * 19 + "1" + "}" * 19, "f.toml").kind == "toml"
    for content in ("a." * 20 + "a = 1", "a = " + "{a=" * 20 + "1" + "}" * 20, "[" + "a." * 19 + "a]"):
        with pytest.raises(BadInput, match="too deep"):
            parse_document(content, "f.toml")


@pytest.mark.parametrize(
    "bait", ['{"a' + '\\"' * 500_000, "a" + ".a" * 500_000, 'a="' + '\\"' * 500_000, "a " * 500_000]
)
def test_long_bait_is_refused_in_time_that_grows_with_its_length(bait: str) -> None:
    start = time.perf_counter()
    refusal(bait)
    assert time.perf_counter() - start < 5  # 0.2 s here; quadratic work would take minutes


def test_the_error_says_what_kind_of_error_it_is() -> None:
    def code(content: str | bytes) -> str:
        with pytest.raises(BadInput) as caught:
            hp(content)
        return caught.value.code

    assert code(PNG) == "format"
    assert code('{"hp": 5,}') == "syntax"
    assert code("hp = 0") == "out_of_range"
    assert code("hp = true") == "bad_type"
    assert code("hpp = 3\nx = 3") == "required"
    assert code("hp = 3\nx = 3") == "unknown_field"


# --- the cursor -------------------------------------------------------------------------------------------------

FIGHT = """\
ruleset = "knave"
[rulings]
K08 = "literal"

[[fighter]]
name = "Ana"
hp = 6
armor = ["gambeson", "shield"]
weapons = [
  "sword",
  { name = "maul", die = "d10" },
]

[[fighter]]
name = "goblin"
hp = "x"
armor = 13
"abilities".str = 2
walls = [[30, 0, 30, 20], [1]]
"""


def fighters(text: str = FIGHT) -> list[Node]:
    return root(text).tables("fighter", 1, 100)


def test_fields_count_from_1_and_lines_are_those_of_the_keys() -> None:
    ana, goblin = fighters()
    assert (ana.line, ana.field, goblin.line, goblin.field) == (5, "fighter[1]", 14, "fighter[2]")
    with pytest.raises(BadInput) as caught:
        goblin.whole("hp", 1, 9999)
    assert str(caught.value) == (
        "fight.toml:16: fighter[2].hp: a whole number is needed, got text 'x' (allowed: integer 1 to 9999)"
    )
    assert (caught.value.place, caught.value.field) == ("fight.toml:16", "fighter[2].hp")


def test_lists_that_mix_text_and_tables() -> None:
    ana, goblin = fighters()
    sword, maul = ana.items("weapons")
    assert sword == "sword"
    assert isinstance(maul, Node)
    assert (maul.text("name"), maul.line, maul.field) == ("maul", 11, "fighter[1].weapons[2]")
    with pytest.raises(BadInput, match=r"fight\.toml:11: fighter\[1\]\.weapons\[2\]\.die: no such option, got 'd10'"):
        maul.choice("die", ["d4", "d6"])
    with pytest.raises(BadInput, match=r"walls\[1\]: this cannot stand in the list, got list of 4"):
        goblin.items("walls")
    numbers = [[value.whole(0, 5000) for value in wall.values()] for wall in goblin.values("walls")]
    assert numbers == [[30, 0, 30, 20], [1]]


def test_a_key_that_takes_several_kinds() -> None:
    ana, goblin = fighters()
    worn = ana.either("armor")
    assert (worn.kind, worn.list_of_text()) == ("list", ["gambeson", "shield"])
    number = goblin.either("armor")
    assert (number.kind, number.whole(1, 50), number.line, number.raw) == ("integer", 13, 17, 13)
    assert goblin.either("shield", None) is None
    with pytest.raises(BadInput, match=r"^fight\.toml:17: fighter\[2\]\.armor: too heavy, got 13 \(allowed: 1 to 5\)$"):
        raise number.error("too heavy", allowed="1 to 5")
    table = root("armor = { defense = 13 }").either("armor")
    assert (table.kind, table.table().whole("defense", 1, 50)) == ("table", 13)


def test_errors_of_the_caller_stand_where_the_key_stands() -> None:
    goblin = fighters()[1]
    assert str(goblin.error("armor", "too heavy", hint="try 3")) == (
        "fight.toml:17: fighter[2].armor: too heavy, got 13; try 3"
    )
    assert str(goblin.error("armour", "absent")) == "fight.toml:14: fighter[2].armour: absent"
    assert str(goblin.error("", "bad fighter")) == "fight.toml:14: fighter[2]: bad fighter"
    assert str(goblin.error("armor", "too heavy", received="a\x1b[2J")).endswith("got 'a\\x1b[2J'")
    assert str(goblin.missing("side")) == "fight.toml:14: fighter[2].side: required"
    strength = goblin.table("abilities")
    assert strength is not None
    assert str(strength.child("str").error("no")) == "fight.toml:18: fighter[2].abilities.str: no, got 2"


def test_free_keys_and_done() -> None:
    top = root(FIGHT)
    rulings = top.table("rulings")
    assert rulings is not None
    assert {key: rulings.text(key) for key in rulings.keys()} == {"K08": "literal"}  # noqa: SIM118 - not a dict
    rulings.done()
    top.tables("fighter", 1, 100)
    with pytest.raises(BadInput, match=r"fight\.toml:1: ruleset: unknown field ruleset"):
        top.done()
    assert top.text("ruleset") == "knave"
    top.done()


def test_defaults_are_given_back_and_the_required_is_required() -> None:
    top = root("x = 1")
    assert top.whole("a", 1, 9, default=None) is None
    assert top.text("b", default="none") == "none"
    assert top.truth("c", False) is False
    assert top.choice("d", ["x"], default=None) is None
    assert top.list_of_text("e", []) == []
    assert (top.table("f"), top.tables("g"), top.items("h"), top.values("i")) == (None, [], [], [])
    assert top.name("j", None) is None
    assert top.note("k", "") == ""
    for ask in (
        lambda: top.whole("aa", 1, 9),
        lambda: top.text("aa"),
        lambda: top.name("aa"),
        lambda: top.note("aa"),
        lambda: top.truth("aa"),
        lambda: top.choice("aa", ["x"]),
        lambda: top.list_of_text("aa"),
        lambda: top.tables("aa", 1, 2),
        lambda: top.items("aa", 1),
        lambda: top.values("aa", 1),
        lambda: top.either("aa"),
        lambda: top.child("aa"),
    ):
        with pytest.raises(BadInput, match=r"^fight\.toml:1: aa: required$"):
            ask()


@pytest.mark.parametrize(
    ("toml", "phrase"),
    [
        ("a = 1", "a: text is needed, got integer 1 (allowed: text of 2 to 4 characters)"),
        ("a = 'x'", "a: the text has 1 characters, got 'x' (allowed: 2 to 4 characters)"),
        ("a = 'xxxxx'", "a: the text has 5 characters, got 'xxxxx' (allowed: 2 to 4 characters)"),
        ('a = "x\\n"', "a: control character U+000A"),
        ('a = "x\\u202E"', "a: direction control U+202E RIGHT-TO-LEFT OVERRIDE"),
    ],
)
def test_plain_text(toml: str, phrase: str) -> None:
    with pytest.raises(BadInput) as caught:
        root(toml).text("a", 2, 4)
    assert phrase in str(caught.value)


def test_truth_is_a_boolean_or_0_or_1() -> None:
    top = root("a = true\nb = false\nc = 1\nd = 0\ne = 2\nf = 'true'\ng = 1.0")
    assert [top.truth(key) for key in "abcd"] == [True, False, True, False]
    for key, got in (("e", "integer 2"), ("f", "text 'true'"), ("g", "number 1.0")):
        with pytest.raises(BadInput) as caught:
            top.truth(key)
        assert f"yes or no is needed, got {got} (allowed: true or false, 1 or 0)" in str(caught.value)


def test_choice_gives_the_option_itself() -> None:
    """A text that only equals a default would be written out where the default is left out."""
    option = "".join(["slash", "ing"])
    assert root("a = 'slashing'").choice("a", [option]) is option


def test_choice_names_the_nearest_and_the_list() -> None:
    with pytest.raises(
        BadInput, match=r"no such option, got 'slahsing' \(allowed: slashing, none\); did you mean slash"
    ):
        root("a = 'slahsing'").choice("a", ["slashing", "none"])
    with pytest.raises(BadInput, match=r"n19 and 80 more\)$"):
        root("a = 'zzz'").choice("a", [f"n{number}" for number in range(100)])


@pytest.mark.parametrize(
    ("toml", "phrase"),
    [
        ("a = 1", "a: a list is needed, got integer 1 (allowed: a list of 1 to 3)"),
        ("a = []", "a: too few, got list of 0 (allowed: 1 to 3)"),
        ("a = [{}, {}, {}, {}]", "a: too many, got list of 4 (allowed: 1 to 3)"),
        ("a = [{}, 2]", "a[2]: a table is needed, got integer 2"),
        ("[a]\nb = 1", "a: a list of tables is needed, got table of 1 (allowed: 1 to 3 tables); write [[a]]"),
    ],
)
def test_arrays_of_tables(toml: str, phrase: str) -> None:
    with pytest.raises(BadInput) as caught:
        root(toml).tables("a", 1, 3)
    assert phrase in str(caught.value)


def test_f36_ten_thousand_creatures() -> None:
    top = root("[[fighter]]\n" * 10_000)
    with pytest.raises(BadInput, match=r"fighter: too many, got list of 10000 \(allowed: 1 to 100\)$"):
        top.tables("fighter", 1, 100)


def test_f49_the_same_id_twice() -> None:
    nodes = fighters("[[fighter]]\nid = 'e\u0301'\n[[fighter]]\n[[fighter]]\nid = 'é'")
    with pytest.raises(BadInput, match=r"^fight\.toml:5: fighter\[3\]\.id: duplicate id, got 'é'; first at line 2$"):
        distinct(nodes, "id")
    distinct(nodes, "name")


def test_a_file_of_one_or_of_many() -> None:
    assert len(parse_document('{"name": "a"}', "f.json").roots()) == 1
    many = parse_document('[{"name": "a"},\n {"name": 5}]', "f.txt").roots()
    with pytest.raises(BadInput, match=r"^f\.txt:2: \[2\]\.name: text is needed, got integer 5"):
        many[1].name("name")
    with pytest.raises(BadInput, match=r"^f\.json:1: \[1\]: a table is needed, got integer 5"):
        parse_document("[5]", "f.json").roots()


def test_odd_keys_are_spelt_safely() -> None:
    assert spelled(("a", 0, "b c", "\x1b[2J", "d")) == "a[1].'b c'.'\\x1b[2J'.d"
    assert len(spelled(("x" * 1_000_000,))) == 60
    message = refusal('hp = 3\n"' + "h" * 500_000 + '" = 1')
    assert len(message) < 300


# --- names and notes --------------------------------------------------------------------------------------------

FAMILY = "👨\u200d👩\u200d👧\u200d👦"

BAD_NAMES = [
    ("N01 empty", "", "needs a visible character"),
    ("N01 spaces", "   ", "needs a visible character"),
    ("N01 zero width", "\u200b" * 15, "needs a visible character"),
    ("N01 joiners", "\u200d\u200c", "needs a visible character"),
    ("N01 empty Braille", "\u2800", "needs a visible character"),
    ("N01 Hangul filler", "\u3164", "needs a visible character"),
    ("N01 a mark alone", "\u0301", "needs a visible character"),
    ("N02 61", "x" * 61, "61 visible characters"),
    ("N02 10,000", "x" * 10_000, "10000 visible characters"),
    ("N02 61 Hebrew", "א" * 61, "61 visible characters"),
    ("N03 bytes", FAMILY * 60, "takes 1500 bytes"),
    ("N06 override", "a\u202eb", "direction control U+202E RIGHT-TO-LEFT OVERRIDE"),
    ("N06 isolate", "a\u2066b", "direction control U+2066"),
    ("N06 isolate end", "a\u2069", "direction control U+2069"),
    ("N08 marks", "Z" + "\u0301" * 100, "too many combining marks"),
    ("N08 marks with joiners", "Z" + "\u0301\u200d" * 7, "too many combining marks"),
    ("N09 line break", "a\nb", "control character U+000A"),
    ("N09 at the end", "a\n", "control character U+000A"),
    ("N09 tab", "a\tb", "control character U+0009"),
    ("N09 NUL", "a\0b", "control character U+0000"),
    ("N09 ESC", "a\x1b[2J", "control character U+001B"),
    ("N09 BEL", "a\x07", "control character U+0007"),
    ("N09 C1", "a\x9b", "control character U+009B"),
    ("N09 line separator", "a\u2028b", "control character U+2028 LINE SEPARATOR"),
    ("half a character", "a\ud800", "not valid text: U+D800 is no character"),
    ("no character", "a\uffff", "not valid text: U+FFFF is no character"),
]


@pytest.mark.parametrize(("name", "phrase"), [row[1:] for row in BAD_NAMES], ids=[row[0] for row in BAD_NAMES])
def test_names_refused(name: str, phrase: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_name(name)
    assert phrase in str(caught.value)
    assert caught.value.allowed
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "x" * 60,
        "ж" * 60,
        FAMILY * 9,  # 225 bytes
        "🇫🇷🇩🇪",
        "👍🏽",
        "עומר",
        "علی\u200cرضا",
        "🧝\u200d♀️",
        "<script>",
        '"><img onerror>',
        "{{7*7}}",
        "${7*7}",
        "%s%n",
        "'; DROP TABLE x;--",
        "\\",
        "%",
        "_",
        "=1+1",
        "@SUM",
        "+cmd",
        "-1",
        "null",
        "undefined",
        "NaN",
        "true",
        "0",
        "constructor",
        "__proto__",
        "toString",
        "CON",
        "..",
        "a/b",
        ".htaccess",
    ],
)
def test_names_taken_as_they_are(name: str) -> None:
    assert read_name(name) == unicodedata.normalize("NFC", name)
    assert root(f"name = {json.dumps(name, ensure_ascii=False)}").name("name") == read_name(name)


def test_n04_one_name_however_the_accent_was_typed() -> None:
    assert read_name("e\u0301") == read_name("é") == "é"
    assert read_name("  Ana ") == "Ana"


@pytest.mark.parametrize(("text", "count"), [("🇫🇷" * 60, 60), (FAMILY * 60, 60), ("👍🏽" * 60, 60), ("ж" * 61, 61)])
def test_what_a_reader_counts_as_one_is_one(text: str, count: int) -> None:
    phrase = f"{count} visible" if count > 60 else "bytes"
    with pytest.raises(BadInput, match=phrase):
        read_name(text)


def test_names_in_files_have_line_and_field() -> None:
    node = fighters('[[fighter]]\nname = "a\\u202Eb"\n[[fighter]]\nname = 5')
    with pytest.raises(
        BadInput, match=r"^fight\.toml:2: fighter\[1\]\.name: direction control U\+202E .*got 'a\\u202eb'"
    ):
        node[0].name("name")
    with pytest.raises(BadInput, match=r"fighter\[2\]\.name: text is needed, got integer 5 \(allowed: 1 to 60 visible"):
        node[1].name("name")


def test_notes() -> None:
    assert read_note("a\r\nb\tc\n") == "a\nb\tc\n"
    assert root('n = """\na\r\n"""').note("n") == "a\n"
    assert len(read_note("x" * 4_000)) == 4_000
    for text, phrase in (("x" * 4_001, "4001 characters"), ("\x1b", "U+001B"), ("\u202e", "U+202E")):
        with pytest.raises(BadInput, match=phrase.replace("+", r"\+")):
            read_note(text)


@given(st.text())
def test_a_name_that_is_taken_is_taken_again_unchanged(text: str) -> None:
    try:
        name = read_name(text)
    except BadInput as error:
        assert str(error).isprintable()
        return
    assert read_name(name) == name == unicodedata.normalize("NFC", name)
    assert len(name.encode()) <= 240
    assert name.strip() == name != ""


# --- files on the disk ------------------------------------------------------------------------------------------


def test_c05_reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reason(path: Path | str, limit: int = FIGHT_LIMIT) -> str:
        with pytest.raises(BadInput) as caught:
            read_bytes(path, limit)
        assert str(caught.value).startswith(f"{path}: ")
        return str(caught.value).removeprefix(f"{path}: ")

    assert reason(tmp_path / "none.toml") == "no such file"
    assert reason(tmp_path) == "a folder, not a file"
    file = tmp_path / "fight.toml"
    file.write_bytes(b"hp = 3")
    assert reason(file / "x") == "no such file"
    assert read_bytes(file, 6) == b"hp = 3"
    assert reason(file, 5) == "too large: 6 bytes (allowed: at most 5 bytes)"
    file.write_bytes(b"x" * (FIGHT_LIMIT + 1))
    assert reason(file) == "too large: 1,048,577 bytes (allowed: at most 1 MiB)"
    assert reason("-") == "no such file"
    with pytest.raises(BadInput, match="not a possible file name"):
        read_bytes("a\0b", 5)

    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    assert reason(file) == "cannot be read: permission denied"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_c05_special_files_are_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match="a named pipe, not a file"):
        read_bytes(pipe, FIGHT_LIMIT)
    with pytest.raises(BadInput, match="a device, not a file"):
        read_bytes("/dev/zero", FIGHT_LIMIT)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    give(b"hp = 3")
    assert read_bytes("-", 6, stdin=True) == b"hp = 3"
    give(b"hp = 3")
    with pytest.raises(BadInput, match=r"^standard input: too large: more than 5 bytes"):
        read_bytes("-", 5, stdin=True)
    give(b"\nhp = true")
    with pytest.raises(BadInput, match=r"^standard input:2: hp: a whole number"):
        read_document("-", stdin=True).root.whole("hp", 1, 9)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(BadInput, match="there is no standard input"):
        read_bytes("-", 5, stdin=True)


def test_read_document_names_the_path(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text('{"hp": 0}')
    with pytest.raises(BadInput) as caught:
        read_document(file).root.whole("hp", 1, 9)
    assert str(caught.value) == f"{file}:1: hp: out of range, got 0 (allowed: integer 1 to 9)"


def test_c06_writing(tmp_path: Path) -> None:
    file = tmp_path / "out.svg"
    write_aside(file, b"new", overwrite=False)
    assert file.read_bytes() == b"new"
    with pytest.raises(BadInput, match="exists already"):
        write_aside(file, b"other", overwrite=False)
    assert file.read_bytes() == b"new"
    file.chmod(0o640)
    write_aside(file, b"other", overwrite=True)
    assert file.read_bytes() == b"other"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    with pytest.raises(BadInput, match="its folder does not exist"):
        write_aside(tmp_path / "none" / "out.svg", b"", overwrite=True)
    with pytest.raises(BadInput, match="its folder does not exist"):
        write_aside(file / "out.svg", b"", overwrite=True)
    with pytest.raises(BadInput, match="a folder, not a file"):
        write_aside(tmp_path, b"", overwrite=True)
    with pytest.raises(BadInput, match="not a possible file name"):
        write_aside("a\0b", b"", overwrite=True)
    assert os.listdir(tmp_path) == ["out.svg"]


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    (tmp_path / "link").symlink_to("real")
    write_aside(tmp_path / "link", b"new", overwrite=True)
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_bytes() == b"new"


@pytest.mark.parametrize("call", ["fsync", "replace", "open"])
@pytest.mark.parametrize(
    ("number", "words"), [(errno.ENOSPC, "the disk is full"), (errno.EROFS, "read-only file system")]
)
def test_c06_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, number: int, words: str
) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        with pytest.raises(AffrayError, match=f"log.jsonl: not written: {words}$") as caught:
            write_aside(file, b"new", overwrite=True)
    assert not isinstance(caught.value, BadInput)  # exit code 1, not 2
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["log.jsonl"]


def test_an_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_aside(tmp_path / "a", b"new", overwrite=True)
    assert os.listdir(tmp_path) == []


def test_without_hard_links_a_new_file_is_still_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EPERM, "no links here")

    monkeypatch.setattr(os, "link", fail)
    write_aside(tmp_path / "a", b"new", overwrite=False)
    assert (tmp_path / "a").read_bytes() == b"new"


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    monkeypatch.setattr(os, "fsync", lambda _: file.write_bytes(b"theirs"))
    with pytest.raises(BadInput, match="exists already"):
        write_aside(file, b"ours", overwrite=False)
    assert file.read_bytes() == b"theirs"
    assert os.listdir(tmp_path) == ["a"]


# --- positions --------------------------------------------------------------------------------------------------

Lines = dict[tuple[str | int, ...], int]

KEYS = st.text(st.sampled_from("ab-_1.='\"#[{ é\\\n"), max_size=4)
SCALARS = st.one_of(st.integers(-99, 99), st.booleans(), st.text(st.sampled_from("a\"'\n\\#[]{}=,é"), max_size=6))
DATA = st.dictionaries(
    KEYS,
    st.recursive(
        SCALARS,
        lambda inner: st.one_of(
            st.lists(inner, max_size=3),
            st.dictionaries(KEYS, inner, max_size=3),
            st.lists(st.dictionaries(KEYS, inner, max_size=3), min_size=1, max_size=3),
        ),
        max_leaves=8,
    ),
    max_size=4,
)


class Writer:
    """Writes a document in any of the ways there are, and notes the line of each key as it goes."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.text = ""
        self.lines: Lines = {}

    def pick(self, *options: str) -> str:
        return str(self.draw(st.sampled_from(options)))

    def mark(self, path: tuple[str | int, ...]) -> None:
        self.lines.setdefault(path, self.text.count("\n") + 1)

    def json(self, value: Any, path: tuple[str | int, ...] = ()) -> None:
        if isinstance(value, dict):
            self.inside("{", value.items(), "}", path)
        elif isinstance(value, list):
            self.inside("[", enumerate(value), "]", path)
        else:
            self.text += json.dumps(value)
        self.gap()

    def inside(self, first: str, pairs: Any, last: str, path: tuple[str | int, ...]) -> None:
        self.text += first
        for index, (key, value) in enumerate(pairs):
            self.text += "," * (index > 0)
            self.gap()
            self.mark((*path, key))
            if isinstance(key, str):
                self.text += json.dumps(key, ensure_ascii=self.draw(st.booleans()))
                self.gap()
                self.text += ":"
                self.gap()
            self.json(value, (*path, key))
        self.gap()
        self.text += last

    def gap(self) -> None:
        self.text += self.pick("", "", " ", "\n", "\r\n\t")

    def key(self, key: str) -> str:
        ways = [json.dumps(key)]
        if key and key.isascii() and key.replace("-", "a").replace("_", "a").isalnum():
            ways.append(key)
        if "'" not in key and "\n" not in key:
            ways.append(f"'{key}'")
        return self.pick(*ways)

    def table(self, table: dict[str, Any], path: tuple[str | int, ...], header: str) -> None:
        """The plain values first, since what follows a header belongs to it."""
        sections = []
        for key, value in table.items():
            tables = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
            if (isinstance(value, dict) or tables) and self.draw(st.booleans()):
                sections.append((key, value))
            else:
                self.entry(key, value, path)
        for key, value in sections:
            spelt = f"{header}.{self.key(key)}" if header else self.key(key)
            for index, item in enumerate(value if isinstance(value, list) else [value]):
                self.mark((*path, key))
                inner = (*path, key, index) if isinstance(value, list) else (*path, key)
                self.mark(inner)
                self.text += f"[[ {spelt} ]]\n" if isinstance(value, list) else f"[{spelt}] # x = 1\n"
                self.table(item, inner, spelt)

    def entry(self, key: str, value: Any, path: tuple[str | int, ...], before: str = "") -> None:
        path = (*path, key)
        self.mark(path)
        spelt = before + self.key(key)
        if isinstance(value, dict) and value and self.draw(st.booleans()):
            for inner, item in value.items():
                self.entry(inner, item, path, spelt + self.pick(".", " . "))
            return
        self.text += spelt + self.pick("=", " = ")
        self.toml(value, path)
        self.text += self.pick("\n", " # [x]\n", "\r\n", "\n\n#\n")

    def toml(self, value: Any, path: tuple[str | int, ...]) -> None:
        if isinstance(value, dict):
            self.text += "{"
            for index, (key, item) in enumerate(value.items()):
                self.text += ", " * (index > 0)
                self.mark((*path, key))
                self.text += self.key(key) + "="
                self.toml(item, (*path, key))
            self.text += "}"
        elif isinstance(value, list):
            self.text += "["
            for index, item in enumerate(value):
                self.text += self.pick("", " ", "\n", " # ],\n")
                self.mark((*path, index))
                self.toml(item, (*path, index))
                self.text += self.pick(",", " , ", "\n,")
            self.text += "]"
        else:
            self.text += self.scalar(value)

    def scalar(self, value: Any) -> str:
        if not isinstance(value, str):
            return str(value).lower()
        ways = [json.dumps(value)]
        if "\n" not in value and "'" not in value:
            ways.append(f"'{value}'")
        if "'''" not in value:
            ways.append(f"'''\n{value}'''")
        escaped = value.replace("\\", "\\\\").replace('"""', '""\\"')
        ways.append(f'"""\n{escaped}"""')
        return self.pick(*ways)


def every_path(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, inner in pairs for found in [(*path, key), *every_path(inner, (*path, key))]]


def assert_lines(document: Document, data: Any, lines: Lines) -> None:
    assert document.data == data
    paths = every_path(data)
    assert {path: document.line(path) for path in paths} == {path: lines[path] for path in paths}
    assert set(paths) == set(document.positions.places)


@given(st.data(), DATA)
def test_every_key_of_a_json_document_has_its_line(choose: st.DataObject, data: dict[str, Any]) -> None:
    writer = Writer(choose.draw)
    writer.gap()
    writer.json(data)
    assert_lines(parse_document(writer.text, "f.json", "json"), data, writer.lines)


@given(st.data(), DATA)
def test_every_key_of_a_toml_document_has_its_line(choose: st.DataObject, data: dict[str, Any]) -> None:
    writer = Writer(choose.draw)
    writer.text = "# start\n"
    writer.table(data, (), "")
    assert_lines(parse_document(writer.text, "f.toml", "toml"), data, writer.lines)


PIECES = r"""
a b c hp "a" "b\"" 'a' = == . , [ ] [[ ]] { } { } : 1 12.5 true nan inf null 0xFF 1979-05-27 # " ' \ \u0041 \ud800
"\u0000" "\n" \""" ''' x="y" [a] [[a]] [[a.b]] [a.b] a=1 a.b=2 a={b=1} a=[1,2] {"a":1} "b":[2]
""".replace('\\"""', '"""').split()


def read_everything(node: Node) -> None:
    """Ask for every key in every way."""
    for key in node.keys():  # noqa: SIM118 - not a dict
        value = node.child(key)
        for ask in (
            value.text,
            value.name,
            value.note,
            value.truth,
            value.list_of_text,
            value.items,
            value.values,
            value.tables,
            lambda value=value: value.whole(1, 9),
            lambda value=value: value.choice(["a", "b"]),
            lambda key=key: read_everything(node.child(key).table()),
            lambda value=value: exec_raise(value.error("no")),
        ):
            try:
                ask()
            except BadInput as error:
                assert str(error).isprintable()
    for key in ("hp", "a"):
        with suppress(BadInput):
            node.whole(key, 1, 9)
    node.done()


def exec_raise(error: BadInput) -> None:
    raise error


def only_bad_input(content: str | bytes, kind: Any) -> Document | None:
    try:
        document = parse_document(content, "f", kind)
    except BadInput as error:
        assert str(error).isprintable()
        return None
    try:
        read_everything(document.root)
    except BadInput as error:
        assert str(error).isprintable()
    return document


@given(st.binary(), st.sampled_from([None, "toml", "json"]))
@example(b"\xef\xbb\xbf\xef\xbb\xbf", None)
def test_nothing_but_bad_input_on_any_bytes(content: bytes, kind: Any) -> None:
    only_bad_input(content, kind)


@given(st.text(), st.sampled_from([None, "toml", "json"]))
def test_nothing_but_bad_input_on_any_text(content: str, kind: Any) -> None:
    only_bad_input(content, kind)


@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["", " ", "\n"]))), st.sampled_from(["toml", "json"])
)
def test_nothing_but_bad_input_on_near_misses_and_no_key_without_a_line(
    pieces: list[tuple[str, str]], kind: Any
) -> None:
    document = only_bad_input("".join(piece + gap for piece, gap in pieces), kind)
    if document is not None:
        assert set(every_path(document.data)) == set(document.positions.places)


@given(st.text(st.sampled_from("a\"'[]{}=.,:#\n\\"), max_size=30), st.sampled_from(["toml", "json"]))
def test_the_scanner_stops_on_anything(text: str, kind: Any) -> None:
    assert locate(text, kind).line(("a", 0)) >= 1
