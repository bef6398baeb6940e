"""A routine: attacks paired with their damage, where the two lists fit; else there is nothing to go by."""

from __future__ import annotations

import re
from collections.abc import Set

import msgspec

from affray.rules import rule
from affray.rulesets.knave.convert.items import Item, items
from affray.rulesets.knave.convert.terms import DICE, Term
from affray.rulesets.knave.convert.words import HOLDING, KINDS, NATURAL, is_plural, singular, stem, stems

MOST_ATTACKS = 30

Attack = tuple[int, str, str]
"""How often, what with, which damage."""


class Routine(msgspec.Struct, frozen=True):
    """One routine with its damage; `attacks` is None where the lists do not fit or something is not understood."""

    text: str
    attacks: tuple[Attack, ...] | None = None
    conditional: tuple[tuple[str, str], ...] = ()
    riders: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    by_weapon: bool = False
    used: tuple[Item, ...] = ()
    """The damages that were paired."""

    @property
    def damage(self) -> str | None:
        """The damage as a fight file has it, "1d4/1d4/1d6" (K65)."""
        if not self.attacks:
            return None
        return "/".join(dice for count, _, dice in self.attacks for _ in range(count))


@rule("knave.monster.damage", "K65")
def pair(terms: list[Term], damages: list[Item]) -> Routine:
    """The attacks of one routine, each with its own damage."""
    text = ", ".join(term.text for term in terms)
    if not all(term.readable for term in terms) or sum(term.count or 1 for term in terms) > MOST_ATTACKS:
        return Routine(text)
    told = _parallel(text, terms, damages) if damages else _inline(text, terms)
    if len(told.used) > 1 and any(item.instead for item in told.used):
        return Routine(text, riders=told.riders, by_weapon=told.by_weapon)  # "1d4 or 1d6" is a choice, no list
    return told


def _inline(text: str, terms: list[Term]) -> Routine:
    """Damage in brackets behind each attack: "2 x claw (1d8), 1 x bite (1d8)"."""
    attacks: list[Attack] = []
    riders: list[str] = []
    specials: list[str] = []
    conditional: list[tuple[str, str]] = []
    by_weapon = False
    for term in terms:
        inner = items(term.inner)
        with_dice = [item for item in inner if item.dice]
        by_weapon |= any(item.by_weapon for item in inner)
        if not with_dice and not any(item.unclear for item in inner):
            specials.append(term.text)
            continue
        if len(with_dice) != 1 or not fits(term, inner) or (term.count is None and is_plural(term.name)):
            return Routine(text)
        riders += [*term.riders, *(rider for item in inner for rider in item.riders)]
        conditional += [(what or "each round", dice) for dice, what in with_dice[0].added]
        attacks.append((term.count or 1, singular(term.name), with_dice[0].dice))
    without = [term for term in terms if term.text in specials and stems(term.name) & NATURAL]
    if attacks and any(not term.inner or re.search("[0-9]", term.inner) for term in without):
        return Routine(text)  # "2 claws (1d4), 1 bite": a bite has dice too, wherever they stand
    return Routine(text, tuple(attacks), tuple(conditional), tuple(riders), tuple(specials), by_weapon)


def fits(term: Term, inner: list[Item]) -> bool:
    """Whether what stands in brackets is one damage: alone, or with a weapon's in place of it.

    What is added is harm on a condition, and a word behind the dice is the attack's own or a kind of damage: any other
    may say that they count something else.
    """
    known = stems(term.name) | KINDS | {"weapon"}
    return all(
        (item.dice or item.by_weapon or item.riders)
        and not (item.unclear or item.per_round)
        and all(_belongs(one, HOLDING) for one in item.added)
        and (not item.dice or item.words <= known | stems(" ".join(item.riders)))
        for item in inner
    )


def _parallel(text: str, terms: list[Term], damages: list[Item]) -> Routine:
    """Two lists beside each other: by the labels of the damages, or else by their number."""
    extra = {rider for term in terms for rider in term.riders}
    added = [one for item in damages for one in item.added]
    holding = _words(extra) & HOLDING
    # "2 (1 per round)" says more than a count; "(+3 attack bonus)" is no matter of the damage
    noted = any(re.search(r"(?<![0-9+-])[0-9]", re.sub("[+-][0-9]+", "", term.inner)) for term in terms)
    if noted or any(item.unclear for item in damages) or not all(_belongs(one, holding) for one in added):
        return Routine(text)
    dice = [item for item in damages if item.dice and not item.per_round]
    harmless = [item for item in damages if not item.dice and not item.by_weapon and not item.riders]
    struck = [term for term in terms if _strikes(term, dice, harmless)]
    names = {one for term in terms for one in stems(term.name)}
    riders = [_without(rider, names) for item in damages for rider in item.riders if not item.per_round]
    told = Routine(
        text,
        conditional=tuple((_label(item), item.text) for item in damages if item.per_round)
        + tuple((what or "each round", dice) for dice, what in added),
        riders=(*riders, *sorted(one for one in extra if not re.match("[0-9]", one))),
        specials=tuple(term.text for term in terms if term not in struck),
        by_weapon=any(item.by_weapon for item in damages),
    )
    every = all(map(_is_one_or_counted, terms)) and len(dice) == sum(term.count or 1 for term in terms)
    if not struck and not every:
        return told
    if all(item.labelled for item in dice) and any(_named(term, item) for term in struck for item in dice):
        return _by_label(told, struck, dice, extra)
    unexplained = [item for item in harmless if not any(_named(term, item) for term in terms)]
    bare_weapon = any(item.by_weapon and not item.dice and not item.riders for item in damages)
    if unexplained or bare_weapon:
        return told
    told_of = {word for item in damages for word in (*item.words, *stems(" ".join(what for _, what in item.added)))}
    return _by_number(told, terms if every else struck, dice, bool(holding - told_of))


def _by_label(told: Routine, struck: list[Term], dice: list[Item], extra: set[str]) -> Routine:
    """By the labels; where all but one have found theirs, the last attack and the last damage belong together."""
    attacks: list[Attack] = []
    used: list[Item] = []
    alone = [term for term in struck if not any(_named(term, item) for item in dice)]
    free = [item for item in dice if not any(_named(term, item) for term in struck)]
    for term in struck:
        own = [item for item in dice if _named(term, item)]
        if term in alone and len(alone) == len(free) == 1:
            own = free
        if len(own) != 1:
            return told
        used.append(own[0])
        attacks.append((term.count or 1, singular(term.name), own[0].dice))
    conditional = list(told.conditional)
    for item in dice:
        if item not in used and item.words & _words(extra) & HOLDING:
            used.append(item)
            conditional.append((_label(item), item.dice))
    return msgspec.structs.replace(told, attacks=tuple(attacks), conditional=tuple(conditional), used=tuple(used))


def _by_number(told: Routine, struck: list[Term], dice: list[Item], holds: bool) -> Routine:
    """One damage for one attack, for each entry of the list, or for each single attack.

    `holds` that a hug is named, and no damage says that it is the hug's.
    """
    total = sum(term.count or 1 for term in struck)
    sums = any(len(DICE.findall(item.dice)) > 1 for item in dice)
    if (sums and (total > 1 or holds)) or any(map(_is_uncounted, struck)):
        return told  # "1d8+1d6" of two attacks may be one damage for each
    if holds and len(dice) == len(struck) + 1:
        return told
    attacks: tuple[Attack, ...]
    if len(struck) == 1 and len(dice) == 1:
        (only,), (term,) = dice, struck
        if term.name and only.words - {"special"} - KINDS and not only.riders and not _named(term, only):
            return told
        attacks = ((term.count or 1, singular(term.name), only.dice),)
    elif not all(_is_plain(item, struck) for item in dice):
        return told
    elif len(dice) == len(struck):
        pairs = zip(struck, dice, strict=True)
        attacks = tuple((term.count or 1, singular(term.name), item.dice) for term, item in pairs)
    elif len(dice) == total:
        names = [singular(term.name) for term in struck for _ in range(term.count or 1)]
        attacks = _grouped([(name, item.dice) for name, item in zip(names, dice, strict=True)])
    else:
        return told
    return msgspec.structs.replace(told, attacks=attacks, used=tuple(dice))


def _is_uncounted(term: Term) -> bool:
    return term.count is None and is_plural(term.name)


def _is_one_or_counted(term: Term) -> bool:
    """Whether an entry is so many attacks: "2 claws", or one "bite", which needs no count."""
    return term.count is not None or (bool(stems(term.name) & NATURAL) and not is_plural(term.name))


def _is_plain(item: Item, struck: list[Term]) -> bool:
    """Whether the words of a damage are those of an attack, of its kind, or of what comes with it."""
    known = {word for term in struck for word in stems(term.name)} | stems(" ".join(item.riders)) | KINDS | {"special"}
    return item.words <= known


def _grouped(single: list[tuple[str, str]]) -> tuple[Attack, ...]:
    """Equal attacks that follow each other as one entry with a count."""
    found: list[Attack] = []
    for name, dice in single:
        if found and found[-1][1:] == (name, dice):
            found[-1] = (found[-1][0] + 1, name, dice)
        else:
            found.append((1, name, dice))
    return tuple(found)


def _strikes(term: Term, with_dice: list[Item], harmless: list[Item]) -> bool:
    """Whether an entry is an attack with damage: it has a damage of its own, or a count and no harm without dice."""
    if any(_named(term, item) for item in with_dice):
        return True
    return term.count is not None and not any(_named(term, item) for item in harmless)


def _named(term: Term, item: Item) -> bool:
    return bool(stems(term.name) & item.words)


def _belongs(added: tuple[str, str], holding: Set[str]) -> bool:
    """Whether harm on top is on a condition: it goes on round by round, or it is that of a hug."""
    return "round" in added[0] or bool(stems(added[1]) & holding)


def _words(extra: set[str]) -> set[str]:
    return {word for rider in extra for word in stems(rider)}


def _without(rider: str, names: set[str]) -> str:
    """What is added, without the name of the attack behind it: "poison sting" of a sting is poison."""
    kept = [word for word in rider.split() if stem(word) not in names]
    return " ".join(kept) or rider


def _label(item: Item) -> str:
    return " ".join(sorted(item.words)) or item.text
