"""The parts of the page as they are sent: those that changed, or all of them, each replacing itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

from affray.server.live.snapshot import Snapshot
from affray.server.pages.parts import parts, turn
from affray.server.web.rendering import fragment

Shown: TypeAlias = Mapping[str, str]
"""What a page shows: its parts, by their ids."""


def refreshed(snapshot: Snapshot, address: str, only: Collection[str] | None = None) -> str:
    """Every part, or some."""
    now = parts(snapshot, address)
    return sent(snapshot, {name: html for name, html in now.items() if only is None or name in only})


def answered(snapshot: Snapshot, address: str) -> str:
    """Every part, and nothing is wrong any more."""
    return fragment("table/notice.html", fault=None, place="") + refreshed(snapshot, address)


def changed(snapshot: Snapshot, before: Shown | None = None, address: str = "") -> tuple[str, Shown]:
    """The parts that differ from those before, ready to be sent, and all as it is now."""
    now = parts(snapshot, address)
    news = {name: html for name, html in now.items() if before is None or before.get(name) != html}
    return sent(snapshot, news), now


def sent(snapshot: Snapshot, some: Mapping[str, str]) -> str:
    """Parts on their way to a page that has them already."""
    return fragment("table/fragments.html", s=snapshot, turn=turn(snapshot), parts=some)
