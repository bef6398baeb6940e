"""What a stream sends to a person: the parts of the page that are no longer as that person has them."""

from __future__ import annotations

from collections.abc import Mapping

from affray.server.pages.parts import parts, turn
from affray.server.rendering import fragment
from affray.server.snapshot import Snapshot


def changed(
    snapshot: Snapshot, before: Mapping[str, str] | None = None, address: str = ""
) -> tuple[str, dict[str, str]]:
    """The parts that differ from those before, ready to be sent, and all parts as they are now."""
    now = parts(snapshot, address)
    differ = {name: html for name, html in now.items() if before is None or before.get(name) != html}
    return fragment("table/fragments.html", s=snapshot, turn=turn(snapshot), parts=differ), now
