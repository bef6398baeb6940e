"""The ideal weapon is named to a player whose odds show its die more, and to no other."""

from __future__ import annotations

from collections.abc import Callable

from affray.server.live import messages as m
from tests.server.sitting import ANA, FORD, OWNER, Sitting

CUDGEL = '[{ name = "cudgel", die = "d6", tags = ["blunt"] }]'


def test_the_ideal_weapon_is_named_beside_the_odds_that_show_it(sit: Callable[..., Sitting]) -> None:
    table = sit(FORD.replace('["sword"]', CUDGEL).replace("hd = 1\n", 'hd = 1\nweak_to = ["blunt"]\n'))
    table.seat(ANA, "Anne", fighter=0)
    table.do(OWNER, 5, type="begin_round")

    def told(person: str) -> str:
        offers = table.look(person, 0).offers
        return next(one.choice.how for one in offers if one.choice.name.startswith("Cudgel"))

    assert "ideal" not in told(ANA)
    assert told(OWNER).count("ideal") == 1
    table.say(OWNER, m.Set(odds="all"))
    assert told(ANA).endswith("; one die more, the ideal weapon")
    assert told(OWNER).count("ideal") == 1
