"""`/lab`: one fight against another, or one fight under two readings of the rules."""

from __future__ import annotations

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request, Response

from affray.errors import AffrayError, BadInput
from affray.files import decode
from affray.server.examples import example, examples
from affray.server.faults import Fault, Refused, invalid, of_input
from affray.server.pages.lab_difference import Difference, difference, variant
from affray.server.pages.prep import Owner, reckoner
from affray.server.pages.uploads import Given, given
from affray.server.web.asking import Here
from affray.server.web.rendering import render

router = APIRouter()

Form = Annotated[Given, Depends(given)]

SIDES = ("one", "two")


class Lab(msgspec.Struct, kw_only=True):
    """All that the page shows; `where` names the variant that a problem is about."""

    texts: dict[str, str] = {}
    found: Difference | None = None
    problem: Fault | None = None
    where: str = ""


@router.get("/lab")
def start(request: Request, me: Owner) -> Response:
    """Two empty variants."""
    return _page(request, Lab(texts=dict.fromkeys(SIDES, "")), Given({}, {}))


@router.post("/lab")
def compare(request: Request, here: Here, me: Owner, form: Form) -> Response:
    """Both variants compared."""
    lab = Lab(texts={side: form.text(side) for side in SIDES})
    try:
        for side in SIDES:
            lab.where = side
            lab.texts[side] = _text(form, side)
        if form.text("do").startswith("example:"):
            lab.where = ""
            return _page(request, lab, form)
        lab.where = "one"
        first = variant(lab.texts["one"], "the first", _rulings(form, "one"))
        lab.where = "two"
        second = variant(lab.texts["two"] or lab.texts["one"], "the second", _rulings(form, "two"))
        lab.where = ""
        if (first.text, dict(first.rulings)) == (second.text, dict(second.rulings)):
            lab.where = "two"
            raise BadInput("both are the same", place="the second", hint="change the fight, or read a ruling otherwise")
        lab.found = difference(first, second, reckoner(here, me))
    except BadInput as error:
        lab.problem = of_input(error)
    except Refused as error:
        lab.problem = error.fault
    except AffrayError as error:
        lab.problem = invalid("fight", str(error))
    return _page(request, lab, form)


def _text(form: Given, side: str) -> str:
    """The fight of a variant: a file, an example, or what was written; raises `BadInput`."""
    name, content = form.files.get(f"{side}_file", ("", b""))
    if content:
        return decode(content, name)
    if form.text("do") == f"example:{side}" or (not form.text(side).strip() and form.text(f"{side}_example")):
        return example(form.text(f"{side}_example")).text
    return form.text(side)


def _rulings(form: Given, side: str) -> dict[str, str]:
    """The rulings of a variant, as `K08=auto_hit` with spaces, commas or lines between them."""
    found: dict[str, str] = {}
    for word in form.text(f"{side}_rulings").replace(",", " ").split():
        name, equals, option = word.partition("=")
        if not equals or not name or not option:
            raise BadInput(
                "a ruling and its option are needed", place="rulings", received=word, hint="as in K08=literal"
            )
        if name in found:
            raise BadInput("given twice", place="rulings", received=name)
        found[name] = option
    return found


def _page(request: Request, lab: Lab, form: Given) -> Response:
    return render(
        "lab/lab.html",
        request,
        status=lab.problem.status if lab.problem else 200,
        lab=lab,
        form=form,
        examples=list(examples().values()),
    )
