"""What may be done with a character between fights, as words: `night`, `xp=moderate`, `level=str,dex,con`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from affray.dice import Dice
from affray.errors import BadInput, nearest
from affray.files import read_name
from affray.rules import Wish, rule
from affray.rulesets.knave import creation, growth
from affray.rulesets.knave.character import (
    Character,
    Coins,
    Henchman,
    Item,
    has_room,
    henchmen_of,
    in_order,
    is_dead,
    labels,
    pay,
    slots_of,
    slots_used,
    wages_of,
)
from affray.rulesets.knave.content import creation as lists
from affray.rulesets.knave.formulas_growth import MOST_XP, XP_OF_A_LEVEL
from affray.rulesets.knave.items import thing
from affray.rulesets.knave.rulings import Rulings
from affray.rulesets.knave.state import ABILITIES, Ability

MOST_AWARD = 100_000

Told: TypeAlias = tuple[Character, str]
Step: TypeAlias = Callable[[Dice, Character, str, Rulings], Told]


def do(dice: Dice, one: Character, text: str, rulings: Rulings) -> Told:
    """The character after a step, and what happened in a sentence; raises `BadInput` where it cannot be done."""
    word, _, rest = text.strip().partition("=")
    step = STEPS.get(word)
    if step is None:
        raise BadInput(
            "no such step", place="--do", received=text, allowed=", ".join(STEPS), hint=nearest(word, list(STEPS))
        )
    if rest and word in ALONE:
        raise BadInput(
            "nothing is chosen there", place=f"--do {word}", received=rest, hint=f"say it again: --do {word}"
        )
    if is_dead(one) and word != "successor":
        raise BadInput(f"{one.name} is dead", place=f"--do {word}", hint="--do successor rolls the next one")
    after, told = step(dice, one, rest.strip(), rulings)
    return _laden(after, word), told


def _night(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    slept = growth.night(dice, one)
    return slept, f"{one.name} eats and sleeps: {slept.hp - one.hp} HP back, {slept.hp} of {slept.max_hp}"


def _haven(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    rested = growth.haven(one)
    return rested, f"{one.name} rests at a haven: all HP are back, {rested.hp} of {rested.max_hp}"


@rule("knave.xp.award", "knave.xp.coins")
def _xp(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    """Experience for a risk, a number, or the worth of coins in copper: `low`, `150`, `coins:120`."""
    worth = rest.removeprefix("coins:")
    xp = growth.AWARDS[rest] if rest in growth.AWARDS else _number("xp", worth, 0, MOST_AWARD)
    gained = growth.gain(dice, one, xp, rulings)
    due = growth.levels_due(gained)
    more = f"; {due} level{'s' if due > 1 else ''} to take" if due else ""
    return gained, f"{one.name} gains {xp} XP and has {gained.xp}{more}"


def _level(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    if not growth.levels_due(one):
        need = min(one.level * XP_OF_A_LEVEL, MOST_XP)
        raise BadInput("no level is due", place="--do level", received=f"{one.xp} XP", allowed=f"from {need} XP on")
    return _milestone(dice, one, rest, rulings)


def _milestone(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    names = [word.strip() for word in rest.split(",")] if rest and rest != "random" else []
    for name in names:
        if name not in ABILITIES:
            raise BadInput("no such ability", place="--do level", received=name, allowed=", ".join(ABILITIES))
    chosen: list[Ability] = [ability for name in names for ability in ABILITIES if ability == name]
    risen = growth.rise(dice, one, chosen, rulings)
    pairs = zip(ABILITIES, one.bonuses, risen.bonuses, strict=True)
    raised = [f"{ability.upper()} {after:+d}" for ability, before, after in pairs if after > before]
    hp = f"HP {one.hp} of {one.max_hp} -> {risen.hp} of {risen.max_hp}"
    return risen, f"{one.name} rises to level {risen.level}: {hp}; {', '.join(raised) or 'nothing can rise'}"


def _repair(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    place = _place_of(one, rest, "repair")
    alike = [number for number, item in enumerate(one.items) if item.name == rest]
    if alike:
        place = next((number for number in alike if _worn_down(one.items[number])), place)
    cost = growth.mending(dice, one.items[place], rulings)
    mended = growth.mend(dice, one, place, rulings)
    paid = one.coins.worth - mended.coins.worth
    rounded = "" if cost == paid else f", {paid} in whole coins"
    return mended, f"{one.name} has the {rest} mended for {cost} copper{rounded}"


def _worn_down(item: Item) -> bool:
    """Whether something is lost of a thing and something left."""
    return item.quality is not None and item.full is not None and 0 < item.quality < item.full


def _buy(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    item = thing(rest, "--do buy")
    price = item.price
    if price is None:
        raise BadInput("it has no price in the booklet", place="--do buy", received=rest)
    worn = {each.kind for each in one.items if each.worn and each.quality != 0}
    item = replace(item, worn=item.worn and item.kind not in worn)
    left = pay(one.coins, Fraction(price))
    if left is None:
        raise BadInput("more than there is", place="--do buy", received=f"{price} copper for {rest}")
    bought = replace(one, coins=left, items=in_order((*one.items, item)))
    return bought, f"{one.name} buys {rest} for {price} copper"


def _drop(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    place = _place_of(one, rest, "drop")
    items = (*one.items[:place], *one.items[place + 1 :])
    return replace(one, items=items), f"{one.name} leaves the {rest} behind"


def _coins(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    found = _number("coins", rest, 0, MOST_AWARD)
    richer = Coins(one.coins.copper + found, one.coins.silver, one.coins.gold)
    return replace(one, coins=richer), f"{one.name} takes {found} copper coins"


@rule("knave.henchmen", "K61")
def _hire(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    """Somebody enters the service: never more than the CHA bonus."""
    name, _, trade = (part.strip() for part in rest.partition(":"))
    wages = lists.wages()
    if trade not in wages:
        raise BadInput(
            "no such trade", place="--do hire", received=rest, allowed=", ".join(wages), hint="as in hire=Wat:laborer"
        )
    henchman = Henchman(read_name(name, "--do hire"), trade)
    if len(one.henchmen) >= henchmen_of(one):
        most = f"{henchmen_of(one)}, the CHA bonus"
        raise BadInput("too many henchmen", place="--do hire", received=len(one.henchmen) + 1, allowed=most)
    hired = replace(one, henchmen=(*one.henchmen, henchman))
    return hired, f"{henchman.name} enters the service of {one.name} for {wages[trade]} copper a day and food"


def _dismiss(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    names = [henchman.name for henchman in one.henchmen]
    if rest not in names:
        raise BadInput("nobody in service is called so", place="--do dismiss", received=rest, allowed=", ".join(names))
    gone = names.index(rest)
    left = (*one.henchmen[:gone], *one.henchmen[gone + 1 :])
    return replace(one, henchmen=left), f"{rest} leaves the service of {one.name}"


def _wages(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    paid = growth.pay_wages(one)
    if not all(henchman.paid for henchman in paid.henchmen):
        return paid, f"{one.name} has no {wages_of(one)} copper: nobody is paid"
    return paid, f"{one.name} pays {wages_of(one)} copper in wages"


def _hp(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    hp = _number("hp", rest, -9_999, one.max_hp)
    return replace(one, hp=hp), f"{one.name}: {one.hp} HP -> {hp}"


def _player(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    name = read_name(rest, "--do player")
    return replace(one, player=name), f"{one.name} is played by {name}"


@rule("knave.hp.successor")
def _successor(dice: Dice, one: Character, rest: str, rulings: Rulings) -> Told:
    """The player of a dead character makes a new one of level 1: a name, wishes, or both, with commas between."""
    if not is_dead(one):
        raise BadInput(f"{one.name} is alive", place="--do successor")
    name, _, more = rest.partition(",") if "=" not in rest.partition(",")[0] else ("", "", rest)
    wishes: list[tuple[str, str]] = []
    for part in filter(None, (each.strip() for each in more.split(","))):
        wish, equals, value = (word.strip() for word in part.partition("="))
        if not (wish and equals and value):
            hint = "as in successor=Rosa,weapon=bow,swap=str:wis"
            raise BadInput("a wish and a value are needed", place="--do successor", received=part, hint=hint)
        wishes.append((wish, value))
    granted = creation.checked(Wish.together(wishes, creation.WISHES, "--do successor"))
    name = read_name(name, "--do successor") if name else creation.name_after(one.name)
    heir = creation.new_character(dice, name, {"player": one.player, **granted})
    return heir, f"{one.name} is dead; {heir.name}, level 1, takes the place"


# Shared by several steps


def _number(word: str, text: str, low: int, high: int) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 9 and low <= int(text) <= high):
        raise BadInput(
            "a whole number is needed",
            place=f"--do {word}",
            received=text,
            allowed=f"{low} to {high}",
            code="out_of_range",
        )
    return int(text)


def _place_of(one: Character, name: str, word: str) -> int:
    """The place of a thing by name; those of one name are numbered."""
    names = list(labels(one))
    if name not in names:
        known = ", ".join(names)
        raise BadInput(f"{one.name} carries no such thing", place=f"--do {word}", received=name, allowed=known)
    return names.index(name)


@rule("K54")
def _laden(one: Character, word: str) -> Character:
    """The character after a step, if everything fits into its slots: what it took, and the change for what it paid."""
    if has_room(one):
        return one
    received = f"{slots_used(one)} slots with {one.coins.number} coins"
    allowed = f"{slots_of(one)} slots, the CON defense"
    raise BadInput("it does not fit into the item slots", place=f"--do {word}", received=received, allowed=allowed)


STEPS: dict[str, Step] = {
    "night": _night,
    "haven": _haven,
    "xp": _xp,
    "level": _level,
    "milestone": _milestone,
    "repair": _repair,
    "buy": _buy,
    "drop": _drop,
    "coins": _coins,
    "hire": _hire,
    "dismiss": _dismiss,
    "wages": _wages,
    "hp": _hp,
    "player": _player,
    "successor": _successor,
}

ALONE = ("night", "haven", "wages")
"""The steps that take no word."""

ABOUT = (
    Wish("night", "a meal and a full night"),
    Wish("haven", "rest at a safe haven"),
    Wish("xp", "experience: a number, low, moderate or high, or coins:N for the worth of coins"),
    Wish("level", "a level that is due; three abilities, as in level=str,dex,con, or at random"),
    Wish("milestone", "a level whatever the experience"),
    Wish("repair", "make a thing whole and pay for it"),
    Wish("buy", "a thing of the booklet's lists"),
    Wish("drop", "leave a thing behind"),
    Wish("coins", "copper coins that are found"),
    Wish("hire", "a henchman and the trade, as in hire=Wat:laborer"),
    Wish("dismiss", "a henchman"),
    Wish("wages", "pay the henchmen for a day"),
    Wish("hp", "hit points set by hand"),
    Wish("player", "who plays it from now on"),
    Wish("successor", "after a death: the player's next character; a name and wishes, as in successor=Rosa,weapon=bow"),
)
"""What may be done, in words."""
