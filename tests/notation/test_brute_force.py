"""Exact odds against brute force over every way the dice can fall, as fractions, for every operator.

Explosions and rerolls are cut at 2 here instead of 100, so that brute force can follow them to the end.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.errors import BadInput, TooLarge
from affray.notation import ends, exact, multisets, parse, reach, rolling, single
from tests.notation.made import Stop, brute, dice_text, expression_text

LIMIT = 10**7
SHORT = 2


TEXTS = """
    3d6 d% 1d6+1d4-1 -3d4 2d4*1d3 7//1d4 -7//1d4 11%1d4 -11%(1d4+1) 1d6-(-2) 3d4kh1 3d4kh2 3d4kl1 3d4kl2 4d3ph1
    4d3pl1 4d3ph1pl1 4d3ph2pl2 3d4k=2 3d4k>2 3d4k<3 3d4p=4 3d4p<2p>3 3d4ph1p=2 3d4kh1p=3 3d4p=1kh2 3d4p=1kl1
    3d4p=1ph1pl1 3d4ph3 3d4kh3 (3d4ph1)ph1 (4d3p=1)kh2 3d4mi2 3d4ma3 3d4mi2ma3 3d4ma3mi2 2d4mi9 3d4ro1 3d4ro<3
    3d4ro=2ro4 3d3rr1 2d4rr<3 2d3rr1mi2 3d3mi2rr2 2d4ro1ro4mi2ro2 1d3e3 2d3e3 2d3e>1 2d3e1mi2 2d3mi3e3 2d3e3ro1
    2d3e3rr1 2d3e2p=1 2d3p=1e3 2d3e3kh1 2d3e3kh2 2d3e3kl1 2d3e1kh1 2d3e3ph1 2d3e3pl1 2d2e2ph1pl1 2d3e3mi2kh1
    2d3p=1e3kh1 2d3e3ro1kl2 2d3e3kh1ro1 2d3e3kh1mi2 2d3e3p=1kh1p<2 2d3mi2e2kh1 2d3e3ph1k=1p=1 3d4ra4 3d4ra>2
    3d4rah1 3d4ra1ra2 3d3ra3mi2 3d3ro1ra3 3d3p=1ra3ro1 2d3ra3e3 2d3e3ra2 2d3k>1rah1 3d3kh2ra3 3d3ra3kh2 3d3ra3pl1
    3d3rol1 3d3roh1 3d3rol1kh2 3d3kh2rol1 3d3roh1rol1 3d3kh2ro1 3d3kh2rr1 3d3kl2mi2 2d3kh1e3 3d3kh2ph1
    3d3pl1mi2kh1 2d3eh1 2d3el1 2d3eh1e1 2d3el2kh1 2d3eh1mi2 2d2eh2 2d3rol1e3 2d3rol1rr1 2d3rol1ra3 2d3e3rol1
    2d3e3ra3kh1 3d3ra2rol1ma2kh1 (1d4,1d3+1,2)kh1 (1d4,1d3+1,2)kl2 (1d4,1d3,1d2)ph1pl1 (1d4,2d2)k=3
    (1d4,2d2,1)p<2 (1d4,3d2) (1d4,2d2,-1d3)kl1p<0 (1d4,1d4,1d4)p1kh1 ((1d4,1d3)p1)p1 (1d4,1d3,1d2)ph1k>1
    (1d4,)kh1 (1d4-2)k>0 () (2d3kh1,1d3ra3)kl1 (-1d4,-1d3)kh1 (3,5,1d4)k>3p=4 1d6>=4 1d6>1d4 1d4<=1d6 1d4==1d4
    1d4!=2 1d4<1d3<1 2d4>5 1d3*(1d2>1)
"""


@pytest.fixture(scope="module", autouse=True)
def short_cut() -> Iterator[None]:
    """The short cut, for roll and exact alike."""
    patch = pytest.MonkeyPatch()
    for module in (reach, rolling, single, ends, multisets):
        patch.setattr(module, "CUT", SHORT)
    yield
    patch.undo()


@pytest.mark.parametrize("text", TEXTS.split())
def test_exact_equals_brute_force(text: str) -> None:
    tree = parse(text)
    assert exact(tree, LIMIT).fractions() == brute(tree, 200_000)


@settings(deadline=None, max_examples=400)
@given(dice_text(3, 3, 4))
def test_any_dice_equal_brute_force(text: str) -> None:
    compare_with_brute_force(text)


@settings(deadline=None, max_examples=200)
@given(expression_text(dice_text(2, 3, 1), st.integers(0, 5)))
def test_any_expression_equals_brute_force(text: str) -> None:
    compare_with_brute_force(text)


def compare_with_brute_force(text: str) -> None:
    try:
        tree = parse(text)
        found = brute(tree, 2_000)
        counted = exact(tree, LIMIT)
    except (BadInput, Stop, TooLarge):
        return
    assert counted.fractions() == found
    assert list(counted) == sorted(counted)
