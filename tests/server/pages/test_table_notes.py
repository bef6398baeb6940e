"""A page in which somebody writes a note: only what reads notes is made anew, and nothing is missed."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from affray.server.live.snapshot import Snapshot
from affray.server.pages.live import alike, changed, shown
from affray.server.pages.parts import NOTED, READING_NOTES, parts
from tests.server.pages.table_scenes import all_scenes

SCENES: dict[str, Snapshot] = all_scenes()


@pytest.mark.parametrize("name", SCENES)
def test_after_notes_a_page_is_what_it_would_be_anew(name: str) -> None:
    scene = SCENES[name]
    before = shown(scene)
    for other in SCENES.values():
        after = replace(scene, **{field: getattr(other, field) for field in NOTED})
        assert alike(after, scene)
        assert shown(after, before).html == parts(after)


def test_what_does_not_read_notes_is_not_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = next(iter(SCENES.values()))
    before = shown(scene)
    rendered: list[str] = []
    real = changed.__globals__["rendered"]

    def watched(values: object, names: tuple[str, ...]) -> object:
        rendered.extend(names)
        return real(values, names)

    monkeypatch.setattr("affray.server.pages.live.rendered", watched)
    text, _ = changed(replace(scene, version=scene.version + 1, undo=not scene.undo), before)
    assert rendered == list(READING_NOTES)
    assert "now" not in rendered
    assert '#state"' in text
    assert '#camps"' not in text


def test_what_is_no_note_renders_everything() -> None:
    scene = next(iter(SCENES.values()))
    assert not alike(replace(scene, over=not scene.over), scene)
