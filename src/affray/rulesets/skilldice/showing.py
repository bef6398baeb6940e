"""How a table draws a fight of Body, Mind and Soul: the scene, commands before they are given, what has happened."""

from __future__ import annotations

from affray.rules.showing import Showing
from affray.rulesets.skilldice.commands import Command
from affray.rulesets.skilldice.showing_choice import choice, known, refuses
from affray.rulesets.skilldice.showing_numbers import came_to, pairs, seen
from affray.rulesets.skilldice.showing_panel import numbers
from affray.rulesets.skilldice.showing_scene import scene
from affray.rulesets.skilldice.showing_told import told
from affray.rulesets.skilldice.showing_told_players import told_players
from affray.rulesets.skilldice.state import State

showing: Showing[State, Command] = Showing(
    scene=scene,
    choice=choice,
    known=known,
    told=told,
    told_players=told_players,
    pairs=pairs,
    came_to=came_to,
    seen=seen,
    refuses=refuses,
    numbers=numbers,
)
