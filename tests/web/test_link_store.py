"""The store while the application runs: opened, swept at the start, closed; on both databases."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.storage.database import connect
from app.storage.shares import ShareStore


def test_a_link_outlives_the_application(settings: Settings) -> None:
    fields = {"text": "hola", "model": "gpt2", "store": "content"}
    with TestClient(create_app(settings)) as client:
        page = client.post("/share/playground", data=fields).text
    with TestClient(create_app(settings)) as client:
        assert client.post("/share/playground", data=fields).text == page


def test_what_nobody_opened_goes_at_the_start(settings: Settings) -> None:
    engine = connect(settings.database_url)
    old = ShareStore(engine, retention_days=10_000, today=lambda: date(2001, 1, 1))
    link = old.put('{"page":"playground","v":1,"values":{"text":"a"}}')
    with TestClient(create_app(settings)) as client:
        assert client.get(f"/s/{link.id}").status_code == 404
    assert old.get(link.id) is None
    engine.dispose()


def test_the_secret_of_the_settings_is_used(settings: Settings) -> None:
    given = settings.model_copy(update={"link_secret": "golden"})
    with TestClient(create_app(given)) as client:
        page = client.post(
            "/share/playground?lang=en",
            data={
                "text": "a\r\n ñ",
                "model": ["gpt2", "llama-2"],
                "mode": "bytes",
                "store": "content",
            },
        ).text
        link = ShareStore(
            client.app.state.shares._engine,  # type: ignore[attr-defined]
            retention_days=1,
            secret="golden",  # noqa: S106
        ).content_id(
            '{"page":"playground","v":1,"values":{"mode":"bytes","model":"gpt2,llama-2","text":"a\\n ñ"}}'
        )
    assert f"/s/{link}" in page


def test_a_database_that_cannot_be_opened_stops_the_start(
    settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    blocked = settings.model_copy(update={"database_url": f"sqlite:///{tmp_path}/file/a.sqlite3"})
    with pytest.raises(FileExistsError), TestClient(create_app(blocked)):
        pass


def test_a_sweep_that_fails_does_not_stop_the_pages(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: ShareStore) -> int:
        raise sa.exc.OperationalError("", None, Exception("disk full"))

    monkeypatch.setattr(ShareStore, "sweep", fail)
    with TestClient(create_app(settings)) as client:
        assert client.get("/about").status_code == 200
