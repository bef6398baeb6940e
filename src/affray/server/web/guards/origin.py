"""Where a request that changes something may come from: the pages of this server and nowhere else.

The Host header is not trusted: an origin is ours if it names the very address that the connection came to, a name of
this machine, or an origin that the server was told. Streams are guarded like changes.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from affray.server.faults import Fault
from affray.server.web.guards.refusing import READING, header, refuse

STREAMS = ("/stream", "/events")
"""How the addresses of streams end."""

FOREIGN = Fault(
    status=403,
    code="foreign_origin",
    field="Origin",
    message="that comes from another site",
    allowed="the address of this server",
    hint="behind a proxy, start the server with --origin",
)

PORTS = {"http": 80, "https": 443}


class Origins:
    """Refuses changes and streams that no page of this server asked for. `told` are origins besides its own."""

    def __init__(self, app: ASGIApp, told: Iterable[str] = ()) -> None:
        self.app = app
        self.told = frozenset(origin.lower().rstrip("/") for origin in told)
        self.names = machine_names()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        guarded = scope["type"] == "http" and (scope["method"] not in READING or scope["path"].endswith(STREAMS))
        if guarded and not self.ours(scope):
            await refuse(FOREIGN, scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def ours(self, scope: Scope) -> bool:
        """Whether a page of this server sent the request.

        Browsers name no origin when a page reads from its own server, but say so in another header or name the page.
        """
        origin = header(scope, b"origin")
        if origin is not None:
            return self.own(origin, scope)
        if scope["method"] in READING:
            if header(scope, b"sec-fetch-site") == "same-origin":
                return True
            page = header(scope, b"referer")
            return page is not None and self.own(page, scope)
        return False

    def own(self, url: str, scope: Scope) -> bool:
        """Whether an address is of this server."""
        try:
            parts = urlsplit(url.lower())
            scheme, host, port = parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)
        except ValueError:
            return False
        if host is None or scheme not in PORTS:
            return False
        if f"{scheme}://{parts.netloc}" in self.told:
            return True
        here, here_port = scope.get("server") or ("", None)
        return (
            scheme == scope["scheme"]
            and port == (here_port or PORTS[scheme])
            and (host in self.names or plain(host) == plain(here.lower()))
        )


def machine_names() -> frozenset[str]:
    """The names by which people on the same network reach this machine."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, name.partition(".")[0] + ".local"} - {""})


def plain(host: str) -> str:
    """An address in its one form; a name as it is."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)
