"""What one can count: hit points as discs, quality as squares, what is left of a die as its faces."""

from __future__ import annotations

from markupsafe import Markup

from affray.rules.showing import Track
from affray.server.pages.drawing import circle, line, picture, rect, tag, words

COUNTED = 20
"""The most pips that one can count; more are a bar beside their number."""

CELL, GAP = 23.0, 1.5


def track(of: Track, *, size: float = 12, whose: str = "") -> Markup:
    """A track in the size given, pips of that diameter; a ceiling has cells of its own size."""
    if of.kind == "ceiling":
        return ceiling(of)
    said = f"{whose}: {_said(of)}" if whose else _said(of)
    return bar(of, said) if of.most > COUNTED else pips(of, size, said)


def pips(of: Track, size: float, said: str) -> Markup:
    """Discs or squares, a gap after every five."""
    discs = of.kind == "points"
    step, gap = size * (1.2 if discs else 1.25), size * (0.6 if discs else 0.4)
    left = max(0, of.left)
    places = [place * step + (place // 5) * gap for place in range(of.most)]
    width = (places[-1] if places else 0) + size
    drawn = [
        circle(x + size / 2, size / 2, size / 2 - 1, _on(place < left, place in of.stake))
        if discs
        else rect(x + 1, 1, size - 2, size - 2, _on(place < left, place in of.stake))
        for place, x in enumerate(places)
    ]
    return picture(width, size, drawn, said, kind=f"pips {'hp' if discs else 'q'}")


def bar(of: Track, said: str) -> Markup:
    """What is left of many, as a length."""
    share = max(0.0, min(1.0, of.left / of.most))
    drawn = [rect(0.5, 0.5, 119, 9, "all"), rect(0, 0, 120 * share, 10, "on")]
    return picture(120, 10, drawn, said, kind=f"pips long {'hp' if of.kind == 'points' else 'q'}")


def share(left: float, said: str) -> Markup:
    """A bar for somebody whose numbers are not told."""
    drawn = [rect(0.5, 0.5, 71, 9, "all"), rect(0, 0, 72 * max(0.0, min(1.0, left)), 10, "on")]
    return picture(72, 10, drawn, said, kind="pips long hp")


def ceiling(of: Track) -> Markup:
    """A cell a face: struck above what is left, a thick edge there, and hatched where it may be lost now."""
    drawn: list[Markup] = []
    step = CELL + GAP
    for face in range(1, of.most + 1):
        x = (face - 1) * step + 0.75
        gone, stake = face > of.left, face in of.stake
        drawn.append(rect(x, 8, CELL, 27, "gone" if gone else "live"))
        if stake and not gone:
            drawn.append(tag("rect", x=x, y=8, width=CELL, height=27, class_="stakefill"))
        drawn.append(words(x + CELL / 2, 27, face, "gone" if gone else "stake" if stake else "live"))
        if gone:
            drawn.append(line(f"M{x + 3:g} 31L{x + 20:g} 12", "strike"))
    edge = of.left * step
    if of.left:
        drawn.append(line(f"M{edge - 9:g} 1.5H{edge:g}V36", "ceil"))
    return picture(of.most * step + 2, 37, drawn, _said(of), kind="track")


def compact(of: Track) -> Markup:
    """A ceiling as small cells, for a list of fighters."""
    drawn = [rect(face * 9 + 1, 2, 7, 10, "on" if face < of.left else None) for face in range(of.most)]
    if of.left:
        drawn.append(line(f"M{of.left * 9 - 4:g} .5H{of.left * 9 + 0.5:g}V13.5", "edge"))
    return picture(of.most * 9 + 2, 14, drawn, _said(of), kind="pips cells")


def _on(on: bool, stake: bool) -> str | None:
    return ("on stake" if stake else "on") if on else None


def _said(of: Track) -> str:
    said = f"{of.name}: {of.left} of {of.most}"
    if of.kind == "ceiling":
        said += " left"
        if of.left < of.most:
            said += f", faces above {of.left} struck out"
        if of.stake:
            said += f", {', '.join(map(str, of.stake))} at stake"
    return said
