"""What a browser must never do on these pages: ask another host, complain, or break the rules of the page's policy."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, WebError

LOUD = ("error", "warning")


class Watch:
    """Listens to everything that one browser's pages say and ask for."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self.host = host
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.expected: list[re.Pattern[str]] = []
        context.on("request", self._request)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def expect(self, pattern: str) -> None:
        """What may be complained of from here on: a test that cuts the line, or sends nonsense, says so."""
        self.expected.append(re.compile(pattern))

    def check(self) -> None:
        """Nobody else was asked for anything, and nothing was complained of."""
        assert (self.strangers(), self.unexpected()) == ([], [])

    def unexpected(self) -> list[str]:
        """Whatever was complained of without having been expected."""
        return [one for one in self.complaints if not any(known.search(one) for known in self.expected)]

    def strangers(self) -> list[str]:
        """Whatever was asked of somebody else."""
        return [url for url in self.asked if not url.startswith((self.host, "data:", "about:", "blob:"))]

    def _request(self, request: Request) -> None:
        self.asked.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in LOUD:
            self.complaints.append(f"{message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.complaints.append(f"uncaught: {error.error}")
