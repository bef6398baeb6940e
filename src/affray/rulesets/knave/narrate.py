"""What an entry did, in sentences with their arithmetic: events in the order of `events`."""

from __future__ import annotations

from collections.abc import Sequence

from affray.rules.telling import Thrown, next_faces
from affray.rulesets.knave import events as e
from affray.rulesets.knave.phrases import (
    flag_phrase,
    name_of,
    piece_phrase,
    ruled,
    where_phrase,
)
from affray.rulesets.knave.state import (
    COMING,
    BreakChoice,
    FreeAttack,
    IdealChoice,
    LeaveChoice,
    MoraleChoice,
    Pending,
    PieceChoice,
    Profile,
    State,
    TakenChoice,
)
from affray.rulesets.knave.telling import Moment, Teller, added_up, faces_of, moments, sum_told
from affray.rulesets.knave.telling_deeds import (
    attack_told,
    contest_of,
    flats_of,
    order_told,
    result_of,
    roll_of,
    spell_told,
    stunt_told,
    trigger_told,
)


def narrate(before: State, rolls: Sequence[Thrown], events: Sequence[e.Event]) -> list[str]:
    """What an entry did, a sentence an event, with the arithmetic of its rolls.

    An event whose neighbours say it all has none.
    """
    return [told for moment, event in moments(before, rolls, events) if (told := sentence(moment, event))]


def sentence(moment: Moment, event: e.Event) -> str:
    """What one event is told as; nothing where its neighbours say it all."""
    return _TELL[type(event)](moment, event)


def _hit_points(moment: Moment, fighter: int) -> str:
    was, now = moment.before.conditions[fighter].hp, moment.after.conditions[fighter].hp
    return f"{name_of(moment.before, fighter)} {was} -> {now}"


def _fighter(words: str) -> Teller:
    """The sentence of an event that has nothing to it but its fighter."""
    return lambda moment, event: f"{name_of(moment.before, event.fighter)} {words}"


# The round


def _round_began(moment: Moment, event: e.RoundBegan) -> str:
    (face,) = next_faces(moment.rolls, "initiative.d6")
    return f"Round {moment.after.round}: d6 = {face}, {order_told(moment, event)}"


# Attacks, stunts, spells


def _attacked(moment: Moment, event: e.Attacked) -> str:
    roll = roll_of(moment, event)
    words = roll.words if roll else "no roll is needed"  # against one who is unconscious (K46)
    if roll and event.roller == "defender":
        words = f"{name_of(moment.before, event.target)} defends with {words}"
    told = f"{attack_told(moment.before, event)}: {words}: {result_of(event, roll)}"
    if not event.damage:
        return told
    damage = added_up(faces_of(moment.rolls, "attack.damage"), event.damage, flats_of(moment.before, event))
    return f"{told}; damage {damage}; {_hit_points(moment, event.target)}"


def _contested(moment: Moment, event: e.Stunted | e.SpellCast) -> str:
    words = contest_of(moment, event).words
    return words if event.roller == "attacker" else f"{name_of(moment.before, event.target)} resists with {words}"


def _stunted(moment: Moment, event: e.Stunted) -> str:
    result = "it works" if event.success else "it fails"
    return f"{stunt_told(moment.before, event)}: {_contested(moment, event)}: {result}"


def _spell_cast(moment: Moment, event: e.SpellCast) -> str:
    result = "resisted" if event.resisted else "it takes hold"
    return f"{spell_told(moment.before, event)}: {_contested(moment, event)}: {result}"


def _harmed(moment: Moment, event: e.Harmed) -> str:
    faces_of(moment.rolls, "stray.ally")
    faces = faces_of(moment.rolls, "effect.damage", "stray.damage")
    flats: set[int] = set()
    halved = False
    for cause in moment.past:
        if isinstance(cause, e.Attacked):
            flats = flats_of(moment.before, cause)
        elif isinstance(cause, e.SpellCast):
            effect = moment.before.profiles[cause.caster].spells[cause.spell].on_fail.damage
            flats, halved = {effect.flat if effect is not None else 0}, cause.resisted
    if halved:
        damage = f"{event.damage}, half of {added_up(faces, max(sum(faces) + max(flats), 0), flats)}"
    else:
        damage = added_up(faces, event.damage, flats)
    return f"{name_of(moment.before, event.fighter)} suffers {damage}; {_hit_points(moment, event.fighter)}"


def _quality_lost(moment: Moment, event: e.QualityLost) -> str:
    profile, condition = moment.before.profiles[event.fighter], moment.after.conditions[event.fighter]
    if event.item == "weapon":
        name, left = profile.weapons[event.weapon].name, condition.weapons[event.weapon]
    else:
        name = piece_phrase(event.item)
        left = {"body": condition.body, "shield": condition.shield, "helmet": condition.helmet}[event.item]
    if left == 0:
        return f"{profile.name}'s {name} loses 1 quality and is destroyed"
    return f"{profile.name}'s {name} loses 1 quality, {left} left"


def _flagged(moment: Moment, event: e.Flagged) -> str:
    so = f"{name_of(moment.before, event.fighter)} is {'' if event.on else 'no longer '}{flag_phrase(event.flag)}"
    until = " until its next turn ends" if event.on and event.passing else ""
    return f"{so}{until}{f': {event.reason}' if event.reason else ''}"


def _dropped(moment: Moment, event: e.Dropped) -> str:
    profile = moment.before.profiles[event.fighter]
    return f"{profile.name}'s {profile.weapons[event.weapon].name} is on the floor"


def _took_up(moment: Moment, event: e.TookUp) -> str:
    profile = moment.before.profiles[event.fighter]
    return f"{profile.name} takes up the {profile.weapons[event.weapon].name}"


def _readied(moment: Moment, event: e.Readied) -> str:
    return (
        f"{name_of(moment.before, event.fighter)} {'slings the shield' if event.slung else 'takes the shield in hand'}"
    )


# Moving, and the end of a turn


def _moved(moment: Moment, event: e.Moved) -> str:
    feet = f" {abs(event.feet)} feet" if event.feet else ""
    spent = ", which is its action" if event.action else ""
    return f"{name_of(moment.before, event.fighter)} moves{feet} {where_phrase(event.to)}{spent}"


def _passed(moment: Moment, event: e.Passed) -> str:
    """One who leaves the fight does it with the whole turn (K81)."""
    name = name_of(moment.before, event.fighter)
    match moment.rest[0] if moment.rest else None:
        case e.Left():
            return ""
        case e.Asked(FreeAttack()):
            return f"{name} wants to leave the fight"
    return f"{name} passes"


def _turn_ended(moment: Moment, event: e.TurnEnded) -> str:
    """What lasted until the end of this turn, and no longer."""
    was, now = moment.before.conditions[event.fighter], moment.after.conditions[event.fighter]
    over = [flag_phrase(flag) for flag in was.passing if flag not in (*now.flags, *now.passing)]
    over += ["stunned"] if was.stunned and not now.stunned else []
    return f"{name_of(moment.before, event.fighter)} is no longer {' nor '.join(over)}" if over else ""


# Down, morale, out


def _fell(moment: Moment, event: e.Fell) -> str:
    return f"{name_of(moment.before, event.fighter)} is {event.fate}"


def _rose(moment: Moment, event: e.Rose) -> str:
    return f"{name_of(moment.before, event.fighter)} is up again{_waiting(event.waits)}"


def _morale_called(moment: Moment, event: e.MoraleCalled) -> str:
    told = trigger_told(moment.before, event.trigger)
    return f"{told[0].upper()}{told[1:]}" if event.trigger.fighter is None else told


def _morale_rolled(moment: Moment, event: e.MoraleRolled) -> str:
    faces = next_faces(moment.rolls, "morale.2d6")
    names = ", ".join(name_of(moment.before, fighter) for fighter in event.fighters)
    relation, result = ("is not above", "morale holds") if event.holds else ("is above", "morale fails")
    return f"Morale of {names}: {' + '.join(map(str, faces))} = {sum(faces)} {relation} {event.rating}: {result}"


def _left(moment: Moment, event: e.Left) -> str:
    fates = {"parleyed": "parleys", "taken": "is out of the fight"}
    if event.clause == "knave.turn.move":
        fates["fled"] = "has left the fight"  # of its own will, or on its turn
    told = f"{name_of(moment.before, event.fighter)} {fates.get(event.fate, f'has {event.fate}')}"
    return f"{told}: {event.reason}" if event.reason else told


def _placed(moment: Moment, event: e.Placed) -> str:
    return f"{name_of(moment.before, event.fighter)} is at {event.at}: {event.reason}"


# Decisions


def _asked(moment: Moment, event: e.Asked) -> str:
    return question(moment.before, event.pending)


def question(state: State, pending: Pending) -> str:
    """What somebody has to decide."""
    match pending:
        case PieceChoice(seat):
            return f"{name_of(state, seat)} chooses which armor takes it"
        case FreeAttack(seat, mover):
            return f"{name_of(state, seat)} may strike at {name_of(state, mover)}, who is leaving"
        case MoraleChoice():
            return "The referee decides whether morale is rolled"
        case BreakChoice(fighter):
            return f"The referee decides whether {name_of(state, fighter)} flees, retreats or parleys"
        case _:
            return f"The referee decides whether {ruled(state, pending, True)}"


def _answered(moment: Moment, event: e.Answered) -> str:
    """Mostly what follows tells the answer; this tells one that nothing comes of."""
    state, follows = moment.before, moment.rest[0] if moment.rest else None
    match state.pending[0]:
        case FreeAttack(seat, mover) if not isinstance(follows, e.Attacked | e.Asked):
            return f"{name_of(state, seat)} lets {name_of(state, mover)} go"
        case LeaveChoice() | TakenChoice() as pending if not isinstance(follows, e.Passed | e.Left):
            return f"The referee says no: {ruled(state, pending, False)}"
        case IdealChoice() as pending:
            ideal = [one.ideal for one in moment.rest if isinstance(one, e.Attacked)]
            return f"The referee says {'yes' if ideal[0] else 'no'}: {ruled(state, pending, ideal[0])}" if ideal else ""
    return ""


# The referee


def _hit_points_rolled(moment: Moment, event: e.HitPointsRolled) -> str:
    profile = moment.before.profiles[event.fighter]
    faces = next_faces(moment.rolls, "monster.hp")
    flats = {profile.hp_dice.flat} if profile.hp_dice else {0}
    return f"{profile.name} has {added_up(faces, event.hp, flats)} HP"


def _overridden(moment: Moment, event: e.Overridden) -> str:
    return f"{name_of(moment.before, event.fighter)} is set to {event.hp} HP: {event.reason}"


def _morale_set(moment: Moment, event: e.MoraleSet) -> str:
    return f"The morale of {name_of(moment.before, event.fighter)} is set to {event.rating}: {event.reason}"


def _granted(moment: Moment, event: e.Granted) -> str:
    edge = {1: "advantage", -1: "disadvantage", 0: "no edge"}[event.edge]
    return f"{name_of(moment.before, event.actor)} has {edge} over {name_of(moment.before, event.target)}"


def _modified(moment: Moment, event: e.Modified) -> str:
    return f"{name_of(moment.before, event.actor)} has {event.modifier:+d} on the next roll"


def _saved(moment: Moment, event: e.Saved) -> str:
    roll = "save.d20" if event.clause == "knave.save.target" else "opposed.d20"
    words = sum_told(moment.rolls, roll, event.edge, event.bonus, event.target).words
    result = "succeeds" if event.success else "fails"
    return f"{name_of(moment.before, event.fighter)}'s {event.ability.upper()} save: {words}: {result}"


def _arrived(moment: Moment, event: e.Arrived) -> str:
    came = moment.before.conditions[event.fighter].fate == COMING
    told = f"{name_of(moment.before, event.fighter)} {'joins the fight' if came else 'is in the fight again'}"
    return f"{told}{_waiting(event.waits)}{f': {event.reason}' if event.reason else ''}"


def _joined(moment: Moment, event: e.Joined) -> str:
    dice = event.profile.hp_dice
    kinds = {sides for _, sides in dice.dice} if dice else ()
    faces = [face for _ in kinds for face in next_faces(moment.rolls, "monster.hp")]
    rolled = f" with {added_up(faces, event.condition.hp, {dice.flat})} HP" if dice and faces else ""
    if event.condition.fate == COMING:
        return f"{event.profile.name} {_to_come(event.profile)}{rolled}"
    return f"{event.profile.name} joins the fight{rolled}{_waiting(event.waits)}"


def _to_come(profile: Profile) -> str:
    hides = ["is hidden"] if profile.hidden else []
    return ", ".join([*hides, f"joins in round {profile.joins}"] if profile.joins > 1 else hides)


def _waiting(waits: bool) -> str:
    return ", and acts from the next round on" if waits else ""


def _ended(moment: Moment, event: e.Ended) -> str:
    if event.reason:
        return f"The fight is over: {event.winner or 'nobody'} wins: {event.reason}"
    return f"The fight is over: {event.winner} wins" if event.winner else "The fight is over: nobody is left"


_TELL: dict[type, Teller] = {
    e.RoundBegan: _round_began,
    e.Attacked: _attacked,
    e.Stunted: _stunted,
    e.SpellCast: _spell_cast,
    e.Harmed: _harmed,
    e.QualityLost: _quality_lost,
    e.Flagged: _flagged,
    e.Tripped: _fighter("is off its feet"),
    e.GotUp: _fighter("is on its feet again"),
    e.Stunned: _fighter("is stunned and loses the next action"),
    e.Dropped: _dropped,
    e.TookUp: _took_up,
    e.Readied: _readied,
    e.Moved: _moved,
    e.Pushed: _fighter("is pushed away"),
    e.Passed: _passed,
    e.TurnEnded: _turn_ended,
    e.Fell: _fell,
    e.Rose: _rose,
    e.MoraleCalled: _morale_called,
    e.MoraleRolled: _morale_rolled,
    e.MoraleSkipped: lambda moment, event: "No morale roll",
    e.TurnedToFlee: _fighter("turns to flee"),
    e.Left: _left,
    e.Asked: _asked,
    e.Answered: _answered,
    e.HitPointsRolled: _hit_points_rolled,
    e.Overridden: _overridden,
    e.MoraleSet: _morale_set,
    e.Granted: _granted,
    e.Modified: _modified,
    e.Saved: _saved,
    e.Placed: _placed,
    e.Arrived: _arrived,
    e.Joined: _joined,
    e.Ended: _ended,
}
