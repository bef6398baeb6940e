"""A routine: attacks paired with their damage, where the two lists fit; else there is nothing to go by."""

from __future__ import annotations

import re

import msgspec

from affray.rules import rule
from affray.rulesets.knave.convert.terms import Item, Term, items, stem, stems

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
    return _parallel(text, terms, damages) if damages else _inline(text, terms)


def _inline(text: str, terms: list[Term]) -> Routine:
    """Damage in brackets behind each attack: "2 x claw (1d8), 1 x bite (1d8)"."""
    attacks: list[Attack] = []
    riders: list[str] = []
    specials: list[str] = []
    by_weapon = False
    for term in terms:
        inner = items(term.inner)
        with_dice = [item for item in inner if item.dice]
        if not with_dice and not any(item.unclear for item in inner):
            specials.append(term.text)
            by_weapon |= any(item.by_weapon for item in inner)
            continue
        if len(with_dice) != 1 or any(item.unclear or item.per_round for item in inner) or not fits(inner):
            return Routine(text)
        by_weapon |= any(item.by_weapon for item in inner)
        riders += [*term.riders, *(rider for item in inner for rider in item.riders)]
        attacks.append((term.count or 1, singular(term.name), with_dice[0].dice))
    return Routine(text, tuple(attacks), riders=tuple(riders), specials=tuple(specials), by_weapon=by_weapon)


def fits(inner: list[Item]) -> bool:
    """Whether what stands in brackets is one damage: alone, or with a weapon's in place of it."""
    return all(item.dice or item.by_weapon or item.riders for item in inner)


def _parallel(text: str, terms: list[Term], damages: list[Item]) -> Routine:
    """Two lists beside each other: by the labels of the damages, or else by their number."""
    extra = {rider for term in terms for rider in term.riders}
    added = [one for item in damages for one in item.added]
    if any(item.unclear for item in damages) or not all(_belongs(one, extra) for one in added):
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
    if not struck:
        return told
    if all(item.labelled for item in dice) and any(_named(term, item) for term in struck for item in dice):
        return _by_label(told, struck, dice, extra)
    unexplained = [item for item in harmless if not any(_named(term, item) for term in terms)]
    bare_weapon = any(item.by_weapon and not item.dice and not item.riders for item in damages)
    return told if unexplained or bare_weapon else _by_number(told, struck, dice)


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
        if item not in used and item.words & _words(extra):
            used.append(item)
            conditional.append((_label(item), item.dice))
    return msgspec.structs.replace(told, attacks=tuple(attacks), conditional=tuple(conditional), used=tuple(used))


def _by_number(told: Routine, struck: list[Term], dice: list[Item]) -> Routine:
    """One damage for one attack, for each entry of the list, or for each single attack."""
    total = sum(term.count or 1 for term in struck)
    attacks: tuple[Attack, ...]
    if len(struck) == 1 and len(dice) == 1:
        (only,), (term,) = dice, struck
        if term.name and only.words - {"special"} and not only.riders and not _named(term, only):
            return told
        attacks = ((term.count or 1, singular(term.name), only.dice),)
    elif len(dice) == len(struck):
        pairs = zip(struck, dice, strict=True)
        attacks = tuple((term.count or 1, singular(term.name), item.dice) for term, item in pairs)
    elif len(dice) == total:
        names = [singular(term.name) for term in struck for _ in range(term.count or 1)]
        attacks = _grouped([(name, item.dice) for name, item in zip(names, dice, strict=True)])
    else:
        return told
    return msgspec.structs.replace(told, attacks=attacks, used=tuple(dice))


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


def _belongs(added: tuple[str, str], extra: set[str]) -> bool:
    """Whether harm on top is accounted for: it goes on round by round, or the attack names it too."""
    return "round" in added[0] or bool(stems(added[1]) & _words(extra))


def _words(extra: set[str]) -> set[str]:
    return {word for rider in extra for word in stems(rider)}


def _without(rider: str, names: set[str]) -> str:
    """What is added, without the name of the attack behind it: "poison sting" of a sting is poison."""
    kept = [word for word in rider.split() if stem(word) not in names]
    return " ".join(kept) or rider


def _label(item: Item) -> str:
    return " ".join(sorted(item.words)) or item.text


def singular(name: str) -> str:
    """A name of an attack, its last word in the singular."""
    head, _, last = name.rpartition(" ")
    return f"{head} {stem(last)}".strip() if last else name
