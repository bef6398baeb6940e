"""A phone whose player has to wait: who acts comes first, then what has just happened."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from affray.rules.showing import Told
from affray.server import pages
from affray.server.live.snapshot import Prompt, Snapshot, ToAct
from affray.server.pages.parts import parts
from tests.server.pages.reading_html import Element, read
from tests.server.pages.scenes_states import knave_player, knave_referee, result, rolling

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
    assert next(now(others(bram, prompt=prompt)).all("div", "waiting")).text == (
        "Bram rolls Attack, from Timo with the very long name from the other town"
    )


def test_what_a_roll_came_to_is_bold() -> None:
    line = knave_player().log[0]
    told = next(one for one in line.told if one.dice)
    text = "+ 3 = 19 beats 13: hit"
    newest = replace(line, told=(replace(told, text=text, who=None),))
    (verdict,) = now(replace(others(), log=(newest,))).all("b", "verdict")
    assert verdict.text == "hit"


def test_many_pips_leave_a_name_its_room() -> None:
    """They go below it in a narrow column, so that no name stands there letter by letter."""
    (least,) = re.findall(
        r"\.fighter\.row > p:first-child \{.*?min-width: min\((\d+)em", (STYLES / "fighters.css").read_text()
    )
    assert int(least) >= 8


def test_a_player_reads_first_that_their_fighter_is_dead_and_last_what_did_it() -> None:
    base = knave_player()
    own = base.you.fighters[0]
    camps = tuple(
        replace(camp, cards=tuple(replace(card, fate="dead") if card.id == own else card for card in camp.cards))
        for camp in base.scene.camps
    )
    name = next(card.name for camp in camps for card in camp.cards if card.id == own)
    line = replace(base.log[0], told=(replace(base.log[0].told[0], text=f"{name} is dead"),))
    prompt = Prompt(seat="table", name="the table", yours=True, what="initiative", sides=6, count=1)
    scene = replace(base.scene, camps=camps)
    html = parts(replace(base, scene=scene, log=(line,), prompt=prompt, offers=()))["now"]
    assert 0 < html.index(f'id="lost-{own}"') < html.index('id="last"') < html.index('id="roll"')


def test_a_turn_is_yours_only_where_nobody_else_acts() -> None:
    base = knave_player()
    own = base.you.fighters[0]

    def marked(other: str) -> Snapshot:
        camps = tuple(
            replace(camp, cards=tuple(replace(card, mark="" if card.id == own else other) for card in camp.cards))
            for camp in base.scene.camps
        )
        return replace(base, scene=replace(base.scene, camps=camps))

    assert "Your turn" in parts(marked(""))["now"]
    assert "Your turn" not in parts(marked("now"))["now"]


def test_a_referee_is_asked_before_dice_that_were_thrown_are_dropped() -> None:
    prompt = Prompt(
        seat=1, name="Bram", yours=True, what="damage", sides=6, count=2, have=(3, None), drop=True, thrown=True
    )
    base = replace(knave_referee(), prompt=prompt, offers=())
    assert "data-asks" in now(base).by_id("cancel").attributes
    assert "data-asks" not in now(replace(base, prompt=replace(prompt, thrown=False))).by_id("cancel").attributes


def test_what_a_face_adds_stands_at_the_die_that_it_adds() -> None:
    base = rolling(knave_player())
    assert base.prompt is not None
    assert 'id="special"' not in parts(base)["now"]
    scene = replace(base, prompt=replace(base.prompt, special="Natural 20: one more d8."))
    assert now(scene).by_id("special").text == "Natural 20: one more d8."


def test_a_face_that_does_more_than_count_is_drawn_thick() -> None:
    base = result(knave_player())
    told = Told(text="hit", dice=((20, 20, True), (20, 7, False), (8, 5, True)), marked=(0,))
    scene = replace(base, log=(replace(base.log[0], told=(told,)),))
    kinds = [sorted(one.classes & {"marked", "dropped"}) for one in read(parts(scene)["log"]).all("svg", "die")]
    assert kinds[:3] == [["marked"], ["dropped"], []]


def test_a_phone_says_what_is_under_way_and_whose_die_is_waited_for() -> None:
    prompt = Prompt(seat=0, name="Ana", yours=False, what="attack d20", command="Ana attacks goblin 2 with the sword")
    base = others(prompt=prompt)
    anne = replace(base.room.people[0], name="Anne", fighters=(0,))
    scene = replace(base, room=replace(base.room, people=(anne,)))
    status = next(one for one in now(scene).all("div", "waiting"))
    assert status.text == "Ana rolls Ana attacks goblin 2 with the sword Attack d20, from Anne"
    nobodys = replace(scene, room=replace(base.room, people=()), prompt=replace(prompt, what="", command=""))
    assert next(now(nobodys).all("div", "waiting")).text == "Ana rolls From the referee"
    table = replace(nobodys, prompt=replace(prompt, seat="referee", name="the referee", what="", command=""))
    assert next(now(table).all("div", "waiting")).text == "The referee rolls"
