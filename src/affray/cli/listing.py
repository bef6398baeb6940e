"""The commands that may be given, by number.

What differs only in its target, and is as likely, stands on one line; so do many that differ only in their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, TypeAlias

from affray.cli.chances import in_short
from affray.cli.session_give import FIGHTERS
from affray.codec import plain
from affray.errors import Rejection
from affray.fight import AnyRuleset
from affray.interpret.chances import Chance, chances
from affray.telling.text import rows

Candidate: TypeAlias = tuple[int | str, Any, Rejection | None]

MOST_WITH_ODDS = 300
"""Commands that are listed with their odds; of a longer list `odds N` shows those of one."""

MANY = 8
"""So many commands that differ only in their numbers share a line."""

NUMBERED = re.compile(r"(?P<name>.+) (?P<number>[0-9]+)", re.DOTALL)


def listed(ruleset: AnyRuleset, state: Any) -> list[Candidate]:
    """The closed commands of every seat that may act now, each with why it is forbidden, or None.

    What a seat may do to several targets stands together, at the place of the first.
    """
    found: dict[str, list[Candidate]] = {}
    for seat in ruleset.to_act(state):
        for command, rejection in ruleset.candidates(state, seat):
            found.setdefault(f"{seat} {_but_for_target(command)}", []).append((seat, command, rejection))
    return [one for alike in found.values() for one in alike]


def lines(ruleset: AnyRuleset, state: Any, allowed: Sequence[Any]) -> list[str]:
    """A line for each command or row of alike ones: their numbers, the words, and the odds."""
    names = {one.id: one.name for one in ruleset.standings(state)}
    with_odds = len(allowed) <= MOST_WITH_ODDS
    groups: list[list[_Listed]] = []
    for number, command in enumerate(allowed, 1):
        found = chances(ruleset, state, command) if with_odds else None
        target = names.get(getattr(command, "target", -1), "")
        one = _Listed(number, ruleset.phrase(state, command).rstrip(), command, target, found)
        for group in groups:
            if one.like(group[0]) and _around([*group, one]) is not None:
                group.append(one)
                break
        else:
            groups.append([one])
    return rows([_row(group) for group in _folded(groups)], right=(0,), indent=1)


class _Listed:
    """A command with its number, its words, the name of its target and its odds."""

    def __init__(self, number: int, phrase: str, command: Any, target: str, found: list[Chance] | None) -> None:
        self.number = number
        self.phrase = phrase
        self.target = target
        self.kind = _but_for_target(command)
        self.odds = found
        self.each = found and [Chance(_but_for_name(one.name, target), one.p, one.values) for one in found]
        self.numbers = _numbers_of(command)
        others = {name: value for name, value in plain(command).items() if name not in self.numbers}
        self.shape = repr((others, [*self.numbers], [(one.p, one.values) for one in found or ()]))

    def like(self, other: _Listed) -> bool:
        """Whether the same is done to another target and is exactly as likely."""
        if not (self.target and other.target) or self.kind != other.kind:
            return False
        return _told(self.each) == _told(other.each)


def _folded(groups: Sequence[list[_Listed]]) -> list[list[_Listed]]:
    """Many commands of one kind that differ only in whole numbers, and are as likely, made one group."""
    alike: dict[str, list[_Listed]] = {}
    for group in groups:
        if len(group) == 1:
            alike.setdefault(group[0].shape, []).append(group[0])
    many = {shape for shape, found in alike.items() if len(found) >= MANY}
    folded: list[list[_Listed]] = []
    for group in groups:
        shape = group[0].shape
        if len(group) > 1 or shape not in many:
            folded.append(group)
        elif alike[shape][0] is group[0]:
            folded.append(alike[shape])
    return folded


def _numbers_of(command: Any) -> dict[str, int]:
    """The fields of a command that are whole numbers, and name no fighter."""
    fields = plain(command)
    return {name: value for name, value in fields.items() if type(value) is int and name not in FIGHTERS}


def _but_for_target(command: Any) -> str:
    fields = plain(command)
    return repr({name: value for name, value in fields.items() if name != "target"})


def _but_for_name(text: str, name: str) -> str:
    """What a chance is called, where its target need not be said: "HP lost", "down"."""
    for start in (f"{name}: ", f"{name} "):
        if name and text.startswith(start):
            return text.removeprefix(start)
    return text


def _told(found: Sequence[Chance] | None) -> list[tuple[Any, ...]]:
    return [(one.name, one.p, one.values) for one in found or ()]


def _around(group: Sequence[_Listed]) -> tuple[str, str] | None:
    """What stands before and after the name of the target in the words of all, or None where they differ in more."""
    first = group[0]
    for match in re.finditer(re.escape(first.target), first.phrase):
        before, after = first.phrase[: match.start()], first.phrase[match.end() :]
        if all(one.phrase == before + one.target + after for one in group):
            return before, after
    return None


def _row(group: Sequence[_Listed]) -> tuple[str, str, str]:
    first = group[0]
    if len(group) > 1 and first.shape == group[1].shape and first.numbers != group[1].numbers:
        return _row_of_many(group)
    around = _around(group) if len(group) > 1 else None
    if around is None:
        return str(first.number), first.phrase, "" if first.odds is None else in_short(first.odds)
    words = around[0] + _names([one.target for one in group]) + around[1]
    return _runs([one.number for one in group], "-", 2), words, "" if first.each is None else in_short(first.each)


def _row_of_many(group: Sequence[_Listed]) -> tuple[str, str, str]:
    """The words with which all begin and end, between which numbers they differ, and the odds that all share."""
    first = group[0]
    phrases = [one.phrase.split(" ") for one in group]
    before = " ".join(_shared(phrases))
    after = " ".join(reversed(_shared([phrase[::-1] for phrase in phrases])))
    spans = []
    for name in first.numbers:
        found = [one.numbers[name] for one in group]
        spans.append(f"{name} {min(found)} to {max(found)}" if min(found) < max(found) else f"{name} {found[0]}")
    words = " ".join(part for part in (before, "...", after, f"({', '.join(spans)}; all lists them)") if part)
    told = [_told(one.odds) for one in group]
    shared = [one for one in first.odds or () if all(_told([one])[0] in each for each in told)]
    return _runs([one.number for one in group], "-", 2), words, in_short(shared) if shared else ""


def _shared(phrases: Sequence[list[str]]) -> list[str]:
    """The words with which all begin."""
    alike = takewhile(lambda words: len(set(words)) == 1, zip(*phrases, strict=False))
    return [words[0] for words in alike]


def _names(names: Sequence[str]) -> str:
    """Several names, those that are numbered in short: "Rook, goblin 1, 3 to 6"."""
    kinds: dict[str, list[int]] = {}
    for name in names:
        match = NUMBERED.fullmatch(name)
        numbers = kinds.setdefault(match["name"] if match else name, [])
        if match:
            numbers.append(int(match["number"]))
    return ", ".join(f"{kind} {_runs(numbers, ' to ', 3)}" if numbers else kind for kind, numbers in kinds.items())


def _runs(numbers: Sequence[int], to: str, least: int) -> str:
    """Numbers in short: at least so many in a row as the first and the last."""
    told: list[str] = []
    run: list[int] = []
    for number in [*numbers, None]:
        if run and number != run[-1] + 1:
            told += [f"{run[0]}{to}{run[-1]}"] if len(run) >= least else [str(one) for one in run]
            run = []
        if number is not None:
            run.append(number)
    return ", ".join(told)
