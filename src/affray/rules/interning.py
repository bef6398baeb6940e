"""Equal values made one, so that what is kept about them is found without comparing."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

T = TypeVar("T")


@lru_cache(maxsize=4096)
def _first_of(value: Any) -> Any:
    return value


def one_of(value: T) -> T:
    """The value itself, or the first that was equal to it."""
    found: T = _first_of(value)
    return found
