"""The same odds from an independent library."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from affray.notation import exact, parse


def fractions(die: Any) -> dict[int, Fraction]:
    return {int(value): Fraction(ways, die.denominator()) for value, ways in die.items() if ways}


D4, D6, D8, D10, D12, D20 = (icepool.d(sides) for sides in (4, 6, 8, 10, 12, 20))

CASES: list[tuple[str, Any]] = [
    ("3d6", 3 @ D6),
    ("40d6", 40 @ D6),
    ("2d6+1d8+3", 2 @ D6 + D8 + 3),
    ("2d6-2d4", 2 @ D6 - 2 @ D4),
    ("2d6*1d4", 2 @ D6 * D4),
    ("2d6//1d4", 2 @ D6 // D4),
    ("2d20kh1", D20.highest(2)),
    ("2d20kl1", D20.lowest(2)),
    ("4d6d1", D6.highest(4, 3)),
    ("9d10kh4", D10.pool(9).highest(4).sum()),
    ("12d8kl5", D8.pool(12).lowest(5).sum()),
    ("6d6ph1pl1", D6.pool(6).middle(4).sum()),
    ("6d6ph1pl2", D6.pool(6)[2:5].sum()),
    ("3d8mi3", 3 @ D8.map(lambda face: max(face, 3))),
    ("d8ma4", D8.map(lambda face: min(face, 4))),
    ("3d12ro<3", 3 @ D12.reroll([1, 2], depth=1)),
    ("2d12rr<3", 2 @ D12.reroll([1, 2], depth=100)),
    ("1d6e6", D6.explode(depth=100)),
    ("2d6e6", 2 @ D6.explode(depth=100)),
    ("1d4e>2", D4.explode([3, 4], depth=100)),
    ("5d6ro1kh3", D6.reroll([1], depth=1).highest(5, 3)),
    ("3d10k>7", 3 @ D10.map(lambda face: face if face > 7 else 0)),
    ("(1d6,1d8+2,2d4)kh1", icepool.highest(D6, D8 + 2, 2 @ D4)),
    ("(1d6,1d8+2,2d4)kl2", icepool.lowest(D6, D8 + 2, 2 @ D4, keep=2)),
    ("(1d6,1d8,1d10,1d12)ph1pl1", icepool.Pool([D6, D8, D10, D12]).middle(2).sum()),
    ("1d20>=11", D20 >= 11),
    ("2d6>1d12", 2 @ D6 > D12),
]


@pytest.mark.parametrize(("text", "die"), CASES, ids=[text for text, _ in CASES])
def test_an_independent_library_agrees(text: str, die: Any) -> None:
    assert exact(parse(text)).fractions() == fractions(die)
