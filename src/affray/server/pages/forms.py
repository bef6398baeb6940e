"""Open commands as fields: a JSON schema becomes labelled inputs with their ranges, what is filled in a command."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec

from affray.rules.showing import Ground
from affray.server.live.snapshot import Form
from affray.server.pages.naming import capital
from affray.server.pages.typed import TYPED, named_from, square, squares

Kind: TypeAlias = Literal["text", "long", "number", "check", "one", "many", "pairs", "table", "square", "path"]
Choices: TypeAlias = tuple[tuple[str, str], ...]
Schema: TypeAlias = Mapping[str, Any]

LONG_TEXTS = ("reason", "text", "notes")
"""Texts that want more than a line."""

FIGHTERS = ("actor", "target", "fighter", "carer", "chooser")
"""Whole numbers of these names are fighters."""

SIDES = ("winner", "side")
"""Texts of these names are sides."""

ABOUT: Mapping[Kind, str] = {"pairs": "as in 2d6, 1d4", "table": "as in a fight file, a line each"}
OPEN = re.compile("Open[:,] ")
"""What rulesets begin the descriptions of open commands with."""

NOBODY = "nobody"
"""The word for none where a command has to say which."""

LOUD = {
    "hp": "HP",
    "act": "Another action",
    "react": "A reaction",
    "set_lost": "Set points lost",
    "set_behind": "Say who is behind whom",
    "put": "Put on a square",
    "walk": "Walk a path of your own",
}
"""What is called otherwise than by its own name."""

PLACE, PATH = ("x", "y"), "path"
"""Fields of places in feet, across and up: on a map one names the square, or the squares in order."""

OUT_OF_IT = ("bring_in",)
"""Commands for fighters who are not to be seen in the fight."""


class Field(msgspec.Struct, frozen=True, kw_only=True):
    """An input: `name` is the path of its value in the command, with dots.

    `nothing` is the word for the empty choice where the command says "none" of its own accord.
    """

    name: str
    label: str
    kind: Kind
    about: str = ""
    required: bool = False
    least: int | None = None
    most: int | None = None
    value: Any = None
    choices: Choices = ()
    nothing: str = ""


class OpenForm(msgspec.Struct, frozen=True, kw_only=True):
    """A command with its fields."""

    tag: str
    title: str
    about: str
    fields: tuple[Field, ...]


class Known(msgspec.Struct, frozen=True, kw_only=True):
    """What fields may be chosen from: fighters by their numbers, those of them who can come in, sides, and a map."""

    fighters: Mapping[int, str] = {}
    outside: Mapping[int, str] = {}
    sides: Sequence[str] = ()
    ground: Ground | None = None


NOTHING = Known()


def drawn(form: Form, known: Known) -> OpenForm:
    """A form with its fields; fighters and sides are chosen by name."""
    if form.tag in OUT_OF_IT:
        known = msgspec.structs.replace(known, fighters=known.outside)
    return OpenForm(
        tag=form.tag,
        title=_words(form.tag),
        about=capital(OPEN.sub("", form.about, count=1).replace("`", "")),
        fields=tuple(_fields(_resolved(form.schema, form.schema), form.schema, known)),
    )


def filled(form: Form, values: Mapping[str, str], ground: Ground | None = None) -> dict[str, Any]:
    """The command that the values make. What was left empty is left out; raises `Refused` for what cannot be read.

    Squares of the `ground` are named as its map names them.
    """
    command: dict[str, Any] = {"type": form.tag}
    for field in drawn(form, Known(ground=ground)).fields:
        given = values.get(field.name, "").strip()
        if field.kind == "check":
            _put(command, field.name, given != "")
        elif given and ground is not None and field.kind == "square":
            for name, feet in zip(PLACE, square(given, field.name, ground), strict=True):
                _put(command, name, feet)
        elif given and ground is not None and field.kind == "path":
            _put(command, field.name, squares(given, field.name, ground))
        elif given:
            _put(command, field.name, TYPED[field.kind](given, field.name))
        elif field.nothing:
            _put(command, field.name, None)
    return command


def _fields(schema: Schema, root: Schema, known: Known, path: str = "", sure: bool = True) -> Iterator[Field]:
    """The fields of an object; those of one that may be left out are not `sure`, and none of them is needed."""
    required = frozenset(schema.get("required", ()))
    properties = schema.get("properties", {})
    on_map = known.ground is not None and not path and properties.keys() >= {*PLACE}
    for name, raw in properties.items():
        if name == "type" and not path:
            continue
        if on_map and name in PLACE:
            if name == PLACE[0]:
                yield _field("square", "square", {}, known, sure and name in required, None, "")
            continue
        inner, place = _resolved(raw, root), f"{path}{name}"
        needed = sure and name in required
        if inner.get("properties"):
            yield from _fields(inner, root, known, f"{place}.", needed)
        else:
            nothing = NOBODY if needed and _may_be_none(raw) else ""
            yield _field(
                name, place, inner, known, needed and not nothing, inner.get("default") if sure else None, nothing
            )


def _field(name: str, place: str, schema: Schema, known: Known, needed: bool, value: Any, nothing: str) -> Field:
    kind, choices = _kind(name, schema, known)
    least, most = schema.get("minimum"), schema.get("maximum", schema.get("maxLength"))
    about = str(schema.get("description", "")) or ABOUT.get(kind, "") or _allowed(kind, least, most)
    if known.ground is not None and kind in ("square", "path"):
        about = f"{'' if kind == 'square' else 'in order, '}as on the map: {named_from(known.ground)}"
    return Field(
        name=place,
        label=_words(name),
        kind=kind,
        about=about,
        required=needed and kind != "check",
        least=least,
        most=most,
        value=value,
        choices=choices,
        nothing=nothing,
    )


def _kind(name: str, schema: Schema, known: Known) -> tuple[Kind, Choices]:
    if known.ground is not None and name in ("square", PATH):
        return ("path" if name == PATH else "square"), ()
    named = tuple((str(number), one) for number, one in known.fighters.items())
    if "enum" in schema:
        return "one", tuple((str(value), _words(str(value))) for value in schema["enum"])
    match schema.get("type"):
        case "boolean":
            return "check", ()
        case "integer" if name in FIGHTERS:
            return "one", named
        case "array" if schema.get("items", {}).get("type") == "integer":
            return "many", named
        case "array":
            return "pairs", ()
        case "integer" | "number":
            return "number", ()
        case "string" if name in SIDES and known.sides:
            return "one", tuple((side, capital(side)) for side in known.sides)
        case "string":
            return ("long" if name in LONG_TEXTS else "text"), ()
        case _:
            return "table", ()


def _resolved(schema: Schema, root: Schema) -> Schema:
    """The schema that is meant: references followed, of alternatives those that are not null, as one."""
    if "$ref" in schema:
        target: Any = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        return {**_resolved(target, root), **{key: value for key, value in schema.items() if key != "$ref"}}
    if "anyOf" in schema:
        real = [_resolved(one, root) for one in schema["anyOf"] if one.get("type") != "null"]
        rest = {key: value for key, value in schema.items() if key != "anyOf"}
        if real and all("enum" in one for one in real):
            return {"enum": [value for one in real for value in one["enum"]], **rest}
        return {**real[0], **rest} if real else rest
    return schema


def _may_be_none(schema: Schema) -> bool:
    return any(one.get("type") == "null" for one in schema.get("anyOf", ()))


def _allowed(kind: Kind, least: int | None, most: int | None) -> str:
    if kind != "number" or (least is None and most is None):
        return ""
    if least is None or most is None:
        return f"at least {least}" if most is None else f"at most {most}"
    return f"{least} to {most}"


def _words(name: str) -> str:
    return LOUD.get(name, capital(name.replace("_", " ")))


def _put(command: dict[str, Any], path: str, value: Any) -> None:
    *steps, last = path.split(".")
    for step in steps:
        command = command.setdefault(step, {})
    command[last] = value
