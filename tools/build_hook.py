"""Puts the libraries of the pages into a wheel or an archive of the source before it is built."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Libraries(BuildHookInterface[Any]):
    """Fetches them where they are missing; an editable install leaves that to `make`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            subprocess.run([sys.executable, str(Path(self.root, "tools", "frontend.py"))], check=True)
