"""`/why`: the clauses and rulings that an entry of the log names, to be unfolded beneath it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from affray.rules import BUILT_IN, find, names
from affray.server.faults import Refused
from affray.server.pages.rules_words import paragraphs
from affray.server.web.problems import nothing_here
from affray.server.web.rendering import render

router = APIRouter()

MOST = 40
"""Clauses and rulings of one entry; the rest is on the pages of the rules."""


@router.get("/why/{name}")
def why(request: Request, name: str, ids: str = "") -> Response:
    """Each clause with its first paragraph, each ruling with its question."""
    if name not in BUILT_IN and name not in names():
        raise Refused(nothing_here())
    ruleset = find(name)
    clauses = ruleset.clauses()
    rulings = {key: ruling for ruling in ruleset.rulings for key in (ruling.id, ruling.slug)}
    wanted = list(dict.fromkeys(ids.split(",")))[:MOST]
    told = [(id, paragraphs(clauses[id])[0]) for id in wanted if id in clauses]
    asked = list({rulings[id].id: rulings[id] for id in wanted if id in rulings}.values())
    return render("table/why.html", request, ruleset=name, clauses=told, rulings=asked)
