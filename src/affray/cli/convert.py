"""`affray convert`: stat blocks of other books as fighters, with the working, and questions instead of guesses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from affray.cli.options import PairType, json_option, place, ruling_option, together
from affray.errors import BadInput, visible

if TYPE_CHECKING:
    from affray.fight import AnyRuleset
    from affray.rules import Answer, Conversion, Converted, Span

BESTIARIES = {"bestiary:bfrpg": ("bfrpg-data", "bfrpg_data/data/bestiary.json")}
"""What an installed package holds: the name of the package, and the file in it."""

FIELD = re.compile("[a-z_]+")
NAMED = re.compile(r"(?P<field>.*\.[a-z_]+)=(?P<answer>.*)", re.DOTALL)
BARE = re.compile("[A-Za-z0-9_-]+")


class Given(PairType):
    """An answer, FIELD=VALUE or NAME.FIELD=VALUE, as a pair. Whether the field exists is the ruleset's to say."""

    name = "[NAME.]FIELD=VALUE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        field, equals, answer = str(value).partition("=")
        named = NAMED.fullmatch(str(value))
        if named and not FIELD.fullmatch(field):  # a creature may be called "A=B"
            field, answer = named["field"], named["answer"]
        if not equals or not field.strip() or not answer.strip():
            raise BadInput(
                "a field and its value are needed", place=place(param), received=value, hint="as in ac_system=bx"
            )
        return field.strip(), answer.strip()


@click.command()
@click.argument("file", metavar="FILE | - | bestiary:bfrpg")
@click.option("--to", "target", default="knave", show_default=True, metavar="RULESET", help="Whose fighters.")
@click.option(
    "--answer", "answers", type=Given(), multiple=True, help="Answer a question, as in hp=4 or Ogre.morale=9."
)
@click.option("--strict", is_flag=True, help="A question that is left, or a creature that is refused, is bad input.")
@click.option("--source", default="", metavar="TEXT", help="Where the blocks come from; kept with each fighter.")
@ruling_option
@json_option
def convert(
    file: str,
    target: str,
    answers: tuple[tuple[str, str], ...],
    strict: bool,
    source: str,
    rulings: tuple[tuple[str, str], ...],
    as_json: bool,
) -> None:
    """Stat blocks of other books as fighters of a fight file.

    \b
    affray convert goblin.txt
    affray convert goblin.txt --answer ac_system=bx --answer morale=7
    affray convert bestiary:bfrpg --json

    A file may hold many blocks, of several formats. Every value is shown with the text and the clause that gave it.
    What the text leaves open is asked, not guessed: answer with --answer, for all or, with NAME., for one of them.
    """  # noqa: D301 - click's mark for lines that stay as they are
    from affray.cli.output import say, say_json  # noqa: PLC0415 - after what costs nothing
    from affray.fight import read_rulings  # noqa: PLC0415
    from affray.files.words import read_note  # noqa: PLC0415
    from affray.rules import find  # noqa: PLC0415

    ruleset = find(target, "--to")
    if ruleset.convert is None:
        raise BadInput(f"{target} converts no creatures", place="--to", allowed="knave")
    source = read_note(source, "--source", 200)
    chosen = read_rulings(ruleset, together(rulings), "--ruling")
    content, name = _content(file)
    by_slug = {ruleset.ruling(one).slug: option for one, option in chosen.items()}
    conversion = ruleset.convert(content, name, by_slug, _answers(answers), source)
    if not conversion.monsters:
        raise _nothing(conversion, name)
    if strict:
        _refuse_open(conversion, name)
    if as_json:
        say_json(_document(conversion))
        return
    for line in _lines(conversion, name, ruleset):
        say(line)


def _content(file: str) -> tuple[bytes, str]:
    """The bytes of a file, of standard input or of an installed bestiary, and what messages call them."""
    from affray.files import LOG_LIMIT, read_bytes  # noqa: PLC0415
    from affray.files.disk import STDIN  # noqa: PLC0415

    if not file.startswith("bestiary:"):
        return read_bytes(file, LOG_LIMIT, stdin=True), STDIN if file == "-" else file
    if file not in BESTIARIES:
        raise BadInput("no such bestiary", place="argument", received=file, allowed=", ".join(BESTIARIES))
    package, path = BESTIARIES[file]
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415

    try:
        found = str(distribution(package).locate_file(path))
    except PackageNotFoundError:
        hint = "pip install 'affray[bestiary]'"
        raise BadInput(f"the package {package} is not installed", place=file, hint=hint) from None
    return read_bytes(found, LOG_LIMIT), file


def _answers(pairs: tuple[tuple[str, str], ...]) -> tuple[Answer, ...]:
    from affray.rules import Answer  # noqa: PLC0415

    found: dict[tuple[str, str], Answer] = {}
    for field, value in pairs:
        name, _, key = field.rpartition(".")
        if (name, key) in found:
            raise BadInput("given twice", place="--answer", received=field)
        found[name, key] = Answer(key, value, name)
    return tuple(sorted(found.values(), key=lambda one: bool(one.name)))


def _nothing(conversion: Conversion, name: str) -> BadInput:
    """The error for a text without a single creature; the first reason stands for all."""
    first = conversion.refused[0] if conversion.refused else None
    where = f"{visible(name)}:{first.span.line}" if first else visible(name)
    reason = first.reason if first else "there is none"
    return BadInput(f"no creature to convert: {reason}", place=where, received=first.span.text if first else None)


def _refuse_open(conversion: Conversion, name: str) -> None:
    """Raises for the first question, and says how many there are; or else for the first creature that was refused."""
    questions = [(one, question) for one in conversion.monsters for question in one.questions]
    if questions:
        one, question = questions[0]
        called = one.values.get("name") or "the creature"
        example = "|".join(question.options) or "VALUE"
        raise BadInput(
            f"{called}: {question.text}",
            place=f"{visible(name)}:{question.span.line}",
            field=question.field,
            hint=f"answer with --answer {question.field}={example}; questions in all: {len(questions)}",
            code="question",
        )
    for first in conversion.refused:
        if not first.creature:
            continue
        raise BadInput(first.reason, place=f"{visible(name)}:{first.span.line}", received=first.span.text)


# JSON


def _document(conversion: Conversion) -> dict[str, Any]:
    return {
        "monsters": [_monster(one) for one in conversion.monsters],
        "refused": [
            {**_placed(one.span), "reason": one.reason, "creature": one.creature} for one in conversion.refused
        ],
    }


def _monster(one: Converted) -> dict[str, Any]:
    told = {
        **one.values,
        "format": one.format,
        "working": [
            {
                "field": step.field,
                "value": step.value,
                **_placed(step.span),
                "clause": step.clause,
                **({"ruling": step.ruling} if step.ruling else {}),
                **({"note": step.note} if step.note else {}),
            }
            for step in one.working
        ],
        "questions": [
            {"field": asked.field, "text": asked.text, "options": list(asked.options), **_at(asked.span)}
            for asked in one.questions
        ],
        "unread": [_placed(span) for span in one.unread],
        "facts": dict(one.facts),
        "fighter": dict(one.fighter),
    }
    return told | {key: text for key, text in (("source", one.source), ("licence", one.licence)) if text}


def _placed(span: Span) -> dict[str, Any]:
    return {"text": span.text, **_at(span)}


def _at(span: Span) -> dict[str, int]:
    """The place of a span; an answer has none."""
    return {"line": span.line, "column": span.column} if span.line else {}


# Text


def _lines(conversion: Conversion, name: str, ruleset: AnyRuleset) -> Iterator[str]:
    for number, one in enumerate(conversion.monsters):
        if number:
            yield ""
        yield from _told(one)
    for piece in conversion.refused:
        what = "refused" if piece.creature else "no creature"
        yield f"# {what}, line {piece.span.line}: {_comment(piece.span.text)}: {_comment(piece.reason)}"
    asked = sum(len(one.questions) for one in conversion.monsters)
    whole = sum(not one.questions for one in conversion.monsters)
    yield ""
    count = len(conversion.monsters)
    counts = f"# {count} for {ruleset.id}: {whole} whole, {count - whole} with questions ({asked} in all)"
    yield f"{counts}, {sum(one.creature for one in conversion.refused)} refused"


def _told(one: Converted) -> Iterator[str]:
    """One fighter as a table of a fight file; all else about it is comments, so that the whole can be pasted."""
    yield "[[fighter]]"
    for key, value in one.fighter.items():
        yield f"{key} = {toml(value)}"
    yield f"# {one.format}, line {one.working[0].span.line if one.working else 1}"
    for step in one.working:
        value = "rolled" if step.value is None else _brief(step.value)
        said = f"{value}  <-  {_comment(step.span.text)}"
        words = [word for word in (step.clause, step.ruling, step.note) if word]
        yield f"# {step.field:<7}{said}" + (f"  ({', '.join(words)})" if words else "")
    for asked in one.questions:
        options = f" [{', '.join(asked.options)}]" if asked.options else ""
        yield f"# asked: {asked.field}: {_comment(asked.text)}{options}"
    for span in one.unread:
        yield f"# not read, line {span.line}, column {span.column}: {_comment(span.text)}"
    if one.facts:
        yield "# beyond a fighter: " + "; ".join(f"{key}: {_brief(value)}" for key, value in one.facts.items())


def _brief(value: Any) -> str:
    if isinstance(value, Mapping):
        return "/".join(str(inner) for inner in value.values())
    if isinstance(value, list):
        return ", ".join(" ".join(map(str, one)) if isinstance(one, list) else str(one) for one in value)
    return _comment("yes" if value is True else str(value))


def _comment(text: str) -> str:
    """A text that stays on its line."""
    return visible(" ".join(text.split()))


def toml(value: Any) -> str:
    """A plain value as TOML.

    >>> toml({"defense": 14, "unarmored": 11}), toml("1-1")
    ('{ defense = 14, unarmored = 11 }', '"1-1"')
    """
    if isinstance(value, Mapping):
        pairs = (f"{key if BARE.fullmatch(key) else toml(key)} = {toml(inner)}" for key, inner in value.items())
        return f"{{ {', '.join(pairs)} }}"
    if isinstance(value, str):
        import json  # noqa: PLC0415 - JSON's strings are TOML's, but for one character

        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)
