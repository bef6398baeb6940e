"""What a ruleset is: its rules with the clauses they implement, its rulings, and how one is found.

A ruleset is one `Ruleset` value. Ours and strangers' are declared alike, as entry points of the group
`affray.rulesets`; the kernel knows none of them by name except for the table that saves the metadata scan.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar

import msgspec

from affray.dice import Dice, Formula, Input, Seat, Why
from affray.errors import BadInput, Rejection, nearest
from affray.play import Play

if TYPE_CHECKING:
    from affray.rules.characters import Characters as Characters
    from affray.rules.characters import Wish as Wish
    from affray.rules.converting import Answer as Answer
    from affray.rules.converting import Conversion as Conversion
    from affray.rules.converting import Converted as Converted
    from affray.rules.converting import Converter as Converter
    from affray.rules.converting import Question as Question
    from affray.rules.converting import Refused as Refused
    from affray.rules.converting import Span as Span
    from affray.rules.converting import Working as Working
    from affray.rules.machines import Maker as Maker
    from affray.rules.showing import Showing as Showing
    from affray.rules.solving import Branch as Branch
    from affray.rules.solving import Choices as Choices
    from affray.rules.solving import Odds as Odds
    from affray.rules.solving import Position as Position
    from affray.rules.solving import Repertoire as Repertoire
    from affray.rules.two_sides import Describer as Describer

_HOMES = {
    "Characters": "characters",
    "Wish": "characters",
    "Answer": "converting",
    "Conversion": "converting",
    "Converted": "converting",
    "Converter": "converting",
    "Question": "converting",
    "Refused": "converting",
    "Span": "converting",
    "Working": "converting",
    "Maker": "machines",
    "Showing": "showing",
    "Branch": "solving",
    "Choices": "solving",
    "Odds": "solving",
    "Position": "solving",
    "Repertoire": "solving",
    "Describer": "two_sides",
}
"""Where the types are that are named here and told of elsewhere: few answers make any of them."""

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
P = ParamSpec("P")
T = TypeVar("T")

GROUP = "affray.rulesets"
RESERVED = ("table", "referee", "nobody")
"""Words that the kernel uses beside the names of sides; no side is called so."""

BUILT_IN = {
    "knave": "affray.rulesets.knave:ruleset",
    "skilldice": "affray.rulesets.skilldice:ruleset",
    "d20grid": "affray.rulesets.d20grid:ruleset",
}


def rule(*cites: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Marks a function as the implementation of these clauses or rulings; it costs nothing when called."""

    def mark(function: Callable[P, T]) -> Callable[P, T]:
        function.__cites__ = cites  # type: ignore[attr-defined]
        return function

    return mark


def formula(
    name: str,
    *cites: str,
    inputs: tuple[Input, ...] = (),
    rulings: tuple[str, ...] = (),
    prepare: Callable[[Mapping[str, Any], Mapping[str, str]], tuple[Any, ...]] | None = None,
    repeats: bool = False,
) -> Callable[[Callable[Concatenate[Dice, P], T]], Formula[P, T]]:
    """Registers a function of dice and small plain inputs as a formula.

    `inputs` are what people may give by name, with ranges and defaults, `rulings` the slugs of those that it reads;
    `prepare` turns both into the function's own inputs (None: the named inputs are its inputs as they stand). One that
    `repeats` may raise `Again`: see `Formula`.
    """

    def register(function: Callable[Concatenate[Dice, P], T]) -> Formula[P, T]:
        return Formula(function, name, cites, inputs, rulings, prepare or _as_they_stand, repeats)

    return register


def _as_they_stand(inputs: Mapping[str, Any], rulings: Mapping[str, str]) -> tuple[Any, ...]:
    return tuple(inputs.values())


class Outcome(msgspec.Struct, frozen=True):
    """How a fight ended: the side that won, or None where all sides went out at once."""

    winner: str | None


class Standing(msgspec.Struct, frozen=True):
    """One fighter in a report: `fate` is up, down, dead or fled; `left` is what the ruleset counts (hit points)."""

    id: int
    name: str
    side: str
    fate: str
    left: int


class Witness(msgspec.Struct, frozen=True):
    """A context in which every two options of a ruling differ in something that can be observed.

    Either a formula with inputs, or a fight document with other rulings, commands (as plain values) and the faces
    that are thrown in order. What is observed: the exact outcomes of the formula; or the states, events, questions
    and legal commands met on the way.
    """

    about: str
    formula: str = ""
    inputs: Mapping[str, int | str] = msgspec.field(default_factory=dict)
    fight: str = ""
    rulings: Mapping[str, str] = msgspec.field(default_factory=dict)
    commands: tuple[Mapping[str, Any], ...] = ()
    faces: tuple[int, ...] = ()


class Ruling(msgspec.Struct, frozen=True):
    """A named choice where the text is silent, unclear or contradicts itself.

    An option ending in ":N" carries a whole number within `numbers`. `house` marks a default that adds something
    because play cannot go on without it. Each ruling is read in exactly one function.
    """

    id: str
    slug: str
    question: str
    where: str
    options: tuple[str, ...]
    default: str
    witness: Witness
    numbers: tuple[int, int] = (0, 0)
    house: bool = False

    def read(self, text: str, place: str = "") -> str:
        """The option that `text` names, in its normal form; raises `BadInput` with the list of options."""
        word, colon, number = text.strip().partition(":")
        shape = f"{word}:N" if colon else word
        if shape in self.options:
            low, high = self.numbers
            if not colon:
                return word
            if number.isascii() and number.isdigit() and len(number) <= 9 and low <= int(number) <= high:
                return f"{word}:{int(number)}"
            raise BadInput(
                f"option {word} of ruling {self.id} takes a whole number",
                place=place,
                received=number,
                allowed=f"{low} to {high}",
            )
        raise BadInput(
            f"ruling {self.id} ({self.slug}) has no such option",
            place=place,
            received=text,
            allowed=", ".join(self.options),
            hint=nearest(word, list(self.options)),
        )


Tactic: TypeAlias = Callable[[Any, Seat, Dice], Any]
"""Answers one decision: the state, the seat that decides, and dice for tactics that mix; returns a legal command."""


class Notation(msgspec.Struct, Generic[S], frozen=True, eq=False):
    """A state as one line of text: what a bug report quotes.

    `show` begins with the ruleset's id and tells everything; `read` gives an equal state back. It raises `BadInput`,
    with the column, for a text that it cannot read, and for a state that `Ruleset.check` refuses.
    """

    show: Callable[[S], str]
    read: Callable[[str], S]


class Ruleset(msgspec.Struct, Generic[S, C, E], frozen=True, kw_only=True, eq=False):
    """Everything the kernel asks of a ruleset. S, C and E are its types of state, command and event."""

    id: str
    version: str
    title: str
    state: Any
    """The type of the state, for decoding."""
    command: Any
    """The union of command types, each with its tag."""
    event: Any
    """The union of event types, each with its tag."""
    rulings: tuple[Ruling, ...]
    formulas: Mapping[str, Formula[..., Any]]
    rolls: tuple[Why, ...]
    tactics: Mapping[str, Tactic]
    """What a fight file may name; "first" is the default."""
    standing_orders: Mapping[str, Tactic]
    """What the table and the referee do where nobody sits there: {"table": ..., "referee": ...}."""
    clauses: Callable[[], Mapping[str, str]]
    """The clauses in our own words: {id: text}, in the order of the text."""
    functions: Callable[[], tuple[Callable[..., Any], ...]]
    """Every function marked with `rule`, for the pages that show which code implements a clause."""
    content: Callable[[], Mapping[str, str]]
    """The ruleset's data files (weapons, armor) as text, by name."""
    setup: Callable[[Any, Mapping[str, str]], S]
    """The state at the start, from a fight file's root node and the rulings by slug."""
    sides: Callable[[S], tuple[str, ...]]
    """The sides that a fight file names, each with a tactic of its own."""
    contenders: Callable[[S], tuple[str, ...]]
    """Who can win, by the names that `Outcome.winner` uses."""
    side: Callable[[S, Seat], str]
    """The side that a seat decides for; "table" and "referee" are their own."""
    to_act: Callable[[S], tuple[Seat, ...]]
    next_to_act: Callable[[S], Seat | None]
    """The first of `to_act`, None where it is empty: all that simulation asks, and it asks at every step."""
    issuer: Callable[[S, C], Seat]
    """The seat that a command belongs to."""
    candidates: Callable[[S, Seat], list[tuple[C, Rejection | None]]]
    apply: Callable[[Play[S], C], Rejection | None]
    """Carries a command out, or says why it may not be given; then nothing has happened."""
    perform: Callable[[Play[S], C], None]
    """Carries out a command that is known to be legal: what `apply` does when nothing forbids it."""
    evolve: Callable[[S, E], S]
    outcome: Callable[[S], Outcome | None]
    round: Callable[[S], int]
    """The number of rounds begun."""
    standings: Callable[[S], tuple[Standing, ...]]
    chosen: Callable[[S], Mapping[str, str]]
    """The rulings of a state, by slug."""
    check: Callable[[S], str | None]
    """What is wrong in itself with a state that was read from outside, in a sentence; None where nothing is."""
    notation: Notation[S] | None = None
    """States as people read and write them on one line; where there is none, JSON stands in."""
    publish: Callable[[S, E], Mapping[str, Any] | None]
    """An event as the players may see it, built from a list of what is public; None for the referee's alone."""
    tells: Callable[[S, C], bool] = lambda state, command: True
    """Whether players may see, in the log, a command that is not the referee's."""
    view: Callable[[S, Seat], Any]
    """What a seat may see, built from a list of what is public to it: a value with `fighters`, each with its `id`."""
    phrase: Callable[[S, C], str]
    """A command as people say it: "Ana attacks goblin 2 with the sword"."""
    narrate: Callable[[S, Any, Any], list[str]]
    """What an entry did, as sentences with their arithmetic: the state before, the rolls and the events."""
    glance: Callable[[S, S], tuple[tuple[str, int | bool], ...]]
    """What the table shows as odds of a command: named values read off the states before and after."""
    lump: Callable[[S, Mapping[str, str]], Hashable]
    """What of a state can still matter under these tactics; states with equal keys are merged."""
    convert: Converter | None = None
    """Turns creatures of other books into fighters; None where the ruleset has no way to."""
    characters: Callable[[], Characters[Any]] | None = None
    """What there is around a fight: sheets, rest, growth, a day of several fights; None where it knows none."""
    machine: Maker[S] | None = None
    """The order of play on whole numbers, for sampling and large exact answers; see `affray.rules.machines`."""
    two_sides: Describer[S] | None = None
    """A fight of two sides in turn, described for the exact program for such fights; see `affray.rules.two_sides`."""
    repertoires: Callable[[], Mapping[str, Repertoire[S, C]]] = dict
    """What best play may choose from, by name, the default first; states are merged by `lump` for it, too."""
    showing: Callable[[], Showing[S, C]] | None = None
    """How a table draws its fights; None: from its reports alone."""

    def ruling(self, name: str, place: str = "") -> Ruling:
        """The ruling with this id or slug; raises `BadInput` naming the nearest."""
        for ruling in self.rulings:
            if name in (ruling.id, ruling.slug):
                return ruling
        known = [ruling.id for ruling in self.rulings] + [ruling.slug for ruling in self.rulings]
        raise BadInput(
            f"{self.id} has no ruling of that name",
            place=place,
            received=name,
            hint=nearest(name, known) or f"affray rules {self.id} lists them",
        )


def legal(ruleset: Ruleset[S, C, E], state: S, seat: Seat) -> list[C]:
    """The commands that this seat may give now."""
    return [command for command, rejection in ruleset.candidates(state, seat) if rejection is None]


def names() -> list[str]:
    """The ids of all rulesets that are installed. Reads the package metadata (some 40 ms)."""
    return sorted({*BUILT_IN, *_entry_points()})


def find(name: str, place: str = "ruleset") -> Ruleset[Any, Any, Any]:
    """The ruleset with this id; raises `BadInput` naming those that are installed."""
    target = BUILT_IN.get(name)
    if target is None:
        target = _entry_points().get(name)
    if target is None:
        known = names()
        raise BadInput(
            "no such ruleset", place=place, received=name, allowed=", ".join(known), hint=nearest(name, known)
        )
    module, _, attribute = target.partition(":")
    found: Ruleset[Any, Any, Any] = getattr(importlib.import_module(module), attribute)
    return found


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'affray.rules' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"affray.rules.{home}"), name)
    globals()[name] = value
    return value


def _entry_points() -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - 30 ms that only other ids need

    return {point.name: point.value for point in entry_points(group=GROUP)}
