"""How the fighters of a position are written and read: each in brackets, with what it is and what has become of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from typing import Any, NamedTuple, TypeAlias, cast

from msgspec import inspect
from msgspec.structs import asdict, replace

from affray.rulesets.knave.notation_values import Reader, fields_of, given, value_text
from affray.rulesets.knave.state import FOES, PARTY, Condition, Profile, State

MOST_FIGHTERS = 1_000
NUMBER = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)

HEAD = ("name", "kind", "side", "camp")
"""What stands before the fields of a fighter, or follows from it."""

SHARED = tuple(name for name in Profile.__struct_fields__ if name in Condition.__struct_fields__ and name != "weapons")
"""What is worn and the quality that is left of it: fields that profile and condition both have."""

Row: TypeAlias = dict[str, Any]
"""What a fighter is and what has become of it, without its head; what is written as one field is a tuple here."""


def fighter_texts(state: State) -> Iterator[str]:
    """Every fighter in brackets; those who follow each other and differ in their number alone share a pair."""
    profiles = state.profiles
    rows = [_row(*one) for one in zip(profiles, state.conditions, strict=True)]
    usual = _usual_camps([one.side for one in profiles])
    models: dict[tuple[str, str], int] = {}
    first = 0
    while first < len(profiles):
        profile, last = profiles[first], _last_alike(state, first)
        name, number = _label(profile)
        words = [_span(first, last), value_text(name), value_text(profile.side)]
        if number is not None:
            words[1] += f"#{_span(number, number + last - first)}"
        elif profile.kind != name:
            words.append(f"kind={value_text(profile.kind)}")
        if profile.camp != usual[profile.side]:
            words.append(f"camp={profile.camp}")
        fields = [*given(rows[first], _usual_row(), _field_text)]
        model = models.setdefault((profile.side, profile.kind), first)
        if model != first:
            fewer = [f"like={model}", *given(rows[first], rows[model], _field_text)]
            fields = min(fields, fewer, key=lambda one: len(" ".join(one)))
        yield f"[{' '.join(words + fields)}]"
        first = last + 1


def _row(profile: Profile, condition: Condition) -> Row:
    """The fields of a fighter, in the order in which they are written."""
    rest = asdict(profile) | asdict(condition)
    row = {
        "hp": (condition.hp, rest.pop("max_hp")),
        "attack": (rest.pop("melee_bonus"), rest.pop("ranged_bonus")),
        **{name: (getattr(profile, name), getattr(condition, name)) for name in SHARED},
        "weapons": tuple(zip(profile.weapons, condition.weapons, strict=True)),
    }
    return row | {name: value for name, value in rest.items() if name not in row and name not in HEAD}


@cache
def _usual_row() -> Row:
    """What is left out of a fighter that is like no other. Hit points are always written."""
    row = _row(Profile("", "", "", PARTY, max_hp=0, level=0, melee_bonus=0), Condition(hp=0))
    return {name: value for name, value in row.items() if name != "hp"}


def _usual_camps(sides: list[str]) -> dict[str, int]:
    """The camp of every side: that of the players is the side called party, or the first one."""
    players = "party" if "party" in sides else sides[0]
    return {side: PARTY if side == players else FOES for side in sides}


def _last_alike(state: State, first: int) -> int:
    """The last of those from `first` on who are all alike and numbered one after the other."""
    profile = state.profiles[first]
    name, number = _label(profile)
    last = first
    while number is not None and last + 1 < len(state.profiles):
        expected = replace(profile, name=f"{name} {number + last + 1 - first}")
        if state.profiles[last + 1] != expected or state.conditions[last + 1] != state.conditions[first]:
            break
        last += 1
    return last


def _label(profile: Profile) -> tuple[str, int | None]:
    """The name, and the number after it where it is that of one among several of a kind."""
    kind, _, number = profile.name.rpartition(" ")
    return (kind, int(number)) if kind == profile.kind and NUMBER.fullmatch(number) else (profile.name, None)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"


def _field_text(name: str, value: Any) -> str:
    """A field of a fighter: a second part is left out where it is what the first one suggests."""
    match name:
        case "hp" | "attack":
            return _pair(value, "/", value[0])
        case "weapons":
            return ",".join(_pair(one, ":", one[0].quality) for one in value) or "()"
        case _ if name in SHARED:
            return _pair(value, ":", None)
    return value_text(value)


def _pair(value: tuple[Any, Any], mark: str, usual: Any) -> str:
    first, second = value
    return value_text(first) + ("" if second == usual else mark + value_text(second))


class Draft(NamedTuple):
    """A fighter as it was read; without a camp it is in that of its side."""

    name: str
    kind: str
    side: str
    camp: int | None
    row: Row


def read_fighters(reader: Reader) -> tuple[tuple[Profile, ...], tuple[Condition, ...]]:
    """The profiles and conditions of all fighters, who must stand in all that is left of the text."""
    kinds = _row_kinds(reader)
    drafts: list[Draft] = []
    while reader.taken("["):
        drafts += _fighter(reader, kinds, drafts)
        reader.need("]")
        reader.spaces()
    if not reader.at_end() or not drafts:
        raise reader.expected("a fighter in brackets")
    usual = _usual_camps([one.side for one in drafts])
    built = [_built(one, usual[one.side]) for one in drafts]
    return tuple(profile for profile, _ in built), tuple(condition for _, condition in built)


def _fighter(reader: Reader, kinds: Mapping[str, Callable[[], Any]], before: list[Draft]) -> list[Draft]:
    """The fighters that one pair of brackets stands for."""
    reader.spaces()
    place = reader.at
    first, last = _read_span(reader)
    if first != len(before) or not first <= last < MOST_FIGHTERS:
        raise reader.wrong(f"this fighter is number {len(before)}", place, f"{len(before)} to {MOST_FIGHTERS - 1}")
    reader.need_space()
    name = reader.text()
    names = [name]
    if reader.taken("#"):
        place = reader.at
        low, high = _read_span(reader)
        names = [f"{name} {number}" for number in range(low, min(high, low + MOST_FIGHTERS) + 1)]
    if len(names) != last - first + 1:
        raise reader.wrong(f"{last - first + 1} fighters need as many names", at=place)
    reader.need_space()
    side = reader.text()
    place = reader.at
    found = reader.fields(kinds, "]")
    kind, camp = found.pop("kind", name), found.pop("camp", None)
    like = found.pop("like", None)
    if like is not None and not 0 <= like < first:
        raise reader.wrong("like names no fighter before this one", at=place)
    row = (_usual_row() if like is None else before[like].row) | found
    if "hp" not in row:
        raise reader.expected("hp=N or hp=N/MOST")
    return [Draft(one, kind, side, camp, row) for one in names]


def _read_span(reader: Reader) -> tuple[int, int]:
    first = reader.whole()
    return first, reader.whole() if reader.taken("-") else first


def _row_kinds(reader: Reader) -> dict[str, Callable[[], Any]]:
    """How each field of a fighter is read."""
    profile, condition = fields_of(Profile), fields_of(Condition)
    kinds: dict[str, Callable[[], Any]] = {
        name: partial(reader.value, field.type) for name, field in (profile | condition).items() if name in _usual_row()
    }
    numbers = partial(_read_pair, reader, reader.whole, "/", reader.whole, lambda first: first)
    weapon, quality = (
        partial(reader.value, cast("inspect.VarTupleType", fields["weapons"].type).item_type)
        for fields in (profile, condition)
    )
    weapons = partial(_read_pair, reader, weapon, ":", quality, lambda first: first.quality)
    kinds |= {"hp": numbers, "attack": numbers, "weapons": partial(reader.items, weapons)}
    for name in SHARED:
        worn, left = (partial(reader.value, fields[name].type) for fields in (profile, condition))
        kinds[name] = partial(_read_pair, reader, worn, ":", left, lambda first: None)
    return kinds | {"kind": reader.text, "camp": reader.whole, "like": reader.whole}


def _read_pair(
    reader: Reader,
    first: Callable[[], Any],
    mark: str,
    second: Callable[[], Any],
    usual: Callable[[Any], Any],
) -> tuple[Any, Any]:
    value = first()
    return value, second() if reader.taken(mark) else usual(value)


def _built(draft: Draft, usual_camp: int) -> tuple[Profile, Condition]:
    """The fighter that was read: the opposite of `_row`."""
    own = dict(draft.row)
    hp, max_hp = own.pop("hp")
    melee, ranged = own.pop("attack")
    weapons = own.pop("weapons")
    what = {"max_hp": max_hp, "melee_bonus": melee, "ranged_bonus": ranged, "weapons": tuple(one for one, _ in weapons)}
    become = {"hp": hp, "weapons": tuple(left for _, left in weapons)}
    for name in SHARED:
        what[name], become[name] = own.pop(name)
    for name, value in own.items():
        (what if name in Profile.__struct_fields__ else become)[name] = value
    camp = usual_camp if draft.camp is None else draft.camp
    return Profile(name=draft.name, kind=draft.kind, side=draft.side, camp=camp, **what), Condition(**become)
