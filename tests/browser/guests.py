"""People with a browser each at a table: what they press, what they read."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from typing import Literal

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.browser.watching import Watch

Scheme = Literal["light", "dark"]

PATIENCE = 15_000
"""Milliseconds that anything may take on a busy machine."""

DESK = ViewportSize(width=1280, height=900)
PHONE = ViewportSize(width=390, height=844)


class Guest:
    """One person's browser, with its first page."""

    def __init__(self, context: BrowserContext, origin: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.context = context
        self.origin = origin
        self.watch = Watch(context, origin)
        self.page: Page = context.new_page()
        self.seen: Callable[[], int] | None = None
        """What this person may have seen by now, where it is known who they are."""

    def carry(self, client: httpx.Client) -> None:
        """Takes over the cookies of somebody who came in another way."""
        for cookie in client.cookies.jar:
            self.context.add_cookies([{"name": cookie.name, "value": cookie.value or "", "url": self.origin}])

    def visit(self, path: str) -> None:
        """Opens a page of the server."""
        answer = self.page.goto(self.origin + path)
        assert answer is None or answer.status < 500, path

    def one(self, selector: str, *, has_text: str | None = None) -> Locator:
        """A place of the page."""
        return self.page.locator(selector, has_text=has_text)

    def button(self, name: str | re.Pattern[str], within: str = "body") -> Locator:
        """The first button of that name."""
        return self.page.locator(within).get_by_role("button", name=name).first

    # At a table

    @property
    def version(self) -> str:
        """How much of the table this page shows."""
        return self.one("#state").get_attribute("data-version") or ""

    def press(self, target: str | re.Pattern[str] | Locator, within: str = "main") -> None:
        """Presses a button that sends something, and waits until the table has gone on."""
        self.catch_up()
        before = self.version
        (target if isinstance(target, Locator) else self.button(target, within)).click()
        self.moved_on(before)

    def key(self, keys: str) -> None:
        """Presses keys that send something, and waits until the table has gone on."""
        self.catch_up()
        before = self.version
        self.page.keyboard.press(keys)
        self.moved_on(before)

    def catch_up(self) -> None:
        """Waits until the page shows all that there is; what is sent from an older one would be refused."""
        if self.seen is not None:
            expect(self.one("#state")).to_have_attribute("data-version", str(self.seen()), timeout=PATIENCE)

    def moved_on(self, before: str) -> None:
        """Waits until the page shows another version than that."""
        expect(self.one("#state")).not_to_have_attribute("data-version", before, timeout=PATIENCE)

    def types(self, *faces: int) -> None:
        """Presses the face of each die that is asked for."""
        for face in faces:
            self.press(self.button(re.compile(rf"^{face}(, does it)?$"), ".pad"))

    def rolls(self) -> None:
        """Lets the table roll whatever is asked for."""
        self.press("Roll all", "#roll")

    def does(self, command: str, at: str = "") -> None:
        """Gives a command of the list, at somebody where it may be aimed at several."""
        row = self.one("#commands .command, #commands .choice").filter(has_text=command)
        self.press(row.get_by_role("button", name=at or command).first)

    def asked(self) -> str:
        """What the table waits for, in the words of the page."""
        return self.one("#now").inner_text()

    def sees(self, text: str | re.Pattern[str], within: str = "main") -> None:
        """Waits until it is there."""
        expect(self.one(within).get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def waits(self, whom: str) -> None:
        """Waits until the page says that the table waits for somebody else."""
        expect(self.one("#now [role=status]")).to_contain_text(whom, timeout=PATIENCE)

    def opens(self, part: str | Locator) -> Locator:
        """Unfolds a part of the page, if it is not unfolded."""
        fold = part if isinstance(part, Locator) else self.one(f"#{part}")
        if fold.get_attribute("open") is None:
            fold.locator("> summary").click()
        return fold

    def another_tab(self) -> Guest:
        """The same page once more, in the same browser."""
        tab = copy(self)
        tab.page = self.context.new_page()
        tab.page.goto(self.page.url)
        return tab

    def leave(self) -> None:
        """Closes this browser; nothing must have been complained of."""
        self.watch.check()
        self.context.close()


class Guests:
    """Opens browsers, and closes them all at the end."""

    def __init__(self, browser: Browser, origin: str) -> None:
        self.browser = browser
        self.origin = origin
        self.all: list[Guest] = []

    def __call__(self, size: ViewportSize = DESK, scheme: Scheme = "light") -> Guest:
        """A browser that has never been here: on a desk or, where it is narrow, a phone."""
        phone = size["width"] < 600
        context = self.browser.new_context(viewport=size, is_mobile=phone, has_touch=phone, color_scheme=scheme)
        made = Guest(context, self.origin)
        self.all.append(made)
        return made

    def close(self) -> None:
        for one in self.all:
            one.context.close()
        for one in self.all:
            one.watch.check()
