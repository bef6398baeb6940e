"""Fights of two sides in turn sampled a side's turn at a time: one draw for all that its attackers do.

A turn's outcomes come from the exact distribution of where the other side stands afterwards, kept in tables of whole
numbers. A position is one number, the *code*: the slot of the first side times the slots of the second, plus the slot
of the second (see `sides_chart`); a turn adds to it.

In machine code the generator is xoshiro256++ (Blackman and Vigna), one for each block of fights; its four words of 64
bits are the 32 bytes of blake2b of "affray volley/SEED/BLOCK", the lowest byte of each word first. A turn takes one
word: its highest bit says, in the first turn of a round, who acts first (1: the first side), the bits below it choose a
column of the table, the lowest ones are compared with the column's threshold. In NumPy the words are those of PCG64
seeded by the same 32 bytes as a whole number, a turn of all fights at a time. In plain Python they are 60 bits of
`random.Random` seeded by the text. No chance is off by more than 2**-51. Counts depend on the seed, the number of the
block and the way of sampling, on nothing else.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from hashlib import blake2b
from itertools import accumulate
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias

from affray.errors import TooLarge, Unsupported
from affray.interpret.sides import Layout
from affray.interpret.sides_outlook import shares_of
from affray.interpret.sides_turns import Turns
from affray.interpret.simulate import ROUNDS, Tally, count_in
from affray.interpret.volley_tables import WORD, Table, alias, shares_at_0
from affray.rules.machines import BEST

Way: TypeAlias = Literal["compiled", "vectors", "plain"]
"""By Numba, by NumPy across fights, or in plain Python."""

MOST_ENTRIES = 1_000_000
"""How many entries all tables together may have: some seconds of work."""

VECTOR = 1 << 13
"""How many fights go on side by side in NumPy: so many that their numbers stay near the processor."""

SHIFT = 6
"""A table is told by its first column, and below that in so many bits by how far a word is moved to choose one."""


class Arrays(NamedTuple):
    """All tables as alias tables: `base` says for each side and code where its table is, `idle` that there is none.

    Of each column there are a threshold out of 2**rest, and what is added to the code below it and from it on.
    """

    base: Any
    thresholds: Any
    added: Any
    idle: int
    rest: int
    columns: list[tuple[int, int, int]]


class Volley:
    """A fight made ready for sampling. Cost: some 10 microseconds an entry of the tables, at once.

    Raises `Unsupported` for a side that plays its best and where the sides are not as likely to act first, `TooLarge`
    where the tables would have more than `MOST_ENTRIES` entries.
    """

    def __init__(self, fight: Layout) -> None:
        for side in fight.two.sides:
            if side.tactic == BEST:
                raise Unsupported("tactic=best")
        if fight.first[0] != fight.first[1]:
            raise Unsupported("sides that are not as likely to act first")
        self.fight = fight
        mine, theirs = fight.charts
        most = sum([len(fight.charts[number].acts) * fight.charts[1 - number].size ** 2 // 2 for number in (0, 1)])
        if most > MOST_ENTRIES:
            raise TooLarge("entries of tables", estimate=most, limit=MOST_ENTRIES)
        self.step = theirs.size
        self.start = mine.start * theirs.size + theirs.start
        self.codes = mine.size * theirs.size
        self.tables: list[Table] = []
        found: dict[tuple[int, int, int], int] = {}
        for number in (0, 1):
            chart, target = fight.charts[number], fight.charts[1 - number]
            turns = Turns(target, chart.acts, fight.blows[number], exactly=True)
            for acting, rows in enumerate(turns.of):
                for slot in range(target.size):
                    if target.options[slot]:
                        row = [*rows.rows[slot], rows.stay[slot]]
                        slots = [to for to, weight in enumerate(row) if weight]
                        found[number, acting, slot] = len(self.tables)
                        self.tables.append(Table(number, acting, slot, slots, [row[to] for to in slots]))
        self.of_code: list[list[int]] = [[-1] * self.codes, [-1] * self.codes]
        """The table of each side's turn at each code; -1 where the fight does not go on."""
        for slot in range(mine.size):
            for other in range(theirs.size):
                if mine.options[slot] and theirs.options[other]:
                    code = slot * theirs.size + other
                    self.of_code[0][code] = found[0, mine.acting[slot], other]
                    self.of_code[1][code] = found[1, theirs.acting[other], slot]

    def block(self, seed: str, block: int, runs: int, rounds: int = ROUNDS, way: Way = "compiled") -> Tally:
        """The counts of `runs` fights, each to its end or to the end of round `rounds`.

        `fates` and `left` are empty where fighters who are alike cannot be told apart again. Whether one who is down is
        dead is not drawn: of those whom a turn brought down the share that the odds give is counted, rounded.
        """
        sample = {"compiled": self._compiled, "vectors": self._vectors, "plain": self._plain}[way]
        ends, begun, drawn = sample(f"affray volley/{seed}/{block}", runs, rounds)
        return self._tally(runs, ends, begun, drawn)

    # Plain Python

    @cached_property
    def _by_code(self) -> list[list[tuple[int, list[int], list[int]] | None]]:
        """For each side and code: the number of the first entry, the thresholds and what is added to the code."""
        found: list[tuple[int, list[int], list[int]]] = []
        first = 0
        for table in self.tables:
            total = sum(table.weights)
            cuts = [-(-(one << WORD - 4) // total) for one in accumulate(table.weights)]
            found.append((first, cuts[:-1], [self._added(table, slot) for slot in table.slots]))
            first += len(table.slots)
        return [[found[one] if one >= 0 else None for one in codes] for codes in self.of_code]

    def _added(self, table: Table, slot: int) -> int:
        return (slot - table.target) * (1 if table.side == 0 else self.step)

    def _plain(self, seed: str, runs: int, rounds: int) -> tuple[list[int], list[int], list[int]]:
        mine, theirs = self._by_code
        bits = Random(seed).getrandbits
        ends, begun = [0] * self.codes, [0] * (rounds + 1)
        drawn = [0] * sum([len(one.slots) for one in self.tables])
        start, top, rest = self.start, 1 << WORD - 4, (1 << WORD - 4) - 1
        going_on = mine[start] is not None
        for _ in range(runs):
            code, number = start, 0
            while going_on and number < rounds:
                number += 1
                word = bits(WORD - 3)
                first, second = (mine, theirs) if word & top else (theirs, mine)
                at, cuts, added = first[code]  # type: ignore[misc]
                way = bisect_right(cuts, word & rest)
                drawn[at + way] += 1
                code += added[way]
                table = second[code]
                if table is None:
                    break
                at, cuts, added = table
                way = bisect_right(cuts, bits(WORD - 4))
                drawn[at + way] += 1
                code += added[way]
                if mine[code] is None:
                    break
            ends[code] += 1
            begun[number] += 1
        return ends, begun, drawn

    # NumPy and Numba

    @cached_property
    def _arrays(self) -> Arrays:
        import numpy as np  # noqa: PLC0415 - plain sampling does without

        bits = [max((len(table.slots) - 1).bit_length(), 1) for table in self.tables]
        rest = WORD - max(bits, default=1)
        columns: list[tuple[int, int, int]] = []
        starts, added = [], []
        for table, wide in zip(self.tables, bits, strict=True):
            starts.append(len(columns) << SHIFT | 64 - wide)
            found = alias(table.weights, wide, rest)
            columns += found
            added += [[self._added(table, table.slots[one]) for one in pair] for _, *pair in found]
        idle = len(columns) << SHIFT | 63
        thresholds = [one for one, _, _ in columns] + [0, 0]
        return Arrays(
            np.array([[starts[one] if one >= 0 else idle for one in codes] for codes in self.of_code]).ravel(),
            np.array(thresholds, dtype=np.uint64),
            np.array([*added, [0, 0], [0, 0]], dtype=np.int64),
            idle,
            rest,
            columns,
        )

    def _drawn(self, counts: Any) -> list[int]:
        """How often every entry was drawn, from how often every column's threshold was passed, and not."""
        found: list[int] = []
        at = 0
        for table in self.tables:
            mine = [0] * len(table.slots)
            for _ in range(1 << max((len(table.slots) - 1).bit_length(), 1)):
                _, own, other = self._arrays.columns[at]
                mine[own] += int(counts[at, 0])
                mine[other] += int(counts[at, 1])
                at += 1
            found += mine
        return found

    def _vectors(self, seed: str, runs: int, rounds: int) -> tuple[list[int], list[int], list[int]]:
        import numpy as np  # noqa: PLC0415

        base, thresholds, added, idle, bits, _ = self._arrays
        flat_added = added.ravel()
        draw = np.random.PCG64(int.from_bytes(_digest(seed), "little")).random_raw
        rest, one = np.uint64((1 << bits) - 1), np.uint64(1)
        ends, begun = np.zeros(self.codes, dtype=np.int64), [0] * (rounds + 1)
        drawn = np.zeros(flat_added.size, dtype=np.int64)

        def turn(codes: Any, words: Any) -> Any:
            table = base[codes]
            column = (table >> SHIFT) + ((words << one) >> (table & 63).astype(np.uint64)).astype(np.int64)
            choice = 2 * column + ((words & rest) >= thresholds[column])
            met.append(choice)
            return flat_added[choice]

        for first in range(0, runs, VECTOR):
            codes = np.full(min(VECTOR, runs - first), self.start, dtype=np.int64)
            met: list[Any] = []
            number = 0
            while len(codes):
                going_on = base[codes] != idle
                if number == rounds or not going_on.all():
                    over = codes if number == rounds else codes[~going_on]
                    begun[number] += len(over)
                    ends += np.bincount(over, minlength=self.codes)
                    codes = codes[:0] if number == rounds else codes[going_on]
                    if not len(codes):
                        break
                number += 1
                words = draw(len(codes))
                second = (words >> np.uint64(WORD)).astype(np.int64) * self.codes
                codes = codes + turn(codes + (self.codes - second), words)
                codes = codes + turn(codes + second, draw(len(codes)))
            if met:
                drawn += np.bincount(np.concatenate(met), minlength=len(drawn))
        return ends.tolist(), begun, self._drawn(drawn.reshape(-1, 2))

    def _compiled(self, seed: str, runs: int, rounds: int) -> tuple[list[int], list[int], list[int]]:
        import numpy as np  # noqa: PLC0415

        from affray.interpret.compiled import compiled  # noqa: PLC0415 - plain sampling does without
        from affray.interpret.volley_program import LANES, sample  # noqa: PLC0415

        base, thresholds, added, idle, bits, _ = self._arrays
        ends, begun = np.zeros(self.codes, dtype=np.uint64), np.zeros(rounds + 1, dtype=np.uint64)
        drawn = np.zeros((len(thresholds), 2), dtype=np.uint64)
        numbers = [self.start, self.codes, idle, rounds, (1 << bits) - 1]
        low = np.uint64((1 << 32) - 1)
        halves = added.astype(np.uint64) & low
        compiled(sample)[0](
            base.view(np.uint64),
            np.stack([thresholds, halves[:, 0] | (halves[:, 1] << np.uint64(32))], axis=1).ravel(),
            np.frombuffer(_digest(seed), dtype="<u8").astype(np.uint64),
            np.array(numbers, dtype=np.uint64),
            np.full(LANES, self.start, dtype=np.uint64),
            np.zeros(LANES, dtype=np.uint64),
            np.array([runs // LANES + (lane < runs % LANES) for lane in range(LANES)], dtype=np.uint64),
            ends,
            begun,
            drawn.ravel(),
        )
        return ends.tolist(), begun.tolist(), self._drawn(drawn)

    # Counts

    def _tally(self, runs: int, ends: list[int], begun: list[int], drawn: list[int]) -> Tally:
        sides, charts = self.fight.two.sides, self.fight.charts
        tally = Tally(runs)
        tally.rounds = {self.fight.two.begun + number: count for number, count in enumerate(begun) if count}
        by_slot: list[dict[int, int]] = [{}, {}]
        for code, count in enumerate(ends):
            if not count:
                continue
            slots = divmod(code, self.step)
            left = [number for number in (0, 1) if charts[number].options[slots[number]]]
            if len(left) == 1:
                winner: str | None = sides[left[0]].name
                tally.winners[winner] = tally.winners.get(winner, 0) + count
            else:
                tally.undecided += count
            for number in (0, 1):
                count_in(by_slot[number], {slots[number]: count})
        fighters: dict[int, tuple[dict[str, int], dict[int, int]]] = {}
        for number in (0, 1):
            shares = shares_of(sides[number], sides[1 - number].tactic)
            if shares is None or any(len(among) > 1 for among in shares):
                return tally
            at_0 = self._at_0(number, drawn)
            for place, fighter in enumerate(sides[number].fighters):
                fighters[fighter] = self._fighter(number, place, by_slot[number], at_0[place], runs)
        tally.fates = [fighters[one][0] for one in sorted(fighters)]
        tally.left = [fighters[one][1] for one in sorted(fighters)]
        return tally

    def _fighter(
        self, number: int, place: int, by_slot: dict[int, int], at_0: float, runs: int
    ) -> tuple[dict[str, int], dict[int, int]]:
        side, chart = self.fight.two.sides[number], self.fight.charts[number]
        if side.out[place]:
            return {side.out[place]: runs}, {side.left[place]: runs}
        fates: dict[str, int] = {}
        left: dict[int, int] = {}
        for slot, count in by_slot.items():
            points = chart.points[slot][place]
            count_in(fates, {"up" if points > 0 else "fled" if points < 0 else "": count})
            count_in(left, {abs(points): count})
        down = fates.pop("", 0)
        exactly = min(round(at_0), down)
        for word, count in zip(side.fates[place], (exactly, down - exactly), strict=True):
            if count:
                count_in(fates, {word: count})
        return fates, left

    def _at_0(self, number: int, drawn: list[int]) -> list[float]:
        """For each place of a side how many were brought to 0 hit points exactly, in the mean of what was drawn."""
        found = [0.0] * len(self.fight.two.sides[number].fighters)
        at = 0
        for table, shares in zip(self.tables, self._shares_at_0, strict=True):
            for count, share in zip(drawn[at : at + len(table.slots)], shares, strict=True):
                for place, chance in share if count and table.side != number else ():
                    found[place] += count * chance
            at += len(table.slots)
        return found

    @cached_property
    def _shares_at_0(self) -> list[list[list[tuple[int, float]]]]:
        return [shares_at_0(self.fight, table) for table in self.tables]


def _digest(seed: str) -> bytes:
    return blake2b(seed.encode(), digest_size=32).digest()
