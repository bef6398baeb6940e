"""The scene of a fight with Skill dice: whose turn it is, the order, and what is left of everybody's dice."""

from __future__ import annotations

from affray.testing.cases import scene
from tests.rulesets.showing import card_of, scene_of
from tests.rulesets.skilldice.fights import (
    BEGIN,
    attack,
    began,
    by,
    defend,
    ends,
    exchange,
    fight,
    foe,
    of,
    takes,
    unit,
)

ODO = unit("Sir Odo", body=12, mind=6, soul=4, body_unarmoured=8, weapon="slashing", lost={"body": 4, "mind": 1})
TOLL = fight(ODO, unit("Maud"), foe("spearman", weapon="piercing", lost={"body": 1}), foe("captain", body=12))
"""Sir Odo 0 with 8 of 12 Body, Maud 1, the spearman 2 with 7 of 8, the captain 3."""


def test_before_the_first_round_and_while_everybody_rolls() -> None:
    assert scene_of(scene(TOLL, [])).heading == "The first round has not begun."
    entering = scene(TOLL, [BEGIN, by("enter", 2, skill="body")], [5])
    shown = scene_of(entering)
    assert shown.heading == "Everybody rolls for a place in the order."
    assert [(place.name, place.value) for part in shown.order for place in part.places] == [("spearman", "5")]
    assert [card_of(shown, name).mark for name in ("Sir Odo", "spearman")] == ["waits", ""]


def test_the_order_of_the_round() -> None:
    shown = scene_of(began(TOLL, *ends(0, 1)))
    assert (shown.round, shown.heading) == (1, "spearman acts.")
    (part,) = shown.order
    assert [(place.name, place.role, place.mark) for place in part.places] == [
        ("Sir Odo", "party", "done"),
        ("Maud", "party", "done"),
        ("spearman", "foes", "now"),
        ("captain", "foes", ""),
    ]
    assert [card_of(shown, name).mark for name in ("Sir Odo", "spearman", "captain")] == ["done", "now", ""]


def test_ones_own_dice_and_what_is_left_of_them() -> None:
    odo = card_of(scene_of(began(TOLL), 0), "Sir Odo")
    assert [(track.name, track.kind, track.left, track.most, track.note) for track in odo.main] == [
        ("Actions", "actions", 3, 3, ""),
        ("Body", "ceiling", 8, 12, "d12, d8 without armour"),
        ("Mind", "ceiling", 5, 6, "d6"),
        ("Soul", "ceiling", 4, 4, "d4"),
    ]
    assert (odo.figure, odo.looks, odo.share, odo.notes) == ("3 of 3 actions", "hurt", 8 / 12, ("slashing weapon",))


def test_what_is_at_stake_while_a_blow_waits_for_an_answer() -> None:
    shown = scene_of(began(TOLL, *ends(0, 1), attack(2, 0)), 0)
    odo = card_of(shown, "Sir Odo")
    assert odo.mark == "waits"
    assert [(track.name, track.stake) for track in odo.main if track.stake] == [("Body", (8,))]
    assert all(not track.stake for track in card_of(shown, "Maud").main)


def test_nothing_is_at_stake_afterwards() -> None:
    odo = card_of(scene_of(began(TOLL, *ends(0, 1), attack(2, 0), takes(0)), 0), "Sir Odo")
    assert all(not track.stake for track in odo.main)
    assert odo.main[1].left == 7


def test_an_action_that_is_spent() -> None:
    odo = card_of(scene_of(began(TOLL, *ends(0, 1), attack(2, 0), defend(0), faces=(1, 5)), 0), "Sir Odo")
    assert (odo.main[0].left, odo.figure) == (2, "2 of 3 actions")


def test_players_see_others_as_the_table_chose() -> None:
    played = began(TOLL)
    words = card_of(scene_of(played, 0), "spearman")
    assert (words.looks, words.figure, words.share, words.main) == ("hurt", "", None, ())
    assert words.notes == ("piercing weapon",)
    assert card_of(scene_of(played, 0, "bars"), "spearman").share == 0.9  # 7 of 8 in tenths
    assert [track.left for track in card_of(scene_of(played, 0, "numbers"), "spearman").main] == [7, 8, 8]
    assert [track.left for track in card_of(scene_of(played), "spearman").main] == [3, 7, 8, 8]


def test_nobody_is_told_who_is_unaware() -> None:
    played = began(TOLL, of("set_manner", 3, manner="unaware", reason="he sleeps on his feet"))
    assert "unaware" in card_of(scene_of(played), "captain").notes
    assert card_of(scene_of(played, 0), "captain").notes == ()
    assert scene_of(played, 0) == scene_of(began(TOLL), 0)


def test_camps() -> None:
    text = fight(unit("Odo"), foe("robber", count=2, weapon="crushing"), unit("wolf", "wolves"))
    party, foes, wolves = scene_of(scene(text, [])).camps
    assert (party.name, party.role, party.note, party.about) == ("The party", "party", "1 of 1 in the fight", "")
    assert (foes.role, foes.about) == ("foes", "Body d8, Mind d8, Soul d8, crushing weapon")
    assert wolves.role == "third"
    assert [card.notes for card in foes.cards] == [(), ()]
    assert scene_of(scene(text, []), 0).camps[1].about == "Crushing weapon"


def test_a_weapon_that_most_have_is_told_once() -> None:
    text = fight(
        unit("Odo", weapon="slashing"),
        foe("robber", count=2, weapon="crushing"),
        foe("dog"),
        foe("archer", weapon="piercing", ranged=True),
    )
    party, foes = scene_of(scene(text, []), 0).camps
    assert (party.about, party.cards[0].notes) == ("", ("slashing weapon",))
    assert foes.about == "Crushing weapon"
    assert [card.notes for card in foes.cards] == [(), (), ("no weapon",), ("piercing weapon, from afar",)]


def test_weapons_of_which_no_two_are_alike_stay_with_their_owners() -> None:
    text = fight(unit(), foe("robber", weapon="crushing"), foe("dog"), foe("wolf"))
    foes = scene_of(scene(text, []), 0).camps[1]
    assert (foes.about, [card.notes for card in foes.cards]) == ("", [("crushing weapon",), (), ()])


def test_one_who_is_out() -> None:
    text = fight(unit("Odo", body=20), foe(body=4, lost={"body": 3}), foe("imp"))
    shown = scene_of(began(text, exchange(0, 1), faces=(20, 1)), 0)
    orc = card_of(shown, "orc")
    assert (orc.fate, orc.looks, orc.mark) == ("down", "out", "")
    assert shown.camps[1].note == "1 of 2 in the fight"
    assert {place.name: place.mark for place in shown.order[0].places} == {"Odo": "now", "orc": "out", "imp": ""}


def test_the_end() -> None:
    text = fight(unit("Odo", body=20), foe(body=4, lost={"body": 3}))
    assert scene_of(began(text, exchange(0, 1), faces=(20, 1))).heading == "The fight is over: party wins."
