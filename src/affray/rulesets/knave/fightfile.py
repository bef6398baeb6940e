"""A Knave fight file to the state at the start. Every value is checked where it stands in the file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, NamedTuple

from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import Node, Value, parse_document, told_apart
from affray.rules import RESERVED, rule
from affray.rules.interning import one_of
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.equipment import armor_of, spell_of, weapons_of
from affray.rulesets.knave.ground import space
from affray.rulesets.knave.rulings import Rulings, rulings_of
from affray.rulesets.knave.settling import fate_at
from affray.rulesets.knave.space import CLOSER, OFF, OUT
from affray.rulesets.knave.state import (
    ABILITIES,
    COMING,
    FOES,
    PARTY,
    UP,
    Condition,
    Damage,
    Profile,
    State,
    is_standing,
    side_name,
)

MOST_FIGHTERS = 100
MOST_ALIKE = 1_000
"""Fighters of a side who are all alike: a battle, for odds and simulation alone (a table has room for 100 people)."""

HIT_DICE = r"(?P<count>[0-9]{1,3})(?P<half>/2)?(?P<modifier>[+-][0-9]{1,3})?(?P<stars>\*{0,5})"


def setup(root: Node, chosen: Mapping[str, str]) -> State:
    """The state at the start of the fight that a file describes, under these rulings (by slug)."""
    rulings = rulings_of(chosen)
    nodes = root.tables("fighter", 1, MOST_FIGHTERS)
    party = _party_side([_side(node) for node in nodes])
    fighters: list[tuple[Profile, Condition]] = []
    for node in nodes:
        fighters += fighters_of(node, party, rulings, [one for one, _ in fighters])
        if len(fighters) > MOST_FIGHTERS and not is_battle([one for one, _ in fighters]):
            raise node.error(
                "", "too many fighters", received=len(fighters), allowed=f"1 to {MOST_FIGHTERS}", code="out_of_range"
            )
    for camp in (PARTY, FOES):
        if all(one.camp != camp for one, _ in fighters):
            raise root.error(
                "fighter", "a fight needs a fighter on each side", received=None, hint=f"all are of {party}"
            )
    state = assembled(fighters, rulings)
    for camp in (PARTY, FOES):
        fates = {state.conditions[one].fate for one in state.camps[camp]}
        if COMING in fates and UP not in fates:
            problem = "each side needs somebody who is there when the fight begins"
            raise root.error("fighter", problem, received=None, hint=f"all of {side_name(state, camp)} come later")
    return state


def is_battle(profiles: Sequence[Profile]) -> bool:
    """Whether all fighters of each camp are of one kind, as one table with a `count` describes them."""
    return len({(one.camp, one.kind) for one in profiles}) == len({one.camp for one in profiles})


def assembled(fighters: Sequence[tuple[Profile, Condition]], rulings: Rulings) -> State:
    """The state at the start of a fight between these fighters, some of each camp.

    Enemies who are still to come stand last: a number or a name that is left out would tell players of them.
    """
    fighters = sorted(fighters, key=lambda one: one[0].camp == FOES and one[1].fate == COMING)
    party, foes = (tuple(n for n, (one, _) in enumerate(fighters) if one.camp == camp) for camp in (PARTY, FOES))
    return _at_start(
        State(
            rulings,
            tuple(map(one_of, _numbered([one for one, _ in fighters]))),
            tuple(one for _, one in fighters),
            (party, foes),
        )
    )


def _side(node: Node) -> str:
    side = node.text("side", 1, 60)
    if side.casefold() == "neutral":
        problem = "everybody is of the players' side or of their foes (K41)"
        raise node.error("side", problem, hint="leave out who does not fight", code="reserved")
    if side in RESERVED:
        raise node.error("side", "that word has a meaning of its own", hint="any other name will do", code="reserved")
    return side


SHOTS = 20
"""What a quiver holds (K22)."""


@rule("K41")
def _party_side(sides: list[str]) -> str:
    """The players' side: the one called party, or the one named first (K41)."""
    return "party" if "party" in sides else sides[0]


def _numbered(profiles: list[Profile]) -> tuple[Profile, ...]:
    """Names told apart."""
    names = told_apart([one.name for one in profiles])
    return tuple([replace(one, name=name) for one, name in zip(profiles, names, strict=True)])


def _at_start(state: State) -> State:
    """A fight in which a camp has nobody who is up is over before it begins."""
    left = [camp for camp in (PARTY, FOES) if is_standing(state, camp)]
    if len(left) == 2:
        return state
    return replace(state, over=True, winner=side_name(state, left[0]) if left else None)


@rule("knave.monster.attack", "knave.monster.morale")
def fighters_of(node: Node, party: str, rulings: Rulings, before: list[Profile]) -> list[tuple[Profile, Condition]]:
    """The fighters of one table: `count` of them, all alike; `before` are those listed before them."""
    name, side = node.name("name"), _side(node)
    alike = node.whole("count", 1, MOST_ALIKE, default=1)
    camp = PARTY if side == party else FOES
    level, hit_dice = _level(node)
    usual_hp, rolled = (None, None) if hit_dice is None else points_of(hit_dice, rulings)
    hp, max_hp = hit_points_of(node, usual_hp)
    bonuses = abilities_of(node, camp)
    employer = _employer(node, side, before, alike)
    # Hit dice or level stand in for a monster's bonuses (knave.monster.attack, .saves); a character's level does not.
    usual = bonuses[0] if bonuses else level if camp == FOES or hit_dice is not None else None
    npc = camp == FOES or hit_dice is not None or employer is not None
    attack = node.whole("attack", -5, 40, default=usual)
    if attack is None:
        raise node.missing("attack")
    armor, worn = armor_of(node, rulings)
    weapons = weapons_of(node, rulings)
    profile = Profile(
        name=name,
        kind=name,
        side=side,
        camp=camp,
        max_hp=max_hp,
        level=capped(level, rulings) if npc and level is not None else 0,
        melee_bonus=attack,
        ranged_bonus=_ranged_bonus(node, attack, bonuses),
        weapons=weapons,
        spells=tuple(spell_of(value) for value in node.values("spells", 0, 20)),
        morale=node.whole("morale", 2, 12, default=None),
        leader=node.truth("leader", default=False),
        weak_to=tuple(node.list_of_text("weak_to", default=[])),
        bonuses=bonuses,
        hireling_of=employer,
        paid=node.truth("paid", default=True),
        hidden=node.truth("hidden", default=False),
        joins=node.whole("joins", 1, 100, default=0),
        hp_dice=None if _says_hit_points(node) else rolled,
        start=_place(node, rulings),
        **armor,
    )
    condition = Condition(
        hp=hp,
        fate=COMING
        if profile.joins > 1 or (profile.hidden and not profile.joins)
        else UP
        if hp > 0
        else fate_at(profile, hp, rulings),
        weapons=tuple(weapon.quality for weapon in weapons),
        slung=profile.shield and bool(weapons) and weapons[0].hands > 1,
        shots=SHOTS if tracked(rulings) and any(one.kind == "ranged" for one in weapons) else None,
        at=profile.start,
        flags=tuple(value.choice(FLAGS) for value in node.values("flags")),
        **worn,
    )
    node.note("notes", default="")
    node.done()
    return [(profile, condition)] * alike


def _ranged_bonus(node: Node, attack: int, bonuses: tuple[int, ...] | None) -> int:
    """WIS for one with scores; a monster's attack bonus counts for both (knave.monster.attack)."""
    printed = node.whole("attack", -5, 40, default=None)
    return bonuses[4] if bonuses and printed is None else attack


@rule("K19")
def _place(node: Node, rulings: Rulings) -> str:
    """The place where a fighter starts; the words of moves that lead to no place are none."""
    place = node.text("at", 1, 60, default="")
    if not place and space(rulings)[0] == "zones":
        raise node.missing("at")
    if place in (OFF, CLOSER, OUT):
        raise node.error("at", "that word has a meaning of its own", hint="any other name will do", code="reserved")
    return place


@rule("knave.henchmen", "K61")
def _employer(node: Node, side: str, before: list[Profile], alike: int) -> int | None:
    """The number of the fighter whom a hireling works for: a PC has at most as many as its CHA bonus."""
    name = node.text("hireling_of", 1, 60, default=None)
    if name is None:
        return None
    names = [one.name for one in before]
    if name not in names:
        raise node.error("hireling_of", "no fighter above is called so", allowed=", ".join(names))
    employer = before[names.index(name)]
    if employer.side != side:
        raise node.error("hireling_of", "a hireling is of its employer's side", allowed=f"one of {side}")
    if employer.bonuses:
        most, number = employer.bonuses[5], alike + sum(one.hireling_of == names.index(name) for one in before)
        if number > most:
            raise node.error(
                "hireling_of",
                f"too many hirelings of {name}",
                received=number,
                allowed=f"{most}, as many as its CHA bonus",
            )
    return names.index(name)


@rule("K22")
def tracked(rulings: Rulings) -> bool:
    """Whether shots are counted."""
    return rulings.ammunition == "track"


def _says_hit_points(node: Node) -> bool:
    """Whether the file gives the hit points, so that nothing is worked out or rolled."""
    return node.either("hp", default=None) is not None or node.either("max_hp", default=None) is not None


def hit_points_of(node: Node, usual: int | None = None) -> tuple[int, int]:
    """The hit points now and at most: each stands in for the other, and hit dice for both."""
    most = node.whole("max_hp", 1, 9_999, default=None)
    hp = node.whole("hp", -9_999, 9_999, default=usual if most is None else most)
    if hp is None:
        raise node.missing("hp")
    if most is None:
        if hp < 1:
            raise node.error("hp", "out of range where max_hp is not given", allowed="integer 1 to 9999")
        return hp, hp
    if hp > most:
        raise node.error("hp", "more than max_hp", allowed=f"at most {most}")
    return hp, most


class HitDice(NamedTuple):
    """Hit dice as printed: their number, 0 for half a die, and what is added to them."""

    number: int
    modifier: int = 0


@rule("knave.monster.hp", "K69")
def points_per_die(rulings: Rulings) -> int:
    """The hit points of one hit die that is not rolled."""
    return 5 if rulings.hp_per_die == "five" else 4


@rule("knave.monster.hp", "K62")
def points_of(hit_dice: HitDice, rulings: Rulings) -> tuple[int, Damage | None]:
    """The hit points of these hit dice, at least 1, and the dice to roll for them instead: half a d8 is a d4."""
    each, (number, modifier) = points_per_die(rulings), hit_dice
    points = number * each if number else each // 2
    choice = rulings.hit_dice
    if choice == "add_mod":
        points += modifier
    rolled = Damage(((number, 8) if number else (1, 4),), modifier) if choice == "roll_d8" else None
    return max(points, 1), rolled


@rule("knave.monster.saves", "K64")
def capped(level: int, rulings: Rulings) -> int:
    """The level as the bonus of all abilities."""
    return min(level, 10) if rulings.monster_cap == "cap_10" else level


@rule("knave.monster.hp")
def _level(node: Node) -> tuple[int | None, HitDice | None]:
    """The level, which is the number of hit dice where these are given."""
    level = node.whole("level", 1, 20, default=None)
    value = node.either("hd", default=None)
    if value is None:
        return level, None
    if level is not None:
        raise value.error("level and hd are the same thing: give one")
    if value.kind == "text":
        return _hit_dice(value)
    if value.raw == 0.5:
        return 0, HitDice(0)
    try:
        number = value.whole(1, 40)
    except BadInput:
        raise value.error("hit dice are out of range", allowed="0.5 to 40", code="out_of_range") from None
    return number, HitDice(number)


def _hit_dice(value: Value) -> tuple[int, HitDice]:
    match = re.fullmatch(HIT_DICE, value.text().replace("½", "1/2"))
    if match is None:
        raise value.error("hit dice are a number, 1/2, or with a modifier as in 1-1 or 3+1", allowed="0.5 to 40")
    number = int(match["count"])
    if not 1 <= number <= 40 or (match["half"] and number != 1):
        raise value.error("out of range", allowed="0.5 to 40")
    count = 0 if match["half"] else number
    return count, HitDice(count, int(match["modifier"] or 0))


@rule("knave.ability.cap", "knave.monster.saves")
def abilities_of(node: Node, camp: int) -> tuple[int, int, int, int, int, int] | None:
    """The bonuses of the abilities, 1 to 10 for one of the players' side; None where no scores are given."""
    table = node.table("abilities")
    if table is None:
        return None
    low, high = (1, 10) if camp == PARTY else (-5, 40)
    strength, dexterity, constitution, intelligence, wisdom, charisma = [
        _ability(table, key, low, high) for key in ABILITIES
    ]
    table.done()
    return strength, dexterity, constitution, intelligence, wisdom, charisma


@rule("knave.ability.score")
def _ability(table: Node, key: str, low: int, high: int) -> int:
    """An ability as its bonus, or as bonus and defense, which are 10 apart (knave.ability.score)."""
    value = table.either(key)
    if value.kind != "table":
        return value.whole(low, high)
    inner = value.table()
    bonus = inner.whole("bonus", low, high)
    defense = inner.whole("defense", low + 10, high + 10, default=bonus + 10)
    if defense != bonus + 10:
        raise inner.error("bonus", f"bonus must be defense - 10 ({defense - 10})")
    inner.done()
    return bonus


def refuses(state: State, fighter: Any) -> str | None:
    """Why a fighter described by plain values cannot join, or None."""
    if len(state.profiles) >= MOST_FIGHTERS:
        return f"there are {MOST_FIGHTERS} fighters already, and no more than that fit in"
    try:
        joining = newcomers(state, fighter)
    except BadInput as error:
        return str(error)
    except (TypeError, ValueError, RecursionError):
        return "a fighter is described by a table of texts, numbers and lists"
    if len(state.profiles) + len(joining) > MOST_FIGHTERS:
        return f"there are {len(state.profiles)} fighters already, and no more than {MOST_FIGHTERS} fit in"
    return None


@rule("K80")
def newcomers(state: State, fighter: Any) -> list[tuple[Profile, Condition]]:
    """The fighters that plain values describe, as in a fight file; their names are told apart from those there.

    They are there at once, but for those who hide and those who join in a round that is still to come.
    """
    import json  # noqa: PLC0415 - nobody joins while a file is read

    document = parse_document(json.dumps(fighter), "the newcomer", "json")
    party = state.profiles[state.camps[PARTY][0]].side
    described = fighters_of(document.root, party, state.rulings, list(state.profiles))
    taken = {one.name for one in state.profiles}
    found = []
    for profile, condition in described:
        name = profile.name
        if name in taken:
            name = next(told for n in count(2) if (told := f"{profile.name} {n}") not in taken)
        taken.add(name)
        found.append((one_of(replace(profile, name=name)), _coming_in(state, profile, condition)))
    return found


def _coming_in(state: State, profile: Profile, condition: Condition) -> Condition:
    """Whoever joins now is there; whoever hides or joins in a later round is still to come."""
    if condition.fate != COMING or profile.hidden or profile.joins > state.round:
        return condition
    return replace(condition, fate=UP if condition.hp > 0 else fate_at(profile, condition.hp, state.rulings))
