"""The one reader of the TOML and JSON that people hand in, and the one writer that replaces files safely.

`read_document` gives a `Document`; its `root` is a `Node`, a cursor over one table that checks each value as it is
asked for and refuses at the end (`done`) whatever nobody asked for. Every refusal is a `BadInput` that names the
file, the line, the field, what came and what is allowed:

    fight.toml:12: fighter[2].hp: a whole number is needed, got boolean true (allowed: integer 1 to 9999)

People count from 1, so `fighter[2]` is the second fighter.

Rules that hold for every file:

- UTF-8, with or without a byte order mark; TOML 1.0 or JSON with a table (object) at the top, or in JSON a list.
- No key twice, no JSON number that is not finite, no integer over 100 digits, at most 20 levels of nesting.
- A whole number may be written 12 or 12.0, never 12.5, "12" or true. Yes or no is true or false, or 1 or 0.
- Text is normalised (Unicode NFC), and has no control characters and no direction controls; notes may have breaks.
- null is no value: leave the key out.
"""

from affray.files.cursor import Document, Kind, Node, Value, distinct
from affray.files.disk import FIGHT_LIMIT, LOG_LIMIT, read_bytes, write_aside
from affray.files.parse import decode, parse_document, read_document
from affray.files.words import read_name, read_note, read_title, told_apart
from affray.files.writing import toml

__all__ = [
    "FIGHT_LIMIT",
    "LOG_LIMIT",
    "Document",
    "Kind",
    "Node",
    "Value",
    "decode",
    "distinct",
    "parse_document",
    "read_bytes",
    "read_document",
    "read_name",
    "read_note",
    "read_title",
    "told_apart",
    "toml",
    "write_aside",
]
