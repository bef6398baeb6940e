"""Identifiers and times."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from affray.errors import BadInput


def new_id() -> str:
    """A new identifier: a random UUID as text."""
    return str(uuid.uuid4())


def identifier(text: object, field: str = "id") -> str:
    """The UUID that a text is, in lower case; raises `BadInput` for everything else."""
    if isinstance(text, str) and len(text) == 36 and text.isascii():
        try:
            if str(uuid.UUID(text)) == text.lower():
                return text.lower()
        except ValueError:
            pass
    raise BadInput("a UUID is needed", field=field, received=text, hint="as in 123e4567-e89b-42d3-a456-426614174000")


def now() -> str:
    """The time in UTC, for display: rows are in the order of their versions, whatever the clock does."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
