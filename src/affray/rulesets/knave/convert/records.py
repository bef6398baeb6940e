"""Creatures as JSON: Foundry's two old-school systems, bfrpg-data, OD&D tables, and three formats of 5e."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from affray.files import Document, parse_document
from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block, Foreign, System
from affray.rulesets.knave.convert.labels import BY_LABEL, LABELS
from affray.rulesets.knave.convert.record import WORDS, Path, Record
from affray.rulesets.knave.convert.records_5e import five_e, improved, open5e, tools

KEPT: tuple[Path, ...] = tuple(
    (key,)
    for key in (
        "_id", "id", "slug", "img", "token", "prototypeToken", "flags", "ownership", "permission", "sort", "sort_name",
        "folder", "effects", "_stats", "provenance", "url", "key",
    )
)  # fmt: skip
"""What programs keep for themselves beside a creature."""

UNKNOWN = "this is no record of a creature that is known"


def read(text: str, name: str) -> Iterator[Block | Foreign]:
    """The creatures of a JSON document in its order, and the records that are none."""
    document = parse_document(text, name, "json")
    for path, data in _records(document.data):
        if not isinstance(data, dict):
            yield Foreign(_start(document, path), UNKNOWN, creature=True)
            continue
        record = Record(document, path, data)
        block = _block(record)
        if block is not None:
            for kept in KEPT:
                record.take(*kept)
            block = replace(block, unread=record.unread())
        yield block or Foreign(_start(document, path), UNKNOWN, creature=True)


def _start(document: Document, path: Path) -> Span:
    line, column = document.positions.place(path)
    offset = document.positions.places.get(path, 0)
    return Span(" ".join(document.text[offset : offset + 60].split()), line, column)


def _records(data: Any) -> Iterator[tuple[Path, Any]]:
    """Every record with its path: of a list, of a list in an envelope, of a table by name, or the one there is."""
    if isinstance(data, list):
        yield from (((number,), one) for number, one in enumerate(data))
        return
    for key in ("monster", "data", "results", "monsters"):
        if isinstance(data.get(key), list):
            yield from (((key, number), one) for number, one in enumerate(data[key]))
            return
    values = list(data.values())
    if values and all(isinstance(one, dict) and {"ac", "hd"} <= set(one) for one in values):
        yield from (((key,), {"name": key, **one}) for key, one in data.items())
        return
    yield (), data


def _block(record: Record) -> Block | None:
    """The creature of a record, by the shape of the format that it is in."""
    if record.get("stats", "armor_class") is not None or record.get("stats", "hit_dice") is not None:
        return _bfrpg_data(record)
    if isinstance(record.get("system", "ac"), dict):
        if "tHAACB" in record.get("system"):
            return _foundry_sw(record)
        return _foundry_ose(record)
    if isinstance(record.get("HP"), dict) and isinstance(record.get("AC"), dict):
        return five_e(record, "improved-initiative-json", improved(record))
    for inner in (("fields",), ()):
        if record.get(*inner, "armor_class") is not None and record.get(*inner, "hit_points") is not None:
            return five_e(record, "open5e-v2-json" if inner else "open5e-json", open5e(record, inner))
    if record.get("ac") is not None and isinstance(record.get("hp"), dict):
        return five_e(record, "5etools-json", tools(record))
    if {"ac", "hd"} <= set(record.data):
        return _odnd(record) if {"number_in_lair", "lair_nearby"} & set(record.data) else _flat(record)
    return None


def _made(
    record: Record, kind: str, system: System, paths: Mapping[str, Path], extra: Mapping[str, Span | None]
) -> Block:
    fields = record.fields(paths) | {key: span for key, span in extra.items() if span is not None}
    name, source, licence = (fields.pop(key, None) for key in WORDS)
    start = name or Span(kind, *record.document.positions.place(record.path))
    return Block(
        format=kind,
        system=system,
        start=start,
        name=name,
        fields=fields,
        source=source.text if source else "",
        licence=licence.text if licence else "",
    )


def _bfrpg_data(record: Record) -> Block:
    """A record of the package bfrpg-data, by its raw strings; the book tells the licence."""
    paths: dict[str, Path] = {
        "name": ("name",),
        "armor": ("stats", "armor_class", "raw"),
        "hit_dice": ("stats", "hit_dice", "raw"),
        "attacks": ("stats", "attacks", "raw"),
        "damage": ("stats", "damage", "raw"),
        "movement": ("stats", "movement", "raw"),
        "number_appearing": ("stats", "no_appearing", "raw"),
        "save_as": ("stats", "save_as", "raw"),
        "morale": ("stats", "morale", "raw"),
        "treasure": ("stats", "treasure_type", "raw"),
        "xp": ("stats", "xp", "raw"),
    }
    block = _made(record, "bfrpg-data-json", "", paths, {})
    for key, path in paths.items():
        if key in block.fields:
            record.take(*path[:-1])  # beside the printed text stands what the package's makers read out of it
    meta = record.document.data.get("meta") if isinstance(record.document.data, dict) else None
    book = record.get("provenance", "book")
    source = Record(record.document, (), meta).get("sources", book) if isinstance(meta, dict) and book else None
    told = source if isinstance(source, dict) else {}
    return replace(block, source=str(told.get("title", "")), licence=str(told.get("license", "")))


def _foundry_ose(record: Record) -> Block:
    """An actor of Foundry's system for OSE: both armor classes, hit dice as dice, weapons as items."""
    paths: dict[str, Path] = {
        "name": ("name",),
        "armor": ("system", "ac", "value"),
        "armor_ascending": ("system", "aac", "value"),
        "hit_dice": ("system", "hp", "hd"),
        "hit_points": ("system", "hp", "max"),
        "attack_bonus": ("system", "thac0", "bba"),
        "morale": ("system", "details", "morale"),
        "alignment": ("system", "details", "alignment"),
        "xp": ("system", "details", "xp"),
        "movement": ("system", "movement", "base"),
    }
    groups: dict[str, list[str]] = {}
    for number, name, damage in _weapons(record, "damage"):
        counter = record.take("items", number, "system", "counter", "max")
        pattern = str(record.take("items", number, "system", "pattern") or "")
        count = f"{counter} " if isinstance(counter, int) and counter > 0 else ""
        groups.setdefault(pattern, []).append(f"{count}{name} ({damage})")
    text = " or ".join(", ".join(group) for group in groups.values())
    return _made(record, "foundry-actor-json(ose)", "bx", paths, {"attacks": record.made(text, "items")})


def _foundry_sw(record: Record) -> Block:
    """An actor of Foundry's system for Swords & Wizardry; it does not say which weapons make one routine."""
    paths: dict[str, Path] = {
        "name": ("name",),
        "armor": ("system", "ac", "value"),
        "armor_ascending": ("system", "aac", "value"),
        "hit_dice": ("system", "hd"),
        "attack_bonus": ("system", "tHAACB"),
        "morale": ("system", "morale"),
        "alignment": ("system", "alignment"),
        "save_as": ("system", "save", "value"),
        "special": ("system", "special"),
        "number_appearing": ("system", "numberEncountered"),
        "xp": ("system", "xp", "value"),
    }
    text = " or ".join(f"{name} ({damage})" for _, name, damage in _weapons(record, "damageFormula"))
    kind = "foundry-actor-json(swords-wizardry)"
    return _made(record, kind, "bx", paths, {"attacks": record.made(text, "items")})


def _weapons(record: Record, key: str) -> Iterator[tuple[int, str, str]]:
    """The number, the name and the damage of every weapon among the items; a count in its name stays there."""
    items = record.get("items")
    for number in range(len(items) if isinstance(items, list) else 0):
        name, damage = record.get("items", number, "name"), record.get("items", number, "system", key)
        if record.get("items", number, "type") == "weapon" and isinstance(name, str) and isinstance(damage, str):
            for path in (("name",), ("type",), ("img",), ("_id",), ("system", key)):
                record.take("items", number, *path)
            yield number, " ".join(re.sub("[^A-Za-z0-9()+' -]", " ", name).split()), damage


def _odnd(record: Record) -> Block:
    """A row of a table of the first edition of all."""
    paths: dict[str, Path] = {
        "armor": ("ac",),
        "hit_dice": ("hd",),
        "movement": ("move",),
        "number_appearing": ("number_appearing",),
    }
    name = record.take("name")
    extra = {"name": record.made(name) if isinstance(name, str) else None}
    return _made(record, "json-odnd-table", "bx", paths, extra)


def _flat(record: Record) -> Block:
    """A record of plain keys, as people write them for themselves; how armor is counted there nobody knows."""
    paths: dict[str, Path] = {}
    for key, value in record.data.items():
        word = key.lower().replace("_", " ")
        field = BY_LABEL.get(word) or (key.lower() if key.lower() in LABELS else None)
        if field and not (field == "attacks" and isinstance(value, int)):  # "attack": 5 is a bonus, or five of them
            paths.setdefault(field, (key,))
    return _made(record, "json", "", paths, {})
