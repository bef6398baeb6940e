"""Compiled code on the disk: kept in a folder that is named after all that the code is made of.

So it does not matter where the sources lie or when they were written: another copy of the same program finds the same
code, and no change of a rule can meet code of the day before.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

INDEX = "*.nbi"
"""What Numba writes last: an index that names the code, once that is whole."""


def is_kept(folder: Path) -> bool:
    """Whether whole code is there, not only the beginnings of it; does not import Numba."""
    return folder.is_dir() and any(folder.glob(INDEX))


def keep(function: Any, folder: Path) -> None:
    """Lets a compiled function read its code from a folder, and write it there, if that may be written to."""
    from numba.core import caching  # noqa: PLC0415 - costs 0.3 s, and only compiled code is kept

    class Locator(caching._CacheLocator):  # type: ignore[misc,unused-ignore]
        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return folder.name

        def get_disambiguator(self) -> str:
            return ""

        @classmethod
        def from_function(cls, function: Any, file: str) -> Any:
            return cls()

    class Index(caching.CompileResultCacheImpl):  # type: ignore[misc,unused-ignore]
        _locator_classes = (Locator,)

    class Kept(caching.FunctionCache):  # type: ignore[misc,unused-ignore]
        _impl_class = Index

    kept = Kept(function.py_func)
    try:
        kept._impl.locator.ensure_cache_path()
    except OSError:
        return  # then it is compiled anew in each process
    function._cache = kept
