"""A phone whose player has to wait: who acts comes first, then what has just happened."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from affray.server import pages
from affray.server.pages.parts import parts
from affray.server.snapshot import Prompt, Snapshot, ToAct
from tests.server.pages.reading_html import Element, read
from tests.server.pages.scenes_states import knave_player

STYLES = Path(pages.__file__).parent.parent / "static"


def now(snapshot: Snapshot) -> Element:
    return read(parts(snapshot)["now"])


def others(*acting: ToAct, prompt: Prompt | None = None) -> Snapshot:
    return replace(knave_player(), offers=(), to_act=acting, prompt=prompt)


def test_who_acts_stands_before_what_happened() -> None:
    goblin = ToAct(seat=5, name="goblin 2", yours=False)
    html = parts(others(goblin))["now"]
    assert 'class="mark foes"' in html
    assert next(read(html).all("div", "waiting")).text == "Goblin 2 acts"
    assert html.index("waiting") < html.index('id="last"')


def test_of_several_on_a_side_the_side_acts() -> None:
    some = [ToAct(seat=seat, name=name, yours=False) for seat, name in ((4, "goblin 1"), (5, "goblin 2"))]
    told = next(now(others(*some)).all("div", "waiting")).text
    assert told == "The goblins may act In any order: goblin 1, goblin 2."


def test_whoever_throws_a_die_rolls() -> None:
    bram = ToAct(seat=1, name="Bram", yours=False)
    prompt = Prompt(seat=1, name="Bram", yours=False, what="attack")
    assert next(now(others(bram, prompt=prompt)).all("div", "waiting")).text == "Bram rolls Attack"


def test_what_a_roll_came_to_is_bold() -> None:
    line = knave_player().log[0]
    told = next(one for one in line.told if one.dice)
    text = "+ 3 = 19 beats 13: hit"
    newest = replace(line, told=(replace(told, text=text, who=None),))
    (verdict,) = now(replace(others(), log=(newest,))).all("b", "verdict")
    assert verdict.text == "hit"


def test_a_bar_in_place_of_numbers_leaves_no_column_empty() -> None:
    """The bar is an `hp` too: only an `hp` of the row itself takes the column of numbers."""
    rows = re.findall(r"\.fighter\.row:not\(:has\((.*?)\)\) ", (STYLES / "fighters.css").read_text())
    assert rows == ["> .hp:not(:empty)"]
