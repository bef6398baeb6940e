"""Join codes: drawn at random, kept only as a hash. Only the process that made one can say it again."""

from __future__ import annotations

import hashlib
import secrets

from affray.server.limits import CODE_LENGTH, CODE_SYMBOLS


def new_code() -> str:
    """A new join code."""
    return "".join(secrets.choice(CODE_SYMBOLS) for _ in range(CODE_LENGTH))


def code_hash(code: str, salt: bytes) -> str:
    """What is kept of a code. It is short, so each try is made to cost some milliseconds and 4 MiB.

    The salt is the same for all tables of a server: a code is looked up by its hash.
    """
    return hashlib.scrypt(code.encode(), salt=salt, n=1 << 12, r=8, p=1, dklen=32).hex()
