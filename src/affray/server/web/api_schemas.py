"""The API described: the schemas of its messages and answers come from the very types that read and write them."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from fastapi import FastAPI, Response
from fastapi.openapi.utils import get_openapi

from affray.server.faults import Fault

REFERENCE = "#/components/schemas/{name}"

TAGS: Final = [
    {"name": "tables", "description": "Fights that are being played: opening them, seeing them, acting in them."},
    {"name": "coming in", "description": "Whose browser this is: the owner's key, and join codes."},
    {"name": "rules", "description": "What is true without a table: rulesets, odds, rolls."},
]

_described: list[Any] = [Fault]


def body_of(*kinds: Any, media_type: str = "application/json") -> dict[str, Any]:
    """What an endpoint says of the body that it reads."""
    _described.extend(kinds)
    schemas = [{"$ref": REFERENCE.format(name=kind.__name__)} for kind in kinds]
    schema = schemas[0] if len(schemas) == 1 else {"oneOf": schemas}
    return {"requestBody": {"required": True, "content": {media_type: {"schema": schema}}}}


def answers(kind: Any, about: str) -> dict[int | str, dict[str, Any]]:
    """What an endpoint says of its answer."""
    _described.append(kind)
    content = {"application/json": {"schema": {"$ref": REFERENCE.format(name=kind.__name__)}}}
    return {200: {"description": about, "content": content}}


def json_answer(value: Any, status: int = 200) -> Response:
    """An answer in JSON, written by what reads it too."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def describe(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document. Every endpoint may refuse; the form of that is the same everywhere."""
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title,
            version=app.version,
            summary=app.summary,
            description=app.description,
            routes=[route for route in app.routes],
            tags=app.openapi_tags,
        )
        _, components = msgspec.json.schema_components(_described, ref_template=REFERENCE)
        schemas = document.setdefault("components", {}).setdefault("schemas", {})
        schemas.update(components)
        schemas["Error"] = {"type": "object", "required": ["error"], "properties": {"error": ERROR}}
        for name in ("HTTPValidationError", "ValidationError"):
            schemas.pop(name, None)
        for operations in document["paths"].values():
            for operation in operations.values():
                operation["responses"].pop("422", None)
                operation["responses"]["4XX"] = REFUSED
        app.openapi_schema = document
    return app.openapi_schema


ERROR: Final = {
    "type": "object",
    "required": ["code", "field", "received", "allowed", "hint", "message"],
    "properties": {
        "code": {"type": "string", "description": "For programs."},
        "field": {"type": "string", "description": "What was wrong, as in message.faces[1]."},
        "received": {"type": "string", "description": "What came, escaped and cut at 80 characters."},
        "allowed": {"type": "string", "description": "What may stand there."},
        "hint": {"type": "string", "description": "What to do instead."},
        "message": {"type": "string", "description": "One sentence for people."},
        "clause": {"type": "string", "description": "The clause of the rules that forbids it."},
        "version": {"type": "integer", "description": "The version that there is now, where the sender's was old."},
    },
}

REFUSED: Final = {
    "description": "Refused; nothing was changed.",
    "content": {"application/json": {"schema": {"$ref": REFERENCE.format(name="Error")}}},
}
