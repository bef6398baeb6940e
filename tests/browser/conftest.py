"""One browser for all tests of a worker, a server a module, and browsers of people who have never been here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import which

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.guests import Guests
from tests.browser.tables import At, Opened
from tests.server.http.hosting import Hosted, hosting

CHROMIUM = which("chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that finds no other host; for a module, since while it is there its thread has a loop of its own."""
    if CHROMIUM is None:
        pytest.skip("there is no program chromium")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="module")
def hosted(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hosted]:
    """A server for the tests of a module; none where there is no browser."""
    with hosting(tmp_path_factory.mktemp("browsed")) as found:
        yield found


@pytest.fixture
def guests(browser: Browser, hosted: Hosted) -> Iterator[Guests]:
    """Opens browsers; at the end none of them must have complained, or asked another host."""
    made = Guests(browser, hosted.origin)
    yield made
    made.close()


@pytest.fixture
def at(hosted: Hosted, guests: Guests) -> At:
    """Makes a table of a fight, with seats for browsers."""
    return lambda fight: Opened(hosted, guests, fight)


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    place = Path(__file__).parents[2] / "build" / "frontend" / "axe.min.js"
    if not place.is_file():
        pytest.skip("axe-core is not here; python tools/frontend.py --tests fetches it")
    return place.read_text(encoding="utf-8")
