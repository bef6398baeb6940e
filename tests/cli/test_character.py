"""`affray character`: rolled, read, changed, printed as text, JSON and a page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import ROOT, document, environment, process, refused, run, said

ANA = str(ROOT / "examples" / "day" / "ana.toml")

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img onerror=alert(1) src=x>',
    "{{7*7}} ${7*7} %s%n",
    "{% raw %}</title>",
    "'; DROP TABLE x;--",
    "constructor",
    "Ωμέγα & <b>bold</b>",
    "a" * 60,
]


class Page(HTMLParser):
    """The tags of a page, the addresses in it, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.addresses: list[str] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "style") or name[:2] == "on"]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


# Rolled


def test_a_seed_makes_the_same_character_again() -> None:
    one = said("character", "knave", "--seed", "mill")
    assert one == said("character", "knave", "--seed", "mill")
    assert one != said("character", "knave", "--seed", "lamp")
    assert "level 1, 0 XP of 1000" in one


def test_without_a_seed_the_drawn_one_is_named() -> None:
    result = run("character", "knave")
    (seed,) = re.findall(r"^seed (\w{16})$", result.stderr, re.MULTILINE)
    assert said("character", "knave", "--seed", seed) == result.stdout


def test_things_are_left_out_by_as_many_wishes_as_one_likes() -> None:
    usual = said("character", "knave", "--seed", "mill")
    assert ("  mirror\n" in usual, "  torches (5)\n" in usual, "  helmet (worn)\n" in usual) == (True, True, True)
    wishes = ("--wish", "leave=mirror", "--wish", "leave=torches, helmet")
    less = said("character", "knave", "--seed", "mill", *wishes)
    assert not any(name in less for name in ("mirror", "torches", "helmet"))


def test_wishes_and_levels() -> None:
    found = document(
        "character", "knave", "--seed", "a", "--level", "4", "--name", "Rosa",
        "--wish", "weapon=halberd", "--wish", "swap=str:wis", "--wish", "player=Mira", "--wish", "spell_book=yes",
    )  # fmt: skip
    assert (found["name"], found["player"], found["level"], found["xp"]["now"]) == ("Rosa", "Mira", 4, 3000)
    assert "halberd" in [item["name"] for item in found["gear"]]
    names = [name for name, _ in found["rolls"]]
    assert names[:6] == ["ability.3d6"] * 6
    assert names.count("level.hp") == 3
    assert "starting.spell" in names


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("knav",), "knave, skilldice"),
        (("skilldice",), "makes no characters"),
        ((), "RULESET"),
        (("knave", "--level", "21"), "--level: out of range, got '21' (allowed: 1 to 20)"),
        (("knave", "--seed", ""), "--seed"),
        (("knave", "--wish", "weapon"), "a key and a value"),
        (("knave", "--wish", "weapon=laser"), "--wish weapon: no such option"),
        (("knave", "--wish", "weapn=bow"), "did you mean weapon"),
        (("knave", "--wish", "weapon=bow", "--wish", "weapon=sword"), "given twice"),
        (("knave", "--name", "\u200b"), "visible character"),
        (("knave", "--do", "fly"), "no such step"),
        (("knave", "--ruling", "K99=x"), "no ruling of that name"),
        (("--from", "nothing.toml"), "no such file"),
        (("skilldice", "--from", ANA), "this is no character of skilldice"),
        (("--from", ANA, "--name", "Rosa"), "only for a new character"),
        (("--from", ANA, "--do", "level"), "no level is due"),
        (("knave", "--html", "/nonexistent/x.html"), "folder"),
    ],
)
def test_what_is_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("character", *arguments)


# Read, changed, saved


def test_a_file_is_shown_and_no_die_is_thrown() -> None:
    result = run("character", "--from", ANA)
    assert result.stderr == ""
    assert result.stdout.startswith("Ana, level 1, 350 XP of 1000, player Mira\n")


@pytest.mark.parametrize(
    ("ruleset", "message"), [("knav", "no such ruleset.*did you mean knave"), ("skilldice", "makes no characters")]
)
def test_a_ruleset_that_is_none_is_named_with_file_and_line(tmp_path: Path, ruleset: str, message: str) -> None:
    path = tmp_path / "one.toml"
    path.write_text(f'# someone\nruleset = "{ruleset}"\n')
    assert re.search(rf"one\.toml:2: ruleset: .*{message}", refused("character", "--from", str(path)))


def test_steps_are_done_in_order_and_told() -> None:
    result = run("character", "--from", ANA, "--seed", "a", "--do", "hp=2", "--do", "haven", "--do", "xp=high")
    assert result.stderr.splitlines() == [
        "Ana: 6 HP -> 2",
        "Ana rests at a haven: all HP are back, 6 of 6",
        "Ana gains 200 XP and has 550",
    ]


def test_saved_and_read_again(tmp_path: Path) -> None:
    path = str(tmp_path / "ana.toml")
    before = document("character", "--from", ANA, "--do", "repair=sword", "--save", path)
    after = document("character", "--from", path)
    assert before["character"] == after["character"]
    assert [item["quality"] for item in after["gear"] if item["name"] == "sword"] == [3]
    assert "exists already" in refused("character", "knave", "--save", path)
    said("character", "--from", path, "--do", "xp=50", "--save", path)
    assert document("character", "--from", path)["xp"]["now"] == 400


def test_the_json_of_a_character_is_a_file(tmp_path: Path) -> None:
    found = document("character", "knave", "--seed", "j")
    path = tmp_path / "one.json"
    path.write_text(json.dumps(found["character"]))
    assert document("character", "--from", str(path))["character"] == found["character"]


def test_a_character_walks_into_a_fight_and_comes_back(tmp_path: Path) -> None:
    fight = tmp_path / "fight.toml"
    told = said("character", "--from", ANA, "--fighter")
    goblin = '[[fighter]]\nname = "goblin"\nside = "foes"\nhp = 8\nattack = 3\narmor = 14\ndamage = "1d6"\n'
    fight.write_text(f'ruleset = "knave"\n{told}\n{goblin}')
    log = str(tmp_path / "fight.jsonl")
    end = document("play", str(fight), "--auto", "--seed", "home", "--log", log)
    found = document("character", "--from", ANA, "--after", log)
    left = end["fighters"][0]["left"]
    assert max(found["hp"]["now"], 0) == left
    assert "nobody in that fight is called so" in refused("character", "knave", "--name", "Rosa", "--after", log)
    other = str(tmp_path / "other.toml")
    said("character", "--from", ANA, "--do", "drop=bow", "--save", other)
    assert "other gear than Ana" in refused("character", "--from", other, "--after", log)


def fought(tmp_path: Path, source: str, *arguments: str) -> str:
    """The log of a fight of a character against a goblin."""
    fight, log = tmp_path / "goblin.toml", str(tmp_path / "goblin.jsonl")
    goblin = '[[fighter]]\nname = "goblin"\nside = "foes"\nhp = 8\nattack = 3\narmor = 14\ndamage = "1d6"\n'
    fight.write_text(f'ruleset = "knave"\n{said("character", "--from", source, "--fighter")}\n{goblin}')
    run("play", str(fight), "--auto", "--log", log, *arguments)
    return log


def test_the_dead_do_not_rise_and_a_level_comes_after_the_fight(tmp_path: Path) -> None:
    dead = str(tmp_path / "dead.toml")
    said("character", "--from", ANA, "--do", "hp=-1", "--save", dead)
    assert "Ana is dead" in refused("character", "--from", dead, "--level", "2")
    log = fought(tmp_path, ANA, "--seed", "home")
    back = document("character", "--from", ANA, "--after", log)["hp"]
    found = document("character", "--from", ANA, "--after", log, "--level", "2", "--ruling", "K49=same_gain")["hp"]
    assert found["now"] - back["now"] == found["most"] - back["most"]


def test_a_fight_that_is_not_over_has_done_nothing_yet(tmp_path: Path) -> None:
    log = fought(tmp_path, ANA, "--seed", "home")
    lines = Path(log).read_text().splitlines(keepends=True)
    Path(log).write_text("".join(lines[:3]))
    assert "the fight is not over" in refused("character", "--from", ANA, "--after", log)


def test_readings_change_the_sheet() -> None:
    unarmed = ("character", "--from", ANA, "--do", "drop=sword", "--do", "drop=bow")
    usual, other = document(*unarmed), document(*unarmed, "--ruling", "K17=d4")
    assert (usual["rulings"]["K17"], other["rulings"]["K17"]) == ("d2", "d4")
    dice = [[(one["weapon"], one["die"]) for one in shown["panel"]["attacks"]] for shown in (usual, other)]
    assert dice == [[("bare hands", "d2")], [("bare hands", "d4")]]
    # d20 +3 against 18: 5/20 and 1/20 for the critical die, of a mean of 3/2 and 5/2
    strikes = [shown["panel"]["attacks"][0]["rows"][7] for shown in (usual, other)]
    assert [(row["hit"], row["damage"]) for row in strikes] == [("1/4", "9/20"), ("1/4", "3/4")]


# The page


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_they_are_called_the_page_stays_a_page(tmp_path: Path, name: str) -> None:
    plain = document("character", "--from", ANA)["character"]
    cruel = {
        **plain,
        "name": name,
        "player": name,
        "gear": [name],
        "weapons": [{"name": name, "die": "d8"}],
        "henchmen": [{"name": name, "trade": "scribe"}],
        "traits": dict.fromkeys(plain["traits"], name),
        "notes": f"{name}\n{name}",
    }
    source, target = tmp_path / "cruel.json", tmp_path / "cruel.html"
    source.write_text(json.dumps(cruel), encoding="utf-8")
    said("character", "--from", str(source), "--html", str(target))
    page, usual = Page(target.read_text("utf-8")), tmp_path / "usual.html"
    tame = {key: _tamed(value, name) for key, value in cruel.items()}
    source.write_text(json.dumps(tame), encoding="utf-8")
    said("character", "--from", str(source), "--html", str(usual))
    assert page.tags == Page(usual.read_text("utf-8")).tags
    assert not page.addresses
    assert sum(name in text for text in page.texts) >= 10


def _tamed(value: object, name: str) -> object:
    return json.loads(json.dumps(value).replace(json.dumps(name)[1:-1], "x" * len(name)))


def test_the_page_asks_for_nothing_and_says_everything(tmp_path: Path) -> None:
    target = tmp_path / "ana.html"
    said("character", "--from", ANA, "--html", str(target))
    text = target.read_text("utf-8")
    page = Page(text)
    assert not page.addresses
    assert not set(page.tags) & {"script", "link", "img", "iframe", "object", "form"}
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src 'none'" in text
    assert "@page" in text
    words = " ".join(" ".join(page.texts).split())
    for part in (
        "Ana",
        "Mira",
        "350",
        "You strike",
        "You are struck",
        "Item slots",
        "13 of 13 used",
        "Wat",
        "CC BY 4.0",
    ):
        assert part in words
    assert "exists already" in refused("character", "--from", ANA, "--html", str(target))


def by_roll(attacks: list[Any]) -> dict[tuple[int, int], list[Any]]:
    """Attacks by what is added to the d20 and what a foe rolls against."""
    found: dict[tuple[int, int], list[Any]] = {}
    for one in attacks:
        found.setdefault((one["bonus"], one["defense"]), []).append(one)
    return found


def test_a_sheet_of_any_level_can_be_printed(tmp_path: Path) -> None:
    for level in (2, 9, 20):
        target = tmp_path / f"{level}.html"
        found = document("character", "knave", "--seed", f"p{level}", "--level", str(level), "--html", str(target))
        text = target.read_text("utf-8")
        assert f"level <b>{level}</b>" in text
        most = found["hp"]["most"]
        circles = text.count("<circle")
        assert (circles, 'class="pips bar"' in text) == ((most, False) if most <= 20 else (0, True))
        assert text.count("<li><span>") == max(found["slots"]["most"], len(found["slots"]["list"]))
        strikes = sum(-(-len(attacks) // 3) for attacks in by_roll(found["panel"]["attacks"]).values())
        assert text.count(">You strike</h2>") == strikes
        service = found["henchmen"]
        assert f"<dt>henchmen</dt><dd>{len(service['list'])} of {service['most']}" in text


def test_in_a_process_of_its_own_and_jinja_only_for_the_page() -> None:
    done = process("character", "knave", "--seed", "a", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["schema"] == 1
    code = "import sys; from affray.cli import main; main(['character', 'knave']); print('jinja2' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, check=True, text=True)
    assert shown.stdout.splitlines()[-1] == "False"


@pytest.mark.parametrize("step", ["night=2", "haven=x", "wages=all"])
def test_a_step_that_takes_no_word_refuses_one(step: str) -> None:
    assert "nothing is chosen there" in refused("character", "--from", ANA, "--do", step)


def test_a_character_is_saved_under_a_name_that_can_be_read_again(tmp_path: Path) -> None:
    path = tmp_path / "ana.json"
    assert "--save: a character is written as TOML" in refused("character", "--from", ANA, "--save", str(path))
    assert not path.exists()
