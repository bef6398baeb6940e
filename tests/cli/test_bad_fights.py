"""Fight files that are refused: exit code 2, the line and the field on stderr, nothing on stdout."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import refused, run

TOP = 'ruleset = "knave"\n'
ANA = """
[[fighter]]
name = "Ana"
side = "party"
level = 1
hp = 6
abilities = { str = 2, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = ["gambeson", "shield"]
weapons = ["sword", "bow"]
"""
GOBLIN = """
[[fighter]]
name = "goblin"
side = "foes"
count = 2
hd = "1-1"
armor = 13
attack = 1
damage = "1d6"
morale = 7
"""
JSON = """{
 "ruleset": "knave",
 "fighter": [
  {"name": "Ana", "side": "party", "hp": 5, "attack": 2, "damage": "1d6"},
  {"name": "Rook", "side": "foes", "hp": 5, "attack": 2, "damage": "1d6"}
 ]
}"""


def check(tmp_path: Path, name: str, data: str | bytes) -> str:
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    messages = {
        refused(*args) for args in (["odds", str(path)], ["play", str(path), "--auto"], ["simulate", str(path)])
    }
    assert len(messages) == 1  # every command says the same
    message = messages.pop()
    assert message.startswith("affray: ")
    assert message.count("\n") == 1
    return message


def test_the_sound_ones_are_read(tmp_path: Path) -> None:
    for name, text in (("a.toml", TOP + ANA + GOBLIN), ("a.json", JSON)):
        path = tmp_path / name
        for mark in ("", "\ufeff"):  # F02: a byte order mark
            path.write_text(mark + text, encoding="utf-8")
            assert run("simulate", str(path), "--runs", "5").exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        pytest.param("hp = 6", "hp = true", "fighter[1].hp: a whole number is needed, got boolean true", id="F07"),
        pytest.param("hp = 6", 'hp = "12"', "fighter[1].hp: a whole number is needed, got text '12'", id="F08"),
        pytest.param("hp = 6", "hp = 12.5", "fighter[1].hp: a whole number is needed", id="F09"),
        pytest.param("hp = 6", "hp = 10000", "fighter[1].hp: out of range, got 10000", id="F10"),
        pytest.param("hp = 6", "hp = 6\nmax_hp = 0", "allowed: integer 1 to 9999", id="F10-zero"),
        pytest.param("hp = 6", "hp = -3", "fighter[1].hp", id="F10-negative"),
        pytest.param("hp = 6", "hp = 7\nmax_hp = 6", "more than max_hp", id="F10-above"),
        pytest.param("hp = 6", f"hp = {'9' * 5000}", "fight.toml:7", id="F12"),
        pytest.param('"Ana"', '"\\ud800"', "fight.toml:4", id="F13"),
        pytest.param('"Ana"', '"a\\u0000b"', "fighter[1].name: not valid text: it holds U+0000", id="F14"),
        pytest.param("hp = 6", "hpp = 6", "did you mean hp?", id="F15"),
        pytest.param("morale = 7", "moral = 7", "did you mean morale?", id="F15-more"),
        pytest.param('name = "Ana"\n', "", "fighter[1].name: required", id="F16"),
        pytest.param("hp = 6", "hp = nan", "fighter[1].hp: a whole number is needed", id="F17"),
        pytest.param("armor = 13", "armor = inf", "fighter[2].armor: a whole number is needed", id="F17-inf"),
        pytest.param(
            "hp = 6", "hp = 1979-05-27", "fighter[1].hp: a whole number is needed, got date 1979-05-27", id="F18"
        ),
        pytest.param("hp = 6", "hp = 0xFFFF", "out of range, got 65535", id="F19"),
        pytest.param("str = 2", "str = { bonus = 3, defense = 14 }", "bonus must be defense - 10 (4)", id="F20"),
        pytest.param("str = 2", "str = { bonus = 11, defense = 21 }", "allowed: integer 1 to 10", id="F21"),
        pytest.param("str = 2", "str = 0", "abilities.str: out of range", id="F21-low"),
        pytest.param("morale = 7", "morale = 1", "allowed: integer 2 to 12", id="F28"),
        pytest.param("morale = 7", "morale = 13", "fighter[2].morale: out of range, got 13", id="F28-high"),
        pytest.param("morale = 7", 'morale = "7-9"', "fighter[2].morale: a whole number", id="F28-text"),
        pytest.param("armor = 13", "ac = 5", "an armor class needs ac_system", id="F29"),
        pytest.param("armor = 13", 'ac = 5\nac_system = "osr"', "bx, adnd, ascending", id="F29-system"),
        pytest.param("armor = 13", "armor = 0", "allowed: integer 1 to 50", id="armor-0"),
        pytest.param("armor = 13", "armor = 51", "allowed: integer 1 to 50", id="armor-51"),
        pytest.param(
            "armor = 13", "armor = { defense = 14, bonus = 3 }", "bonus must be defense - 10 (4)", id="armor-bonus"
        ),
        pytest.param("armor = 13", "armor = { defense = 14, quality = 11 }", "allowed: integer 0 to 10", id="quality"),
        pytest.param('hd = "1-1"', 'hd = "many"', "hit dice", id="F31"),
        pytest.param('hd = "1-1"', "hd = 0", "fighter[2].hd", id="F31-0"),
        pytest.param('hd = "1-1"', "hd = 41", "fighter[2].hd", id="F31-41"),
        pytest.param('hd = "1-1"', 'hd = "41"', "0.5 to 40", id="F31-text"),
        pytest.param('"1d6"', '"by weapon"', "fighter[2].damage: damage dice", id="F34"),
        pytest.param('"1d6"', '"1d1"', "fighter[2].damage: damage dice", id="damage-sides"),
        pytest.param('"1d6"', '"-1d6"', "fighter[2].damage: damage dice", id="damage-minus"),
        pytest.param("count = 2", "count = 1001", "integer 1 to 1000", id="I15"),
        pytest.param("count = 2", "count = 0", "fighter[2].count", id="count-0"),
        pytest.param('["gambeson", "shield"]', '["gambesson"]', "did you mean gambeson?", id="armor-name"),
        pytest.param('["gambeson", "shield"]', '["shield", "shield"]', "a second one cannot be worn", id="armor-twice"),
        pytest.param('["sword", "bow"]', '["sward"]', "did you mean sword?", id="weapon-name"),
        pytest.param('side = "foes"', 'side = "party"', "a fight needs a fighter on each side", id="one-side"),
        pytest.param('ruleset = "knave"', 'ruleset = "knav"', "got 'knav' (allowed: d20grid, knave", id="C13"),
        pytest.param('ruleset = "knave"\n', "", "ruleset: required", id="no-ruleset"),
        pytest.param('ruleset = "knave"', 'ruleset = "knave"\n[rulings]\nK8 = "literal"', "K8", id="ruling-name"),
        pytest.param(
            'ruleset = "knave"', 'ruleset = "knave"\n[rulings]\nK08 = "auto"', "literal, auto_hit", id="ruling-option"
        ),
        pytest.param(
            'ruleset = "knave"',
            'ruleset = "knave"\n[rulings]\nK25 = "natural_quality:99"',
            "1 to 10",
            id="ruling-number",
        ),
        pytest.param(
            'ruleset = "knave"',
            'ruleset = "knave"\n[rulings]\nK08 = "literal"\nnatural_20 = "split"',
            "ruling K08 is given twice",
            id="ruling-twice",
        ),
        pytest.param(
            'ruleset = "knave"', 'ruleset = "knave"\n[tactics]\nparty = "weekest"', "did you mean weakest?", id="tactic"
        ),
        pytest.param(
            'ruleset = "knave"', 'ruleset = "knave"\n[tactics]\nfoe = "first"', "did you mean foes?", id="tactic-side"
        ),
        pytest.param('"Ana"', '""', "a name needs a visible character", id="N01"),
        pytest.param('"Ana"', '"' + "\\u200b" * 15 + '"', "a name needs a visible character", id="N01-blank"),
        pytest.param('"Ana"', '"' + "x" * 61 + '"', "61 visible characters", id="N02"),
        pytest.param('"Ana"', '"' + "👨‍👩‍👧‍👦" * 60 + '"', "bytes", id="N03"),
        pytest.param('"Ana"', '"\\u202eAna"', "U+202E", id="N06"),
        pytest.param('"Ana"', '"A\\u001b[2J"', "U+001B", id="N09"),
    ],
)
def test_toml_files_that_are_refused(tmp_path: Path, old: str, new: str, message: str) -> None:
    text = TOP + ANA + GOBLIN
    assert old in text
    assert message in check(tmp_path, "fight.toml", text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        pytest.param("a.toml", b"", "empty", id="F01"),
        pytest.param("a.json", b"\xef\xbb\xbf", "empty", id="F01-mark"),
        pytest.param("a.toml", (TOP + ANA + GOBLIN).encode("utf-16"), "UTF-8", id="F03"),
        pytest.param("a.toml", TOP.encode() + b"# \xe9\n", "UTF-8", id="F03-latin"),
        pytest.param("a.json", b'{"hp": 5,}', "a.json:1", id="F04"),
        pytest.param("a.json", b'{"ruleset": "knave", "ruleset": "knave"}', "ruleset", id="F05"),
        pytest.param("a.toml", b'ruleset = "knave"\nruleset = "knave"\n', "a.toml:2", id="F05-toml"),
        pytest.param("a.json", JSON.replace('"hp": 5', '"hp": NaN', 1).encode(), "a.json", id="F06"),
        pytest.param("a.json", JSON.replace('"hp": 5', '"hp": 1e999', 1).encode(), "a.json", id="F06-huge"),
        pytest.param("a.json", JSON.replace('"hp": 5', '"hp": true', 1).encode(), "got boolean true", id="F07"),
        pytest.param("a.json", b"[" * 100_000, "20", id="F11"),
        pytest.param("a.toml", b"a = " + b"[" * 100_000, "a.toml", id="F11-toml"),
        pytest.param("a.json", b'{"ruleset": ' + b"9" * 5_000 + b"}", "a.json:1", id="F12"),
        pytest.param("a.json", JSON.replace("Ana", "\\ud800").encode(), "not valid text", id="F13"),
        pytest.param("a.json", b"null", "an object", id="W02"),
        pytest.param("a.json", b"\x89PNG\r\n\x1a\n", "a.json", id="F37"),
        pytest.param("a.toml", b"{ ruleset", "a.toml:1", id="no-toml"),
        pytest.param("a.csv", b"name,hp\nAna,5\n", "a.csv:1: not valid TOML", id="F39"),
        pytest.param("a.csv", b"name\n" + b"x" * 131_073, "a.csv:1: not valid TOML", id="F38"),
        pytest.param("a.toml", TOP.encode() + b"[[fighter]]\n" * 10_000, "10000 (allowed: 1 to 100)", id="F36"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, data: bytes, message: str) -> None:
    assert message in check(tmp_path, name, data)


def test_whole_numbers_may_have_a_point(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text((TOP + ANA + GOBLIN).replace("hp = 6", "hp = 6.0"), encoding="utf-8")  # F09
    assert run("simulate", str(path), "--runs", "5").exit_code == 0


def test_alike_fighters_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text(TOP + ANA + GOBLIN + GOBLIN.replace("count = 2\n", ""), encoding="utf-8")  # F49, N16
    text = run("simulate", str(path), "--runs", "5").stdout
    for number in (1, 2, 3):
        assert f"goblin {number}" in text


def test_hit_dice_are_read_as_the_ruling_says(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    for text, hp in (("½", 2), ("1/2", 2), ("1-1", 4), ("4+1*", 16)):  # F32
        path.write_text((TOP + ANA + GOBLIN).replace('"1-1"', f'"{text}"'), encoding="utf-8")
        assert (
            f"goblin 1  foes   HP {hp}/{hp} "
            in run("play", str(path)).stdout + run("play", str(path), typed="4\nstate\n").stdout
        )
