"""Blocks on one line: Basic Fantasy, OSE, Swords & Wizardry, Shadowdark, Dungeon Crawl Classics, and rows of OSRIC."""

from __future__ import annotations

import re

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import LONGEST_FIELD, Block, System, part
from affray.rulesets.knave.convert.labels import BY_LABEL, INLINE, NUMBERED

COLUMNS = (
    "name", "hit_dice", "armor", "attacks", "morale", "size", "number_appearing", "xp", "intelligence", "alignment",
    "movement",
)  # fmt: skip
"""The cells of a row of OSRIC."""

BRACKET = re.compile(r"\((?:[^()]|\([^()]*\)){0,2000}\)?")
OUTSIDE = re.compile(r"\([^()]*\)")
AND = re.compile(r"\s*[,;.]?\s*(?:and\s+)?", re.IGNORECASE)
COUNTED = re.compile(r"[0-9]{1,4}(?=\s+[A-Za-z])")
LEADING = re.compile(r"(?:#{1,6}\s*|[-*•]\s+)")


def is_osric(line: Span) -> bool:
    """Whether a row with bars has the columns of OSRIC: nearly all of them, and no label among them."""
    cells = [cell.strip().lower() for cell in line.text.split("|")]
    return len(cells) >= len(COLUMNS) - 2 and not any(cell in BY_LABEL for cell in cells)


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


def oneline(line: Span, above: Span | None, names: tuple[Span, ...] = ()) -> Block:
    """A creature whose labels stand in one line; `above` is its name where the line does not begin with one."""
    found = labels_of(line.text)
    fields: dict[str, Span] = {}
    unread: list[Span] = []
    close = _close(line.text, found)
    more = len(kinds(line.text[close + 1 :])) >= 2  # another creature, for which the same line is read again
    for number, match in enumerate(found):
        end = found[number + 1].start() if number + 1 < len(found) else len(line.text)
        start = match.start("abilities") if match["abilities"] else match.end()
        if start > close:
            break
        if start < close < end:
            if not more:
                unread.append(_value(line, close + 1, len(line.text)))
            end = close
        key = field_of(match)
        value = _value(line, start, end)
        if key in fields or len(value.text) > LONGEST_FIELD:
            unread.append(part(line, match.start(), end))
        elif value.text:
            fields[key] = value
    first = found[0].start() if found else len(line.text)
    name = fields.pop("name", None) or _name(line, first)
    if close < len(line.text) and (number_of := COUNTED.match(name.text)):
        fields.setdefault("number_appearing", part(name, 0, number_of.end()))
        name = part(name, number_of.end())
    kind, system = _format({match["label"] for match in found}, set(fields), line.text)
    source, licence = (told.text if (told := fields.pop(key, None)) else "" for key in ("source", "licence"))
    return Block(
        format=kind,
        system=system,
        start=part(line, 0),
        name=name if name.text else above,
        names=() if name.text else names,
        fields=fields,
        unread=tuple(span for span in unread if span.text),
        source=source,
        licence=licence,
    )


def _name(line: Span, end: int) -> Span:
    """The name before the first label, without marks around it."""
    name = _value(line, 0, end)
    text = name.text.rstrip("(: ")
    for mark in ("**", "__"):
        if text.startswith(mark):
            text = text[2:]
            name = part(name, 2)
        text = text.removesuffix(mark) if text.count(mark) else text
    match = LEADING.match(name.text)
    start = match.end() if match else 0
    return part(name, start, start + len(text[start:].rstrip("(: ")))


def field_of(match: re.Match[str]) -> str:
    """Our word for the label that was matched."""
    if match["dice"]:
        return "damage"  # "D 1-6", where "D12" is a saving throw and "D +2" an ability
    return "abilities" if match["abilities"] else BY_LABEL[(match["label"] or match["alone"]).lower()]


def labels_of(text: str) -> list[re.Match[str]]:
    """The labels of a line; what follows "Special:" is free text. Those in brackets are none, unless all are."""
    found: list[re.Match[str]] = []
    depth = at = 0
    inside = _depth(text)
    for match in INLINE.finditer(text):
        between = text[at : match.start()]
        depth = max(depth + between.count("(") - between.count(")"), 0)
        at = match.start()
        if depth != inside and (depth or not found):
            continue
        found.append(match)
        if match["label"] == "Special":
            break
    return found


def _depth(text: str) -> int:
    """1 where the block stands in brackets, with two of its main labels: "3 orcs (AC 6, HD 1)"; else 0."""
    for match in BRACKET.finditer(text):
        if NUMBERED.search(text, 0, match.start()):
            return 0
        if len(_kinds(match[0])) >= 2:
            return 1
    return 0


def _close(text: str, found: list[re.Match[str]]) -> int:
    """Where the brackets end in which the block stands; behind the text where it stands in none."""
    if not _depth(text) or not found:
        return len(text)
    depth = 1
    for at in range(found[0].end(), len(text)):
        depth += (text[at] == "(") - (text[at] == ")")
        if not depth:
            return at
    return len(text)


def behind_brackets(line: Span) -> Span | None:
    """The next creature of a line whose creatures stand in brackets: "3 orcs (AC 6, ...) and 2 ogres (AC 5, ...)"."""
    close = _close(line.text, labels_of(line.text))
    if len(kinds(line.text[close + 1 :])) < 2:
        return None
    match = AND.match(line.text, close + 1)
    return part(line, match.end() if match else close + 1)


def kinds(text: str) -> set[str]:
    """Which of armor class, hit dice and hit points have a number in a text: those in brackets only where all are."""
    return _kinds(text) if _depth(text) else _kinds(OUTSIDE.sub(" ", text))


def _kinds(text: str) -> set[str]:
    return {BY_LABEL[match["label"].lower()] for match in NUMBERED.finditer(text)}


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
