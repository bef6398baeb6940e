"""Fight files whose sides play their best: `odds` answers, `solve` and `compare` agree, and nothing plays them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.running import document, fight, fighter, refused, run, said

F = Fraction
UNPLAYED = "which is solved and not played: affray odds and affray solve answer for it"


def duel(folder: Path, tactics: str, name: str = "best.toml") -> str:
    """Two knaves against one goblin: only the goblin has anybody to choose from."""
    people = fighter("Ana", "party", hp=4), fighter("Bo", "party", hp=2), fighter("goblin", "foes", hp=3)
    return fight(folder / name, *people, top=f"[tactics]\n{tactics}\n")


@pytest.fixture
def best(tmp_path: Path) -> str:
    return duel(tmp_path, 'foes = "best"')


def test_odds_as_a_program_reads_them(best: str) -> None:
    found = document("odds", best, "--exact")
    assert (found["kind"], found["way"]) == ("fraction", "machine")
    assert found["tactics"] == {"party": "first", "foes": "best:targets"}
    win, value = ({name: F(p) for name, p in found[key].items()} for key in ("win", "value"))
    assert sum(win.values()) + F(found["undecided"]) == 1
    assert value == {name: win[name] + (win["nobody"] + F(found["undecided"])) / 2 for name in ("party", "foes")}


def test_solve_and_odds_agree(best: str) -> None:
    found, solved = document("odds", best, "--exact"), document("solve", best, "--fixed", "party=first", "--exact")
    assert (found["win"], found["value"]) == (solved["win"], solved["value"])
    assert solved["repertoire"]["name"] == "targets"


def test_solve_takes_the_repertoire_of_the_file(tmp_path: Path) -> None:
    path = duel(tmp_path, 'party = "best:targets+order"')
    assert document("solve", path)["repertoire"]["name"] == "targets+order"
    assert document("solve", path, "--repertoire", "targets")["repertoire"]["name"] == "targets"


def test_people_read_what_it_is_worth_and_what_was_chosen_from(best: str) -> None:
    told = said("odds", best).splitlines()
    assert [line.split()[:3] for line in told[:2]] == [["value", "for", "party"], ["value", "for", "foes"]]
    assert told[-1].startswith("best play of foes: whom to attack; ")
    assert not any(line.startswith("rounds begun") for line in told)


def test_a_fight_of_tactics_has_no_value_beside_its_odds(tmp_path: Path) -> None:
    path = duel(tmp_path, 'foes = "weakest"')
    assert "value" not in document("odds", path)
    assert "value for" not in said("odds", path)


def test_the_best_and_a_tactic_are_compared(best: str, tmp_path: Path) -> None:
    found = document("compare", duel(tmp_path, 'foes = "first"', "first.toml"), best)
    assert found["kind"] == "float"
    assert found["difference"]["win"]["foes"] > 0.001
    assert found["second"]["tactics"]["foes"] == "best:targets"


def test_simulate_answers_exactly_or_not_at_all(best: str) -> None:
    exact, odds = document("simulate", best, "--method", "exact"), document("odds", best)
    assert exact["win"]["foes"]["p"] == float(F(odds["win"]["foes"]))
    assert (exact["runs"], exact["fighters"]) == (0, None)
    for method in ((), ("--method", "plain"), ("--method", "compiled"), ("--method", "turns")):
        result = run("simulate", best, "--runs", "10", *method)
        assert result.exit_code == 1
        assert result.stdout == ""
        assert result.stderr == f"affray: foes plays best:targets, {UNPLAYED}\n"


def test_a_fight_that_no_way_solves_is_not_sampled_for_it(tmp_path: Path) -> None:
    all_of_it = duel(tmp_path, 'foes = "best:all"')
    result = run("compare", all_of_it, duel(tmp_path, "", "plain.toml"), "--budget", "1")
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"foes plays best:all, {UNPLAYED}" in result.stderr
    result = run("odds", all_of_it, "--method", "machine")
    assert (result.exit_code, result.stderr) == (1, "affray: no exact odds by machine for repertoire=all\n")
    result = run("odds", all_of_it, "--budget", "1")
    assert result.exit_code == 0
    assert "too large for exact odds: " in result.stdout
    assert "simulate" not in result.stderr


def test_play_lets_people_choose_and_no_tactic(best: str) -> None:
    result = run("play", best, "--auto")
    assert result.exit_code == 1
    assert f"foes plays best:targets, {UNPLAYED}" in result.stderr
    assert run("play", best, typed="quit\n").exit_code == 0


def test_in_a_session_tactics_decide_for_the_others_and_it_goes_on(best: str) -> None:
    """The table rolls a 1: the enemies act first; then a 6."""
    foes_first = run("play", best, typed="1\nauto\nquit\n")
    assert foes_first.exit_code == 0
    assert f"foes plays best:targets, {UNPLAYED}" in foes_first.stdout + foes_first.stderr
    party_first = run("play", best, typed="6\nauto\nquit\n")
    assert party_first.exit_code == 0
    assert UNPLAYED not in party_first.stdout + party_first.stderr
    assert "Ana attacks goblin" in party_first.stdout


def test_a_name_that_is_none_is_refused_at_its_line(tmp_path: Path) -> None:
    told = refused("odds", duel(tmp_path, 'foes = "best:feats"'))
    assert "best.toml:3: tactics.foes: no such option, got 'best:feats' (allowed: first, " in told


def test_the_list_of_tactics_has_them() -> None:
    told = document("rules", "tactics")["tactics"]
    assert [one["name"] for one in told["skilldice"]][-5:] == [
        "best",
        "best:any",
        "best:body",
        "best:mind",
        "best:soul",
    ]
    assert not any(one["name"].startswith("best") for one in told["d20grid"])
    assert "  best:targets  Best play from the repertoire targets: solved by " in said("rules", "tactics")
