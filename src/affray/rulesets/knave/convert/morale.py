"""Morale: a rating on 2d6, or a question."""

from __future__ import annotations

import re

from affray.errors import quoted
from affray.rules import rule
from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.sheet import Sheet

ONE = re.compile(r"(?P<rating>[0-9]{1,2})(?:\s*(?:\(|or\s|,\s*)?\s*(?P<see>see below)\)?)?")
WHEN = re.compile(r"(?P<rating>[0-9]{1,2})\s*\((?P<when>[0-9]{1,2} [a-z][^()0-9]*|[^()0-9]*)\)")
PERCENT = re.compile(r"(?P<percent>[0-9]{1,3})\s*%?")
NONE = "none"
LOW, HIGH = 2, 12


@rule("knave.monster.morale", "K71")
def morale(sheet: Sheet) -> None:
    """The printed rating; none that is made up (K71), and none that is made of a percentage."""
    answer = sheet.answer("morale")
    if answer is not None:
        rating = None if answer.value == NONE else sheet.whole_answer("morale", LOW, HIGH)
        sheet.take("morale", rating, "knave.monster.morale")
        return
    sheet.values["morale"] = None
    span = sheet.block.fields.get("morale")
    if span is None:
        sheet.ask("morale", f"the text has no morale; {LOW} to {HIGH}, or {NONE} for no rolls (K71)", [NONE])
        return
    text = bare(span.text).rstrip(".")
    percent = PERCENT.fullmatch(text)
    if percent and (sheet.block.format == "osric-pipe" or text.endswith("%") or int(percent["percent"]) > HIGH):
        sheet.facts["morale_percent"] = int(percent["percent"])
        why = f"{quoted(span.text)} is a percentage, not a rating on 2d6; {LOW} to {HIGH}, or {NONE}"
        sheet.ask("morale", why, [NONE], span)
        return
    one, when = ONE.fullmatch(text), WHEN.fullmatch(text)
    match = one or when
    if match and LOW <= int(match["rating"]) <= HIGH:
        if when and not one:
            sheet.facts["morale_alt"] = when["when"]
        sheet.set("morale", int(match["rating"]), span, "knave.monster.morale", note=(one and one["see"]) or "")
        return
    numbers = [one for one in re.findall(r"(?<![0-9])[0-9]{1,2}(?![0-9])", text) if LOW <= int(one) <= HIGH]
    sheet.ask("morale", f"{quoted(span.text)} is not one rating; {LOW} to {HIGH}, or {NONE}", [*numbers, NONE], span)
