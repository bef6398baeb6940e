"""The lab: one fight against another, or under two readings."""

from __future__ import annotations

from affray.api import fight_odds
from affray.fight import parse
from affray.server.examples import example
from affray.server.pages.lab_difference import points
from affray.telling.figures import percent
from tests.server.pages.visiting import FORD, Server, text_of

DUEL = example("duel").text
WORN = DUEL.replace("armor = 13", "armor = 15", 1)


def test_two_fights_are_compared_exactly(server: Server) -> None:
    page = text_of(server.owner().post("/lab", {"do": "compare", "one": DUEL, "two": WORN}))
    one, other = (fight_odds(parse(text)).win["party"] for text in (DUEL, WORN))
    assert f"The party wins {float(other - one) * 100:.1f} points more often" in page
    assert percent(str(one), 1) in page
    assert percent(str(other), 1) in page
    assert "Exact, from" in page


def test_one_fight_is_read_in_two_ways(server: Server) -> None:
    page = text_of(
        server.owner().post("/lab", {"do": "compare", "one": WORN, "two": "", "two_rulings": "K09=fumble"}, status=422)
    )
    assert "K09" in page
    page = text_of(
        server.owner().post("/lab", {"do": "compare", "one": DUEL, "two": "", "two_rulings": "K08=auto_hit"})
    )
    assert "K08: literal against auto_hit" in page
    assert "No difference at all" in page  # nobody's armor is beyond a 20


def test_what_cannot_be_solved_is_played_with_intervals(server: Server) -> None:
    page = text_of(server.owner().post("/lab", {"do": "compare", "one": example("doorway").text, "two": FORD}))
    assert "Played, not solved" in page
    assert "leaves open which is greater" in page


def test_the_same_twice_is_nothing_to_compare(server: Server) -> None:
    page = server.owner().post("/lab", {"do": "compare", "one": DUEL, "two": DUEL}, status=422)
    assert "both are the same" in page


def test_problems_stand_at_their_variant(server: Server) -> None:
    owner = server.owner()
    page = owner.post("/lab", {"do": "compare", "one": "x", "two": DUEL}, status=422)
    assert 'id="one-p"' in page
    page = owner.post("/lab", {"do": "compare", "one": DUEL, "two": DUEL, "two_rulings": "K08"}, status=422)
    assert 'id="two-p"' in page
    assert "as in K08=literal" in page.lower().replace("k08", "K08")


def test_best_play_is_not_compared_where_fights_are_played(server: Server) -> None:
    best = DUEL.replace("[[fighter]]", '[tactics]\nfoes = "best"\n\n[[fighter]]', 1)
    page = server.owner().post("/lab", {"do": "compare", "one": DUEL, "two": best}, status=422)
    assert 'id="two-p"' in page
    assert "foes plays best:targets, which is solved and not played" in page


def test_an_example_is_taken_without_comparing(server: Server) -> None:
    page = server.owner().post("/lab", {"do": "example:two", "two_example": "duel"})
    assert "A duel at dawn" in page
    assert "What would change?" in page


def test_only_the_owner_compares(server: Server) -> None:
    server.guest().get("/lab", 401)
    server.player(server.table()).get("/lab", 403)


def test_points_have_their_sign() -> None:
    assert [points(0.0), points(0.051), points(-0.2), points(0.0001)] == ["0.0", "+5.1", "−20.0", "0.0"]
