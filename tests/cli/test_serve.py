"""`tokenario serve`: what uvicorn is told."""

from __future__ import annotations

import pytest

from tests.cli.runner import run


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[str, object]:
    options: dict[str, object] = {}
    monkeypatch.setattr("uvicorn.run", lambda _app, **said: options.update(said))
    monkeypatch.setenv("TOKENARIO_HOST", "::1")
    monkeypatch.setenv("TOKENARIO_PORT", "8001")
    return options


def test_the_settings_say_where_it_listens(told: dict[str, object]) -> None:
    assert run("serve").exit_code == 0
    assert (told["host"], told["port"]) == ("::1", 8001)


def test_options_come_before_settings(told: dict[str, object]) -> None:
    assert run("serve", "--host", "0.0.0.0", "--port", 0).exit_code == 0  # noqa: S104
    assert (told["host"], told["port"]) == ("0.0.0.0", 0)  # noqa: S104
    assert (told["ws"], told["server_header"]) == ("none", False)
