"""What can go wrong, as values and as a few exceptions.

A forbidden command is no exception: it is a `Rejection`, a value that costs nothing. Exceptions are kept for
input that cannot be read (`BadInput`), work that would not end in reasonable time (`TooLarge`), and what a fast
path does not know (`Unsupported`).
"""

from __future__ import annotations

import msgspec

SHOWN = 80  # characters of a received value that a message quotes


class Rejection(msgspec.Struct, frozen=True):
    """Why a command may not be given now. No die was asked, nothing was logged, nothing changed.

    `code` is for programs, `clause` names the rule that forbids it ("" where no clause does), `message` is one
    sentence for people, `fields` are the facts in it as (name, value) pairs.
    """

    code: str
    message: str
    clause: str = ""
    fields: tuple[tuple[str, int | str], ...] = ()


class AffrayError(Exception):
    """The parent of every exception that affray raises on purpose."""


class BadInput(AffrayError):
    """Input that cannot be taken: one sentence that names the place, what came and what is allowed.

    `place` is the argument's name, or "file:line" (and the field) for files; `received` is quoted with control
    characters escaped and cut at 80 characters.
    """

    def __init__(
        self,
        problem: str,
        *,
        place: str = "",
        field: str = "",
        received: object = None,
        allowed: str = "",
        hint: str = "",
        code: str = "bad_input",
    ) -> None:
        self.problem = problem
        self.place = place
        self.field = field
        self.received = None if received is None else quoted(received)
        self.allowed = allowed
        self.hint = hint
        self.code = code
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """The whole message on one line."""
        where = ": ".join(part for part in (self.place, self.field) if part)
        text = f"{where}: {self.problem}" if where else self.problem
        if self.received is not None:
            text += f", got {self.received}"
        if self.allowed:
            text += f" (allowed: {self.allowed})"
        if self.hint:
            text += f"; {self.hint}"
        return text


class TooLarge(AffrayError):
    """An exact answer that would take more work than its limit allows; `estimate` says how much."""

    def __init__(self, problem: str, *, estimate: int, limit: int) -> None:
        self.estimate = estimate
        self.limit = limit
        super().__init__(f"{problem}: about {estimate:,}, the limit is {limit:,}")


class OutOfTime(TooLarge):
    """An exact answer that was not there when its time was up; `estimate` says how much had been found by then."""


class Interrupted(KeyboardInterrupt):
    """An interrupt that came while positions of a fight were being found; `network` has those found by then."""

    def __init__(self, network: object) -> None:
        self.network = network
        super().__init__()


class Unsupported(AffrayError):
    """A way met something that it does not know; `what` names it, as in "K24=attacker_chooses".

    Where more is to be said than its name, that is the message.
    """

    def __init__(self, what: str, message: str = "") -> None:
        self.what = what
        super().__init__(message or what)


class ScriptError(AffrayError):
    """Scripted dice that do not fit the rule: a face that the die does not have, or one nobody asked for."""


class ReplayError(AffrayError):
    """A log that does not lead where it says; `seq` is the first entry that differs."""

    def __init__(self, problem: str, *, seq: int) -> None:
        self.seq = seq
        super().__init__(f"entry {seq}: {problem}")


def quoted(value: object) -> str:
    r"""A value as messages show it: text in single quotes, control characters escaped, at most 80 characters.

    >>> quoted("a\x1b[2J")
    "'a\\x1b[2J'"
    """
    if isinstance(value, int) and value.bit_length() > 10 * SHOWN:
        return f"a whole number of {value.bit_length()} bits"  # Python prints none of more than 4,300 digits
    return f"'{shortened(value)}'" if isinstance(value, str) else shortened(repr(value))


def shortened(text: str) -> str:
    """The text as messages show it: control characters escaped, at most 80 characters."""
    shown = visible(text)
    return shown if len(shown) <= SHOWN else shown[: SHOWN - 1] + "…"


def visible(text: str) -> str:
    """The text with every character that a terminal would act on shown as an escape."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)


def nearest(word: str, known: list[str]) -> str:
    """A hint that lists the nearest known word, or "" where none is near. Costs about a millisecond."""
    import difflib  # noqa: PLC0415 - only a mistake needs it

    close = difflib.get_close_matches(word, known, n=1, cutoff=0.6)
    return f"did you mean {close[0]}?" if close else ""
