import pytest

from affray import rules


@pytest.fixture(autouse=True)
def toy_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy ruleset is found by its id, as an installed one is."""
    monkeypatch.setitem(rules.BUILT_IN, "toy", "tests.kernel.toy:ruleset")
