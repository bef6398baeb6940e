"""Whatever people write is shown as they wrote it, on every page, and nothing of it runs anywhere."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.browser.guests import DESK, PHONE, Guest
from tests.browser.payloads import PAYLOADS, REFUSED
from tests.browser.tables import At, Opened, example
from tests.server.http.hosting import error_of

FORD = example("goblins_at_the_ford")
AT_THE_DOOR = 20

MADE = """() => [String(window.hacked), ...[...document.querySelectorAll(`#hacked, img, iframe, object, embed, video,
    math, base, plaintext, style, [onerror], [onload], [ontoggle], [onfocus], [onmouseover], [hx-get="/"],
    script:not([src^="/static/"]), [action^="//"], a[href^="javascript"], meta[http-equiv]`)]
    .filter((one) => !one.closest("noscript")).map((one) => one.outerHTML.slice(0, 100))]"""


def harmless(guest: Guest, texts: Iterable[str] = ()) -> None:
    """Nothing has run, no element was made, and the texts stand there as they are."""
    assert guest.page.evaluate(MADE) == ["undefined"]
    text = guest.page.evaluate("() => document.documentElement.textContent")
    assert [one for one in texts if one not in text] == []


def fighters() -> str:
    """A fight in which every foe has a name that would run."""
    foe = '\n[[fighter]]\nname = {}\nside = "foes"\nhd = 1\narmor = 12\nattack = 1\ndamage = "1d6"\nmorale = 7\n'
    return FORD + "".join(foe.format(json.dumps(text)) for text in PAYLOADS)


def test_titles_of_fights(at: At) -> None:
    first = at(FORD)
    paths = []
    for text in PAYLOADS:
        answer = first.owner.post(
            "/api/v1/tables", json={"fight": FORD.replace('"Goblins at the ford"', json.dumps(text))}
        )
        paths.append(f"/t/{answer.json()['table']}")
    referee = first.referee()
    referee.visit("/")
    harmless(referee, PAYLOADS)
    for text, path in list(zip(PAYLOADS, paths, strict=True))[::6]:
        referee.visit(path)
        harmless(referee, [text])
        assert text in referee.page.title()


def test_names_of_fighters(at: At) -> None:
    table = at(fighters())
    table.go(5)
    referee = table.referee()
    for page in ("", "/log", "/replay", "/sheets", "/sheet/11"):
        referee.visit(f"/t/{table.id}{page}")
        harmless(referee, PAYLOADS if page in ("", "/sheets") else ())
    harmless(table.phone("Mia", 0), PAYLOADS)
    prep = table.referee()
    prep.visit("/prep")
    prep.one("textarea[name=text]").fill(fighters())
    prep.one("button[value=check]").first.click()
    prep.page.wait_for_load_state()
    harmless(prep)


@pytest.mark.parametrize("some", [PAYLOADS[:AT_THE_DOOR], PAYLOADS[AT_THE_DOOR:]], ids=["first", "rest"])
def test_names_of_people(at: At, some: tuple[str, ...]) -> None:
    table = at(FORD)
    taken = [text for text in some if knocks(table, text)]
    assert len(taken) >= 15
    referee = table.referee(DESK)
    harmless(referee, taken)
    for person in table.look(table.owner)["room"]["knocks"][:10]:
        table.say(table.owner, {"type": "admit", "person": person["person"]})
    referee.catch_up()
    harmless(referee, taken)
    harmless(table.phone("Mia", 0, PHONE), taken[:10])


def knocks(table: Opened, name: str) -> bool:
    """Whether somebody of that name may stand at the door; not beside one whose name looks the same."""
    answer = table.hosted.client().post("/api/v1/join", json={"code": table.code, "name": name})
    return answer.status_code == 200 or error_of(answer)["code"] != "taken"


def test_notes_reasons_and_seeds(at: At, tmp_path: Path) -> None:
    table = at(FORD)
    writer = table.player("Mo")  # two of them: one alone may not write as fast as this
    for text in PAYLOADS[:8]:
        table.say(table.owner, {"type": "add_seed", "text": text})
    for text in PAYLOADS:
        table.say(writer, {"type": "note", "text": text})
        table.do(table.owner, type="override", fighter=0, hp=5, reason=text)
    referee, mia = table.referee(), table.phone("Mia", 0)
    harmless(referee, PAYLOADS[:8])
    harmless(mia, PAYLOADS[-10:])
    for guest in (referee, mia):
        guest.visit(f"/t/{table.id}/log")
        harmless(guest, PAYLOADS[-10:])
    no_formula(table.owner.get(f"/t/{table.id}/log.csv").text)
    on_a_terminal(table.owner.get(f"{table.path}/log").content, tmp_path / "fight.affraylog")


def no_formula(text: str) -> None:
    """No cell that a spreadsheet would work out; each text is there."""
    cells = [cell for row in csv.reader(io.StringIO(text)) for cell in row]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t"))] == []
    assert "'=cmd|' /C calc'!A0" in cells
    assert "'@sum(1+1)" in cells


def on_a_terminal(log: bytes, place: Path) -> None:
    """What the program prints of it has no control bytes but ends of lines."""
    place.write_bytes(log)
    command = [sys.executable, "-m", "affray", "replay", str(place)]
    told = subprocess.run(command, capture_output=True, check=True).stdout
    assert PAYLOADS[0].encode() in told
    assert [byte for byte in told if (byte < 32 and byte != 10) or byte == 127] == []


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_text_is_refused(at: At, text: str) -> None:
    table = at(FORD)
    table.look(table.owner)
    for message in (
        {"type": "note", "text": text},
        {"type": "do", "command": {"type": "override", "fighter": 0, "hp": 5, "reason": text}},
        {"type": "add_seed", "text": text},
    ):
        table.refused(422, table.owner, message)
    answer = table.hosted.client().post("/api/v1/join", json={"code": table.code, "name": text})
    assert answer.status_code == 422
    answer = table.owner.post("/api/v1/tables", json={"fight": FORD.replace('"Goblins at the ford"', json.dumps(text))})
    assert answer.status_code in (400, 422)
