"""What a table draws: scenes, choices and sentences that are whole, and that agree with what each seat may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from affray.codec import canonical, plain
from affray.dice import Seat
from affray.errors import Rejection
from affray.fight import AnyRuleset
from affray.rules.showing import Choice, Scene, Showing, Told, Wounds
from affray.table.publishing import open_rolls, published_events
from affray.testing.conformance.shared import expect
from affray.testing.conformance.walks import Step


def scenes(ruleset: AnyRuleset, states: Sequence[Any]) -> None:
    """Every seat's scene holds those whom its view shows, or fewer, each once; the referee's holds everybody."""
    if ruleset.showing is None:
        return
    showing = ruleset.showing()
    for state in states:
        names = {one.id: one.name for one in ruleset.standings(state)}
        seats: tuple[Seat, ...] = (*names, "referee")
        for seat in seats:
            seen = {one["id"] for one in plain(ruleset.view(state, seat))["fighters"]}
            for wounds in get_args(Wounds):
                scene = showing.scene(state, seat, wounds)
                canonical(scene)
                _agrees(scene, seen, names, f"the scene of {seat!r}")
        whole = showing.scene(state, "referee", "words")
        everybody = {card.id for camp in whole.camps for card in camp.cards}
        expect(everybody == set(names), "the referee's scene leaves somebody out")
        public = showing.scene(state, "table", "words")
        shown = {card.id for camp in public.camps for card in camp.cards}
        expect(shown <= everybody, "the table's scene shows somebody who is not there")


def _agrees(scene: Scene, seen: set[int], names: Mapping[int, str], where: str) -> None:
    cards = [card for camp in scene.camps for card in camp.cards]
    shown = [card.id for card in cards]
    expect(len(set(shown)) == len(shown) and set(shown) <= seen, f"{where} shows others than the view does: {shown}")
    for card in cards:
        expect(card.name == names[card.id], f"{where} calls {names[card.id]} {card.name}")
        expect(card.share is None or 0 <= card.share <= 1, f"{where}: {card.name} has {card.share} left of 1")
        for track in (*card.main, *card.gear):
            expect(0 <= track.left <= track.most, f"{where}: {card.name} has {track.left} of {track.most} {track.name}")
            expect(all(0 < cell <= track.most for cell in track.stake), f"{where}: no such cell of {track.name}")
    placed = [place.id for order in scene.order for place in order.places]
    expect(len(set(placed)) == len(placed) and set(placed) <= seen, f"{where} has an order of others: {placed}")
    for text in _texts(plain(scene)):
        expect(text.isprintable(), f"{where} says {text!r}")


def choices(ruleset: AnyRuleset, states: Sequence[Any]) -> None:
    """Every command that is listed is named in a few words, with targets that the seat sees."""
    if ruleset.showing is None:
        return
    showing = ruleset.showing()
    for state in states:
        for seat in ruleset.to_act(state):
            for command, _ in ruleset.candidates(state, seat):
                expect(showing.known(state, "referee", command), f"the referee may not know of {command!r}")
            for command, _ in offered(ruleset, showing, state, seat):
                shown = showing.choice(state, seat, command)
                _is_named(shown, command)
                seen = {one["id"] for one in plain(ruleset.view(state, seat))["fighters"]}
                expect(
                    set(shown.targets) <= seen, f"{command!r} of {seat!r} is shown with targets that it does not see"
                )


def offered(
    ruleset: AnyRuleset, showing: Showing[Any, Any], state: Any, seat: Seat
) -> list[tuple[Any, Rejection | None]]:
    """The commands of a seat that a table lists."""
    if showing.offers is not None:
        return showing.offers(state, seat, False)
    return [one for one in ruleset.candidates(state, seat) if showing.known(state, seat, one[0])]


def _is_named(shown: Choice, command: Any) -> None:
    expect(shown.name.strip() == shown.name != "", f"{command!r} is named {shown.name!r}")
    expect(shown.pairs is None, f"{command!r} is chosen with a picture of its odds")
    for text in _texts(plain(shown)):
        expect(text.isprintable(), f"{command!r} is shown as {text!r}")


def tellings(ruleset: AnyRuleset, steps: Sequence[Step]) -> None:
    """Every entry is told, for the referee and for the players, with dice that were thrown in it and each once."""
    if ruleset.showing is None:
        return
    showing = ruleset.showing()
    for one in steps:
        rolled = [(roll.sides, rolled, why) for (roll, why), rolled in zip(one.questions, one.rolls, strict=True)]
        told = showing.told(one.before, one.rolls, one.events)
        _is_told(told, Counter((sides, face) for sides, roll, _ in rolled for face in roll.faces), one)
        public = Counter((sides, face) for sides, roll, why in rolled if not why.hidden for face in roll.faces)
        shown = showing.told_players(
            one.before, open_rolls(ruleset, one.rolls), published_events(ruleset, one.before, one.events)
        )
        _is_told(shown, public, one)
        if showing.came_to is not None:
            came = [name for name, _ in showing.came_to(one.events)]
            named = [name for name, _ in ruleset.glance(one.before, one.after)]
            expect(len({*came, *named}) == len(came) + len(named), f"{one.command!r}: one name for two things")


def _is_told(told: Sequence[Told], thrown: Counter[tuple[int, int]], one: Step) -> None:
    drawn: Counter[tuple[int, int]] = Counter()
    for sentence in told:
        expect(sentence.text.strip() and sentence.text.isprintable(), f"{one.command!r} is told as {sentence.text!r}")
        expect(sentence.who is None or sentence.who >= 0, f"{one.command!r} is done by {sentence.who}")
        expect(not sentence.dice or any(counts for _, _, counts in sentence.dice), f"no die of {sentence} counts")
        drawn.update((sides, face) for sides, face, _ in sentence.dice)
    # A die whose sides may not be known is any that shows its face.
    for (sides, face), times in drawn.items():
        there = thrown[sides, face] if sides else sum(n for (_, other), n in thrown.items() if other == face)
        expect(times <= there, f"{one.command!r} is told with a d{sides} that shows {face}, which nobody threw")


def _texts(value: Any) -> Iterator[str]:
    """Every text in plain values that is not empty."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
    elif isinstance(value, str) and value:
        yield value
