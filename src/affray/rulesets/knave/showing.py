"""How a table draws a Knave fight: the scene, commands before they are given, and what has happened."""

from __future__ import annotations

from affray.rules.showing import Showing
from affray.rulesets.knave.commands import Command
from affray.rulesets.knave.showing_asked import asks
from affray.rulesets.knave.showing_choice import came_to, choice, known, tells
from affray.rulesets.knave.showing_dice_special import special
from affray.rulesets.knave.showing_panel import numbers
from affray.rulesets.knave.showing_scene import scene
from affray.rulesets.knave.showing_told import told
from affray.rulesets.knave.showing_told_players import told_players
from affray.rulesets.knave.state import State

showing: Showing[State, Command] = Showing(
    scene=scene,
    choice=choice,
    known=known,
    told=told,
    told_players=told_players,
    tells=tells,
    came_to=came_to,
    numbers=numbers,
    asks=asks,
    special=special,
)
