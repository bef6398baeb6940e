"""The parts of the page as they are sent: those that changed, or all of them, each replacing itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.server.live.snapshot import Snapshot
from affray.server.pages.parts import (
    NOTED,
    PARTS,
    READING_NOTES,
    READING_THE_NEWEST,
    last_entry,
    newest,
    parts,
    rendered,
    turn,
    view,
)
from affray.server.web.rendering import fragment


class Shown(NamedTuple):
    """What a page shows: the snapshot, what its templates read, and every part."""

    snapshot: Snapshot
    values: Mapping[str, Any]
    html: Mapping[str, str]


def refreshed(snapshot: Snapshot, address: str, only: Collection[str] | None = None) -> str:
    """Every part, or some."""
    now = parts(snapshot, address)
    return sent(snapshot, {name: html for name, html in now.items() if only is None or name in only})


def answered(snapshot: Snapshot, address: str) -> str:
    """Every part, and nothing is wrong any more."""
    return fragment("table/notice.html", fault=None, place="") + refreshed(snapshot, address)


def changed(snapshot: Snapshot, before: Shown | None = None, address: str = "") -> tuple[str, Shown]:
    """The parts that differ from those before, ready to be sent, and all as it is now."""
    now = shown(snapshot, before, address)
    news = {name: html for name, html in now.html.items() if before is None or before.html.get(name) != html}
    return sent(snapshot, news), now


def shown(snapshot: Snapshot, before: Shown | None = None, address: str = "") -> Shown:
    """The page of a snapshot; where only notes were written since, what does not read them is as it was."""
    if before is None or not alike(snapshot, before.snapshot):
        values = view(snapshot, address)
        return Shown(snapshot, values, rendered(values))
    values = {**before.values, "s": snapshot, "snapshot": snapshot, "entry": last_entry(snapshot)}
    anew = READING_NOTES if newest(snapshot) == newest(before.snapshot) else (*READING_NOTES, READING_THE_NEWEST)
    html = {name: text for name, text in before.html.items() if name not in anew}
    html |= rendered(values, anew)
    return Shown(snapshot, values, {name: html[name] for name in PARTS if name in html})


def alike(one: Snapshot, other: Snapshot) -> bool:
    """Whether two snapshots are the same but for what notes change."""
    return one == replace(other, **{name: getattr(one, name) for name in NOTED})


def sent(snapshot: Snapshot, some: Mapping[str, str]) -> str:
    """Parts on their way to a page that has them already."""
    return fragment("table/fragments.html", s=snapshot, turn=turn(snapshot), parts=some)
