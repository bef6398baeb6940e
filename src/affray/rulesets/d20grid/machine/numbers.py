"""The numbers of a fight that never change. Rulings are read by their owners; what they decide is written down here."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from functools import partial

from msgspec.structs import replace

from affray.rulesets.d20grid.attacking import chooses_late
from affray.rulesets.d20grid.damage import Damage
from affray.rulesets.d20grid.edges import (
    endangered,
    flanking,
    helpless,
    inside_area,
    lower_is_worse,
    net,
    sources,
)
from affray.rulesets.d20grid.grid import DIRECTIONS
from affray.rulesets.d20grid.ground import NEAR, OUT_OF_SIGHT, area_of, creatures_block, says_the_scenario, trigger_of
from affray.rulesets.d20grid.harm import absorb, absorbs, dead, fate_of, wound
from affray.rulesets.d20grid.machine import layout, terrain
from affray.rulesets.d20grid.machine.hands import Hands
from affray.rulesets.d20grid.machine.refusing import TACTICS, is_drawn
from affray.rulesets.d20grid.machine.rows import Rows
from affray.rulesets.d20grid.moving import steps_between, when_over
from affray.rulesets.d20grid.ordering import aware_ones, is_surprise
from affray.rulesets.d20grid.paths import UNPROVOKED
from affray.rulesets.d20grid.state import (
    SQUARE,
    UP,
    Condition,
    Map,
    Profile,
    State,
    Weapon,
    is_foe,
    is_ranged,
    sides_of,
)
from affray.rulesets.d20grid.turns import renewal

RENEWALS = {"turn": layout.WITH_TURN, "each": layout.WITH_EACH, "round": layout.WITH_ROUND}
REFILLS = {
    "turn": layout.WITH_TURN,
    "lethal": layout.WITH_TURN,
    "round": layout.WITH_ROUND,
    "hit": layout.NEVER,
}


class Fight:
    """A fight in numbers: `numbers`, its rows, and the hands that its fighters can come to."""

    def __init__(self, state: State, tactics: Mapping[str, str]) -> None:
        self.state = state
        self.rows = Rows(state)
        fighters = len(state.profiles)
        self.numbers = [0] * (layout.FIRST + fighters * layout.RECORD)
        defenses = list(dict.fromkeys([profile.defense for profile in state.profiles]))
        flags = [[flags_edge(state, one, other) for other in range(fighters)] for one in range(fighters)]
        edges = edges_of(state, flags)
        self.hands = Hands(state, self.numbers, self.rows, defenses, edges)
        self._put_rulings()
        self._put_harm()
        self._put_map()
        self._put_room()
        for number, profile in enumerate(state.profiles):
            taken = self._table(absorbed(state, profile)) if profile.absorb else 0
            self._put(
                layout.FIRST + number * layout.RECORD,
                [
                    "hidden" in state.conditions[number].flags,
                    not OUT_OF_SIGHT.isdisjoint(state.conditions[number].flags),
                    sides_of(state).index(profile.side),
                    *TACTICS[tactics[profile.side]],
                    profile.speed // SQUARE,
                    profile.attacks,
                    profile.absorb,
                    taken,
                    defenses.index(profile.defense) * len(edges),
                    profile.dexterity,
                    self.rows.initiative(profile),
                    self._table(flags[number]),
                    number in aware_ones(state),
                ],
            )

    def _put(self, place: int, numbers: list[int]) -> None:
        self.numbers[place : place + len(numbers)] = [int(number) for number in numbers]

    def _table(self, numbers: list[int]) -> int:
        place = len(self.numbers)
        self.numbers += numbers
        return place

    def _put_rulings(self) -> None:
        state, rulings = self.state, self.state.rulings
        self._put(layout.DIRECTION, [across for across, _ in DIRECTIONS] + [up for _, up in DIRECTIONS])
        self._put(
            layout.FREE_WAY,
            [
                UNPROVOKED[trigger_of(rulings)] // SQUARE,
                when_over(rulings),
                RENEWALS[renewal(rulings)],
                REFILLS[absorbs(rulings)],
                creatures_block(rulings),
                says_the_scenario(rulings),
                -lower_is_worse(rulings),
            ],
        )
        way, (whose, melee_too), (single, rolled) = flanking(rulings), endangered(rulings), inside_area(rulings)
        if way == "opposite":
            most = max(
                [area_of(state.profiles[one], Condition(0, (0, 0), drawn=held)) for one, held, _ in self.hands.found]
            )
            self._put(layout.SPAN, [most // SQUARE, 2 * (most // SQUARE) + 1])
            self.numbers[layout.OPPOSITE] = self._table(terrain.opposite_sides(most // SQUARE))
        self._put(
            layout.ADJACENT,
            [
                way == "adjacent",
                whose == "target",
                melee_too,
                single,
                not rolled,
                helpless(rulings) == "advantage",
                helpless(rulings) == "auto_hit",
                chooses_late(rulings),
                steps_between(rulings),
                is_surprise(state),
            ],
        )
        numbers = [profile.dexterity for profile in state.profiles]
        self.numbers[layout.TIES] = self.rows.ties(max([numbers.count(one) for one in numbers]))
        sides = [profile.side for profile in state.profiles]
        self.numbers[layout.CHOICES] = self.rows.choices(len(sides) - min([sides.count(one) for one in sides]))

    def _put_harm(self) -> None:
        state, rulings = self.state, self.state.rulings
        least = -1
        while not dead(Condition(least, (0, 0))):
            least -= 1
        most = max([max(profile.max_hp, one.hp) for profile, one in zip(state.profiles, state.conditions, strict=True)])
        points = range(least, most + 1)

        def is_up(subdual: int, hp: int) -> bool:
            return fate_of(Condition(hp, (0, 0), subdual=subdual), rulings) == UP

        up_from = [least + bisect_left(points, True, key=partial(is_up, subdual)) for subdual in range(most + 2)]
        whole = Condition(0, (0, 0))
        harmed = [wound(whole, 1, subdual, 0) for subdual in (False, True)]
        self._put(layout.DEAD_AT, [least, most + 1, self._table(up_from)])
        self._put(layout.HP_EACH, [one.hp for one in harmed] + [one.subdual for one in harmed])

    def _put_map(self) -> None:
        map, numbers = self.state.map, self.numbers
        self._put(layout.WIDTH, [map.size[0] // SQUARE, map.size[1] // SQUARE])
        if map.elevation:
            numbers[layout.RAISED] = self._table(terrain.heights(map))
        if is_drawn(map):
            numbers[layout.SIGHT] = self._table(terrain.sights(map, farthest_strike(self.state)))
        if map.walls:
            numbers[layout.GROUND] = self._table(terrain.open_steps(map))
            numbers[layout.WALKS] = self._table(terrain.walks(map))

    def _put_room(self) -> None:
        """Where in a position the order is, the path of a movement, the room for working, and the end."""
        fighters = len(self.state.profiles)
        speed = max([profile.speed for profile in self.state.profiles]) // SQUARE
        side = 2 * speed + 3
        order = layout.HEAD + fighters * layout.EACH
        path = order + fighters
        work = path + speed
        boards = list(range(work, work + 11 * side, side))
        watchers = boards[-1] + side * side
        self.numbers[layout.FIGHTERS] = fighters
        self._put(layout.ORDER, [order, path, work, watchers + 2 * fighters, side])
        self._put(layout.CLOSE, [NEAR // SQUARE, *boards, watchers])


def farthest_strike(state: State) -> int:
    """The squares over which somebody could strike: the whole map for a ranged weapon."""
    weapons = [weapon for profile in state.profiles for weapon in profile.weapons]
    reaches = [max(state.map.size) if is_ranged(weapon) else weapon.reach for weapon in weapons]
    return max(reaches, default=0) // SQUARE


def absorbed(state: State, profile: Profile) -> list[int]:
    """What armor takes of a hit and what it can take after it, as one number, by what it can take and the damage."""
    found = []
    for subdual in (False, True):
        for pool in range(profile.absorb + 1):
            for total in range(profile.absorb + 1):
                one = absorb(profile, Condition(0, (0, 0), pool=pool), total, subdual, state.rulings)
                found.append((total - one.through) * (profile.absorb + 1) + one.pool)
    return found


def flags_edge(state: State, attacker: int, target: int) -> int:
    """What flags, and being behind, give to an attack: what it has on open ground, far away, with nobody about."""
    if not is_foe(state, attacker, target):
        return 0
    probe = [replace(one, fate="dead") for one in state.conditions]
    probe[attacker] = replace(state.conditions[attacker], at=(0, 0), fate=UP)
    probe[target] = replace(state.conditions[target], at=(0, 0), fate=UP, drawn=())
    alone = replace(state, map=Map(), conditions=tuple(probe), pending=(), passage=None)
    return net(sources(alone, attacker, target, Weapon("", Damage()), (1_000, 0)))


def edges_of(state: State, flags: list[list[int]]) -> range:
    """Every edge that an attack of this fight could have."""
    rulings, every = state.rulings, [edge for row in flags for edge in row]
    ranged = any([is_ranged(weapon) for profile in state.profiles for weapon in profile.weapons])
    melee_too = endangered(rulings)[1]
    raised = bool(state.map.elevation)
    covers = is_drawn(state.map) or (ranged and not creatures_block(rulings))
    low = min(every) - (raised and lower_is_worse(rulings)) - covers - (ranged or melee_too) - 2 * ranged
    high = max(every) + raised + 1 + ranged + (helpless(rulings) == "advantage")
    return range(low, high + 1)
