"""What the ruleset says of characters and days, in the form that the kernel asks for."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from affray.dice import Dice
from affray.rules import Characters
from affray.rulesets.knave import company, creation, day, growth, sheet, sheet_fight, sheet_text, steps
from affray.rulesets.knave.character import Character
from affray.rulesets.knave.character_file import plain, read
from affray.rulesets.knave.rulings import rulings_of


def _rise(dice: Dice, one: Character, chosen: Mapping[str, str]) -> Character:
    return growth.rise(dice, one, (), rulings_of(chosen))


def _do(dice: Dice, one: Character, step: str, chosen: Mapping[str, str]) -> tuple[Character, str]:
    return steps.do(dice, one, step, rulings_of(chosen))


characters: Characters[Character] = Characters(
    read=read,
    plain=plain,
    create=creation.new_character,
    wishes=creation.WISHES,
    checked=creation.checked,
    name_for=creation.name_for,
    level=attrgetter("level"),
    rise=_rise,
    steps=steps.ABOUT,
    do=_do,
    fighter=company.fighter,
    back=company.back,
    of=sheet_fight.character_of,
    sheet=sheet.sheet,
    lines=sheet_text.lines,
    template=sheet.template,
    filters=sheet_text.FILTERS,
    tracks=company.tracks,
    fate=company.fate,
    day=day.Day,
    read_day=day.read_day,
    begin=day.begin,
    end=day.end,
    rest=day.rest,
)
