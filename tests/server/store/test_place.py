"""Where the database is, and that no message shows a password."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.errors import BadInput
from affray.server.store.place import default, file_of, find, read, shown


def test_a_path_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert file_of(read("my.db")) == tmp_path / "my.db"
    assert file_of(read(str(tmp_path / "a b%20?.db"))) == tmp_path / "a b%20?.db"
    assert file_of(read("~/my.db")) == tmp_path / "home" / "my.db"
    assert file_of(read(f"sqlite:///{tmp_path}/x.db")) == tmp_path / "x.db"
    assert file_of(read("sqlite:///x.db")) == tmp_path / "x.db"
    assert shown(read("a\x1b[2Jb.db")) == f"{tmp_path}/a\\x1b[2Jb.db"


def test_an_address_of_postgres(tmp_path: Path) -> None:
    for scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        url = read(f"{scheme}://ann:secret@db.example:5433/affray")
        assert url.drivername == "postgresql+psycopg"
        assert (url.username, url.password, url.host, url.port, url.database) == (
            "ann",
            "secret",
            "db.example",
            5433,
            "affray",
        )
        assert file_of(url) is None


def test_a_password_is_never_shown() -> None:
    for address in (
        "postgresql://ann:hidden@h/affray",
        "postgresql://ann@h/affray?password=hidden&sslmode=require",
        "postgresql://ann:hid%64en@h/affray?sslpassword=hidden&passfile=/hidden",
    ):
        text = shown(read(address))
        assert "hid" not in text
        assert text.startswith("postgresql://ann")
        assert "@h/affray" in text


@pytest.mark.parametrize(
    "text",
    [
        "mysql://ann:hidden@h/db",
        "http://hidden/",
        "postgresql://ann:hidden@h:port/db",
        "sqlite://hidden/x",
        "://hidden",
    ],
)
def test_other_addresses_are_refused_without_a_password(text: str) -> None:
    with pytest.raises(BadInput, match="--db: not an address of a database") as caught:
        read(text)
    assert "hidden" not in str(caught.value)
    assert "postgresql://USER" in str(caught.value)


@pytest.mark.parametrize("text", ["a\0b", "", "/"])
def test_what_is_no_file_name_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="not a possible file name"):
        read(text)


def test_where_it_is_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AFFRAY_DB", raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default() == tmp_path / "affray" / "affray.db"
    assert file_of(find()) == tmp_path / "affray" / "affray.db"
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_DATA_HOME")
    assert default() == tmp_path / "home" / ".local" / "share" / "affray" / "affray.db"
    monkeypatch.setenv("AFFRAY_DB", str(tmp_path / "other.db"))
    assert file_of(find()) == tmp_path / "other.db"
    assert file_of(find(str(tmp_path / "given.db"))) == tmp_path / "given.db"
