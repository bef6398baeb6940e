"""A line to PostgreSQL that breaks in mid-COMMIT: before the server has it, or before its answer is back."""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from typing import Literal, TypeAlias

Cut: TypeAlias = Literal["before", "after"] | None

COMMIT = b"COMMIT\0"


class Line:
    """Passes bytes on between clients and a server; once `cut` is set, the next COMMIT breaks its connection."""

    def __init__(self, host: str, port: int) -> None:
        self.cut: Cut = None
        self.breaks = 0
        self._server = (host, port)
        self._open = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._open.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        self._open.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._open.accept()
                server = socket.create_connection(self._server)
                Thread(target=self._ask, args=(client, server), daemon=True).start()
                Thread(target=self._answer, args=(client, server), daemon=True).start()

    def _ask(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(65536):
                cut = self.cut if COMMIT in data else None
                if cut is not None:
                    self.cut = None
                    self.breaks += 1
                    # What the server would answer is not wanted any more, whether it gets the COMMIT or not.
                    hang_up(client)
                if cut != "before":
                    server.sendall(data)
                if cut is not None:
                    break
        with suppress(OSError):
            server.shutdown(socket.SHUT_WR)

    def _answer(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(65536):
                client.sendall(data)
        hang_up(client)
        server.close()


def hang_up(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()
