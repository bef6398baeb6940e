"""How places are kept: everybody near everybody, named places, or feet."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from affray.rules import rule
from affray.rulesets.knave.rulings import Rulings, numbered

Space: TypeAlias = Literal["free", "zones", "distance"]


@rule("K19", "K74")
@lru_cache(maxsize=256)
def space(rulings: Rulings) -> tuple[Space, int]:
    """How places are kept, and the feet between the sides at the start where they are counted."""
    if "zones" in (rulings.places, rulings.space):
        return "zones", 0
    feet = numbered(rulings.space)
    return ("free", 0) if feet is None else ("distance", feet)
