"""Names of people: what is taken, what is not, and what is too much like something else."""

from __future__ import annotations

import msgspec
import pytest

from affray.errors import BadInput
from affray.server.live.names import person_name
from tests.server.sitting import OWNER, STRANGER, Sitting


@pytest.mark.parametrize("name", ["", "   ", "\u200b" * 15, "\u2800", "\u3164"])
def test_a_name_shows_something(name: str) -> None:
    with pytest.raises(BadInput, match="needs a visible character"):
        person_name(name, ())


@pytest.mark.parametrize(("name", "said"), [("x" * 61, "61"), ("x" * 10_000, "10000")])
def test_a_name_has_60_visible_characters(name: str, said: str) -> None:
    with pytest.raises(BadInput, match=said) as found:
        person_name(name, ())
    assert found.value.allowed == "1 to 60"


def test_families_are_counted_in_bytes() -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
    assert person_name(family, ()) == family
    with pytest.raises(BadInput, match="bytes"):
        person_name(family * 60, ())


def test_one_name_however_it_is_typed() -> None:
    assert person_name("Jose\u0301", ()) == "Jos\u00e9"
    with pytest.raises(BadInput, match="has that name"):
        person_name("Jose\u0301", ["Jos\u00e9"])


@pytest.mark.parametrize(
    "name",
    [
        "Referee",
        "referee ",
        "REFEREE",
        "R\u0435feree",
        "Ｒｅｆｅｒｅｅ",
        "Co-Referee",
        "the table",
        "R.e.f.e.r.e.e",
        "Réferee",
    ],
)
def test_offices_are_reserved(name: str) -> None:
    with pytest.raises(BadInput, match="reserved"):
        person_name(name, ())


@pytest.mark.parametrize(("one", "other"), [("Mira", "mira"), ("Mira", "M\u0456ra"), ("Mira", "Mira."), ("Bob", "B0b")])
def test_names_that_read_alike_are_one(one: str, other: str) -> None:
    with pytest.raises(BadInput, match="has that name"):
        person_name(other, [one])


@pytest.mark.parametrize("char", ["\u202e", "\u2066", "\u2069"])
def test_direction_controls_are_named(char: str) -> None:
    with pytest.raises(BadInput, match=f"U\\+{ord(char):04X}"):
        person_name(f"a{char}b", ())


@pytest.mark.parametrize("char", ["\n", "\t", "\0", "\x1b", "\x07"])
def test_control_characters_are_named(char: str) -> None:
    with pytest.raises(BadInput, match=f"U\\+{ord(char):04X}"):
        person_name(f"a{char}b", ())


def test_marks_do_not_pile_up() -> None:
    with pytest.raises(BadInput, match="marks"):
        person_name("a" + "\u0301" * 100, ())


@pytest.mark.parametrize(
    "name",
    [
        "\u05d3\u05d5\u05d3",
        "\u0645\u0631\u064a\u0645",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f9dd\u200d\u2640\ufe0f",
        "<script>alert(1)</script>",
        '"><img onerror=x>',
        "{{7*7}}",
        "${7*7}",
        "%s%n",
        "'; DROP TABLE x;--",
        "\\",
        "%",
        "_",
        "=1+1",
        "@SUM",
        "+cmd",
        "-1",
        "null",
        "undefined",
        "NaN",
        "true",
        "0",
        "constructor",
        "__proto__",
        "toString",
        "CON",
        "..",
        "a/b",
        ".htaccess",
        "@everyone",
        "**bold**",
        "javascript:alert(1)",
    ],
)
def test_ordinary_names(name: str, ford: Sitting) -> None:
    assert ford.room.knock(STRANGER, name) is None
    assert name in [knock.name for knock in ford.look(OWNER).room.knocks]
    assert name in [one["name"] for one in msgspec.json.decode(ford.bytes_of(OWNER))["room"]["knocks"]]


def test_a_name_at_the_table_is_taken(ford: Sitting) -> None:
    fault = ford.room.knock(STRANGER, "ANNE")
    assert fault is not None
    assert (fault.status, fault.code, fault.field) == (422, "taken", "name")
    assert "that name" in fault.message


def test_two_tabs_knock_once(ford: Sitting) -> None:
    assert ford.room.knock(STRANGER, "Sam") is None
    assert ford.room.knock(STRANGER, "Sam") is None
    assert [knock.name for knock in ford.look(OWNER).room.knocks].count("Sam") == 1


def test_the_door_and_the_table_have_an_end(ford: Sitting) -> None:
    from affray.server.limits import MOST_KNOCKS, MOST_PEOPLE
    from affray.server.live import messages as m

    people = [f"00000000-0000-4000-9000-{n:012}" for n in range(MOST_PEOPLE + MOST_KNOCKS)]
    inside = len(ford.look(OWNER).room.people)
    for number, person in enumerate(people[: MOST_PEOPLE - inside]):
        ford.seat(person, f"P{number}")
    late = people[MOST_PEOPLE]
    assert ford.room.knock(late, "Late") is None
    assert ford.refused(OWNER, m.Admit(person=late)).code == "table_full"
    waiting = len(ford.look(OWNER).room.knocks)
    for number, person in enumerate(people[MOST_PEOPLE + 1 :][: MOST_KNOCKS - waiting]):
        assert ford.room.knock(person, f"K{number}") is None
    fault = ford.room.knock(STRANGER, "Too late")
    assert fault is not None
    assert fault.status == 409
