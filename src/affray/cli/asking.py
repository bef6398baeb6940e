"""Lines typed at the terminal, or piped in, and what they can mean where a die is asked for."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Literal, TypeAlias

import click
import msgspec

from affray.interpret.script import Need
from affray.telling.story import die_name
from affray.telling.text import shown

END = None
"""What `ask` gives when the input is at its end."""

HELP_DICE = "type the face of your die; Enter or r: roll this one; R: roll all the rest; cancel: do something else"


def ask(prompt: str) -> str | None:
    """The next line, trimmed; None at the end of the input. What is piped in is shown, so that the transcript reads."""
    prompt = f"{shown(prompt)} "
    if sys.stdin is None:
        return END
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415 - gives `input` its history, on systems that have it
        try:
            return input(prompt).strip()
        except EOFError:
            click.echo()
            return END
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    click.echo(shown(line.strip()))
    return line.strip() if line else END


class Face(msgspec.Struct, frozen=True):
    """A face that somebody threw."""

    face: int


class Wrong(msgspec.Struct, frozen=True):
    """A line that is no answer, with why."""

    why: str


Thrown: TypeAlias = Face | Wrong | Literal["roll", "roll all", "other"]


def thrown(line: str, need: Need) -> Thrown:
    """What a line says about the die that is asked for; "other" is a word of the session."""
    if line in ("", "r"):
        return "roll"
    if line == "R":
        return "roll all"
    sign = line[:1] in ("-", "+")
    digits = line[1:] if sign else line
    if not (digits[:1].isascii() and digits[:1].isdigit()):
        return "other"
    sides = need.roll.sides
    if sign or not (digits.isascii() and digits.isdigit()) or len(digits) > 4 or not 1 <= int(digits) <= sides:
        return Wrong(f"a d{sides} shows 1 to {sides}, not {shown(line)[:20]}")
    return Face(int(digits))


def die(need: Need, who: str) -> str:
    """How a die is asked for: "attack d20 for Ana:"."""
    which = f" ({len(need.have) + 1} of {need.roll.count})" if need.roll.count > 1 else ""
    return f"{die_name(need)}{which} for {who}:"
