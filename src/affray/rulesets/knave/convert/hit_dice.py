"""Hit dice and hit points: what a text such as "10** (+9)" or "1/2* (1d4 hit points)" says."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from affray.errors import BadInput, quoted
from affray.rules import Answer, Span, rule
from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.sheet import Sheet, wrong_answer
from affray.rulesets.knave.fightfile import HitDice, capped, points_of

ALLOWED: Final = "0.5 to 40"
HEAD = re.compile(
    r"(?P<number>½|1/2|0\.5|[0-9]{1,4})(?:d(?P<die>[0-9]{1,3}))?\s?(?P<stars>\*{0,10})"
    r"(?:\s*(?P<sign>[+-])\s*(?P<modifier>[0-9]{1,3})(?![0-9d]))?(?P<more>\*{0,10})"
)
BONUS = re.compile(r"\s*\((?:AB\s*)?(?P<bonus>[+-][0-9]{1,2})(?P<note>,[^()]*)?\)")
POINTS = re.compile(
    r"\s*\((?:(?P<points>[0-9][0-9,]{0,6})\s*(?:hp|hit points?)|(?:hp|hit points)[ :]*(?P<after>[0-9]{1,4}))\)",
    re.IGNORECASE,
)
BESIDE = re.compile(r"\s*\((?P<dice>[0-9]{0,2}d[0-9]{1,3})\s*(?:hp|hit points?)\)\s*(?P<stars>\*{0,10})", re.IGNORECASE)
AVERAGE = re.compile(r"\s*\((?P<points>[0-9]{1,3})\)")
"""Hit points without a word, as in "4 (15)": known by their size, for "4 (6)" may be other hit dice."""

AGAIN = re.compile(r"\s*\((?P<number>[0-9]{1,2})(?P<stars>\*+)\)")
INSTEAD = re.compile(r"(?P<points>[0-9]{1,4}|[0-9]{0,2}d[0-9]{1,3})\s*(?:hp|hit points?)(?![a-z])", re.IGNORECASE)
RANGE = re.compile(r"(?P<low>[0-9]{1,2})\s*\**\s*(?:to|-)\s*(?P<high>[0-9]{1,2})(?![0-9d])")
WITH_DICE = re.compile(
    r"(?P<points>[0-9]{1,4})\s*(?:\(\s*(?P<dice>[0-9]{1,3}d[0-9]{1,3})\s*(?P<flat>[+-][\s+-]*[0-9]{1,3})?\s*\))?"
    r"(?:\s*(?:hp|each|hp each))?"
)


class Printed(msgspec.Struct, frozen=True):
    """Hit dice as they are printed, with what stands beside them."""

    dice: HitDice
    die: int | None = None
    stars: int = 0
    bonus: int | None = None
    points: int | None = None
    points_dice: str = ""
    rest: str = ""


def read(text: str) -> Printed | None:
    """The hit dice of a text, None where it is not simply one number with its marks.

    Raises `BadInput` for a number that is out of range. A second number that is the greater one makes a range, not a
    modifier: 1-1 is one die less 1, 2-7 is two to seven dice.
    """
    text = bare(text)
    match = HEAD.match(text)
    if match is None or INSTEAD.match(text):
        return None
    half = match["number"] in ("½", "1/2", "0.5")
    number = 0 if half else int(match["number"])
    modifier = int(match["modifier"] or 0) * (-1 if match["sign"] == "-" else 1)
    if modifier < 0 and -modifier > max(number, 1):
        return None
    stars = len(match["stars"]) + len(match["more"])
    rest = text[match.end() :]
    bonus, points, dice = BONUS.match(rest), POINTS.match(rest), BESIDE.match(rest)
    found = bonus or points or dice
    if found:
        rest = rest[found.end() :]
        stars += len(dice["stars"]) if dice else 0
    again = AGAIN.fullmatch(rest)
    average = AVERAGE.fullmatch(rest)
    if average and not half and 3 * number <= int(average["points"]) <= 8 * number and not points:
        points, rest = average, ""
    if rest.strip() and not (again and not half and int(again["number"]) == number):
        return None
    if not half and not 1 <= number <= 40:
        raise BadInput("hit dice are out of range", received=text, allowed=ALLOWED, code="out_of_range")
    return Printed(
        HitDice(number, modifier),
        int(match["die"]) if match["die"] else None,
        stars,
        int(bonus["bonus"]) if bonus else None,
        int(next(filter(None, points.groups())).replace(",", "")) if points else None,
        dice["dice"] if dice else "",
        (bonus["note"] or "") if bonus else "",
    )


def choices(text: str) -> list[str]:
    """The numbers of hit dice that a text leaves open, as far as it names them."""
    text = re.sub(r"\+\s*[0-9]{1,3}(?![0-9d])", "", bare(text))
    if re.search("[0-9]\\s*/\\s*[0-9]|½", text):
        return []  # no fraction but a half is an answer
    match = RANGE.search(text)
    if match and 1 <= int(match["low"]) < int(match["high"]) <= 40:
        return [str(number) for number in range(int(match["low"]), int(match["high"]) + 1)]
    outside = re.sub(r"\([^()]*\)?", " ", text)
    numbers = re.findall(r"(?<![0-9d+.-])[0-9]{1,2}(?![0-9d/]|[.][0-9]|\s*(?:hp|hit point))", outside, re.IGNORECASE)
    return [number for number in dict.fromkeys(numbers) if 1 <= int(number) <= 40]


@rule("knave.monster.hp")
def hit_dice(sheet: Sheet) -> Printed | None:
    """The number of hit dice; a text that leaves it open becomes a question (knave.monster.hp)."""
    span = sheet.block.fields.get("hit_dice") or sheet.block.fields.get("level")
    if span is not None:
        _instead(sheet, span)
    answer = sheet.answer("hd")
    if answer is not None:
        answered = _answered(answer)
        sheet.take("hd", _number(answered), "knave.monster.hp")
        return answered
    if span is None:
        return _of_hit_points(sheet)
    printed = read(span.text)
    if printed is None:
        _ask(sheet, span)
        return None
    notes = [f"attack and saves leave out the {printed.dice.modifier:+}"] if printed.dice.modifier else []
    notes += [f"printed as a d{printed.die}, counted as any hit die"] if printed.die not in (None, 8) else []
    note = "; ".join(notes)
    sheet.set("hd", _number(printed), span, "knave.monster.hp", note=note)
    _tell(sheet, printed)
    if printed.rest:
        at = span.text.find(printed.rest)
        sheet.leave(Span(printed.rest.strip(" ,"), span.line, span.column + max(at, 0)))
    return printed


def _answered(answer: Answer) -> Printed:
    wrong = wrong_answer(answer, f"hit dice of {ALLOWED}, as in 3, 1/2 or 3+1")
    try:
        printed = read(answer.value)
    except BadInput:
        raise wrong from None
    if printed is None or msgspec.structs.replace(printed, dice=HitDice(0, 0), stars=0) != Printed(HitDice(0, 0)):
        raise wrong  # a bonus or hit points beside them have answers of their own
    return printed


def _number(printed: Printed) -> int | float:
    return printed.dice.number or 0.5


def _instead(sheet: Sheet, span: Span) -> None:
    """Hit points that are printed where the hit dice belong."""
    match = INSTEAD.match(bare(span.text))
    if match is not None and "d" in match["points"].lower():
        sheet.facts["hp_dice"] = match["points"]
    elif match is not None:
        sheet.facts["hp_fixed"] = int(match["points"])


def _ask(sheet: Sheet, span: Span) -> None:
    sheet.values["hd"] = None
    if INSTEAD.match(bare(span.text)):
        why = "stands in place of hit dice; how many hit dice count for attacks and saves?"
    else:
        why = f"is not one number of hit dice, {ALLOWED}; which is it? Hit points and attack follow from it"
    sheet.ask("hd", f"{quoted(span.text)} {why}", choices(span.text), span)


def _tell(sheet: Sheet, printed: Printed) -> None:
    """What the text says beside the number."""
    told = {
        "hd_mod": printed.dice.modifier,
        "hd_die": printed.die if printed.die != 8 else None,
        "hd_stars": printed.stars,
        "hp_printed": printed.points,
        "hp_dice": printed.points_dice,
    }
    sheet.facts |= {key: value for key, value in told.items() if value}


def _of_hit_points(sheet: Sheet) -> Printed | None:
    """Hit dice that are printed beside hit points, as in "22 (5d8 + -1)"."""
    sheet.values["hd"] = None
    span = sheet.block.fields.get("hit_points")
    match = WITH_DICE.fullmatch(bare(span.text)) if span else None
    if span is None or match is None or match["dice"] is None:
        sheet.ask("hd", f"the text has no hit dice; how many are they, {ALLOWED}?", (), span)
        return None
    printed = read(match["dice"])
    if printed is None:
        return None
    sheet.set("hd", _number(printed), span, "knave.monster.hp")
    _tell(sheet, printed)
    return printed


@rule("knave.monster.hp")
def hit_points(sheet: Sheet, printed: Printed | None) -> None:
    """Hit points by the number of hit dice; as printed where a game prints them in place of these."""
    span = sheet.block.fields.get("hit_points")
    known = WITH_DICE.fullmatch(bare(span.text)) if span else None
    if known and int(known["points"]):
        sheet.facts["hp_printed"] = int(known["points"])
    elif span and not known:
        sheet.leave(span)
    answer = sheet.whole_answer("hp", 1, 9_999)
    fixed = sheet.facts.get("hp_fixed")
    own = sheet.block.fields.get("hit_dice")
    if answer is not None:
        sheet.take("hp", answer, "knave.monster.hp")
    elif fixed is not None and own is not None:
        _in_range(fixed, own)
        sheet.set("hp", fixed, own, "knave.monster.hp", note="hit points are printed as a number")
    elif span and known and (own is None or sheet.block.system == "5e") and int(known["points"]):
        _in_range(int(known["points"]), span)
        sheet.set("hp", int(known["points"]), span, note="as printed: this game prints hit points")
    elif printed is None:
        sheet.values["hp"] = None
    elif span and not known and own is None:
        sheet.values["hp"] = None
        numbers = re.findall(r"(?<![0-9d+.-])[0-9]{1,4}(?![0-9d.])", bare(span.text))
        sheet.ask("hp", f"{quoted(span.text)} is not one number of hit points; which is it, 1 to 9999?", numbers, span)
    else:
        _by_dice(sheet, printed, basis(sheet))


def basis(sheet: Sheet) -> Span:
    """The text that hit points, attack and saves follow from: the answer, or else the printed hit dice."""
    answer, fields = sheet.answer("hd"), sheet.block.fields
    if answer is not None:
        return Span(answer.value, 0, 0)
    return fields.get("hit_dice") or fields.get("level") or fields.get("hit_points") or sheet.block.start


def _in_range(points: int, span: Span) -> None:
    if not 1 <= points <= 9_999:
        raise BadInput("hit points are out of range", received=span.text, allowed="1 to 9999", code="out_of_range")


def _by_dice(sheet: Sheet, printed: Printed, span: Span) -> None:
    points, rolled = points_of(printed.dice, sheet.rulings)
    ruling = f"K69={sheet.chosen['hp_per_die']}"
    note = ""
    if printed.dice.modifier or not printed.dice.number:
        ruling = f"K62={sheet.chosen['hit_dice']} {ruling}"
        others = [option for option in ("ignore_mod", "add_mod") if option != sheet.chosen["hit_dice"]]
        other = [points_of(printed.dice, msgspec.structs.replace(sheet.rulings, hit_dice=one))[0] for one in others]
        told = [f"{one} gives {value}" for one, value in zip(others, other, strict=True)]
        note = "; ".join(told) if printed.dice.modifier else "half a die"
    if rolled is not None:
        (count, sides), *_ = rolled.dice
        note = f"{count}d{sides}{rolled.flat:+}" if rolled.flat else f"{count}d{sides}"
        sheet.set(
            "hp", None, span, "knave.monster.hp", f"K62={sheet.chosen['hit_dice']}", f"{note} when a fight begins"
        )
        return
    sheet.set("hp", points, span, "knave.monster.hp", ruling, note)


@rule("knave.monster.saves")
def saves(sheet: Sheet, printed: Printed | None) -> None:
    """The level is the bonus of every ability, and 10 more its defense (knave.monster.saves)."""
    if printed is None:
        sheet.values["saves"] = None
        return
    bonus = capped(printed.dice.number, sheet.rulings)
    span = basis(sheet)
    ruling = f"K64={sheet.chosen['monster_cap']}" if printed.dice.number > 10 else ""
    sheet.set("saves", {"bonus": bonus, "defense": bonus + 10}, span, "knave.monster.saves", ruling)
