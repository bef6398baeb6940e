"""What a ruleset says of characters around a fight: sheets, rest, growth, days of several fights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from affray.dice import Dice
from affray.errors import BadInput
from affray.rules.solving import Odds

H = TypeVar("H")


class Wish(msgspec.Struct, frozen=True):
    """Something that people may ask for in a word: what it is, and the options, where these are fixed.

    One with `many` may be asked for again and again; its values are joined with commas.
    """

    name: str
    about: str
    options: tuple[str, ...] = ()
    many: bool = False

    @staticmethod
    def together(wishes: Sequence[tuple[str, str]], known: Sequence[Wish], where: str) -> dict[str, str]:
        """The wishes by name; one that is given twice and may not be is refused."""
        many = {wish.name for wish in known if wish.many}
        found: dict[str, str] = {}
        for name, value in wishes:
            if name in found and name not in many:
                raise BadInput("given twice", place=where, received=name)
            found[name] = f"{found[name]},{value}" if name in found else value
        return found


class Characters(msgspec.Struct, Generic[H], frozen=True, kw_only=True, eq=False):
    """What a ruleset knows of characters around a fight. H is its type of character: a frozen value.

    Rulings are given by slug. Everything that takes dice asks them as rules do.
    """

    read: Callable[[Any], H]
    """A character from the node of its table in a file; every key but `ruleset` is read through it, and it is done."""
    plain: Callable[[H], Mapping[str, Any]]
    """The character as plain values with the keys of a file: `read` gives it back."""
    create: Callable[[Dice, str, Mapping[str, str]], H]
    """A new character with this name, as the wishes say."""
    wishes: tuple[Wish, ...]
    checked: Callable[[Mapping[str, str]], Mapping[str, str]]
    """The wishes if they can be granted; raises `BadInput`."""
    name_for: Callable[[str], str]
    """A name for one that was given none: always the same for a seed."""
    level: Callable[[H], int]
    rise: Callable[[Dice, H, Mapping[str, str]], H]
    """One level up, what is chosen there at random."""
    steps: tuple[Wish, ...]
    """What may be done between fights."""
    do: Callable[[Dice, H, str, Mapping[str, str]], tuple[H, str]]
    """The character after a step, and what happened in a sentence; raises `BadInput`."""
    fighter: Callable[[H], Mapping[str, Any]]
    """The character as a fighter of a fight file."""
    back: Callable[[H, Any, int], H]
    """The character after a fight that came to this state, in which it had this number."""
    of: Callable[[Any, Any, int], H | None]
    """The character that a fighter is, from the states at the start and now, by its number; None for a mere foe."""
    sheet: Callable[[H, Mapping[str, str], Odds], Mapping[str, Any]]
    """All that stands on a sheet, worked out: plain values, chances as fractions in text ("9/20")."""
    lines: Callable[[Mapping[str, Any]], list[str]]
    """A sheet as lines of text."""
    template: Callable[[], Mapping[str, str]]
    """A sheet as a page: Jinja templates by name that are given the sheet.

    `sheet.html` is a page of its own, `body.html` what of it another page includes, `sheet.css` the look of both.
    """
    filters: Mapping[str, Callable[..., Any]]
    """What the template calls by name to show a value."""
    tracks: Callable[[H], tuple[tuple[str, int], ...]]
    """What wears down, by name: hit points first, then the quality of each thing."""
    fate: Callable[[H], str]
    """up, down or dead."""
    day: Any
    """The type of an adventuring day, for decoding: a frozen value with `party` (characters) and `legs`.

    A leg has a `title`, and `rest` names what follows it.
    """
    read_day: Callable[[Any, Mapping[str, str], Callable[[Any], Any]], Any]
    """A day from the root of its file under these rulings; the last function reads the file that a value names."""
    begin: Callable[[Any, int, tuple[H, ...]], Any]
    """The state of the fight with which a leg of the day begins for this party; None where nobody can go on."""
    end: Callable[[Any, tuple[H, ...], Any], tuple[H, ...]]
    """The party after a leg whose fight came to this state."""
    rest: Callable[[Dice, Any, int, tuple[H, ...]], tuple[H, ...]]
    """The party after the rest that follows a leg."""
