"""What is given to the functions that programs call, checked: each mistake is a `BadInput` that names the argument."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from sys import float_info
from typing import Any

from affray.errors import BadInput, nearest
from affray.fight import Fight
from affray.limits import LEAST_PRECISION, MOST_PRECISION, MOST_SEED


def checked_fight(fight: Any) -> Fight:
    """A fight, and neither its path nor its text."""
    if isinstance(fight, Fight):
        return fight
    raise BadInput("a fight is needed", place="fight", received=fight, hint="affray.load reads one from a file")


def checked_position(at: Any) -> None:
    """A fight, or a table that is being played."""
    if not (hasattr(at, "ruleset") and hasattr(at, "state")):
        raise BadInput("a fight or a table is needed", place="at", received=at)


def checked_whole(number: Any, place: str, high: int) -> int:
    """A whole number from 1 on."""
    if type(number) is int and 1 <= number <= high:
        return number
    problem = "out of range" if type(number) is int else "a whole number is needed"
    raise BadInput(problem, place=place, received=number, allowed=f"1 to {high}", code="out_of_range")


def checked_flag(flag: Any, place: str) -> bool:
    """True or False, and nothing that merely counts as one of them."""
    if isinstance(flag, bool):
        return flag
    raise BadInput("true or false is needed", place=place, received=flag, allowed="True, False")


def checked_budget(seconds: Any) -> float:
    """How many seconds an answer may take: a finite number above 0."""
    if type(seconds) in (int, float) and 0 < seconds <= float_info.max:
        return float(seconds)
    allowed = "a finite number of seconds above 0"
    raise BadInput("a budget is needed", place="budget", received=seconds, allowed=allowed, code="out_of_range")


def checked_name(name: Any, names: Sequence[str], place: str, problem: str) -> str:
    """One of these names."""
    if isinstance(name, str) and name in names:
        return name
    near = nearest(name, list(names)) if isinstance(name, str) else ""
    raise BadInput(problem, place=place, received=name, allowed=", ".join(names), hint=near)


def checked_fixed(fixed: Any) -> Mapping[str, str]:
    """Tactics by side; whether there are such is the fight's to say."""
    if fixed is None:
        return {}
    if isinstance(fixed, Mapping) and all(isinstance(one, str) for pair in fixed.items() for one in pair):
        return fixed
    hint = 'as in {"foes": "first"}'
    raise BadInput("tactics by side are needed", place="fixed", received=fixed, allowed="names by names", hint=hint)


def checked_precision(number: Any, place: str, text: str | None = None) -> float:
    """How well shares are to be known, 0.0001 to 0.5; raises `BadInput`, with the text that it was read from."""
    if type(number) in (int, float) and LEAST_PRECISION <= number <= MOST_PRECISION:
        return float(number)
    received = number if text is None else text
    allowed = f"{LEAST_PRECISION} to {MOST_PRECISION}"
    raise BadInput("a precision is needed", place=place, received=received, allowed=allowed, code="out_of_range")


def checked_seed(seed: object, place: str) -> str:
    """The seed, if it is 1 to 64 visible characters: any such text is one."""
    if isinstance(seed, str) and 1 <= len(seed) <= MOST_SEED and seed.isprintable() and seed.strip():
        return seed
    raise BadInput("a seed is 1 to 64 visible characters", place=place, received=seed, code="out_of_range")
