"""The scene of a Knave fight: what stands at the top of the table, the order of the round, and every fighter's card."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

import affray
from affray.rules.showing import Scene
from affray.rulesets.knave import ruleset
from affray.testing.cases import scene
from tests.rulesets.knave.brawl import knave, ogre, stunt
from tests.rulesets.knave.fights import BEGIN, FOES_FIRST, PARTY_FIRST, SWORD, attack, fight, foe, override, passes, pc
from tests.rulesets.showing import card_of, scene_of, showing_of

EXAMPLES = Path(__file__).parents[3] / "examples"

BLADE = {"name": "sword", "die": "d8", "quality": 3}
BOW = {"name": "bow", "die": "d6", "kind": "ranged", "quality": 3}
FORD = fight(
    pc("Ana", hp=6, armor=["gambeson", "shield"], weapons=[BLADE, BOW]),
    pc("Bram", hp=8, armor=14, weapons=[SWORD]),
    foe(count=3, morale=7),
)
"""Ana 0, Bram 1, three goblins 2 to 4 who are all alike."""


def marks(shown: Scene) -> list[list[tuple[str, str]]]:
    """The order of the round: those of each part with their marks."""
    return [[(place.name, place.mark) for place in part.places] for part in shown.order]


def test_before_the_first_round() -> None:
    shown = scene_of(scene(FORD, []))
    assert (shown.round, shown.heading, shown.order, shown.die) == (0, "The first round has not begun.", (), None)


@pytest.mark.parametrize(
    ("face", "heading", "labels"),
    [
        (3, "The enemies act first.", ["first the foes", "then the party"]),
        (4, "The party acts first.", ["first the party", "then the foes"]),
    ],
)
def test_knave_round_initiative_says_who_acts_first(face: int, heading: str, labels: list[str]) -> None:
    shown = scene_of(scene(FORD, [BEGIN], [face]))
    assert (shown.round, shown.heading) == (1, heading)
    assert shown.note == "1\N{EN DASH}3 enemies, 4\N{EN DASH}6 party; a new die each round."
    assert [part.label for part in shown.order] == labels


def test_knave_turn_action_marks_those_who_have_acted() -> None:
    played = scene(FORD, [BEGIN, passes(0)], [PARTY_FIRST])
    assert marks(scene_of(played)) == [
        [("Ana", "done"), ("Bram", "now")],
        [("goblin 1", ""), ("goblin 2", ""), ("goblin 3", "")],
    ]
    assert [card_of(scene_of(played), name).mark for name in ("Ana", "Bram", "goblin 1")] == ["done", "now", ""]


def test_k40_players_settle_who_goes_next() -> None:
    shown = scene_of(scene(FORD, [BEGIN], [PARTY_FIRST]))
    assert marks(shown)[0] == [("Ana", ""), ("Bram", "")]
    assert [card_of(shown, name).mark for name in ("Ana", "Bram")] == ["waits", "waits"]


def test_those_who_are_down_are_out_of_the_order() -> None:
    played = scene(FORD, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 4])
    assert marks(scene_of(played))[1][0] == ("goblin 1", "out")
    goblin = card_of(scene_of(played), "goblin 1")
    assert (goblin.fate, goblin.looks, goblin.figure, goblin.mark) == ("down", "unconscious", "0 of 4", "")


def test_camps_and_what_they_have_in_common() -> None:
    played = scene(FORD, [BEGIN, attack(0, 2)], [PARTY_FIRST, 15, 4])
    party, foes = scene_of(played).camps
    assert (party.name, party.role, party.note, party.about) == ("The party", "party", "2 of 2 standing", "")
    assert (foes.name, foes.role, foes.note) == ("The foes", "foes", "2 of 3 standing")
    assert foes.about == "Armor 13, attack +1, d6, morale 7"
    assert scene_of(played, 0).camps[1].about == ""


def test_enemies_who_are_not_alike_have_their_numbers_on_their_cards() -> None:
    played = scene(fight(pc(), foe(), foe("chief", armor=15, attack=3, morale=9)), [])
    assert scene_of(played).camps[1].about == ""
    assert card_of(scene_of(played), "chief").notes == ("armor 15", "attack +3", "d6", "morale 9")
    assert card_of(scene_of(played, 0), "chief").notes == ()


def test_what_differs_among_foes_of_a_kind_is_told_of_those_alone() -> None:
    """Two of three goblins are as the line says; the third has another armor, and says that and nothing else."""
    state = scene(FORD, []).state
    other = replace(state.profiles[2], body=15)
    changed = replace(state, profiles=(*state.profiles[:2], other, *state.profiles[3:]))
    foes = showing_of(ruleset).scene(changed, "referee", "words").camps[1]
    assert foes.about == "Armor 13, attack +1, d6, morale 7"
    assert [card.notes for card in foes.cards] == [("armor 15",), (), ()]


def test_several_of_a_kind_among_others_have_a_line_with_their_name() -> None:
    played = scene(fight(pc(), foe(count=2), foe("chief", armor=15, attack=3, morale=9), foe("wolf", count=2)), [])
    foes = scene_of(played).camps[1]
    line = "armor 13, attack +1, d6"
    assert foes.about == f"Goblin: {line}; wolf: {line}"
    assert [bool(card.notes) for card in foes.cards] == [False, False, True, False, False]


def test_a_card_of_ones_own() -> None:
    ana = card_of(scene_of(scene(FORD, [override(0, 4)]), 0), "Ana")
    assert (ana.figure, ana.looks, ana.share, ana.fate) == ("4 of 6", "hurt", 4 / 6, "up")
    (points,) = ana.main
    assert (points.kind, points.left, points.most) == ("points", 4, 6)
    assert [(track.name, track.left, track.most, track.note) for track in ana.gear] == [
        ("sword", 3, 3, "d8"),
        ("bow", 3, 3, "d6"),
        ("body armor", 3, 3, ""),
        ("shield", 1, 1, ""),
    ]
    assert ana.notes == ("armor 13",)


def test_knave_critical_weapon_takes_a_square() -> None:
    played = scene(FORD, [BEGIN, attack(0, 2)], [PARTY_FIRST, 1])
    (sword, *_) = card_of(scene_of(played), "Ana").gear
    assert (sword.left, sword.most) == (2, 3)


def test_what_cannot_break_is_a_note() -> None:
    bram = card_of(scene_of(scene(FORD, []), 0), "Bram")
    assert (bram.gear, bram.notes) == ((), ("armor 14", "sword d8"))


def test_hit_points_below_0_have_a_minus() -> None:
    goblin = card_of(scene_of(scene(FORD, [override(2, -3)])), "goblin 1")
    assert (goblin.fate, goblin.figure, goblin.main[0].left) == ("dead", "\N{MINUS SIGN}3 of 4", 0)


def test_players_see_wounds_as_the_table_chose() -> None:
    played = scene(FORD, [override(2, 1)])
    words = card_of(scene_of(played, 0), "goblin 1")
    assert (words.looks, words.figure, words.share, words.main, words.gear) == ("badly hurt", "", None, (), ())
    bars = card_of(scene_of(played, 0, "bars"), "goblin 1")
    assert (bars.figure, bars.share, bars.main) == ("", 0.2, ())  # 1 of 4 in tenths
    numbers = card_of(scene_of(played, 0, "numbers"), "goblin 1")
    assert (numbers.figure, numbers.main[0].left, numbers.notes) == ("1 of 4", 1, ())


def test_what_stunts_did_is_seen_by_all() -> None:
    played = scene(fight(knave(), ogre()), [BEGIN, stunt(0, 1, "trip")], [PARTY_FIRST, 19])
    assert card_of(scene_of(played, 0), "ogre").notes == ("off its feet",)


def test_k80_one_who_is_hidden_is_the_referees() -> None:
    played = scene(fight(pc(), foe(), foe("ambusher", hidden=True)), [BEGIN], [FOES_FIRST])
    whole, seen, public = (scene_of(played, seat) for seat in ("referee", 0, "table"))
    assert card_of(whole, "ambusher").hidden
    assert whole.camps[1].note == "1 of 1 standing, 1 still to come"
    for shown in (seen, public):
        assert shown.camps[1].note == "1 of 1 standing"
        assert [card.name for card in shown.camps[1].cards] == ["goblin"]
        assert "ambusher" not in str(shown)


def test_a_third_side_has_a_role_of_its_own() -> None:
    third = foe("wolf").replace('side = "foes"', 'side = "wolves"')
    roles = [(camp.name, camp.role) for camp in scene_of(scene(fight(pc(), foe(), third), [])).camps]
    assert roles == [("The party", "party"), ("The foes", "foes"), ("The wolves", "third")]


def test_the_end() -> None:
    played = scene(fight(pc(), foe(hp=1)), [BEGIN, attack(0, 1)], [PARTY_FIRST, 15, 5])
    assert (scene_of(played).heading, scene_of(played).note) == ("The fight is over: party wins.", "")


def test_the_example_at_the_ford() -> None:
    read = affray.load(EXAMPLES / "goblins_at_the_ford.toml")
    assert read.ruleset.showing is not None
    party, foes = read.ruleset.showing().scene(read.state, "referee", "words").camps
    assert foes.about == "Armor 13, attack +1, d6, morale 7"
    assert [(card.name, card.figure, card.notes[0]) for card in party.cards] == [
        ("Ana", "6 of 6", "armor 13"),
        ("Bren", "6 of 6", "armor 13"),
        ("Cai", "4 of 4", "armor 12"),
        ("Dov", "5 of 5", "armor 11"),
    ]
