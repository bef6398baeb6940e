"""The page of the live table: what it shows is what happens, and its limits, keys and permissions are the code's."""

from __future__ import annotations

import doctest
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from affray.cli import restore, serve_page
from affray.cli.serve import HOST, PORT, opened
from affray.files import words
from affray.server import limits
from affray.server.live.messages import AnyMessage
from affray.server.live.permissions import MAY_SEND
from affray.server.live.snapshot import OddsFor, Settings
from affray.server.store import place
from affray.server.web import joining, sessions, streams
from affray.server.web.guards import body, rate
from affray.server.web.site import ServerSettings, Site
from affray.table import fairness
from tests.cli.running import DUEL, said
from tests.server.http.hosting import Party, hosting

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "table.md").read_text("utf-8")
TEXT, PYTHON = (re.compile(rf"^```{language}\n(.*?)^```$", re.MULTILINE | re.DOTALL) for language in ("text", "python"))
KEYS = ROOT / "src" / "affray" / "server" / "templates" / "table" / "keys.html"


def section(heading: str) -> str:
    return PAGE.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of the last table of a section, without its head."""
    lines = re.findall(r"^\| (.*?) ?\|$", section(heading), re.MULTILINE)
    last = max(at for at, line in enumerate(lines) if re.match(r"(what|key) \|", line))
    return [[cell.strip() for cell in re.split(r" \| ?", line)] for line in lines[last + 1 :]]


def counted(number: float) -> str:
    return f"{number:,.0f}"


# Numbers


def test_the_limits_are_those_of_the_server() -> None:
    mib, kib = 1024 * 1024, 1024
    assert limits.FIGHT_BYTES == body.MOST_OF_A_FILE
    assert dict(rows("Limits")) == {
        "people at a table, referees and those who watch among them": counted(limits.MOST_PEOPLE),
        "people who wait at its door": counted(limits.MOST_KNOCKS),
        "a name": f"{words.MOST_VISIBLE} visible characters",
        "a note": f"{counted(limits.LONGEST_NOTE)} characters",
        "words added to the seed": f"{limits.LONGEST_SEED} characters, {fairness.MOST_ADDED} texts",
        "a join code": f"{limits.CODE_LENGTH} of {len(limits.CODE_SYMBOLS)} symbols",
        "wrong codes": f"{joining.TRIES} a minute from an address, {joining.TRIES_OF_ALL} in all",
        "messages of a person": f"{rate.MESSAGES_A_SECOND} a second, {rate.MESSAGES_AT_ONCE} at once",
        "pages and other readings of a person": f"{rate.READS_A_SECOND} a second, {rate.READS_AT_ONCE} at once",
        "requests that wait for one table": counted(limits.MOST_WAITING),
        "live pages open from an address": counted(streams.MOST_OF_AN_ADDRESS),
        "a fight, a log or a table that is handed in to a page": f"{limits.FIGHT_BYTES // mib} MiB",
        "any other message": f"{body.MOST // kib} KiB, within {body.SECONDS:g} seconds",
        "a single table for `affray restore`": f"{restore.LIMIT // mib} MiB",
        "what-if": f"{limits.SIMULATION_SECONDS:g} seconds, {counted(limits.MOST_RUNS)} fights, one a table at a time",
        "commands on a page": f"about {limits.MOST_OFFERS}; those of other fighters when they are picked",
        "commands with odds": f"{limits.MOST_WITH_ODDS} of a fighter",
        "what a way over the map is met with": f"{counted(limits.MOST_RUNS_OF_A_WAY)} runs of the rules; "
        "of more without odds",
        "entries of the log on the page": f"{limits.LINES_SHOWN}; the page Log has all",
        "a browser is known": f"{sessions.OLDEST // (24 * 3600)} days",
    }


def test_the_code_is_as_the_page_says() -> None:
    told = re.search(
        r"eight letters and figures, large or small, without ([A-Z01, ]+) and ([A-Z])\.", " ".join(PAGE.split())
    )
    assert told
    without = {*told[1].split(", "), told[2]}
    assert {*"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"} - set(limits.CODE_SYMBOLS) == without
    assert limits.CODE_LENGTH == 8


def test_the_switches_are_those_of_a_table() -> None:
    switches = dict(
        (line[0], line[1:])
        for line in (
            [cell.strip() for cell in re.split(r" \| ?", row)]
            for row in re.findall(r"^\| (odds.*|players.*?) \|$", section("What each may see, and do"), re.MULTILINE)
        )
    )
    words_for = {"all": "all", "referee": "me only (referees)", "nobody": "nobody"}
    start = Settings()
    odds = [words_for[one] for one in get_args(OddsFor)]
    assert switches["odds before a choice, for"] == [", ".join(odds), words_for[start.odds].partition(" (")[0]]
    assert switches["players see wounds of foes in"] == ["words, bars, numbers", start.wounds]
    assert switches["players may type real dice"] == ["yes, no", "yes" if start.typing else "no"]


def test_who_may_do_what_is_what_the_server_allows() -> None:
    """The rows stand in the order of the messages, which are all that there are."""
    told = rows("What each may see, and do")
    assert set(MAY_SEND) == set(get_args(AnyMessage))
    assert len(told) == len(MAY_SEND)
    for (what, *marks), (kind, roles) in zip(told, MAY_SEND.items(), strict=True):
        expected = [one in roles for one in ("referee", "co-referee", "player", "spectator")]
        assert [mark == "yes" for mark in marks] == expected[: len(marks)], f"{what}: {kind.__name__}"
        assert not any(expected[len(marks) :]), what


def test_the_keys_are_those_of_the_page() -> None:
    listed = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", KEYS.read_text("utf-8"))
    shown = [(re.sub(r"</?kbd>", "`", keys), re.sub(r"</?kbd>", "`", what)) for keys, what in listed]
    assert [tuple(row) for row in rows("Keys")] == shown


def test_the_database_is_where_the_page_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    kept = " ".join(section("What is kept, and where").split())
    for system, folder in (("linux", "~/.local/share/affray"), ("darwin", "~/Library/Application Support/affray")):
        monkeypatch.setattr(sys, "platform", system)
        assert place.default() == tmp_path / folder.removeprefix("~/") / "affray.db"
        assert f"`{folder}`" in kept


# What happens


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("table")


@pytest.fixture(scope="module")
def played(folder: Path) -> Iterator[tuple[Party, dict[str, Any]]]:
    """The duel, from the first hash to the end, with words that Ana added to the seed."""
    with hosting(folder) as hosted:
        party = Party(hosted, Path(DUEL).read_text("utf-8"))
        ana = party.player("Ana", 0)
        before = party.look(ana)
        party.say(ana, {"type": "add_seed", "text": "salt from Ana"})
        while not (now := party.look(party.owner))["over"]:
            if now["prompt"]:
                party.say(party.owner, {"type": "roll_rest"})
            else:
                offer = next(one for one in now["offers"] if one["forbidden"] is None)
                party.say(party.owner, {"type": "do", "command": offer["command"], "roll": True})
        party.say(party.owner, {"type": "open_seeds"})
        log = party.owner.get(f"{party.path}/export").content
        own = ana.get(f"{party.path}/export").content
        yield party, {"before": before, "after": party.look(ana), "own": own, "log": log}


def test_the_dice_are_checked_as_the_page_says(played: tuple[Party, dict[str, Any]]) -> None:
    blocks = PYTHON.findall(PAGE)
    assert blocks
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), dict(played[1]), "table.md", None, 0)
    told: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=told.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_the_log_of_a_player_is_as_the_page_of_logs_says(played: tuple[Party, dict[str, Any]]) -> None:
    header, *entries = map(json.loads, played[1]["own"].splitlines())
    told = (ROOT / "docs" / "log.md").read_text("utf-8").partition("Its first line has")[2].partition(";")[0]
    assert set(header) == set(re.findall(r"`(\w+)`", told))
    assert header["public"] == 1
    assert [one["seq"] for one in entries] == [*range(1, len(entries) + 1)]
    assert not any({"id", "digest"} & set(one) for one in entries)


def test_databases_are_copied_as_the_page_says(
    played: tuple[Party, dict[str, Any]], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    party, _ = played
    transcript = next(block for block in TEXT.findall(PAGE) if block.startswith("$ affray backup"))
    steps = re.findall(r"^\$ affray (.*)\n(.*)\n", transcript, re.MULTILINE)
    assert [command.partition(" ")[0] for command, _ in steps] == ["backup", "restore", "backup", "restore", "copy"]
    for command, told in steps:
        line = said(*command.replace("ID", party.id).split())
        assert re.sub(r"rows: \d+", "rows: ROWS", line).replace(f"{folder}/", "") == f"{told}\n"


def test_a_server_starts_as_the_page_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(serve_page, "code_to_scan", lambda text: "QR")
    site = Site(ServerSettings(database=place.read(str(folder / "first.db")), address=f"http://ADDRESS:{PORT}"))
    try:
        room = opened(site, None, example=True)
        assert room is not None
        code = room.snapshot(site.owner.person).room.code
        serve_page.announce(site, room, HOST, PORT, "DATABASE", as_json=False)
    finally:
        site.close()
    transcript = next(block for block in TEXT.findall(PAGE) if block.startswith("$ affray serve"))
    shown = capsys.readouterr().out.replace(site.sessions.owner_key, "KEY").replace(str(code), "CODE")
    shown = re.sub(r"^affray \S+:", "affray VERSION:", shown)
    assert transcript.partition("\n")[2] == shown
