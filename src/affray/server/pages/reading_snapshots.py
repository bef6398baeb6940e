"""What of a snapshot was read: noted while something is made from it, and compared with other snapshots.

What is made of nothing but a snapshot is the same for every other one that has equal values in the places that were
read: read again in the same order they would lead to no other place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar, cast

import msgspec

from affray.server.live.snapshot import Snapshot

T = TypeVar("T")

Asking: TypeAlias = Callable[[Snapshot], Any]
"""What is asked of a snapshot: a field of it, or of something in it, or what `as_one` works out."""


class Readings:
    """All that was asked of a snapshot, each with its answer."""

    def __init__(self) -> None:
        self._found: dict[Asking, Any] = {}

    def of(self, snapshot: Snapshot) -> Snapshot:
        """The snapshot, to be read in its place: whatever is read of it is noted here."""
        return cast("Snapshot", _Watched(snapshot, "", self._found))

    def hold_for(self, snapshot: Snapshot) -> bool:
        """Whether all that was read is the same there."""
        try:
            return all(_same(asked(snapshot), answer) for asked, answer in self._found.items())
        except AttributeError:  # it has nothing where this one had more
            return False


class _Watched:
    """A struct of a snapshot, whose fields are noted when they are read: those that are structs field by field."""

    __slots__ = ("_found", "_path", "_struct")

    def __init__(self, struct: Any, path: str, found: dict[Asking, Any]) -> None:
        self._struct = struct
        self._path = path
        self._found = found

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._struct, name)
        path = f"{self._path}{name}"
        if isinstance(value, msgspec.Struct):
            self._found[_field(path)] = type(value)  # that there is one may be all that is asked
            return _Watched(value, f"{path}.", self._found)
        self._found[_field(path)] = value
        return value

    def __eq__(self, other: object) -> bool:
        raise TypeError("what is compared as a whole was not read")

    __hash__ = None  # type: ignore[assignment]


def as_one(work: Callable[[Snapshot], T]) -> Callable[[Snapshot], T]:
    """What `work` makes of a snapshot is noted instead of all that it reads there; it is done anew to compare."""

    @wraps(work)
    def asked(snapshot: Snapshot) -> T:
        if not isinstance(snapshot, _Watched):
            return work(snapshot)
        answer = work(snapshot._struct)
        snapshot._found[work] = answer
        return answer

    return asked


@cache
def _field(path: str) -> Asking:
    return attrgetter(path)


def _same(found: Any, noted: Any) -> bool:
    return type(found) is noted if isinstance(noted, type) else bool(found == noted)
