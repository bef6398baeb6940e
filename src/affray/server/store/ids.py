"""Identifiers, times and hashes of secrets."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from datetime import UTC, datetime

from affray.errors import BadInput

TOKEN_BYTES = 32


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


def new_token() -> str:
    """A new secret for a session: 256 random bits as text."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def token_hash(token: str) -> str:
    """What is stored of a token. Nobody finds 256 random bits by trying, so one round is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def code_hash(code: str, salt: bytes) -> str:
    """What is stored of a join code. It is short, so each try is made to cost some milliseconds and 4 MiB.

    The salt is the same for a whole store: a code is looked up by its hash.
    """
    return hashlib.scrypt(code.encode("utf-8", "surrogatepass"), salt=salt, n=1 << 12, r=8, p=1, dklen=32).hex()
