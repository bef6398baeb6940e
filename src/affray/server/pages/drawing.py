"""Small drawings as SVG text: nothing but attributes and classes, with a title and words where they carry meaning."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape


def tag(name: str, *inside: str | Markup, **attributes: str | int | float | None) -> Markup:
    """An element. Attribute names may use `_` for `-`, and end in it where Python has the word; None leaves one out."""
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value) if isinstance(value, float) else value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    body = Markup("").join(escape(part) for part in inside)
    return Markup(f"<{name}{said}>{body}</{name}>") if inside else Markup(f"<{name}{said}/>")


def picture(
    width: float, height: float, parts: Iterable[Markup], title: str, about: str = "", *, kind: str, size: bool = True
) -> Markup:
    """A drawing that says what it shows. Without a title it is decoration beside words that say the same."""
    named: dict[str, str | int | float | None] = {"role": "img", "aria_label": f"{title}. {about}" if about else title}
    measure: dict[str, str | int | float | None] = {"width": width, "height": height} if size else {}
    words = [tag("title", title), *([tag("desc", about)] if about else [])] if title else []
    return tag(
        "svg",
        *words,
        *parts,
        class_=kind,
        **measure,
        viewBox=f"0 0 {_number(width)} {_number(height)}",
        **(named if title else {"aria_hidden": "true"}),
    )


def rect(x: float, y: float, width: float, height: float, kind: str | None = None) -> Markup:
    """A rectangle by its upper left corner."""
    return tag("rect", x=x, y=y, width=width, height=height, class_=kind)


def circle(x: float, y: float, radius: float, kind: str | None = None) -> Markup:
    """A circle by its centre."""
    return tag("circle", cx=x, cy=y, r=radius, class_=kind)


def line(points: str, kind: str | None = None) -> Markup:
    """A path."""
    return tag("path", d=points, class_=kind)


def words(x: float, y: float, text: str | int, kind: str | None = None, anchor: str = "middle") -> Markup:
    """Text at a point."""
    return tag("text", str(text), x=x, y=y, text_anchor=anchor, class_=kind)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
