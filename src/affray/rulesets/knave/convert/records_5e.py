"""Three JSON formats of 5e. Their numbers are facts of another game, and are marked so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block

if TYPE_CHECKING:
    from affray.rulesets.knave.convert.record import Record

HIT = re.compile(r"(?P<bonus>[+-][0-9]{1,2}) to hit|\{@hit (?P<tagged>[+-]?[0-9]{1,2})\}")
DAMAGE = re.compile(r"Hit:[^().]*\((?P<dice>[^()]*)\)|\{@damage (?P<tagged>[^{}]*)\}|Hit:\s*(?P<flat>[0-9]{1,3}) ")

MORE = re.compile(r"\((?P<dice>[0-9]{1,3}d[0-9][^()]*)\)|\{@damage (?P<tagged>[^{}]*)\}")
"""Dice behind the first ones: added to them, or in place of them."""


def five_e(record: Record, kind: str, fields: Mapping[str, Span | None]) -> Block:
    """A creature of 5e."""
    found = {key: span for key, span in fields.items() if span is not None}
    name, source = found.pop("name", None), found.pop("source", None)
    told = source.text if source else ""
    return Block(format=kind, system="5e", start=name or record.at(), name=name, fields=found, source=told)


def improved(record: Record) -> dict[str, Span | None]:
    """The fields of a creature of Improved Initiative."""
    return {
        "name": record.span("Name", words=True),
        "source": record.span("Source", words=True),
        "armor": record.span("AC", "Value"),
        "hit_points": _points(record, record.take("HP", "Value"), record.take("HP", "Notes"), "HP"),
        "challenge": record.span("Challenge"),
        **_actions(record, "Actions", "Name", "Content"),
    }


def open5e(record: Record, inner: tuple[str, ...]) -> dict[str, Span | None]:
    """The fields of a creature of Open5e; in its second version the attacks stand in another file."""
    points = _points(record, record.take(*inner, "hit_points"), record.take(*inner, "hit_dice"), *inner, "hit_points")
    return {
        "name": record.span(*inner, "name", words=True),
        "source": record.span(*inner, "document", words=True),
        "armor": record.span(*inner, "armor_class"),
        "hit_points": points,
        "challenge": record.span(*inner, "challenge_rating"),
        **_actions(record, "actions", "name", "desc"),
    }


def tools(record: Record) -> dict[str, Span | None]:
    """The fields of a creature in the schema of 5etools, where armor is a number or a list of them."""
    armor = record.take("ac")
    first = armor[0] if isinstance(armor, list) and armor else armor
    value = first.get("ac") if isinstance(first, dict) else first
    several = isinstance(armor, list) and len(armor) > 1
    told = ", ".join(str(one.get("ac") if isinstance(one, dict) else one) for one in armor) if several else value
    return {
        "name": record.span("name", words=True),
        "source": record.span("source", words=True),
        "armor": record.made(str(told), "ac") if told is not None else None,
        "hit_points": _points(record, record.take("hp", "average"), record.take("hp", "formula"), "hp"),
        "challenge": record.span("cr"),
        **_actions(record, "action", "name", "entries"),
    }


def _points(record: Record, points: Any, dice: Any, *path: str) -> Span | None:
    """Hit points with their dice, as they are printed: "7 (2d6)"."""
    if not isinstance(points, int) or isinstance(points, bool):
        return None
    told = dice.strip(" ()") if isinstance(dice, str) else ""
    return record.made(f"{points} ({told})" if told else str(points), *path)


def _actions(record: Record, key: str, name: str, content: str) -> dict[str, Span | None]:
    """The bonus and the attacks, of which one is chosen; "Multiattack" says more than can be read."""
    bonuses: list[str] = []
    attacks: list[str] = []
    for number, called, text in _texts(record.get(key), name, content):
        hit, damage = HIT.search(text), DAMAGE.search(text)
        if called.lower() == "multiattack":
            attacks.append("multiattack")
        elif hit and damage:
            record.take(key, number, name)
            record.take(key, number, content)
            bonuses.append(f"{int(hit['bonus'] or hit['tagged']):+}")
            dice = [damage["dice"] or damage["tagged"] or damage["flat"]]
            dice += [more["dice"] or more["tagged"] for more in MORE.finditer(text, damage.end())]
            told = ", ".join(dice)
            attacks.append(f"1 {re.sub('[^A-Za-z -]', ' ', called).strip() or 'attack'} ({told})")
    return {
        "attack_bonus": record.made(" or ".join(dict.fromkeys(bonuses)), key),
        "attacks": record.made(" or ".join(attacks), key),
    }


def _texts(actions: Any, name: str, content: str) -> Iterator[tuple[int, str, str]]:
    for number, action in enumerate(actions if isinstance(actions, list) else ()):
        if isinstance(action, dict) and isinstance(action.get(name), str):
            text = action.get(content)
            words = text if isinstance(text, list) else [text]
            yield number, action[name], " ".join(one for one in words if isinstance(one, str))
