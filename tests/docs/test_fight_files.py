"""The page of fight files: every example in it plays, and what it says the referee can give is given."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import affray
from affray.codec import convert
from affray.fight import parse
from affray.rulesets.d20grid import commands as grid
from affray.rulesets.knave import commands as c
from affray.table.log import CommandEntry
from tests.cli.running import said

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "fight-files.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```(?:toml|json)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
TABLE = PAGE.partition("| after `give` |")[2].partition("\n\n")[0]
GIVEN = re.findall(r"^\| `([^`]+)` \|", TABLE, re.MULTILINE)
ANA = '[[fighter]]\nname = "Ana"\nside = "party"\nhp = 8\nattack = 2\n'
GOBLIN = '[[fighter]]\nname = "goblin"\nside = "foes"\nhd = 1\ndamage = "1d6"\n'


GRID, SKILL_DICE = (
    re.findall(r"^\| `([^`]+)` \|", PAGE.partition(f"### {head}\n")[2].partition("\n\n#")[0], re.MULTILINE)
    for head in ("By hand on the grid", "By hand with Skill dice")
)
EXAMPLE_FIGHTS = Path(__file__).resolve().parents[2] / "examples"


def whole(example: str) -> str:
    """An example as a fight file: with a ruleset, and somebody on each side who is there at the start."""
    if "[[fighter]]" not in example:
        return example  # JSON
    return example if "ruleset" in example else f'ruleset = "knave"\n{example}{ANA}{GOBLIN}'


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: re.findall(r'name"? ?[=:] "(\w+)"', example)[-1])
def test_an_example_plays(example: str) -> None:
    assert affray.simulate(parse(whole(example)), runs=20, seed="page").undecided.p < 1


def test_every_command_of_the_referee_is_told() -> None:
    open_ones = {kind.__struct_config__.tag for kind in (*get_args(c.Referee), c.FreeStunt)}
    assert {line.partition(" ")[0] for line in GIVEN} == open_ones


@pytest.mark.parametrize("line", GIVEN, ids=lambda line: line.partition(" ")[0])
def test_what_the_page_gives_is_given(line: str, tmp_path: Path) -> None:
    text = (Path(__file__).resolve().parents[2] / "docs" / "fights" / "bridge.toml").read_text("utf-8")
    path, log = tmp_path / "bridge.toml", tmp_path / "log.jsonl"
    text += '\n[[fighter]]\nname = "stalker"\nside = "foes"\nhd = 2\ndamage = "1d8"\nhidden = true\n'
    if line.startswith("place"):
        text = text.replace("\nside =", '\nat = "bridge"\nside =').replace("hidden = true", 'at = "moat"')
        text = text.replace("\n[[fighter]]", '\n[rulings]\nK19 = "zones"\n[[fighter]]', 1)
        text = text.replace('at = "bridge"\nside = "foes"\nhd = 2', 'side = "foes"\nhd = 2')
    path.write_text(text)
    said("play", str(path), "--seed", "page", "--log", str(log), typed=f"5\ngive {line}\nR\nquit\n")
    entry = affray.open_log(log.read_bytes()).entries[-1]
    assert isinstance(entry, CommandEntry)
    assert convert(entry.command, c.Command).__struct_config__.tag == line.partition(" ")[0]


def test_every_open_command_on_the_grid_is_told() -> None:
    open_ones = {kind.__struct_config__.tag for kind in (*get_args(grid.Referee), grid.Walk, grid.Act, grid.React)}
    told = {line.partition(" ")[0] for line in GRID} | {"set_subdual", "heal_subdual"}  # beside their likes
    assert told == open_ones | {"move_to"}
    assert "`heal_subdual` takes subdual damage away" in PAGE
    assert "`set_subdual ... subdual=2`" in PAGE


@pytest.mark.parametrize("line", GRID, ids=lambda line: line.partition(" ")[0])
def test_what_the_page_gives_on_the_grid_is_given(line: str, tmp_path: Path) -> None:
    """In the first turn, which is Vex's, hurt by a stone."""
    log = tmp_path / "log.jsonl"
    begin = "1\n18\n1\n5\n1\n4\n1\n3\ngive harm fighter=Vex points=9 subdual=no reason=a stone\n"
    fight = str(EXAMPLE_FIGHTS / "doorway.toml")
    said("play", fight, "--seed", "page", "--log", str(log), typed=f"{begin}give {line}\nquit\n")
    entry = affray.open_log(log.read_bytes()).entries[-1]
    assert isinstance(entry, CommandEntry)
    assert convert(entry.command, grid.Command).__struct_config__.tag == line.partition(" ")[0]


@pytest.mark.parametrize("line", SKILL_DICE, ids=lambda line: line.partition(" ")[0])
def test_what_the_page_gives_with_skill_dice_is_a_command(line: str) -> None:
    fight = str(EXAMPLE_FIGHTS / "skill_duel.toml")
    told = said("play", fight, "--seed", "page", typed=f"1\n8\n1\n3\ngive {line}\nquit\n")
    answer = told.partition(f"> give {line}\n")[2].splitlines()[0]
    assert not answer.startswith(("give", "fighter:"))  # a field that is wrong; what does not fit now is another matter
