"""The tables of a store, the same on SQLite and on PostgreSQL.

The journal is the truth of a table and only grows; `tables` keeps its latest versions, `keys` what
the server keeps secret.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    exc,
)

from affray.errors import BadInput

REVISION = "0001"
"""The revision of the schema that this program writes; revisions are numbers, and a higher one is newer."""

APPLICATION = 0x61666672
"""What a SQLite file of affray carries as its application id: "affr"."""

LARGEST = 2**63 - 1
"""The largest whole number that both databases hold."""

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)


class BadText(BadInput, exc.DontWrapMixin):
    """Text that no database may be given; SQLAlchemy lets it through as it is."""


class PlainText(TypeDecorator[str]):
    """Text that both databases hold alike: without NUL, which SQLite would take, and without half characters."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        if value is None:
            return None
        if "\0" in value:
            raise BadText("a control character U+0000", received=value, code="control_character")
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise BadText("half of a character (a lone surrogate)", received=value, code="bad_text")
        return value

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        return value


tables = Table(
    "tables",
    metadata,
    Column("id", PlainText, nullable=False),
    Column("title", PlainText, nullable=False),
    Column("ruleset", PlainText, nullable=False),
    Column("created", PlainText, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("public_version", BigInteger, nullable=False),
    PrimaryKeyConstraint("id"),
)

journal = Table(
    "journal",
    metadata,
    Column("table_id", PlainText, ForeignKey("tables.id"), nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("public_version", BigInteger, nullable=False),
    Column("kind", PlainText, nullable=False),
    Column("id", PlainText, nullable=True),
    Column("person", PlainText, nullable=False),
    Column("at", PlainText, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("request", PlainText, nullable=False),
    PrimaryKeyConstraint("table_id", "version"),
    UniqueConstraint("table_id", "id"),
    Index(None, "table_id", "public_version"),
)

keys = Table(
    "keys",
    metadata,
    Column("name", PlainText, nullable=False),
    Column("value", LargeBinary, nullable=False),
    PrimaryKeyConstraint("name"),
)
