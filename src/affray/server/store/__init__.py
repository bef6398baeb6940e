"""What the live table keeps: an append-only journal a table, and the secrets of the server.

On SQLite in one file, or on PostgreSQL; with the same schema and the same behaviour. Begin with `open_store`.
"""

from affray.server.store.failures import Refused, StorageError
from affray.server.store.ids import identifier, new_id
from affray.server.store.journal import Appended, Known, NewRow, Result, Row, Stale
from affray.server.store.opening import open_store
from affray.server.store.store import Loaded, Store
from affray.server.store.tables import NoTable, TableRecord

__all__ = [
    "Appended",
    "Known",
    "Loaded",
    "NewRow",
    "NoTable",
    "Refused",
    "Result",
    "Row",
    "Stale",
    "StorageError",
    "Store",
    "TableRecord",
    "identifier",
    "new_id",
    "open_store",
]
