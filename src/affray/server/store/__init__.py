"""What the live table keeps: an append-only journal a table, the people at it, and the server's secrets.

On SQLite in one file, or on PostgreSQL; with the same schema and the same behaviour. Begin with `open_store`.
"""

from affray.server.store.failures import Refused, StorageError
from affray.server.store.ids import identifier, new_id, new_token, token_hash
from affray.server.store.journal import Appended, Known, NewRow, Result, Row, Stale
from affray.server.store.opening import open_store
from affray.server.store.people import PersonRecord, State
from affray.server.store.store import Change, Loaded, Store
from affray.server.store.tables import NoTable, TableRecord

__all__ = [
    "Appended",
    "Change",
    "Known",
    "Loaded",
    "NewRow",
    "NoTable",
    "PersonRecord",
    "Refused",
    "Result",
    "Row",
    "Stale",
    "State",
    "StorageError",
    "Store",
    "TableRecord",
    "identifier",
    "new_id",
    "new_token",
    "open_store",
    "token_hash",
]
