"""The odds of a whole fight: which kind of answer, how sure, and when it gives up."""

from __future__ import annotations

import hashlib
import json
import sys
from fractions import Fraction
from time import monotonic, perf_counter
from types import SimpleNamespace

import pytest

import affray
from affray.errors import BadInput, OutOfTime, TooLarge, Unsupported
from affray.interpret import by_lump
from affray.interpret.answer import answer
from affray.interpret.found import QUICK, Method, fraction_seconds
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.solve import solve
from affray.interpret.tabulate import tabulate
from tests.cli.running import DOORWAY, DUEL, FORD, fighter, interrupted

EXACT: tuple[Method, ...] = ("sides", "machine", "lump")
TOP = 'ruleset = "knave"\n'
KNAVES_AND_GOBLINS = """
ruleset = "knave"
[[fighter]]
name = "knave"
side = "party"
count = {knaves}
hp = 6
attack = 2
armor = 13
weapons = [{{ name = "sword", die = "d8" }}]
[[fighter]]
name = "goblin"
side = "foes"
count = {goblins}
hp = 4
attack = 1
armor = 13
damage = "1d6"
morale = 7
"""


def test_a_small_fight_is_a_fraction() -> None:
    found = answer(affray.load(DUEL))
    assert (found.kind, found.method) == ("fraction", "sides")
    assert found.error is None
    assert sum(found.win.values()) + (found.undecided or 0) == 1
    assert list(found.win) == ["party", "foes", "nobody"]
    assert found.reports is not None
    assert found.states > 40


def test_every_way_gives_the_same_fractions() -> None:
    fight = affray.load(DUEL)
    sides, machine, lump = (answer(fight, exactly=True, method=way) for way in EXACT)
    assert (sides.method, machine.method, lump.method) == EXACT
    assert sides.win == machine.win == lump.win
    low, high = answer(fight, method="bounded").bounds["party"]
    assert low <= sides.win["party"] <= high
    assert high - low < 2e-6


LONE = fighter("Ana", "party") + fighter("Rook", "foes").rstrip() + "\nmorale = 4\n"
"""A foe whose morale breaks at half of its hit points: it may flee with some left."""


@pytest.mark.parametrize("fight", [affray.load(DUEL), affray.parse(TOP + LONE)], ids=["duel", "morale"])
def test_ways_agree_on_what_becomes_of_the_fighters(fight: affray.Fight) -> None:
    one, other = answer(fight, method="sides").reports, answer(fight, method="machine").reports
    assert one is not None
    assert other is not None
    assert one.rounds == pytest.approx(other.rounds, abs=1e-10)
    for mine, theirs in zip(one.fates, other.fates, strict=True):
        for fate in {*mine, *theirs}:
            assert mine.get(fate, 0) == pytest.approx(theirs.get(fate, 0), abs=1e-10)
    for had, has in zip(one.left, other.left, strict=True):
        for amount in {*had, *has}:
            assert had.get(amount, 0) == pytest.approx(has.get(amount, 0), abs=1e-10)
    for reports in (one, other):
        for fates, left in zip(reports.fates, reports.left, strict=True):
            assert sum(left.values()) == pytest.approx(fates.get("up", 0), abs=1e-10)


def test_of_a_fight_that_need_not_end_no_rounds_are_told() -> None:
    """Nobody can hit anybody: neither how long it takes nor what becomes of anybody can be said."""
    nobody = fighter("Ana", "party", armor=40) + fighter("Rook", "foes", armor=40)
    found = answer(affray.parse(TOP + 'rulings = { K08 = "needs_hit" }\n' + nobody), method="machine")
    assert (found.undecided, found.reports) == (1, None)


def test_of_a_fight_that_is_over_everybody_is_told_as_they_stand() -> None:
    """The foe is down before the first round."""
    down = fighter("Rook", "foes").replace("hp = 8", "hp = 0\nmax_hp = 8")
    over = affray.parse(TOP + fighter("Ana", "party", hp=5) + down)
    reports = answer(over, method="machine").reports
    assert reports is not None
    assert reports.left == ({5: 1.0}, {})


def test_what_a_way_does_not_know_is_said() -> None:
    fight = affray.load(FORD)
    found = answer(fight)
    assert (found.method, found.unknown) == ("machine", {"sides": "breakage"})
    with pytest.raises(Unsupported, match="breakage"):
        answer(fight, method="sides")
    with pytest.raises(BadInput, match="an interval is no fraction"):
        answer(fight, exactly=True, method="bounded")


def test_a_larger_one_is_exact_but_for_rounding() -> None:
    fight = affray.parse(TOP + fighter("Ana", "party") + fighter("Bo", "party") + fighter("Rook", "foes", hp=16))
    rough, exact = answer(fight, method="lump"), answer(fight, exactly=True)
    assert (rough.kind, exact.kind) == ("float", "fraction")
    assert rough.error is not None
    for name, p in rough.win.items():
        assert abs(Fraction(p) - Fraction(exact.win[name])) <= Fraction(rough.error)


@pytest.mark.parametrize(("knaves", "goblins", "p"), [(2, 2, 0.8035514553), (3, 3, 0.8173483754)])
def test_knaves_and_goblins(knaves: int, goblins: int, p: float) -> None:
    found = answer(affray.parse(KNAVES_AND_GOBLINS.format(knaves=knaves, goblins=goblins)))
    assert float(found.win["party"]) == pytest.approx(p, abs=1e-10)


@pytest.mark.slow
def test_four_knaves_and_six_goblins_to_the_last_digit() -> None:
    found = answer(affray.parse(KNAVES_AND_GOBLINS.format(knaves=4, goblins=6)), exactly=True)
    p = found.win["party"]
    assert isinstance(p, Fraction)
    sys.set_int_max_str_digits(0)
    try:
        text = f"{p.numerator}/{p.denominator}"
    finally:
        sys.set_int_max_str_digits(4300)
    # The same rational that an independent library returns.
    assert hashlib.sha256(text.encode()).hexdigest().startswith("2a41e7e270485425")


def test_more_states_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_lump, "NODES", 50)
    found = answer(affray.load(DUEL), method="lump")
    assert (found.kind, found.reason, found.win) == ("too_large", "states", {})
    assert found.states > 50


def test_the_time_is_up() -> None:
    start = perf_counter()
    found = answer(affray.load(FORD), budget=0.2, method="lump")
    assert perf_counter() - start < 10  # 0.2 s was measured
    assert (found.kind, found.reason, found.undecided) == ("too_large", "time", None)
    assert found.states > 10


def test_an_interval_where_there_is_no_time_for_more() -> None:
    found = answer(affray.load(FORD), budget=0.2)
    assert found.kind == "bounded"
    assert found.unknown == {"sides": "breakage"}
    low, high = found.bounds["party"]
    assert low <= 0.409521832 <= high
    assert answer(affray.load(FORD), budget=0.2, interval=False).kind == "too_large"


def test_an_interrupt_while_a_fight_is_explored_gives_the_interval_that_is_certain_by_then() -> None:
    out = b""
    for wait in (2.5, 8, 15):  # a busy machine may not have begun to explore by then
        out, _ = interrupted("odds", DOORWAY, "--json", after=wait)
        if out:
            break
    found = json.loads(out)
    assert (found["kind"], found["way"], found["partial"]) == ("bounded", "bounded", True)
    assert found["states"] > 10
    assert list(found["low"]) == ["party", "foes", "nobody"]
    for side, low, high in (("party", 0.7203, 0.9404), ("foes", 0.0596, 0.2797)):  # the interval after a minute
        assert 0 <= found["low"][side] < low < high < found["high"][side] <= 1


def test_an_interrupt_gives_no_interval_where_none_was_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*given: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(PlainNetwork, "explore", interrupt)
    fight = affray.load(FORD)
    found = answer(fight)
    assert (found.kind, found.interrupted, found.unknown) == ("bounded", True, {"sides": "breakage"})
    assert found.bounds["party"] == (0.0, 1.0)
    for asked in ({"exactly": True}, {"interval": False}, {"method": "machine"}):
        with pytest.raises(KeyboardInterrupt):
            answer(fight, **asked)


def test_the_time_is_up_while_fractions_are_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    fight = affray.load(DUEL)
    chain = tabulate(fight)
    with pytest.raises(OutOfTime):
        solve(chain, True, monotonic() - 1)
    monkeypatch.setattr(by_lump, "tabulate", lambda *given: chain)
    found = answer(fight, exactly=True, budget=-1, method="lump")
    assert (found.kind, found.reason, found.states) == ("too_large", "fractions", chain.size)


def test_out_of_time_is_a_kind_of_too_large() -> None:
    with pytest.raises(TooLarge, match="the time is up"):
        tabulate(affray.load(DUEL), deadline=monotonic() - 1)


def test_the_estimate_is_of_the_right_size() -> None:
    chain = tabulate(affray.parse(KNAVES_AND_GOBLINS.format(knaves=2, goblins=2)))
    guess = fraction_seconds(chain)
    start = perf_counter()
    solve(chain, True)
    true = perf_counter() - start
    assert guess / 10 < true < guess * 10  # within 1.5 where it was fitted
    assert fraction_seconds(SimpleNamespace(size=100, moves=[[(0, 1)] * 3] * 100)) < QUICK
    assert fraction_seconds(SimpleNamespace(size=2_000, moves=[[(0, 1)] * 4] * 2_000)) > QUICK


def test_no_chance_is_below_0() -> None:
    ana = 'name="Ana"\nside="party"\nhp=3\nattack=2\narmor=40\nweapons=[{name="w",die="d4",quality=1}]\n'
    orc = 'name="orc"\nside="foes"\nhp=8\nattack=1\narmor=16\ndamage="1d6"\n'
    rulings = '[rulings]\nK08="needs_hit"\nK17="none"\n'
    found = answer(affray.parse(TOP + rulings + "[[fighter]]\n" + ana + "[[fighter]]\n" + orc), method="sides")
    assert found.win["foes"] == 0
