"""Chances stand under their own words, and what is solid in a picture does what it says."""

from __future__ import annotations

from msgspec.structs import replace

from affray.rules.showing import Choice
from affray.server.live.snapshot import Odd, Offer
from affray.server.pages.choosing import Group, groups
from affray.server.pages.parts import parts
from tests.server.pages.reading_html import read
from tests.server.pages.scenes_states import knave_referee

NAMES = {1: "goblin 1", 2: "goblin 2"}
LOST = (("0", "1/2"), ("1", "1/4"), ("2", "1/4"))


def blow(key: int, second: str, chance: str | None, *more: tuple[str, str], does: str = "") -> Offer:
    """An attack that hits half the time, with a second chance (None: it cannot happen), and others after it."""
    given = (("hits", "1/2"), *(((second, chance),) if chance else ()), *more)
    choice = Choice(
        name=f"Sword {key}",
        group="Attack",
        figures=(("hits", "hits"), (second, second), *((name, name) for name, _ in more)),
        amount="lost",
        does=does,
    )
    lost = Odd(name="lost", p="1", values=tuple((int(value), p) for value, p in LOST))
    return Offer(key=key, seat=0, command={}, choice=choice, odds=(*(Odd(name=n, p=p) for n, p in given), lost))


def attacks(*offers: Offer) -> Group:
    (group,) = groups(offers, NAMES)
    return group


def picture(group: Group) -> list[str | None]:
    return [bar.get("class") for bar in read(str(group.rows[0].picture)).all() if bar.tag == "rect"]


def test_a_column_has_a_heading_where_all_of_it_means_the_same() -> None:
    assert attacks(blow(0, "drops it", "1/4"), blow(1, "drops it", "1/8")).labels == ("hits", "drops it")


def test_a_column_of_several_meanings_has_none() -> None:
    assert attacks(blow(0, "kills it", "1/4"), blow(1, "drops it", "1/8")).labels == ("hits", "")


def test_a_chance_does_not_slip_under_the_heading_of_one_that_cannot_happen() -> None:
    impossible = blow(0, "drops it", None, ("bow loses quality", "1/20"))
    assert attacks(impossible, blow(1, "drops it", "1/8")).labels == ("hits", "")


def test_rows_with_fewer_chances_leave_the_heading_to_the_others() -> None:
    assert attacks(blow(0, "drops it", None), blow(1, "drops it", "1/8")).labels == ("hits", "drops it")


def test_solid_is_what_drops_the_target() -> None:
    assert picture(attacks(blow(0, "drops it", "1/4", does="drops it"))) == ["off", "on"]


def test_nothing_is_solid_where_no_damage_drops_it() -> None:
    slips = ("bow loses quality", "1/4")
    assert picture(attacks(blow(0, "drops it", None, slips, does="drops it"))) == ["off", "off"]
    assert picture(attacks(blow(0, *slips))) == ["off", "off"]


def test_many_commands_without_odds_are_folded_but_for_the_first_kind() -> None:
    kinds = [kind for kind in ("Attack", "Stunt", "Move") for _ in range(5)]
    offers = tuple(
        Offer(key=key, seat=0, command={}, choice=Choice(name=f"{kind} {key}", group=kind))
        for key, kind in enumerate(kinds)
    )
    scene = knave_referee()
    drawn = read(parts(replace(scene, offers=tuple(replace(one, seat=scene.offers[0].seat) for one in offers)))["now"])
    kept = {one["id"]: "open" in one.attributes for one in drawn.all("details", "group")}
    assert kept == {"group-attack": True, "group-stunt": False, "group-move": False}
