"""Dice can be checked at the table: it binds itself before round 1, people add words, and the public log is enough."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from affray.server.live import messages as m
from affray.server.live.room import Answer
from affray.server.live.snapshot import Fair
from affray.table.fairness import OpenRoll, first_false, opens, together
from tests.promises.fights import RULESETS, fight
from tests.promises.seated import Served
from tests.promises.wire import Wire, wired
from tests.server.sitting import ANA, BEN, OWNER

MOST = 15
"""Commands until a referee ends the fight."""


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with wired(tmp_path_factory.mktemp("fair")) as found:
        yield found


def seated(wire: Wire, ruleset: str, number: int) -> Served:
    table = Served(wire, fight(ruleset, number), (f"open {ruleset} {number}", f"hidden {ruleset} {number}"))
    table.seat(ANA, "Anne", fighter=0)
    table.seat(BEN, "Benno")
    return table


def played(table: Served, source: Random) -> None:
    """Rolls everything, until the fight is over."""
    for _ in range(MOST):
        held = table.room._held
        if held.table.outcome is not None:
            return
        if table.room._waiting() is not None:
            table.say(OWNER, m.RollRest())
        else:
            seat = source.choice(held.table.to_act)
            command = source.choice(held.table.legal(seat))
            found = table.answer(OWNER, m.Do(command=msgspec.to_builtins(command), roll=True))
            # Whoever hides does not begin: words could be added to the seed after a die that nobody saw.
            assert isinstance(found, Answer) or found.code == "seed_not_fixed", found
    if table.room._held.table.outcome is None:
        table.say(OWNER, m.Do(command={"type": "end_fight", "winner": None, "reason": "it is late"}))


def rolls(table: Served) -> list[OpenRoll]:
    """The open rolls of a log whose dice are known, as a snapshot and the log have them.

    It is the public log, but where something hidden happened in between: then the numbers of its entries are not those
    that the dice come from, and the referee has to prove them.
    """
    person = ANA if all(one.public for one in table.room._held.happened) else OWNER
    hidden = {why.name for why in table.room._held.table.ruleset.rolls if why.hidden}
    shown = {line.seq: iter(line.dice) for line in table.room.lines_before(person, None, 1_000)}
    found = []
    for line in map(json.loads, table.room.export(person).splitlines()[1:]):
        seen: Counter[str] = Counter()
        for name, _, source, faces in line.get("rolls", ()):
            sides, *_ = [next(shown[line["seq"]]).sides for _ in faces]
            if source == "rolled" and sides and name not in hidden:
                found.append(OpenRoll(line["seq"], name, seen[name], sides, tuple(faces)))
            seen[name] += 1
    return found


def checked(wire: Wire, ruleset: str, number: int) -> int:
    """A fight from its promise to its proof; how many rolls were proven."""
    source = Random(f"fair {ruleset} {number}")
    table = seated(wire, ruleset, number)
    before = table.look(ANA).fair
    if table.room._held.table.outcome is not None:
        assert not before.may_add
        return 0
    assert before == table.look(OWNER).fair
    assert (before.open_seed, before.hidden_seed) == (None, None)
    added = []
    if before.may_add:
        for person in source.sample((ANA, BEN, OWNER), source.randrange(4)):
            added.append(f"wörds {source.random()}")
            table.say(person, m.AddSeed(text=added[-1]))
    played(table, source)
    for person in (ANA, OWNER):  # the end alone opens nothing: it may be undone
        over = table.look(person).fair
        assert (over.open_seed, over.hidden_seed, over.may_open) == (None, None, person == OWNER)
    table.say(OWNER, m.OpenSeeds())
    for message in (m.Undo(), m.AddSeed(text="after"), m.End(reopen=True)):
        assert table.refused(OWNER, message).status == 409
    after, own = table.look(ANA).fair, table.look(OWNER).fair
    _opened(before, after, own, added)
    assert after.open_seed is not None
    seed = together(after.open_seed, after.added)
    found = rolls(table)
    assert first_false(seed, found) is None
    _bent(seed, found, before, source)
    return len(found)


def _opened(before: Fair, after: Fair, own: Fair, added: list[str]) -> None:
    """The open seed is everybody's, the hidden one the referee's; both are those that were promised."""
    assert after.added == tuple(added)
    for fair in (after, own):
        assert fair.open_commitment == before.open_commitment
        assert fair.hidden_commitment == before.hidden_commitment
        assert not fair.may_add
    assert after.open_seed is not None and opens(after.open_seed, before.open_commitment)
    assert after.hidden_seed is None
    assert own.hidden_seed is not None and opens(own.hidden_seed, before.hidden_commitment)
    assert after.open_seed == own.open_seed


def _bent(seed: str, found: list[OpenRoll], before: Fair, source: Random) -> None:
    """A bit that is changed in a face or in the seed is noticed."""
    bent = bytearray(seed.encode())
    bent[source.randrange(len(bent))] ^= 1 << source.randrange(7)
    other = bent.decode()
    assert not opens(other, before.open_commitment)
    for place, roll in enumerate(found[:3]):
        faces = list(roll.faces)
        die = source.randrange(len(faces))
        faces[die] ^= 1 << source.randrange(4)
        changed = msgspec.structs.replace(roll, faces=tuple(faces))
        assert first_false(seed, [*found[:place], changed, *found[place + 1 :]]) is changed
    if sum(len(roll.faces) for roll in found if roll.sides > 3) > 12:
        assert first_false(other, found) is not None


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_public_log_proves_its_dice(ruleset: str, wire: Wire) -> None:
    assert sum(checked(wire, ruleset, number) for number in range(10)) > 10


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, 340, 20))
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_public_logs_of_1_000_fights_prove_their_dice(ruleset: str, start: int, wire: Wire) -> None:
    """1,020 fights, and some 3,000 bits."""
    assert sum(checked(wire, ruleset, number) for number in range(1_000 + start, 1_020 + start)) > 20


def test_a_fight_that_is_broken_off_keeps_its_promise_and_opens_nothing(wire: Wire) -> None:
    for ruleset in RULESETS:
        table = seated(wire, ruleset, 3)
        before = table.look(ANA).fair
        table.say(OWNER, m.End())
        table.restart()
        for person in (OWNER, ANA):
            after = table.look(person).fair
            assert (after.open_commitment, after.hidden_commitment) == (
                before.open_commitment,
                before.hidden_commitment,
            )
            assert (after.open_seed, after.hidden_seed) == (None, None)


def test_nobody_adds_to_the_seed_once_a_die_was_asked_for(wire: Wire) -> None:
    table = seated(wire, "knave", 3)
    table.say(ANA, m.AddSeed(text="before"))
    played(table, Random(3))
    assert table.refused(ANA, m.AddSeed(text="after")).status == 409
    assert table.look(BEN).fair.added == ("before",)
