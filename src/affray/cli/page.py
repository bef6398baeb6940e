"""A sheet as a page of HTML: the ruleset's template, everything in it escaped, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jinja2 import DictLoader, Environment, StrictUndefined


def page(templates: Mapping[str, str], filters: Mapping[str, Callable[..., Any]], sheet: Mapping[str, Any]) -> str:
    """The page that `sheet.html` makes of the sheet; the template may call the filters by their names."""
    environment = Environment(
        loader=DictLoader(dict(templates)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters |= filters
    return environment.get_template("sheet.html").render(sheet)
