"""Real Chromium against a real server: production headers, and a console that must stay empty.

`page` is a page of 1280 by 800 in Spanish; when a test ends, anything its console said that the test
did not expect fails it. `tests.browser.axe` looks for accessibility faults.
"""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

from app.main import create_app
from app.settings import Settings

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
START_SECONDS = 30


def chromium_path() -> str | None:
    """Where Chromium is: TOKENARIO_CHROMIUM, or the system's."""
    named = os.environ.get("TOKENARIO_CHROMIUM")
    return named or shutil.which("chromium") or shutil.which("chromium-browser")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of this folder carry the mark `browser`; without Chromium they are skipped."""
    here = Path(__file__).parent
    absent = pytest.mark.skip(reason="Chromium is not installed (TOKENARIO_CHROMIUM names another)")
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))
            if chromium_path() is None:
                item.add_marker(absent)


class LiveServer:
    """The application in a thread, on a free port of this machine."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._started = threading.Event()
        config = uvicorn.Config(self.app, log_level="warning", access_log=False)
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])

    def __enter__(self) -> LiveServer:
        self._thread.start()
        # The socket listens since it was created, so a request sent now waits until it is served.
        with socket.create_connection(("127.0.0.1", self.port), timeout=START_SECONDS):
            return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(START_SECONDS)
        self._socket.close()


@pytest.fixture(scope="session")
def live_settings(vocabulary_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Settings:
    database = tmp_path_factory.mktemp("live") / "tokenario.sqlite3"
    return Settings(
        vocabulary_dir=vocabulary_dir,
        database_url=f"sqlite:///{database}",
        log_level="error",
        preload=False,
    )


@pytest.fixture(scope="session")
def server(live_settings: Settings) -> Iterator[LiveServer]:
    with LiveServer(live_settings) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        yield browser
        browser.close()


class Console:
    """What the pages of a test said: console messages of any kind, and uncaught errors."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.expected: list[str] = []

    def watch(self, page: Page) -> None:
        page.on("console", self._on_message)
        page.on("pageerror", self._on_error)

    def expect(self, part: str) -> None:
        """Let lines that hold `part` pass, such as the browser's own note about a 404."""
        self.expected.append(part)

    @property
    def unexpected(self) -> list[str]:
        return [line for line in self.lines if not any(part in line for part in self.expected)]

    def _on_message(self, message: ConsoleMessage) -> None:
        self.lines.append(f"{message.type}: {message.text}")

    def _on_error(self, error: Error) -> None:
        self.lines.append(f"error: {error.message}")


@pytest.fixture
def console() -> Iterator[Console]:
    console = Console()
    yield console
    assert console.unexpected == []


@pytest.fixture
def page(browser: Browser, server: LiveServer, console: Console) -> Iterator[Page]:
    """A fresh page without history; addresses are relative to the server (`page.goto("/about")`)."""
    context = browser.new_context(
        base_url=server.url, viewport={"width": 1280, "height": 800}, locale="es-ES"
    )
    page = context.new_page()
    console.watch(page)
    yield page
    context.close()
