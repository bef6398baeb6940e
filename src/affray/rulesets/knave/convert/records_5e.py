"""Three JSON formats of 5e. Their numbers are facts of another game, and are marked so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from affray.rules import Span
from affray.rulesets.knave.convert.blocks import Block

if TYPE_CHECKING:
    from affray.rulesets.knave.convert.records import Record

HIT = re.compile(r"(?P<bonus>[+-][0-9]{1,2}) to hit|\{@hit (?P<tagged>[+-]?[0-9]{1,2})\}")
DAMAGE = re.compile(r"Hit:[^().]*\((?P<dice>[^()]*)\)|\{@damage (?P<tagged>[^{}]*)\}|Hit:\s*(?P<flat>[0-9]{1,3}) ")


def five_e(record: Record, kind: str, fields: Mapping[str, Span | None]) -> Block:
    """A creature of 5e."""
    found = {key: span for key, span in fields.items() if span is not None}
    name, source = found.pop("name", None), found.pop("source", None)
    told = source.text if source else ""
    return Block(format=kind, system="5e", start=name or record.at(), name=name, fields=found, source=told)


def improved(record: Record) -> dict[str, Span | None]:
    """The fields of a creature of Improved Initiative."""
    return {
        "name": record.span("Name"),
        "source": record.span("Source"),
        "armor": record.span("AC", "Value"),
        "hit_points": _points(record, record.get("HP", "Value"), record.get("HP", "Notes"), "HP"),
        "challenge": record.span("Challenge"),
        **_actions(record, "Actions", "Name", "Content"),
    }


def open5e(record: Record, inner: tuple[str, ...]) -> dict[str, Span | None]:
    """The fields of a creature of Open5e; in its second version the attacks stand in another file."""
    points = _points(record, record.get(*inner, "hit_points"), record.get(*inner, "hit_dice"), *inner, "hit_points")
    return {
        "name": record.span(*inner, "name"),
        "source": record.span(*inner, "document"),
        "armor": record.span(*inner, "armor_class"),
        "hit_points": points,
        "challenge": record.span(*inner, "challenge_rating"),
        **_actions(record, "actions", "name", "desc"),
    }


def tools(record: Record) -> dict[str, Span | None]:
    """The fields of a creature in the schema of 5etools, where armor is a number or a list of them."""
    armor = record.get("ac")
    first = armor[0] if isinstance(armor, list) and armor else armor
    value = first.get("ac") if isinstance(first, dict) else first
    several = isinstance(armor, list) and len(armor) > 1
    told = ", ".join(str(one.get("ac") if isinstance(one, dict) else one) for one in armor) if several else value
    return {
        "name": record.span("name"),
        "source": record.span("source"),
        "armor": record.span("ac", text=str(told)) if told is not None else None,
        "hit_points": _points(record, record.get("hp", "average"), record.get("hp", "formula"), "hp"),
        "challenge": record.span("cr"),
        **_actions(record, "action", "name", "entries"),
    }


def _points(record: Record, points: Any, dice: Any, *path: str) -> Span | None:
    """Hit points with their dice, as they are printed: "7 (2d6)"."""
    if not isinstance(points, int) or isinstance(points, bool):
        return None
    told = dice.strip(" ()") if isinstance(dice, str) else ""
    return record.span(*path, text=f"{points} ({told})" if told else str(points))


def _actions(record: Record, key: str, name: str, content: str) -> dict[str, Span | None]:
    """The bonus and the attacks, of which one is chosen; "Multiattack" says more than can be read."""
    bonuses: list[str] = []
    attacks: list[str] = []
    for called, text in _texts(record.get(key), name, content):
        hit, damage = HIT.search(text), DAMAGE.search(text)
        if called.lower() == "multiattack":
            attacks.append("multiattack")
        elif hit and damage:
            bonus = int(hit["bonus"] or hit["tagged"])
            bonuses.append(f"{bonus:+}")
            dice = damage["dice"] or damage["tagged"] or damage["flat"]
            attacks.append(f"1 {re.sub('[^A-Za-z -]', ' ', called).strip() or 'attack'} ({dice})")
    return {
        "attack_bonus": record.span(key, text=" or ".join(dict.fromkeys(bonuses))),
        "attacks": record.span(key, text=" or ".join(attacks)),
    }


def _texts(actions: Any, name: str, content: str) -> Iterator[tuple[str, str]]:
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, dict) and isinstance(action.get(name), str):
            text = action.get(content)
            words = text if isinstance(text, list) else [text]
            yield action[name], " ".join(one for one in words if isinstance(one, str))
