"""The numbers on the page: tables that a screen reader can read, folded for referees."""

from __future__ import annotations

import msgspec

from affray.rules.showing import NumberRow, NumberTable
from affray.server.live.snapshot import Numbers, Snapshot
from affray.server.pages.parts import parts
from tests.server.pages.reading_html import Element, read
from tests.server.pages.scenes_states import knave_player, knave_referee

TABLE = NumberTable(
    caption="You strike: d20 + 2, greater than their armor hits.",
    heads=("their armor", "face", "hits"),
    chances=(1,),
    rows=(
        NumberRow(at="12", cells=("11+", "1/2")),
        NumberRow(at="13", cells=("12+", "9/20"), here="goblin (3)"),
    ),
)


def drawn(snapshot: Snapshot) -> Element:
    numbers = (Numbers(fighter=0, name="Ana", tables=(TABLE,)),)
    return read(parts(msgspec.structs.replace(snapshot, numbers=numbers))["numbers"])


def test_a_player_reads_them_openly_and_foes_at_hand_stand_out() -> None:
    root = drawn(knave_player())
    assert not list(root.all("details"))
    assert [one.text for one in root.all("caption")] == [TABLE.caption]
    (here,) = root.all("tr", "here")
    assert " ".join(here.text.split()).replace("\N{NARROW NO-BREAK SPACE}", " ") == "13 goblin (3) 12+ 45 %"
    assert [one["title"] for one in root.all("span") if "title" in one.attributes] == ["1/2", "9/20"]
    assert all(one["scope"] in ("col", "row") for one in root.all("th"))


def test_a_referee_unfolds_those_of_whoever_acts() -> None:
    (fold,) = drawn(knave_referee()).all("details")
    assert "Numbers of Ana" in fold.text
    assert len(list(fold.all("table"))) == 1


def test_without_numbers_the_part_is_hidden() -> None:
    root = read(parts(knave_player())["numbers"])
    (section,) = root.all("section")
    assert "hidden" in section.attributes
