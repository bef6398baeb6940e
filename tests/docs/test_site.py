"""The site: every link leads somewhere, and nothing is asked of another host."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tools import pages

VOID = ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")


class Page(HTMLParser):
    """What a page refers to, the anchors that it has, and whether its tags are closed in order."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.feed(path.read_text("utf-8"))
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            elif name == "href" and tag == "a":
                self.links.append(value or "")
            elif name in ("href", "src", "srcset", "action", "data", "poster", "style"):
                self.loaded.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "docs"
    pages.build(folder)
    return folder


@pytest.fixture(scope="module")
def built(site: Path) -> dict[Path, Page]:
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_page_is_there(site: Path, built: dict[Path, Page]) -> None:
    sources = [path for path in pages.DOCS.rglob("*.md")]
    assert {path.relative_to(site).with_suffix("") for path in built} == {
        path.relative_to(pages.DOCS).with_suffix("") for path in sources
    }


def test_links_and_anchors_resolve(site: Path, built: dict[Path, Page]) -> None:
    for path, page in built.items():
        assert not page.open
        assert len(page.ids) == len(set(page.ids)), f"{path.name}: an id is there twice"
        for link in page.links:
            parts = urlsplit(link)
            assert not parts.scheme, f"{path.name}: {link}"
            assert not parts.netloc, f"{path.name}: {link}"
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target in built, f"{path.name}: {link} leads nowhere"
            if parts.fragment:
                assert unquote(parts.fragment) in built[target].ids, f"{path.name}: {link} has no such anchor"


def test_nothing_is_asked_of_another_host(site: Path, built: dict[Path, Page]) -> None:
    assert {path.suffix for path in site.rglob("*") if path.is_file()} == {".html", ".css"}
    for path, page in built.items():
        assert "script" not in page.tags
        assert "iframe" not in page.tags
        for one in page.loaded:
            assert (path.parent / one).is_file(), f"{path.name}: {one}"
    style = (site / "style.css").read_text("utf-8")
    assert not re.search(r"url\(|@import|//", style)


def test_every_page_can_be_reached_from_the_first(site: Path, built: dict[Path, Page]) -> None:
    first = site / "index.html"
    linked = {(first.parent / link.partition("#")[0]).resolve() for link in built[first].links}
    assert set(built) <= linked


def test_headings_have_the_ids_that_hosts_of_repositories_give() -> None:
    taken: set[str] = set()
    assert pages.slug("A Knave fighter", taken) == "a-knave-fighter"
    assert pages.slug("`armor`, and more!", taken) == "armor-and-more"
    assert pages.slug("A Knave fighter", taken) == "a-knave-fighter-1"
