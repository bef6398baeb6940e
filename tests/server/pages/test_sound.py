"""What holds for every page around the table: labels, ids, nothing inline, nothing from elsewhere, no secret."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from tests.server.pages.visiting import FORD, Server

VOID = {"input", "meta", "link", "br", "hr", "img"}
OWN = ["/", "/join", "/prep", "/lab", "/rules", "/rules/knave", "/rules/knave/K08", "/logs"]
OF_TABLE = ["log", "replay", "replay?at=1", "sheets", "sheet/0", "sheet/2"]


class Page(HTMLParser):
    """What a page is made of."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.wrapped: set[int] = set()
        self.crossed = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if "label" in self.open:
            self.wrapped.add(len(self.elements))
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.crossed = True


def check(text: str) -> None:
    page = Page(text)
    assert not page.crossed
    assert page.open == []
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids))
    labelled = {found["for"] for tag, found in page.elements if tag == "label" and "for" in found}
    for place, (tag, found) in enumerate(page.elements):
        assert "style" not in found
        assert not any(name.startswith("on") for name in found)
        assert tag != "style"
        assert tag != "script" or found.get("src", "").startswith("/static/")
        for name in ("src", "href", "action", "formaction"):
            assert found.get(name, "/").startswith(("/", "#", "?"))
        if tag in ("input", "select", "textarea") and found.get("type") != "hidden":
            named = found.get("id") in labelled or place in page.wrapped or "aria-label" in found
            assert named, f"{tag} {found} has no label"
        for name in ("aria-labelledby", "aria-describedby", "for"):
            assert set(found.get(name, "").split()) <= set(ids), f"{name} of {tag} {found}"
        if tag == "svg":
            assert found.get("aria-hidden") == "true" or found.get("role") == "img"
            assert found.get("role") != "img" or found.get("aria-label")
    assert [tag for tag, _ in page.elements].count("h1") == 1


@pytest.mark.parametrize("path", OWN)
def test_pages_are_sound(server: Server, path: str) -> None:
    server.table()
    check(server.owner().get(path))


@pytest.mark.parametrize("path", OF_TABLE)
def test_pages_of_a_table_are_sound(server: Server, path: str) -> None:
    room = server.table()
    server.play(room, 3)
    check(server.owner().get(f"/t/{room.table}/{path}"))
    check(server.player(room).get(f"/t/{room.table}/{path}"))


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "expect"},
        {"do": "sweep:2"},
        {"do": "check", "text": "x"},
        {"do": "add", "fighter": "knave/wolf", "count": "0"},
        {"do": "convert", "to": "knave", "block": "Goblin\nAC 6, HD 1-1, #AT 1, DAM 1d6, MV 20', SA F1, ML 7, AL C\n"},
        {"do": "convert", "to": "knave", "block": "prose"},
    ],
)
def test_prep_is_sound_whatever_was_pressed(server: Server, fields: dict[str, str]) -> None:
    owner = server.owner()
    answer = owner.ask("POST", "/prep", data={"text": FORD, **fields}, files={"nothing": ("", b"")})
    assert answer.status_code in (200, 422)
    check(answer.text)


def test_the_lab_is_sound_with_what_it_found(server: Server) -> None:
    owner = server.owner()
    check(owner.post("/lab", {"do": "compare", "one": FORD, "two": FORD.replace("count = 2", "count = 1")}))


LURKER = '\n[[fighter]]\nname = "lurker"\nside = "foes"\nhd = 1\narmor = 12\ndamage = "1d6"\nhidden = true\n'


@pytest.mark.parametrize(
    "other",
    [
        FORD.replace("hp = 777", "hp = 776"),
        FORD.replace("morale = 7", "morale = 12"),
        FORD.replace("armor = 17", "armor = 13"),
        FORD + LURKER,
    ],
)
def test_a_secret_changes_no_byte_that_a_player_gets(server: Server, other: str) -> None:
    seen = []
    for text in (FORD, other):
        room = server.table(text)
        player = server.player(room)
        pages = [player.get(f"/t/{room.table}/{path}") for path in ("log", "log.csv", "replay", "sheets", "sheet/2")]
        pages += [player.get("/"), player.get(f"/t/{room.table}/sheet/4", 404)]
        seen.append([re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "ID", page) for page in pages])
    assert seen[0] == seen[1]
