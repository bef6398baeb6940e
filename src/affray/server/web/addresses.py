"""By which address this machine is reached, and whether a port is free; nothing leaves the machine to find out."""

from __future__ import annotations

import errno
import os
import socket
from ipaddress import ip_address

from affray.errors import AffrayError, BadInput

ELSEWHERE = (("10.255.255.255", 9), ("192.168.255.255", 9), ("172.31.255.255", 9))
"""Private addresses; the system says by which way it would reach one. Nothing is sent."""

ANYWHERE = ("0.0.0.0", "::")


def lan_address() -> str | None:
    """The address of this machine on its network; None where it is on none."""
    for place in ELSEWHERE:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
            try:
                one.connect(place)
            except OSError:
                continue
            found: str = one.getsockname()[0]
            if not ip_address(found).is_loopback:
                return found
    return None


def is_local(host: str) -> bool:
    """Whether only this machine reaches that address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def reached_at(host: str) -> str:
    """The address that others type in to reach a server which listens on `host`."""
    return (lan_address() or "127.0.0.1") if host in ANYWHERE else host


def seen_here(host: str) -> str:
    """The address by which this machine itself reaches a server that listens on `host`."""
    return "127.0.0.1" if host in ANYWHERE else host


def link(host: str, port: int, path: str = "/") -> str:
    """The address of a page."""
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{path}"


def bind(host: str, port: int) -> socket.socket:
    """A socket on that address and port; raises `AffrayError` where the port is taken, `BadInput` for no address."""
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError):
        raise BadInput(
            "not an address of this machine", place="--host", received=host, allowed="0.0.0.0, 127.0.0.1 or another"
        ) from None
    made = socket.socket(family, kind, protocol)
    try:
        if os.name != "nt":  # there it would take a port that somebody else has
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind(place)
    except OSError as error:
        made.close()
        if error.errno == errno.EADDRINUSE:
            raise AffrayError(f"port {port} is in use; choose another with --port") from None
        if error.errno == errno.EACCES:
            raise AffrayError(f"port {port} may not be used by you; choose one from 1024 on with --port") from None
        raise BadInput(
            "not an address of this machine", place="--host", received=host, allowed="0.0.0.0, 127.0.0.1 or another"
        ) from None
    return made
