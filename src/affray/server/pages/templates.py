"""The templates of the pages, with what all of them may call."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from affray.server.pages import charts, dice, figures, tracks


@cache
def environment() -> Environment:
    """The templates of this package. Everything is escaped, and a name that is not there is an error."""
    made = Environment(
        loader=PackageLoader("affray.server"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "static": static,
        "die": dice.die,
        "track": tracks.track,
        "share": tracks.share,
        "pairs": charts.pairs,
        "percent": figures.percent,
    }
    made.filters |= {"percent": figures.percent, "short": figures.short, "mean": figures.mean, "signed": figures.signed}
    return made


def render(template: str, **values: Any) -> str:
    """The template filled."""
    return environment().get_template(template).render(values)


@cache
def static(name: str) -> str:
    """The address of a static file, with a mark of its content, so that a browser may keep it for good."""
    content = files("affray.server").joinpath("static", name).read_bytes()
    return f"/static/{name}?v={sha256(content).hexdigest()[:12]}"
