"""A code that a phone's camera reads."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

from affray.server.pages.drawing import tag


@lru_cache(maxsize=64)
def qr(text: str) -> Markup:
    """The text as a QR code, black on white whatever the scheme, with the quiet zone that cameras need."""
    code = segno.make_qr(text, error="m")
    rows = [list(row) for row in code.matrix]
    size = len(rows) + 8
    dots = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return tag(
        "svg",
        tag("title", "Code with the address of this table"),
        tag("path", d=dots),
        class_="qr",
        viewBox=f"0 0 {size} {size}",
        role="img",
        aria_label="Code with the address of this table",
        shape_rendering="crispEdges",
    )
