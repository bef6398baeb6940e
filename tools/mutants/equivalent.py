"""The mutants that change nothing: those of `equivalent.toml`, named by their line's text, each with its reason.

One kind needs no list: a name that is 0 in its module is subtracted instead of added.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tools.mutants.faults import Mutant

LIST = Path(__file__).with_name("equivalent.toml")


class Entry(NamedTuple):
    """Mutants of one place: `line` is the text there, `before` and `after` as they are listed.

    `place` tells those apart that are alike in all of these, counted from 1; 0 where there is only one.
    """

    module: str
    line: str
    before: str
    after: tuple[str, ...]
    why: str
    place: int = 0


def entries() -> list[Entry]:
    """The list, in its order."""
    told = tomllib.loads(LIST.read_text("utf-8")).get("mutant", [])
    return [Entry(**{**one, "after": tuple(one["after"])}) for one in told]


def listed(module: str, source: str, every_one: Sequence[Mutant]) -> set[int]:
    """The numbers of a module's mutants that are in the list. Raises `ValueError` for an entry that names none."""
    wanted = [entry for entry in entries() if entry.module == module]
    return {number for entry in wanted for number in _numbers(entry, source.splitlines(), every_one)}


def subtracting_zero(every_one: Sequence[Mutant], names: Mapping[str, object]) -> set[int]:
    """The numbers of those that subtract 0; `names` are those of the module, with their values."""
    return {one.number for one in every_one if _subtracts_zero(one, names)}


def _numbers(entry: Entry, lines: Sequence[str], every_one: Sequence[Mutant]) -> Iterator[int]:
    for after in entry.after:
        alike = [
            one.number
            for one in every_one
            if (lines[one.line - 1].strip(), one.before, one.after) == (entry.line, entry.before, after)
        ]
        if not alike or not entry.place <= len(alike) or (len(alike) > 1 and not entry.place):
            raise ValueError(f"{entry.module}: {len(alike)} mutants are {entry.line!r}: {entry.before} -> {after}")
        yield alike[max(entry.place - 1, 0)]


def _subtracts_zero(mutant: Mutant, names: Mapping[str, object]) -> bool:
    """Whether a name that is 0 is subtracted instead of added, or the other way round."""
    if " + " not in mutant.before and " - " not in mutant.before:
        return False
    before, after = (_sum(text) for text in (mutant.before, mutant.after))
    if before is None or after is None or ast.unparse(before.left) != ast.unparse(after.left):
        return False
    right = ast.unparse(before.right)
    return right == ast.unparse(after.right) and right in names and names[right] == 0


def _sum(text: str) -> ast.BinOp | None:
    try:
        found = ast.parse(text, mode="eval").body
    except SyntaxError:  # the first line of a longer text
        return None
    return found if isinstance(found, ast.BinOp) and isinstance(found.op, ast.Add | ast.Sub) else None
