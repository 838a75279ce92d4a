"""The README names every setting, address, vocabulary and picture, and what it tells to run runs."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient
from typer.main import get_command

from app.cli import build
from app.cli.terminal import open_terminal
from app.locales import Language
from app.settings import Settings
from app.vocabularies.info import sources
from app.web.routes import SECTIONS
from tests.browser.screenshots import FOLDER, LARGEST, SHOTS, THEMES

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
    start = "python3 -m venv .venv && .venv/bin/pip install"
    assert f"{start} . && .venv/bin/tokenario serve\n" in README
    assert f"{start} '.[test]' && .venv/bin/poe all\n" in README
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "\npip install --quiet --disable-pip-version-check '.[test]'\n" in checks
    assert "\npoe all " in checks


def test_every_task_of_the_readme_is_there() -> None:
    tasks = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["poe"][
        "tasks"
    ]
    named = set(re.findall(r"`(?:\.venv/bin/)?poe (\w+)`", README))
    assert named and named <= set(tasks)


def test_every_vocabulary_is_in_the_readme_with_its_size_and_licence() -> None:
    for info in sources().vocabularies:
        row = next(line for line in README.splitlines() if line.startswith(f"| `{info.id}` |"))
        assert {info.algorithm.value, f"{info.size:,}", info.licence} <= set(row.split(" | ")) | {
            row.rpartition(" | ")[2].removesuffix(" |")
        }


CALLS = [
    (path, body)
    for path, _, body in re.findall(
        r"^curl http://127\.0\.0\.1:8000(\S+)( --json '(.*)')?$", README, re.MULTILINE
    )
]


@pytest.mark.parametrize(("path", "body"), CALLS)
def test_every_call_of_the_api_answers(site: TestClient, path: str, body: str) -> None:
    answer = site.post(path, json=json.loads(body)) if body else site.get(path)
    assert answer.status_code == 200, answer.text


def test_every_address_of_the_api_has_a_call() -> None:
    called = {re.sub(r"/gpt2/tokens/\d+", "/{id}/tokens/{token_id}", path) for path, _ in CALLS}
    assert called == set(re.findall(r"`(/api/v1/[^`]+)`", README)) - {"/api/v1/openapi.json"}


def test_the_answer_shown_is_the_answer(site: TestClient) -> None:
    shown = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    answer = site.post("/api/v1/tokenize", json=json.loads(dict(CALLS)["/api/v1/tokenize"])).json()
    answer["results"] = answer["results"][:1]
    assert [json.loads(block) for block in shown] == [answer]


CONSOLE = re.findall(r"^\$ tokenario (.*)$", README, re.MULTILINE)
NOT_RUN_HERE = ("serve", "vocabularies fetch")
"""One does not end, the other needs a network."""


@pytest.mark.parametrize("line", [line for line in CONSOLE if not line.startswith(NOT_RUN_HERE)])
def test_every_command_of_the_readme_runs(line: str, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README, encoding="utf-8")
    done = subprocess.run(
        [Path(sys.executable).with_name("tokenario"), *shlex.split(line)],
        cwd=tmp_path,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    shown = README.partition(f"$ tokenario {line}\n")[2].partition("$ ")[0].partition("```")[0]
    if shown:
        assert done.stdout.split() == shown.split()


def test_every_command_there_is_is_in_the_readme() -> None:
    cli = build(open_terminal(Language.EN))
    commands = get_command(cli).commands  # type: ignore[attr-defined]
    assert {name for name in commands if f"tokenario {name}" not in README} == set()


def test_the_pictures_are_those_that_are_taken_and_small() -> None:
    shown = set(re.findall(r'"\.readme/([^"]+)"', README))
    assert shown == {shot.file(theme).name for shot in SHOTS for theme in THEMES}
    assert {path.name for path in FOLDER.iterdir()} == shown
    assert {name for name in shown if (FOLDER / name).stat().st_size > LARGEST} == set()


def test_every_picture_says_what_it_shows() -> None:
    pictures = re.findall(r"<img [^>]*>", README)
    assert pictures and all(re.search(r'alt="[^"]{10,}"', picture) for picture in pictures)
