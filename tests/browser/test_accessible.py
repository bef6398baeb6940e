"""Every page, in every state: accessible in light and dark, no wider than a narrow phone, and fit for a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.guests import DESK, PHONE, Guest
from tests.browser.measuring import too_small, too_wide, violations
from tests.browser.tables import At, example

NARROW = (390, 320)

TALL = ViewportSize(width=390, height=8000)
"""A phone on which the bar at its lower edge lies over nothing."""


def check(guest: Guest, axe: str) -> None:
    """All that is measured of a page as it is now."""
    if guest.page.viewport_size == DESK:
        assert violations(guest, axe) == []
        return
    guest.page.set_viewport_size(TALL)
    assert violations(guest, axe) == []
    assert too_small(guest) == []
    for width in NARROW:
        guest.page.set_viewport_size({"width": width, "height": 844})
        assert too_wide(guest) is None, width
    guest.page.set_viewport_size(PHONE)


OWNERS = ("/", "/join", "/prep", "/lab", "/rules", "/rules/knave/K33", "/logs")
BOOKS = ("/rules/knave", "/rules/skilldice", "/rules/d20grid", "/rules/skilldice/D39", "/rules/d20grid/T22")
"""Long pages, all made alike."""
OF_TABLE = ("log", "replay", "sheets", "sheet/0")


@pytest.mark.parametrize(
    "size", [pytest.param(DESK, id="desk", marks=pytest.mark.slow), pytest.param(PHONE, id="phone")]
)
def test_pages_around_the_table(at: At, axe: str, size: ViewportSize) -> None:
    table = at(example("goblins_at_the_ford"))
    table.go(*BLOW)
    owner = table.referee(size)
    for path in (*OWNERS, *(f"/t/{table.id}/{page}" for page in OF_TABLE)):
        owner.visit(path)
        check(owner, axe)


@pytest.mark.slow
def test_the_books_of_rules(at: At, axe: str) -> None:
    reader = at(example("duel")).referee(PHONE)
    for path in BOOKS:
        reader.visit(path)
        check(reader, axe)


def test_pages_of_a_player(at: At, axe: str) -> None:
    table = at(example("goblins_at_the_ford"))
    table.go(*BLOW)
    player = table.phone("Mia", 0)
    for path in ("/", *(f"/t/{table.id}/{page}" for page in OF_TABLE)):
        player.visit(path)
        check(player, axe)
    waiting = table.guests(PHONE)
    waiting.carry(table.knock("Zoë"))
    waiting.visit(f"/t/{table.id}")
    waiting.sees("Waiting to be let in")
    check(waiting, axe)


# The table itself, as the referee has it and on a player's phone, in every state

BLOW = (5, "attack", 15, 6)
"""The party acts first, and Ana strikes a goblin down."""
IN_ORDER = ("enter", 10, "enter", 3)
ROLLED = ("roll_initiative", 20, "roll_initiative", 3, "roll_initiative", 5, "roll_initiative", 9)

QUICK = ("knave, commands", "knave, a question", "skilldice, a question", "d20grid, commands")
"""What every change is tried with; the rest is as much again."""

STATES: dict[str, tuple[str, tuple[int | str, ...]]] = {
    "knave, the die of the round": ("goblins_at_the_ford", ()),
    "knave, commands": ("goblins_at_the_ford", (5,)),
    "knave, a d20": ("goblins_at_the_ford", (5, "attack")),
    "knave, damage": ("goblins_at_the_ford", (5, "attack", 15)),
    "knave, after a blow": ("goblins_at_the_ford", BLOW),
    "knave, a question": ("goblins_at_the_ford", (5, *("attack", 15, 6) * 3)),
    "skilldice, the order": ("skill_duel", ()),
    "skilldice, a die": ("skill_duel", ("enter",)),
    "skilldice, commands": ("skill_duel", IN_ORDER),
    "skilldice, a question": ("skill_duel", (*IN_ORDER, "attack")),
    "skilldice, a pair of dice": ("skill_duel", (*IN_ORDER, "attack", "defend")),
    "skilldice, a wound": ("skill_duel", (*IN_ORDER, "attack", "take_it")),
    "d20grid, the order": ("doorway", ()),
    "d20grid, a die": ("doorway", ("roll_initiative",)),
    "d20grid, commands": ("doorway", ROLLED),
    "d20grid, out of sight": ("archers_on_a_ledge", ()),
}


@pytest.mark.parametrize(
    "state", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in STATES]
)
def test_a_table_in_every_state(at: At, axe: str, state: str) -> None:
    fight, steps = STATES[state]
    table = at(example(fight))
    player = table.phone("Mia", 0)
    table.go(*steps)
    referee = table.referee()
    player.catch_up()
    check(referee, axe)
    check(player, axe)
