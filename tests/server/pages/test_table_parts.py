"""The table's page in every state: sound, with nothing that its policy or a screen reader stumbles over."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import msgspec
import pytest

from affray.server.live.messages import AnyMessage, Do
from affray.server.live.snapshot import Knock, Snapshot
from affray.server.pages.parts import PARTS, parts, view
from affray.server.web.rendering import fragment
from tests.server.pages.reading_html import Element, read
from tests.server.pages.scenes_states import knave_player, knave_referee, rolling
from tests.server.pages.table_scenes import all_scenes

ADDRESS = "http://192.168.1.20:8470"
SCENES = all_scenes()


def page(snapshot: Snapshot) -> Element:
    values = view(snapshot, ADDRESS)
    return read(fragment("table/table.html", **values, parts=parts(snapshot, ADDRESS)))


@pytest.mark.parametrize("name", SCENES)
def test_every_state_is_sound(name: str) -> None:
    root = page(SCENES[name])
    elements = list(root.all())
    ids = [one["id"] for one in elements if "id" in one.attributes]
    assert len(ids) == len(set(ids)), {one for one in ids if ids.count(one) > 1}
    for one in elements:
        assert not {"style", "onclick"} & one.attributes.keys()
        assert not any(attribute.startswith(("on", "hx-on")) for attribute in one.attributes), one.attributes
        for attribute in ("aria-labelledby", "aria-describedby"):
            assert set(one.get(attribute).split()) <= set(ids)
        if one.tag == "use":
            assert one["href"].removeprefix("#") in ids
        if one.tag in ("script", "link", "img"):
            assert one.get("src", one.get("href")).startswith("/static/")
        if one.tag == "form":
            assert one["hx-post"] in (f"/t/{SCENES[name].table}/messages", f"/t/{SCENES[name].table}/what-if")
    assert {part for part in PARTS if part != "map"} <= set(ids)


@pytest.mark.parametrize("name", SCENES)
def test_every_button_sends_a_message_of_the_table(name: str) -> None:
    sent = [one["value"] for one in page(SCENES[name]).all("button") if one.get("name") == "message"]
    for value in sent:
        msgspec.json.decode(value, type=AnyMessage)
    offers = [offer for offer in SCENES[name].offers if SCENES[name].prompt is None]
    given = [json.loads(value)["command"] for value in sent if json.loads(value)["type"] == "do"]
    assert given == [] or [offer.command for offer in offers] == sorted(given, key=[o.command for o in offers].index)


def test_chances_are_large_with_their_fractions_and_what_does_it_is_solid() -> None:
    row = next(one for one in page(knave_referee()).all("li", "command") if "goblin 3" in one.text)
    large = [one.text for one in row.all("span", "odds")]
    assert large == ["45 % 9/20 hits", "40 % 2/5 drops it"]
    chart = next(row.all("svg", "dist"))
    kinds = [one.get("class") for one in chart.all("rect")]
    assert kinds == ["off"] + ["on"] * 8  # 1 leaves it standing, 2 to 8 and the tail drop it
    assert "Solid from 2." in chart["aria-label"]


def test_a_long_fraction_is_told_to_screen_readers_alone() -> None:
    row = next(one for one in page(knave_referee()).all("li", "command") if "goblin 2 with" in one.text)
    hidden = [one.text for one in row.all("span", "vh")]
    assert len(hidden) == 1
    exact = Fraction(hidden[0].removeprefix("exactly "))
    assert exact.denominator > 999
    assert "45 %" in row.text


def test_what_is_forbidden_is_said_with_its_reason_and_sends_nothing() -> None:
    row = next(one for one in page(knave_player()).all("li", "command") if one.text.startswith("Bow"))
    button = next(row.all("button"))
    assert button["aria-disabled"] == "true"
    assert "no shooting when engaged" in row.text
    assert "knave.attack.ranged · K20" in row.text


def test_no_odds_no_percent() -> None:
    now = page(SCENES["player-no-odds"]).by_id("now")
    assert "%" not in now.text
    assert not list(now.all("svg", "dist"))


def test_a_contest_shows_every_pair_and_its_outcomes() -> None:
    now = page(SCENES["skilldice-player"]).by_id("now")
    chart = next(now.all("svg", "grid"))
    kinds = [one.get("class") for one in chart.all() if one.get("class") in ("win", "tie", "lose")]
    assert [kinds.count(kind) for kind in ("win", "tie", "lose")] == [61, 8, 27]
    assert ways_of("skilldice-player") == [
        ("win", "64 % 61/96 You win: he loses 1 Body"),
        ("lose", "28 % 9/32 He wins: you lose 1 Body"),
        ("tie", "8.3 % 1/12 A tie: both lose 1 Body"),
        ("lose", "For certain: you lose 1 Body"),
    ]


def test_without_odds_an_answer_says_in_words_what_it_leads_to() -> None:
    """Nor does it say that something cannot happen: that would tell of the others' dice."""
    assert ways_of("skilldice-words") == [
        ("win", "You win: he loses 1 Body"),
        ("lose", "He wins: you lose 1 Body"),
        ("", "By more than 12: you lose 2 Body"),
        ("tie", "A tie: both lose 1 Body"),
        ("lose", "For certain: you lose 1 Body"),
    ]


def ways_of(scene: str) -> list[tuple[str, str]]:
    """What the answers to a question lead to, each with its sign."""
    lists = page(SCENES[scene]).by_id("now").all("ul", "outs")
    return [
        ("".join(sorted(next(iter(one.all("svg", "mark")), one).classes - {"mark"})), one.text)
        for found in lists
        for one in found.all("li")
    ]


def test_the_pad_has_a_key_a_face_and_marks_those_that_do_it() -> None:
    roll = page(SCENES["player-rolling"]).by_id("roll")
    keys = list(next(roll.all("form", "pad")).all("button"))
    assert [json.loads(key["value"]) for key in keys] == [{"type": "faces", "faces": [n]} for n in range(1, 21)]
    assert [int(key.text) for key in keys if "hits" in key.classes] == list(range(12, 21))
    boxes = [sorted(one.classes) for one in roll.by_id("boxes").all() if "diebox" in one.classes]
    assert boxes == [["diebox"], ["diebox", "focus"]]


def test_a_die_of_a_hundred_is_typed() -> None:
    roll = page(SCENES["player-hundred"]).by_id("roll")
    assert not list(roll.all("form", "pad"))
    assert roll.by_id("face")["aria-label"] == "d100, 1 to 100"


def test_where_dice_may_not_be_typed_they_are_rolled() -> None:
    snapshot = rolling(knave_player(), typing=False)
    roll = page(snapshot).by_id("roll")
    assert not list(roll.all("input", "face")) and not list(roll.all("form", "pad"))
    assert [one.text for one in roll.all("button")] == ["Roll it for me", "Roll all", "Another command"]


def test_once_the_table_has_thrown_a_die_only_referees_drop_the_command() -> None:
    roll = page(rolling(knave_player(), drop=False)).by_id("roll")
    assert "Another command" not in [one.text for one in roll.all("button")]


def test_notes_that_wait_for_dice_are_shown_before_the_log() -> None:
    log = page(rolling(knave_player(), notes=("go, <i>Ana</i>",))).by_id("log")
    assert "As soon as the dice have fallen: go, <i>Ana</i>" in [one.text for one in log.all("p")]


def test_the_seeds_are_opened_by_a_button_that_asks_and_are_shown_after_that() -> None:
    base = knave_referee()
    over = msgspec.structs.replace(
        base, over=True, ended=True, you=msgspec.structs.replace(base.you, may=(*base.you.may, "open_seeds"))
    )
    may, opened = (
        page(msgspec.structs.replace(over, fair=msgspec.structs.replace(base.fair, **more)))
        for more in ({"may_open": True}, {"open_seed": "the seed itself"})
    )
    assert may.by_id("open-seeds")["data-asks"] == "Open the seeds for good?"
    assert "the seed itself" in opened.by_id("fair").text
    buttons = [
        {one.get("id") for one in each.all("button")} & {"open-seeds", "end"} for each in (may, opened, page(over))
    ]
    assert buttons == [{"open-seeds", "end"}, set(), {"end"}]


def test_what_a_referee_ended_says_so_and_what_the_rules_ended_is_not_opened_again() -> None:
    base = msgspec.structs.replace(knave_referee(), over=True)
    ended = page(msgspec.structs.replace(base, ended=True))
    assert "The referee ended it as it stood." in ended.by_id("now").text
    assert json.loads(ended.by_id("end")["value"]) == {"type": "end", "reopen": True}
    assert "Play on?" in ended.by_id("end")["data-asks"]
    assert 'id="end"' not in parts(base)["round"]
    assert "ended it as it stood" not in page(base).by_id("now").text


def test_who_waits_for_somebody_sees_for_whom() -> None:
    now = page(SCENES["referee-waits"]).by_id("now")
    assert "Bram" in next(now.all("div", "waiting")).text
    assert not list(now.all("form"))


def test_a_player_without_a_fighter_is_asked_whom_they_play() -> None:
    now = page(SCENES["player-claiming"]).by_id("now")
    claims = [json.loads(one["value"]) for one in next(now.all("form", "claims")).all("button")]
    assert claims == [{"type": "claim", "fighter": number} for number in range(4)]
    assert "the referee gives you" in now.text


def test_where_all_of_the_party_are_played_it_says_who_gives_others() -> None:
    base = SCENES["player-claiming"]
    played = msgspec.structs.replace(base.room.people[0], person="other", fighters=(0, 1, 2, 3))
    taken = msgspec.structs.replace(base, room=msgspec.structs.replace(base.room, people=(played,)))
    now = page(taken).by_id("now")
    assert not list(now.all("form", "claims"))
    assert "The referee can give you one of them" in now.text


def test_who_was_not_let_in_is_listed_with_a_way_in_after_all() -> None:
    base = SCENES["referee-choosing"]
    refused = msgspec.structs.replace(base.room, refused=(Knock(person="p9", name="Zoe"),))
    room = page(msgspec.structs.replace(base, room=refused)).by_id("refused")
    assert "Not let in: 1" in room.text and "Zoe" in room.text
    sent = [json.loads(one["value"]) for one in room.all("button")]
    assert sent == [
        {"type": "admit", "person": "p9"},
        {"type": "admit", "person": "p9", "role": "spectator"},
    ]
    assert 'id="refused"' not in parts(base)["room"]


def test_a_player_sees_words_for_wounds_and_no_numbers_of_foes() -> None:
    root = page(SCENES["player-choosing"])
    foes = next(one for one in root.by_id("camps").all("section") if "foes" in one.classes)
    assert "badly hurt" in foes.text
    assert not list(foes.all("svg", "pips"))
    assert "armor" not in foes.text.lower() and "of 4" not in foes.text
    assert {word for word in foes.text.split() if word.isdigit()} == set("123456")  # names, and how many stand


def test_third_sides_have_a_mark_and_a_rule_of_their_own() -> None:
    root = page(SCENES["three-sides"])
    wolves = next(one for one in root.by_id("camps").all("section") if "third" in one.classes)
    assert next(wolves.all("use"))["href"] == "#m-third"
    assert "third" in next(wolves.all("div", "head")).classes


def test_many_that_are_out_are_folded_and_counted() -> None:
    root = page(SCENES["crowd"])
    folded = root.by_id("fallen-2")
    assert next(folded.all("summary")).text == "6 out of the fight"
    assert len(list(folded.all("li"))) == 6
    order = root.by_id("order")
    assert "6 not in it" in order.text


def test_the_referee_has_the_code_and_the_knocks_and_players_have_not() -> None:
    referee, player = page(SCENES["referee-choosing"]), page(SCENES["player-choosing"])
    assert "Noor asks to come in." in referee.by_id("knocks").text
    assert list(referee.by_id("room").all("svg", "qr"))
    assert "K7QM 4XRP" in referee.by_id("room").text
    for hidden in (player.by_id("knocks"), player.by_id("whatif")):
        assert "hidden" in hidden.attributes and hidden.text == ""
    assert "K7QM" not in player.text


def test_a_name_is_text() -> None:
    base = knave_referee()
    camps = base.scene.camps
    card = msgspec.structs.replace(camps[0].cards[0], name='<script>alert("x")</script>')
    camp = msgspec.structs.replace(camps[0], cards=(card, *camps[0].cards[1:]))
    scene = msgspec.structs.replace(base.scene, camps=(camp, *camps[1:]))
    root = page(msgspec.structs.replace(base, scene=scene, title="<b>bold</b>"))
    assert all(one.get("src") for one in root.all("script"))
    assert '<script>alert("x")</script>' in root.by_id("fighter-0").text


def test_the_message_of_a_command_is_the_command() -> None:
    snapshot = knave_player()
    button = next(one for one in page(snapshot).by_id("commands").all("button") if one.get("data-key") == "1")
    assert msgspec.json.decode(button["value"], type=AnyMessage) == Do(command=snapshot.offers[0].command)


def test_the_end_says_who_won_and_what_flows_back_to_the_sheets() -> None:
    now = page(SCENES["over-player"]).by_id("now")
    assert next(now.all("h2")).text == "Party won"
    assert [one.text for one in next(now.all("tbody")).all("tr")] == [
        "Ana HP 6 → 4 , sword 3 → 2",
        "Ilse unconscious HP 4 → 0",
        "Bram nothing",
    ]
    assert not list(now.all("form"))


def test_hit_points_are_written_in_one_way() -> None:
    """Large, in a line among many, on the button that claims somebody: so many of so many HP."""
    for scene in ("referee-choosing", "crowd", "player-choosing"):
        for one in page(SCENES[scene]).all("p", "hp"):
            assert re.fullmatch(r"\N{MINUS SIGN}?\d+ of \d+ HP", one.text), one.text
    claims = next(page(SCENES["player-claiming"]).by_id("now").all("form", "claims"))
    assert [button.text.endswith(" HP") for button in claims.all("button")] == [True] * 4
    contest = page(SCENES["skilldice-player"])
    assert not [one for one in contest.all("p", "hp") if "HP" in one.text]
