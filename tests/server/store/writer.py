"""A server that writes as fast as it can and is killed: `writer.py ADDRESS TABLE CLIENTS honest|early`.

Prints the id of each row, and its version, on a line when it is acknowledged: after the COMMIT, or, `early`, before it.
"""

from __future__ import annotations

import os
import sys
from threading import Lock, Thread

from affray.server.store import Appended, NewRow, Store, new_id, open_store
from affray.server.store.place import read


class Room:
    """The clients of a table take turns, as in a room of the server."""

    def __init__(self, store: Store, table: str, early: bool) -> None:
        self.store = store
        self.table = table
        self.early = early
        self.version = len(store.rows_after(table, 0))
        self.lock = Lock()

    def client(self) -> None:
        while True:
            id = new_id()
            row = NewRow(kind="note", body=b'"' + b"x" * 300 + b'"', public=True, id=id)
            if self.early:
                acknowledge(id)
            with self.lock:
                result = self.store.append(self.table, self.version, [row])
                assert isinstance(result, Appended)
                self.version = result.version
            if not self.early:
                acknowledge(id, result.version)


def acknowledge(id: str, version: int = 0) -> None:
    os.write(1, f"{id} {version}\n".encode())


if __name__ == "__main__":
    address, table, clients, manner = sys.argv[1:]
    room = Room(open_store(read(address)), table, manner == "early")
    for _ in range(int(clients)):
        Thread(target=room.client, daemon=True).start()
    sys.stdin.read()
