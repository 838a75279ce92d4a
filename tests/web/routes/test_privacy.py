"""What the page about privacy says is so: numbers from the settings, nothing of the text in a log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

SECRET = "unsecretoquenadiedebever"  # noqa: S105


@pytest.mark.parametrize("path", ["/privacidad", "/privacy"])
def test_the_numbers_are_those_of_the_settings(settings: Settings, path: str) -> None:
    other = settings.model_copy(update={"link_days": 17, "upload_minutes": 43})
    with TestClient(create_app(other)) as client:
        page = client.get(f"{path}?lang=en").text
    assert "17 days" in page
    assert "43 minutes" in page


@pytest.fixture
def own_log() -> Iterator[None]:
    """What the application sets up for its log holds for one test."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.mark.usefixtures("own_log")
def test_no_text_reaches_a_log(settings: Settings, capfd: pytest.CaptureFixture[str]) -> None:
    """Every way in that carries a text, with the most talkative log."""
    talkative = settings.model_copy(update={"log_level": "debug"})
    with TestClient(create_app(talkative), raise_server_exceptions=False) as client:
        for path in ("/", "/embed/tokenize", "/picture/playground.png"):
            client.get(path, params={"text": SECRET, "model": "gpt2"})
            client.get(path, params={"text": SECRET, "model": SECRET, SECRET: SECRET, "v": SECRET})
        client.get("/oembed", params={"url": f"http://testserver/?text={SECRET}"})
        client.get(f"/s/{SECRET}")
        client.get(f"/{SECRET}", headers={"Referer": f"http://testserver/?text={SECRET}"})
        for path in ("/", "/embed/tokenize", "/share/playground"):
            client.post(path, data={"text": SECRET, "model": "gpt2"})
            client.post(path, data={"text": SECRET + "\0", "model": SECRET})
        client.post("/share/playground", data={"text": SECRET, "store": "content"})
        client.post("/share/playground", data={"state": f"v=1&text={SECRET}", "store": "random"})
        for path in ("/api/v1/tokenize", "/api/v1/count"):
            client.post(path, json={"text": SECRET, "vocabularies": ["gpt2"]})
            client.post(path, json={"text": SECRET, "vocabularies": [SECRET]})
    said = "".join(capfd.readouterr())
    assert "/embed/tokenize" in said
    assert "/share/{page}" in said
    assert SECRET not in said


def test_nothing_is_set_in_the_browser_and_nobody_else_is_asked(site: TestClient) -> None:
    for path in ("/", "/embed/tokenize", "/teachers", "/privacy", "/about"):
        answer = site.get(path)
        assert "Set-Cookie" not in answer.headers
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'self'; script-src 'self'; style-src 'self'")
