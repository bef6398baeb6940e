"""`/rules`: the clauses in our own words, the code that implements them, the rulings and what each changes."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from affray.fight import AnyRuleset
from affray.rules import BUILT_IN, find, names
from affray.server.faults import Refused
from affray.server.pages.rules_witness import seen
from affray.server.pages.rules_words import Piece, beginning, paragraphs, pieces
from affray.server.web.problems import nothing_here
from affray.server.web.rendering import render
from affray.telling.citing import READING, code_of, telling, touching

router = APIRouter()


@router.get("/rules")
def rulesets(request: Request) -> Response:
    """Every ruleset that is installed."""
    return render("rules/index.html", request, rulesets=[find(name) for name in names()])


@router.get("/rules/{name}")
def ruleset(request: Request, name: str) -> Response:
    """The clauses and rulings of a ruleset."""
    found = _ruleset(name)
    clauses = [(id, beginning(paragraphs(text)[0])) for id, text in found.clauses().items()]
    return render("rules/ruleset.html", request, ruleset=found, clauses=clauses)


@router.get("/rules/{name}/{cite}")
def cited(request: Request, name: str, cite: str) -> Response:
    """A clause, a ruling, or a point that is read in one way only."""
    found = _ruleset(name)
    clauses = found.clauses()
    if cite in clauses:
        order = list(clauses)
        place = order.index(cite)
        return render(
            "rules/clause.html",
            request,
            ruleset=found,
            clause=cite,
            text=_linked(found, clauses[cite]),
            code=code_of(found, cite),
            rulings=touching(found, cite),
            before=order[place - 1] if place else "",
            after=order[place + 1] if place + 1 < len(order) else "",
        )
    for ruling in found.rulings:
        if cite in (ruling.id, ruling.slug):
            return render(
                "rules/ruling.html",
                request,
                ruleset=found,
                ruling=ruling,
                question=_linked(found, ruling.question)[0],
                where_is_clause=ruling.where in clauses,
                code=code_of(found, ruling.id),
                seen=seen(found.id, ruling.id),
                told=list(telling(found, ruling.id)),
            )
    told = telling(found, cite) if READING.fullmatch(cite) else {}
    if not told:
        raise Refused(nothing_here())
    texts = [(id, _linked(found, text)) for id, text in told.items()]
    return render("rules/reading.html", request, ruleset=found, reading=cite, texts=texts, code=code_of(found, cite))


def _ruleset(name: str) -> AnyRuleset:
    if name not in BUILT_IN and name not in names():
        raise Refused(nothing_here())
    return find(name)


def _linked(ruleset: AnyRuleset, text: str) -> list[list[Piece]]:
    """The paragraphs of a text, with what they name as links."""
    known = set(ruleset.clauses())
    return [pieces(paragraph, known) for paragraph in paragraphs(text)]
