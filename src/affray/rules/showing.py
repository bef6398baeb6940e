"""What a table draws of a fight: values that a ruleset fills and a page draws. No markup, no colour.

Everything here is made for one seat, from what that seat may know; nothing is taken out again afterwards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeAlias, TypeVar

import msgspec

from affray.dice import Seat
from affray.errors import Rejection
from affray.rules.solving import Odds
from affray.rules.telling import Thrown

S = TypeVar("S")
C = TypeVar("C")
K = TypeVar("K", bound=Hashable)

Wounds: TypeAlias = Literal["words", "bars", "numbers"]
"""How players see the wounds of those whom they do not play: the table's choice."""

Square: TypeAlias = tuple[int, int]
"""A square of a map, by its lower left corner in feet."""

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

SQUARE_NAME = re.compile("([A-Za-z]{1,3}) ?([0-9]{1,4})")


def square_name(square: Square, size: tuple[int, int], step: int = 5) -> str:
    """A square as people name it: letters across, numbers from the top down ("J6", "AB12")."""
    column, letters = square[0] // step, ""
    while column >= 0:
        column, letter = divmod(column, len(LETTERS))
        letters, column = LETTERS[letter] + letters, column - 1
    return f"{letters}{size[1] // step - square[1] // step}"


def named_square(name: str, size: tuple[int, int], step: int = 5) -> Square | None:
    """The square of that name ("j6", "J 6"), None where a map of this size has none."""
    found = SQUARE_NAME.fullmatch(name.strip())
    if found is None:
        return None
    letters, column = found[1].upper(), 0
    for letter in letters:
        column = column * len(LETTERS) + LETTERS.index(letter) + 1
    place = (column - 1) * step, size[1] - int(found[2]) * step
    return place if place[0] < size[0] and 0 <= place[1] < size[1] else None


def in_tenths(left: int, most: int) -> float:
    """What is left of the most there was, for those who may not know the numbers: tenths do not give them away.

    All and nothing are said only where they are so.
    """
    if not 0 < left < most:
        return float(left >= most > 0)
    return min(max(round(10 * left / most), 1), 9) / 10


def capitals(sentence: str) -> str:
    """A sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


def told_together(lines: Sequence[tuple[str, ...]], nothing: str = "") -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """What most of several fighters have to say of themselves, told once, and what each says otherwise.

    One that says as many things says those that are not the same, any other all of its own, or `nothing`.
    """
    counted = Counter(lines)
    shared, number = counted.most_common(1)[0] if counted else ((), 0)
    if number < 2 or not shared:
        return (), list(lines)
    return shared, [_otherwise(line, shared) or (() if line else (nothing,)) for line in lines]


def _otherwise(line: tuple[str, ...], shared: tuple[str, ...]) -> tuple[str, ...]:
    if len(line) != len(shared):
        return line
    return tuple(own for own, other in zip(line, shared, strict=True) if own != other)


class Track(msgspec.Struct, frozen=True, kw_only=True):
    """Something one can count: hit points as discs, quality as squares, what is left of a die as cells.

    `kind` is "points" (discs), "quality" (squares), "actions" (squares, large) or "ceiling" (a cell a face of a die of
    `most` sides, struck above `left`). `stake` are the cells that can be lost now.
    """

    name: str
    kind: Literal["points", "quality", "actions", "ceiling"]
    left: int
    most: int
    note: str = ""
    stake: tuple[int, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter as a seat may see it.

    `figure` is the number that counts ("4 of 6"), empty where the seat may not know it; `looks` says wounds in a word;
    `share` is what is left between 0 and 1, for a bar, where the table shows bars. `mark` is where it stands in the
    round: it acts now, is done, or `waits` for its player, who may go next or has something to decide. `main` are the
    tracks that are drawn large, `gear` the small ones, `notes` all else in short words.
    """

    id: int
    name: str
    side: str
    fate: Literal["up", "down", "dead", "gone"] = "up"
    mark: Literal["", "now", "done", "waits"] = ""
    looks: str = ""
    figure: str = ""
    share: float | None = None
    main: tuple[Track, ...] = ()
    gear: tuple[Track, ...] = ()
    notes: tuple[str, ...] = ()
    square: Square | None = None
    hidden: bool = False


class Camp(msgspec.Struct, frozen=True, kw_only=True):
    """A side with its fighters. `role` decides its accent and its mark: disc, lozenge or triangle.

    `note` says how many stand; `about` is what its fighters have in common, in numbers that this seat may know: a card
    says what is otherwise.
    """

    name: str
    role: Literal["party", "foes", "third"]
    note: str = ""
    about: str = ""
    cards: tuple[Card, ...] = ()


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One in the order of the round."""

    id: int
    name: str
    role: Literal["party", "foes", "third"]
    mark: Literal["", "now", "done", "out"] = ""
    value: str = ""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the round's order: all of it, or the turn of one side ("first the party")."""

    label: str
    role: Literal["party", "foes", "third", ""] = ""
    places: tuple[Place, ...] = ()


class Area(msgspec.Struct, frozen=True, kw_only=True):
    """The squares that a fighter threatens, as rectangles of x, y, width and height in feet, and how far that is."""

    id: int
    squares: tuple[tuple[int, int, int, int], ...]
    feet: int = 0


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """A map: its size, walls as segments, raised ground and cover as rectangles, all in feet; areas of influence.

    Who stands where is on the cards. `flanked` are those who are flanked now, each with everybody who flanks it.
    """

    size: tuple[int, int]
    step: int = 5
    walls: tuple[tuple[int, int, int, int], ...] = ()
    heights: tuple[tuple[int, int, int, int, int], ...] = ()
    cover: tuple[tuple[int, int, int, int], ...] = ()
    areas: tuple[Area, ...] = ()
    flanked: tuple[tuple[int, tuple[int, ...]], ...] = ()


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The fight as a seat sees it. `die` is a die that settled the round's order, as sides and face."""

    round: int
    heading: str = ""
    note: str = ""
    die: tuple[int, int] | None = None
    order: tuple[Order, ...] = ()
    camps: tuple[Camp, ...] = ()
    ground: Ground | None = None


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """A move on the map: the squares walked, the feet walked at each of them, and who is provoked where.

    `clause` is the one by which they are.
    """

    path: tuple[Square, ...]
    feet: int
    walked: tuple[int, ...] = ()
    provokes: tuple[tuple[int, Square], ...] = ()
    clause: str = ""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """Whether somebody sees a square from where it stands, and `why` not, or not well, with the clause that says so."""

    kind: Literal["clear", "cover", "blocked"]
    start: Square
    why: tuple[str, ...] = ()
    clause: str = ""


Pairs: TypeAlias = tuple[tuple[int, int], tuple[int, int]]
"""Two dice set against each other, each as its sides and its ceiling: first that of whoever chooses."""


class Lead(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer may lead to, in words that its seat may know: `chance` names how likely that is, as in `figures`.

    Without a chance it is certain. `sign` is how it goes for whoever answers. Where odds are shown, what has none of
    that name cannot happen; where none are shown, the words must not tell whether it can.
    """

    words: str
    chance: str = ""
    sign: Literal["", "win", "tie", "lose"] = ""


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """How a command is shown before it is given.

    `name` says it in two or three words below its `group` ("Sword at goblin 2"), `manner` what is special about it
    ("with advantage"), `how` the arithmetic in numbers that this seat may know. `figures` are what is shown large, as a
    label and the name whose chance it is, in the ruleset's `glance` or in `came_to` (what is not there cannot happen);
    `amount` names the number whose distribution is drawn, `does` the chance of what it does from one value on.
    `pairs` make a picture of every pair of faces; see `Showing.pairs`. `leads` are what the answer to a question may
    lead to, one line each.
    """

    name: str
    manner: str = ""
    how: str = ""
    group: str = ""
    figures: tuple[tuple[str, str], ...] = ()
    amount: str = ""
    does: str = ""
    square: Square | None = None
    way: Way | None = None
    targets: tuple[int, ...] = ()
    pairs: Pairs | None = None
    leads: tuple[Lead, ...] = ()


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """One sentence of what happened: who did it (a fighter, or None), the words, and the dice that stand before them.

    `dice` are sides (0 where the seat may not know what was thrown), face and whether it counted; `marked` are the
    places of those among them whose face does more than count, as the rule has it.
    """

    text: str
    who: int | None = None
    dice: tuple[tuple[int, int, bool], ...] = ()
    marked: tuple[int, ...] = ()
    clause: str = ""


class NumberRow(msgspec.Struct, frozen=True, kw_only=True):
    """What holds `at` one number of the others ("13", "d8"); `here` names those at hand whose number that is."""

    at: str
    cells: tuple[str, ...]
    here: str = ""


class NumberTable(msgspec.Struct, frozen=True, kw_only=True):
    """A fighter's own numbers against whatever it may meet: `heads` name the columns, first that of `NumberRow.at`.

    The cells at the places in `chances` are exact fractions as text ("9/20").
    """

    caption: str
    heads: tuple[str, ...]
    chances: tuple[int, ...]
    rows: tuple[NumberRow, ...]


def at_hand(numbers: Iterable[tuple[K, str]]) -> dict[K, str]:
    """Whose each number is, as `NumberRow.here` says it, with those alike counted: "goblin (3), ogre"."""
    found: dict[K, dict[str, list[str]]] = {}
    for number, name in numbers:
        found.setdefault(number, {}).setdefault(name.rstrip(" 0123456789") or name, []).append(name)
    return {
        number: ", ".join([names[0] if len(names) == 1 else f"{kind} ({len(names)})" for kind, names in kinds.items()])
        for number, kinds in found.items()
    }


class Showing(msgspec.Struct, Generic[S, C], frozen=True, kw_only=True, eq=False):
    """What a ruleset knows about being drawn at a table. A ruleset without is drawn from its reports alone."""

    scene: Callable[[S, Seat, Wounds], Scene]
    """The fight for a seat: "referee" sees everything; a fighter's number, what its player may; "table" the public."""
    choice: Callable[[S, Seat, C], Choice]
    """A command of a seat, in words and numbers that whoever plays that seat may know."""
    known: Callable[[S, Seat, C], bool]
    """Whether that a command is there at all, possible or forbidden, tells this seat nothing that it may not know."""
    told: Callable[[S, Sequence[Thrown], Sequence[Any]], list[Told]]
    """What an entry did, whole, for the referee: the state before, its rolls and its events."""
    told_players: Callable[[S, Sequence[Thrown], Sequence[Mapping[str, Any]]], list[Told]]
    """The same from what is public alone: the public rolls, and the events as `Ruleset.publish` gives them."""
    pairs: Callable[[S, C], Pairs | None] | None = None
    """The two dice that a command sets against each other. They say as much as odds do, so only those to whom odds are
    shown get them, as `Choice.pairs`, which `choice` leaves empty."""
    tells: Callable[[S, C], str] | None = None
    """What the odds of a command tell besides their numbers, in words for players who are shown odds: the ideal weapon.
    Added to `Choice.how`; those without odds may not know it."""
    came_to: Callable[[Sequence[Any]], tuple[tuple[str, bool], ...]] | None = None
    """What these events came to that the states before and after do not tell, named as in `glance`: "hits", "wins"."""
    seen: Callable[[S, Seat], S] | None = None
    """The fight as a seat has to take it to be, all left out that it may not know: from this its odds are reckoned.
    None: nothing that is hidden bears on what that seat can do."""
    offers: Callable[[S, Seat, bool], list[tuple[C, Rejection | None]]] | None = None
    """The commands of a seat as it may know them, in place of `candidates` and `known`: they are those of `seen`. True
    is for a referee, who may know of everything."""
    refuses: Callable[[S, Seat, C], Rejection | None] | None = None
    """Why a command is forbidden in the fight as a seat has to take it to be: needed where there are `offers`, else
    asked before `known`. What the true fight alone forbids, the rules carry out as far as it goes: a refusal tells."""
    answer: Callable[[S], C | None] | None = None
    """What others do on a movement's way, as is reckoned before it begins: who may attack, does. None: it is over."""
    numbers: Callable[[S, Seat, int, bool, Odds], tuple[NumberTable, ...]] | None = None
    """The tables of a fighter's own numbers for a seat that may read its sheet. True marks the rows of the others whom
    this seat sees: that tells their numbers, so only a referee, or a seat that is shown odds, is given it."""
    asks: Callable[[S, Sequence[Any], str, Odds], str] | None = None
    """What a roll is for that a command stops at, and how it may go, for the referee: the state then, the events so far
    and the roll's name. Empty where its name says enough."""
    special: Callable[[S, C, Sequence[Thrown], str], str] | None = None
    """What a face that has fallen adds to the roll at which a command stops, for whoever throws it: the state before,
    the command, its rolls so far without the hidden ones, and the roll's name. Empty where nothing is special."""
    sight: Callable[[S, Seat, int, Square], Sight | None] | None = None
    """How a fighter sees a square from where it stands, as far as a seat may know; None where no map tells that."""
