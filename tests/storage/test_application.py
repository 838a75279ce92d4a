"""The whole application on both databases: store, open, delete."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.cli.runner import run


@pytest.fixture
def application(settings: Settings, database_url: str) -> TestClient:
    address = database_url.replace("postgresql+psycopg://", "postgres://")
    return TestClient(create_app(Settings(**{**settings.model_dump(), "database_url": address})))


def stored(client: TestClient, text: str, how: str) -> tuple[str, str]:
    """The path of a stored link, and the page that shows it."""
    fields = {"text": text, "model": "gpt2", "store": how}
    page = client.post("/share/playground", data=fields).text
    found = re.search("/s/[a-z2-7]{24}", page)
    assert found is not None
    return found[0], page


def test_links_are_stored_opened_and_deleted(application: TestClient) -> None:
    with application as client:
        for text in ("El niño 👩‍👧", " a\nb ", "x" * 50_000):
            path, _ = stored(client, text, "content")
            opened = client.get(path).text
            assert text[:100].replace("&", "&amp;") in opened
        path, page = stored(client, "secreto", "random")
        key = re.search("<code>([a-z2-7]{24})</code>", page)
        assert key is not None
        assert client.post(f"{path}/delete", data={"key": key[1]}).status_code == 200
        assert client.get(path).status_code == 404


def test_the_operator_deletes_by_command(
    application: TestClient, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOKENARIO_DATABASE_URL", database_url)
    with application as client:
        path, _ = stored(client, "a", "content")
        done = run("links", "delete", path.removeprefix("/s/"))
        assert done.exit_code == 0, done.output
        assert client.get(path).status_code == 404
        again = run("links", "delete", path.removeprefix("/s/"))
        assert again.exit_code != 0
        swept = run("links", "sweep")
        assert swept.exit_code == 0
        assert "0" in swept.output
