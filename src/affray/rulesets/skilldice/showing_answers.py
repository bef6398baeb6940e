"""What the answers to a blow lead to: to defend, or to take it, in words that whoever answers may know."""

from __future__ import annotations

from collections.abc import Iterator

from affray.rules.showing import Choice, Lead
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import events as e
from affray.rulesets.skilldice.attacking import (
    attackers_loss,
    defence_skills,
    landing_rides,
    out_of_reach,
    rider_counts,
    shares,
    within_reach,
)
from affray.rulesets.skilldice.formulas import DICE, Hand, Side, bar, cost
from affray.rulesets.skilldice.harm import bleeds_again, lose, track
from affray.rulesets.skilldice.phrases import name_of, points, skill_name
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.showing_numbers import (
    ATTACKER,
    DEFENDER,
    HARD_ON_ATTACKER,
    HARD_ON_DEFENDER,
    TIE,
    Asking,
    contest_of,
    hand_told,
    tried,
)
from affray.rulesets.skilldice.state import Offer, Skill

ANSWER = "Defend, or take it?"
LARGEST = DICE[-1]

TENDED = "one more when the round ends, unless it is tended"
SWEPT = {1: "or another within reach does instead", 2: "and another within reach does, too"}
"""What else a slashing hit may do, by how many lose something when it is led on."""


def defend(asking: Asking, command: c.Defend) -> Choice:
    """Both roll: what it comes to if one wins, ties or loses."""
    state = asking.state
    several = len(defence_skills(command.skill, state.rulings)) != 1
    name = f"Defend with {skill_name(command.skill)}" if several else "Defend"
    contest = contest_of(tried(state, command))
    left = state.conditions[command.actor].actions - 1
    told = [f"one action, {left} left" if asking.knows(command.actor) else "one action"]
    if contest is None or contest.defence is None:
        told.append("the Narrator says which Skill is rolled")
        return Choice(name=name, how="; ".join(told), group=aimed(asking))
    mine = hand_told(contest.defence) if asking.knows(command.actor) else ""
    his = f"against {hand_told(contest.attack)}" if asking.knows(contest.attacker) else ""
    return Choice(
        name=name,
        how="; ".join([*told, *filter(None, [" ".join(filter(None, [mine, his]))])]),
        group=aimed(asking),
        figures=(("win", DEFENDER), ("tie", TIE), ("lose", ATTACKER)),
        leads=tuple(_of_contest(asking, contest)),
    )


def take_it(asking: Asking, command: c.TakeIt) -> Choice:
    """What it costs not to defend: a hit without a roll, or the Narrator's die in one's place."""
    held = keeps(asking, command.actor)
    contest = contest_of(tried(asking.state, command))
    if contest is not None:
        return Choice(
            name="Take it",
            how=f"{held}; the Narrator's d{contest.difficulty} stands in",
            group=aimed(asking),
            figures=(("lands", ATTACKER), ("ties", TIE), ("fails", DEFENDER)),
            leads=tuple(_of_narrators_die(asking, contest)),
        )
    return Choice(name="Take it", how=f"no roll; {held}", group=aimed(asking), leads=tuple(_of_a_hit(asking)))


def aimed(asking: Asking) -> str:
    """The attack that is to be answered."""
    state = asking.state
    pending = state.pending[0] if state.pending else None
    if not isinstance(pending, Offer):
        return ANSWER
    strife = pending.strife
    names = name_of(state, strife.attacker), name_of(state, strife.target)
    return f"{names[0]} strikes at {names[1]}'s {skill_name(strife.skill)}. {ANSWER}"


def keeps(asking: Asking, fighter: int) -> str:
    """That one keeps one's actions, with their number for whoever may know it."""
    held = asking.state.conditions[fighter].actions
    if not asking.knows(fighter):
        return "keep your actions"
    return f"keep your {held} actions" if held > 1 else "keep your action"


# The ways that it may go


def _of_contest(asking: Asking, contest: e.Contested) -> Iterator[Lead]:
    """Both rolled the Skill that fits."""
    rulings = asking.state.rulings
    assert contest.defence is not None
    attacker, target = contest.attacker, contest.target
    mine, his = _costs_target(asking, contest), _costs_attacker(asking, contest)
    yield Lead(words=f"{_who(asking, target)} {_wins(asking, target)}: {his}", chance=DEFENDER, sign="win")
    if not _too_far(asking, contest):
        yield from _hard(asking, "defender", contest.attack, attacker, _loss_of_attacker(contest, rulings))
    both = f"{_costs_target(asking, contest, tie=True)}; {_costs_attacker(asking, contest, tie=True)}"
    yield Lead(words=f"A tie: {both}", chance=TIE, sign="tie")
    yield Lead(words=f"{_who(asking, attacker)} {_wins(asking, attacker)}: {mine}", chance=ATTACKER, sign="lose")
    yield from _hard(asking, "attacker", contest.defence, target, contest.against)


def _of_narrators_die(asking: Asking, contest: e.Contested) -> Iterator[Lead]:
    """The Narrator's die stands in: it wields no weapon, and whoever is beaten by it may lose nothing."""
    attacker, target, skill = contest.attacker, contest.target, contest.skill
    pays = asking.state.rulings.contest.narrator_wins == "same_as_contest"
    his = _loses(asking, attacker, skill, 1) if pays else "nobody loses anything"
    tie = f"{_loses(asking, target, skill, 1)}; {his}" if pays else _loses(asking, target, skill, 1)
    yield Lead(words=f"It fails: {his}", chance=DEFENDER, sign="win")
    yield Lead(words=f"A tie: {tie}", chance=TIE, sign="tie")
    yield Lead(words=f"It lands: {_costs_target(asking, contest)}", chance=ATTACKER, sign="lose")
    stands = Hand(contest.difficulty, contest.difficulty, contest.difficulty)
    yield from _hard(asking, "attacker", stands, target, skill)


def _of_a_hit(asking: Asking) -> Iterator[Lead]:
    """It lands without a roll."""
    state = asking.state
    pending = state.pending[0] if state.pending else None
    if isinstance(pending, Offer):
        strife = pending.strife
        lost = _loses(asking, strife.target, strife.skill, 1)
        rider = _rider(asking, strife.attacker, strife.target, landing_rides(strife.skill, state.rulings))
        yield Lead(words=f"For certain: {', '.join(filter(None, (lost, rider)))}", sign="lose")


# What each side pays


def _costs_target(asking: Asking, contest: e.Contested, *, tie: bool = False) -> str:
    """What a hit costs whoever is struck at, with what the attacker's weapon adds to it."""
    rides = rider_counts("attacker", "tie" if tie else "attacker", contest.skill, asking.state.rulings)
    lost = _loses(asking, contest.target, contest.against, 1)
    return ", ".join(filter(None, (lost, _rider(asking, contest.attacker, contest.target, rides))))


def _costs_attacker(asking: Asking, contest: e.Contested, *, tie: bool = False) -> str:
    """The same of the attacker; one who strikes from afar may lose nothing."""
    state, attacker, target = asking.state, contest.attacker, contest.target
    if _too_far(asking, contest):
        return f"{name_of(state, attacker)} is too far away to lose anything"
    rides = rider_counts("defender", "tie" if tie else "defender", contest.against, state.rulings)
    lost = _loses(asking, attacker, _loss_of_attacker(contest, state.rulings), 1)
    return ", ".join(filter(None, (lost, _rider(asking, target, attacker, rides))))


def _too_far(asking: Asking, contest: e.Contested) -> bool:
    """Whether the attacker strikes from so far that a defender cannot hurt it."""
    profiles = asking.state.profiles
    return out_of_reach(profiles[contest.attacker], profiles[contest.target], contest.skill, asking.state.rulings)


def _loss_of_attacker(contest: e.Contested, rulings: Rulings) -> Skill:
    return attackers_loss(contest.skill, contest.against, rulings)


def _rider(asking: Asking, winner: int, loser: int, rides: bool) -> str:
    """What the winner's weapon adds, if anything; anybody can see weapons, and who stands where."""
    state = asking.state
    weapon = state.profiles[winner].weapon if rides else "none"
    if weapon == "slashing" and within_reach(state, winner, loser):
        return SWEPT[len(shares(loser, winner, 1, state.rulings))]
    return TENDED if weapon == "piercing" and bleeds_again(state.conditions[loser], state.rulings)[0] else ""


def _hard(asking: Asking, winner: Side, beaten: Hand, loser: int, skill: Skill) -> Iterator[Lead]:
    """A hard hit: whether dice can make one is told of one's own die alone, since others' are not known."""
    reading = asking.state.rulings.contest
    if cost(winner, LARGEST, 0, reading) == 1:
        return
    over, chance = bar(beaten, reading), HARD_ON_DEFENDER if winner == "attacker" else HARD_ON_ATTACKER
    if not asking.knows(loser):
        yield Lead(words=f"by more than its die has sides: {points(2, skill)} instead", chance=chance)
    elif over + 1 < LARGEST:
        yield Lead(words=f"by more than {over}: {_loses(asking, loser, skill, 2)}", chance=chance)


def _loses(asking: Asking, fighter: int, skill: Skill, number: int) -> str:
    """That somebody loses points of a Skill; whoever knows how many are left is told what it comes to."""
    state = asking.state
    who = _who(asking, fighter).lower() if asking.seat == fighter else name_of(state, fighter)
    told = f"{who} {'lose' if asking.seat == fighter else 'loses'} {points(number, skill)}"
    if not asking.knows(fighter):
        return told
    left = track(state.profiles[fighter], lose(state.conditions[fighter], skill, number), skill, state.rulings)
    if left.left <= 0:
        return f"{told} and {'are' if asking.seat == fighter else 'is'} out"
    return f"{told} (ceiling {left.ceiling})"


def _who(asking: Asking, fighter: int) -> str:
    return "You" if asking.seat == fighter else name_of(asking.state, fighter)


def _wins(asking: Asking, fighter: int) -> str:
    return "win" if asking.seat == fighter else "wins"
