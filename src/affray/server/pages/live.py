"""The parts of the page as they are sent: those that changed, or all of them, each replacing itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from affray.server.live.snapshot import Snapshot
from affray.server.pages.parts import parts, turn
from affray.server.web.rendering import fragment

Shown: TypeAlias = Mapping[str, str]
"""What a page shows: its parts, by their ids."""


OF_AN_ACTOR = ("state", "now", "map", "numbers")
"""The parts that are about whoever was picked: on the page it may be another than the first."""


def refreshed(snapshot: Snapshot, address: str, only: Collection[str] | None = None) -> str:
    """Every part, or some."""
    now = parts(snapshot, address)
    return sent(snapshot, {name: html for name, html in now.items() if only is None or name in only})


def answered(snapshot: Snapshot, before: Snapshot | None, address: str) -> str:
    """What is not as a page shows it that has the snapshot before (None: any other); and nothing is wrong any more."""
    shown = {} if before is None else parts(before, address)
    now = parts(snapshot, address)
    news = {name: html for name, html in now.items() if name in OF_AN_ACTOR or shown.get(name) != html}
    return fragment("table/notice.html", fault=None, place="") + sent(snapshot, news)


def changed(snapshot: Snapshot, before: Shown | None = None, address: str = "") -> tuple[str, Shown]:
    """The parts that differ from those before, ready to be sent, and all as it is now."""
    now = parts(snapshot, address)
    news = {name: html for name, html in now.items() if before is None or before.get(name) != html}
    return sent(snapshot, news), now


def sent(snapshot: Snapshot, some: Mapping[str, str]) -> str:
    """Parts on their way to a page that has them already."""
    return fragment("table/fragments.html", s=snapshot, turn=turn(snapshot), parts=some)
