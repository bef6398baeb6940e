"""A Knave fight file to the state at the start. Every value is checked where it stands in the file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import count
from typing import Any

from msgspec.structs import replace

from affray.errors import BadInput
from affray.files import Node, Value
from affray.rules import RESERVED, rule
from affray.rulesets.knave import content
from affray.rulesets.knave.attacking import FLAGS
from affray.rulesets.knave.damage import parse_damage
from affray.rulesets.knave.rulings import Rulings, numbered, rulings_of
from affray.rulesets.knave.state import (
    DEAD,
    FOES,
    PARTY,
    UNARMORED,
    UNCONSCIOUS,
    UP,
    Condition,
    Profile,
    State,
    Weapon,
    is_standing,
    side_name,
)

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
MOST_FIGHTERS = 100
UNARMORED_AC = {"bx": 19, "adnd": 20}
HIT_DICE = re.compile(r"(?P<count>[0-9]{1,3})(?P<half>/2)?(?P<modifier>[+-][0-9]{1,3})?(?P<stars>\*{0,5})", re.ASCII)


def setup(root: Node, chosen: Mapping[str, str]) -> State:
    """The state at the start of the fight that a file describes, under these rulings (by slug)."""
    rulings = rulings_of(chosen)
    nodes = root.tables("fighter", 1, MOST_FIGHTERS)
    party = _party_side([_side(node) for node in nodes])
    fighters: list[tuple[Profile, Condition]] = []
    for node in nodes:
        fighters += _fighters(node, party, rulings)
        if len(fighters) > MOST_FIGHTERS:
            raise node.error(
                "", "too many fighters", received=len(fighters), allowed=f"1 to {MOST_FIGHTERS}", code="out_of_range"
            )
    camps = tuple(tuple(n for n, (one, _) in enumerate(fighters) if one.camp == camp) for camp in (PARTY, FOES))
    if not all(camps):
        raise root.error("fighter", "a fight needs a fighter on each side", received=None, hint=f"all are of {party}")
    state = State(
        rulings, _numbered([one for one, _ in fighters]), tuple(one for _, one in fighters), (camps[PARTY], camps[FOES])
    )
    return _at_start(state)


def _side(node: Node) -> str:
    side = node.text("side", 1, 60)
    if side in RESERVED:
        raise node.error("side", "that word has a meaning of its own", hint="any other name will do", code="reserved")
    return side


@rule("K41")
def _party_side(sides: list[str]) -> str:
    """The players' side: the one called party, or the one named first (K41)."""
    return "party" if "party" in sides else sides[0]


def _numbered(profiles: list[Profile]) -> tuple[Profile, ...]:
    """Names told apart: those who share one get a number."""
    shared = Counter(one.name for one in profiles)
    taken = {name for name, times in shared.items() if times == 1}
    told_apart = []
    for one in profiles:
        name = one.name
        if shared[name] > 1:
            name = next(numbered for n in count(1) if (numbered := f"{one.name} {n}") not in taken)
            taken.add(name)
        told_apart.append(replace(one, name=name))
    return tuple(told_apart)


def _at_start(state: State) -> State:
    """A fight in which a camp has nobody who is up is over before it begins."""
    left = [camp for camp in (PARTY, FOES) if is_standing(state, camp)]
    if len(left) == 2:
        return state
    return replace(state, over=True, winner=side_name(state, left[0]) if left else None)


@rule("knave.monster.attack", "knave.monster.morale")
def _fighters(node: Node, party: str, rulings: Rulings) -> list[tuple[Profile, Condition]]:
    """The fighters of one table: `count` of them, all alike."""
    name, side = node.name("name"), _side(node)
    alike = node.whole("count", 1, 1_000, default=1)
    camp = PARTY if side == party else FOES
    level, hit_points = _level(node)
    hp, max_hp = _hit_points(node, hit_points)
    bonuses = _abilities(node, camp)
    # Hit dice or level stand in for a monster's attack bonus (knave.monster.attack); a character's level does not.
    usual = bonuses[0] if bonuses else level if camp == FOES or hit_points is not None else None
    attack = node.whole("attack", -5, 40, default=usual)
    if attack is None:
        raise node.missing("attack")
    armor, worn = _armor(node, rulings)
    weapons = _weapons(node, rulings)
    _refuse_what_is_to_come(node, weapons)
    profile = Profile(
        name=name,
        kind=name,
        side=side,
        camp=camp,
        max_hp=max_hp,
        level=level or 0,
        melee_bonus=attack,
        weapons=weapons,
        morale=node.whole("morale", 2, 12, default=None),
        leader=node.truth("leader", default=False),
        weak_to=tuple(node.list_of_text("weak_to", default=[])),
        bonuses=bonuses,
        **armor,
    )
    condition = Condition(
        hp=hp,
        fate=UP if hp > 0 else UNCONSCIOUS if hp == 0 else DEAD,
        weapons=tuple(weapon.quality for weapon in weapons),
        flags=tuple(value.choice(FLAGS) for value in node.values("flags")),
        **worn,
    )
    node.note("notes", default="")
    node.done()
    return [(profile, condition)] * alike


def _refuse_what_is_to_come(node: Node, weapons: tuple[Weapon, ...]) -> None:
    """A fight that this version would play otherwise than its file says is refused."""
    for key in ("at", "hidden", "joins", "spells", "hireling_of", "paid"):
        if node.either(key, default=None) is not None:
            raise node.error(key, "this version does not play that yet", received=None, code="unsupported")
    if weapons and all(weapon.kind == "ranged" for weapon in weapons):
        raise node.error("weapons", "ranged attacks are not played yet: a melee weapon is needed", code="unsupported")


def _hit_points(node: Node, usual: int | None) -> tuple[int, int]:
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


@rule("knave.monster.hp", "K62", "K64", "K69")
def _level(node: Node) -> tuple[int | None, int | None]:
    """The level or number of hit dice, and the hit points that these give by themselves (K62, K64, K69)."""
    level = node.whole("level", 1, 20, default=None)
    value = node.either("hd", default=None)
    if value is None:
        return level, None
    if level is not None:
        raise value.error("level and hd are the same thing: give one")
    if value.kind == "text":
        return _hit_dice(value)
    if value.raw == 0.5:
        return 0, 2
    try:
        number = value.whole(1, 40)
    except BadInput:
        raise value.error("hit dice are out of range", allowed="0.5 to 40", code="out_of_range") from None
    return number, number * 4


def _hit_dice(value: Value) -> tuple[int, int]:
    match = HIT_DICE.fullmatch(value.text().replace("½", "1/2"))
    if match is None:
        raise value.error("hit dice are a number, 1/2, or with a modifier as in 1-1 or 3+1", allowed="0.5 to 40")
    number = int(match["count"])
    if not 1 <= number <= 40 or (match["half"] and number != 1):
        raise value.error("out of range", allowed="0.5 to 40")
    return (0, 2) if match["half"] else (number, number * 4)


@rule("knave.ability.cap", "knave.monster.saves")
def _abilities(node: Node, camp: int) -> tuple[int, int, int, int, int, int] | None:
    table = node.table("abilities")
    if table is None:
        return None
    low, high = (1, 10) if camp == PARTY else (-5, 40)
    bonuses = [_ability(table, key, low, high) for key in ABILITIES]
    table.done()
    return tuple(bonuses)  # type: ignore[return-value]


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


def _armor(node: Node, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is worn, as fields of the profile and of the condition."""
    value = node.either("armor", default=None)
    classed = _armor_class(node)
    if value is None:
        defense = UNARMORED if classed is None else classed
        return {"body": defense, "bare": min(defense, UNARMORED)}, {"body": natural_armor_quality(rulings)}
    if classed is not None:
        raise node.error("ac", "armor and ac are the same thing: give one")
    if value.kind == "list":
        return _pieces(value, rulings)
    if value.kind == "table":
        return _whole_armor(value.table(), rulings)
    defense = value.whole(1, 50)
    return {"body": defense, "bare": min(defense, UNARMORED)}, {"body": natural_armor_quality(rulings)}


@rule("K25")
def natural_armor_quality(rulings: Rulings) -> int | None:
    """The quality of a hide, or of no armor at all (K25)."""
    return numbered(rulings.unarmored_quality)


@rule("K26")
def natural_weapon_quality(rulings: Rulings) -> int | None:
    """The quality of claws and teeth (K26)."""
    return numbered(rulings.natural_weapon_quality)


@rule("knave.monster.armor")
def _armor_class(node: Node) -> int | None:
    """The armor defense that an armor class stands for (knave.monster.armor)."""
    value = node.either("ac", default=None)
    system = node.choice("ac_system", ("bx", "adnd", "ascending"), default=None)
    if value is None:
        if system is not None:
            raise node.missing("ac")
        return None
    if system is None:
        raise node.error("ac", "an armor class needs ac_system", allowed="bx, adnd, ascending")
    printed = value.whole(-20, 50)
    defense = printed if system == "ascending" else UNARMORED_AC[system] - printed
    if not 1 <= defense <= 50:
        raise value.error("out of range", allowed="an armor defense of 1 to 50")
    return defense


def _whole_armor(table: Node, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    defense = table.whole("defense", 1, 50)
    bonus = table.whole("bonus", -9, 40, default=defense - 10)
    if bonus != defense - 10:
        raise table.error("bonus", f"bonus must be defense - 10 ({defense - 10})")
    bare = table.whole("unarmored", 1, defense, default=min(defense, UNARMORED))
    quality = table.whole("quality", 0, 10, default=natural_armor_quality(rulings))
    table.done()
    return {"body": defense, "bare": bare}, {"body": quality}


def _pieces(value: Value, rulings: Rulings) -> tuple[dict[str, Any], dict[str, Any]]:
    known = [*content.body_armor(), *content.extras()]
    profile: dict[str, Any] = {"body": UNARMORED}
    # One who wears a piece is not unarmored: only bare skin has the natural quality (K25).
    condition: dict[str, Any] = {} if value.raw else {"body": natural_armor_quality(rulings)}
    worn: set[str] = set()
    for piece in value.values(0, 3):
        name = piece.choice(known)
        slot = name if name in content.extras() else "body"
        if slot in worn:
            raise piece.error("a second one cannot be worn")
        worn.add(slot)
        if slot == "body":
            profile["body"], condition["body"] = content.body_armor()[name]
        else:
            profile[slot], condition[slot] = True, content.extras()[name]
    return profile, condition


@rule("knave.monster.damage")
def _weapons(node: Node, rulings: Rulings) -> tuple[Weapon, ...]:
    """The weapons by name or described, and what a monster strikes with."""
    weapons = [_weapon(value) for value in node.values("weapons", 0, 10)]
    printed = node.either("damage", default=None)
    if printed is not None:
        natural = natural_weapon_quality(rulings)
        weapons.append(Weapon("attack", _damage(printed), quality=natural, tags=("natural",)))
    return tuple(weapons)


def _weapon(value: Value) -> Weapon:
    if value.kind == "text":
        return content.weapons()[value.choice(content.weapons())]
    table = value.table()
    weapon = Weapon(
        table.name("name"),
        _damage(table.either("die")),
        "ranged" if table.choice("kind", ("melee", "ranged"), default="melee") == "ranged" else "melee",
        table.whole("quality", 0, 10, default=None),
        tuple(table.list_of_text("tags", default=[])),
    )
    table.done()
    return weapon


def _damage(value: Value) -> Any:
    text = value.text(1, 200)
    try:
        return parse_damage(text)
    except BadInput as error:
        raise value.error(f"damage dice: {error.problem}", allowed="dice as in 1d6, d8 or 2d6+1") from None
