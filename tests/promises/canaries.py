"""Texts that nobody but a referee may ever read, in every form in which they could leave a server."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from functools import cache
from html import escape
from urllib.parse import quote, quote_plus

from tests.promises.secret_fights import BLADE, HIDER, MANY

NOTE = 'the ögre "sleeps" <here>'
"""A note that is the referee's."""

HIDDEN_SEED = "hidden sëed of a test"

CANARIES = (HIDER, BLADE, NOTE, HIDDEN_SEED)


@cache
def forms(canary: str) -> frozenset[bytes]:
    """A text as it stands, in HTML, JSON, addresses and base64; in small letters."""
    raw = canary.encode()
    found = {raw, escape(canary).encode(), json.dumps(canary)[1:-1].encode()}
    found |= {
        json.dumps(canary, ensure_ascii=False)[1:-1].encode(),
        quote(canary).encode(),
        quote_plus(canary).encode(),
    }
    # Its base64 depends on where it begins among three bytes; the letters that neighbours have a part in are left out.
    for before in range(3):
        whole = b64encode(b"\0" * before + raw).rstrip(b"=")
        inner = whole[0 if before == 0 else before + 1 : -1]
        found |= {inner, inner.translate(bytes.maketrans(b"+/", b"-_"))}
    return frozenset(one.lower() for one in found)


def canary_in(data: bytes) -> str | None:
    """The secret that is in what left the server, in any form; None where there is none."""
    small = data.lower()
    for canary in CANARIES:
        if any(form in small for form in forms(canary)):
            return canary
    # A number stands alone.
    return str(MANY) if re.search(rb"(?<![0-9a-z])%d(?![0-9a-z])" % MANY, small) else None
