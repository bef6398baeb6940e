"""HTML as a test looks at it: every element with its attributes and its text."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
DRAWN = frozenset(["path", "rect", "circle", "use", "polygon", "line"])


class Element:
    """An element with what is in it."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str, otherwise: str = "") -> str:
        return self.attributes.get(name, otherwise)

    @property
    def classes(self) -> set[str]:
        return set(self.get("class").split())

    @property
    def text(self) -> str:
        return " ".join(" ".join(one if isinstance(one, str) else one.text for one in self.children).split())

    def all(self, tag: str = "", kind: str = "") -> Iterator[Element]:
        """Every element within, in order, of this tag and class."""
        for child in self.children:
            if isinstance(child, Element):
                if tag in ("", child.tag) and (not kind or kind in child.classes):
                    yield child
                yield from child.all(tag, kind)

    def by_id(self, name: str) -> Element:
        found = [one for one in self.all() if one.get("id") == name]
        assert len(found) == 1, (name, len(found))
        return found[0]


class Builder(HTMLParser):
    """Builds the tree; an element that is closed by another's end tag is a mistake."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Element("", {}, None)
        self.at = self.root

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, names)
        made = Element(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(made)
        if tag not in VOID:
            self.at = made

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag} {self.at.attributes}>"
        assert self.at.parent is not None
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        self.at.children.append(data)


def read(html: str) -> Element:
    """The tree of a page or a part."""
    builder = Builder()
    builder.feed(html)
    builder.close()
    assert builder.at is builder.root, f"<{builder.at.tag}> is not closed"
    return builder.root
