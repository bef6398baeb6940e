"""From the body of a request to a value: strictly, and with a refusal that names the field and what may stand there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import inspect as look

from affray.dice import REFEREE, Seat
from affray.errors import BadInput, nearest, shortened
from affray.files import parse_document
from affray.files.parse import BOM
from affray.server.faults import Fault, Refused, invalid, of_input

T = TypeVar("T")

BODY = "body"
MOST_DIGITS = 18

MISSING = re.compile(r"Object missing required field `(?P<name>[^`]*)`")
UNKNOWN = re.compile(r"Object contains unknown field `(?P<name>[^`]*)`")
PLACE = re.compile(r" - at `\$\.?(?P<path>.*)`$")
STEP = re.compile(r"[^.\[\]]+|\[\d+\]")

NO_OBJECT = Fault(
    status=400, code="syntax", field=BODY, message="an object is expected", allowed="one JSON object { … }"
)


def read_json(body: bytes, kind: type[T]) -> T:
    """The value of that type which a JSON body stands for; raises `Refused` with what is wrong and where."""
    return read_plain(read_object(body), kind)


def read_object(body: bytes) -> dict[str, Any]:
    """The object that a JSON body holds; raises `Refused`: 400 where it cannot be read, 422 for what it holds."""
    if not body.removeprefix(BOM).lstrip().startswith(b"{"):
        raise Refused(NO_OBJECT)
    try:
        data = parse_document(body, BODY, "json").data
    except BadInput as error:
        status = 400 if error.code in ("syntax", "format") else 422
        raise Refused(msgspec.structs.replace(of_input(error, BODY), status=status)) from None
    assert isinstance(data, dict)
    return data


def read_number(text: str, field: str) -> int:
    """A whole number from 0 in an address or a header; raises `Refused`."""
    if not (text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS):
        raise Refused(invalid(field, f"{field} takes a whole number", shortened(text), "a whole number from 0"))
    return int(text)


def read_seat(text: str) -> Seat | None:
    """A seat in an address: a fighter's number, or the referee; None for nothing. Raises `Refused`."""
    if text in ("", REFEREE):
        return REFEREE if text else None
    return read_number(text, "seat")


def read_plain(data: Mapping[str, Any], kind: type[T], within: str = "") -> T:
    """The value of that type from an object; raises `Refused`. `within` is where the object stands, if it is a part."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise Refused(wrong_field(str(error), data, kind, within)) from None


def wrong_field(sentence: str, data: Mapping[str, Any], kind: Any, within: str = "") -> Fault:
    """What a sentence of msgspec says, as a fault that names the field and what is allowed there."""
    place = PLACE.search(sentence)
    steps = STEP.findall(place["path"]) if place else []
    problem = PLACE.sub("", sentence)
    missing, unknown = MISSING.search(problem), UNKNOWN.search(problem)
    if unknown:
        known = fields_of(type_at(kind, data, steps), value_at(data, steps))
        hint, allowed = nearest(unknown["name"], known), ", ".join(known)
        steps = [*steps, unknown["name"]]
        message = f"there is no field {field_name(steps, within)}"
    elif missing:
        steps = [*steps, missing["name"]]
        hint, allowed = "", describe(type_at(kind, data, steps))
        message = f"{field_name(steps, within)} is needed: {allowed}"
    else:
        hint, allowed = "", describe(type_at(kind, data, steps))
        message = f"{field_name(steps, within)} takes {allowed}"
    received = "" if missing else shortened(str(value_at(data, steps)))
    return Fault(
        status=422,
        code="invalid",
        field=field_name(steps, within),
        received=received,
        allowed=allowed,
        hint=hint,
        message=message,
    )


def field_name(steps: list[str], within: str = "") -> str:
    """A place as people write it: message.faces[1]."""
    whole = [within, *steps] if within else steps
    return shortened(".".join(whole).replace(".[", "[")) or BODY


def value_at(data: Any, steps: list[str]) -> Any:
    """What came at a place."""
    for step in steps:
        if step.startswith("[") and isinstance(data, list):
            data = data[int(step[1:-1])]
        elif isinstance(data, dict) and step in data:
            data = data[step]
        else:
            return ""
    return data


def type_at(kind: Any, data: Any, steps: list[str]) -> look.Type | None:
    """What type is expected at a place, where a union's tag in the data says which of it."""
    found: look.Type | None = look.type_info(kind)
    for step in steps:
        struct = _chosen(found, data)
        if struct is not None:
            if step == struct.tag_field:
                return look.LiteralType(_tags(found))
            field = next((one for one in struct.fields if one.encode_name == step), None)
            found = field.type if field else None
        elif step.startswith("[") and isinstance(found, look.CollectionType):
            found = found.item_type
        elif {one.tag_field for one in _structs(found)} == {step}:
            return look.LiteralType(_tags(found))
        else:
            return None
        data = value_at(data, [step])
    return found


def _chosen(found: look.Type | None, data: Any) -> look.StructType | None:
    """The struct that is meant: the only one, or the one whose tag stands in the data."""
    structs = _structs(found)
    if len(structs) <= 1:
        return structs[0] if structs else None
    return next((one for one in structs if isinstance(data, dict) and data.get(str(one.tag_field)) == one.tag), None)


def _structs(found: look.Type | None) -> list[look.StructType]:
    if isinstance(found, look.UnionType):
        return [one for one in found.types if isinstance(one, look.StructType)]
    return [found] if isinstance(found, look.StructType) else []


def _tags(found: look.Type | None) -> tuple[Any, ...]:
    return tuple(one.tag for one in _structs(found))


def fields_of(found: look.Type | None, data: Any) -> list[str]:
    """The fields of the object that is meant."""
    struct = _chosen(found, data)
    return [field.encode_name for field in struct.fields] if struct else []


def describe(found: look.Type | None) -> str:
    """A type in words, with its range."""
    match found:
        case look.IntType(ge=low, le=high):
            span = (
                f" from {low}" if low is not None and high is None else f" {low} to {high}" if low is not None else ""
            )
            return f"a whole number{span}"
        case look.StrType():
            return "text"
        case look.BoolType():
            return "true or false"
        case look.NoneType():
            return "null"
        case look.LiteralType(values=values):
            return ", ".join(str(value) for value in values)
        case look.CollectionType(item_type=item):
            return f"a list of {describe(item)}"
        case look.UnionType(types=types):
            structs = _structs(found)
            tags = [f"an object with {structs[0].tag_field} {', '.join(map(str, _tags(found)))}"] if structs else []
            return " or ".join(tags + [describe(one) for one in types if not isinstance(one, look.StructType)])
        case look.StructType() | look.DictType():
            return "an object"
        case _:
            return ""
