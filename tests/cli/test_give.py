"""Commands by name in a session: what no list can hold, with its numbers and texts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest

import affray
from affray.codec import convert
from affray.rulesets.knave import commands as c
from affray.rulesets.knave.state import Damage, Effect
from affray.table.log import CommandEntry
from tests.cli.running import said

BAND = """
ruleset = "knave"

[[fighter]]
name = "Ana"
side = "party"
hp = 8
abilities = { str = 2, dex = 1, con = 3, int = 1, wis = 2, cha = 1 }
armor = 13
weapons = ["sword"]

[[fighter]]
name = "goblin"
side = "foes"
count = 2
hp = 4
attack = 1
armor = 12
damage = "1d6"
morale = 7

[[fighter]]
name = "Bo"
side = "party"
hp = 5
attack = 1
joins = 3
"""
FIRST = "4"
"""The face of the initiative die: the party first."""


@pytest.fixture
def band(tmp_path: Path) -> str:
    path = tmp_path / "band.toml"
    path.write_text(BAND, encoding="utf-8")
    return str(path)


def session(path: str, *lines: str, log: Path | None = None) -> str:
    """What is printed of a session that begins with the party's round and ends after these lines."""
    more = ["--log", str(log)] if log is not None else []
    return said("play", path, "--seed", "here", *more, typed="".join(f"{line}\n" for line in (FIRST, *lines, "quit")))


WOLF = {"name": "wolf", "side": "foes", "hd": 2, "damage": "1d6"}
FALL = Effect("damage", Damage(((1, 6),), 2))
GIVEN: list[tuple[list[str], Any]] = [
    (["grant actor=Ana target=goblin 2 edge=1"], c.Grant(0, 2, 1)),
    (["grant actor=1 target=3 edge=-1"], c.Grant(0, 2, -1)),
    (["modify actor=ana modifier=-2"], c.Modify(0, -2)),
    (["modify actor=Ana modifier=+2"], c.Modify(0, 2)),
    (["save fighter=Ana ability=dex", "12"], c.Save(0, "dex")),
    (["save fighter=Ana ability=dex edge=1 defense=14", "3", "4"], c.Save(0, "dex", 1, 14)),
    (["set_flag fighter=goblin 1 flag=bound on=yes reason=caught, it's said, in a net"],
     c.SetFlag(1, "bound", True, "caught, it's said, in a net")),
    (["set_flag flag=bound on=false fighter=2 reason=free"], c.SetFlag(1, "bound", False, "free")),
    (['set_morale fighter=3 rating=9 reason="their king = here"'], c.SetMorale(2, 9, "their king = here")),
    (["roll_morale", "3", "4"], c.RollMorale()),
    (["roll_morale fighter=goblin 2", "3", "4"], c.RollMorale("", 2)),
    (["roll_morale group=goblin", "3", "4"], c.RollMorale("goblin")),
    (['add_fighter fighter={ name = "wolf", side = "foes", hd = 2, damage = "1d6" }'], c.AddFighter(WOLF)),
    (["free_stunt actor=Ana target=goblin 1 name=a rolling barrel ability=dex against=armor "
      'effect={ kind = "damage", damage = { dice = [[1, 6]], flat = 2 } }', "12", "1"],
     c.FreeStunt(0, 1, "a rolling barrel", "dex", "armor", FALL)),
    (["bring_in fighter=Bo reason=a horn"], c.BringIn(3, "a horn")),
    (["take_out fighter=goblin 1 how=taken reason=a net", "3", "4"], c.TakeOut(1, "taken", "a net")),
    (["place fighter=goblin 1 at=moat reason=over the wall"], c.Place(1, "moat", "over the wall")),
    (["end_fight winner=party reason=dawn"], c.EndFight("party", "dawn")),
    (["end_fight winner=none reason=dawn"], c.EndFight(None, "dawn")),
    (["override fighter=goblin 2 hp=3 reason=miscounted"], c.Override(2, 3, "miscounted")),
    (["stunt actor=1 target=goblin 1 kind=trip", "2"], c.Stunt(0, 1, "trip")),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "command"), GIVEN, ids=[lines[0].partition(" ")[0] for lines, _ in GIVEN])
def test_a_command_is_given_by_name(band: str, tmp_path: Path, lines: list[str], command: Any) -> None:
    log = tmp_path / "log.jsonl"
    if isinstance(command, c.Place):
        places = BAND.replace('side = "party"', 'side = "party"\nat = "moat"').replace('"foes"', '"foes"\nat = "wall"')
        Path(band).write_text(f'{places}\n[rulings]\nK19 = "zones"\n', encoding="utf-8")
    session(band, f"give {lines[0]}", *lines[1:], log=log)
    entry = affray.open_log(log.read_bytes()).entries[-1]  # every entry has been run again and compared
    assert isinstance(entry, CommandEntry)
    assert (entry.seq, convert(entry.command, c.Command)) == (2, command)


def test_everything_the_referee_may_do_can_be_given() -> None:
    """Each open command of the referee's has its row above."""
    assert {type(command) for _, command in GIVEN} >= {*get_args(c.Referee), c.FreeStunt}


def test_what_can_be_given_is_listed(band: str) -> None:
    text = session(band, "give")
    for line in (
        "  grant actor=FIGHTER target=FIGHTER edge=-1|0|1\n",
        "  modify actor=FIGHTER modifier=NUMBER\n",
        "  save fighter=FIGHTER ability=cha|con|dex|int|str|wis [edge=-1|0|1] [defense=NUMBER|none]\n",
        "  set_flag fighter=FIGHTER flag=TEXT on=yes|no reason=TEXT\n",
        "  add_fighter fighter={ ... }\n",
        "  choose_piece chooser=FIGHTER piece=body|helmet|shield\n",
        "      Open: a fighter joins, or `count` alike, described as in a fight file (K80).\n",
    ):
        assert line in text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("nonsense", "give: no such command, got 'nonsense'; give alone lists them"),
        ("grnt", "did you mean grant?"),
        ("grant Ana", "fields are written name=value, got 'Ana'"),
        ("grant actor=Ana", "give grant: target, edge are needed; as in: give grant actor=FIGHTER"),
        ("grant actor=Ana target=2 edge=1 edge=1", "there twice, got 'edge'"),
        ("grant actor=Ana target=2 edge=1 why=so", "no such field, got 'why'"),
        ("grant actor=Ana target=2 edge=7", "no such option, got '7' (allowed: -1|0|1)"),
        ("grant actor=Ana target=goblin edge=1", "that could be several, got 'goblin'"),
        ("grant actor=Cy target=2 edge=1", "there is no such fighter, got 'Cy'"),
        ("grant actor=Ana the brave target=2 edge=1", "one fighter is needed, got 'Ana the brave'"),
        ("grant actor=5 target=2 edge=1", "there is no such fighter, got '5'"),
        ("modify actor=Ana modifier=two", "a whole number is needed, got 'two'"),
        ("modify actor=Ana modifier=1.5", "a whole number is needed, got '1.5'"),
        ("modify actor=Ana modifier=99", "modifier is a whole number from -20 to 20"),
        ("set_flag fighter=1 flag=bound on=maybe reason=x", "no such option, got 'maybe' (allowed: yes|no)"),
        ("set_flag fighter=1 flag=blind on=yes reason=x", "a flag is one of unaware"),
        ("set_flag fighter=1 flag=bound on=yes reason=", "a change by hand needs a reason"),
        ("add_fighter fighter=wolf", "a value is a number, a text in quotes, a list or a table"),
        ('add_fighter fighter={ name = "wolf"', "Unclosed inline table"),
        ('add_fighter fighter={ name = "wolf", side = "foes", hd = nan }', "a finite number is needed"),
        ('add_fighter fighter={ name = "wolf", side = "foes", hd = 1979-05-27 }', "hit dice are a number"),
        ("add_fighter fighter=" + "[" * 5_000, "a value is a number"),
        ("free_stunt actor=1 target=2 name=x ability=dex against=dex effect={ kind = 3 }", "give free_stunt"),
        ("end_fight winner=partie reason=x", "the winner is one of the two sides"),
    ],
    ids=lambda value: value[:40],
)
def test_what_cannot_be_given(band: str, tmp_path: Path, line: str, message: str) -> None:
    log = tmp_path / "log.jsonl"
    assert message in session(band, f"give {line}", log=log)
    assert len(affray.open_log(log.read_bytes()).entries) == 1


def test_a_long_line_is_read_at_once(band: str) -> None:
    assert "fields are written" in session(band, "give grant " + "a" * 1_000_000)
    assert "no such field" in session(band, "give grant " + "a= " * 100_000)
