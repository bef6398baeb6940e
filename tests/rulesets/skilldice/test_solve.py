"""Solved play: against a duel counted by recursion, and the machine's positions against the engine's, move by move."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from affray.dice import TABLE
from affray.errors import BadInput, TooLarge, Unsupported
from affray.fight import Fight, parse
from affray.interpret.best_known import CompiledGame, PlainGame
from affray.interpret.best_play import best_play
from affray.interpret.every import exact
from affray.interpret.game import Positions, explore, most_positions
from affray.interpret.network import Network
from affray.interpret.plain_network import PlainNetwork
from affray.interpret.solution import Solution, repertoire_of, solution
from affray.interpret.solve import ROUNDING
from affray.interpret.solved import Solved
from affray.rules import find
from affray.rules.machines import keep_apart
from affray.rulesets.skilldice.machine import PROGRAM
from tests.rulesets.skilldice import brawl
from tests.rulesets.skilldice.fights import attack, began, fight, foe, unit

F = Fraction
HALF = F(1, 2)
SKILLDICE = find("skilldice")
SKILLS = ("body", "mind", "soul")


def duel(mine: int, theirs: int, lost: tuple[int, int] = (0, 0), **more: Any) -> str:
    """Two fighters with these Body dice."""
    one = unit(body=mine, lost={"body": lost[0]}, **more)
    return fight(one, foe(body=theirs, lost={"body": lost[1]}))


WORN: dict[str, Any] = {"body": 4, "mind": 4, "soul": 4, "lost": {"body": 2, "mind": 3, "soul": 3}}


def solved(
    text: str, repertoire: str = "body", fixed: dict[str, str] | None = None, rulings: dict[str, str] | None = None
) -> Solution:
    it = parse(text, rulings=rulings)
    return solution(it, repertoire_of(it, repertoire)[1], fixed or {}, exactly=True)


# Best play counted by hand


def by_recursion(mine: int, theirs: int, left: tuple[int, int]) -> F:
    """The value of a duel in one Skill for the first fighter, read off the text alone.

    Stamina, actions and whose turn it is are all that matters. In a round in which nobody attacks both come back to
    where they were: then a side attacks, or it does not, for ever.
    """
    dice = (mine, theirs)

    def ended(stamina: tuple[int, int]) -> F:
        one, other = stamina
        return HALF if one <= 0 and other <= 0 else F(int(one > 0))

    def after(stamina: tuple[int, int], actions: tuple[int, int], turn: tuple[int, int]) -> F:
        if min(stamina) <= 0:
            return ended(stamina)
        return on_turn(stamina, actions, turn)

    @cache
    def attacked(stamina: tuple[int, int], actions: tuple[int, int], turn: tuple[int, int]) -> F:
        """One attacks: the other defends, if it can and that is better for it, or takes the blow."""
        one, other = turn[0], 1 - turn[0]
        spent = tuple(points - (who == one) for who, points in enumerate(actions))
        struck = tuple(points - (who == other) for who, points in enumerate(stamina))
        taken = after((struck[0], struck[1]), (spent[0], spent[1]), turn)
        if not actions[other]:
            return taken
        both = tuple(points - 1 for points in actions)
        met = F(0)
        for attack_face in range(1, dice[one] + 1):
            for defence_face in range(1, dice[other] + 1):
                strike, parry = min(attack_face, stamina[one]), min(defence_face, stamina[other])
                loss = [0, 0]
                if strike >= parry:
                    loss[other] = 2 if strike - parry > dice[other] else 1
                if strike <= parry:
                    loss[one] = 1
                came = (stamina[0] - loss[0], stamina[1] - loss[1])
                met += after(came, (both[0], both[1]), turn)
        met /= dice[one] * dice[other]
        return min(taken, met) if other == 1 else max(taken, met)

    def on_turn(stamina: tuple[int, int], actions: tuple[int, int], turn: tuple[int, int]) -> F:
        """`turn` is whose turn it is, and whether it is the first of the round (0) or the second (1)."""
        if actions == (3, 3):
            return waiting(stamina, turn)
        one, second = turn
        ending = new_round(stamina, 1 - one) if second else on_turn(stamina, actions, (1 - one, 1))
        if not actions[one]:
            return ending
        attacking = attacked(stamina, actions, turn)
        return max(attacking, ending) if one == 0 else min(attacking, ending)

    def new_round(stamina: tuple[int, int], first: int) -> F:
        return waiting(stamina, (first, 0))

    @cache
    def waiting(stamina: tuple[int, int], turn: tuple[int, int]) -> F:
        """Nobody has attacked in this round: whoever is not content with a half attacks."""
        one, second = turn
        worth = {one: attacked(stamina, (3, 3), turn), 1 - one: attacked(stamina, (3, 3), (1 - one, 1 - second))}
        pick = max if one == 0 else min
        answer = min if one == 0 else max
        return pick(worth[one], answer(worth[1 - one], HALF))

    order = F(0)
    for one in range(1, mine + 1):
        for other in range(1, theirs + 1):
            rolled = min(one, left[0]), min(other, left[1])
            chance = F(1, mine * theirs)
            if rolled[0] != rolled[1] or mine != theirs:
                goes_first = 0 if (rolled[0], mine) > (rolled[1], theirs) else 1
                order += chance * new_round(left, goes_first)
            else:
                order += chance * (new_round(left, 0) + new_round(left, 1)) / 2
    return order


@pytest.mark.parametrize(
    ("mine", "theirs", "lost"),
    [(4, 4, (0, 0)), (4, 6, (0, 0)), (6, 4, (0, 0)), (6, 6, (1, 3)), (12, 4, (6, 0)), (4, 20, (0, 15)), (8, 8, (4, 5))],
)
def test_a_duel_in_one_skill(mine: int, theirs: int, lost: tuple[int, int]) -> None:
    value = by_recursion(mine, theirs, (mine - lost[0], theirs - lost[1]))
    found = solved(duel(mine, theirs, lost))
    assert found.kind == "fraction"
    assert found.machine
    assert found.values == {"party": value, "foes": 1 - value}
    drawn = found.win["nobody"] + found.undecided
    assert found.win["party"] + drawn / 2 == value
    assert sum(found.win.values()) + found.undecided == 1


def test_even_dice_are_an_even_fight() -> None:
    """Who goes first is even, and so is everything else."""
    assert solved(duel(6, 6)).values["party"] == HALF
    assert solved(fight(unit(**WORN), foe(**WORN)), "any").values["party"] == HALF


def test_at_one_point_each_an_attack_that_is_taken_wins() -> None:
    """A contest puts both out; so does nothing else help: a half for whoever attacks, and one without actions loses."""
    found = solved(duel(8, 8, (7, 7)))
    assert found.values["party"] == HALF
    offer = next(
        one
        for one in found.decisions
        if len(one.options) == 2 and one.options[0].command.__class__.__name__ == "Defend"
    )
    assert [option.value for option in offer.options] == [HALF, 0]
    assert offer.best == 0


# The machine is the engine


# Where the Narrator answers in between, positions after a choice are further on than the engine's: see `test_machine`.
RULINGS = {
    "D01": "each_round",
    "D04": "own_turn",
    "D05": "none_until_first_turn",
    "D06": "one_attack",
    "D08": "effort",
    "D11": "defender_chooses",
    "D12": "defenders_skill",
    "D14": "symmetric",
    "D15": "ceiling",
    "D18": "table_only",
    "D19": "miss_only",
    "D22": "landing_is_winning",
    "D25": "split",
    "D27": "every_round",
    "D31": "step_down_1",
    "D32": "tie_counts",
    "D33": "out_of_reach_no_loss",
    "D43": "cap_only",
    "D45": "floors",
    "D50": "attacks_only",
    "D51": "narrator",
    "D54": "directions",
    "D55": "ladder",
}
CHANGED = [{}, {"D01": "narrator"}, *({name: option} for name, option in RULINGS.items())]
MORE = [{"D25": "extra"}, {"D27": "no_stack"}, {"D32": "attacker_only"}, {"D15": "nominal"}]
MORE += [{"D18": "lands_only"}, {"D18": "out_of_actions_d6"}, RULINGS]


NO_DICE: Any = None


def past_what_is_certain(positions: Positions, position: Any) -> Any:
    """The first position from this one on in which more than one thing can happen: a new round is no chance."""
    for _ in range(3):  # where nobody can act, one round after another passes
        told = positions.choices(position)
        if told.chooser is not None or told.over or len(told.branches[0]) > 1:
            break
        position = told.branches[0][0][0]
    return position


def lockstep(it: Fight, repertoire: str, source: Random, steps: int) -> int:
    """Walks through a fight; where a side chooses the machine has the engine's choices, positions and chances.

    Everybody is told apart; see `test_machine_alike` for those who need not be.
    """
    chosen = repertoire_of(it, repertoire)[1]
    positions = Positions(it, chosen, {})
    assert positions.machine is not None
    apart = positions.machine.program._replace(merge=keep_apart)
    positions.machine = replace(positions.machine, program=apart)
    state, compared = it.state, 0
    for _ in range(steps):
        seat = SKILLDICE.next_to_act(state)
        position = positions.pack(state)
        if seat is None:
            ended = positions.choices(position)
            outcome = SKILLDICE.outcome(state)
            assert outcome is not None
            assert (ended.over, ended.winner, ended.branches) == (True, outcome.winner, ())
            state = it.state
            continue
        side = SKILLDICE.side(state, seat)
        order = positions.orders.get(side)
        commands = chosen.commands(state, seat) if order is None else [order(state, seat, NO_DICE)]
        branches = [exact(partial(positions.after, state, command)) for command in commands]
        if len(commands) > 1 or seat == TABLE:
            compared += 1
            told = positions.choices(position)
            assert not told.over
            assert told.chooser == (side if order is None else None)
            assert len(told.branches) == len(branches)
            for mine, theirs in zip(told.branches, branches, strict=True):
                total = sum(weight for _, weight in mine)
                chances: dict[Any, F] = {}
                for position, weight in mine:
                    following = past_what_is_certain(positions, position)
                    chances[following] = chances.get(following, F(0)) + F(weight, total)
                expected: dict[Any, F] = {}
                for after, chance in theirs.fractions().items():
                    packed = past_what_is_certain(positions, positions.pack(after))
                    expected[packed] = expected.get(packed, F(0)) + chance
                assert chances == expected
        pick = source.randrange(len(branches))
        if len(branches) > 1 and source.random() < 0.6:
            pick = source.randrange(len(branches) - 1)  # what ends a turn or declines comes last
        state = source.choice(list(branches[pick]))
    return compared


@pytest.mark.parametrize(
    "rulings",
    [*CHANGED, *MORE],
    ids=lambda rulings: "-".join(map("=".join, rulings.items())) if len(rulings) < 2 else "all",
)
def test_the_machine_goes_in_step_with_the_engine(rulings: dict[str, str]) -> None:
    source = Random(repr(rulings))
    compared = 0
    for _ in range(12):
        it = brawl.fight(source, rulings)
        if len(SKILLDICE.contenders(it.state)) == 2:
            compared += lockstep(it, source.choice(("any", "any", "body")), source, 60)
    assert compared > 60


def test_where_ties_act_together_there_is_nothing_to_solve() -> None:
    with pytest.raises(Unsupported, match=r"^D02=simultaneous$"):
        solved(duel(4, 4), rulings={"D02": "simultaneous"})


SMALL = fight(
    unit("Ana", body=4, mind=4, soul=4, lost={"body": 1, "mind": 3, "soul": 3}, weapon="piercing"),
    foe("orc", body=4, mind=4, soul=4, lost={"body": 2, "mind": 3, "soul": 3}, weapon="slashing"),
    foe("imp", body=4, mind=4, soul=4, lost={"body": 3, "mind": 3, "soul": 3}),
)


@pytest.mark.parametrize("rulings", [{}, {"D25": "extra", "D32": "tie_counts"}, {"D27": "every_round"}])
def test_both_ways_give_one_value(rulings: dict[str, str]) -> None:
    it = parse(SMALL, rulings=rulings)
    chosen = repertoire_of(it, "any")[1]
    values = []
    for machine in (True, False):
        positions = Positions(it, chosen, {})
        if not machine:
            positions.machine = None
        game = explore(positions, it.state)
        values.append(best_play(game, "party", exactly=True).values[0])
    assert values[0] == values[1]


FEW: dict[str, Any] = {"body": 4, "mind": 4, "soul": 4, "weapon": "slashing"}
ALL = fight(unit(**FEW, lost={"body": 2, "mind": 3, "soul": 3}), foe(**FEW, lost={"body": 2, "mind": 2, "soul": 3}))
TWO = fight(unit("Ana", body=4, lost={"body": 2}), unit("Bo", body=4, lost={"body": 3}), foe(body=4, lost={"body": 2}))


def always(s: list[int], P: tuple[int, ...]) -> bool:
    return True


@pytest.mark.parametrize(
    "replies", [PROGRAM.replies, pytest.param(always, marks=pytest.mark.slow)], ids=["offers", "any"]
)
@pytest.mark.parametrize(
    ("text", "repertoire", "fixed"),
    [
        (ALL, "any", {}),
        (ALL, "any", {"foes": "weakest"}),
        (ALL, "any", {"party": "random"}),
        (TWO, "body", {}),
        (duel(6, 8, (1, 2)), "body", {}),
    ],
)
def test_replies_are_solved_with_what_they_answer(
    text: str, repertoire: str, fixed: dict[str, str], replies: Any
) -> None:
    """Fewer positions, and in each the same value of every option as where all are positions, whatever is a reply."""
    it = parse(text)
    positions = Positions(it, repertoire_of(it, repertoire)[1], fixed)
    game = explore(positions, it.state)
    exact = PlainGame(positions, game, "party", True, None)
    assert positions.machine is not None
    first: Any = positions.pack(it.state)
    machine = replace(positions.machine, program=positions.machine.program._replace(replies=replies))
    networks: list[Network | PlainNetwork] = [
        PlainNetwork(machine, first, facts=False),
        Network(machine, first, facts=False),
    ]
    for network in networks:
        network.explore(1_000_000)
        assert network.size < game.size or fixed or replies is always
        assert [float(one) for one in Solved(network).row(0)][1:3] == pytest.approx(
            [float(exact.win()[0].get(side, 0)) for side in ("party", "foes")], abs=1e-12
        )
    assert isinstance(networks[1], Network)
    quick, asked = CompiledGame(positions, networks[1]), 0
    for position, node in game.numbers.items():
        options = len(game.cuts[node])
        if game.choosers[node] is None:
            continue
        asked += 1
        worth = exact.worth(position, options)
        assert quick.worth(position, options) == pytest.approx([float(value) for value in worth], abs=1e-12)
        assert abs(worth[quick.chosen(position)] - worth[exact.chosen(position)]) < 1e-12
    assert asked > 10


# What is answered


def test_every_command_has_its_value_and_the_best_is_first_among_equals() -> None:
    found = solved(duel(8, 6, (4, 3)))
    assert {one.side for one in found.decisions} == {"party", "foes"}
    for one in found.decisions:
        most = max(option.value for option in one.options)
        assert [option.value for option in one.options].index(most) == one.best


def after(it: Fight, state: Any, command: Any) -> dict[Any, F]:
    """The chances of the states after a command."""
    positions = Positions(it, repertoire_of(it, "body")[1], {})
    return exact(lambda dice: positions.after(state, command, dice)).fractions()


def value_of(state: Any) -> F:
    """The value of a state for the party, solved on its own."""
    ended = SKILLDICE.outcome(state)
    if ended is not None:
        return HALF if ended.winner is None else F(int(ended.winner == "party"))
    on = Fight(SKILLDICE, state, {}, {"party": "first", "foes": "first"})
    worth: F = solution(on, repertoire_of(on, "body")[1], {}, exactly=True).values["party"]
    return worth


def test_a_later_position_is_solved_alike() -> None:
    """The value of a command is that of the fights that go on from it."""
    it = parse(duel(6, 6, (3, 2)))
    one = next(decision for decision in solved(duel(6, 6, (3, 2))).decisions if decision.side == "party")
    for option in one.options:
        chances = after(it, one.state, option.command)
        assert sum(chance * value_of(state) for state, chance in chances.items()) == option.value


def test_against_a_fixed_tactic_best_play_does_no_worse() -> None:
    text = fight(unit(**WORN), foe(**WORN))
    best = solved(text, "any").values["party"]
    for tactic in SKILLDICE.tactics:
        against = solved(text, "any", {"foes": tactic})
        assert against.machine
        assert against.values["party"] >= best
        assert {one.side for one in against.decisions} == {"party"}
    # An undefended blow to a Skill with one point left ends the fight.
    assert solved(text, "any", {"foes": "reckless"}).values["party"] > best


def test_one_skill_alone() -> None:
    """In every repertoire of one Skill no attack is made with another."""
    for skill in SKILLS:
        for one in solved(duel(4, 4, (2, 2)), skill).decisions:
            used = {option.command.skill for option in one.options if hasattr(option.command, "skill")}
            assert used <= {skill}


@pytest.mark.parametrize(("loaded", "positions"), [(False, 21_486), (True, 12_226)])
def test_the_largest_duel_in_one_skill(loaded: bool, positions: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code is used where it is there already; it counts no offers."""
    monkeypatch.setattr("affray.interpret.solved_game.is_loaded", lambda driver, program: loaded)
    it = parse(duel(20, 20))
    found = solution(it, repertoire_of(it, "body")[1], {})
    assert found.kind == "float"
    assert abs(found.values["party"] - 0.5) <= ROUNDING
    assert found.positions == positions
    assert found.seconds < 10  # a guard against hanging: a second is promised


@pytest.mark.parametrize(("mine", "theirs", "lost"), [(4, 4, (0, 0)), (8, 6, (4, 3)), (8, 12, (0, 2))])
def test_compiled_code_that_is_there_already_answers_alike(
    mine: int, theirs: int, lost: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    it = parse(duel(mine, theirs, lost))
    told: list[Solution] = []
    for loaded in (False, True):
        monkeypatch.setattr("affray.interpret.solved_game.is_loaded", lambda driver, program: loaded)  # noqa: B023
        told.append(solution(it, repertoire_of(it, "body")[1], {}))
    plain, quick = told
    assert plain.kind == quick.kind
    assert plain.values["party"] == pytest.approx(quick.values["party"], abs=1e-12)
    assert len(plain.decisions) == len(quick.decisions)
    for one, other in zip(plain.decisions, quick.decisions, strict=True):
        assert (one.state, one.best) == (other.state, other.best)
        values = [float(option.value) for option in other.options]
        assert [float(option.value) for option in one.options] == pytest.approx(values, abs=1e-12)


def test_what_compiled_code_cannot_prove_is_solved_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    def unproven(*given: Any) -> None:
        raise TooLarge("ways to choose in positions that lead back to each other", estimate=1, limit=1)

    monkeypatch.setattr("affray.interpret.solved_game.is_loaded", lambda driver, program: True)
    monkeypatch.setattr("affray.interpret.solved_game.CompiledGame.__init__", unproven)
    it = parse(duel(12, 12))
    found = solution(it, repertoire_of(it, "body")[1], {})
    assert (found.kind, found.positions) == ("float", 7_494)


def test_what_is_too_large_says_so() -> None:
    text = fight(unit(body=4, mind=6, soul=12), foe(body=12, mind=4, soul=6))
    it = parse(text)
    found = solution(it, repertoire_of(it, "any")[1], {}, limit=20_000)
    assert (found.kind, found.reason, found.limit) == ("too_large", "positions", 20_000)
    assert found.positions > 20_000
    assert found.values == found.win == {}
    late = solution(it, repertoire_of(it, "any")[1], {}, budget=0.05)
    assert (late.kind, late.reason) == ("too_large", "time")


def test_more_than_two_sides_and_nobody_to_choose_are_refused() -> None:
    three = parse(fight(unit("Ana"), foe("orc"), unit("bear", "beasts")))
    with pytest.raises(BadInput, match="two sides"):
        solution(three, repertoire_of(three, "any")[1], {})
    two = parse(duel(4, 4))
    with pytest.raises(BadInput, match="nobody chooses"):
        solution(two, repertoire_of(two, "any")[1], {"party": "first", "foes": "first"})
    with pytest.raises(BadInput, match="no such repertoire"):
        repertoire_of(two, "feats")


def test_an_offer_is_solved_from_where_it_waits() -> None:
    waits = began(duel(6, 6, (3, 3)), attack(0, 1))
    it = Fight(SKILLDICE, waits.state, {}, {"party": "first", "foes": "first"})
    found = solution(it, repertoire_of(it, "body")[1], {}, exactly=True)
    assert found.decisions[0].seat == 1
    assert [type(option.command).__name__ for option in found.decisions[0].options] == ["Defend", "TakeIt"]


@pytest.mark.parametrize(
    ("rulings", "words"),
    [
        (
            {},
            "; everybody rolls Body for the order, and nobody acts out of turn, holds actions, tends, helps, moves or",
        ),
        ({"D01": "narrator"}, "; the Narrator names the order of the roster, and nobody acts out of turn"),
        (
            {"D11": "narrator"},
            "for the order, the Narrator keeps every Skill that was named, and nobody acts out of turn",
        ),
        ({"D01": "narrator", "D52": "narrator"}, "of the roster and keeps every Skill that was named, and nobody acts"),
        ({"D39": "one_action_in_combat"}, "moves, catches breath or leaves"),
    ],
)
def test_a_repertoire_says_what_is_chosen_under_these_readings(rulings: dict[str, str], words: str) -> None:
    it = parse(duel(4, 4), rulings=rulings)
    told = repertoire_of(it, "body")[1].about(it.state)
    assert told.startswith("whom to attack with Body, whether to defend or take it, ")
    assert words in told


def test_many_fighters_have_fewer_positions() -> None:
    crowd = parse(fight(unit(count=10), foe(count=10)))
    assert most_positions(crowd) == 100_000
    assert most_positions(parse(duel(4, 4))) == 1_000_000
    found = solution(crowd, repertoire_of(crowd, "body")[1], {}, budget=0.05)
    assert (found.kind, found.reason) == ("too_large", "time")
