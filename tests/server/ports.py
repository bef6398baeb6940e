"""Ports for servers that tests start as processes."""

from __future__ import annotations

import socket
from random import SystemRandom

PORTS = range(20_000, 32_768)
"""Below those that the system gives to whoever connects: one of them might be taken before the server is up."""


def free_port() -> int:
    """A port that nobody has, and that is not given to anybody else soon."""
    while True:
        with socket.socket() as probe:
            try:
                probe.bind(("0.0.0.0", SystemRandom().choice(PORTS)))
            except OSError:
                continue
            return int(probe.getsockname()[1])
