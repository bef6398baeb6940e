"""Names in sentences: whoever did it stands out, in the ink of their side."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

from affray.rules.showing import Card


def named(text: str, who: int | None, cards: Mapping[int, Card], roles: Mapping[int, str]) -> Markup:
    """The sentence with the name of the fighter that begins it marked."""
    card = cards.get(who) if who is not None else None
    if card is None or not text.casefold().startswith(card.name.casefold()):
        return escape(text)
    end = len(card.name)
    return Markup('<b class="{}-ink">{}</b>{}').format(roles[card.id], text[:end], text[end:])


def capital(text: str) -> str:
    """The text as a sentence begins; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def figure_of(card: Card) -> str:
    """The number that counts of a fighter, with what it counts: "4 of 6 HP"; empty where it may not be known."""
    counted = card.main[0].name if card.main and card.main[0].kind == "points" else ""
    return f"{card.figure} {counted}".rstrip() if card.figure else ""


def roll(name: str) -> str:
    """The name of a roll as people say it: "attack", "attack damage"."""
    words = name.split(".")
    if len(words) > 1 and words[-1].startswith("d") and words[-1][1:].isdigit():
        words.pop()
    return " ".join(words).replace("_", " ")
