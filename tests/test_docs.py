"""The README names every setting, every address and every vocabulary, and the commands it gives exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from app.settings import Settings
from app.web.routes import SECTIONS

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", Settings.model_fields)
def test_every_setting_is_in_the_readme(name: str) -> None:
    assert f"`TOKENARIO_{name.upper()}`" in README


def test_the_readme_names_no_setting_that_is_not_there() -> None:
    named = set(re.findall(r"`TOKENARIO_([A-Z_]+)`", README))
    beside = {"SHARED_DIR", "CHROMIUM"}
    assert named - beside <= {name.upper() for name in Settings.model_fields}


def test_every_address_is_in_the_readme() -> None:
    addresses = {
        route.path
        for section in SECTIONS
        for route in section.router.routes
        if isinstance(route, APIRoute)
    }
    assert "/healthz" in addresses
    assert {address for address in addresses if f"`{address}`" not in README} == set()


def test_the_two_commands_are_what_the_machines_run() -> None:
    start = "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/"
    assert f"{start}tokenario serve\n" in README
    assert f"{start}poe all\n" in README
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "\npip install --quiet --disable-pip-version-check '.[test]'\n" in checks
    assert "\npoe all " in checks


def test_every_task_of_the_readme_is_there() -> None:
    tasks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"][
        "tasks"
    ]
    named = set(re.findall(r"\.venv/bin/poe (\w+)", README))
    assert named and named <= set(tasks)
