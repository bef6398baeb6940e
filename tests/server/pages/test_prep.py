"""The prep page: the fight file as it is changed, what to expect, and stat blocks of other books."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html import unescape
from threading import Thread
from time import monotonic

import pytest

from affray.errors import BadInput
from affray.fight import parse
from affray.interpret.simulate import simulate
from affray.server.examples import example
from affray.server.faults import Refused
from affray.server.pages.prep_child import Step
from affray.server.pages.prep_content import fighter, ready
from affray.server.pages.prep_edit import as_toml, counts, with_count, with_fighter, with_value
from affray.server.pages.prep_numbers import Played, play_fight, solve
from affray.server.pages.prep_report import report, seen
from affray.server.pages.prep_runner import Reckoner
from affray.server.reckoning.running import Runner
from tests.server.pages.visiting import FORD, Server, text_of

GOBLIN = "Goblin\nAC 6, HD 1-1, #AT 1, DAM 1d6, MV 20', SA F1, ML 7, AL C\n"

DUEL = example("duel").text


def file_of(page: str) -> str:
    """The fight file on a page, as a browser would send it back."""
    return unescape(page.split('name="text"', 1)[1].split(">\n", 1)[1].split("</textarea>", 1)[0])


# The file as it is changed


def test_a_count_is_changed_where_it_stands() -> None:
    text = example("goblins_at_the_ford").text
    changed = with_count(text, 4, 7)
    assert changed == text.replace("count = 6", "count = 7")
    assert counts(changed, "fight")[4] == ("goblin", "foes", 7)


def test_a_count_is_written_where_there_is_none() -> None:
    changed = with_count(FORD, 0, 3)
    assert counts(changed, "fight")[0] == ("Ana", "party", 3)
    assert counts(changed, "fight")[1:] == counts(FORD, "fight")[1:]
    assert counts(with_count(DUEL, 1, 4), "fight")[1][2] == 4


@pytest.mark.parametrize(("number", "count"), [(0, 0), (0, 101), (3, 1), (-1, 1)])
def test_a_count_out_of_range(number: int, count: int) -> None:
    with pytest.raises(BadInput):
        with_count(FORD, number, count)


def test_a_value_is_set_in_a_table_that_is_made_or_there() -> None:
    once = with_value(FORD, "tactics", "party", "weakest")
    assert parse(once).tactics["party"] == "weakest"
    twice = with_value(once, "tactics", "party", "strongest")
    assert twice == once.replace('"weakest"', '"strongest"')
    both = with_value(twice, "tactics", "foes", "weakest")
    assert dict(parse(both).tactics) == {"party": "strongest", "foes": "weakest"}
    assert parse(with_value(both, "rulings", "K08", "auto_hit")).rulings["K08"] == "auto_hit"


def test_json_is_written_as_toml_with_the_same_fight() -> None:
    data = {
        "ruleset": "knave",
        "title": 'A "duel"',
        "tactics": {"party": "weakest"},
        "fighter": [
            {
                "name": "Ana",
                "side": "party",
                "hp": 4,
                "abilities": {"str": 2, "dex": 1, "con": 1, "int": 1, "wis": 1, "cha": 1},
                "weapons": ["sword"],
            },
            {"name": "ogre", "side": "foes", "hd": 3, "armor": 14, "damage": "1d8", "morale": 9, "leader": True},
        ],
    }
    written = as_toml(json.dumps(data), "fight")
    one, other = parse(json.dumps(data)), parse(written)
    assert (one.state, one.tactics, one.title) == (other.state, other.tactics, other.title)
    assert as_toml(FORD, "fight") == FORD


@pytest.mark.parametrize("ruleset", ["knave", "skilldice", "d20grid"])
def test_ready_fighters_fight(ruleset: str) -> None:
    assert len(ready(ruleset)) >= 10
    names = list(ready(ruleset))
    text = with_fighter(f'ruleset = "{ruleset}"', fighter(ruleset, names[0], "party", 1))
    text = with_fighter(text, fighter(ruleset, names[-1], "foes", 3))
    fight = parse(text)
    assert len(fight.ruleset.standings(fight.state)) == 4
    with pytest.raises(BadInput, match="no such fighter"):
        fighter(ruleset, "nobody", "foes", 1)


# The numbers


@pytest.mark.parametrize("name", ["goblins_at_the_ford", "skill_duel", "doorway"])
def test_fights_are_played_as_simulate_plays_them(name: str) -> None:
    fight = parse(example(name).text)
    found = play_fight(fight, 120, 60.0, "a seed")
    tally = simulate(fight, 120, "a seed")
    assert found.runs == 120
    assert found.winners == {winner or "nobody": count for winner, count in tally.winners.items()}
    assert found.undecided == tally.undecided
    assert found.rounds == tally.rounds
    assert found.fates == tally.fates
    assert found.left == tally.left
    for falls, fates in zip(found.falls, found.fates, strict=True):
        assert sum(falls.values()) == fates.get("down", 0) + fates.get("dead", 0)


def test_the_time_ends_it_and_what_was_played_is_the_same() -> None:
    fight = parse(example("goblins_at_the_ford").text)
    few = play_fight(fight, 100_000, 0.0, "a seed")
    assert few.runs == 1
    assert few == play_fight(fight, 1, 60.0, "a seed")


def test_a_small_fight_is_solved_in_fractions() -> None:
    found = solve(DUEL, "duel", 30.0, {})
    assert found is not None
    assert found.exact
    assert found.win["party"] == "5462997414690557872481268581/10234529382467804279603200000"
    told = report(parse(DUEL), play_fight(parse(DUEL), 50, 60.0, "a"), found)
    assert told.shares[0].percent == "53\u202f%"
    assert told.headline == "Nearly a coin toss: the party wins 53\u202f%"


def test_what_was_never_seen_may_still_happen() -> None:
    fight = parse(FORD)
    counts = play_fight(fight, 3, 60.0, "a")
    counts = Played(
        3, "a", {"foes": 3}, 0, counts.rounds, counts.falls, counts.fates, counts.left, counts.deaths, counts.flights
    )
    told = report(fight, counts, None)
    assert [one.percent for one in told.shares] == [seen_none(3), ">\u202f99\u202f%"]
    assert "0\u202f%" not in [one.percent for one in told.shares]


def test_fights_that_nobody_can_win_are_undecided() -> None:
    fighter = '[[fighter]]\nname = "{0}"\nside = "{1}"\nat = [{2}, 0]\nhp = 10\ndefense = 60\n'
    weapon = 'weapons = [{ name = "stick", dice = "1d4", kind = "melee", style = "sticks", reach = 5 }]\n'
    text = 'ruleset = "d20grid"\n' + "".join(
        fighter.format(*one) + weapon for one in (("Ann", "party", 0), ("Bob", "foes", 5))
    )
    fight = parse(text)
    played, solved = play_fight(fight, 5, 60.0, "a"), solve(text, "a draw", 60.0, {})
    assert played.undecided == 5
    assert solved is not None
    assert solved.undecided == "1"
    told = report(fight, played, solved)
    assert told.headline == "No end in sight: 100\u202f% of fights are undecided"
    assert "100\u202f% never end" in told.how
    assert report(fight, played, None).shares[-1].percent == ">\u202f99\u202f%"


def seen_none(runs: int) -> str:
    from fractions import Fraction

    return seen(Fraction(0), runs)


def test_shares_fill_the_bar() -> None:
    fight = parse(FORD)
    told = report(fight, play_fight(fight, 60, 60.0, "a"), None)
    assert sum(one.width for one in told.shares) == pytest.approx(640, abs=0.05)
    assert [one.role for one in told.shares[:2]] == ["party", "foes"]


# The process beside the server


@pytest.fixture
def reckoner() -> Iterator[Reckoner]:
    """What reckons, until the test is over."""
    runner = Runner()
    yield Reckoner(runner, "a test")
    runner.close()


def test_results_come_from_processes_of_their_own(reckoner: Reckoner) -> None:
    steps = [Step(kind="solve", text=DUEL, seconds=20), Step(kind="play", text=DUEL, seconds=20, runs=40, seed="a")]
    results = reckoner.reckon(steps, 30.0)
    assert results.played(1) == play_fight(parse(DUEL), 40, 60.0, "a")
    assert results.solved(0) == solve(DUEL, "duel", 60.0, {})
    assert (results.played(0), results.solved(1)) == (None, None)


def test_what_takes_too_long_is_cut_off_and_what_was_known_is_kept(reckoner: Reckoner) -> None:
    start = monotonic()
    hard = Step(kind="solve", text=example("doorway").text, seconds=600)
    results = reckoner.reckon([hard, Step(kind="play", text=DUEL, seconds=20, runs=5, seed="a")], 3.0)
    assert monotonic() - start < 6
    assert results.solved(0) is None
    assert results.played(1) is not None


def test_a_fight_that_cannot_be_read_takes_nothing_down(reckoner: Reckoner) -> None:
    assert reckoner.reckon([Step(kind="play", text="nonsense", seconds=1)]).found == (None,)


def test_one_answer_at_a_time(reckoner: Reckoner) -> None:
    faults: list[Refused] = []

    def ask() -> None:
        try:
            reckoner.reckon([Step(kind="play", text=DUEL, seconds=2)])
        except Refused as refused:
            faults.append(refused)

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [refused.fault.code for refused in faults] == ["running"]


# The page


def test_only_the_owner_prepares(server: Server) -> None:
    room = server.table()
    server.guest().get("/prep", 401)
    server.player(room).get("/prep", 403)
    server.player(server.table()).post("/prep", {"do": "expect", "text": FORD}, status=403)


def test_an_example_is_read_and_reckoned(server: Server) -> None:
    owner = server.owner()
    page = owner.post("/prep", {"do": "example", "example": "duel"})
    assert file_of(page) == DUEL
    page = owner.post("/prep", {"do": "expect", "text": DUEL})
    assert "the party wins 53\u202f%" in text_of(page)
    assert "Exact, from 49 positions" in text_of(page)
    assert file_of(page) == DUEL


def test_one_more_changes_the_file_and_what_to_expect(server: Server) -> None:
    page = server.owner().post("/prep", {"do": "more:2", "text": FORD})
    assert file_of(page) == FORD.replace("count = 2", "count = 3")
    assert "Who falls, and in which round" in page


def test_fewer_and_more_side_by_side(server: Server) -> None:
    page = text_of(server.owner().post("/prep", {"do": "sweep:4", "text": example("goblins_at_the_ford").text}))
    assert "6 × goblin , or 5" in page
    assert "From 4 to 8" in page
    assert "6 as written" in page


def test_a_fight_is_built_from_ready_fighters(server: Server) -> None:
    owner = server.owner()
    text = ""
    fields = {"do": "add", "fighter": "knave/Berta Ashdown", "side": "party", "count": "1"}
    page = owner.post("/prep", {**fields, "text": text})
    assert "it cannot begin yet" in page
    text = file_of(page)
    assert 'name = "Berta Ashdown"' in text
    page = owner.post("/prep", {**fields, "text": text, "fighter": "knave/wolf", "side": "foes", "count": "3"})
    assert [one[2] for one in counts(file_of(page), "fight")] == [1, 3]
    assert "3 × wolf added to foes" in page


@pytest.mark.parametrize("count", ["0", "101", "-1", "1e1", "x", "9" * 40])
def test_how_many_are_added_is_checked(server: Server, count: str) -> None:
    fields = {"do": "add", "fighter": "knave/wolf", "side": "foes", "count": count, "text": FORD}
    page = server.owner().post("/prep", fields, status=422)
    assert "1 to 100" in page
    assert file_of(page) == FORD


BEST = "plays best:targets, which is solved and not played"


def test_best_play_is_not_prepared_for(server: Server) -> None:
    """The page says why there are no numbers, keeps the file as it is, and takes a tactic in its place."""
    owner = server.owner()
    text = DUEL.replace("[[fighter]]", '[tactics]\nfoes = "best"\n\n[[fighter]]', 1)
    for do in ("sweep:0", "tactics"):
        page = owner.post("/prep", {"do": do, "text": text}, status=422)
        assert f"foes {BEST}" in page
        assert file_of(page) == text
        assert "<option selected>best:targets</option><option>first</option>" in page
    page = owner.post("/prep", {"do": "tactics", "tactic:foes": "weakest", "text": text})
    assert BEST not in page
    assert parse(file_of(page)).tactics["foes"] == "weakest"


def test_rulings_and_tactics_go_into_the_file(server: Server) -> None:
    owner = server.owner()
    page = owner.post("/prep", {"do": "ruling", "ruling": "K08", "option": "auto_hit", "text": DUEL})
    assert parse(file_of(page)).rulings["K08"] == "auto_hit"
    page = owner.post("/prep", {"do": "tactics", "tactic:party": "weakest", "tactic:foes": "first", "text": DUEL})
    assert parse(file_of(page)).tactics["party"] == "weakest"
    page = owner.post("/prep", {"do": "ruling", "ruling": "K08", "option": "maybe", "text": DUEL}, status=422)
    assert "literal, auto_hit" in page
    assert file_of(page) == DUEL


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "there is no fight yet"),
        (f"{FORD}leadr = true\n".encode(), "did you mean leader?"),
        (b"\xff\xfea\x00", "UTF-8 needed"),
        (b'{"hp": 5,}', "line 1"),
        (b"[" * 100_000, "TOML"),
        (b"\x1f\x8b" + bytes(20), "a gzip archive"),
        (b"<svg onload=alert(1)>", "XML or HTML"),
    ],
)
def test_a_file_that_is_none(server: Server, content: bytes, said: str) -> None:
    page = server.owner().post("/prep", {"do": "load"}, {"file": ("<i>.toml", content)}, status=422)
    assert said.lower() in text_of(page).lower().replace("ford:1", "line 1").replace(".toml:1", " line 1")
    assert "<i>" not in page
    assert "<svg onload" not in page


def test_a_block_is_asked_about_and_then_added(server: Server) -> None:
    owner = server.owner()
    page = owner.post("/prep", {"do": "convert", "to": "knave", "block": GOBLIN, "text": FORD})
    assert "which way does it count?" in page
    assert 'href="/rules/knave/knave.monster.hp"' in page
    refused = owner.post("/prep", {"do": "take:0", "to": "knave", "block": GOBLIN, "text": FORD}, status=422)
    assert "answer what is asked first" in refused
    fields = {"to": "knave", "block": GOBLIN, "text": FORD, "answer:ac_system:Goblin": "bx"}
    page = owner.post("/prep", {**fields, "do": "take:0", "count:0": "4", "side:0": "foes"})
    text = file_of(page)
    assert counts(text, "fight")[-1] == ("Goblin", "foes", 4)
    assert "armor = 13" in text.rsplit("[[fighter]]", 1)[1]


def test_prose_is_no_block(server: Server) -> None:
    page = server.owner().post("/prep", {"do": "convert", "to": "knave", "block": "Once upon a time."}, status=422)
    assert "no creature to convert" in page


def test_a_prepared_fight_is_opened_as_a_table(server: Server) -> None:
    address = server.owner().post("/tables", {"do": "open", "text": DUEL}, status=303)
    room = server.site.rooms.room(address.removeprefix("/t/"))
    assert room.snapshot(server.site.owner.person).title == "A duel at dawn"


def test_names_are_text(server: Server) -> None:
    name = "<img src=x onerror=alert(1)>"
    page = server.owner().post("/prep", {"do": "check", "text": FORD.replace('"Ben"', f'"{name}"')})
    assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;" in page


def test_a_form_that_is_none(server: Server) -> None:
    owner = server.owner()
    assert owner.ask("POST", "/prep", content=b"{}").status_code == 415
    many = {f"a{n}": "" for n in range(400)}
    assert owner.ask("POST", "/prep", data=many, files={"nothing": ("", b"")}).status_code == 400
    assert owner.ask("POST", "/prep", files={"file": ("a", bytes(2 << 20))}).status_code == 413
