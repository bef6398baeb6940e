"""Dice as small solids with their face. The shapes themselves are in the page's sprite, drawn once."""

from __future__ import annotations

from markupsafe import Markup

from affray.server.pages.drawing import circle, tag, words

SOLIDS = (4, 6, 8, 10, 12, 20)
"""Those that have a drawing of their own; every other die is a ring."""

HEIGHT = {4: 35, 8: 31, 10: 30, 20: 31}
"""Where the face stands, of 48; a triangle's is lower."""

PIPS = {
    1: ((24, 24),),
    2: ((13, 13), (35, 35)),
    3: ((13, 13), (24, 24), (35, 35)),
    4: ((13, 13), (35, 13), (13, 35), (35, 35)),
    5: ((13, 13), (35, 13), (24, 24), (13, 35), (35, 35)),
    6: ((13, 13), (35, 13), (13, 24), (35, 24), (13, 35), (35, 35)),
}


def die(
    sides: int, face: int | None = None, *, size: int = 26, kind: str = "", pips: bool = False, label: str | None = None
) -> Markup:
    """A die, with its face where there is one; its `sides` are 0 where its kind is not told.

    `label` replaces "d20 shows 14"; "" makes it a decoration.
    """
    shape = f"d{sides}" if sides in SOLIDS else "dn"
    inside = [tag("use", href=f"#{shape}", class_="o")]
    if size > 30 and sides in (8, 10, 12, 20):
        inside.append(tag("use", href=f"#{shape}f", class_="f"))
    if face is not None and pips and sides == 6:
        inside += [circle(x, y, 3.6, "p") for x, y in PIPS[face]]
    elif face is not None:
        inside.append(words(24, HEIGHT.get(sides, 32), face))
    name = f"d{sides}" if sides else "a die"
    said = label if label is not None else (name if face is None else f"{name} shows {face}")
    return tag(
        "svg",
        *inside,
        class_=f"die d{sides} {'tiny' if size <= 30 else ''} {kind}".strip().replace("  ", " "),
        width=size,
        height=size,
        viewBox="0 0 48 48",
        **({"role": "img", "aria_label": said} if said else {"aria_hidden": "true"}),
    )
