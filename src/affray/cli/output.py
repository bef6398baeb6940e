"""What a command prints: text that no terminal acts on, one JSON document, chances that are never rounded away."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import click

from affray.telling.text import shown


def say(text: str = "", *, bold: bool = False) -> None:
    """Prints text on standard output."""
    text = shown(text)
    click.echo(click.style(text, bold=True) if bold else text)


def warn(text: str) -> None:
    """Prints a message on standard error, marked as the program's."""
    click.echo(f"affray: {shown(text)}", err=True)


def hint(text: str) -> None:
    """Prints something beside the result on standard error."""
    click.echo(shown(text), err=True)


def took(text: str) -> None:
    """Says how long something took: on a terminal only, so that the same command prints the same."""
    if sys.stderr is not None and sys.stderr.isatty():
        hint(text)


def say_json(document: Mapping[str, Any]) -> None:
    """Prints the one JSON document of a command, on one line; its schema comes first."""
    import json  # noqa: PLC0415 - only for --json

    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").replace("-", "").lower()
    click.echo(json.dumps({"schema": 1, **document}, ensure_ascii=encoding != "utf8", allow_nan=False))
