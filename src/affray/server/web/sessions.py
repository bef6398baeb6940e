"""Who a browser is: a random token in a signed cookie. What is known of it here is a hash, and that is the person's id.

So nothing has to be stored for a session, and from what a table stores of a person nobody can make a cookie.
"""

from __future__ import annotations

import hmac
import secrets
import time
import uuid
from collections.abc import Callable
from hashlib import sha256

import msgspec
from itsdangerous import BadSignature, Signer
from starlette.responses import Response
from starlette.types import Scope

from affray.server.faults import Fault, Refused
from affray.server.web.guards.refusing import header
from affray.server.web.owner_key import OwnerKey

TOKEN_BYTES = 32
OLDEST = 30 * 24 * 3600
"""Seconds after which a session ends."""

OWNER, GUEST = "owner", "guest"

READ = "affray.session"
"""Where a request has the session that its cookie is of."""

NO_SESSION = Fault(
    status=401, code="no_session", message="nobody knows you here yet", hint="open the link or scan the code again"
)
"""The same for a cookie that is missing, too old or altered."""


class Session(msgspec.Struct, frozen=True):
    """A browser that has come in: the person that it is to every table, and whether this server is theirs."""

    person: str
    owner: bool


class Clock:
    """The time in whole seconds, from one look at the wall clock on: while it runs it never jumps or goes back."""

    def __init__(self) -> None:
        self._start = time.time() - time.monotonic()

    def __call__(self) -> int:
        return int(self._start + time.monotonic())


class Sessions:
    """Makes cookies and reads them; `secret` is the key of this server that signs them.

    `shared` says that other processes may be the same server, on the same database.
    """

    def __init__(self, secret: bytes, clock: Callable[[], int] | None = None, shared: bool = False) -> None:
        self._signer = Signer(secret, salt="affray.session", key_derivation="hmac", digest_method=sha256)
        self._clock = clock or Clock()
        self._owner = _person(hmac.digest(secret, b"affray.owner", "sha256"))
        self._key = OwnerKey(secret, self._clock, shared)
        self.cookie = f"affray-{hmac.digest(secret, b'affray.cookie', 'sha256')[:4].hex()}"
        """The name of the cookie: by the database, since browsers send a cookie to every port of a machine."""

    @property
    def owner_key(self) -> str:
        """What makes a browser the owner's: new at every start."""
        return self._key.text

    @property
    def owner(self) -> Session:
        """The owner, the same in every browser of theirs and after every start."""
        return Session(self._owner, True)

    def is_owner_key(self, key: str) -> bool:
        """Whether this is the key, or that of another process of this server."""
        return self._key.opens(key)

    def new(self) -> tuple[Session, str]:
        """Somebody new, with the cookie for them."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        return _guest(token), self._signed(GUEST, token)

    def owner_cookie(self) -> str:
        """A cookie that makes a browser the owner's."""
        return self._signed(OWNER, secrets.token_urlsafe(TOKEN_BYTES))

    def read(self, cookie: str | None) -> Session | None:
        """Whose cookie this is; None where it is missing, altered or too old."""
        if cookie is None or len(cookie) > 300:
            return None
        try:
            signed = self._signer.unsign(cookie)
            # The last symbol of a signature holds bits that say nothing: with others of them it is another text.
            if self._signer.sign(signed) != cookie.encode("ascii"):
                return None
            kind, made, token = signed.decode("ascii").split(":")
            age = self._clock() - int(made)
        except (BadSignature, ValueError):
            return None
        if age > OLDEST:
            return None
        return self.owner if kind == OWNER else _guest(token)

    def give(self, response: Response, cookie: str, scheme: str) -> None:
        """Sends a cookie along: no script reads it, and no other site sends it with what it posts."""
        response.set_cookie(
            self.cookie, cookie, max_age=OLDEST, httponly=True, samesite="lax", secure=scheme == "https", path="/"
        )

    def of(self, scope: Scope) -> Session | None:
        """Who a request comes from; its cookie is read once."""
        if READ not in scope:
            scope[READ] = self.read(_cookie(scope, self.cookie))
        found: Session | None = scope[READ]
        return found

    def needed(self, scope: Scope) -> Session:
        """Who a request comes from; raises `Refused` where nobody knows."""
        found = self.of(scope)
        if found is None:
            raise Refused(NO_SESSION)
        return found

    def _signed(self, kind: str, token: str) -> str:
        return self._signer.sign(f"{kind}:{self._clock()}:{token}").decode("ascii")


def _cookie(scope: Scope, wanted: str) -> str | None:
    for part in (header(scope, b"cookie") or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return None


def _guest(token: str) -> Session:
    return Session(_person(sha256(token.encode()).digest()), False)


def _person(digest: bytes) -> str:
    return str(uuid.UUID(bytes=digest[:16], version=4))
