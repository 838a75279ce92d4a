"""Where the big test data lives: a `shared` folder beside the checkout, never committed.

`TOKENARIO_SHARED_DIR` names another place. Tests that need it carry `@needs_shared`.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

SHARED = Path(os.environ.get("TOKENARIO_SHARED_DIR", Path(__file__).parents[2] / "shared"))

needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason=f"the shared test data is not at {SHARED} (TOKENARIO_SHARED_DIR)"
)


def golden(name: str) -> Any:
    """The parsed `golden/<name>.json`."""
    return json.loads((SHARED / "golden" / f"{name}.json").read_text(encoding="utf-8"))


def cases(*areas: str) -> list[dict[str, Any]]:
    """The cases of these areas, in file order; empty where the shared data is absent."""
    path = SHARED / "cases" / "cases.jsonl"
    if not path.is_file():
        return []
    found = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return [case for case in found if case["area"] in areas]
