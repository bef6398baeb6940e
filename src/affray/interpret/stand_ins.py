"""What the shared drivers call: stand-ins for the functions of a machine's `Program`, bound when one is put in.

`compiled.assemble` puts the program's own functions in their place, compiled or plain.
"""

from __future__ import annotations

from affray.rules.machines import Fixed, Numbers


def row(s: Numbers, P: Fixed) -> int:
    """See `Program`."""
    raise NotImplementedError


def take(s: Numbers, P: Fixed, word: int) -> None:
    """See `Program`."""
    raise NotImplementedError


def canon(s: Numbers, P: Fixed) -> None:
    """See `Program`."""
    raise NotImplementedError


def rounds(s: Numbers, P: Fixed) -> int:
    """See `Program`."""
    raise NotImplementedError


def winner(s: Numbers, P: Fixed) -> int:
    """See `Program`."""
    raise NotImplementedError


def fate(s: Numbers, P: Fixed, fighter: int) -> int:
    """See `Program`."""
    raise NotImplementedError


def left(s: Numbers, P: Fixed, fighter: int) -> int:
    """See `Program`."""
    raise NotImplementedError


def chooser(s: Numbers, P: Fixed) -> int:
    """See `Program`."""
    raise NotImplementedError


def options(s: Numbers, P: Fixed) -> int:
    """See `Program`."""
    raise NotImplementedError


def choose(s: Numbers, P: Fixed, option: int) -> None:
    """See `Program`."""
    raise NotImplementedError


def replies(s: Numbers, P: Fixed) -> bool:
    """See `Program`."""
    raise NotImplementedError


def merge(s: Numbers, P: Fixed) -> None:
    """See `Program`."""
    raise NotImplementedError
