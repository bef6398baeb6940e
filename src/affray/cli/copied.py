"""What the commands that copy databases say when they are done."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.server.store.copying import Copied


def tell(copied: Copied, source: str, target: str, as_json: bool) -> None:
    """Says what was copied from where to where."""
    from affray.cli.output import say, say_json  # noqa: PLC0415 - only when it is done

    if as_json:
        say_json({"from": source, "to": target, "tables": copied.tables, "rows": copied.rows})
    else:
        say(f"{source} is copied to {target} (tables: {copied.tables}, rows: {copied.rows})")
