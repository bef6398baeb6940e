"""The example fight from the door to the last blow: a referee at a desk, three phones, real dice and thrown ones."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from tests.browser.guests import PHONE, Guest, Guests
from tests.server.http.hosting import Hosted

WOLF = """name = "wolf"
side = "foes"
hidden = true
hd = 1
hp = 3
armor = 12
attack = 2
damage = "1d4"
morale = 12"""
HIT, MISS = 15, 2


def test_a_whole_fight(hosted: Hosted, guests: Guests, tmp_path: Path) -> None:
    referee, phones = sit_down(hosted, guests)
    mia, jo, kim = phones
    first_blow(referee, mia, jo)
    second_thoughts(referee, mia, jo)
    by_the_referees_leave(referee, mia)
    thrown_dice(referee, jo)
    morale(referee, mia, kim)
    reinforcements(referee, mia)
    rest_of_the_round(referee, mia)
    second_round(referee, mia, jo, kim)
    aftermath(referee, mia)
    afterwards(referee, mia, tmp_path)


# Through the door


def sit_down(hosted: Hosted, guests: Guests) -> tuple[Guest, list[Guest]]:
    """The owner opens the example; three come in by its code and choose whom they play."""
    referee = guests()
    referee.visit(f"/#{hosted.site.sessions.owner_key}")
    referee.button("Open the example fight").click()
    referee.sees("Before round 1", "#round")
    table = referee.page.url.rsplit("/", 1)[1]
    room = hosted.site.rooms.room(table)
    code = room.snapshot(hosted.site.owner.person).room.code
    assert code is not None
    referee.seen = lambda: room.seen_version(hosted.site.owner.person)
    assert "#" not in referee.page.url
    phones = [knock(guests, name, code, typed=name == "Mia") for name in ("Mia", "Jo", "Kim")]
    for phone, name, fighter in zip(phones, ("Mia", "Jo", "Kim"), ("Ana", "Bren", "Cai"), strict=True):
        referee.press(referee.one(".knock").filter(has_text=name).get_by_role("button", name="Let in"))
        phone.sees("Whom do you play?")
        person = next(one.person for one in room.snapshot(hosted.site.owner.person).room.people if one.name == name)
        phone.seen = lambda person=person: room.seen_version(person)
        phone.press(re.compile(f"^{fighter}"), ".claims")
        phone.sees(fighter, "#self")
    return referee, phones


def knock(guests: Guests, name: str, code: str, *, typed: bool) -> Guest:
    """Somebody comes to the door: with the code typed in small letters, or scanned."""
    phone = guests(PHONE)
    phone.visit("/join" if typed else f"/join#{code}")
    if typed:
        phone.one("#code").fill(f"{code[:4]}-{code[4:]}".lower())
    phone.page.get_by_label("Your name").fill(name)
    phone.button("Knock").click()
    phone.sees("Waiting to be let in")
    return phone


# What happens at the table


def first_blow(referee: Guest, mia: Guest, jo: Guest) -> None:
    """The round's die is typed on a phone; a referee sees odds before the choice, players do not; dice are typed."""
    mia.types(5)
    jo.sees("Round 1: the party acts first", "#log")
    referee.catch_up()
    assert referee.one(".command").first.inner_text().split("\n")[:3] == ["Sword at", "50\u202f%", "1/2"]
    assert "%" not in mia.asked()
    mia.does("Sword at", "goblin 1")
    assert "goblin 1 is dead" not in jo.one("#log").inner_text()
    mia.types(HIT, 6)
    jo.sees("goblin 1 is dead", "#log")
    expect(jo.one("#camps li", has_text="goblin 1")).to_contain_text("dead")


def second_thoughts(referee: Guest, mia: Guest, jo: Guest) -> None:
    """Undo, redo, and another face of a die: the rest is worked out again."""
    referee.press(referee.one("#undo"))
    expect(jo.one("#camps li", has_text="goblin 1")).not_to_contain_text("dead")
    mia.sees("Your turn")
    referee.key("Control+y")
    expect(jo.one("#camps li", has_text="goblin 1")).to_contain_text("dead")
    change(referee, 1, 3)
    jo.sees("3 damage", "#log")
    expect(jo.one("#camps li", has_text="goblin 1")).not_to_contain_text("dead")
    change(referee, 1, 8)
    jo.sees("8 damage; goblin 1 is dead", "#log")


def change(referee: Guest, die: int, face: int) -> None:
    """Another face for a die of the newest line that has any."""
    line = referee.one("#log li:not(.undone)", has_text="Ana attacks").first
    form = referee.opens(line.locator("details[id^=edit]")).locator(".change form").nth(die)
    form.locator("input[name=face]").fill(str(face))
    referee.press(form.get_by_role("button", name="Change"))


def by_the_referees_leave(referee: Guest, mia: Guest) -> None:
    """An override says why, to everybody; a hidden note nobody else reads."""
    form = referee.opens("form-override")
    form.get_by_label("Fighter").select_option(label="Ana")
    form.get_by_label("HP").fill("4")
    form.get_by_label("Reason").fill("a stone from above")
    referee.press(form.get_by_role("button", name="Override"))
    mia.sees("a stone from above", "#log")
    expect(mia.one("#self")).to_contain_text("4 of 6")
    note = referee.opens("note-fold")
    note.get_by_role("textbox").fill("a wolf is coming")
    note.get_by_role("checkbox").check()
    referee.press(note.get_by_role("button", name="Write it down"))
    mia.catch_up()
    assert "wolf" not in mia.page.content()


def thrown_dice(referee: Guest, jo: Guest) -> None:
    """Dice that the table throws; taken back, and the same blow with real ones."""
    jo.does("Halberd at", "goblin 2")
    jo.rolls()
    referee.catch_up()
    referee.sees("Bren attacks goblin 2", "#log")
    referee.press(referee.one("#undo"))
    jo.does("Halberd at", "goblin 2")
    jo.types(HIT, 9)
    referee.sees(re.compile("goblin 2: 4 − 9 = −5, dead"), "#log")


def morale(referee: Guest, mia: Guest, kim: Guest) -> None:
    """Half of them are down: the prompt comes by itself, and waits for the referee."""
    kim.does("Mace at", "goblin 3")
    kim.types(HIT, 7)
    kim.waits("The referee")
    assert kim.one("#roll").count() == 0
    assert "Morale" not in mia.asked()
    referee.sees("Morale.", "#roll")
    referee.types(3, 3)
    kim.sees("goblin 3 is dead", "#log")


def reinforcements(referee: Guest, mia: Guest) -> None:
    """A wolf joins, and no player can tell until it shows itself."""
    before = (mia.version, mia.one("main").inner_html())
    form = referee.opens("form-add_fighter")
    form.get_by_label("Fighter").fill(WOLF)
    referee.press(form.get_by_role("button", name="Add fighter"))
    referee.sees("wolf", "#camps")
    mia.catch_up()
    assert (mia.version, mia.one("main").inner_html()) == before
    form = referee.opens("form-bring_in")
    form.get_by_label("Fighter").select_option(label="wolf")
    form.get_by_label("Reason").fill("out of the reeds")
    referee.press(form.get_by_role("button", name="Bring in"))
    mia.sees("wolf", "#camps")


def rest_of_the_round(referee: Guest, mia: Guest) -> None:
    """The referee plays whom nobody plays, and everybody misses."""
    referee.does("Dagger at", "goblin 4")
    referee.types(MISS)
    while referee.one("#commands").count():
        referee.press(referee.one('[data-key="1"]'))
        referee.types(MISS)
    mia.sees("The table rolls d6")


def second_round(referee: Guest, mia: Guest, jo: Guest, kim: Guest) -> None:
    """From here the fight can be played out many times; the party wins it first."""
    referee.button("Play it out many times").click()
    expect(referee.one("#what-if")).to_contain_text("Simulated", timeout=30_000)
    expect(referee.one("#what-if table")).to_contain_text("wolf")
    jo.types(6)
    for phone, blow, foe in (
        (mia, "Sword at", "goblin 4"),
        (jo, "Halberd at", "goblin 5"),
        (kim, "Mace at", "goblin 6"),
    ):
        phone.does(blow, foe)
        phone.types(HIT, 8)
        referee.catch_up()
        if referee.one("#roll").count():
            referee.types(1, 2)  # morale holds
    referee.catch_up()
    referee.does("Dagger at", "wolf")
    referee.types(HIT, 6)
    mia.sees("Party won")


def aftermath(referee: Guest, mia: Guest) -> None:
    """What is carried back to the sheets."""
    referee.sees("Party won")
    expect(mia.one("#log")).to_contain_text("wolf is dead")
    flows = referee.one("#now").get_by_role("row", name="Ana")
    expect(flows).to_contain_text("HP 6 → 4")


# When all is over


def afterwards(referee: Guest, mia: Guest, folder: Path) -> None:
    """The log is stepped through, exported, verified by the program, and taken in as another table."""
    referee.page.get_by_role("link", name="step through it").click()
    referee.sees("Ana attacks goblin 1")
    table = referee.page.url.split("/t/")[1].split("/")[0]
    log = folder / "fight.affraylog"
    log.write_bytes(referee.context.request.get(f"{referee.origin}/api/v1/tables/{table}/log").body())
    told = subprocess.run(
        [sys.executable, "-m", "affray", "replay", "--verify", str(log)], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    referee.visit(f"/t/{table}/replay")
    expect(referee.one("main")).to_contain_text("goblin 6")
    referee.visit("/")
    referee.one("input[type=file]").set_input_files(log)
    referee.one("button[value=file]").click()
    referee.page.wait_for_url(re.compile("/t/"))
    assert table not in referee.page.url
    referee.sees("Party won")
    mia.visit(f"/t/{table}/log")
    mia.sees("a stone from above")
    assert "a wolf is coming" not in mia.page.content()
