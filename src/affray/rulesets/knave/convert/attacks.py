"""The attack bonus, and the damage of the routine."""

from __future__ import annotations

import re

from affray.errors import BadInput, quoted
from affray.rules import Span, rule
from affray.rulesets.knave import content
from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.hit_dice import Printed, basis, read
from affray.rulesets.knave.convert.items import BY_WEAPON, Item, items
from affray.rulesets.knave.convert.routine import Routine, pair
from affray.rulesets.knave.convert.sheet import Sheet, wrong_answer
from affray.rulesets.knave.convert.terms import BREATH, DICE, routines
from affray.rulesets.knave.damage import parse_damage

LOW, HIGH = -5, 40
THAC0 = re.compile(
    r"[0-9]{1,2}\s*(?:\[\s*(?P<square>[+-]?[0-9]{1,2})\s*\]|\(\s*(?P<round>[+-][0-9]{1,2})\s*\)"
    r"|/?\s*(?P<bare>[+-][0-9]{1,2}))?"
)
BONUS = re.compile(r"[+-]?[0-9]{1,2}")
BONUSES = re.compile(r"[+-]?[0-9]{1,2}(?: or [+-]?[0-9]{1,2})*")
OTHERS = re.compile(
    r"[0-9]{0,2}d[0-9]{1,3}(?:\s*[+-]\s*[0-9]{1,3}(?!d))*|by\s+weapons?\s*[+-]\s*[0-9]{1,2}|[0-9]\s*-\s*[0-9]{1,2}",
    re.IGNORECASE,
)
"""Numbers with a sign in a text of attacks that are of the damage, or of a range."""

LOOSE = re.compile(r"(?<![A-Za-z0-9])[+-][0-9]{1,2}(?![0-9d])")
IN_BRACKETS = re.compile(r"\((?:AB\s*)?[+-][0-9]{1,2}(?![0-9d])[^()]*\)")
PER_ATTACK = ("dcc-line", "shadowdark-line")
SIGNED = re.compile(r"[+-][0-9]{1,2}(?![0-9d])")
WEAPON = re.compile(r"(?:1\s+)?(?:by\s+)?weapons?", re.IGNORECASE)


@rule("knave.monster.attack")
def attack(sheet: Sheet, printed: Printed | None) -> None:
    """The printed bonus, or the number of hit dice where none is printed (knave.monster.attack)."""
    answer = sheet.whole_answer("attack", LOW, HIGH)
    if answer is not None:
        sheet.take("attack", answer, "knave.monster.attack")
        return
    sheet.values["attack"] = None
    found, unclear = _printed(sheet)
    if len(found) == 1 and not unclear and not _beside_choice(sheet, found):
        ((value, span),) = found.items()
        if not LOW <= value <= HIGH:
            raise BadInput("attack is out of range", received=span.text, allowed=f"{LOW} to {HIGH}")
        sheet.set("attack", value, span, "knave.monster.attack", note="printed")
        return
    if found or unclear:
        span = next(iter((found or unclear).values()))
        said = " and ".join(dict.fromkeys(quoted(one.text) for one in (*found.values(), *unclear.values())))
        sheet.ask("attack", f"{said} does not say which attack bonus counts; which one is it?", found, span)
        return
    if sheet.block.system == "5e":
        sheet.ask("attack", "the text has no attack bonus, and this game does not count it by hit dice")
        return
    if printed is not None:
        note = "none is printed: the number of hit dice"
        sheet.set("attack", printed.dice.number, basis(sheet), "knave.monster.attack", note=note)


def _beside_choice(sheet: Sheet, found: dict[int, Span]) -> bool:
    """Whether the bonus stands beside hit dice that are a choice: then it may be that of another choice."""
    hit_dice = sheet.block.fields.get("hit_dice")
    return hit_dice is not None and hit_dice in found.values() and read(hit_dice.text) is None


def _printed(sheet: Sheet) -> tuple[dict[int, Span], dict[str, Span]]:
    """Every bonus that the text prints, with its place; and by field the texts that say something else about it."""
    fields = sheet.block.fields
    found: dict[int, Span] = {}
    unclear: dict[str, Span] = {}
    hit_dice = fields.get("hit_dice")
    if hit_dice is not None:
        for match in IN_BRACKETS.finditer(bare(hit_dice.text)):
            found |= {int(word): hit_dice for word in SIGNED.findall(match[0])}
    if "attack_bonus" in fields:
        text = bare(fields["attack_bonus"].text)
        found |= {int(word): fields["attack_bonus"] for word in BONUS.findall(text)}
        if not BONUSES.fullmatch(text):
            unclear["attack_bonus"] = fields["attack_bonus"]
    if "thac0" in fields:
        text = bare(fields["thac0"].text)
        whole = THAC0.fullmatch(text)
        for match in (whole,) if whole else THAC0.finditer(text):
            told = match["square"] or match["round"] or match["bare"]
            found |= {int(told): fields["thac0"]} if told else {}
        if whole is None:
            unclear["thac0"] = fields["thac0"]
    if "attacks" in fields:
        bonuses, whole_list = _of_attacks(fields["attacks"].text, sheet.block.format in PER_ATTACK)
        found |= {bonus: fields["attacks"] for bonus in bonuses}
        if not whole_list:
            unclear["attacks"] = fields["attacks"]
    return found, unclear


def _of_attacks(text: str, per_attack: bool) -> tuple[list[int], bool]:
    """The bonuses in a list of attacks, and whether they are those of all its attacks and of nothing else.

    Only some formats print one behind each attack; in others "sword +1" may be a magic weapon.
    """
    terms = [term for routine in routines(text) for term in routine]
    bonuses = [term.bonus for term in terms if term.bonus is not None and (term.enclosed or per_attack)]
    signs = LOOSE.findall(OTHERS.sub(" ", bare(text)))
    return bonuses, len(signs) == len(bonuses) and (per_attack or not bonuses or len(bonuses) == len(terms))


@rule("knave.monster.damage")
def damage(sheet: Sheet) -> None:
    """The printed damage of the one routine; a choice of routines, or dice that are not printed, are asked for."""
    span = sheet.block.fields.get("damage") or sheet.block.fields.get("attacks")
    found = _routines(sheet)
    _tell(sheet, found)
    answer = sheet.answer("damage")
    if answer is not None:
        sheet.take("damage", _answered(sheet), "knave.monster.damage")
        return
    sheet.values["damage"] = None
    if span is None:
        sheet.ask("damage", "the text has no attacks; what is the damage, as in 1d6 or 1d4/1d4/1d6?")
        return
    armed = "damage" not in sheet.block.fields or any(item.by_weapon and not item.dice for item in _damages(sheet))
    struck = [one for one in found if one.attacks or not one.specials or (armed and _is_weapon(one))]
    priced = {one.damage for one in struck}
    if len(priced) == 1 and None not in priced and all(_is_read(one) for one in struck):
        _settle(sheet, struck[0], span)
        return
    _ask(sheet, found, span)


def _routines(sheet: Sheet) -> list[Routine]:
    fields = sheet.block.fields
    damages = items(fields["damage"].text) if "damage" in fields else []
    if "attacks" not in fields:
        return [Routine("")] if damages else []
    offered = routines(fields["attacks"].text)
    found = [pair(terms, damages) for terms in offered]
    used = [item for one in found for item in one.used]
    left = [item for item in damages if item.dice and not item.per_round and item not in used]
    left = [item for item in left if "breath" not in item.words]
    if left and len(found) == 1:  # a damage that belongs to no attack: the lists do not fit
        return [Routine(found[0].text, riders=found[0].riders, by_weapon=found[0].by_weapon)]
    return found


def _is_weapon(one: Routine) -> bool:
    """Whether a routine is a weapon without dice of its own."""
    return bool(WEAPON.fullmatch(one.text))


def _is_read(one: Routine) -> bool:
    return one.attacks is not None


def _tell(sheet: Sheet, found: list[Routine]) -> None:
    """What the texts say beside the dice."""
    fields = sheet.block.fields
    texts = [bare(fields[key].text) for key in ("attacks", "damage") if key in fields]
    breath = [match for text in texts for match in BREATH.finditer(text)]
    if breath or any(re.search(r"\bbreath\b", text, re.IGNORECASE) for text in texts):
        sheet.facts["breath"] = True
    whole = [one for one in found if one.attacks]
    if len(whole) == 1:
        sheet.facts["attacks"] = [list(one) for one in whole[0].attacks or ()]
    elif whole:
        sheet.facts["routines"] = [[list(one) for one in each.attacks or ()] for each in whole]
    conditional = [list(one) for each in found for one in each.conditional]
    riders = list(dict.fromkeys(rider for each in found for rider in each.riders))
    specials = list(dict.fromkeys(special for each in found for special in each.specials))
    weapons = [match for text in texts for match in BY_WEAPON.finditer(text)]
    told = {"conditional": conditional, "rider": ", ".join(riders), "specials": specials, "by_weapon": bool(weapons)}
    sheet.facts |= {key: value for key, value in told.items() if value}
    modifiers = {int(match["sign"] + match["modifier"]) for match in weapons if match["modifier"]}
    if len(modifiers) == 1:
        sheet.facts["by_weapon_mod"] = modifiers.pop()


def _settle(sheet: Sheet, routine: Routine, span: Span) -> None:
    told = routine.damage or ""
    try:
        for one in told.split("/"):
            parse_damage(one)
    except BadInput as error:
        sheet.ask("damage", f"{quoted(span.text)}: {error.problem}; what is the damage?", (), span)
        return
    if len(told) > 200:
        sheet.ask("damage", f"{quoted(span.text)} is too long a routine; what is the damage?", (), span)
        return
    attacks = sheet.block.fields.get("attacks")
    note = "" if attacks is None or attacks is span else f"for {quoted(attacks.text)}"
    sheet.set("damage", told, span, "knave.monster.damage", note=note)


def _ask(sheet: Sheet, found: list[Routine], span: Span) -> None:
    texts = [sheet.block.fields[key].text for key in ("attacks", "damage") if key in sheet.block.fields]
    said = " with ".join(quoted(text) for text in texts)
    options = [one.damage for one in found if one.damage]
    weapons = [item for item in _damages(sheet) if item.by_weapon and not item.dice]
    if len(found) > 1:
        sheet.ask("damage", f"{said} is a choice; which routine is it, as in 1d4/1d4/1d6?", options, span)
    elif weapons and not DICE.search(" ".join(texts)):
        told = sheet.facts.get("by_weapon_mod")
        dice = sorted({f"1d{one.blows[0].dice[0][1]}" for one in content.weapons().values()}, key=_sides)
        options = [f"{one}{told:+}" if told else one for one in dice]
        sheet.ask("damage", f"{said}: the weapon is not named; what is its damage?", options, span)
    elif not DICE.search(" ".join(texts)) and not re.search("[0-9] ?- ?[0-9]", " ".join(texts)):
        sheet.ask("damage", f"{said} has no damage dice; what is the damage, 0 for none?", ["0"], span)
    else:
        sheet.ask("damage", f"{said}: attacks and damage do not fit; what is the damage?", options, span)


def _damages(sheet: Sheet) -> list[Item]:
    fields = sheet.block.fields
    return items(fields["damage"].text) if "damage" in fields else items(fields["attacks"].text)


def _sides(dice: str) -> int:
    return int(dice.partition("d")[2])


def _answered(sheet: Sheet) -> str:
    answer = sheet.answers["damage"]
    text = answer.value.strip()
    try:
        if not 1 <= len(text) <= 200:
            raise BadInput("too long")
        for one in text.split("/"):
            parse_damage(one)
    except BadInput:
        raise wrong_answer(answer, "dice as in 1d6 or 2d6+1, a routine as in 1d4/1d4/1d6") from None
    return text
