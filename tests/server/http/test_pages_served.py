"""What a browser loads: little at first, nothing from elsewhere, and nothing that its policy would refuse."""

from __future__ import annotations

import re

import httpx
import pytest

from affray.server.web.assets import FOLDER, KINDS
from tests.server.http.hosting import Party

FIRST_LOAD = 150_000

HTML = {"Accept": "text/html", "Accept-Encoding": "gzip"}
LOADED = re.compile(r"""<(?:link|script|img)[^>]*?(?:href|src)=["']([^"']+)["']""")
ELSEWHERE = re.compile(r"""(?:href|src|action|data-[a-z-]+|hx-[a-z:-]+)=["'](?:https?:)?//""")
INLINE = re.compile(r"""<script(?![^>]*\bsrc=)[^>]*>|<style|\sstyle=|\son[a-z]+=|javascript:|hx-on""", re.IGNORECASE)


def wire(answer: httpx.Response) -> int:
    """How many bytes came over the wire."""
    return answer.num_bytes_downloaded


def pages(party: Party) -> list[str]:
    return ["/", "/join", f"/t/{party.id}"]


def test_the_first_load_is_small(party: Party) -> None:
    party.say(party.owner, {"type": "faces", "faces": [6]})
    for path in pages(party):
        page = party.owner.get(path, headers=HTML)
        assert page.status_code == 200
        loaded = {one for one in LOADED.findall(page.text) if one.startswith("/static/")}
        assert loaded
        parts = [party.owner.get(one, headers=HTML) for one in sorted(loaded)]
        assert {one.status_code for one in parts} == {200}
        assert wire(page) + sum(wire(one) for one in parts) < FIRST_LOAD


def test_no_page_asks_elsewhere_or_holds_script(party: Party) -> None:
    ana = party.player("Anne", 0)
    party.say(party.owner, {"type": "faces", "faces": [6]})
    for who in (party.owner, ana):
        for path in pages(party):
            text = who.get(path, headers=HTML).text
            assert not ELSEWHERE.search(text)
            assert not INLINE.search(text), INLINE.search(text)
            assert all(one.startswith(("/", "data:")) for one in LOADED.findall(text))


def assets() -> list[str]:
    return sorted(
        path.relative_to(FOLDER).as_posix()
        for path in FOLDER.rglob("*")
        if path.suffix in KINDS and "vendor" not in path.parts
    )


@pytest.mark.parametrize("name", assets())
def test_no_static_file_asks_elsewhere(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    found = [one for one in re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", text) if "w3.org" not in one]
    assert found == []
