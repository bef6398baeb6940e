"""Small things that several parts of the suite use."""

from __future__ import annotations

from affray.table.log import Entry
from affray.testing.expecting import expect

__all__ = ["SEEDS", "digest_of", "expect"]

SEEDS = ("open seed", "hidden seed")


def digest_of(entry: Entry) -> str:
    """The digest of the state that an entry led to; empty where the entry has none."""
    return str(getattr(entry, "digest", ""))
