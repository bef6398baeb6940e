"""Coming to a table by its code: how a code is read, and how often one may be tried."""

from __future__ import annotations

import math
from collections.abc import Callable
from string import ascii_lowercase, ascii_uppercase
from threading import Lock
from time import monotonic
from typing import NamedTuple

from affray.server.faults import Refused, invalid
from affray.server.limits import CODE_LENGTH, CODE_SYMBOLS
from affray.server.web.problems import too_often

TRIES = 5
TRIES_OF_ALL = 100
SECONDS = 60.0

BETWEEN = " -\u00a0\u2010\u2011\u2013"
UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)
"""Letters of ASCII alone: a dotless i is not taken for an I."""


def read_code(text: str) -> str:
    """A code as people type it, in its one form: small letters, spaces and hyphens will do; raises `Refused`."""
    code = "".join(char for char in text if char not in BETWEEN).translate(UPPER)
    stray = next((char for char in code if char not in CODE_SYMBOLS), None)
    if stray is not None:
        raise Refused(invalid("code", "that is in no join code", stray, f"the symbols {CODE_SYMBOLS}"))
    if len(code) != CODE_LENGTH:
        raise Refused(invalid("code", f"a join code has {CODE_LENGTH} symbols", text, f"{CODE_LENGTH} symbols"))
    return code


class Try(NamedTuple):
    """A guess, when and from where."""

    at: float
    address: str


class Tries:
    """Guesses of the last minute that were wrong, by address and in all: who guesses too often has to wait."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._lock = Lock()
        self._tries: list[Try] = []

    def begin(self, address: str) -> Try:
        """Takes a try, which counts as wrong until it is forgiven; raises `Refused` with the seconds to wait."""
        with self._lock:
            now = self._clock()
            self._tries = [one for one in self._tries if one.at > now - SECONDS]
            own = [one for one in self._tries if one.address == address]
            for some, most in ((own, TRIES), (self._tries, TRIES_OF_ALL)):
                if len(some) >= most:
                    wait = math.ceil(some[-most].at + SECONDS - now)
                    raise Refused(too_often(max(wait, 1), "too many wrong tries"))
            made = Try(now, address)
            self._tries.append(made)
            return made

    def forgive(self, right: Try) -> None:
        """The guess was right: it does not count."""
        with self._lock:
            self._tries = [one for one in self._tries if one is not right]
