"""Why something was not done, as the API says it: one form for every refusal."""

from __future__ import annotations

from typing import Any

import msgspec

from affray.errors import AffrayError, BadInput, Rejection, quoted


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """A refusal: an HTTP status, a code for programs, a sentence for people, and what it is about.

    `version` is the current one as the sender counts, where that matters; `retry_after` are seconds.
    """

    status: int
    code: str
    message: str
    field: str = ""
    received: str = ""
    allowed: str = ""
    hint: str = ""
    clause: str = ""
    version: int | None = None
    retry_after: int | None = None

    def document(self) -> dict[str, Any]:
        """The refusal as JSON has it."""
        told = {
            "code": self.code,
            "field": self.field,
            "received": self.received,
            "allowed": self.allowed,
            "hint": self.hint,
            "message": self.message,
        }
        if self.clause:
            told["clause"] = self.clause
        return {"error": told if self.version is None else told | {"version": self.version}}


class Refused(AffrayError):
    """A fault on its way up to whoever asked."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


NO_TABLE = Fault(status=404, code="not_found", message="there is no such table")
"""The same for a table that does not exist and for one that is not yours."""

REMOVED = Fault(status=403, code="removed", message="you are no longer at this table")

USED_ID = Fault(status=409, code="id_used", field="command_id", message="that id is already used for another command")


def forbidden(message: str) -> Fault:
    """Somebody may not do that at all."""
    return Fault(status=403, code="forbidden", message=message)


def conflict(code: str, message: str, hint: str = "") -> Fault:
    """Not now: the table is in another state."""
    return Fault(status=409, code=code, message=message, hint=hint)


def stale(version: int) -> Fault:
    """The sender has not seen what has happened since."""
    return Fault(
        status=409,
        code="stale",
        field="expected_version",
        message=f"the table has moved on, it is at version {version}",
        hint="look again and send it once more",
        version=version,
    )


def invalid(field: str, message: str, received: object = None, allowed: str = "", hint: str = "") -> Fault:
    """A value that cannot be taken."""
    shown = "" if received is None else quoted(received)
    return Fault(status=422, code="invalid", field=field, message=message, received=shown, allowed=allowed, hint=hint)


def of_input(error: BadInput, field: str = "") -> Fault:
    """What could not be read, as a fault."""
    return Fault(
        status=422,
        code=error.code if error.code != "bad_input" else "invalid",
        field=error.field or field or error.place,
        received=error.received or "",
        allowed=error.allowed,
        hint=error.hint,
        message=error.sentence(),
    )


MALFORMED = frozenset(
    {
        *(
            "bad_fighter",
            "no_name",
            "no_path",
            "no_reason",
            "no_square",
            "no_such_die",
            "no_such_effect",
            "no_such_face",
        ),
        *("no_such_flag", "no_such_kind", "no_such_piece", "no_such_side", "no_such_spell", "no_such_weapon"),
        *("no_words", "not_a_line", "other_kind", "out_of_range", "too_long"),
    }
)
"""Codes of rulesets' rejections that are about a value in itself and not about the moment."""

FIELDS = {"no_such_die": "message.die", "no_such_face": "message.face"}
"""What values are about that no command holds."""

ABSENT = frozenset({"no_such_fighter"})


def of_rejection(rejection: Rejection) -> Fault:
    """What the rules forbid, with the clause."""
    status = 422 if rejection.code in MALFORMED else 404 if rejection.code in ABSENT else 409
    field = FIELDS.get(rejection.code, "message.command") if status == 422 else ""
    return Fault(status=status, code=rejection.code, field=field, message=rejection.message, clause=rejection.clause)
