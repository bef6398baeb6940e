"""A running server: what it keeps, who is on it, and what it was told at its start."""

from __future__ import annotations

from urllib.parse import urlsplit

import msgspec
from sqlalchemy import URL

from affray.errors import BadInput
from affray.server.live.rooms import Rooms
from affray.server.reckoning.running import Runner
from affray.server.store import Store, open_store
from affray.server.web.guards.body import SECONDS
from affray.server.web.joining import Tries
from affray.server.web.sessions import Session, Sessions
from affray.server.web.streams import Streams
from affray.server.web.working import Workbench


class ServerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """What a server is told at its start.

    `database` is where it keeps everything (None: the user's data folder), `address` where people open it, `origins`
    are addresses under which it is reached besides its own, `body_seconds` how long the body of a request may take.
    """

    database: URL | None = None
    address: str = "http://127.0.0.1:8470"
    origins: tuple[str, ...] = ()
    body_seconds: float = SECONDS


class Site:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: ServerSettings, store: Store | None = None) -> None:
        """Opens the database, unless a `store` is given; raises `AffrayError` where it cannot be served."""
        self.settings = settings
        self.store = store or open_store(settings.database)
        self.rooms = Rooms(self.store)
        self.sessions = Sessions(self.store.key("sessions"), shared=not self.store.database.is_sqlite)
        self.tries = Tries()
        self.streams = Streams()
        self.reckoning = Workbench(at_once=1, waiting=20)
        self.simulating = Workbench(at_once=20, waiting=20)
        self.verifying = Workbench(at_once=1, waiting=3)
        self.verifier = Runner()
        self._deaf = self.rooms.listen(lambda table, version: self.streams.wake(table))

    @property
    def address(self) -> str:
        """Where people open this server: what links and codes for phones begin with."""
        return self.settings.address

    @property
    def owner(self) -> Session:
        """Whose server it is."""
        return self.sessions.owner

    def end(self) -> None:
        """Ends what would go on for a while: streams and simulations. To be called in the loop."""
        self.streams.end()
        self.rooms.close()
        self.verifier.close()

    def close(self) -> None:
        """Ends everything and lets the database go."""
        self.end()
        self._deaf()
        self.store.close()


def read_origin(text: str) -> str:
    """An address people use, as browsers name it: https://fights.example; raises `BadInput`."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.path not in ("", "/") or parts.query:
        raise BadInput("an address is needed", place="--origin", received=text, hint="as in https://fights.example")
    return f"{parts.scheme}://{parts.netloc}".lower()
