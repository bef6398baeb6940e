"""A move past foes on the map, by finger and by keys: seen before it is confirmed, and broken off where they strike."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.guests import DESK, Guest
from tests.browser.tables import At, Opened, example

ORDER = ("roll_initiative", 20, "roll_initiative", 3, "roll_initiative", 5, "roll_initiative", 9)
PAST_THEM = "G4"
MISSES = (1, 1)


def test_by_finger(at: At) -> None:
    table = at(example("doorway"))
    table.go(*ORDER)
    referee, vex = table.referee(), table.phone("Vera", 0)
    tap(vex, 6, 3)
    plan = vex.one("#plan")
    expect(plan).to_contain_text("D4 to G4")
    expect(plan).to_contain_text("Three attacks on the way")
    assert "%" not in plan.inner_text()
    assert table.look(table.owner)["prompt"] is None
    vex.press("Move to G4", "#plan")
    answered(referee, vex)


def test_by_keys(at: At) -> None:
    table = at(example("doorway"))
    table.go(*ORDER)
    referee, vex = table.referee(), table.phone("Vera", 0, DESK)
    vex.one("#map-frame").focus()
    for _ in range(4):
        vex.page.keyboard.press("ArrowRight")
    expect(vex.one("#map-say")).to_contain_text(PAST_THEM)
    vex.page.keyboard.press("Enter")
    expect(vex.one("#plan")).to_contain_text("Three attacks on the way")
    vex.page.keyboard.press("Enter")
    expect(vex.one("#map-confirm")).to_be_focused()
    vex.key("Enter")
    answered(referee, vex)


def test_the_referee_sees_what_a_way_brings(at: At) -> None:
    table: Opened = at(example("doorway"))
    table.go(*ORDER)
    referee = table.referee()
    tap(referee, 6, 3)
    expect(referee.one("#plan")).to_contain_text("51/100")
    expect(referee.one("#plan")).to_contain_text("HP left of 24")
    referee.button("Cancel", "#plan").click()
    expect(referee.one("#plan")).to_be_empty()
    assert table.look(table.owner)["log"][0]["kind"] == "command"


def tap(guest: Guest, column: int, row: int) -> None:
    """A finger on a square, counted from the lower left of the whole map."""
    left, bottom, columns, rows, step = map(int, (guest.one("#map").get_attribute("data-from") or "").split(","))
    battle = guest.one("#map .battle").first
    box = battle.bounding_box()
    assert box is not None
    x = (column - left // step + 0.5) * box["width"] / columns
    y = (rows - 1 - (row - bottom // step) + 0.5) * box["height"] / rows
    battle.click(position={"x": x, "y": y})


def answered(referee: Guest, vex: Guest) -> None:
    """Each of them may strike: the first does, and misses; the others let it pass; only then the move goes on."""
    vex.waits("Toll robber")
    referee.catch_up()
    referee.press(referee.one("#commands .targets button, #commands .command > button").first)
    referee.types(*MISSES)
    for _ in range(2):
        vex.catch_up()
        assert "Your turn" not in vex.asked()
        referee.press("let it pass", "#commands")
    expect(vex.one("#stands tr", has_text="Vex")).to_contain_text(PAST_THEM)
    vex.sees("Your turn")
