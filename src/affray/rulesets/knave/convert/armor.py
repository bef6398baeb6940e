"""Armor classes: which way they count, and what a text such as "15 (13)" or "5 [14]" says."""

from __future__ import annotations

import re

from affray.errors import BadInput, quoted
from affray.rules import Span, rule
from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.sheet import Sheet, wrong_answer
from affray.rulesets.knave.equipment import UNARMORED_AC

HIGHEST_DESCENDING = 10
"""What nobody in no armor has in AD&D; in B/X it is 9. What is above it ascends."""

HEAD = re.compile(r"(?P<value>-?[0-9]{1,3})\**\s*(?:\[\s*(?P<ascending>-?[0-9]{1,3})\s*\])?(?![0-9/+])")
BRACKET = re.compile(r"\s*\((?P<inner>[^()]*)\)")
ONLY = {"m": "magic", "s": "silver or magic"}
ONLY_BY = re.compile(r"only hit by (?P<what>.+)")
WITHOUT = re.compile(r"(?P<value>[0-9]{1,2})(?: unarmou?red)?")
WITH = re.compile(r"-?[0-9]{1,2} (?:with|without|unarmou?red) .*")


@rule("knave.monster.armor", "K63", "K66")
def armor(sheet: Sheet) -> None:
    """The armor defense, as it is even below 11 (K63); it has to be beaten, not equalled (K66)."""
    answer = sheet.whole_answer("armor", 1, 50)
    if answer is not None:
        sheet.take("armor", answer, "knave.monster.armor")
        return
    sheet.values["armor"] = None
    span = sheet.block.fields.get("armor")
    if span is None:
        sheet.ask("armor", "the text has no armor class; what is the armor defense, 1 to 50?")
        return
    text = bare(span.text)
    match = HEAD.match(text)
    if match is None or not _brackets(sheet, span, int(match["value"]), text[match.end() :]):
        numbers = re.findall(r"(?<![0-9])[0-9]{1,2}(?![0-9])", re.sub(r"-?[0-9]+ ?\[([0-9]+)\]", r"\1", text))
        sheet.ask(
            "armor", f"{quoted(span.text)} is not one armor class; what is the armor defense, 1 to 50?", numbers, span
        )
        return
    value, printed = int(match["value"]), match["ascending"]
    beside = sheet.block.fields.get("armor_ascending")
    if printed is None and beside is not None and re.fullmatch("-?[0-9]{1,3}", beside.text):
        printed = beside.text
    elif printed is None and beside is not None:
        sheet.leave(beside)
    if printed is not None:
        _both(sheet, span, value, int(printed))
    else:
        _alone(sheet, span, value)


def _brackets(sheet: Sheet, span: Span, value: int, rest: str) -> bool:
    """Takes what stands in brackets after the number; False where something is said that leaves it open."""
    while rest.strip():
        match = BRACKET.match(rest)
        if match is None:
            return False
        inner = match["inner"].strip()
        rest = rest[match.end() :]
        without = WITHOUT.fullmatch(inner)
        only = ONLY_BY.fullmatch(inner)
        if inner in ONLY or only:
            sheet.facts["hit_only_by"] = ONLY.get(inner) or (only["what"] if only else "")
        elif without:
            beside = int(without["value"])
            readings = _readings(beside).values()
            key = "armor_desc" if beside < HIGHEST_DESCENDING and value in readings else "armor_alt"
            sheet.facts[key] = beside
        elif WITH.fullmatch(inner):
            sheet.facts["armor_alt"] = inner
        elif inner.startswith("or ") or re.search("[0-9]", inner):
            return False
        elif sheet.block.system in ("5e", "other"):
            sheet.facts["armor_note"] = inner
        else:
            sheet.leave(Span(f"({inner})", span.line, span.column + max(span.text.find(inner) - 1, 0)))
    return True


def _readings(value: int) -> dict[str, int]:
    """What a descending armor class stands for, by system."""
    return {system: unarmored - value for system, unarmored in UNARMORED_AC.items()}


def _both(sheet: Sheet, span: Span, value: int, ascending: int) -> None:
    """A descending and an ascending armor class side by side: where they agree, no system need be known."""
    readings = _readings(value)
    known = sheet.block.system if sheet.block.system in readings else ""
    agree = [system for system in ([known] if known else readings) if readings[system] == ascending]
    if value > HIGHEST_DESCENDING:
        text = f"{quoted(span.text)} cannot be descending with ascending beside it; what is the armor defense?"
        sheet.ask("armor", text, [one for one in (value, ascending) if 1 <= one <= 50], span)
        return
    sheet.facts["armor_desc"] = value
    if not agree:
        told = ", ".join(f"{value} descending from {UNARMORED_AC[one]} is {readings[one]}" for one in readings)
        text = f"{quoted(span.text)} contradicts itself: it says {ascending} ascending, but {told}"
        sheet.ask("armor", text, [one for one in (ascending, *readings.values()) if 1 <= one <= 50], span)
        return
    sheet.facts["system"] = agree[0]
    note = f"{value} from {UNARMORED_AC[agree[0]]} is {ascending} too"
    _settle(sheet, span, ascending, note)


def _alone(sheet: Sheet, span: Span, value: int) -> None:
    """One number: the format, the answer, or its size says which way it counts; else it is asked."""
    readings = _readings(value)
    answer = sheet.answer("ac_system")
    system = sheet.block.system
    if answer is not None:
        if answer.value not in (*readings, "ascending"):
            raise wrong_answer(answer, ", ".join((*readings, "ascending")))
        system = "ascending" if answer.value == "ascending" else "bx" if answer.value == "bx" else "adnd"
    elif system in readings and value > HIGHEST_DESCENDING:
        text = f"{quoted(span.text)} cannot be descending, as this format has it; what is the armor defense?"
        sheet.ask("armor", text, [value], span)
        return
    elif not system and value > HIGHEST_DESCENDING:
        system = "ascending"
    elif not system:
        ways = [f"{one} ({reading})" for one, reading in readings.items()]
        ways += [f"ascending ({value})"] if value >= 1 else []
        named = [*readings, *(["ascending"] if value >= 1 else [])]
        sheet.ask("ac_system", f"{quoted(span.text)} may be {', '.join(ways)}; which way does it count?", named, span)
        return
    if system in readings:
        sheet.facts |= {"armor_desc": value, "system": system}
        _settle(sheet, span, readings[system], f"{UNARMORED_AC[system]} - {value}")
        return
    if system == "ascending":
        sheet.facts["system"] = system
    _settle(sheet, span, value, "ascending")


def _settle(sheet: Sheet, span: Span, defense: int, note: str) -> None:
    if not 1 <= defense <= 50:
        raise BadInput("armor is out of range", received=span.text, allowed="an armor defense of 1 to 50")
    sheet.set("armor", defense, span, "knave.monster.armor", note=note)
