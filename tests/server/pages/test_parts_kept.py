"""Parts of pages that are not rendered again: only where that would give the same text, letter for letter."""

from __future__ import annotations

from itertools import cycle, islice

import pytest
from msgspec.structs import replace

from affray.server.live.snapshot import Fair, Snapshot
from affray.server.pages.live import changed
from affray.server.pages.parts import PARTS, newest, rendered
from affray.server.pages.parts_kept import MOST_ALIKE, PartsKept
from affray.server.pages.reading_snapshots import Readings
from tests.server.pages.table_scenes import all_scenes

SCENES: dict[str, Snapshot] = all_scenes()


class Counted:
    """The parts that were rendered, in order."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.kept = PartsKept(self.render)

    def render(self, name: str, snapshot: Snapshot, address: str) -> str:
        self.names.append(name)
        return rendered(name, snapshot, address)

    def all(self, snapshot: Snapshot, address: str = "") -> list[str]:
        """The parts that a page of this snapshot had to be rendered for."""
        self.names.clear()
        for name in PARTS:
            self.kept.of(name, snapshot, address)
        return list(self.names)


@pytest.mark.parametrize("name", SCENES)
def test_whoever_is_shown_what_was_rendered_for_another_is_shown_what_they_see(name: str) -> None:
    scene, others = SCENES[name], list(SCENES.values())
    following = islice(cycle(others), others.index(scene) + 1, None)
    mixed = [replace(scene, **{field: getattr(next(following), field)}) for field in Snapshot.__struct_fields__]
    shared = 0
    for part in PARTS:
        readings = Readings()
        html = rendered(part, readings.of(scene), "")
        for other in (*others, *mixed):
            if readings.hold_for(other):
                shared += 1
                assert html == rendered(part, other, ""), part
    assert shared > len(mixed)


def test_a_page_that_is_what_it_was_is_not_rendered() -> None:
    counted = Counted()
    for scene in SCENES.values():
        counted.all(scene)
        assert counted.all(scene) == []


def test_what_does_not_read_notes_is_not_rendered_for_one() -> None:
    counted = Counted()
    scene = SCENES["referee-choosing"]
    assert counted.all(scene) == list(PARTS)
    line = replace(scene.log[0], seq=scene.log[0].seq + 1, kind="note", told=(), text="hello", dice=())
    noted = replace(scene, version=scene.version + 1, undo=not scene.undo, log=(line, *scene.log))
    assert newest(noted) == newest(scene)
    assert counted.all(noted) == ["state", "round", "log"]


def test_a_player_is_not_sent_what_was_rendered_for_a_referee() -> None:
    counted = Counted()
    counted.all(SCENES["referee-choosing"])
    assert {"now", "camps", "log", "more", "room"} <= {*counted.all(SCENES["player-choosing"])}


def test_the_address_of_the_server_is_read_too() -> None:
    counted = Counted()
    counted.all(SCENES["referee-choosing"], "http://192.168.1.20:8470")
    assert counted.all(SCENES["referee-choosing"], "https://fights.example") == list(PARTS)


def test_what_is_there_is_told_from_what_is_not() -> None:
    scene = SCENES["referee-choosing"]
    without = replace(scene, prompt=None)
    rolling = next(one for one in SCENES.values() if one.prompt is not None)
    for one, other in ((without, rolling), (rolling, without)):
        readings = Readings()
        assert readings.of(one).prompt is not other.prompt
        assert readings.hold_for(one)
        assert not readings.hold_for(other)
    readings = Readings()
    assert readings.of(rolling).prompt.what == rolling.prompt.what  # type: ignore[union-attr]
    assert not readings.hold_for(without)


def test_a_struct_that_is_compared_as_a_whole_was_not_read() -> None:
    scene = SCENES["referee-choosing"]
    with pytest.raises(TypeError):
        assert Readings().of(scene).fair == Fair(open_commitment="", hidden_commitment="")


def test_only_so_many_renderings_of_a_part_are_kept() -> None:
    counted = Counted()
    scene = SCENES["referee-choosing"]
    versions = [replace(scene, version=number) for number in range(MOST_ALIKE + 1)]
    for one in versions:
        counted.all(one)
    assert counted.all(versions[-MOST_ALIKE]) == []
    assert counted.all(versions[0]) == ["state"]


def test_only_so_much_is_kept_and_what_was_shown_last() -> None:
    scenes = [replace(SCENES["referee-choosing"], table=table) for table in ("one", "two", "three")]
    size = len(rendered("camps", scenes[0], ""))
    counted = Counted()
    counted.kept = PartsKept(counted.render, most=2 * size)
    for one in (0, 1, 0, 2):
        counted.kept.of("camps", scenes[one], "")
    assert counted.names == ["camps"] * 3
    counted.names.clear()
    for one in (2, 0):
        counted.kept.of("camps", scenes[one], "")
    assert counted.names == []
    counted.kept.of("camps", scenes[1], "")
    assert counted.names == ["camps"]


def test_a_page_is_sent_the_parts_that_are_not_as_it_shows_them() -> None:
    scene = SCENES["referee-choosing"]
    _, before = changed(scene)
    text, _ = changed(replace(scene, version=scene.version + 1, undo=not scene.undo), before)
    assert '#state"' in text
    assert '#camps"' not in text
