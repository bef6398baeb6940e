"""A sheet as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any


def lines(sheet: Mapping[str, Any]) -> list[str]:
    """The sheet: who it is, abilities, hit points and gear, the combat panel, slots, coins, service."""
    return [
        *_head(sheet),
        "",
        *_abilities(sheet),
        "",
        *_gear(sheet),
        "",
        *_strikes(sheet["panel"]),
        "",
        *_struck(sheet["panel"]["defense"]),
        "",
        *_slots(sheet),
        *_service(sheet["henchmen"]),
        *sheet["notes"].splitlines(),
    ]


def _head(sheet: Mapping[str, Any]) -> list[str]:
    xp = sheet["xp"]
    due = f" ({sheet['levels_due']} to take)" if sheet["levels_due"] else ""
    told = f"{sheet['name']}, level {sheet['level']}{due}, {xp['now']} XP"
    told += f" of {xp['next']}" if xp["next"] else ""
    told += f", player {sheet['player']}" if sheet["player"] else ""
    return [told, *([sheet["about"]] if sheet["about"] else [])]


def _abilities(sheet: Mapping[str, Any]) -> list[str]:
    table = [("", "bonus", "defense", "save", "")]
    table += [
        (one["name"], f"{one['bonus']:+d}", str(one["defense"]), percent(one["save"]), one["save"])
        for one in sheet["abilities"]
    ]
    return rows(table, right=(1, 2, 3))


def _gear(sheet: Mapping[str, Any]) -> list[str]:
    hp, healing, armor = sheet["hp"], sheet["healing"], sheet["panel"]["defense"]
    fate = {"up": "", "down": ", unconscious", "dead": ", dead"}[sheet["fate"]]
    told = [f"HP {hp['now']} of {hp['most']}{fate}; a night d8 {healing['bonus']:+d} back, a haven all"]
    two = f" ({armor['two_handed']} with a weapon of two hands)" if armor["two_handed"] else ""
    told.append(f"armor {armor['armor']}, bonus {armor['bonus']:+d}{two}")
    for one in sheet["gear"]:
        if one["quality"] is not None:
            left = "destroyed" if one["quality"] == 0 else f"quality {one['quality']} of {one['full']}"
            told.append(f"  {one['name']}: {left}")
    return told


def _strikes(panel: Mapping[str, Any]) -> list[str]:
    """One table for all weapons that are rolled alike."""
    told: list[str] = []
    for alike in grouped(panel["attacks"]):
        first = alike[0]
        names = ", ".join(f"{used(one)} {one['die']}" for one in alike)
        told += ["", f"{names}: d20 {first['bonus']:+d} against armor; they roll against {first['defense']}"]
        head = ("armor", "d20", "hits", "adv.", "disadv.", "they need", *(used(one) for one in alike))
        table = [head]
        for number, row in enumerate(first["rows"]):
            chances = (percent(row["hit"]), percent(row["advantage"]), percent(row["disadvantage"]))
            damage = (decimal(one["rows"][number]["damage"]) for one in alike)
            table.append((str(row["armor"]), face(row["face"]), *chances, face(row["foe_face"]), *damage))
        told += rows(table, right=range(len(head)))
    return told[1:]


def _struck(defense: Mapping[str, Any]) -> list[str]:
    dice = list(defense["rows"][0]["damage"])
    head = ("they have", "hits you", "adv.", "disadv.", "you need", *dice)
    table = [head]
    for row in defense["rows"]:
        chances = (percent(row["hit"]), percent(row["advantage"]), percent(row["disadvantage"]))
        damage = (decimal(row["damage"][die]) for die in dice)
        table.append((f"{row['bonus']:+d}", *chances, face(row["face"]), *damage))
    title = f"struck at: d20 and their bonus against {defense['armor']}, or you roll d20 {defense['bonus']:+d}"
    return [title, *rows(table, right=range(len(head)))]


def _slots(sheet: Mapping[str, Any]) -> list[str]:
    slots = sheet["slots"]
    coins = ", ".join(f"{number} {metal}" for metal, number in sheet["coins"].items() if number) or "no coins"
    told = [f"slots {slots['used']} of {slots['most']}; {coins}"]
    named = [f"{one['name']} ({one['note']})" if one["note"] else one["name"] for one in slots["list"] if one["name"]]
    return told + [f"  {name}" for name in named]


def _service(service: Mapping[str, Any]) -> list[str]:
    told = [f"henchmen {len(service['list'])} of {service['most']}"]
    if service["list"]:
        told[0] += f"; {service['wages']} copper a day and food"
    return told + [
        f"  {one['name']}, {one['trade']}, {one['wage']} copper{'' if one['paid'] else ', not paid'}"
        for one in service["list"]
    ]


def grouped(attacks: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Attacks that are rolled alike and hit as often, together, up to three in a group."""
    groups: dict[Any, list[Mapping[str, Any]]] = {}
    for one in attacks:
        chances = tuple((row["hit"], row["advantage"], row["disadvantage"]) for row in one["rows"])
        groups.setdefault((one["bonus"], one["defense"], chances), []).append(one)
    return [group[first : first + 3] for group in groups.values() for first in range(0, len(group), 3)]


def used(attack: Mapping[str, Any]) -> str:
    """A weapon, and whether it is thrown."""
    return f"{attack['weapon']} thrown" if attack["kind"] == "thrown" else str(attack["weapon"])


def face(least: int | None) -> str:
    """Which faces of a d20 do it."""
    return "none" if least is None else "any" if least == 1 else f"{least}+"


def percent(text: str) -> str:
    """A chance in percent with at most two figures; what can happen is never 0, and what may fail is never 100."""
    chance = Fraction(text)
    if chance in (0, 1):
        return f"{100 * int(chance)} %"
    tenths, whole = _rounded(chance * 1_000), _rounded(chance * 100)
    if tenths == 0:
        return "< 0.1 %"
    if whole == 100:
        return "> 99 %"
    return f"{tenths // 10}.{tenths % 10} %" if tenths < 100 and tenths % 10 else f"{whole} %"


def decimal(text: str) -> str:
    """A mean with one decimal, halves up."""
    tenths = _rounded(Fraction(text) * 10)
    return f"{tenths // 10}.{tenths % 10}"


def _rounded(number: Fraction) -> int:
    """The nearest whole number, halves up."""
    return int(number + Fraction(1, 2))


FILTERS: Mapping[str, Callable[..., Any]] = {
    "percent": percent,
    "decimal": decimal,
    "face": face,
    "grouped": grouped,
    "used": used,
}
"""What the page calls by name to show a value."""


def rows(table: Sequence[Sequence[str]], right: Sequence[int]) -> list[str]:
    """The lines of a table with its columns in line; those numbered in `right` end in line."""
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))]
    told = []
    for row in table:
        cells = [
            cell.rjust(width) if n in right else cell.ljust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        told.append("  " + "  ".join(cells).rstrip())
    return told
