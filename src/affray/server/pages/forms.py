"""Open commands as fields: a JSON schema becomes labelled inputs with their ranges, what is filled in a command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from affray.server.snapshot import Form

Kind: TypeAlias = Literal["text", "long", "number", "check", "one", "many"]
Choices: TypeAlias = tuple[tuple[str, str], ...]

LONG_TEXTS = ("reason", "text", "notes")
"""Texts that want more than a line."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """An input: `name` is the path of its value in the command, with dots."""

    name: str
    label: str
    kind: Kind
    about: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    value: Any = None
    choices: Choices = ()


class OpenForm(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its fields."""

    tag: str
    title: str
    about: str
    fields: tuple[Field, ...]


def drawn(form: Form, fighters: Mapping[int, str]) -> OpenForm:
    """A form with its fields; whole numbers that name a fighter are chosen by name."""
    schema = _resolved(form.schema, form.schema)
    return OpenForm(
        tag=form.tag,
        title=_words(form.tag),
        about=form.about,
        fields=tuple(_fields(schema, form.schema, "", fighters)),
    )


FIGHTERS = ("actor", "target", "fighter", "chooser", "who", "by", "after")
"""Names of whole numbers that are fighters."""


def filled(form: Form, values: Mapping[str, str]) -> dict[str, Any]:
    """The command that the values make. What was left empty is left out; of many, commas stand between."""
    command: dict[str, Any] = {"type": form.tag}
    for field in drawn(form, {}).fields:
        given = values.get(field.name, "").strip()
        if field.kind == "check":
            _put(command, field.name, given != "")
        elif field.kind == "many" and given:
            _put(command, field.name, [_plain(value) for value in given.split(",")])
        elif given:
            _put(command, field.name, given if field.kind in ("text", "long") else _plain(given))
    return command


def _fields(
    schema: Mapping[str, Any], root: Mapping[str, Any], path: str, fighters: Mapping[int, str]
) -> Iterator[Field]:
    required = frozenset(schema.get("required", ()))
    for name, raw in schema.get("properties", {}).items():
        if name == "type" and not path:
            continue
        inner = _resolved(raw, root)
        place = f"{path}{name}"
        if inner.get("type") == "object" and inner.get("properties"):
            yield from _fields(inner, root, f"{place}.", fighters)
        else:
            yield _field(name, place, inner, root, name in required, fighters)


def _field(
    name: str,
    place: str,
    schema: Mapping[str, Any],
    root: Mapping[str, Any],
    required: bool,
    fighters: Mapping[int, str],
) -> Field:
    kind, choices = _kind(name, schema, root, fighters)
    least, most = _range(schema)
    return Field(
        name=place,
        label=_words(name),
        kind=kind,
        about=str(schema.get("description", "")) or _allowed(kind, least, most),
        required=required and kind != "check",
        least=least,
        most=most,
        value=schema.get("default"),
        choices=choices,
    )


def _kind(
    name: str, schema: Mapping[str, Any], root: Mapping[str, Any], fighters: Mapping[int, str]
) -> tuple[Kind, Choices]:
    named = tuple((str(number), one) for number, one in fighters.items())
    match schema.get("type"):
        case "boolean":
            return "check", ()
        case "integer" if name in FIGHTERS:
            return "one", named
        case "array":
            items = _resolved(schema.get("items") or {}, root)
            if "enum" in items:
                return "many", tuple((str(value), _words(str(value))) for value in items["enum"])
            return ("many", named) if items.get("type") == "integer" else ("long", ())
        case "integer" | "number":
            return "number", ()
        case _ if "enum" in schema:
            return "one", tuple((str(value), _words(str(value))) for value in schema["enum"])
        case _:
            return ("long" if name in LONG_TEXTS else "text"), ()


def _resolved(schema: Mapping[str, Any], root: Mapping[str, Any]) -> Mapping[str, Any]:
    """The schema that is meant: a reference followed, and of alternatives the one that is not null."""
    if "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return {**_resolved(target, root), **{key: value for key, value in schema.items() if key != "$ref"}}
    if "anyOf" in schema:
        real = [one for one in schema["anyOf"] if one.get("type") != "null"]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        return {**_resolved(real[0], root), **rest} if real else rest
    return schema


def _range(schema: Mapping[str, Any]) -> tuple[int | None, int | None]:
    if schema.get("type") == "string":
        return None, schema.get("maxLength")
    return schema.get("minimum"), schema.get("maximum")


def _allowed(kind: Kind, least: int | None, most: int | None) -> str:
    if kind != "number" or (least is None and most is None):
        return ""
    if least is None or most is None:
        return f"at least {least}" if most is None else f"at most {most}"
    return f"{least} to {most}"


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _plain(value: str) -> Any:
    try:
        return int(value)
    except ValueError:
        return value


def _put(command: dict[str, Any], path: str, value: Any) -> None:
    *steps, last = path.split(".")
    for step in steps:
        command = command.setdefault(step, {})
    command[last] = value
