"""What is said beside a die: whose chance it is, and whether it is of this die or of all that are still to come."""

from __future__ import annotations

from collections.abc import Callable

from affray.server.live import messages as m
from affray.server.live.snapshot import Prompt
from affray.telling.figures import NARROW
from tests.server.room.test_messages import SKILLS, STRIKE
from tests.server.sitting import OWNER, Sitting


def asked(table: Sitting) -> Prompt:
    prompt = table.look(OWNER).prompt
    assert prompt is not None
    return prompt


def test_the_chance_of_two_dice_is_not_that_of_the_first(ford: Sitting) -> None:
    ford.do(OWNER, type="grant", actor=0, target=2, edge=1)
    ford.say(OWNER, m.Do(command=STRIKE))
    assert asked(ford).hint == f"the first die: hits on 12 or more; in all 279/400 (70{NARROW}%)"
    ford.say(OWNER, m.Faces(faces=(5,)))
    assert asked(ford).hint == f"the second die: hits on 12 or more, 9/20 (45{NARROW}%)"


def test_the_other_sides_die_has_its_name_to_the_chance(sit: Callable[..., Sitting]) -> None:
    """Odo's d12 defends against Hild's d8: the chances of a defence are the defender's."""
    table = sit(SKILLS)
    for fighter, face in ((1, 8), (0, 2)):
        table.do(OWNER, face, type="enter", actor=fighter, skill="body")
    table.do(OWNER, type="attack", actor=1, target=0, skill="body", dice=1)
    table.say(OWNER, m.Do(command={"type": "defend", "actor": 0, "skill": "body"}))
    hilds = asked(table)
    assert (hilds.name, hilds.good) == ("Hild", ())
    assert hilds.hint == f"Odo: win, in all: 5/8 (63{NARROW}%)"
    table.say(OWNER, m.Faces(faces=(4,)))
    odos = asked(table)
    assert (odos.name, odos.good) == ("Odo", tuple(range(5, 13)))
    assert odos.hint == f"win on 5 or more, 2/3 (67{NARROW}%)"
