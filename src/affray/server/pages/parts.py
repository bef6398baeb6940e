"""The parts of a table's page, each rendered from a snapshot: a page is all of them, a stream sends what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

from markupsafe import Markup

from affray.dice import Seat
from affray.rules.showing import Camp, Card, Ground
from affray.server.limits import LONGEST_NOTE
from affray.server.live.snapshot import Form, Line, Offer, Prompt, Snapshot
from affray.server.pages import choosing, forms, reinforcing
from affray.server.pages.entries import entry
from affray.server.pages.parts_kept import PartsKept
from affray.server.pages.reading_snapshots import as_one
from affray.server.web.rendering import Later, fragment

Side: TypeAlias = Literal["party", "foes", "third", ""]

PARTS = ("state", "round", "order", "self", "knocks", "now", "map", "numbers", "camps", "log", "whatif", "more", "room")
"""Each is an element with this id, rendered by the template of that name."""


def parts(snapshot: Snapshot, address: str = "") -> dict[str, str]:
    """Every part of the page, by its id. `address` is where people open this server, for the code that phones read."""
    texts = {name: KEPT.of(name, snapshot, address) for name in PARTS}
    return {name: html for name, html in texts.items() if html}


def rendered(name: str, snapshot: Snapshot, address: str) -> str:
    """A part, made anew; empty where the page has none."""
    return fragment(f"table/{name}.html", **view(snapshot, address)).strip()


KEPT = PartsKept(rendered)


@as_one
def newest(snapshot: Snapshot) -> Line | None:
    """What happened last and still counts, of all that has words of the rules."""
    return next((line for line in snapshot.log if line.counts and line.told), None)


@as_one
def last_entry(snapshot: Snapshot) -> int:
    """The number of what happened last, 0 before anything has: by it a page knows whether the fight has gone on."""
    last = newest(snapshot)
    return 0 if last is None else last.seq


def view(snapshot: Snapshot, address: str = "") -> dict[str, Any]:
    """What the templates of a table read, beside the snapshot itself; each value is worked out where it is read."""
    actor = Later(lambda: picked(snapshot))
    referee = Later(lambda: snapshot.you.role in ("referee", "co-referee"))
    cards = Later(lambda: {card.id: card for camp in snapshot.scene.camps for card in camp.cards})
    here = Later(lambda: known(cards(), snapshot.scene.ground))
    roles = Later(lambda: {card.id: camp.role for camp in snapshot.scene.camps for card in camp.cards})
    return {
        "s": snapshot,
        "snapshot": snapshot,
        "address": address,
        "post": Later(lambda: f"/t/{snapshot.table}/messages"),
        "referee": referee,
        "may": Later(lambda: frozenset(snapshot.you.may)),
        "message": choosing.message,
        "cards": cards,
        "roles": roles,
        "own": Later(lambda: [cards()[one] for one in snapshot.you.fighters if one in cards()]),
        "free": Later(lambda: free(snapshot)),
        "castable": Later(lambda: [card for card in cards().values() if card.fate != "gone"]),
        "fallen": Later(lambda: fallen(snapshot, cards())),
        "others_turn": Later(lambda: others_turn(snapshot, cards())),
        "waits_for": Later(lambda: waits_for(snapshot, actor())),
        "drops": Later(lambda: drops(snapshot)),
        "awaited": Later(lambda: awaited(snapshot)),
        "groups": Later(
            lambda: choosing.groups(listed(snapshot, actor()), here().fighters, foes_down(snapshot, actor()))
        ),
        "actor": actor,
        "turn": Later(lambda: turn(snapshot)),
        "newest": Later(lambda: newest(snapshot)),
        "entry": Later(lambda: last_entry(snapshot)),
        "entry_of": Later(lambda: entry_of(snapshot, cards(), roles())),
        "side": Later(lambda: side_of(roles())),
        "camp_of": camp_to_act,
        "in_rows": Later(lambda: in_rows if referee() else in_short),
        "pad": Later(lambda: pad(snapshot.prompt)),
        "played": Later(lambda: {one: person for person in snapshot.room.people for one in person.fighters}),
        "settings": SETTINGS,
        "longest_note": LONGEST_NOTE,
        "reinforcing": Later(lambda: reinforcing.reinforcing(snapshot.forms, snapshot.ruleset, here().sides)),
        "forms": Later(lambda: [forms.drawn(form, here()) for form in fillable(snapshot, here())]),
    }


def entry_of(snapshot: Snapshot, cards: Mapping[int, Card], roles: Mapping[int, Side]) -> Callable[[Line], Markup]:
    """How an entry of the log is drawn."""
    changes = "edit" in snapshot.you.may and not snapshot.fair.open_seed
    table, ruleset = snapshot.table, snapshot.ruleset

    def drawn(line: Line) -> Markup:
        known = [cards[told.who] for told in line.told if told.who is not None and told.who in cards]
        tellers = tuple((card.id, card.name, roles[card.id]) for card in known)
        return entry(line, tellers, table, ruleset, changes)

    return drawn


def picked(snapshot: Snapshot) -> Seat | None:
    """Whose commands are shown: the first of this person's seats that may act and has any."""
    offered = {offer.seat for offer in snapshot.offers}
    return next((one.seat for one in snapshot.to_act if one.yours and one.seat in offered), None)


def listed(snapshot: Snapshot, actor: Seat | None) -> list[Offer]:
    """The commands of an actor that stand in the list; those with a square are on the map."""
    return [offer for offer in snapshot.offers if offer.seat == actor and offer.choice.square is None]


def foes_down(snapshot: Snapshot, actor: Seat | None) -> frozenset[int]:
    """Those of the other sides who no longer stand."""
    others = (camp for camp in snapshot.scene.camps if actor not in {card.id for card in camp.cards})
    return frozenset(card.id for camp in others for card in camp.cards if card.fate != "up")


def known(cards: Mapping[int, Card], ground: Ground | None) -> forms.Known:
    """What fields of forms are chosen from."""
    sides = dict.fromkeys(card.side for card in cards.values())
    outside = {card.id: card.name for card in cards.values() if card.fate == "gone" or card.hidden}
    names = {card.id: card.name for card in cards.values()}
    return forms.Known(fighters=names, outside=outside, sides=tuple(sides), ground=ground)


def fillable(snapshot: Snapshot, here: forms.Known) -> list[Form]:
    """The open commands for which there is somebody."""
    return [form for form in snapshot.forms if here.outside or form.tag not in forms.OUT_OF_IT]


def free(snapshot: Snapshot) -> tuple[Card, ...]:
    """The fighters of the party that nobody plays yet."""
    taken = {one for person in snapshot.room.people for one in person.fighters}
    ours = (card for camp in snapshot.scene.camps if camp.role == "party" for card in camp.cards)
    return tuple(card for card in ours if card.id not in taken and card.fate != "gone")


def fallen(snapshot: Snapshot, cards: Mapping[int, Card]) -> list[Card]:
    """The fighters of a player that what happened last was about, and that are out of the fight now."""
    last = newest(snapshot)
    if last is None or snapshot.you.role != "player":
        return []
    told = " ".join(one.text for one in last.told)
    own = (cards[one] for one in snapshot.you.fighters if one in cards)
    return [card for card in own if card.fate in ("down", "dead") and card.name in told]


def others_turn(snapshot: Snapshot, cards: Mapping[int, Card]) -> str:
    """Who acts, where it is none of yours, though one of yours may do something."""
    now = [card for card in cards.values() if card.mark == "now"]
    yours = {one.seat for one in snapshot.to_act if one.yours}
    if not now or any(card.id in yours and card.mark in ("now", "waits") for card in cards.values()):
        return ""
    return now[0].name


def waits_for(snapshot: Snapshot, actor: Seat | None) -> str:
    """Whose answer a question waits for: whoever plays the one asked."""
    player = next((one for one in snapshot.room.people if actor in one.fighters), None)
    if player is not None and player.person != snapshot.you.person:
        return player.name
    yours = [one for one in snapshot.to_act if one.yours]
    return "you" if len(yours) == 1 or snapshot.you.role != "player" else "one of yours"


def awaited(snapshot: Snapshot) -> str:
    """Which die somebody else is asked for, and who holds it in hand: "attack d20, from Anne"."""
    prompt = snapshot.prompt
    if prompt is None:
        return ""
    player = next((one.name for one in snapshot.room.people if prompt.seat in one.fighters), "")
    if not player and isinstance(prompt.seat, int):
        player = "the referee"
    return ", ".join(filter(None, (prompt.what, f"from {player}" if player else "")))


def drops(snapshot: Snapshot) -> str:
    """What to ask a referee before somebody's dice are thrown away with their command."""
    prompt = snapshot.prompt
    if prompt is None or not prompt.thrown:
        return ""
    return "Dice are thrown for this command. Drop it, and them?"


def turn(snapshot: Snapshot) -> str:
    """In few words what the table waits for, as the title of the page says it."""
    if snapshot.over:
        return "The fight is over"
    if snapshot.room.settings.paused:
        return "Paused"
    if snapshot.prompt is not None:
        return f"{snapshot.prompt.name} rolls"
    yours = [one for one in snapshot.to_act if one.yours]
    if yours and snapshot.you.role == "player":
        return f"Your turn, {yours[0].name}" if len(yours) == 1 else "Your turn"
    acting = yours or snapshot.to_act
    return f"{acting[0].name} acts" if len(acting) == 1 else f"Round {snapshot.scene.round}"


def camp_to_act(snapshot: Snapshot) -> Camp | None:
    """The side of all that may act, where they are of one."""
    acting = {one.seat for one in snapshot.to_act}
    for camp in snapshot.scene.camps:
        if acting and acting <= {card.id for card in camp.cards}:
            return camp
    return None


def side_of(roles: Mapping[int, Side]) -> Any:
    """A function from a seat to its side, "" for the referee and the table."""

    def side(seat: Seat | None) -> Side:
        return roles.get(seat, "") if isinstance(seat, int) else ""

    return side


def in_rows(camp: Camp) -> bool:
    """Whether a camp's fighters are shown a line each: those without gear, and very many of any kind."""
    return len(camp.cards) > MANY or all(not card.gear and len(card.main) < 2 for card in camp.cards)


def in_short(camp: Camp) -> bool:
    """The same for players, who have no use for the gear of others."""
    return all(track.kind != "ceiling" for card in camp.cards for track in card.main)


MANY = 8


def pad(prompt: Prompt | None) -> dict[str, Any] | None:
    """The dice that a prompt asks for: which is next, and the keys of a pad where a face has one."""
    if prompt is None or not prompt.sides:
        return None
    have = [*prompt.have, *[None] * (prompt.count - len(prompt.have))]
    following = next((place for place, face in enumerate(have) if face is None), None)
    return {
        "dice": have,
        "next": following,
        "left": sum(face is None for face in have),
        "keys": range(1, prompt.sides + 1) if prompt.sides <= MOST_KEYS else (),
        "good": frozenset(prompt.good) if len(prompt.good) < prompt.sides else frozenset(),
    }


MOST_KEYS = 20

SETTINGS = {
    "odds": ("Odds before a choice, for", (("all", "all"), ("referee", "me only"), ("nobody", "nobody"))),
    "wounds": ("Players see wounds of foes in", (("words", "words"), ("bars", "bars"), ("numbers", "numbers"))),
}
"""The switches of a table that have more than two ways: their words, and those of each way."""
