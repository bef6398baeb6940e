"""`affray roll` and the table of exact odds."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction

import pytest
from click.testing import CliRunner, Result

from affray.cli.odds_text import odds_of_text
from affray.cli.roll import roll
from affray.errors import BadInput, TooLarge
from affray.telling.long_numbers import decimal, digits, printed
from affray.telling.numbers import percent


def run(*arguments: str) -> Result:
    return CliRunner().invoke(roll, arguments)


def blake_face(seed: str, sides: int, place: int) -> int:
    """The face from the description of the generator: word k, rejected at or above the last full round."""
    text = f"{seed}\x00{0}\x00roll\x00{0}\x00{place}"
    word = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=2).digest(), "big")
    assert word < 65_536 // sides * sides  # so for the seeds below
    return word % sides + 1


def test_a_seed_rolls_the_same_faces() -> None:
    first, second = blake_face("ford", 6, 0), blake_face("ford", 6, 1)
    result = run("2d6+1", "--seed", "ford")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"2d6 ({first}, {second}) + 1 = {first + second + 1}\n"


def test_a_roll_without_seed_names_one_that_repeats_it() -> None:
    result = run("4d6kh3")
    seed = result.stderr.removeprefix("seed ").strip()
    assert run("4d6kh3", "--seed", seed).stdout == result.stdout


@pytest.mark.parametrize(
    "arguments", [("-1d6",), ("--", "-1d6"), ("-1d6", "+", "2"), ("2d6", "+1"), ("-d%",), ("-2d6kh1",)]
)
def test_an_expression_may_start_with_a_minus(arguments: tuple[str, ...]) -> None:
    result = run("--seed", "a", *arguments)
    assert result.exit_code == 0
    assert result.stdout.split(" = ")[1].strip().lstrip("-").isdigit()


def test_json() -> None:
    document = json.loads(run("2d6ro1kh1[a]", "--seed", "x", "--json").stdout)
    assert document["schema"] == 1
    assert document["expression"] == "2d6ro1kh1[a]"
    assert document["generator"] == "blake2-16"
    assert document["seed"] == "x"
    assert document["value"] == document["pools"][0]["total"]
    assert len(document["pools"][0]["dice"]) == 2


@pytest.mark.parametrize("seed", ["", " ", "a" * 65, "a\nb", "\x1b"])
def test_bad_seeds(seed: str) -> None:
    error = run("1d6", "--seed", seed).exception
    assert isinstance(error, BadInput)
    assert "--seed" in str(error)
    assert "1 to 64 visible characters" in str(error)


def test_bad_dice() -> None:
    assert isinstance(run("1d6+").exception, BadInput)
    with pytest.raises(BadInput):
        odds_of_text("d", as_json=True)
    with pytest.raises(TooLarge):
        odds_of_text("500d20kh250", as_json=False)


def test_the_json_of_the_odds() -> None:
    assert json.loads(odds_of_text("2d2+1", as_json=True)) == {
        "schema": 1,
        "expression": "2d2+1",
        "exact": True,
        "mean": "4",
        "distribution": {"3": "1/4", "4": "1/2", "5": "1/4"},
        "at_least": {"3": "1", "4": "3/4", "5": "1/4"},
    }
    assert json.loads(odds_of_text("1d4e4", as_json=True))["cut_at"] == 100


def test_the_table_of_the_odds() -> None:
    lines = odds_of_text("2d2 + 1", as_json=False).splitlines()
    assert lines == [
        "2d2+1",
        "mean 4",
        "value   chance       at least",
        "    3  25.00 %  1/4     100 %  1",
        "    4  50.00 %  1/2   75.00 %  3/4",
        "    5  25.00 %  1/4   25.00 %  1/4",
    ]


def test_the_table_of_long_odds() -> None:
    text = odds_of_text("100d6", as_json=False)
    assert "mean 350\n" in text
    assert "under 0.01 % each, are left out" in text
    assert "--json" in text
    assert "about 4.2" in odds_of_text("1d6e6[\x1b]", as_json=False)
    assert "\x1b" not in odds_of_text("1d6e6[\x1b]", as_json=False)


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 10**9), "< 0.01 %"),
        (Fraction(1, 20_001), "< 0.01 %"),
        (Fraction(39, 400), "9.75 %"),
        (Fraction(12, 19), "63.16 %"),
        (1 - Fraction(1, 10**9), "> 99.99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percentages_never_round_to_never_or_always(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


def test_a_fraction_of_more_than_4000_digits() -> None:
    fraction = Fraction(10**4_500 + 1, 3**9_000)
    number, below = digits(fraction.numerator), digits(fraction.denominator)
    assert int(number[:50]) == fraction.numerator // 10 ** (len(number) - 50)
    assert int(number[-50:]) == fraction.numerator % 10**50
    assert printed(fraction) == {
        "digits": [len(number), len(below)],
        "sha256": hashlib.sha256(f"{number}/{below}".encode()).hexdigest(),
        "decimals": decimal(fraction, 30),
    }
    assert printed(Fraction(-7, 3)) == "-7/3"
    assert printed(Fraction(10**3_999)) == "1" + "0" * 3_999


@pytest.mark.parametrize("size", [1, 3_999, 4_000, 4_001, 7_999, 8_000, 8_001, 50_000])
def test_long_numbers_are_printed_whole(size: int) -> None:
    assert digits(10**size) == "1" + "0" * size
    assert digits(10**size - 1) == "9" * size
    assert digits(-(10**size)) == "-1" + "0" * size
