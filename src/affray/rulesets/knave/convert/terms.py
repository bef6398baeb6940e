"""The grammar of lists of attacks: what stands in one, before anything is paired."""

from __future__ import annotations

import re

import msgspec

from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.words import HOLDING, NATURAL, in_digits, split, stems

DICE = re.compile(r"(?<![A-Za-z0-9])[0-9]{0,3}d[0-9]{1,3}(?![0-9])", re.IGNORECASE)
OR = re.compile(r",?\s+or\s+", re.IGNORECASE)
LIST = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s*/\s*(?=[0-9A-Za-z])|\s+and\s+(?=[0-9A-Za-z])", re.IGNORECASE)
BREATH = re.compile(
    r",?\s*\bor\s+(?:[0-9]\s*)?(?:x\s+)?breath(?:\s+weapon)?(?![a-z])(?:\s*\((?P<inner>[^()]*)\))?", re.IGNORECASE
)
TERM = re.compile(
    r"(?:(?P<count>[0-9]{1,2})(?![0-9d])\s*(?:x\s+|x(?=[A-Z]))?)?"
    r"(?P<name>[A-Za-z][A-Za-z' /-]*?)?(?:\s+x\s?(?P<times>[0-9]{1,2})(?![0-9d]))?"
    r"\s*(?P<bonus>(?<=[A-Za-z ])[+-][0-9]{1,2}(?![0-9d]))?(?:\s+(?:melee|ranged|missile))?"
    r"\s*(?:\((?P<inner>[^()]*)\)|(?<=\s)(?P<open>[0-9]{0,2}d[0-9]{1,3}(?:[+-][0-9]{1,3}(?![0-9d]))?))?"
    r"\s*(?P<riders>\+\s*[A-Za-z0-9].*)?"
)
IN_FRONT = re.compile(r"(?P<bonus>[+-][0-9]{1,2})(?![0-9d])(?:\s+to\s+hit)?\s*(?:,\s*(?P<rest>.*))?")
"""A bonus in the brackets of an attack: "+5", "+4, 1d6"."""


class Term(msgspec.Struct, frozen=True):
    """One entry of a list of attacks: "2 claws + hug". `count` is None where none is printed.

    `bonus` is that of its attack roll, `enclosed` where it stands in brackets and can be no other's.
    """

    text: str
    count: int | None = None
    name: str = ""
    bonus: int | None = None
    enclosed: bool = False
    inner: str = ""
    riders: tuple[str, ...] = ()
    readable: bool = True


def routines(text: str) -> list[list[Term]]:
    """The routines that a text of attacks offers, as terms. One that ends in "or breath" is told without it.

    "a, b, or c" may be a choice of three, and is told as one routine that nobody can read.
    """
    plain = in_digits(re.sub(r"[\[\]]", "", bare(text)))
    if re.search(r",[^()]*,\s+or\s", plain):
        return [[Term(plain, readable=False)]]
    text = BREATH.sub("", plain)
    found = [[term(part) for part, _ in split(routine, LIST) if part] for routine, _ in split(text, OR)]
    return [one for one in found if one]


def term(text: str) -> Term:
    """One entry of a list of attacks."""
    match = TERM.fullmatch(text)
    if match is None or (match["count"] is None and match["name"] is None):
        return Term(text, readable=False)
    name = (match["name"] or "").strip()
    riders = riders_of(match["riders"] or "")
    several = match["count"] and match["times"]
    unnamed = match["bonus"] and not name  # "1-4" is no attack with a bonus of -4
    if several or unnamed or name.lower() == "multiattack" or not all(_is_rider(one) for one in riders):
        return Term(text, readable=False)
    count = match["count"] or match["times"]
    inner = (match["inner"] or match["open"] or "").strip()
    bonus = match["bonus"]
    in_front = IN_FRONT.fullmatch(inner)
    if in_front and bonus is None:
        bonus, inner = in_front["bonus"], in_front["rest"] or ""
    return Term(
        text,
        int(count) if count else None,
        name,
        int(bonus) if bonus else None,
        in_front is not None and match["bonus"] is None,
        inner,
        riders,
    )


def _is_rider(text: str) -> bool:
    """Whether what is added to an attack is no other attack: neither a number of them, nor dice, but of a hug."""
    words = stems(text)
    if words & HOLDING:
        return True
    return not (re.match("[0-9]", text) or DICE.search(text) or words & NATURAL or re.search(r"\+\s*[0-9]+\)", text))


def riders_of(text: str) -> tuple[str, ...]:
    """What is added to an attack, as in "+ hug" or "plus paralysis"."""
    parts = re.split(r"\s*\+\s*(?=[A-Za-z0-9])|(?:^|\s+)(?:all\s+)?plus\s+", text, flags=re.IGNORECASE)
    return tuple(told for part in parts if (told := _unwrapped(part)))


def _unwrapped(text: str) -> str:
    """A text without brackets around the whole, or half of a pair."""
    text = text.strip(" +")
    if text.startswith("(") and text.endswith(")"):
        return text[1:-1].strip()
    return text if text.count("(") == text.count(")") else text.strip("()").strip()
