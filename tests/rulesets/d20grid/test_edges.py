"""d20grid.edge: every source of advantage and disadvantage, off the map and off flags, and what is left of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.d20grid.fights import (
    BOW,
    ROD,
    SWORD,
    allowed,
    attack,
    attacks,
    began,
    by,
    condition,
    dice,
    edges,
    fight,
    foe,
    hurts,
    of,
    refused,
    unit,
)

KNIFE = {"name": "knife", "dice": "1d4", "kind": "thrown"}


def edges_of(*units: str, faces: int = 1, rulings: dict[str, Any] | None = None, **map: Any) -> dict[str, int]:
    """The edges of an attack of the first fighter on the last one; all dice miss."""
    text = fight(*units, **map)
    return edges(began(text, attack(0, len(units) - 1), faces=(1,) * faces, **(rulings or {})))


def vex(at: tuple[int, int] = (0, 0), **fields: Any) -> str:
    return unit("Vex", at, **fields)


def target(at: tuple[int, int] = (5, 0), **fields: Any) -> str:
    return foe("orc", at, **{"defense": 40} | fields)


ARCHER = vex(weapons=[BOW])

# The net


def test_edge_net_rows_o21_and_o22() -> None:
    """Three for and one against is the best of three; one for and two against the worst of two."""
    text = fight(
        vex(class_attack_bonus=4, flags=["invisible"], behind=["orc"]),
        unit("Bo", (10, 0)),
        target(defense=15, flags=["concealed"]),
    )
    played = began(text, attack(0, 2), faces=(1, 1, 1))
    assert edges(played) == {"concealment": -1, "behind": 1, "unseen": 1, "flanking": 1}
    assert dice(played) == [(3, 20)]
    text = fight(
        vex((0, 0), weapons=[BOW]),
        unit("Bo", (45, 0)),
        target((40, 0), flags=["concealed"]),
        elevation=[[0, 0, 5, 5, 5]],
    )
    played = began(text, attack(0, 2), faces=(1, 1))
    assert edges(played) == {"elevation": 1, "concealment": -1, "friendly fire": -1}
    assert (attacks(played)[-1].edge, dice(played)) == (-1, [(2, 20)])


def test_edge_net_of_the_text() -> None:
    """One and one cancel."""
    assert dice(began(fight(vex(flags=["blind", "invisible"]), target()), attack(0, 1), faces=(1,))) == [(1, 20)]


@pytest.mark.parametrize(("option", "count"), [("none", 4), ("cap_1", 2), ("cap_2", 3)])
def test_t24_how_many_dice_there_can_be(option: str, count: int) -> None:
    text = fight(vex(flags=["invisible"], behind=["orc"]), unit("Bo", (10, 0)), target())
    played = began(text, attack(0, 2), faces=(1,) * count, T24=option)
    assert dice(played) == [(count, 20)]
    assert attacks(played)[-1].edge == 3


# Where the two are


@pytest.mark.parametrize(
    ("here", "there", "edge"), [(5, 0, 1), (0, 5, 0), (5, 5, 0), (10, 5, 1), (-5, 0, 0), (0, -5, 1)]
)
def test_t25_higher_ground(here: int, there: int, edge: int) -> None:
    found = edges_of(vex(), target(), faces=1 + edge, elevation=[[0, 0, 5, 5, here], [5, 0, 5, 5, there]])
    assert found.get("elevation", 0) == edge
    assert "lower ground" not in found


def test_t25_lower_ground() -> None:
    ledge = [[5, 0, 5, 5, 5]]
    assert edges_of(vex(), target(), faces=2, rulings={"T25": "disadvantage"}, elevation=ledge) == {"lower ground": -1}
    assert edges_of(vex(), target(), rulings={"T25": "disadvantage"}) == {}


def test_t61_a_wall_that_cuts_the_line_to_a_corner_is_cover() -> None:
    archer = vex((0, 0), weapons=[BOW])
    assert edges_of(archer, target((30, 5)), faces=2, walls=[[20, 0, 20, 5]]) == {"cover": -1}
    assert edges_of(archer, target((30, 5)), walls=[[20, 20, 20, 25]]) == {}


def test_t61_a_wall_on_the_line_breaks_it() -> None:
    played = began(fight(ARCHER, target((30, 0)), walls=[[20, 0, 20, 10]]))
    assert refused(played, attack(0, 1)).clause == "d20grid.edge.line-of-sight"


def test_t61_who_stands_in_cover_is_so_from_outside() -> None:
    wood = [[20, 0, 20, 20]]
    assert edges_of(vex(weapons=[BOW]), target((30, 0)), faces=2, cover=wood) == {"cover": -1}
    assert edges_of(vex((25, 0)), target((30, 0)), cover=wood) == {}
    assert edges_of(vex((15, 0)), target((20, 0)), faces=2, cover=wood) == {"cover": -1}


def test_t61_flags_say_it_instead() -> None:
    flags: dict[str, Any] = {"T61": "flags"}
    wall = [[20, 0, 20, 10]]
    assert edges_of(ARCHER, target((30, 0)), rulings=flags, walls=wall) == {}
    assert edges_of(ARCHER, target((30, 0), flags=["covered"]), faces=2, rulings=flags) == {"cover": -1}
    assert edges_of(ARCHER, target((30, 0), flags=["covered"])) == {}  # off the map nobody is
    hidden = fight(ARCHER, target((30, 0), flags=["hidden"]))
    assert not allowed(began(hidden, T61="flags"), attack(0, 1))
    assert allowed(began(hidden), attack(0, 1))


def test_t26_behind_is_said() -> None:
    assert edges_of(vex(behind=["orc"]), target(), faces=2) == {"behind": 1}
    played = began(fight(vex(), target()), of("set_behind", 0, target=1, on=True), attack(0, 1), faces=(1, 1))
    assert edges(played) == {"behind": 1}
    gone = began(
        fight(vex(behind=["orc"]), target()), of("set_behind", 0, target=1, on=False), attack(0, 1), faces=(1,)
    )
    assert edges(gone) == {}


# Flanking


def test_t27_two_in_the_targets_area() -> None:
    assert edges_of(vex(), unit("Bo", (5, 5)), target(), faces=2) == {"flanking": 1}
    assert edges_of(vex(), unit("Bo", (15, 0)), target()) == {}


def test_t27_the_area_is_that_of_the_targets_weapon() -> None:
    """Around an archer it is 15 feet, for both."""
    archer = target((20, 0), weapons=[BOW])
    assert edges_of(vex((15, 0)), unit("Bo", (35, 0)), archer, faces=3) == {"flanking": 1, "against a ranged weapon": 1}
    assert "flanking" not in edges_of(vex((15, 0)), unit("Bo", (40, 0)), archer, faces=2)
    assert "flanking" not in edges_of(vex((15, 0)), unit("Bo", (35, 0)), target((20, 0)))
    assert "flanking" in edges_of(vex((5, 0), weapons=[KNIFE]), unit("Bo", (30, 0)), archer, faces=1)


def test_t27_the_ally_must_be_conscious_and_so_must_the_target() -> None:
    assert edges_of(vex(), unit("Bo", (5, 5), hp=-1, max_hp=5), target()) == {}
    text = fight(vex(), unit("Bo", (5, 5)), target(hp=-1, max_hp=5), foe("imp", (60, 0)))
    assert edges(began(text, attack(0, 2), faces=(1,))) == {}


def test_t27_opposite_sides() -> None:
    rulings: dict[str, Any] = {"T27": "opposite_sides"}
    assert edges_of(vex(), unit("Bo", (10, 0)), target(), faces=2, rulings=rulings) == {"flanking": 1}
    assert edges_of(vex(), unit("Bo", (5, 5)), target(), rulings=rulings) == {}


def test_t27_an_ally_who_is_adjacent() -> None:
    archer = target((20, 0), weapons=[BOW])
    rulings: dict[str, Any] = {"T27": "ally_adjacent"}
    assert "flanking" in edges_of(vex((15, 0)), unit("Bo", (25, 0)), archer, faces=3, rulings=rulings)
    assert "flanking" not in edges_of(vex((15, 0)), unit("Bo", (30, 0)), archer, faces=2, rulings=rulings)


# Who sees whom


@pytest.mark.parametrize(
    ("mine", "theirs", "found"),
    [
        (["blind"], [], {"cannot see the target": -1}),
        ([], ["blind"], {"unseen": 1}),
        (["invisible"], [], {"unseen": 1}),
        ([], ["invisible"], {"cannot see the target": -1}),
        (["invisible"], ["blind"], {"unseen": 1}),
        (["blind"], ["invisible"], {"cannot see the target": -1}),
        (["blind"], ["blind"], {"cannot see the target": -1, "unseen": 1}),
        ([], ["concealed"], {"concealment": -1}),
        (["concealed"], [], {}),
        ([], ["concealed", "invisible"], {"concealment": -1, "cannot see the target": -1}),
        (["unaware"], [], {}),
    ],
    ids=str,
)
def test_edge_blind(mine: list[str], theirs: list[str], found: dict[str, int]) -> None:
    faces = 1 + abs(sum(found.values()))
    flags = [one for one in mine if one != "unaware"]
    assert edges_of(vex(flags=flags), target(flags=theirs), faces=faces) == found


def test_the_referee_says_who_is_blind() -> None:
    played = began(fight(vex(), target()), of("set_flag", 0, flag="blind", on=True), attack(0, 1), faces=(1, 1))
    assert edges(played) == {"cannot see the target": -1}
    assert refused(played, of("set_flag", 0, flag="unaware", on=True)).code == "begun"


# Friends


def test_t31_friends_near_the_target() -> None:
    assert edges_of(ARCHER, unit("Bo", (45, 0)), target((40, 0)), faces=2) == {"friendly fire": -1}
    assert edges_of(ARCHER, unit("Bo", (50, 0)), target((40, 0))) == {}
    assert edges_of(vex(), unit("Bo", (10, 5)), target(), faces=2) == {"flanking": 1}


def test_t31_the_unconscious_are_friends_and_the_dead_are_not() -> None:
    assert edges_of(ARCHER, unit("Bo", (45, 0), hp=-1, max_hp=5), target((40, 0)), faces=2) == {"friendly fire": -1}
    text = fight(ARCHER, unit("Bo", (45, 0), hp=-10, max_hp=5), target((40, 0)))
    assert edges(began(text, attack(0, 2), faces=(1,), rolling=(0, 2))) == {}


def test_t31_the_targets_friends_or_melee_as_well() -> None:
    literal: dict[str, Any] = {"T31": "literal_target_allies"}
    text = fight(ARCHER, target((40, 0)), foe("imp", (45, 0)))
    assert edges(began(text, attack(0, 1), faces=(1, 1), **literal)) == {"friendly fire": -1}
    assert edges(began(text, attack(0, 1), faces=(1,))) == {}
    assert edges_of(ARCHER, unit("Bo", (45, 0)), target((40, 0)), rulings=literal) == {}
    melee = edges_of(vex(), unit("Bo", (10, 0)), target(), rulings={"T31": "melee_too"})
    assert melee == {"flanking": 1, "friendly fire": -1}


# The line of sight


def test_t32_creatures_on_the_line_break_it() -> None:
    played = began(fight(ARCHER, foe("imp", (20, 0)), target((40, 0))))
    assert refused(played, attack(0, 2)).message == "there is no clear line to orc"
    assert allowed(played, attack(0, 1))
    assert not allowed(began(fight(ARCHER, unit("Bo", (20, 0)), target((40, 0)))), attack(0, 2))


def test_t32_but_for_allies_within_five_feet() -> None:
    assert allowed(began(fight(ARCHER, unit("Bo", (5, 0)), target((40, 0)))), attack(0, 2))
    assert not allowed(began(fight(ARCHER, unit("Bo", (10, 0)), target((40, 0)))), attack(0, 2))
    assert not allowed(began(fight(ARCHER, foe("imp", (5, 0)), target((40, 0)))), attack(0, 2))


def test_t32_the_unconscious_are_creatures_and_the_dead_are_not() -> None:
    assert not allowed(began(fight(ARCHER, foe("imp", (20, 0), hp=-1, max_hp=5), target((40, 0)))), attack(0, 2))
    text = fight(ARCHER, foe("imp", (20, 0), hp=-10, max_hp=5), target((40, 0)))
    assert allowed(began(text, rolling=(0, 2)), attack(0, 2))


def test_t32_cover_instead() -> None:
    assert edges_of(ARCHER, foe("imp", (20, 0)), target((40, 0)), faces=2, rulings={"T32": "cover"}) == {"cover": -1}
    assert edges_of(ARCHER, unit("Bo", (5, 0)), target((40, 0)), rulings={"T32": "cover"}) == {}
    pike = vex(weapons=[{"name": "pike", "dice": "1d8", "reach": 10}])
    assert edges_of(pike, foe("imp", (5, 0)), target((10, 0)), rulings={"T32": "cover"}) == {}


# Bows


@pytest.mark.parametrize(
    ("feet", "found"),
    [
        (5, {"point blank": -1, "inside the area": -1}),
        (10, {"inside the area": -1}),
        (15, {"inside the area": -1}),
        (20, {}),
    ],
)
def test_t30_close_shots(feet: int, found: dict[str, int]) -> None:
    assert edges_of(ARCHER, target((feet, 0)), faces=1 + len(found)) == found
    single = {"point blank": -1} if feet == 5 else found
    assert edges_of(ARCHER, target((feet, 0)), faces=1 + len(single), rulings={"T30": "single"}) == single


def test_t30_melee_attacks_have_no_such_thing() -> None:
    assert edges_of(vex(), target()) == {}


@pytest.mark.parametrize(
    ("option", "full"), [("stack", True), ("single", True), ("rolled", False), ("single_rolled", False)]
)
def test_t30_inside_ones_area_the_dice_count_in_full(option: str, full: bool) -> None:
    shot = attack(0, 1)
    rolled = () if full else (2,)
    played = began(fight(ARCHER, foe(at=(10, 0))), shot, faces=(20, 20, *rolled), T30=option)
    assert (hurts(played)[0].total, hurts(played)[0].full) == ((6, True) if full else (2, False))
    far = began(fight(ARCHER, foe(at=(20, 0))), shot, faces=(20, 2), T30=option)
    assert (hurts(far)[0].total, hurts(far)[0].full) == (2, False)


def test_t33_melee_attacks_on_who_wields_a_bow() -> None:
    assert edges_of(vex(), target(weapons=[BOW]), faces=2) == {"against a ranged weapon": 1}
    assert edges_of(vex(), target(weapons=[BOW, SWORD], hands=["sword"])) == {}
    assert "against a ranged weapon" not in edges_of(ARCHER, target((30, 0), weapons=[BOW]))
    both: dict[str, Any] = {"weapons": [SWORD, KNIFE]}
    assert edges_of(vex(), target(**both, hands=["sword", "knife"])) == {}
    assert edges_of(vex(), target(**both, hands=["knife", "sword"]), faces=2) == {"against a ranged weapon": 1}


def test_t33_it_adds_to_flanking() -> None:
    found = edges_of(vex(), unit("Bo", (10, 0)), target(weapons=[BOW]), faces=3)
    assert found == {"flanking": 1, "against a ranged weapon": 1}


# The unconscious


def test_t51_an_unconscious_target() -> None:
    text = fight(vex(weapons=[ROD]), foe(defense=40, hp=-1, max_hp=5), foe("imp", (60, 0)))
    assert edges(began(text, attack(0, 1), faces=(1,))) == {}
    assert edges(began(text, attack(0, 1), faces=(1, 1), T51="advantage")) == {"unconscious": 1}
    sure = began(text, attack(0, 1), T51="auto_hit")
    assert (condition(sure, 1).hp, sure.steps[-1].asked) == (-5, ())
    standing = fight(vex(), target())
    assert edges(began(standing, attack(0, 1), faces=(1,), T51="advantage")) == {}


def test_t56_to_be_unaware_makes_nobody_easier_to_hit() -> None:
    text = fight(vex(), target(flags=["unaware"]))
    played = began(text, attack(0, 1), faces=(1,), rolling=(0,))
    assert edges(played) == {}


def test_each_source_counts_once() -> None:
    """Two walls, a wood: cover; two allies: flanking."""
    found = edges_of(
        vex((0, 0), weapons=[BOW]),
        target((30, 5)),
        faces=2,
        walls=[[20, 0, 20, 5], [25, 0, 25, 5]],
        cover=[[30, 5, 5, 5]],
    )
    assert found == {"cover": -1}
    assert edges_of(vex(), unit("Bo", (10, 0)), unit("Cy", (5, 5)), target(), faces=2) == {"flanking": 1}


def test_what_is_attacked() -> None:
    played = began(fight(vex(), unit("Bo", (0, 5)), target((10, 0))))
    assert refused(played, attack(0, 1)).code == "not_a_foe"
    far = refused(played, attack(0, 2))
    assert (far.code, far.clause) == ("out_of_reach", "d20grid.attack.reach")
    assert refused(played, attack(0, 7)).code == "no_such_fighter"
    assert refused(played, attack(0, 2, 3)).code == "no_such_weapon"
    dead = began(fight(vex(), foe(hp=-10, max_hp=5), foe("imp", (0, 5))), rolling=(0, 2))
    assert refused(dead, attack(0, 1)).code == "no_target"
    assert refused(began(fight(vex(hands=[]), target())), attack(0, 1)).code == "not_in_hand"
    assert not allowed(began(fight(vex(hands=[]), target())), by("strike", 0, weapon=0))
