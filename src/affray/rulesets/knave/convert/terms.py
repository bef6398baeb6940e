"""The grammar of attack and damage texts: what stands in a list, before anything is paired."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from affray.rulesets.knave.convert.blocks import bare

DICE = re.compile(r"(?<![A-Za-z0-9])[0-9]{0,3}d[0-9]{1,3}(?![0-9])", re.IGNORECASE)
OR = re.compile(r",?\s+or\s+", re.IGNORECASE)
LIST = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s*/\s*(?=[0-9A-Za-z])|\s+and\s+(?=[0-9])", re.IGNORECASE)
DAMAGE_LIST = re.compile(
    r"\s*[,;]\s*(?:and\s+)?(?P<comma>or\s+)?|\s*/\s*(?=[0-9]*d[0-9]|[0-9])|\s+(?P<or>or)\s+|\s+and\s+(?=[0-9])",
    re.IGNORECASE,
)
BREATH = re.compile(
    r",?\s*\bor\s+(?:[0-9]\s*)?(?:x\s+)?breath(?:\s+weapon)?(?![a-z])(?:\s*\((?P<inner>[^()]*)\))?", re.IGNORECASE
)
BY_WEAPON = re.compile(
    r"by\s+weapon(?:s|\s+type)?\s*(?:(?P<sign>[+-])\s*(?P<modifier>[0-9]{1,2})(?![0-9d]))?", re.IGNORECASE
)

TERM = re.compile(
    r"(?:(?P<count>[0-9]{1,2})(?![0-9d])\s*(?:x\s+|x(?=[A-Z]))?)?(?P<name>[A-Za-z][A-Za-z' /-]*?)?"
    r"\s*(?P<bonus>[+-][0-9]{1,2})?(?:\s+(?:melee|ranged|missile))?"
    r"\s*(?:\((?P<inner>[^()]*)\))?\s*(?P<riders>\+\s*[A-Za-z0-9].*)?"
)
ITEM = re.compile(
    r"(?P<dice>[0-9]{0,3}d[0-9]{1,3}(?![0-9d])(?:\s*[+-]\s*[0-9]{1,3}(?![0-9d/]))?|[0-9]{1,3}(?![0-9-]))"
    r"(?P<per>\s*/\s*round|\s+per\s+round)?\**"
    r"(?P<label>\s+[A-Za-z][A-Za-z' -]*?|)\s*(?P<notes>(?:\([^()]*\)\s*)*)(?P<riders>(?:\+|plus\s).*)?\**",
    re.IGNORECASE,
)
RIDER = re.compile(r"(?:all\s+)?(?:\+|plus\s)\s*(?P<what>.+)", re.IGNORECASE)
ROUND = re.compile(r"(?P<dice>[0-9]{0,3}d[0-9]{1,3})\s*(?:/|per\s+)round\b\s*(?P<what>.*)", re.IGNORECASE)
EXTRA = re.compile(r"(?P<dice>[0-9]{0,3}d[0-9]{1,3})\s+(?P<what>[A-Za-z][A-Za-z ]*)", re.IGNORECASE)
NOTHING = re.compile(r"(?:or\s+)?(?:special|see\s+below|breath|none|(?:by|per|as)\s+spells?)", re.IGNORECASE)
"""What stands in a list of damages and is no damage of any attack there."""

IRREGULAR = {"hooves": "hoof", "teeth": "tooth"}
HISSING = ("shes", "ches", "sses", "xes")
SMALL = ("each", "of", "the", "per", "a", "point", "points", "hp", "damage")


class Term(msgspec.Struct, frozen=True):
    """One entry of a list of attacks: "2 claws + hug". `count` is None where none is printed."""

    text: str
    count: int | None = None
    name: str = ""
    bonus: int | None = None
    inner: str = ""
    riders: tuple[str, ...] = ()
    readable: bool = True


class Item(msgspec.Struct, frozen=True):
    """One entry of a list of damages: "1d4 + poison bite". `dice` is "" where it has none.

    `per_round` marks harm that goes on, `by_weapon` what replaces the dice, `added` what comes on top, as dice and
    what for; `unclear` that the text says more about the dice than was understood.
    """

    text: str
    dice: str = ""
    words: frozenset[str] = frozenset()
    riders: tuple[str, ...] = ()
    added: tuple[tuple[str, str], ...] = ()
    per_round: bool = False
    by_weapon: bool = False
    labelled: bool = False
    unclear: bool = False


def split(text: str, pattern: re.Pattern[str]) -> Iterator[tuple[str, str]]:
    """The parts of a text between matches outside of brackets, each with the match before it."""
    depth, start, at, before = 0, 0, 0, ""
    while at < len(text):
        char = text[at]
        depth = max(depth + (char == "(") - (char == ")"), 0)
        match = None if depth or char == ")" else pattern.match(text, at)
        if match is None or match.end() == at:
            at += 1
            continue
        yield text[start:at].strip(), before
        before = match[0]
        start = at = match.end()
    yield text[start:].strip(), before


def stem(word: str) -> str:
    """A word in the singular, near enough for matching names with labels."""
    word = word.lower()
    if word.endswith(HISSING):
        return word[:-2]
    return IRREGULAR.get(word) or (word[:-1] if word.endswith("s") and not word.endswith("ss") else word)


def stems(text: str) -> frozenset[str]:
    """The words of a text in the singular, without those that say nothing."""
    return frozenset(stem(word) for word in re.findall("[A-Za-z]+", text) if stem(word) not in SMALL)


def routines(text: str) -> list[list[Term]]:
    """The routines that a text of attacks offers, as terms. One that ends in "or breath" is told without it.

    "a, b, or c" may be a choice of three, and is told as one routine that nobody can read.
    """
    plain = re.sub(r"[\[\]]", "", bare(text))
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
    riders = match["riders"] or ""
    if re.fullmatch("multiattack", match["name"] or "", re.IGNORECASE) or re.search(r"\+\s*[0-9]+\)", riders):
        return Term(text, readable=False)
    return Term(
        text,
        int(match["count"]) if match["count"] else None,
        (match["name"] or "").strip(),
        int(match["bonus"]) if match["bonus"] else None,
        (match["inner"] or "").strip(),
        riders_of(riders),
    )


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


def items(text: str) -> list[Item]:
    """The entries of a list of damages, in its order; one "or by weapon" belongs to the entry before it."""
    found: list[Item] = []
    for part, before in split(BREATH.sub("", bare(text)), DAMAGE_LIST):
        weapon = BY_WEAPON.match(part)
        instead = bool(found) and "or" in before.lower() and "," not in before
        if NOTHING.fullmatch(part):
            continue
        if weapon and instead:
            rest = re.sub(r"\([^()0-9]*\)", "", part[weapon.end() :]).strip()
            found[-1] = msgspec.structs.replace(found[-1], by_weapon=True, unclear=found[-1].unclear or bool(rest))
        elif instead and found[-1].labelled and not found[-1].riders and re.fullmatch("[A-Za-z ]+", part):
            # "1d4 claw or bite": one damage for both
            found[-1] = msgspec.structs.replace(found[-1], words=found[-1].words | stems(part))
        elif weapon:
            found.append(Item(part, words=frozenset({"weapon"}), by_weapon=True, labelled=True))
        elif part:
            found.append(item(part))
    return found


def item(text: str) -> Item:
    """One entry of a list of damages."""
    match = ITEM.fullmatch(text)
    if match is None:
        rider = RIDER.fullmatch(text)
        if DICE.search(text):
            return Item(text, unclear=True)
        return Item(text, words=stems(text), riders=riders_of(rider["what"]) if rider else ())
    label = re.sub(r"\beach\b", "", match["label"]).strip()
    told = riders_of(match["riders"] or "")
    extra = [found for one in told if (found := ROUND.fullmatch(one) or EXTRA.fullmatch(one))]
    riders = tuple(one for one in told if not DICE.search(one))
    plus = re.findall(r"\(\s*(?:all\s*)?\+\s*([^()0-9]+)\)", match["notes"])
    return Item(
        text,
        re.sub(r"\s", "", match["dice"]).lower(),
        stems(f"{label} {' '.join(riders)}"),
        riders or tuple(one.strip() for one in plus),
        tuple((one[0] if one.re is ROUND else one["dice"], one["what"]) for one in extra),
        per_round=bool(match["per"]) or label.startswith("per round"),
        labelled=bool(label) or bool(stems(" ".join(riders))),
        unclear=len(extra) + len(riders) < len(told) or bool(re.search("[0-9]", match["notes"])),
    )
