from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import Settings


def test_every_setting_is_described() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description and field.description.endswith("."), name


def test_values_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TOKENARIO_VOCABULARY_DIR", str(tmp_path))
    monkeypatch.setenv("TOKENARIO_EMBED_ORIGINS", "https://a.example, https://b.example:8443")
    monkeypatch.setenv("TOKENARIO_MAX_TEXT_CHARACTERS", "10")
    settings = Settings()
    assert settings.vocabulary_dir == tmp_path
    assert settings.embed_origins == ("https://a.example", "https://b.example:8443")
    assert settings.max_text_characters == 10


def test_settings_do_not_change() -> None:
    with pytest.raises(ValidationError):
        Settings().port = 1


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("postgres://u:p@h:5432/d", "postgresql+psycopg://u:p@h:5432/d"),
        ("postgresql://h/d", "postgresql+psycopg://h/d"),
        ("postgresql+psycopg://h/d", "postgresql+psycopg://h/d"),
        ("sqlite:///x.db", "sqlite:///x.db"),
    ],
)
def test_the_database_address_names_the_driver(given: str, kept: str) -> None:
    assert Settings(database_url=given).database_url == kept


def test_the_public_address_is_an_origin() -> None:
    assert Settings(public_url="https://t.example/").public_url == "https://t.example"
    assert Settings(public_url="").public_url is None


@pytest.mark.parametrize(
    "wrong",
    [
        {"public_url": "tokens.example"},
        {"public_url": "https://t.example/under/a/path"},
        {"embed_origins": "'self'; script-src *"},
        {"embed_origins": "https://a.example/page"},
        {"embed_origins": "https://a.example;script-src"},
        {"rate_limit": "many"},
        {"max_text_characters": 0},
        {"port": 70_000},
        {"log_format": "xml"},
    ],
)
def test_a_value_that_cannot_be_used_stops_the_start(wrong: dict[str, str | int]) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate(wrong)
