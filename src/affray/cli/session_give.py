"""Commands by name at the terminal: those with numbers or texts of their own, which no list can hold.

What a command takes is read off its type. A whole number called actor, target, fighter, chooser or carer is a fighter:
it is given by name, or by its number in the list of fighters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import inspect

from affray.cli.output import say
from affray.codec import convert, plain
from affray.errors import BadInput, nearest
from affray.files import parse_document

if TYPE_CHECKING:
    from affray.cli.session import Session

FIGHTERS = ("actor", "target", "fighter", "chooser", "carer")
TRUE, FALSE = ("true", "yes"), ("false", "no")
NONE = "none"
FIELD = re.compile(r"(?P<name>[a-z_]+)=", re.ASCII)
WHOLE = re.compile(r"[+-]?[0-9]{1,9}", re.ASCII)


def give(session: Session, rest: str) -> None:
    """Gives a command by its name and fields; without a name, lists what can be given."""
    known = shapes(session.table.ruleset.command)
    name, _, text = rest.partition(" ")
    if not name:
        for shape in known.values():
            say(f"  {written(shape)}")
            say(f"      {(shape.cls.__doc__ or '').partition(chr(10))[0]}")
        return
    if name not in known:
        hint = nearest(name, list(known)) or "give alone lists them"
        raise BadInput("no such command", place="give", received=name, hint=hint)
    fields = {one.encode_name: one.type for one in known[name].fields}
    told: dict[str, Any] = {}
    for key, value in parts(text):
        if key not in fields or key in told:
            problem = "there twice" if key in told else "no such field"
            raise BadInput(problem, place=f"give {name}", received=key, allowed=written(known[name]))
        told[key] = read(session, f"give {name}: {key}", key, value, fields[key])
    missing = [one.encode_name for one in known[name].fields if one.required and one.encode_name not in told]
    if missing:
        needed = f"{', '.join(missing)} {'is' if len(missing) == 1 else 'are'} needed"
        raise BadInput(needed, place=f"give {name}", hint=f"as in: give {written(known[name])}")
    ruleset = session.table.ruleset
    session.carry_out(convert({known[name].tag_field: name, **told}, ruleset.command, f"give {name}"))


# What can be given


def shapes(kind: Any) -> Mapping[str, inspect.StructType]:
    """The commands of a union by their names, in its order."""
    found = inspect.type_info(kind)
    some = found.types if isinstance(found, inspect.UnionType) else (found,)
    return {str(one.tag): one for one in some if isinstance(one, inspect.StructType)}


def written(shape: inspect.StructType) -> str:
    """A command as it is typed, with what may stand in each field; those in brackets may be left out."""
    fields = []
    for one in shape.fields:
        text = f"{one.encode_name}={_allowed(one.encode_name, one.type)}"
        fields.append(text if one.required else f"[{text}]")
    return " ".join([str(shape.tag), *fields])


def _allowed(name: str, kind: inspect.Type) -> str:
    if _is_fighter(name, kind):
        words = "FIGHTER"
    else:
        words = "|".join(dict.fromkeys(_words(one) for one in _options(kind) if not isinstance(one, inspect.NoneType)))
    return f"{words}|{NONE}" if _takes_none(kind) else words


def _words(kind: inspect.Type) -> str:
    match kind:
        case inspect.IntType():
            return "NUMBER"
        case inspect.BoolType():
            return "yes|no"
        case inspect.LiteralType(values=values):
            return "|".join(map(str, values))
        case inspect.StructType(fields=fields):
            inner = (f"{one.encode_name} = {_allowed(one.encode_name, one.type)}" for one in fields)
            return f"{{ {', '.join(inner)} }}"
        case inspect.VarTupleType(item_type=item):
            return f"[{_words(item)}, ...]"
        case inspect.TupleType(item_types=items):
            return f"[{', '.join(_words(one) for one in items)}]"
        case inspect.AnyType():
            return "{ ... }"
    return "TEXT"


def _options(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _is_fighter(name: str, kind: inspect.Type) -> bool:
    return name in FIGHTERS and any(isinstance(one, inspect.IntType) for one in _options(kind))


def _takes_none(kind: inspect.Type) -> bool:
    return any(isinstance(one, inspect.NoneType) for one in _options(kind))


# What was typed


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The fields of a line: each reaches to the next one that begins outside of quotes and brackets."""
    starts: list[re.Match[str]] = []
    quote, depth = "", 0
    for place, char in enumerate(text):
        may_begin = not quote and depth < 1 and text[place - 1 : place] in ("", " ")
        if may_begin and (field := FIELD.match(text, place)):
            starts.append(field)
            depth = 0
        if char == quote:
            quote = ""
        elif not quote and char == '"':
            quote = char
        elif not quote:
            depth += (char in "{[") - (char in "}]")
    begins = [*(one.start() for one in starts), len(text)]
    if before := text[: begins[0]].strip():
        raise BadInput("fields are written name=value", place="give", received=before)
    for field, end in zip(starts, begins[1:], strict=True):
        yield field["name"], text[field.end() : end].strip()


def read(session: Session, place: str, name: str, text: str, kind: inspect.Type) -> Any:
    """The plain value of a field, as its type asks for it."""
    kinds = _options(kind)
    if text == NONE and _takes_none(kind):
        return None
    if _is_fighter(name, kind):
        fighter, left = fighter_in(session, text)
        if left:
            raise BadInput("one fighter is needed", place=place, received=text)
        return fighter
    if any(isinstance(one, inspect.BoolType) for one in kinds):
        if text not in (*TRUE, *FALSE):
            raise BadInput("no such option", place=place, received=text, allowed="yes|no")
        return text in TRUE
    if options := [value for one in kinds if isinstance(one, inspect.LiteralType) for value in one.values]:
        chosen = next((value for value in options if str(value) == text), None)
        if chosen is None:
            raise BadInput("no such option", place=place, received=text, allowed="|".join(map(str, options)))
        return chosen
    if any(isinstance(one, inspect.StrType) for one in kinds) and not text.startswith('"'):
        return text
    if any(isinstance(one, inspect.IntType) for one in kinds) and not WHOLE.fullmatch(text):
        raise BadInput("a whole number is needed", place=place, received=text)
    return _value(place, text)


def _value(place: str, text: str) -> Any:
    """A value as a fight file has it: a number, a text in quotes, a list or a table."""
    try:
        value = parse_document(f"value = {text}", place, "toml").root.raw["value"]
        return plain(convert(value, dict[str, Any] | list[Any] | str | int | bool | float, place))
    except BadInput as error:
        problem = "a value is a number, a text in quotes, a list or a table as in a fight file"
        raise BadInput(problem, place=place, received=text, hint=error.problem) from None


def fighter_in(session: Session, text: str) -> tuple[int, str]:
    """The fighter that a text begins with, by name or by its number in the list, and the rest of the text."""
    standings = session.table.ruleset.standings(session.table.state)
    for one in sorted(standings, key=lambda one: -len(one.name)):
        said, left = text[: len(one.name)], text[len(one.name) :]
        if said.casefold() == one.name.casefold() and left[:1] in ("", " "):
            return one.id, left.strip()
    word, _, left = text.partition(" ")
    found = [one for one in standings if word == str(one.id + 1)]
    found = found or [one for one in standings if word and one.name.casefold().startswith(word.casefold())]
    if len(found) != 1:
        names = ", ".join(f"{one.id + 1} {one.name}" for one in standings[:20])
        problem = "there is no such fighter" if not found else "that could be several"
        raise BadInput(problem, place="fighter", received=word, allowed=names)
    return found[0].id, left.strip()
