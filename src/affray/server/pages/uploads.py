"""What a form of a page holds: texts and files, each read once; names of files are only ever shown."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from affray.errors import BadInput, visible
from affray.server.faults import Fault, Refused

MOST_FIELDS = 300
MOST_FILES = 3
MOST_BYTES = 1 << 20
SHOWN_NAME = 60


class Given(msgspec.Struct, frozen=True):
    """The fields of a form, and its files by field as what they are called and what is in them."""

    fields: Mapping[str, str]
    files: Mapping[str, tuple[str, bytes]]

    def text(self, name: str) -> str:
        """A field with line breaks as files have them; "" where there is none."""
        return self.fields.get(name, "").replace("\r\n", "\n").replace("\r", "\n")

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        """A whole number; raises `BadInput` naming the range."""
        text = self.text(name).strip()
        if not text:
            return default
        if text.isascii() and text.isdigit() and len(text) <= 9 and low <= int(text) <= high:
            return int(text)
        raise BadInput("a whole number is needed", place=name, received=text, allowed=f"{low} to {high}")


async def given(request: Request) -> Given:
    """The form that was sent, as a dependency of a page; refuses what is no form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in ("multipart/form-data", "application/x-www-form-urlencoded"):
        raise Refused(Fault(status=415, code="content_type", field="Content-Type", message="a form is needed"))
    fields: dict[str, str] = {}
    files: dict[str, tuple[str, bytes]] = {}
    try:
        async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=MOST_BYTES) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    content = await value.read()
                    if content or value.filename:
                        files[name] = (visible(value.filename or "file")[:SHOWN_NAME], content)
                else:
                    fields[name] = value
    except (MultiPartException, UnicodeDecodeError) as error:
        said = getattr(error, "message", "") or "the form cannot be read"
        raise Refused(Fault(status=400, code="syntax", field="form", message=said)) from None
    return Given(fields, files)
