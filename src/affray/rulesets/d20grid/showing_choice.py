"""Commands as a table offers them: in short words, with the arithmetic that whoever plays the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from affray.dice import Seat
from affray.errors import Rejection
from affray.rules.showing import Choice, Way, square_name
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid import events as e
from affray.rulesets.d20grid.attacking import OPPORTUNITY, attack_bonus, bonuses
from affray.rulesets.d20grid.candidates import candidates
from affray.rulesets.d20grid.drawing import cost_of
from affray.rulesets.d20grid.edges import counts_in_full, net, sources
from affray.rulesets.d20grid.formulas import dice_of
from affray.rulesets.d20grid.grid import length
from affray.rulesets.d20grid.ground import metric_of, places_of, square_of, weapons_at_hand
from affray.rulesets.d20grid.legality import forbids
from affray.rulesets.d20grid.moving import crossings_of
from affray.rulesets.d20grid.phrases import name_of, phrase, some, way_of, weapon_name
from affray.rulesets.d20grid.refusals import SQUARES
from affray.rulesets.d20grid.showing_seen import UNSEEN, asked_about, knows, knows_all, seen
from affray.rulesets.d20grid.state import Offer, Place, State, WeaponChoice, is_ranged

PLUS, MINUS, TIMES = "+", "\N{MINUS SIGN}", " \N{MULTIPLICATION SIGN} "


NO_PATH_SAID = Rejection("no_path", "say the path that is walked, square by square", SQUARES)


class Asking(NamedTuple):
    """The fight as the seat that asks has to take it to be, and which it is."""

    state: State
    seat: Seat


def choice(state: State, seat: Seat, command: c.Command) -> Choice:
    """A command of a seat before it is given."""
    return _SHOW.get(type(command), _in_words)(Asking(seen(state, seat), seat), command)


# Which there are


def offers(state: State, seat: Seat, whole: bool = False) -> list[tuple[c.Command, Rejection | None]]:
    """The commands of a seat in the fight as it takes it to be, and one that says why other squares are out of reach.

    Players walk the path that they are shown, and not the one that would be best past foes whom nobody sees.
    """
    whole = whole or knows_all(seat)
    there = state if whole else asked_about(state, seat) if state.pending else seen(state, seat)
    listed = candidates(there, seat)
    if not whole:
        listed = [(_by_path(there, command), why) for command, why in listed]
    if there.turn is not None and there.turn.actor == seat and not there.pending:
        listed.append(_nowhere(there, there.turn.actor))
    return listed


def _nowhere(state: State, mover: int) -> tuple[c.Command, Rejection | None]:
    """To go where one stands, which is always refused: for what forbids to move, or as one that is out of reach."""
    nowhere = c.MoveTo(mover, *state.conditions[mover].at)
    return nowhere, forbids(state, nowhere)


def _by_path(state: State, command: c.Command) -> c.Command:
    if not isinstance(command, c.MoveTo):
        return command
    way = way_of(state, command)
    return command if way is None else c.Walk(command.actor, places_of(way)[1:])


def known(state: State, seat: Seat, command: c.Command) -> bool:
    """Whether a command is there in the fight as the seat takes it to be."""
    if knows_all(seat):
        return True
    return any([command == one for one, _ in offers(state, seat)])


def refuses(state: State, seat: Seat, command: c.Command) -> Rejection | None:
    """Why a command is forbidden in the fight as the seat takes it to be.

    Whoever does not know all says which path it walks: that which the map finds goes round whom nobody sees.
    """
    if knows_all(seat):
        return forbids(state, command)
    rejection = forbids(asked_about(state, seat) if state.pending else seen(state, seat), command)
    return NO_PATH_SAID if rejection is None and isinstance(command, c.MoveTo) else rejection


def answer(state: State) -> c.Command | None:
    """Whoever may attack a mover does, with the first weapon that can; of two weapons the first deals the damage."""
    match state.pending[:1]:
        case (Offer(owner),):
            weapons = weapons_at_hand(state, owner)
            if not weapons:
                return c.Decline(owner)
            return c.Strike(owner, weapons[0], state.profiles[owner].weapons[weapons[0]].subdues)
        case (WeaponChoice(attacker, _, weapons),):
            return c.ChooseWeapon(attacker, weapons[0])
    return None


def came_to(events: Sequence[Any]) -> tuple[tuple[str, bool], ...]:
    """Whether an attack hit, which hit points alone do not tell: armor may have taken all of it."""
    return (("hits", True),) if any([isinstance(one, e.Attacked) and one.hit for one in events]) else ()


# Movements


def _move_to(asking: Asking, command: c.MoveTo) -> Choice:
    state = asking.state
    way = way_of(state, command)
    if way is None:
        return _to(state, command.actor, (command.x, command.y))
    return _along(state, command.actor, places_of(way), "the shortest way" if command.way == "shortest" else "")


def _walk(asking: Asking, command: c.Walk) -> Choice:
    state = asking.state
    return _along(state, command.actor, (state.conditions[command.actor].at, *command.path), "")


def _along(state: State, mover: int, path: tuple[Place, ...], manner: str) -> Choice:
    """A movement by its path: whom it provokes, each where that comes first (an attack is all that one has)."""
    squares = tuple([square_of(place) for place in path])
    met: dict[int, Place] = {}
    for crossing in crossings_of(state, mover, squares):
        met.setdefault(crossing.owner, crossing.spot)
    metric = metric_of(state.rulings)
    walked = tuple([length(squares[: place + 1], metric) for place in range(len(squares))])
    past = f"past {_listed([name_of(state, owner) for owner in met])}" if met else ""
    shown = _to(state, mover, path[-1])
    return Choice(
        name=shown.name,
        manner=", ".join([part for part in (manner, past) if part]),
        how=f"{walked[-1]} of {state.profiles[mover].speed} ft",
        group=shown.group,
        square=path[-1],
        way=Way(
            path=path, feet=walked[-1], walked=walked, provokes=tuple(met.items()), clause=OPPORTUNITY if met else ""
        ),
    )


def _to(state: State, mover: int, place: Place) -> Choice:
    return Choice(name=f"to {square_name(place, state.map.size)}", group="Move", square=place)


def _listed(words: Sequence[str]) -> str:
    return " and ".join([part for part in (", ".join(words[:-1]), *words[-1:]) if part])


def _step(asking: Asking, command: c.Step) -> Choice:
    state, place = asking.state, (command.x, command.y)
    here = state.conditions[command.actor].at
    return Choice(
        name=f"to {square_name(place, state.map.size)}",
        manner="a step, which provokes nobody",
        how="5 ft",
        group="Step",
        square=place,
        way=Way(path=(here, place), feet=5, walked=(0, 5)),
    )


def _disengage(asking: Asking, command: c.Disengage) -> Choice:
    return Choice(name="disengage", manner="no attack of your own this turn", group="Move")


# Attacks


def _attack(asking: Asking, command: c.Attack) -> Choice:
    spot = asking.state.conditions[command.target].at if 0 <= command.target < len(asking.state.conditions) else (0, 0)
    return _blow(asking, command.actor, command.target, command.weapon, command.subdual, spot, "Attack")


def _strike(asking: Asking, command: c.Strike) -> Choice:
    offer = asking.state.pending[0]
    assert isinstance(offer, Offer)
    return _blow(asking, offer.owner, offer.mover, command.weapon, command.subdual, offer.spot, "In passing")


def _blow(asking: Asking, attacker: int, target: int, number: int, subdual: bool, spot: Place, group: str) -> Choice:
    state, seat = asking
    weapon = state.profiles[attacker].weapons[number]
    found = sources(state, attacker, target, weapon, spot)
    who = name_of(state, target) or UNSEEN
    lost = f"{who}: subdual" if subdual or weapon.subdues else f"{who}: HP lost"
    manner = ["to subdue"] if subdual else []
    manner += [_edges(found)] if found else []
    return Choice(
        name=f"{weapon.name} at {who}",
        manner="; ".join(manner),
        how=_arithmetic(asking, attacker, target, number, net(found), spot) if knows(state, seat, attacker) else "",
        group=group,
        figures=(("hits", "hits"), ("drops it", f"{who} unconscious")),
        amount=lost,
        does=f"{who} unconscious",
        targets=(target,),
    )


def _edges(found: Sequence[tuple[str, int]]) -> str:
    """What is left of advantages and disadvantages, and what they come from: "advantage: flanking"."""
    edge = net(tuple(found))
    kind = "advantage" if edge > 0 else "disadvantage"
    left = (kind if abs(edge) == 1 else some(abs(edge), kind)) if edge else "even"
    good, bad = [[name for name, way in found if way == sign] for sign in (1, -1)]
    parts = [", ".join(part) for part in ((bad, good) if edge < 0 else (good, bad)) if part]
    return f"{left}: {', but '.join(parts)}"


def _arithmetic(asking: Asking, attacker: int, target: int, number: int, edge: int, spot: Place) -> str:
    """The roll and the damage in numbers: "2d20, the best + 4 against 13, 1d8 + 3"."""
    state = asking.state
    profile = state.profiles[attacker]
    weapon = profile.weapons[number]
    roll = dice_of(edge, state.rulings.attack)
    dice = {"high": f"best of {roll.count}d20", "low": f"worst of {roll.count}d20", "sum": "d20"}[roll.keep]
    told = f"{dice}{added(attack_bonus(profile, weapon, state.rulings))}"
    if knows(state, asking.seat, target):
        told += f" against {state.profiles[target].defense}"
    multipliers, flat = bonuses(profile, weapon, state.rulings)
    strength = 0 if is_ranged(weapon) else profile.strength
    damage = f"{weapon.damage.text}{added(strength)}"
    if multipliers:
        damage = TIMES.join([f"({damage})", *map(str, multipliers)])
    full = " in full" if counts_in_full(state, attacker, weapon, spot) else ""
    return f"{told}; {damage}{added(flat)}{full}"


def added(number: int) -> str:
    """What is added to dice: " + 4", or nothing."""
    if not number:
        return ""
    return f" {PLUS} {number}" if number > 0 else f" {MINUS} {-number}"


def _full_attack(asking: Asking, command: c.FullAttack) -> Choice:
    attacks = asking.state.profiles[command.actor].attacks
    return Choice(name="full attack", manner=f"{some(attacks, 'attack')}, a step, no movement", group="Attack")


def _decline(asking: Asking, command: c.Decline) -> Choice:
    return Choice(name="let it pass", group="In passing")


def _choose(asking: Asking, command: c.ChooseWeapon) -> Choice:
    state = asking.state
    weapon = state.profiles[command.actor].weapons[command.weapon]
    return Choice(name=weapon.name, how=weapon.damage.text, group="Which weapon deals the damage?")


# Weapons, and the turn


def _handling(verb: str, drawing: bool) -> Callable[[Asking, Any], Choice]:
    def show(asking: Asking, command: c.Draw | c.Sheathe) -> Choice:
        profile = asking.state.profiles[command.actor]
        cost = cost_of(profile, profile.weapons[command.weapon], asking.state.rulings, drawing=drawing)
        name = weapon_name(asking.state, command.actor, command.weapon)
        return Choice(name=f"{verb} the {name}", how=cost.capitalize(), group="Weapons")

    return show


def _drop(asking: Asking, command: c.Drop) -> Choice:
    name = weapon_name(asking.state, command.actor, command.weapon)
    return Choice(name=f"drop the {name}", how="Free", group="Weapons")


def _initiative(asking: Asking, command: c.RollInitiative) -> Choice:
    bonus = asking.state.profiles[command.actor].initiative
    how = f"d20{added(bonus)}" if knows(asking.state, asking.seat, command.actor) else ""
    return Choice(name="roll initiative", how=how, group="Round")


def _begin_round(asking: Asking, command: c.BeginRound) -> Choice:
    return Choice(name=f"begin round {asking.state.round + 1}", group="Round")


def _end_turn(asking: Asking, command: c.EndTurn) -> Choice:
    return Choice(name="end the turn", group="Turn")


def _in_words(asking: Asking, command: Any) -> Choice:
    return Choice(name=phrase(asking.state, command))


_SHOW: dict[type, Callable[[Asking, Any], Choice]] = {
    c.MoveTo: _move_to,
    c.Walk: _walk,
    c.Step: _step,
    c.Disengage: _disengage,
    c.Attack: _attack,
    c.Strike: _strike,
    c.FullAttack: _full_attack,
    c.Decline: _decline,
    c.ChooseWeapon: _choose,
    c.Draw: _handling("draw", drawing=True),
    c.Sheathe: _handling("sheathe", drawing=False),
    c.Drop: _drop,
    c.RollInitiative: _initiative,
    c.BeginRound: _begin_round,
    c.EndTurn: _end_turn,
}
