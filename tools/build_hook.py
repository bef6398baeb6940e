"""Puts the libraries of the pages into a wheel or an archive of the source before it is built."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parent))

import frontend


class Libraries(BuildHookInterface[Any]):
    """Fetches them where they are missing; an editable install leaves that to `make`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        for package in frontend.packages(tests=False):
            if not frontend.is_there(package):
                frontend.fetch(package)
