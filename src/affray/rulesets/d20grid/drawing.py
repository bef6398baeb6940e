"""Weapons in hand: drawing, sheathing, dropping, and the pairs that can be wielded at once."""

from __future__ import annotations

from affray.play import Play
from affray.rules import rule
from affray.rulesets.d20grid import commands as c
from affray.rulesets.d20grid.attacking import is_skilled
from affray.rulesets.d20grid.events import Drew, Dropped, Sheathed
from affray.rulesets.d20grid.rulings import Rulings
from affray.rulesets.d20grid.state import Cost, Profile, State, Weapon

COSTS: tuple[Cost, ...] = ("free", "swift", "standard")


@rule("d20grid.draw", "T52")
def notes(rulings: Rulings) -> tuple[str, str]:
    """Which note holds for drawing and which for sheathing: that on the "craft", the "quickdraw" one, the "best"."""
    return {
        "craft_note": ("craft", "craft"),
        "quickdraw_note": ("quickdraw", "quickdraw"),
        "split": ("craft", "quickdraw"),
        "best_of": ("best", "best"),
    }[rulings.drawing]


@rule("d20grid.draw", "T52")
def cost_of(profile: Profile, weapon: Weapon, rulings: Rulings, *, drawing: bool) -> Cost:
    """What drawing or sheathing a weapon takes."""
    note = notes(rulings)[0 if drawing else 1]
    craft = by_craft(weapon.craft_points)
    quick = by_quickdraw(profile, weapon) if drawing else "standard"
    if note == "best":
        return min(craft, quick, key=COSTS.index)
    return craft if note == "craft" else quick


@rule("d20grid.draw")
def by_craft(points: int) -> Cost:
    """From 2 points in the craft on a Swift, from 4 on Free."""
    if points >= 4:
        return "free"
    return "swift" if points >= 2 else "standard"


@rule("d20grid.draw")
def by_quickdraw(profile: Profile, weapon: Weapon) -> Cost:
    """Free from 4 points in the weapon's style on."""
    points = dict(profile.styles or ()).get(weapon.style, 0)
    return "free" if points >= 4 else "standard"


@rule("d20grid.dual-wield", "T41")
def pairs(profile: Profile, one: Weapon, other: Weapon) -> bool:
    """Whether two weapons can be wielded at once: both of a style of one's own, and neither a bow."""
    return all([is_skilled(profile, weapon) and weapon.kind != "ranged" for weapon in (one, other)])


def draw(play: Play[State], command: c.Draw) -> None:
    """A weapon is drawn."""
    profile = play.state.profiles[command.actor]
    cost = cost_of(profile, profile.weapons[command.weapon], play.state.rulings, drawing=True)
    play.record(Drew(command.actor, command.weapon, cost))


def sheathe(play: Play[State], command: c.Sheathe) -> None:
    """A weapon is sheathed."""
    profile = play.state.profiles[command.actor]
    cost = cost_of(profile, profile.weapons[command.weapon], play.state.rulings, drawing=False)
    play.record(Sheathed(command.actor, command.weapon, cost))


@rule("d20grid.draw", "T53")
def drop(play: Play[State], command: c.Drop) -> None:
    """A weapon is let go, which is Free."""
    play.record(Dropped(command.actor, command.weapon))
