"""What the suite and lockstep say where something does not hold."""

from __future__ import annotations


def expect(holds: object, sentence: str) -> None:
    """Raises `AssertionError` with the sentence unless it holds; unlike `assert` it also does so under `-O`."""
    if not holds:
        raise AssertionError(sentence)
