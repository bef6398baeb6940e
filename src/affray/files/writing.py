"""Plain values as TOML, in the form in which people write fight files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from affray.files.spelling import BARE

WIDTH = 120


def toml(table: Mapping[str, Any], array: str = "") -> str:
    """The text of a table of text, whole numbers, truths, lists and tables; with `array`, as one table of an array.

    Reading the text gives equal values. Tables in it stand on one line, long lists on a line an item.
    """
    head = f"[[{array}]]\n" if array else ""
    return head + "".join(f"{_key(key)} = {_top(value, len(key) + 3)}\n" for key, value in table.items())


def _top(value: Any, before: int) -> str:
    text = _value(value)
    if isinstance(value, list) and len(value) > 1 and len(text) + before > WIDTH:
        return "[\n" + "".join(f"    {_value(one)},\n" for one in value) + "]"
    return text


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, bool | int):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    raise TypeError(f"no TOML for {type(value).__name__}")


def _text(text: str) -> str:
    """The text in quotes, as JSON has it; TOML wants the delete character escaped as well."""
    import json  # noqa: PLC0415 - most commands write no file

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if re.fullmatch(BARE, key) else _text(key)
