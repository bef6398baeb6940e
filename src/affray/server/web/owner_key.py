"""The key in the owner's link: whoever has it is the owner. It is printed at the start, and new at every start."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256

from itsdangerous import BadSignature, Signer

BYTES = 32
LASTS = 24 * 3600
"""Seconds for which the other processes of a server take the key that one of them printed."""


class OwnerKey:
    """The key of one process of a server.

    It opens as long as that process runs. Where several processes are one server (`shared`), each takes the keys of
    the others, too: they are signed with the secret that all of them have.
    """

    def __init__(self, secret: bytes, clock: Callable[[], int], shared: bool) -> None:
        self._signer = Signer(secret, salt="affray.owner-key", key_derivation="hmac", digest_method=sha256)
        self._clock = clock
        self._shared = shared
        token = secrets.token_urlsafe(BYTES)
        self.text = self._signer.sign(f"{clock()}:{token}").decode("ascii") if shared else token

    def opens(self, key: str) -> bool:
        """Whether this is the key; how long that takes tells nothing of it."""
        given = key.encode("utf-8", "surrogatepass")
        return hmac.compare_digest(given, self.text.encode()) or (self._shared and self._is_of_another(given))

    def _is_of_another(self, key: bytes) -> bool:
        try:
            made = int(self._signer.unsign(key).partition(b":")[0])
        except (BadSignature, ValueError):
            return False
        return self._clock() - made <= LASTS
