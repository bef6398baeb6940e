"""Blocks of one label a line: Basic Fantasy, OSE tables, OSRIC, Dark Dungeons, and those that look like them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import LONGEST_FIELD, Block, System, part
from affray.rulesets.knave.convert.labels import BY_LABEL, LINE, LOOSE, ROW
from affray.rulesets.knave.convert.oneline import kinds, labels_of

COLUMN = re.compile(r"\s*&\s*")


def key_of(line: Span) -> str | None:
    """The label that a line of a labelled block begins with, None for any other line."""
    match = _match(line)
    return match["label"].lower() if match else None


def rows_of(line: Span) -> list[Span]:
    """A row as one for each label in it: "Armor Class: 15 Hit Dice: 3" is two."""
    found = labels_of(line.text) if len(kinds(line.text)) >= 2 else []
    if not found:
        return [line]
    ends = [match.start() for match in found[1:]] + [len(line.text)]
    rows = [part(line, match.start(), end) for match, end in zip(found, ends, strict=True)]
    return [Span(row.text.rstrip(" ,;"), row.line, row.column) for row in rows]


def _match(line: Span) -> re.Match[str] | None:
    return ROW.fullmatch(line.text) or LINE.fullmatch(line.text)


def labelled(name: Span | None, names: tuple[Span, ...], rows: list[Span]) -> Iterator[Block]:
    """The creature of these lines, or one of each column where they have columns."""
    fields: dict[str, Span] = {}
    labels: set[str] = set()
    unread: list[Span] = []
    for row in rows:
        match = _match(row) or LOOSE.fullmatch(row.text)
        if match is None:
            unread.append(part(row, 0))
            continue
        label = match["label"].lower()
        labels.add(label)
        value = part(row, match.start("value"), match.end("value"))
        if not value.text:
            continue
        if BY_LABEL[label] in fields or len(value.text) > LONGEST_FIELD:
            unread.append(part(row, 0))
        else:
            fields[BY_LABEL[label]] = value
    source, licence = (found.text if (found := fields.pop(key, None)) else "" for key in ("source", "licence"))
    own = fields.pop("name", None)
    if own is not None:
        unread += [part(one, 0) for one in ((name,) if name else names)]
        name, names = own, ()
    kind, system = _format(labels, any(ROW.fullmatch(row.text) for row in rows))
    width = max(
        (len(COLUMN.split(value.text)) - 1 for value in fields.values() if value.text.startswith("&")), default=0
    )
    common = Block(
        format=kind,
        system=system,
        start=part(rows[0], 0),
        names=names,
        unread=tuple(unread),
        source=source,
        licence=licence,
    )
    if not width:
        yield replace(common, name=name, fields=fields)
        return
    for column in range(1, width + 1):
        yield replace(
            common,
            name=_cell(name, column) if name and "&" in name.text else None,
            fields={key: cell for key, value in fields.items() if (cell := _cell(value, column)) is not None},
            unread=common.unread if column == 1 else (),
            columns=width,
        )


def _cell(value: Span, column: int) -> Span | None:
    """The text of one column; a row without columns says the same of all."""
    if not value.text.startswith("&"):
        return value
    ends = [match.span() for match in COLUMN.finditer(value.text)]
    if column > len(ends):
        return None
    end = ends[column][0] if column < len(ends) else len(value.text)
    cell = part(value, ends[column - 1][1], end)
    return cell if cell.text else None


def _format(labels: set[str], table: bool) -> tuple[str, System]:
    """What the labels are known from, and with it how armor is counted there."""
    if table:
        return "ose-table", "bx"
    if labels & {"level/xp", "special attacks", "special defences", "special defenses"}:
        return "osric-table", "adnd"
    if {"xp value", "special", "move"} <= labels:
        return "darkdungeons-labelled", "bx"
    if labels & {"hit points", "hp"} and labels & {"challenge", "challenge rating", "speed"}:
        return "5e-labelled", "5e"
    if {"no. of attacks", "save as"} <= labels:
        return "bfrpg-labelled", ""  # B/X has the same labels, and counts the other way
    return "labelled", ""
