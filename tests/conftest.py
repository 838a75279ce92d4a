"""What every test may ask for: an application of its own, a client, a clock that tests turn.

`client` talks to an application made for one test. `shared_app`, with its client `site`, is one for
the whole run, for tests that only read and would otherwise load the vocabularies again and again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from fastapi import FastAPI
from hypothesis import settings as hypothesis_settings
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.vocabularies.registry import Registry
from app.vocabularies.shipped import build_registry
from tests.shared import SHARED

# A busy machine is no failure, so nothing has a deadline. On a developer's machine property tests try
# new inputs every time; in CI the same ones, so that a change is judged by what it changes.
hypothesis_settings.register_profile(
    "tokenario", deadline=None, derandomize=bool(os.environ.get("CI"))
)
hypothesis_settings.load_profile("tokenario")

FETCHED = "bert-base-multilingual-cased.vocab.txt"


@dataclass
class FakeClock:
    """Seconds that pass only when a test says so; call it as one calls `time.monotonic`."""

    now: float = 1_000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def no_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine with no connection: huggingface-hub refuses every request.

    Its constant is set, not the variable: it is read once, at import, and would outlive the test.
    """
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)


@pytest.fixture(scope="session")
def vocabulary_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the vocabulary that is fetched, when the shared data has it; else empty."""
    folder = tmp_path_factory.mktemp("vocabularies")
    fetched = SHARED / "vocabularies" / FETCHED
    if fetched.is_file():
        shutil.copy(fetched, folder / FETCHED)
    return folder


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, vocabulary_dir: Path, tmp_path: Path) -> None:
    """Commands and applications that read the environment find this test's own folders there."""
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(vocabulary_dir))
    monkeypatch.setenv("TOKENARIO_DATABASE_URL", f"sqlite:///{tmp_path / 'tokenario.sqlite3'}")


@pytest.fixture
def settings(vocabulary_dir: Path, tmp_path: Path) -> Settings:
    """Settings of one test; `settings.model_copy(update={...})` gives others."""
    return Settings(
        vocabulary_dir=vocabulary_dir,
        database_url=f"sqlite:///{tmp_path / 'tokenario.sqlite3'}",
        log_level="error",
        preload=False,
    )


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    return create_app(settings)


@pytest.fixture
def client(app: FastAPI) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


@pytest.fixture(scope="session")
def registry(vocabulary_dir: Path) -> Registry:
    """The vocabularies, loaded once for the whole run; tests only read them."""
    return build_registry(vocabulary_dir)


@pytest.fixture(scope="session")
def shared_app(
    vocabulary_dir: Path, registry: Registry, tmp_path_factory: pytest.TempPathFactory
) -> FastAPI:
    database = tmp_path_factory.mktemp("site") / "tokenario.sqlite3"
    app = create_app(
        Settings(
            vocabulary_dir=vocabulary_dir,
            database_url=f"sqlite:///{database}",
            log_level="error",
            preload=False,
        )
    )
    registry.shelf = app.state.own_vocabularies
    app.state.registry = registry
    return app


@pytest.fixture(scope="session")
def site(shared_app: FastAPI) -> Iterator[TestClient]:
    with TestClient(shared_app) as client:
        yield client
