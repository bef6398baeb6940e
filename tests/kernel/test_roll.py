"""Dice that roll: fair for every die, and their words what they are said to be."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice
from random import Random

import pytest

from affray.dice import MOST_SIDES, Roll, Why
from affray.interpret import roll as module
from affray.interpret.roll import WORDS, Sampler, face, words
from affray.interpret.script import Streams

WHY = Why("attack.d20", "attacker")


def test_every_word_makes_every_face_of_every_die_equally_often() -> None:
    """Each of the 65,536 words, for each die of 2 to 1,000 sides: 65536 // sides words a face, the others none."""
    for sides in range(2, MOST_SIDES + 1):
        source = iter(range(WORDS))
        made = [face(source, sides) for _ in range(WORDS // sides * sides)]
        assert Counter(made) == dict.fromkeys(range(1, sides + 1), WORDS // sides)
        with pytest.raises(StopIteration):  # the words that are left make no face
            face(source, sides)


def test_a_die_of_one_side_shows_it() -> None:
    """No notation has such a die, but a state that was handed in may; it must not draw for ever."""
    assert face(iter([65_535]), 1) == 1
    assert Sampler("", 0).faces(Roll(1, 3), WHY) == (1, 1, 1)
    with pytest.raises(ZeroDivisionError):
        face(iter([0]), 0)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 20, 100, 257, 999, 1_000])
def test_a_word_above_the_fair_ones_is_followed_by_another(sides: int) -> None:
    above = WORDS // sides * sides
    words_drawn = [*range(above, WORDS), above - 1, 0]
    source = iter(words_drawn)
    assert [face(source, sides), face(source, sides)] == [sides, 1]
    assert next(source, None) is None


def test_the_words_of_the_table_are_as_described() -> None:
    """blake2-16: word k is the 16-bit BLAKE2b of seed, entry, name, occurrence and k, with zero bytes between them."""
    found = list(islice(words("seed", 3, "attack.d20", 1), 5))
    for k, word in enumerate(found):
        text = b"seed" + b"\0" + b"3" + b"\0" + b"attack.d20" + b"\0" + b"1" + b"\0" + str(k).encode()
        high, low = hashlib.blake2b(text, digest_size=2).digest()
        assert word == 256 * high + low
    # The same ones for ever: a log that was written once replays with any later version.
    assert found == [53451, 8552, 33083, 21315, 22920]
    assert module.TABLE_GENERATOR == "blake2-16"
    assert module.SIMULATION_GENERATOR == "mt-16"


def test_a_word_above_the_fair_ones_is_drawn_again() -> None:
    streams = Streams("open", "hidden", 9)
    roll = Roll(1_000, 1_000)  # 536 words of 65,536 are drawn again: some 8 of 1,000
    expected: list[int] = []
    k = 0
    while len(expected) < roll.count:
        word = int.from_bytes(hashlib.blake2b(f"open\0{9}\0attack.d20\0{0}\0{k}".encode(), digest_size=2).digest())
        k += 1
        if word < 65_000:
            expected.append(word % 1_000 + 1)
    assert k > roll.count
    assert streams.faces(roll, WHY, 0) == tuple(expected)


def test_another_roll_never_shifts_a_stream() -> None:
    streams = Streams("open", "hidden", 1)
    first = streams.faces(Roll(20, 8), WHY, 0)
    assert streams.faces(Roll(20, 3), WHY, 0) == first[:3]
    others = [
        streams.faces(Roll(20, 8), WHY, 1),
        streams.faces(Roll(20, 8), Why("attack.damage", "attacker"), 0),
        streams.faces(Roll(20, 8), Why("attack.d20", "attacker", hidden=True), 0),
        Streams("open", "hidden", 2).faces(Roll(20, 8), WHY, 0),
        Streams("other", "hidden", 1).faces(Roll(20, 8), WHY, 0),
    ]
    assert len({first, *others}) == 6


def test_hidden_rolls_come_from_the_hidden_seed_alone() -> None:
    hidden = Why("morale.2d6", "referee", hidden=True)
    roll = Roll(20, 8)
    one, other = Streams("open", "hidden", 1), Streams("another", "hidden", 1)
    assert one.faces(roll, hidden, 0) == other.faces(roll, hidden, 0)
    assert one.faces(roll, hidden, 0) != Streams("open", "another", 1).faces(roll, hidden, 0)
    assert one.faces(roll, WHY, 0) == Streams("open", "another", 1).faces(roll, WHY, 0)


def _mt_16(seed: str, run: int, sides: int, count: int) -> list[int]:
    """mt-16 from its description: 16-bit words of `random()`, drawn again above the fair ones."""
    random = Random(f"{seed}/{run}")
    faces: list[int] = []
    while len(faces) < count:
        word = int(random.random() * 65_536)
        if word < 65_536 // sides * sides:
            faces.append(word % sides + 1)
    return faces


@pytest.mark.parametrize("sides", [2, 6, 20, 999, 1_000])
def test_the_sampler_rolls_as_described(sides: int) -> None:
    expected = _mt_16("ford", 7, sides, 400)
    one = Sampler("ford", 7)
    assert [one.roll(Roll(sides), WHY) for _ in range(400)] == expected
    many = Sampler("ford", 7)
    assert many.faces(Roll(sides, 400), WHY) == tuple(sorted(expected, reverse=True))
    by_keep = Sampler("ford", 7)
    assert by_keep.roll(Roll(sides, 2, "high"), WHY) == max(expected[:2])
    assert by_keep.roll(Roll(sides, 3, "low"), WHY) == min(expected[2:5])
    assert by_keep.roll(Roll(sides, 4), WHY) == sum(expected[5:9])


def test_the_sampler_rolls_the_same_for_ever() -> None:
    dice = Sampler("0", 0)
    assert [dice.roll(Roll(20), WHY) for _ in range(6)] == [19, 20, 6, 13, 14, 13]


def chi_square(counts: Counter[int], sides: int) -> float:
    expected = sum(counts.values()) / sides
    return sum((counts[one] - expected) ** 2 / expected for one in range(1, sides + 1))


# The value of chi square that a fair die exceeds once in 10,000 times, by its sides.
LIMITS = {4: 21.11, 6: 25.74, 8: 29.88, 10: 33.72, 12: 37.37, 20: 50.80, 100: 160.06}


@pytest.mark.parametrize("sides", LIMITS)
def test_dice_pass_a_chi_square_test(sides: int) -> None:
    sampler = Sampler("chi square", sides)
    sampled = Counter(sampler.roll(Roll(sides), WHY) for _ in range(20_000))
    assert chi_square(sampled, sides) < LIMITS[sides]
    table = Counter(Streams("chi", "square", 1).faces(Roll(sides, 20_000), WHY, 0))
    assert chi_square(table, sides) < LIMITS[sides]


def test_a_loaded_die_fails_the_chi_square_test() -> None:
    """A die that shows one face a tenth too often is found in 60,000 throws, though not in 6,000."""
    assert chi_square(Counter({one: 1_000 + 100 * (one == 6) for one in range(1, 7)}), 6) < LIMITS[6]
    assert chi_square(Counter({one: 10_000 + 1_000 * (one == 6) for one in range(1, 7)}), 6) > LIMITS[6]


def test_faces_do_not_follow_from_the_one_before() -> None:
    """Pairs at a lag of 1, 2 and 3: as often equal as chance has it, one time in six."""
    sampler = Sampler("serial", 1)
    thrown = [sampler.roll(Roll(6), WHY) for _ in range(30_000)]
    streams = [Streams("serial", "", n).faces(Roll(6), WHY, 0)[0] for n in range(30_000)]
    for faces in (thrown, streams):
        for lag in (1, 2, 3):
            equal = sum(one == other for one, other in zip(faces, faces[lag:], strict=False))
            spread = (30_000 * 1 / 6 * 5 / 6) ** 0.5
            assert abs(equal - (30_000 - lag) / 6) < 4 * spread
