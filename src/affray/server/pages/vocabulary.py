"""What every template may call beside `static`: the drawings, and figures as people read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from affray.server.pages import charts, codes, dice, map_drawing, naming, tracks
from affray.telling import figures

GLOBALS: Mapping[str, Callable[..., Any]] = {
    "die": dice.die,
    "track": tracks.track,
    "compact": tracks.compact,
    "share": tracks.share,
    "pairs": charts.pairs,
    "qr": codes.qr,
    "map_of": map_drawing.map_of,
}

FILTERS: Mapping[str, Callable[..., Any]] = {
    "percent": figures.percent,
    "short": figures.short,
    "mean": figures.mean,
    "signed": figures.signed,
    "named": naming.named,
    "capital": naming.capital,
    "figure_of": naming.figure_of,
    "roll_name": naming.roll,
}
