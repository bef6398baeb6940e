"""Reloads, second tabs, servers that die and phones without a network: nothing is lost, nothing counts twice."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Route, expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.browser.tables import At, example
from tests.server.ports import free_port

HALF_DOWN = (5, *("attack", 15, 6) * 3)
"""Three of six goblins: the morale of the others is rolled, with two dice."""


def faces(guest: Guest) -> list[str]:
    """What is typed already of the dice that wait."""
    dice = guest.one("#boxes .diebox svg[role=img]")
    found: list[str] = dice.evaluate_all("(dice) => dice.map((one) => one.ariaLabel)")
    return found


def test_a_reload_with_dice_half_typed(at: At) -> None:
    table = at(example("goblins_at_the_ford"))
    table.go(*HALF_DOWN)
    referee = table.referee()
    referee.types(3)
    before = faces(referee)
    referee.page.reload()
    assert faces(referee) == before
    assert "3" in before[0]
    referee.types(4)
    referee.sees("= 7 is not above 7: morale holds", "#log")


def test_two_tabs_of_one_player(at: At) -> None:
    """One session, two pages: what is done on one is seen on both, once."""
    table = at(example("goblins_at_the_ford"))
    table.go(5)
    mia = table.phone("Mia", 0)
    second = mia.another_tab()
    mia.does("Sword at", "goblin 1")
    expect(second.one("#roll")).to_be_visible()
    second.types(15)
    expect(mia.one("#roll")).to_contain_text("d8")
    mia.types(6)
    for tab in (mia, second):
        expect(tab.one("#log")).to_contain_text("goblin 1 is dead")
    assert len([one for one in table.look(table.owner)["log"] if "goblin 1" in str(one["told"])]) == 1


def test_a_phone_without_a_network(at: At) -> None:
    table = at(example("goblins_at_the_ford"))
    table.go(5)
    referee, mia = table.referee(), table.phone("Mia", 0)
    table.say(table.owner, {"type": "note", "text": "before you went"})
    mia.sees("before you went", "#log")  # its stream is there: what it brings would else take the banner away again
    mia.watch.expect("ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError|htmx:error|network error")
    mia.context.set_offline(True)
    expect(mia.one("#offline")).to_be_visible()
    mia.one("#commands").get_by_role("button", name="goblin 1").first.click()
    mia.sees("could not be reached", "#notice")
    table.say(table.owner, {"type": "note", "text": "while you were away"})
    mia.context.set_offline(False)
    mia.sees("while you were away", "#log")
    expect(mia.one("#offline")).to_be_hidden()
    mia.catch_up()
    mia.does("Sword at", "goblin 1")
    mia.types(15, 6)
    expect(referee.one("#log")).to_contain_text("goblin 1: 4 − 6 = −2, dead")


def test_a_slow_script_costs_no_news(at: At) -> None:
    """Whatever of the page's scripts comes last, the page hears what happens at its table."""
    table = at(example("goblins_at_the_ford"))
    for late in ("htmx.min.js", "hx-sse.min.js", "live.js"):
        mia = table.guests(PHONE)
        mia.carry(table.owner)
        mia.page.route(f"**/{late}", held_up)
        mia.visit(f"/t/{table.id}")
        table.say(table.owner, {"type": "note", "text": f"before {late}"})
        mia.sees(f"before {late}", "#log")


def held_up(route: Route) -> None:
    """A script on a slow way."""
    sleep(0.5)
    route.continue_()


def test_whoever_is_sent_away_reads_so(at: At) -> None:
    table = at(example("goblins_at_the_ford"))
    mia = table.phone("Mia", 0)
    mia.catch_up()
    mia.watch.expect("403|404")
    person = next(one["person"] for one in table.look(table.owner)["room"]["people"] if one["name"] == "Mia")
    table.say(table.owner, {"type": "remove", "person": person})
    expect(mia.one("#camps")).to_have_count(0)
    expect(mia.one("#offline")).to_have_count(0)
    assert "goblin" not in mia.one("main").inner_text()


# A server that is killed in the middle of a command


Serve = Callable[[], subprocess.Popen[str]]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[tuple[str, Serve]]:
    """The address of a server, and the way to start it."""
    port = free_port()
    command = [sys.executable, "-m", "affray", "serve", "--db", str(tmp_path / "table.db"), "--port", str(port)]
    started: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--no-open", "--no-compile"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        started.append(process)
        return process

    yield f"http://127.0.0.1:{port}", start
    for process in started:
        stop(process)


def stop(process: subprocess.Popen[str]) -> None:
    """Kills it; it has no time to put anything in order."""
    process.kill()
    process.wait()
    if process.stdout is not None:
        process.stdout.close()


def owner_link(process: subprocess.Popen[str]) -> str:
    """The link that a server prints for its owner, once it prints that it serves."""
    assert process.stdout is not None
    found = ""
    for line in process.stdout:
        found = found or (match.group(0) if (match := re.search(r"/#\S+", line)) else "")
        if "Ctrl-C" in line:
            return found
    raise AssertionError("the server did not start")


def test_a_server_that_dies_in_the_middle_of_a_command(guests: Guests, serve: tuple[str, Serve]) -> None:
    address, start = serve
    first = start()
    link = owner_link(first)
    referee = guests()
    referee.origin = referee.watch.host = address
    referee.watch.expect("ERR_CONNECTION|ERR_INCOMPLETE|Failed to fetch|htmx:|network error")
    referee.visit(link)
    referee.page.get_by_role("link", name=re.compile("^Open")).first.click()
    referee.types(5)
    referee.does("Sword at", "goblin 1")
    referee.types(15)
    stop(first)
    expect(referee.one("#offline")).to_be_visible(timeout=20_000)
    owner_link(start())
    expect(referee.one("#offline")).to_be_hidden(timeout=30_000)
    expect(referee.one("#roll")).to_contain_text("d8")
    referee.types(6)
    referee.sees("goblin 1: 4 − 6 = −2, dead", "#log")
    assert referee.one("#log").inner_text().count("Ana attacks goblin 1") == 1
