"""A duel of two phones: what one strikes with, the other answers with, and nobody answers for them."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.tables import At, example


def test_a_blow_is_answered_on_the_other_phone(at: At) -> None:
    table = at(example("skill_duel"))
    referee, odo, hild = table.referee(), table.phone("Oda", 0), table.phone("Hilde", 1)
    odo.does("Roll Body")
    odo.types(10)
    hild.does("Roll Body")
    hild.types(3)
    hild.sees("The order is Sir Odo, Hild Ironfoot", "#log")

    odo.does("Body at Hild Ironfoot")
    hild.sees("Sir Odo strikes at Hild Ironfoot's Body. Defend, or take it?")
    odo.waits("Hild Ironfoot")
    assert odo.one("#commands").count() == 0
    referee.catch_up()
    expect(referee.one("#commands .choice").first).to_contain_text("5/8")
    assert "5/8" not in hild.asked()

    hild.does("Defend")
    odo.types(8)
    hild.types(2)
    hild.sees("Body", "#log")
    expect(hild.one("#self")).to_contain_text("11 left")
    odo.does("Body at Hild Ironfoot")
    hild.does("Take it")
    expect(hild.one("#self")).to_contain_text("10 left")
    expect(odo.one("#log")).to_contain_text("Nobody defends")
