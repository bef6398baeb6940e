"""Charts that a page draws of exact chances: a distribution, and every pair of faces of a contest."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from markupsafe import Markup

from affray.server.pages.drawing import circle, line, picture, rect, words
from affray.telling.figures import percent

WIDTH, HEIGHT = 112.0, 52.0
FLOOR = 36.0
MOST_BARS = 20


@lru_cache(maxsize=1_000)
def distribution(values: tuple[tuple[int, str], ...], solid_from: int | None, scale: Fraction, title: str) -> Markup:
    """The bars of a number's chances. From `solid_from` on they are solid, for they do something; without it none is.

    `scale` is the chance that fills the height, so that the bars of one list share it. What is rarer than the tail of
    many values is one bar named "+". Kept, since a list of commands is drawn again with every change of the table.
    """
    bars, tail = _bars(values)
    count = len(bars) + (1.5 if tail else 0)
    step = min(12.0, WIDTH / max(1.0, count))
    left = WIDTH - count * step
    drawn: list[Markup] = []
    for place, (value, chance) in enumerate(bars):
        on = solid_from is not None and value >= solid_from
        drawn += _bar(left + place * step, step, chance / scale, on)
        if place in (0, len(bars) - 1) or value == solid_from:
            drawn.append(words(left + (place + 0.5) * step, HEIGHT - 2, value, "b" if value == solid_from else None))
    if tail:
        x = left + (len(bars) + 0.5) * step
        on = solid_from is not None and tail[0][0] >= solid_from
        drawn += _bar(x, step, min(Fraction(1), sum((p for _, p in tail), Fraction(0)) / scale), on)
        drawn.append(words(x + step / 2, HEIGHT - 2, "+"))
    drawn.append(line(f"M{left:g} {FLOOR + 0.5:g}H{WIDTH:g}", "axis"))
    return picture(WIDTH, HEIGHT, drawn, title, _told(bars, tail, solid_from), kind="dist")


def tallest(values: Sequence[tuple[int, str]]) -> Fraction:
    """The chance of the tallest bar."""
    bars, _ = _bars(values)
    return max((chance for _, chance in bars), default=Fraction(1)) or Fraction(1)


def solid_from(values: Sequence[tuple[int, str]], chance: Fraction) -> int | None:
    """The value from which on the chances add up to exactly `chance`: what does it, where a threshold does."""
    reached = Fraction(0)
    for value, p in sorted(values, reverse=True):
        reached += Fraction(p)
        if reached == chance:
            return value
    return None


def pairs(mine: tuple[int, int], theirs: tuple[int, int]) -> Markup:
    """Every pair of faces of two dice that are set against each other; a face above its ceiling counts as that."""
    (across, top), (down, low) = mine, theirs
    drawn = [words(39 + 26 * (face - 1), 14, face, "cap" if face > top else None) for face in range(1, across + 1)]
    counts = {"win": 0, "tie": 0, "lose": 0}
    for other in range(1, down + 1):
        y = 32.5 + 22 * (other - 1)
        drawn.append(words(16, y + 4.5, other, "cap" if other > low else None, "end"))
        for face in range(1, across + 1):
            x = 39 + 26.0 * (face - 1)
            kind = _outcome(min(face, top), min(other, low))
            counts[kind] += 1
            drawn.append(_mark(kind, x, y))
    if top < across:
        drawn.append(line(f"M{26 + 26 * top} 2V{22 + 22 * down}", "ceil"))
    if low < down:
        drawn.append(line(f"M4 {21.5 + 22 * low}H{28 + 26 * across}", "ceil"))
    said = f"{across * down} pairs of faces: you win {counts['win']}, tie {counts['tie']}, they win {counts['lose']}"
    return picture(30 + 26 * across, 24 + 22 * down, drawn, said, kind="grid", size=False)


def _outcome(one: int, two: int) -> str:
    return "win" if one > two else "tie" if one == two else "lose"


def _mark(kind: str, x: float, y: float) -> Markup:
    if kind == "lose":
        return line(f"M{x - 4:g} {y - 4:g}l8 8m0-8l-8 8", kind)
    return circle(x, y, 6.5 if kind == "win" else 5.5, kind)


def _bars(values: Sequence[tuple[int, str]]) -> tuple[list[tuple[int, Fraction]], list[tuple[int, Fraction]]]:
    """The values that get a bar each, without nothing at all, and the rare ones above them."""
    exact = [(value, Fraction(p)) for value, p in sorted(values) if value != 0]
    if len(exact) <= 10:
        return exact, []
    most = max(chance for _, chance in exact)
    last = max(place for place, (_, chance) in enumerate(exact) if chance * 4 >= most)
    last = min(last, MOST_BARS - 1)
    return exact[: last + 1], exact[last + 1 :]


def _bar(x: float, step: float, share: Fraction, on: bool) -> list[Markup]:
    height = float(share) * (FLOOR - 3)
    inset = 1.0
    return [rect(x + inset, FLOOR - height, step - 2 * inset, height, "on" if on else "off")]


def _told(bars: Sequence[tuple[int, Fraction]], tail: Sequence[tuple[int, Fraction]], solid: int | None) -> str:
    if not bars:
        return "Nothing."
    told = f"{bars[0][0]} to {bars[-1][0]}, at most {percent(max(p for _, p in bars))} each"
    if tail:
        told += f"; rarely up to {tail[-1][0]}"
    return f"{told}. Solid from {solid}." if solid is not None else f"{told}."
