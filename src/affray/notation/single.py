"""One die under operators that look at it alone: what it adds in the end, and what it shows half-way."""

from __future__ import annotations

from collections.abc import Sequence

from affray.notation.counting import Meter, Odds, Table, convolve, mixture, point, product_price, reduced
from affray.notation.limits import CUT
from affray.notation.tree import Operator


def reroll_weights(operator: Operator, sides: int, meter: Meter) -> tuple[Table, int]:
    """The face that a chosen die shows in the end, for ro and rr, as weights and their total.

    ro rolls once. rr rolls until the face is not chosen, at most 100 times: with m of s faces chosen, each other
    face has the weight s**99 + m s**98 + ... + m**99 of s**100, each chosen face m**99.
    """
    faces = range(1, sides + 1)
    if operator.name == "ro":
        return dict.fromkeys(faces, 1), sides
    matched = sum(map(operator.takes, faces))
    chosen = matched ** (CUT - 1)
    other = (sides**CUT - matched**CUT) // (sides - matched)
    weights = {face: chosen if operator.takes(face) else other for face in faces}
    table, total = reduced(Odds({face: weight for face, weight in weights.items() if weight}, sides**CUT), meter)
    return table, total


def showing(sides: int, operators: Sequence[Operator], meter: Meter) -> tuple[dict[int | None, int], int]:
    """What a die shows after operators that look at it alone and add no dice: weights by value, None for dropped."""
    shown: dict[int | None, int] = dict.fromkeys(range(1, sides + 1), 1)
    total = sides
    for operator in operators:
        shown, total = shown_after(shown, total, operator, sides, meter)
    return shown, total


def shown_after(
    shown: dict[int | None, int], total: int, operator: Operator, sides: int, meter: Meter
) -> tuple[dict[int | None, int], int]:
    """What a die shows after one more operator."""
    found: dict[int | None, int] = {}
    weights: Table = {}
    scale = 1
    if operator.name in ("ro", "rr"):
        weights, scale = reroll_weights(operator, sides, meter)
    bits = total.bit_length(), scale.bit_length()
    meter.spend((len(shown) + len(weights)) * (3 + product_price(*bits)))
    again = 0
    for value, ways in shown.items():
        image = value
        if value is not None:
            if operator.name in ("mi", "ma"):
                limited = max if operator.name == "mi" else min
                image = limited(value, operator.selectors[0].number)
            elif operator.name in ("k", "p"):
                image = value if operator.takes(value) == (operator.name == "k") else None
            elif operator.takes(value):
                again += ways
                continue
        found[image] = found.get(image, 0) + ways * scale
    for face, ways in weights.items():
        found[face] = found.get(face, 0) + ways * again
    return {value: ways for value, ways in found.items() if ways}, total * scale


class Single:
    """What one die adds to the total under the operators from a place on, all of which look at one die alone.

    `asks` is the place of an ra, or None: with it the tables are the part in which no die is chosen there.
    """

    def __init__(self, sides: int, operators: Sequence[Operator], meter: Meter, asks: int | None = None) -> None:
        self.sides = sides
        self.operators = operators
        self.meter = meter
        self.asks = asks
        self.known: dict[tuple[int, int], Odds] = {}
        self.mixed: dict[int, Odds] = {}

    def fresh(self, place: int) -> Odds:
        """What a die rolled just before the operator at `place` adds."""
        if place not in self.mixed:
            faces = ((self.adds(place, face), 1) for face in range(1, self.sides + 1))
            self.mixed[place] = reduced(mixture(faces, self.sides, self.meter), self.meter)
        return self.mixed[place]

    def adds(self, place: int, value: int) -> Odds:
        """What a kept die that shows `value` before the operator at `place` adds."""
        key = (place, value)
        if key not in self.known:
            self.meter.spend(2)
            self.known[key] = self.found(place, value)
        return self.known[key]

    def found(self, place: int, value: int) -> Odds:
        """The same, worked out."""
        if place == len(self.operators):
            return point(value)
        operator = self.operators[place]
        takes = operator.takes(value)
        match operator.name:
            case "mi" | "ma":
                limited = max if operator.name == "mi" else min
                return self.adds(place + 1, limited(value, operator.selectors[0].number))
            case "k" | "p":
                return self.adds(place + 1, value) if takes == (operator.name == "k") else point(0)
            case "ra":
                asked = self.asks == place and (takes or operator.ranked)
                return Odds({}, 1) if asked else self.adds(place + 1, value)
        if not takes:
            return self.adds(place + 1, value)
        if operator.name == "e":
            return convolve(self.adds(place + 1, value), self.chain(place), self.meter)
        return self.again(place)

    def again(self, place: int) -> Odds:
        """What a die adds that ro or rr at `place` rolls again."""
        key = -1 - place
        if key not in self.mixed:
            weights, total = reroll_weights(self.operators[place], self.sides, self.meter)
            parts = ((self.adds(place + 1, face), ways) for face, ways in weights.items())
            self.mixed[key] = reduced(mixture(parts, total, self.meter), self.meter)
        return self.mixed[key]

    def chain(self, place: int) -> Odds:
        """What the dice add that one explosion at `place` brings: at most 100, the last of which stands as it is."""
        key = -1 - place
        if key in self.mixed:
            return self.mixed[key]
        faces = range(1, self.sides + 1)
        operator = self.operators[place]
        goes = self.mixed_faces(place, [face for face in faces if operator.takes(face)])
        ends = self.mixed_faces(place, [face for face in faces if not operator.takes(face)])
        pieces: list[tuple[Odds, int]] = []
        run = point(0)
        for extra in range(1, CUT + 1):
            last = ends if extra < CUT else mixture([(ends, 1), (goes, 1)], 1, self.meter)
            pieces.append((convolve(run, last, self.meter), 1))
            if extra < CUT:
                run = convolve(run, goes, self.meter)
        self.mixed[key] = mixture(pieces, 1, self.meter)
        return self.mixed[key]

    def mixed_faces(self, place: int, faces: list[int]) -> Odds:
        """What a die adds that shows one of these faces after the operator at `place`: a part, out of all faces."""
        return mixture(((self.adds(place + 1, face), 1) for face in faces), self.sides, self.meter)
