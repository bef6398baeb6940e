"""A referee without a mouse: a whole turn by keys, and whatever is in focus stays there while others play."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.tables import At, example


def test_a_whole_turn_by_keys(at: At) -> None:
    referee = at(example("goblins_at_the_ford")).referee()
    keyboard = referee.page.keyboard
    keyboard.press("5")
    expect(referee.one("#face")).to_be_focused()
    referee.key("Enter")
    referee.key("1")
    referee.sees("Ana rolls d20")
    keyboard.type("15")
    referee.key("Enter")
    referee.key("r")
    referee.sees("Ana attacks goblin 1", "#log")
    referee.key("Control+z")
    expect(referee.one("#log li.undone")).to_have_count(1)
    referee.key("Control+y")
    expect(referee.one("#log li.undone", has_text="Ana attacks")).to_have_count(0)
    actor = referee.one(".actors [aria-pressed=true]")
    before = actor.inner_text()
    keyboard.press("]")
    expect(actor).not_to_have_text(before)
    keyboard.press("[")
    expect(actor).to_have_text(before)
    referee.key("1")
    referee.key("Escape")
    expect(referee.one("#roll")).to_have_count(0)


def test_the_list_of_keys(at: At) -> None:
    referee = at(example("goblins_at_the_ford")).referee()
    before = referee.version
    referee.page.keyboard.press("?")
    expect(referee.one("dialog#keys")).to_be_visible()
    expect(referee.one("dialog#keys").get_by_role("button", name="Close")).to_be_focused()
    referee.page.keyboard.press("r")
    referee.page.keyboard.press("Escape")
    expect(referee.one("dialog#keys")).to_be_hidden()
    assert referee.version == before


def test_what_is_being_written_stays(at: At) -> None:
    """While others play, a half-written note keeps its words and its focus; keys that do things are letters there."""
    table = at(example("goblins_at_the_ford"))
    mia = table.phone("Mia", 0)
    box = mia.opens("note-fold").get_by_role("textbox")
    box.press_sequentially("12 r")
    table.go(5, "attack", 15, 6)
    mia.sees("goblin 1 is dead", "#log")
    expect(box).to_be_focused()
    expect(box).to_have_value("12 r")
    mia.press("Write it down", "#note")
    mia.sees("12 r", "#log")


def test_focus_goes_where_the_table_waits(at: At) -> None:
    """A button that is gone leaves the focus with what the table waits for now."""
    referee = at(example("goblins_at_the_ford")).referee()
    referee.types(5)
    referee.one("#commands").get_by_role("button", name="goblin 1").first.focus()
    referee.key("Enter")
    expect(referee.one("#roll")).to_be_visible()
    inside = "() => document.getElementById('now').contains(document.activeElement)"
    assert referee.page.evaluate(inside)


def test_every_button_is_reached_by_tab(at: At) -> None:
    """The first Tab leads past the head of the page to what the table waits for."""
    referee = at(example("goblins_at_the_ford")).referee()
    referee.page.keyboard.press("Tab")
    skip = referee.page.get_by_role("link", name="To what the table waits for")
    expect(skip).to_be_focused()
    referee.page.keyboard.press("Enter")
    for _ in range(40):
        referee.page.keyboard.press("Tab")
        if referee.page.evaluate("() => document.activeElement.id") == "roll-all":
            return
    raise AssertionError("the button was not reached")
