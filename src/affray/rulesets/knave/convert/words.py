"""Words of attacks and damages, compared in the singular, and lists of them split outside of brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator

IRREGULAR = {"hooves": "hoof", "teeth": "tooth"}
HISSING = ("shes", "ches", "sses", "xes")
SINGULAR = ("ss", "us", "is")
SMALL = ("each", "of", "the", "per", "a", "point", "points", "hp", "damage")

NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), start=1
    )
}
NUMBER_WORD = re.compile(rf"(^|[,;/+]\s*|\band\s+|\bor\s+)({'|'.join(NUMBERS)})\s+(?=[a-z])", re.IGNORECASE)

NATURAL = frozenset((
    "antler", "beak", "bite", "blade", "butt", "claw", "fang", "fist", "gore", "head", "hoof", "horn", "kick",
    "mandible", "pincer", "peck", "pseudopod", "punch", "slam", "stab", "sting", "stinger", "strike", "sword",
    "tail", "talon", "tentacle", "trample", "tusk", "weapon", "whip", "wing",
))  # fmt: skip
"""Attacks by themselves: what is added to another attack is none of these."""

HOLDING = frozenset((
    "constrict", "constriction", "crush", "grab", "grapple", "hold", "hug", "rake", "rend", "squeeze",
    "strangle", "strangulation", "swallow",
))  # fmt: skip
"""What follows an attack that hit, on a condition of its own: its dice are no part of the routine."""

EFFECTS = frozenset((
    "disease", "drain", "energy", "paralysi", "paralyze", "petrification", "petrifaction", "poison", "stun",
    "web",
))  # fmt: skip
"""Harm without dice that a list of damages names behind the dice that it comes with."""

KINDS = frozenset((
    "acid", "bludgeoning", "cold", "electric", "electrical", "electricity", "fire", "force", "lightning",
    "necrotic", "piercing", "poison", "psychic", "radiant", "slashing", "sonic", "thunder",
))  # fmt: skip
"""Kinds of damage: hit points, all of them."""

ABILITIES = frozenset((
    "str", "strength", "dex", "dexterity", "con", "constitution", "int", "intelligence", "wi", "wisdom", "cha",
    "charisma", "level", "round", "turn", "day", "hour", "minute",
))  # fmt: skip
"""What dice may count beside hit points."""


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


def singular(name: str) -> str:
    """A name of an attack, its last word in the singular."""
    head, _, last = name.rpartition(" ")
    return f"{head} {stem(last)}".strip() if last else name


def is_plural(name: str) -> bool:
    """Whether a name stands for several attacks.

    >>> is_plural("claws"), is_plural("proboscis"), is_plural("bite")
    (True, False, False)
    """
    last = name.rpartition(" ")[2].lower()
    return stem(last) != last and not last.endswith(SINGULAR)


def in_digits(text: str) -> str:
    """A list of attacks with its counts as digits.

    >>> in_digits("two claws, one bite"), in_digits("a one-horned beast")
    ('2 claws, 1 bite', 'a one-horned beast')
    """
    return NUMBER_WORD.sub(lambda match: f"{match[1]}{NUMBERS[match[2].lower()]} ", text)
