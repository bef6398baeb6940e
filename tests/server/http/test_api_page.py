"""The page about the API says what the server does."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

from tests.server.http.hosting import Hosted

PAGE = Path(__file__).resolve().parents[3] / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_of_the_api_runs(hosted: Hosted) -> None:
    blocks = BLOCK.findall(PAGE.read_text("utf-8"))
    assert len(blocks) > 10
    names = {"url": hosted.origin, "key": hosted.site.sessions.owner_key}
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), names, "api.md", str(PAGE), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner()
    runner.run(test, out=told.append, clear_globs=False)
    for client in (test.globs.get("referee"), test.globs.get("ana")):
        if client is not None:
            client.close()
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_the_page_of_the_api_names_every_path(hosted: Hosted) -> None:
    text = PAGE.read_text("utf-8")
    document = hosted.client().get("/api/v1/openapi.json").json()
    for path in document["paths"]:
        last = re.sub(r"/?\{[^}]*\}", "", path).rpartition("/")[2]
        if last not in ("clauses", "lines"):
            assert last in text, path
