"""From a click to the change on every page: six browsers at one table, all on this machine.

    python -m benchmarks.table_clicks [--clicks 60] [--pages 6]

The referee begins an attack and takes it back, again and again; measured is the time from the click until a page shows
the new state, on the referee's own page and on those of the players. Prints how long it takes on the middle page and on
the 95th of a hundred, and exits with 1 where a promise is broken: 95 of 100 changes within 100 ms. Says how busy the
machine was as well, since on a busy one the others that run there are measured too.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path
from shutil import which
from statistics import quantiles
from time import monotonic, sleep
from typing import Any
from uuid import uuid4

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from benchmarks.table_load import served

PROMISED = 100.0
PATIENCE = 10.0
FLAGS = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync")
FIGHT = Path(__file__).parents[1] / "examples" / "goblins_at_the_ford.toml"

WATCH = """() => {
    const now = () => performance.timeOrigin + performance.now();
    window.changes = [];
    window.clicked = [];
    document.addEventListener("click", () => window.clicked.push(now()), true);
    new MutationObserver(() => window.changes.push(now()))
        .observe(document.getElementById("state"), { attributes: true, attributeFilter: ["data-version"] });
}"""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0] if __doc__ else None)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--pages", type=int, default=6)
    asked = parser.parse_args(arguments)
    chromium = which("chromium")
    if chromium is None:
        print("table_clicks: there is no program chromium", file=sys.stderr)
        return 1
    busy = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as (_, address, key), sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=chromium, args=FLAGS)
        times = clicks(seated(browser, address, key, asked.pages), asked.clicks)
        browser.close()
    cuts = quantiles(times, n=100)
    print(f"{len(times)} changes on {asked.pages} pages, load {busy:.1f} before on {os.cpu_count()} processors")
    print(f"click to change: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms (promised: below {PROMISED:.0f})")
    return 0 if cuts[94] < PROMISED else 1


def seated(browser: Browser, address: str, key: str, pages: int) -> list[Page]:
    """The referee's page and those of players, with the table open on all of them."""
    referee = browser.new_context()
    post(referee, f"{address}/own", form={"key": key})
    table = post(referee, f"{address}/api/v1/tables", data={"fight": FIGHT.read_text(encoding="utf-8")})["table"]
    path = f"{address}/api/v1/tables/{table}"
    say(referee, path, {"type": "faces", "faces": [6]})
    code = look(referee, path)["room"]["code"]
    contexts = [referee]
    for number in range(1, pages):
        player = browser.new_context(viewport={"width": 390, "height": 844})
        person = post(player, f"{address}/api/v1/join", data={"code": code, "name": f"Player {number}"})["person"]
        say(referee, path, {"type": "admit", "person": person})
        contexts.append(player)
    opened = []
    for context in contexts:
        page = context.new_page()
        page.goto(f"{address}/t/{table}")
        page.evaluate(WATCH)
        opened.append(page)
    sleep(1)  # every stream is open by then
    return opened


def clicks(pages: list[Page], number: int) -> list[float]:
    """Milliseconds from each click on the first page to the change on each of the pages."""
    times: list[float] = []
    for click in range(number):
        button = pages[0].locator("#cancel" if click % 2 else '#commands [data-key="1"]').first
        button.click()
        clicked: float = pages[0].evaluate("() => window.clicked.at(-1)")
        times += [change(page, click) - clicked for page in pages]
    return times


def change(page: Page, number: int) -> float:
    """When a page changed for that time."""
    end = monotonic() + PATIENCE
    while monotonic() < end:
        at: float | None = page.evaluate("(number) => window.changes[number] ?? null", number)
        if at is not None:
            return at
        sleep(0.01)
    raise RuntimeError(f"change {number} did not come to a page within {PATIENCE:.0f} s")


def post(context: BrowserContext, url: str, **what: Any) -> Any:
    """What the server answers."""
    origin = "/".join(url.split("/")[:3])
    answer = context.request.post(url, headers={"Origin": origin}, **what)
    if not answer.ok:
        raise RuntimeError(f"{url}: {answer.status} {answer.text()}")
    return answer.json() if answer.body() else {}


def look(context: BrowserContext, path: str) -> Any:
    """The table, as somebody sees it."""
    return context.request.get(path).json()


def say(context: BrowserContext, path: str, message: dict[str, Any]) -> None:
    """Sends a message."""
    version = look(context, path)["version"]
    post(
        context, f"{path}/messages", data={"command_id": str(uuid4()), "expected_version": version, "message": message}
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
