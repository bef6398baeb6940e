"""What a first visit costs, and what comes out of a printer."""

from __future__ import annotations

import re

import pytest

from tests.browser.guests import PHONE
from tests.browser.tables import At, example

MOST = 150_000
BYTES = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .reduce((sum, one) => sum + one.transferSize, 0)"""

PAGES = ("/", "/join", "/prep", "/lab", "/rules", "/rules/knave", "/logs")
OF_TABLE = ("", "/log", "/replay", "/sheets", "/sheet/0")


@pytest.mark.parametrize("fight", ["goblins_at_the_ford", "skill_duel", "doorway"])
def test_the_first_load_of_every_page_is_small(at: At, fight: str) -> None:
    table = at(example(fight))
    loaded = {}
    for path in (*(PAGES if fight == "skill_duel" else ()), *(f"/t/{table.id}{page}" for page in OF_TABLE)):
        guest = table.guests(PHONE)
        guest.carry(table.owner)
        guest.visit(path)
        loaded[path] = guest.page.evaluate(BYTES)
        guest.context.close()
    assert {path: size for path, size in loaded.items() if not 1_000 < size < MOST} == {}


@pytest.mark.parametrize("fight", ["goblins_at_the_ford", "skill_duel", "doorway"])
def test_a_sheet_is_one_page_of_paper(at: At, fight: str) -> None:
    table = at(example(fight))
    player = table.phone("Mia", 0)
    player.visit(f"/t/{table.id}/sheet/0")
    player.page.emulate_media(media="print")
    assert not player.page.get_by_role("navigation").first.is_visible()
    printed = player.page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
