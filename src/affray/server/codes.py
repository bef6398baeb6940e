"""Join codes: made from a secret of the server and a random text in the table's journal, and written down nowhere."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from affray.server.limits import CODE_LENGTH, CODE_SYMBOLS


def new_nonce() -> str:
    """A random text from which a code is made."""
    return secrets.token_hex(16)


def table_code(secret: bytes, table: str, nonce: str) -> str:
    """The join code of a table."""
    made = hmac.new(secret, f"{table} {nonce}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(made)
    symbols = []
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_SYMBOLS))
        symbols.append(CODE_SYMBOLS[place])
    return "".join(symbols)
