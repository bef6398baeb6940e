"""Stat blocks of old-school books to Knave fighters: what the text says, and questions where it does not say it.

A paste is split into creatures (`paste` with `wrapped` and `titles`, or `records` for JSON). A reader for each kind of
format (`labelled`, `oneline`, `records`) gives a `Block`: the printed fields, each with its place. `fighter` converts a
block by the clauses: `hit_dice`, `armor`, `attacks` with `terms`, `items` and `routine`, `morale`.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.errors import BadInput, nearest
from affray.files import decode
from affray.rules import Answer, Conversion, Converted, Refused
from affray.rulesets.knave.convert import paste, records
from affray.rulesets.knave.convert.blocks import Block, Foreign
from affray.rulesets.knave.convert.fighter import FIELDS, converted
from affray.rulesets.knave.rulings import Rulings, rulings_of

MOST = 1_000
"""Creatures in one text."""

MOST_LINES = 100_000
"""Lines of a text; a creature has a dozen."""


def convert(
    content: bytes, name: str, rulings: Mapping[str, str], answers: tuple[Answer, ...] = (), source: str = ""
) -> Conversion:
    """The fighters of a text, under these rulings (by slug); `source` is noted with each.

    Raises `BadInput` for what is no text, for more than 1,000 creatures, and for an answer that nothing can be done
    with. Whatever else is wrong with a creature is told beside it.
    """
    _check_fields(answers)
    text = decode(content, name, "text or JSON")
    lines = text.count("\n") + text.count("\r")
    is_json = text.lstrip()[:1] in ("{", "[")
    if lines > MOST_LINES and not is_json:
        raise BadInput("too many lines", place=name, received=lines, allowed=f"1 to {MOST_LINES:,}", code="too_large")
    found = list(records.read(text, name) if is_json else paste.read(text))
    count = sum(isinstance(one, Block) for one in found)
    if count > MOST:
        raise BadInput("too many creatures", place=name, received=count, allowed=f"1 to {MOST:,}", code="out_of_range")
    return _converted(found, rulings_of(rulings), answers, source)


def _converted(found: list[Block | Foreign], rulings: Rulings, answers: tuple[Answer, ...], source: str) -> Conversion:
    monsters: list[Converted] = []
    refused: list[Refused] = []
    for one in found:
        if isinstance(one, Foreign):
            refused.append(Refused(one.span, one.reason, one.creature))
            continue
        own = {answer.field: answer for answer in answers if not answer.name or _called(one, answer.name)}
        try:
            monsters.append(converted(one, rulings, own, source))
        except BadInput as error:
            if error.place == "--answer":
                raise
            refused.append(Refused(one.name or one.start, error.sentence()))
    names = [one.name.text for one in found if isinstance(one, Block) and one.name]
    for answer in answers:
        if answer.name and not any(answer.name.casefold() == name.casefold() for name in names):
            raise BadInput(
                "no creature is called so", place="--answer", received=answer.name, hint=nearest(answer.name, names)
            )
    return Conversion(tuple(monsters), tuple(refused))


def _called(block: Block, name: str) -> bool:
    return block.name is not None and block.name.text.casefold() == name.casefold()


def _check_fields(answers: tuple[Answer, ...]) -> None:
    for answer in answers:
        if answer.field not in FIELDS:
            raise BadInput(
                "no such field",
                place="--answer",
                received=answer.field,
                allowed=", ".join(FIELDS),
                hint=nearest(answer.field, list(FIELDS)),
            )
