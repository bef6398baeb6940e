"""The API of what is true without a table: rulesets with their clauses and rulings, odds of dice text, rolls."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

import msgspec
from fastapi import APIRouter, Response

from affray.checked import checked_seed
from affray.errors import BadInput, TooLarge, shortened
from affray.fight import AnyRuleset
from affray.notation import parse
from affray.rules import find, names
from affray.server.faults import Fault, Refused, of_input
from affray.server.reading import read_json
from affray.server.web.api_schemas import body_of, json_answer
from affray.server.web.asking import Here, JsonBody
from affray.server.web.problems import too_much_work
from affray.telling.citing import code_of, touching
from affray.telling.dice_text import odds_of, roll_document, thrown
from affray.telling.facts import ruleset_facts, ruling_facts
from affray.telling.witness import changes, witnessed

router = APIRouter(tags=["rules"])

MOST_STEPS = 100_000
"""Work that the odds of a dice text may take: some 10 ms."""


class DiceText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice as people write them, as in 2d20kh1+3."""

    dice: str


class Throw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice to be rolled; the same seed rolls the same faces. Without one, one is drawn."""

    dice: str
    seed: str | None = None


@router.get("/rulesets", summary="Every ruleset")
def rulesets() -> Response:
    """The ids and titles of all rulesets that are installed."""
    found = [find(name) for name in names()]
    return json_answer({"rulesets": [{"id": one.id, "title": one.title, "version": one.version} for one in found]})


@router.get("/rulesets/{ruleset}", summary="One ruleset")
def one_ruleset(ruleset: str) -> Response:
    """Its clauses with their texts, its rulings, its formulas and its tactics."""
    return json_answer(ruleset_facts(known(ruleset)))


@router.get("/rulesets/{ruleset}/clauses", summary="The clauses of a ruleset")
def clauses(ruleset: str) -> Response:
    """Every clause with its text, in the order of the rules."""
    return json_answer({"clauses": ruleset_facts(known(ruleset))["clauses"]})


@router.get("/rulesets/{ruleset}/clauses/{clause}", summary="One clause")
def one_clause(ruleset: str, clause: str) -> Response:
    """Its text, the code that implements it, and the rulings that touch it."""
    found = known(ruleset)
    text = found.clauses().get(clause)
    if text is None:
        raise Refused(absent("clause", clause))
    rulings = [ruling_facts(one) for one in touching(found, clause)]
    return json_answer({"id": clause, "text": text, "code": code_of(found, clause), "rulings": rulings})


@router.get("/rulesets/{ruleset}/rulings", summary="The rulings of a ruleset")
def rulings(ruleset: str) -> Response:
    """Every point where the text is open, with its options and the default."""
    return json_answer({"rulings": [ruling_facts(one) for one in known(ruleset).rulings]})


@router.get("/rulesets/{ruleset}/rulings/{ruling}", summary="One ruling")
def one_ruling(ruleset: str, ruling: str) -> Response:
    """Its options, the code that reads it, and what each option changes, seen in an example."""
    found = known(ruleset)
    try:
        one = found.ruling(ruling)
    except BadInput:
        raise Refused(absent("ruling", ruling)) from None
    witness = {"about": witnessed(found, one), "options": changes(found, one)}
    return json_answer({**ruling_facts(one), "code": code_of(found, one.id), "witness": witness})


@router.post("/odds", summary="The exact odds of dice text", openapi_extra=body_of(DiceText))
async def odds(body: JsonBody, here: Here) -> Response:
    """Every value with its chance as a fraction, the mean, and the chance of at least each value."""
    asked = read_json(body, DiceText)
    return json_answer(await here.reckoning.run(lambda: dice(lambda: odds_of(parse(asked.dice), MOST_STEPS))))


@router.post("/roll", summary="A roll of dice text", openapi_extra=body_of(Throw))
async def roll(body: JsonBody, here: Here) -> Response:
    """The faces of every die, which of them counted, and what came of it. It belongs to no table."""
    asked = read_json(body, Throw)
    seed = secrets.token_hex(8) if asked.seed is None else read_seed(asked.seed)

    def rolled() -> dict[str, Any]:
        tree = parse(asked.dice)
        return {"schema": 1, **roll_document(tree, thrown(tree, seed), seed)}

    return json_answer(await here.reckoning.run(lambda: dice(rolled)))


def dice(found: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """What a dice text comes to; refuses what is none, and what would take too long."""
    try:
        return found()
    except BadInput as error:
        raise Refused(of_input(error, "dice")) from None
    except TooLarge as error:
        raise Refused(too_much_work(error, "dice")) from None


def read_seed(text: str) -> str:
    """A seed that somebody chose."""
    try:
        return checked_seed(text, "seed")
    except BadInput as error:
        raise Refused(of_input(error, "seed")) from None


def known(ruleset: str) -> AnyRuleset:
    """The ruleset with this id; one that is not there is not found."""
    try:
        return find(ruleset)
    except BadInput as error:
        fault = absent("ruleset", ruleset)
        raise Refused(msgspec.structs.replace(fault, allowed=error.allowed, hint=error.hint)) from None


def absent(what: str, name: str) -> Fault:
    """Something of the rules that is not there."""
    return Fault(status=404, code="not_found", field=what, received=shortened(name), message=f"there is no such {what}")
