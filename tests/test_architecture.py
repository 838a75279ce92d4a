"""The house stays as drawn: imports point down, and the subject matter stands alone."""

from __future__ import annotations

import ast
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import app
from app import analysis, cli, services, tokenization, vocabularies, web
from app.tokenization import bpe, replay, unigram, wordpiece
from app.web import middleware, pictures, schemas

ROOT = Path(__file__).parents[1]


def test_imports_point_down() -> None:
    """The contracts are in pyproject.toml, [tool.importlinter]."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("package", "barred"),
    [
        (
            "app.tokenization",
            {"fastapi", "starlette", "tiktoken", "tokenizers", "jinja2", "sqlalchemy", "pydantic"},
        ),
        ("app.services", {"fastapi", "starlette", "jinja2"}),
        # The last three are only slow to import: `tokenario --help` must not wait for them.
        (
            "app.cli",
            {"fastapi", "starlette", "jinja2", "app.web", "sqlalchemy", "pydantic", "alembic"},
        ),
    ],
)
def test_importing_a_package_does_not_bring_in(package: str, barred: set[str]) -> None:
    code = (
        "import importlib, pkgutil, sys\n"
        f"top = importlib.import_module({package!r})\n"
        "for found in pkgutil.walk_packages(getattr(top, '__path__', []), top.__name__ + '.'):\n"
        "    importlib.import_module(found.name)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert set(done.stdout.split()) & barred == set()


def test_every_module_says_what_it_is_for() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in (ROOT / "app").rglob("*.py")
        if path.read_text(encoding="utf-8").strip()
        and ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) is None
    ]
    assert silent == []


@pytest.mark.parametrize(
    "package",
    [
        *(app, analysis, cli, services, vocabularies, web, middleware, pictures, schemas),
        *(tokenization, bpe, replay, unigram, wordpiece),
    ],
    ids=lambda package: str(package.__name__),
)
def test_a_package_says_what_each_of_its_modules_is_for(package: ModuleType) -> None:
    named = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", package.__doc__ or ""))))
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert sorted(modules - named) == []


def test_the_names_of_the_subject_matter_are_all_of_its_public_ones() -> None:
    public = {
        name
        for name, value in vars(tokenization).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert sorted(tokenization.__all__) == sorted(public)
