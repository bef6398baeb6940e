"""Changes to the text of a fight file that leave everything else of it, and its comments, as it stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from affray.errors import BadInput
from affray.files import parse_document, toml

FIGHTER = re.compile(r"^[ \t]*\[\[[ \t]*fighter[ \t]*\]\][ \t]*(?:#.*)?$", re.MULTILINE)
TABLE = re.compile(r"^[ \t]*\[", re.MULTILINE)
COUNT = re.compile(r"^(?P<key>[ \t]*count[ \t]*=[ \t]*)[0-9_]+", re.MULTILINE)

MOST = 100


def as_toml(text: str, name: str) -> str:
    """The text itself where it is TOML; JSON is written as TOML, with the same values."""
    document = parse_document(text, name)
    if document.kind == "toml" or not isinstance(document.data, Mapping):
        return text
    plain = {key: value for key, value in document.data.items() if not _tables(value) and not isinstance(value, dict)}
    told = [toml(plain)] if plain else []
    told += [f"[{key}]\n{toml(value)}" for key, value in document.data.items() if isinstance(value, dict)]
    told += [toml(one, key) for key, value in document.data.items() if _tables(value) for one in value]
    return "\n".join(told)


def _tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def with_fighter(text: str, fighter: Mapping[str, Any]) -> str:
    """The text with another fighter at its end."""
    return f"{text.rstrip()}\n\n{toml(fighter, 'fighter')}"


def counts(text: str, name: str) -> list[tuple[str, str, int]]:
    """The name, the side and the count of every fighter's table, in order."""
    data = parse_document(text, name).data
    found = data.get("fighter", []) if isinstance(data, Mapping) else []
    return [
        (str(one.get("name", "")), str(one.get("side", "")), one.get("count", 1))
        for one in found
        if isinstance(one, Mapping)
    ]


def with_count(text: str, number: int, count: int) -> str:
    """The text with another `count` in fighter table `number` (from 0); raises `BadInput`."""
    if not 1 <= count <= MOST:
        raise BadInput("out of range", place="count", received=count, allowed=f"1 to {MOST}", code="out_of_range")
    heads = list(FIGHTER.finditer(text))
    if not 0 <= number < len(heads):
        raise BadInput("there is no such fighter", place="fighter", received=number + 1)
    start = heads[number].end()
    following = TABLE.search(text, start)
    end = following.start() if following else len(text)
    body = text[start:end]
    if COUNT.search(body):
        changed = COUNT.sub(lambda found: f"{found['key']}{count}", body, count=1)
    else:
        changed = f"{body.rstrip()}\ncount = {count}\n" + ("\n" if following else "")
    return text[:start] + changed + text[end:]


def with_value(text: str, table: str, key: str, value: str) -> str:
    """The text with `key` set to a text in a table of the top, which is made where there is none."""
    line = toml({key: value})
    head = re.search(rf"^[ \t]*\[[ \t]*{re.escape(table)}[ \t]*\][^\n]*\n", text, re.MULTILINE)
    if head is None:
        first = FIGHTER.search(text)
        place = first.start() if first else len(text)
        return f"{text[:place].rstrip()}\n\n[{table}]\n{line}\n{text[place:]}"
    following = TABLE.search(text, head.end())
    end = following.start() if following else len(text)
    body = text[head.end() : end]
    known = re.compile(rf"^[ \t]*(?:{re.escape(key)}|\"{re.escape(key)}\")[ \t]*=[^\n]*\n?", re.MULTILINE)
    body = known.sub(lambda _: line, body, count=1) if known.search(body) else line + body
    return text[: head.end()] + body + text[end:]
