"""Attacks, in the order of the text: declared, defended against or taken, rolled, and what a win does."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from affray.play import Play
from affray.rules import rule
from affray.rulesets.skilldice import commands as c
from affray.rulesets.skilldice import formulas
from affray.rulesets.skilldice.events import (
    Answered,
    Asked,
    Attacked,
    Contested,
    Defended,
    Landed,
    MannerChanged,
    Pierced,
)
from affray.rulesets.skilldice.hands import crushes, hand_of
from affray.rulesets.skilldice.harm import bleeds_again
from affray.rulesets.skilldice.rulings import Rulings
from affray.rulesets.skilldice.settling import lose_stamina, passes, settle
from affray.rulesets.skilldice.state import (
    SKILLS,
    Manner,
    Offer,
    Profile,
    Skill,
    SkillChoice,
    State,
    Strife,
    SweepChoice,
    foes_of,
)
from affray.rulesets.skilldice.turns import can_spend

CONTEST: Final = "skilldice.attack.contest"
HARD: Final = "skilldice.attack.hard-hit"
UNDEFENDED: Final = "skilldice.attack.undefended"
HELPLESS: Final = "skilldice.helpless"

DIFFICULTY: Final[dict[Manner, int]] = {"asleep": 4, "bound": 4, "unaware": 4, "distracted": 6, "moving": 8}
"""The Narrator's die against one who can put up no real resistance (skilldice.helpless)."""

ENDED_BY_ATTACK: Final[tuple[Manner, ...]] = ("asleep", "unaware", "distracted")
"""What one attack puts an end to (D51)."""


@rule("skilldice.attack.contest", "skilldice.turn.actions", "D08", "D23", "D52")
def attack(play: Play[State], command: c.Attack) -> None:
    """The attack is declared and paid for; nobody has rolled yet."""
    play.record(Attacked(command.actor, command.target, command.skill, command.dice))
    strife = Strife(command.actor, command.target, command.skill, command.dice)
    if narrator_names_attack(play.state.rulings):
        play.record(Asked(SkillChoice(strife, "attacker"), CONTEST))
    else:
        meet(play, strife)


@rule("D52")
def narrator_names_attack(rulings: Rulings) -> bool:
    """Whether the Narrator says which Skill fits an attack."""
    return rulings.attack_skill == "narrator"


@rule("skilldice.attack.contest", "D11", "D52")
def name_skill(play: Play[State], command: c.NameSkill) -> None:
    """The Narrator says which Skill one side rolls."""
    pending = play.state.pending[0]
    assert isinstance(pending, SkillChoice)
    play.record(Answered(CONTEST))
    if pending.side == "attacker":
        meet(play, replace(pending.strife, skill=command.skill))
    else:
        contest(play, pending.strife, command.skill)


@rule("skilldice.attack.undefended", "skilldice.helpless", "D18", "D23")
def meet(play: Play[State], strife: Strife) -> None:
    """The target is asked whether it defends, if it can: before any die."""
    if may_defend(play.state, strife.target):
        play.record(Asked(Offer(strife), "skilldice.turn.actions"))
    else:
        undefended(play, strife, spent=play.state.conditions[strife.target].manner == "able")


@rule("skilldice.turn.actions", "skilldice.helpless", "D18")
def may_defend(state: State, target: int) -> bool:
    """Whether the target is free to resist and has an action for it."""
    return state.conditions[target].manner == "able" and can_spend(state, target)


@rule("skilldice.turn.actions", "D11", "D24")
def defend(play: Play[State], command: c.Defend) -> None:
    """The target spends one action and defends."""
    strife = _offered(play)
    play.record(Defended(command.actor))
    if defence_skills(strife.skill, play.state.rulings):
        contest(play, strife, command.skill)
    else:
        play.record(Asked(SkillChoice(strife, "defender"), CONTEST))


@rule("D11")
def defence_skills(attacked: Skill, rulings: Rulings) -> tuple[Skill, ...]:
    """The Skills that a defender may roll; none where the Narrator says which."""
    if rulings.defence_skill == "same_as_attack":
        return (attacked,)
    return SKILLS if rulings.defence_skill == "defender_chooses" else ()


@rule("skilldice.attack.undefended")
def take_it(play: Play[State], command: c.TakeIt) -> None:
    """The target declines."""
    undefended(play, _offered(play), spent=False)


def _offered(play: Play[State]) -> Strife:
    pending = play.state.pending[0]
    assert isinstance(pending, Offer)
    play.record(Answered("skilldice.turn.actions"))
    return pending.strife


# What is rolled


@rule("skilldice.attack.contest", "skilldice.weapon.crushing", "D10", "D12", "D13", "D50")
def contest(play: Play[State], strife: Strife, against: Skill) -> None:
    """Both roll; the loser loses in the Skill it rolled, a tie costs both."""
    state, attacker, target, skill = play.state, strife.attacker, strife.target, strife.skill
    one, other = state.profiles[attacker], state.profiles[target]
    crushed = crushes(other, against, state.rulings, attacking=False)
    attack = hand_of(state, attacker, skill, strife.dice, crushed=crushed)
    defence = hand_of(state, target, against, crushed=crushes(one, skill, state.rulings, attacking=True))
    play.bind(attacker=attacker, defender=target)
    came = play.resolve(formulas.exchange, attack, defence, state.rulings.contest)
    play.record(Contested(attacker, target, skill, against, attack, defence, 0, came.winner))
    if came.defender_loss:
        rides = rider_counts("attacker", came.winner, skill, state.rulings)
        hit(play, attacker, target, against, came.defender_loss, rides)
    if came.attacker_loss and not out_of_reach(one, other, skill, state.rulings):
        rides = rider_counts("defender", came.winner, against, state.rulings)
        hit(play, target, attacker, attackers_loss(skill, against, state.rulings), came.attacker_loss, rides)
    settle(play)


@rule("D12")
def attackers_loss(skill: Skill, against: Skill, rulings: Rulings) -> Skill:
    """The Skill in which a beaten attacker loses."""
    return skill if rulings.attackers_loss == "attackers_skill" else against


@rule("skilldice.weapon", "D33")
def out_of_reach(attacker: Profile, defender: Profile, skill: Skill, rulings: Rulings) -> bool:
    """Whether one who strikes from afar cannot be hurt by a defender who does not."""
    if rulings.afar == "literal" or skill != "body":
        return False
    return attacker.ranged and not defender.ranged


@rule("skilldice.attack.undefended", "D18", "D20", "D21", "D51")
def undefended(play: Play[State], strife: Strife, *, spent: bool) -> None:
    """Nobody defends: the attack lands without a roll, or meets the Narrator's Difficulty die."""
    state, attacker, target, skill = play.state, strife.attacker, strife.target, strife.skill
    manner = state.conditions[target].manner
    sides = difficulty(manner, state.rulings, spent=spent)
    if sides:
        against_narrator(play, strife, sides)
    else:
        play.record(Landed(attacker, target, skill))
        hit(play, attacker, target, skill, 1, landing_rides(skill, state.rulings), UNDEFENDED)
    if manner in ENDED_BY_ATTACK and passes(state.rulings):
        play.record(MannerChanged(target, "able"))
    settle(play)


@rule("skilldice.helpless", "D19", "D20", "D53")
def against_narrator(play: Play[State], strife: Strife, sides: int) -> None:
    """The Difficulty die stands in for the target's; the Narrator wields no weapon, whoever wins."""
    state, attacker, target, skill = play.state, strife.attacker, strife.target, strife.skill
    hand = hand_of(state, attacker, skill, strife.dice)
    play.bind(attacker=attacker)
    came = play.resolve(formulas.helpless, hand, sides, state.rulings.contest)
    play.record(Contested(attacker, target, skill, skill, hand, None, sides, came.winner, HELPLESS))
    if came.defender_loss:
        rides = rider_counts("attacker", came.winner, skill, state.rulings)
        hit(play, attacker, target, skill, came.defender_loss, rides)
    lose_stamina(play, attacker, skill, came.attacker_loss, HELPLESS)


@rule("skilldice.helpless", "skilldice.attack.undefended", "D18")
def difficulty(manner: Manner, rulings: Rulings, *, spent: bool) -> int:
    """The Narrator's die against one who does not defend; 0 where the attack simply lands."""
    option = rulings.undefended
    if option == "lands_only":
        return 0
    if manner != "able":
        return DIFFICULTY[manner]
    if option == "table_only":
        return 8
    return 6 if option == "out_of_actions_d6" and spent else 0


# What a win does


@rule("skilldice.weapon", "D32", "D34", "D52")
def rider_counts(
    side: formulas.Side, winner: Literal["attacker", "defender", "tie"], rolled: Skill, rulings: Rulings
) -> bool:
    """Whether the weapon of this side does what it does on a win: only where it was rolled with, which is Body."""
    if rolled != "body":
        return False
    if winner == "tie":
        return rulings.rider == "tie_counts"
    return side == "attacker" or rulings.rider != "attacker_only"


@rule("D22")
def landing_rides(skill: Skill, rulings: Rulings) -> bool:
    """Whether a hit without a roll counts as a win of the weapon."""
    return skill == "body" and rulings.undefended_rider == "landing_is_winning"


@rule("skilldice.weapon.slashing", "skilldice.weapon.piercing", "D27", "D30")
def hit(play: Play[State], winner: int, loser: int, skill: Skill, cost: int, rides: bool, clause: str = "") -> None:
    """The loser loses stamina; the winner's weapon may move the hit, or leave a wound."""
    state = play.state
    weapon = state.profiles[winner].weapon if rides else "none"
    if weapon == "slashing" and within_reach(state, winner, loser):
        play.record(Asked(SweepChoice(winner, loser, skill, cost), "skilldice.weapon.slashing"))
        return
    lose_stamina(play, loser, skill, cost, clause or (HARD if cost > 1 else CONTEST))
    if weapon == "piercing" and bleeds_again(play.state.conditions[loser], state.rulings)[0]:
        play.record(Pierced(loser, skill))


@rule("skilldice.weapon.slashing", "D26")
def within_reach(state: State, winner: int, loser: int) -> tuple[int, ...]:
    """The other enemies who stand where the winner stands."""
    group = state.conditions[winner].group
    return tuple([one for one in foes_of(state, winner) if one != loser and state.conditions[one].group == group])


@rule("skilldice.weapon.slashing", "D25", "D26")
def land(play: Play[State], command: c.Land) -> None:
    """The winner says whom the slashing hit lands on; a second enemy does not defend."""
    pending = play.state.pending[0]
    assert isinstance(pending, SweepChoice)
    play.record(Answered("skilldice.weapon.slashing"))
    for fighter, cost in shares(pending.target, command.target, pending.cost, play.state.rulings):
        lose_stamina(play, fighter, pending.skill, cost, "skilldice.weapon.slashing")
    settle(play)


@rule("skilldice.weapon.slashing", "D25")
def shares(aimed_at: int, chosen: int, cost: int, rulings: Rulings) -> tuple[tuple[int, int], ...]:
    """Who loses how much of a slashing hit: all of it moves, or both lose it, or a hard one is split."""
    if chosen == aimed_at or rulings.slashing == "move":
        return ((chosen, cost),)
    if rulings.slashing == "extra":
        return ((aimed_at, cost), (chosen, cost))
    return ((aimed_at, 1), (chosen, 1)) if cost > 1 else ((chosen, cost),)
