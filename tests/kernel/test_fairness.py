"""A table is bound to its seeds before the first roll, and anybody can check its dice afterwards."""

from __future__ import annotations

import hashlib
from collections import Counter
from random import Random

from affray.dice import Roll, Why
from affray.interpret.script import Streams
from affray.table.fairness import OpenRoll, commitment, first_false, opens, together

NAMES = ("attack.d20", "attack.damage", "initiative.d6")


def made(seed: str, entries: int, source: Random) -> list[OpenRoll]:
    """What a table with this open seed rolls in some entries."""
    rolls = []
    for entry in range(1, entries + 1):
        seen: Counter[str] = Counter()
        for _ in range(3):
            name, sides, count = source.choice(NAMES), source.choice((6, 8, 20)), source.randint(1, 3)
            faces = Streams(seed, "hidden", entry).faces(Roll(sides, count), Why(name, "attacker"), seen[name])
            rolls.append(OpenRoll(entry, name, seen[name], sides, faces))
            seen[name] += 1
    return rolls


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    expected = hashlib.sha256(b"affray seed\x005eed").hexdigest()
    assert commitment("5eed") == expected
    assert opens("5eed", expected)
    assert not opens("5eee", expected)


def test_what_people_add_changes_the_seed() -> None:
    seeds = [together("5eed", added) for added in ((), ("a",), ("a", "b"), ("b", "a"), ("ab",), ("a", "b", ""))]
    assert seeds[0] == "5eed"
    assert len(set(seeds)) == len(seeds)


def test_the_seed_and_what_is_added_do_not_run_together() -> None:
    assert together("5eed1", ("a",)) != together("5eed", ("1a",))
    assert together("s", ("ab", "c")) != together("s", ("a", "bc"))


def test_the_rolls_of_a_table_are_those_of_its_seed() -> None:
    source = Random(7)
    for number in range(50):
        seed = together(f"seed {number}", ("Ana", "Bram")[: number % 3])
        assert first_false(seed, made(seed, 6, source)) is None


def test_one_changed_face_is_found() -> None:
    source = Random(8)
    rolls = made("5eed", 20, source)
    for _ in range(200):
        at = source.randrange(len(rolls))
        roll = rolls[at]
        die = source.randrange(len(roll.faces))
        other = source.choice([face for face in range(1, roll.sides + 1) if face != roll.faces[die]])
        changed = OpenRoll(
            roll.entry, roll.name, roll.occurrence, roll.sides, (*roll.faces[:die], other, *roll.faces[die + 1 :])
        )
        assert first_false("5eed", [*rolls[:at], changed, *rolls[at + 1 :]]) is changed


def test_another_seed_does_not_make_the_rolls() -> None:
    rolls = made("5eed", 20, Random(9))
    assert first_false("5eee", rolls) is not None
