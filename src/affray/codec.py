"""Frozen values to JSON and back. Nothing else in the project serialises.

Every union carries its type in the field "type"; every document carries "schema". The canonical form (keys sorted,
no spaces) is what digests are taken of.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from affray.errors import BadInput

SCHEMA = 1

T = TypeVar("T")

_CANONICAL = msgspec.json.Encoder(order="sorted")
_DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


def canonical(value: object) -> bytes:
    """The one JSON text of a value: UTF-8, keys sorted, no spaces."""
    return _CANONICAL.encode(value)


def digest(value: object) -> str:
    """The sha256 of the canonical JSON text, as 64 hexadecimal digits."""
    import hashlib  # noqa: PLC0415 - it loads OpenSSL, and few answers need a digest

    return hashlib.sha256(canonical(value)).hexdigest()


def decode(data: bytes | str, kind: type[T] | Any, place: str = "") -> T:
    """The value of type `kind` that this JSON text stands for, read strictly.

    Raises `BadInput` naming the place, the field and what was expected there.
    """
    decoder = _DECODERS.get(kind)
    if decoder is None:
        decoder = _DECODERS[kind] = msgspec.json.Decoder(kind)
    try:
        return decoder.decode(data)  # type: ignore[no-any-return]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(_sentence(error), place=place) from None


def convert(value: Any, kind: type[T] | Any, place: str = "") -> T:
    """The value of type `kind` from plain dictionaries and lists; raises `BadInput` as `decode` does."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise BadInput(_sentence(error), place=place) from None


def plain(value: object) -> Any:
    """The value as plain dictionaries and lists, as JSON would hold it."""
    return msgspec.to_builtins(value)


def _sentence(error: Exception) -> str:
    text = str(error)
    problem, _, path = text.partition(" - at `$")
    return f"{problem} at {path[:-1].lstrip('.')}" if path else problem
