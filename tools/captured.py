"""Keep the terminal transcripts in the documentation true: run each command again and put down what it prints.

A transcript is a fenced block of the language `console`. A line that begins with `$ ` is a command; what follows, up to
the next command or the end of the block, is its output. Commands run in a folder of their own beside the examples, so
that what they write is gone afterwards. A line `...` in the old output stands for any number of lines and is kept.

    python tools/captured.py            write the outputs into the pages
    python tools/captured.py --check    say which pages differ, and exit with 1 if any does
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGES = ("README.md", "docs/**/*.md")
BLOCK = re.compile(r"^```console\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ "
CUT = "..."
SECONDS = 300


def main(arguments: list[str]) -> int:
    """Writes or checks every page; the exit code."""
    stale = []
    for page in sorted({path for pattern in PAGES for path in ROOT.glob(pattern)}):
        text = page.read_text(encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "examples").symlink_to(ROOT / "examples")
            (Path(folder) / "docs").symlink_to(ROOT / "docs")
            renewed = BLOCK.sub(lambda match, folder=folder: _block(match["body"], folder), text)  # type: ignore[misc]
        if renewed == text:
            continue
        stale.append(page.relative_to(ROOT))
        if "--check" not in arguments:
            page.write_text(renewed, encoding="utf-8")
    for page in stale:
        print(f"{page}: {'its transcripts differ' if '--check' in arguments else 'written'}")
    return 1 if stale and "--check" in arguments else 0


def _block(body: str, folder: str) -> str:
    """One transcript, made again."""
    made: list[str] = []
    for part in re.split(r"^(?=\$ )", body, flags=re.MULTILINE):
        if not part.startswith(PROMPT):
            made.append(part)
            continue
        command, _, old = part.partition("\n")
        made.append(f"{command}\n{_cut(_run(command.removeprefix(PROMPT), folder), old)}")
    return "```console\n" + "".join(made) + "```"


def _run(command: str, folder: str) -> str:
    """What a command prints, errors among it, and its exit code where that is not 0."""
    scripts = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{scripts}:{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "100"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    lines = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    return lines if done.returncode == 0 else f"{lines}(exit code {done.returncode})\n"


def _cut(new: str, old: str) -> str:
    """The new output with the cuts of the old one: as many lines before and after each cut as there were."""
    parts = re.split(rf"^{re.escape(CUT)}\n", old, flags=re.MULTILINE)
    if len(parts) != 2:
        return new
    head, tail = (part.count("\n") for part in parts)
    lines = new.splitlines(keepends=True)
    if head + tail >= len(lines):
        return new
    return "".join([*lines[:head], f"{CUT}\n", *lines[len(lines) - tail :]])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
