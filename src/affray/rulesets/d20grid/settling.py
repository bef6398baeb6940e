"""What follows by itself after a command: who is down, dead or awake, the rest of a movement, the next turn."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid.events import Died, Ended, Fell, RoundEnded, TurnCame, TurnEnded, Woke
from affray.rulesets.d20grid.harm import absorbs, fate_of
from affray.rulesets.d20grid.moving import go_on
from affray.rulesets.d20grid.state import UP, State, sides_up
from affray.rulesets.d20grid.turns import renewal


def settle(play: Play[State]) -> None:
    """Everything that the rules do by themselves; nothing while a blow has still to be dealt."""
    if play.state.pending:
        return
    settle_fates(play)
    if play.state.over:
        return
    if watch_end(play):
        settle_fates(play)  # with the scene over, who is kept down no longer wakes (T45)
        return
    go_on(play)
    if not play.state.pending:
        advance(play)


@rule("d20grid.hp.unconscious", "d20grid.hp.dead", "T44", "T45")
def settle_fates(play: Play[State]) -> None:
    """Who is unconscious, who is awake again, who is dead."""
    state = play.state
    for fighter, one in enumerate(state.conditions):
        fate = fate_of(one, state.rulings, state.over)
        if fate != one.fate:
            play.record(Died(fighter) if fate == "dead" else Fell(fighter) if fate == "down" else Woke(fighter))


@rule("T57")
def watch_end(play: Play[State]) -> bool:
    """The fight is over when at most one side has anybody conscious; with none, nobody has won."""
    left = sides_up(play.state)
    if len(left) > 1:
        return False
    play.record(Ended(left[0] if left else None))
    return True


@rule("d20grid.turn.budget")
def advance(play: Play[State]) -> None:
    """The turn goes to the next in the order who is conscious; after the last one the round ends."""
    state = play.state
    if state.entering or state.place >= len(state.order):
        return
    if state.turn is not None:
        if state.conditions[state.turn.actor].fate == UP:
            return
        play.record(TurnEnded(state.turn.actor))
    passed: list[int] = []
    for place in range(state.place + 1, len(state.order)):
        fighter = state.order[place]
        if state.conditions[fighter].fate == UP:
            swift = 0 if state.conditions[fighter].owes_swift else 1
            coming = (*passed, fighter)
            play.record(
                TurnCame(
                    place,
                    fighter,
                    swift,
                    tuple(passed),
                    renewed_by_turn(state, coming),
                    refilled_by_turn(state, coming),
                )
            )
            return
        passed.append(fighter)
    over = tuple(passed)
    play.record(RoundEnded(over, renewed_by_turn(state, over), refilled_by_turn(state, over)))


@rule("d20grid.turn.others", "T07")
def renewed_by_turn(state: State, coming: tuple[int, ...]) -> tuple[int, ...]:
    """To whom the attack of opportunity comes back as these turns come."""
    way = renewal(state.rulings)
    if way == "each":
        return tuple(range(len(state.profiles))) if coming else ()
    return coming if way == "turn" else ()


@rule("d20grid.armor.absorb", "T38")
def refilled_by_turn(state: State, coming: tuple[int, ...]) -> tuple[int, ...]:
    """Whose armor absorbs anew as these turns come, unconscious though the wearer be."""
    if absorbs(state.rulings) not in ("turn", "lethal"):
        return ()
    return tuple([one for one in coming if state.profiles[one].absorb])


@rule("T07", "T38")
def by_round(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """To whom the attack of opportunity comes back as a round begins, and whose armor absorbs anew."""
    everybody = range(len(state.profiles))
    renewed = tuple(everybody) if renewal(state.rulings) == "round" else ()
    refilled = (
        tuple([one for one in everybody if state.profiles[one].absorb]) if absorbs(state.rulings) == "round" else ()
    )
    return renewed, refilled
