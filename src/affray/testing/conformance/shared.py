"""Small things that several parts of the suite use."""

from __future__ import annotations

from affray.table.log import Entry

SEEDS = ("open seed", "hidden seed")


def expect(holds: object, sentence: str) -> None:
    """Raises `AssertionError` with the sentence unless it holds; unlike `assert` it also does so under `-O`."""
    if not holds:
        raise AssertionError(sentence)


def digest_of(entry: Entry) -> str:
    """The digest of the state that an entry led to; empty where the entry has none."""
    return str(getattr(entry, "digest", ""))
