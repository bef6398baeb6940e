"""Everybody who stands on a map, drawn with the mark of its side and a letter or two."""

from __future__ import annotations

from collections import Counter
from typing import Literal, TypeAlias

from markupsafe import Markup

from affray.rules.showing import Card, Scene, Square
from affray.server.pages.drawing import circle, line, tag, words
from affray.server.pages.map_window import Window

TOKEN = 22
"""Units from the middle of a token to its edge."""

Role: TypeAlias = Literal["party", "foes", "third"]


def cards_of(scene: Scene) -> dict[int, Card]:
    """Everybody by number."""
    return {card.id: card for camp in scene.camps for card in camp.cards}


def with_roles(scene: Scene) -> list[tuple[Role, Card]]:
    """Everybody with its side's accent."""
    return [(camp.role, card) for camp in scene.camps for card in camp.cards]


def tokens(scene: Scene, window: Window) -> list[Markup]:
    """Everybody who is on the map and not dead: those who lie there first, the one who acts last."""
    marks = letters_of(scene)
    there = [(role, card) for role, card in with_roles(scene) if card.square is not None and window.has(card.square)]
    there = [(role, card) for role, card in there if card.fate in ("up", "down")]
    there.sort(key=lambda one: (one[1].fate == "up", one[1].mark == "now"))
    return [token(window, role, card.square, marks[card.id], _kind(card)) for role, card in there if card.square]


def _kind(card: Card) -> str:
    kinds = ["down"] if card.fate == "down" else ["now"] if card.mark == "now" else []
    return " ".join(["", *kinds, *(["unseen"] if card.hidden else [])])


def token(window: Window, role: Role, square: Square, mark: str, kind: str = "") -> Markup:
    """A fighter: a disc, a lozenge or a triangle, with its letters."""
    x, y = window.centre(square)
    if role == "party":
        shape = circle(x, y, 19)
    elif role == "foes":
        shape = line(f"M{x:g} {y - 22:g}l22 22-22 22-22-22z")
    else:
        shape = line(f"M{x:g} {y - 21:g}l21.5 38h-43z")
    low = 11 if role == "third" else 6
    return tag("g", shape, words(x, y + low, mark), class_=f"token {role}{kind}{' long' if len(mark) > 1 else ''}")


def letters_of(scene: Scene) -> dict[int, str]:
    """One or two letters for everybody: the first, a number that ends the name, and a second where two are alike."""
    cards = cards_of(scene)
    first = {one: _initial(card.name) for one, card in cards.items()}
    shared = Counter(first.values())
    return {
        one: mark if shared[mark] == 1 or len(mark) > 1 else _second(mark, cards[one].name)
        for one, mark in first.items()
    }


def _initial(name: str) -> str:
    head, _, tail = name.rpartition(" ")
    letter = name[:1].upper()
    return f"{letter}{tail}" if head and tail.isdigit() and len(tail) < 3 else letter


def _second(mark: str, name: str) -> str:
    return mark + name[1:2].lower().strip()
