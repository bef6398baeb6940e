"""What an entry did, for the players: from what is public alone, with names and the numbers of their own side.

The events are those that `publish` gives. What is not in one is not known, and is not looked up in the state.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from affray.rules.showing import Told
from affray.rules.telling import Rolls, Thrown
from affray.rulesets.knave.formulas import AS_IT_IS
from affray.rulesets.knave.phrases import attack_phrase, dirtily, flag_phrase, piece_phrase, where_phrase
from affray.rulesets.knave.rulings import AttackReading
from affray.rulesets.knave.showing_dice import Dice, d20s, damage_dice, damage_of, of_sides, spell_damage
from affray.rulesets.knave.showing_scene import minus
from affray.rulesets.knave.showing_told import marked, named, typeset
from affray.rulesets.knave.state import COMING, PARTY, Damage, State
from affray.rulesets.knave.telling import added_after, counted, rolls_of, signed
from affray.rulesets.knave.telling_deeds import spell_phrase, stunt_phrase

Public: TypeAlias = Mapping[str, Any]


class Entry(msgspec.Struct, kw_only=True):
    """An entry as the players follow it: what is still to tell, and what has become of their own side so far."""

    before: State
    rolls: Rolls
    events: Sequence[Public]
    at: int = 0
    """The place of the event that is told."""
    lost: Counter[int] = msgspec.field(default_factory=Counter)
    """Hit points that each of the party has lost in this entry."""
    worn: Counter[tuple[int, str, int]] = msgspec.field(default_factory=Counter)
    """Quality that each piece of the party's gear has lost in this entry."""

    def name(self, fighter: int) -> str:
        """The name of a fighter; of one who has just joined, too."""
        profiles = self.before.profiles
        if fighter < len(profiles):
            return profiles[fighter].name
        return next((one["name"] for one in self.events if one["type"] == "joined"), "somebody")

    def ours(self, fighter: int) -> bool:
        """Whether the players know this fighter's numbers."""
        return fighter < len(self.before.profiles) and self.before.profiles[fighter].camp == PARTY

    def falls(self, fighter: int) -> str:
        """What becomes of a fighter later in this entry: unconscious, dead, or nothing."""
        rest = self.events[self.at + 1 :]
        return next((one["fate"] for one in rest if one["type"] == "fell" and one["fighter"] == fighter), "")


Teller: TypeAlias = Callable[[Entry, Public], list[Told]]


def told_players(before: State, rolls: Sequence[Thrown], events: Sequence[Public]) -> list[Told]:
    """What an entry did as players may be told: their own numbers, and of enemies what one can see."""
    entry = Entry(before=before, rolls=deque(rolls), events=events)
    found: list[Told] = []
    for at, event in enumerate(events):
        entry.at = at
        found += [_cited(told, event) for told in _TELL[event["type"]](entry, event)]
    return found


def _cited(told: Told, event: Public) -> Told:
    return msgspec.structs.replace(told, clause=event["clause"])


def _simply(words: str) -> Teller:
    """The sentence of an event that has nothing to it but its fighter."""
    return lambda entry, event: [Told(text=f"{entry.name(event['fighter'])} {words}", who=event["fighter"])]


def _silent(entry: Entry, event: Public) -> list[Told]:
    return []


# What is rolled


def _round_began(entry: Entry, event: Public) -> list[Told]:
    faces = _faces(entry, "initiative.d6")
    who = "the party acts first" if event["first"] == PARTY else "the enemies act first"
    return [Told(text=f"Round {entry.before.round + 1}: {who}", dice=of_sides(6, faces))]


def _faces(entry: Entry, *names: str) -> tuple[int, ...]:
    """The faces of the next roll, if it is one of these."""
    return entry.rolls.popleft().faces if entry.rolls and entry.rolls[0].name in names else ()


def _attacked(entry: Entry, event: Public) -> list[Told]:
    attacker, target, weapon = event["attacker"], event["target"], event["weapon"]
    who = _attack_seen(entry, event) + dirtily(event["dirty"])
    who += ", a free attack" if event["free"] else ""
    who += ", the ideal weapon" if event["ideal"] else ""
    result = "hit" if event["hit"] else "miss"
    faces = _faces(entry, "attack.d20", "defense.d20")
    if not faces:
        roll = Told(text=f"No roll is needed: {result}")
    elif event["roller"] == "attacker":
        result += named(counted(faces, event["edge"]))
        roll = _rolled(faces, event["edge"], event.get("bonus"), event.get("armor"), result)
    else:
        who += f"; {entry.name(target)} defends"
        result += named(counted(faces, -event["edge"]))
        armor = event.get("armor")
        roll = _rolled(faces, -event["edge"], None if armor is None else armor - 10, event.get("against"), result)
    found = [Told(text=who, who=attacker), replace(roll, marked=marked(roll.dice))]
    if event["damage"]:
        damage = damage_of(entry.before, attacker, weapon, dirty=event["dirty"]) if entry.ours(attacker) else None
        thrown = rolls_of(entry.rolls, "attack.damage")
        found.append(_hurt(entry, target, event["damage"], _dice(thrown, damage, entry.before.rulings.attack)))
    return found


def _dice(rolls: Sequence[Thrown], damage: Damage | None, reading: AttackReading = AS_IT_IS) -> Dice:
    """The dice of damage; what an enemy throws is not known by its sides."""
    if damage is None:
        return of_sides(0, [face for one in rolls for face in one.faces])
    return damage_dice(rolls, damage, reading)


def _attack_seen(entry: Entry, event: Public) -> str:
    """Who attacks whom; with what, where it is one's own."""
    attacker, target, thrown = event["attacker"], event["target"], event["thrown"]
    if entry.ours(attacker):
        return attack_phrase(entry.before, attacker, target, event["weapon"], thrown=thrown, dirty=False)
    verb = "throws something at" if thrown else "shoots at" if event["shot"] else "attacks"
    return f"{entry.name(attacker)} {verb} {entry.name(target)}"


def _rolled(faces: Sequence[int], edge: int, bonus: int | None, against: int | None, result: str) -> Told:
    """A d20 as far as its numbers are known: "+ 3 = 19", "against 13", or both."""
    natural = counted(faces, edge)
    words = "" if bonus is None else typeset(f"{signed(bonus)} = {natural + bonus}")
    words += "" if against is None else f" against {against}"
    return Told(text=f"{words.strip()}: {result}" if words else result, dice=d20s(faces, natural))


def _hurt(entry: Entry, fighter: int, damage: int, dice: Dice) -> Told:
    """Damage; with the hit points that are left where they are known, and whether it drops."""
    after = added_after([face for _, face, _ in dice], damage)
    fate = entry.falls(fighter)
    if entry.ours(fighter):
        was = entry.before.conditions[fighter].hp - entry.lost[fighter]
        entry.lost[fighter] += damage
        words = f"{entry.name(fighter)}: {minus(was)} {minus(-damage)[0]} {damage} = {minus(was - damage)}"
        added = f"{typeset(after)}; " if after else ""
        return Told(text=added + words + (f", {fate}" if fate else ""), dice=dice)
    added = f"{typeset(after)} damage" if after else f"{damage} damage"
    drops = {"": "", "unconscious": "drops, unconscious", "dead": "is dead"}[fate]
    return Told(text=f"{added}; {entry.name(fighter)} {drops}" if drops else added, dice=dice)


def _harmed(entry: Entry, event: Public) -> list[Told]:
    rolls_of(entry.rolls, "stray.ally")
    thrown = rolls_of(entry.rolls, "effect.damage", "stray.damage")
    damage = None
    for cause in entry.events[: entry.at]:
        if cause["type"] == "attacked" and entry.ours(cause["attacker"]):
            damage = damage_of(entry.before, cause["attacker"], cause["weapon"])
        elif cause["type"] == "spell_cast" and entry.ours(cause["caster"]):
            damage = spell_damage(entry.before, cause["caster"], cause["spell"])
    hurt = _hurt(entry, event["fighter"], event["damage"], _dice(thrown, damage))
    return [Told(text=f"{entry.name(event['fighter'])} suffers it", who=event["fighter"]), hurt]


def _stunted(entry: Entry, event: Public) -> list[Told]:
    names = entry.name(event["actor"]), entry.name(event["target"])
    who = stunt_phrase(*names, event["name"], dirty=event["dirty"])
    return _contested(entry, event, event["actor"], who, "it works" if event["success"] else "it fails")


def _spell_cast(entry: Entry, event: Public) -> list[Told]:
    caster, target = event["caster"], event["target"]
    who = f"{entry.name(caster)} casts a spell on {entry.name(target)}"
    if entry.ours(caster):
        who = spell_phrase(entry.before, caster, target, event["spell"])
    return _contested(entry, event, caster, who, "resisted" if event["resisted"] else "it takes hold")


def _contested(entry: Entry, event: Public, who: int, words: str, result: str) -> list[Told]:
    faces, bonus, defense = _faces(entry, "contest.d20", "resist.d20"), event.get("bonus"), event.get("defense")
    if event["roller"] == "attacker":
        return [Told(text=words, who=who), _rolled(faces, event["edge"], bonus, defense, result)]
    mine = None if defense is None else defense - 10
    against = None if bonus is None else bonus + 10
    words += f"; {entry.name(event['target'])} resists"
    return [Told(text=words, who=who), _rolled(faces, -event["edge"], mine, against, result)]


def _saved(entry: Entry, event: Public) -> list[Told]:
    lead = f"{entry.name(event['fighter'])}'s {event['ability'].upper()} save"
    faces = _faces(entry, "save.d20", "opposed.d20")
    result = "succeeds" if event["success"] else "fails"
    return [Told(text=lead, who=event["fighter"]), _rolled(faces, event["edge"], event.get("bonus"), None, result)]


# Gear


def _quality_lost(entry: Entry, event: Public) -> list[Told]:
    """Gear of the party's side: nobody else's is told."""
    fighter, item, weapon = event["fighter"], event["item"], event["weapon"]
    condition = entry.before.conditions[fighter]
    was = condition.weapons[weapon] if item == "weapon" else getattr(condition, item)
    name = entry.before.profiles[fighter].weapons[weapon].name if item == "weapon" else piece_phrase(item)
    entry.worn[fighter, item, weapon] += 1
    left = (was or 1) - entry.worn[fighter, item, weapon]
    words = f"quality {left + 1} {minus(-1)[0]} 1 = {left}" if left else "destroyed"
    return [Told(text=f"{entry.name(fighter)}'s {name}: {words}", who=fighter)]


def _dropped(entry: Entry, event: Public) -> list[Told]:
    return [Told(text=f"{entry.name(event['fighter'])}'s {_arm(entry, event)} is on the floor", who=event["fighter"])]


def _took_up(entry: Entry, event: Public) -> list[Told]:
    return [Told(text=f"{entry.name(event['fighter'])} takes up the {_arm(entry, event)}", who=event["fighter"])]


def _arm(entry: Entry, event: Public) -> str:
    """The weapon in question; by name where it is one's own."""
    if not entry.ours(event["fighter"]):
        return "weapon"
    return entry.before.profiles[event["fighter"]].weapons[event["weapon"]].name


def _readied(entry: Entry, event: Public) -> list[Told]:
    return _simply("slings the shield" if event["slung"] else "takes the shield in hand")(entry, event)


# What becomes of somebody


def _flagged(entry: Entry, event: Public) -> list[Told]:
    until = " until its next turn ends" if event["on"] and event["passing"] else ""
    return _simply(f"is {'' if event['on'] else 'no longer '}{flag_phrase(event['flag'])}{until}")(entry, event)


def _moved(entry: Entry, event: Public) -> list[Told]:
    feet = f" {abs(event['feet'])} feet" if event["feet"] else ""
    spent = ", which is its action" if event["action"] else ""
    return _simply(f"moves{feet} {where_phrase(event['to'])}{spent}")(entry, event)


def _placed(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is at {event['at']}")(entry, event)


def _fell(entry: Entry, event: Public) -> list[Told]:
    """One who lost hit points in this entry has been told to be down with them."""
    for one in entry.events[: entry.at]:
        hurt = one["type"] == "attacked" and one["damage"] and one["target"] == event["fighter"]
        if hurt or (one["type"] == "harmed" and one["fighter"] == event["fighter"]):
            return []
    return _simply(f"is {event['fate']}")(entry, event)


def _rose(entry: Entry, event: Public) -> list[Told]:
    return _simply(f"is up again{_waiting(event)}")(entry, event)


def _waiting(event: Public) -> str:
    return ", and acts from the next round on" if event["waits"] else ""


def _passed(entry: Entry, event: Public) -> list[Told]:
    """One who leaves the fight does it with the whole turn (K81)."""
    rest = entry.events[entry.at + 1 :]
    leaves = bool(rest) and rest[0]["type"] == "left"
    return [] if leaves else _simply("passes")(entry, event)


def _left(entry: Entry, event: Public) -> list[Told]:
    fates = {"parleyed": "parleys", "taken": "is out of the fight"}
    if event["clause"] == "knave.turn.move":
        fates["fled"] = "has left the fight"  # of its own will, or on its turn
    return _simply(fates.get(event["fate"], f"has {event['fate']}"))(entry, event)


def _arrived(entry: Entry, event: Public) -> list[Told]:
    came = entry.before.conditions[event["fighter"]].fate == COMING
    return _simply(f"{'joins the fight' if came else 'is in the fight again'}{_waiting(event)}")(entry, event)


def _joined(entry: Entry, event: Public) -> list[Told]:
    number = len(entry.before.profiles) + entry.at
    return [Told(text=f"{event['name']} joins the fight{_waiting(event)}", who=number)]


# The referee


def _overridden(entry: Entry, event: Public) -> list[Told]:
    if "hp" not in event:
        return [Told(text=f"The referee sets the hit points of {entry.name(event['fighter'])}")]
    return _simply(f"is set to {minus(event['hp'])} HP: {event['reason']}")(entry, event)


def _granted(entry: Entry, event: Public) -> list[Told]:
    edge = {1: "advantage", -1: "disadvantage", 0: "no edge"}[event["edge"]]
    text = f"{entry.name(event['actor'])} has {edge} over {entry.name(event['target'])}"
    return [Told(text=text, who=event["actor"])]


def _modified(entry: Entry, event: Public) -> list[Told]:
    number = typeset(f"{event['modifier']:+d}")
    return [Told(text=f"{entry.name(event['actor'])} has {number} on the next roll", who=event["actor"])]


def _ended(entry: Entry, event: Public) -> list[Told]:
    if event["reason"]:
        return [Told(text=f"The fight is over: {event['winner'] or 'nobody'} wins: {event['reason']}")]
    won = f"{event['winner']} wins" if event["winner"] else "nobody is left"
    return [Told(text=f"The fight is over: {won}")]


_TELL: dict[str, Teller] = {
    "round_began": _round_began,
    "attacked": _attacked,
    "stunted": _stunted,
    "spell_cast": _spell_cast,
    "harmed": _harmed,
    "quality_lost": _quality_lost,
    "flagged": _flagged,
    "tripped": _simply("is off its feet"),
    "got_up": _simply("is on its feet again"),
    "stunned": _simply("is stunned and loses the next action"),
    "dropped": _dropped,
    "took_up": _took_up,
    "readied": _readied,
    "moved": _moved,
    "placed": _placed,
    "pushed": _simply("is pushed away"),
    "passed": _passed,
    "turn_ended": _silent,
    "fell": _fell,
    "rose": _rose,
    "turned_to_flee": _simply("turns to flee"),
    "left": _left,
    "overridden": _overridden,
    "granted": _granted,
    "modified": _modified,
    "saved": _saved,
    "arrived": _arrived,
    "joined": _joined,
    "ended": _ended,
}
"""Every event that is published, by its tag."""
