"""The grammar of lists of damages: dice, what they are for, and what comes with them."""

from __future__ import annotations

import re

import msgspec
from msgspec.structs import replace

from affray.rulesets.knave.convert.blocks import bare
from affray.rulesets.knave.convert.terms import BREATH, DICE, riders_of
from affray.rulesets.knave.convert.words import ABILITIES, EFFECTS, split, stems

DAMAGE_LIST = re.compile(
    r"\s*[,;]\s*(?:and\s+)?(?P<comma>or\s+)?|\s*/\s*(?=[0-9]*d[0-9]|[0-9])|\s+(?P<or>or)\s+|\s+and\s+(?=[0-9])",
    re.IGNORECASE,
)
BY_WEAPON = re.compile(
    r"by\s+weapon(?:s|\s+type)?\s*(?:(?P<sign>[+-])\s*(?P<modifier>[0-9]{1,2})(?![0-9d]))?", re.IGNORECASE
)
WEAPON = re.compile(r"(?:its\s+)?weapons?", re.IGNORECASE)
ITEM = re.compile(
    r"(?P<dice>[0-9]{0,3}d[0-9]{1,3}(?![0-9d])(?:\s*\+\s*[0-9]{1,3}d[0-9]{1,3}(?![0-9d])(?!\s*(?:/|[A-Za-z(])))*"
    r"(?:\s*[+-]\s*[0-9]{1,3}(?![0-9d/]))?|[0-9]{1,3}(?![0-9-]))"
    r"(?P<per>\s*/\s*round|\s+per\s+round)?\**"
    r"(?P<label>\s*hp(?![a-z])|\s+[A-Za-z][A-Za-z' -]*?|)\s*(?P<notes>(?:\([^()]*\)\s*)*)"
    r"(?P<riders>(?:\+|plus\s).*)?\**",
    re.IGNORECASE,
)
RIDER = re.compile(r"(?:all\s+)?(?:\+|plus\s)\s*(?P<what>.+)", re.IGNORECASE)
ROUND = re.compile(r"(?P<dice>[0-9]{0,3}d[0-9]{1,3})\s*(?:/|per\s+)round\b\s*(?P<what>.*)", re.IGNORECASE)
EXTRA = re.compile(r"(?P<dice>[0-9]{0,3}d[0-9]{1,3})\s+(?P<what>[A-Za-z][A-Za-z ]*)", re.IGNORECASE)
NOTHING = re.compile(r"(?:or\s+)?(?:special|see\s+below|breath|none|(?:by|per|as)\s+spells?)", re.IGNORECASE)
"""What stands in a list of damages and is no damage of any attack there."""


class Item(msgspec.Struct, frozen=True):
    """One entry of a list of damages: "1d4 + poison bite". `dice` is "" where it has none.

    `per_round` marks harm that goes on, `by_weapon` what replaces the dice, `added` what comes on top, as dice and
    what for; `instead` that an "or" stood before it; `unclear` that the text says more about the dice than was
    understood, or that they count no hit points.
    """

    text: str
    dice: str = ""
    words: frozenset[str] = frozenset()
    riders: tuple[str, ...] = ()
    added: tuple[tuple[str, str], ...] = ()
    per_round: bool = False
    by_weapon: bool = False
    labelled: bool = False
    instead: bool = False
    unclear: bool = False


def items(text: str) -> list[Item]:
    """The entries of a list of damages, in its order; one "or by weapon" belongs to the entry before it."""
    found: list[Item] = []
    for part, before in split(BREATH.sub("", bare(text)), DAMAGE_LIST):
        choice = bool(found) and "or" in before.lower()
        instead = choice and "," not in before
        weapon = BY_WEAPON.match(part) or (WEAPON.fullmatch(part) if instead else None)
        if NOTHING.fullmatch(part):
            continue
        if weapon and instead:
            rest = re.sub(r"\([^()0-9]*\)", "", part[weapon.end() :]).strip()
            found[-1] = replace(found[-1], by_weapon=True, unclear=found[-1].unclear or bool(rest))
        elif instead and found[-1].labelled and not found[-1].riders and re.fullmatch("[A-Za-z ]+", part):
            # "1d4 claw or bite": one damage for both
            found[-1] = replace(found[-1], words=found[-1].words | stems(part))
        elif weapon:
            found.append(Item(part, words=frozenset({"weapon"}), by_weapon=True, labelled=True))
        elif part:
            found.append(replace(item(part), instead=choice))
    return found


def item(text: str) -> Item:
    """One entry of a list of damages."""
    match = ITEM.fullmatch(text)
    if match is None:
        rider = RIDER.fullmatch(text)
        if DICE.search(text):
            return Item(text, unclear=True)
        words = stems(text)
        told = riders_of(rider["what"]) if rider else (text,) if words and words <= EFFECTS else ()
        return Item(text, words=words, riders=told)
    label = re.sub(r"\beach\b", "", match["label"]).strip()
    told = riders_of(match["riders"] or "")
    extra = [found for one in told if (found := ROUND.fullmatch(one) or EXTRA.fullmatch(one))]
    riders = tuple(one for one in told if not DICE.search(one))
    plus = re.findall(r"\(\s*(?:all\s*)?\+\s*([^()0-9]+)\)", match["notes"])
    per_round = bool(match["per"]) or label.startswith("per round")
    by_ability = any(stems(one) and stems(one) <= ABILITIES for one in riders)  # "1d6 + Str"
    counts_else = by_ability or (not per_round and bool(stems(label) & ABILITIES))
    return Item(
        text,
        re.sub(r"\s", "", match["dice"]).lower(),
        stems(f"{label} {' '.join(riders)}"),
        riders or tuple(one.strip() for one in plus),
        tuple((one[0] if one.re is ROUND else one["dice"], one["what"]) for one in extra),
        per_round=per_round,
        labelled=bool(label) or bool(stems(" ".join(riders))),
        unclear=counts_else or len(extra) + len(riders) < len(told) or bool(re.search("[0-9]", match["notes"])),
    )
