"""Blocks on one line: Basic Fantasy, OSE, Swords & Wizardry, Shadowdark, Dungeon Crawl Classics, and rows of OSRIC."""

from __future__ import annotations

import re

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import LONGEST_FIELD, Block, System, part
from affray.rulesets.knave.convert.labels import INLINE, SPELLED

COLUMNS = (
    "name", "hit_dice", "armor", "attacks", "morale", "size", "number_appearing", "xp", "intelligence", "alignment",
    "movement",
)  # fmt: skip
"""The cells of a row of OSRIC."""


def pipe_row(line: Span) -> Block:
    """A row with bars between its cells, in the order of OSRIC."""
    fields: dict[str, Span] = {}
    unread: list[Span] = []
    start = 0
    for number, cell in enumerate(line.text.split("|")):
        span = part(line, start, start + len(cell))
        start += len(cell) + 1
        if number >= len(COLUMNS) or len(span.text) > LONGEST_FIELD:
            unread.append(span)
        elif span.text:
            fields[COLUMNS[number]] = span
    name = fields.pop("name", None)
    return Block(
        format="osric-pipe", system="adnd", start=part(line, 0), name=name, fields=fields, unread=tuple(unread)
    )


def oneline(line: Span, above: Span | None) -> Block:
    """A creature whose labels stand in one line; `above` is its name where the line does not begin with one."""
    found = _labels(line.text)
    fields: dict[str, Span] = {}
    unread: list[Span] = []
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(line.text)
        key = "abilities" if match["abilities"] else SPELLED[match["label"]]
        value = _value(line, match.start() if match["abilities"] else match.end(), end)
        if key in fields or len(value.text) > LONGEST_FIELD:
            unread.append(part(line, match.start(), end))
        elif value.text:
            fields[key] = value
    first = found[0].start() if found else len(line.text)
    name = _value(line, 0, first)
    name = part(name, 0, len(name.text.rstrip("(: ")))
    kind, system = _format({match["label"] for match in found}, set(fields), line.text)
    return Block(
        format=kind,
        system=system,
        start=part(line, 0),
        name=name if name.text else above,
        fields=fields,
        unread=tuple(unread),
    )


def _labels(text: str) -> list[re.Match[str]]:
    """The labels of a line; what follows "Special:" is free text. Those in brackets are no labels."""
    found = []
    depth = at = 0
    for match in INLINE.finditer(text):
        between = text[at : match.start()]
        depth = max(depth + between.count("(") - between.count(")"), 0)
        at = match.start()
        if depth:
            continue
        found.append(match)
        if match["label"] == "Special":
            break
    return found


def _value(line: Span, start: int, end: int) -> Span:
    value = part(line, start, end)
    return Span(value.text.rstrip(" ,;.:"), value.line, value.column)


def _format(labels: set[str], keys: set[str], text: str) -> tuple[str, System]:
    """What the labels are known from, and with it how armor is counted there."""
    if {"initiative", "action_dice"} <= keys:
        return "dcc-line", "other"
    if "level" in keys and "hit_dice" not in keys:
        return "shadowdark-line", "other"
    if "CL/XP" in labels or "HDE/XP" in labels:
        return "sw-oneline", "bx"
    if labels & {"#AT", "#At", "# AT", "# At"}:
        return "bfrpg-oneline", ""
    if labels & {"Att", "ATT", "THAC0"} and "[" in text:
        return "ose-inline", ""
    return "oneline", ""
