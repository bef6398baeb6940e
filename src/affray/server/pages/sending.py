"""From the fields of a form on the page to a message in its envelope."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.rules.showing import Ground
from affray.server.faults import Refused, invalid
from affray.server.live.messages import Envelope
from affray.server.live.snapshot import Form
from affray.server.pages import forms, reinforcing
from affray.server.pages.typed import number, numbers
from affray.server.reading import read_number, read_object, read_plain

NUMBERS = ("fighter", "entry", "die", "face", "to")
SWITCHES = ("hidden", "reopen", "paused", "typing", "roll")


def envelope(
    fields: Mapping[str, str], offered: Sequence[Form], ruleset: str = "", ground: Ground | None = None
) -> Envelope:
    """What a form sends; raises `Refused` with the field that is wrong. Squares are those of the `ground`.

    The message is the value of the button that was pressed (`message`, JSON), the fields of an open command
    (`open_command` is its tag) or of reinforcements (`reinforce` is the tag), or those of a message beside its `type`.
    """
    return read_plain(
        {
            "command_id": fields.get("command_id", ""),
            "expected_version": read_number(fields.get("expected_version", ""), "expected_version"),
            "message": _message(fields, offered, ruleset, ground),
        },
        Envelope,
    )


def _message(fields: Mapping[str, str], offered: Sequence[Form], ruleset: str, ground: Ground | None) -> dict[str, Any]:
    if "message" in fields:
        return read_object(fields["message"].encode())
    if "reinforce" in fields:
        return {"type": "do", "command": reinforcing.filled(fields, fields["reinforce"], ruleset)}
    if "open_command" in fields:
        return {"type": "do", "command": _command(fields, offered, ground)}
    rest = {name: text for name, text in fields.items() if name not in ("command_id", "expected_version")}
    return {name: _plain(name, text) for name, text in rest.items()}


def _command(fields: Mapping[str, str], offered: Sequence[Form], ground: Ground | None) -> dict[str, Any]:
    asked = fields["open_command"]
    for form in offered:
        if form.tag == asked:
            return forms.filled(form, fields, ground)
    known = ", ".join(one.tag for one in offered)
    raise Refused(invalid("open_command", "there is no such command here", asked, known))


def _plain(name: str, text: str) -> Any:
    """A field as the message has it; what is no number stays text, so that the reader names the field."""
    if name == "faces":
        return numbers(text)
    if name in NUMBERS:
        return number(text)
    return text in ("true", "on") if name in SWITCHES else text
