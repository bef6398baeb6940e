"""Dice texts made at random by the grammar, and the brute force that answers them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from hypothesis import strategies as st

from affray.notation import Expression, Result, roll

VALUED = ("rr", "ro", "ra", "e")


def selectors(name: str, faces: st.SearchStrategy[int], size: int) -> st.SearchStrategy[str]:
    """An operator with a selector, as text."""
    if name in ("mi", "ma"):
        return faces.map(lambda number: f"{name}{number}")
    ranked = st.builds("{}{}{}".format, st.just(name), st.sampled_from("hl"), st.integers(1, max(size, 1)))
    valued = st.builds("{}{}{}".format, st.just(name), st.sampled_from("<>="), faces)
    bare = faces.map(lambda number: f"{name}{number}") if name in VALUED else ranked
    return st.one_of(ranked, valued, bare)


def dice_text(most_count: int, most_sides: int, most_operators: int) -> st.SearchStrategy[str]:
    """Dice with operators. Not every one is allowed: the caller leaves out what `parse` refuses."""

    @st.composite
    def build(draw: st.DrawFn) -> str:
        count, sides = draw(st.integers(1, most_count)), draw(st.integers(2, most_sides))
        faces = st.integers(0, sides + 1)
        names = st.sampled_from(("k", "p", "d", "rr", "ro", "ra", "e", "mi", "ma"))
        found = [draw(selectors(draw(names), faces, count)) for _ in range(draw(st.integers(0, most_operators)))]
        return f"{count}d{sides}" + "".join(found)

    return build()


def expression_text(dice: st.SearchStrategy[str], numbers: st.SearchStrategy[int]) -> st.SearchStrategy[str]:
    """Whole expressions: sets, signs, brackets, labels, spaces."""
    label = st.one_of(st.just(""), st.text("ab <é\x1b", max_size=5).map(lambda text: f"[{text}]"))
    leaf = st.builds("{}{}".format, st.one_of(dice, numbers.map(str), st.sampled_from(("adv", "dis", "d%"))), label)
    space = st.sampled_from(("", " "))
    symbol = st.sampled_from(("+", "-", "*", "x", "//", "%", "==", "!=", ">=", "<=", ">", "<"))

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        operators = st.lists(st.sampled_from(("kh1", "kl1", "k1", "ph1", "pl1", "k>3", "p=2")), max_size=2).map("".join)
        group = st.builds("({}){}{}".format, st.lists(inner, min_size=1, max_size=3).map(",".join), operators, label)
        one = st.builds("({},){}".format, inner, operators)
        binary = st.builds("{}{}{}{}{}".format, inner, space, symbol, space, inner)
        sign = st.builds("{}{}".format, st.sampled_from(("-", "+", "--")), inner)
        return st.one_of(group, one, binary, sign)

    return st.recursive(leaf, grow, max_leaves=6)


class Stop(Exception):
    """More draws than the brute force takes on."""


def every_roll(expression: Expression, most: int = 20_000) -> list[tuple[Result, Fraction]]:
    """Every way the dice can fall, face by face, with its chance."""
    found: list[tuple[Result, Fraction]] = []
    pending: list[tuple[int, ...]] = [()]
    while pending:
        script = pending.pop()
        chance = Fraction(1)
        place = 0

        def draw(sides: int, faces: list[int] = list(script)) -> int:  # noqa: B006 - one list a roll, on purpose
            nonlocal chance, place
            chance /= sides
            place += 1
            if place > len(faces):
                pending.extend((*faces, face) for face in range(2, sides + 1))
                faces.append(1)
            return faces[place - 1]

        found.append((roll(expression, draw), chance))
        if len(found) + len(pending) > most:
            raise Stop
    return found


def brute(expression: Expression, most: int = 20_000) -> dict[int, Fraction]:
    """The distribution, from every way the dice can fall."""
    table: dict[int, Fraction] = {}
    for result, chance in every_roll(expression, most):
        table[result.value] = table.get(result.value, Fraction(0)) + chance
    return table


Faces = Callable[[int], int]


def scripted(*faces: int) -> Faces:
    """A draw that gives these faces and no more."""
    left = list(faces)
    return lambda sides: left.pop(0)
