"""Every setting of the service, read once from `TOKENARIO_*` environment variables.

A setting is described where it is defined; `tests/test_docs.py` fails when the README does not
list one. Only the command line, `app.main` and three modules of `app.web` (`deps`, `lifespan`,
`link_store`) import this module: everything else gets the values it needs as arguments.

>>> Settings(database_url="postgres://u@h/d").database_url
'postgresql+psycopg://u@h/d'
>>> Settings(embed_origins="https://a.example https://b.example").embed_origins
('https://a.example', 'https://b.example')
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import limits
import platformdirs
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


def _default_database_url() -> str:
    return f"sqlite:///{Path(platformdirs.user_data_dir('tokenario')) / 'tokenario.sqlite3'}"


def _default_vocabulary_dir() -> Path:
    return Path(platformdirs.user_cache_dir("tokenario")) / "vocabularies"


class Settings(BaseSettings):
    """Frozen; a value that cannot be used stops the start with pydantic's message."""

    model_config = SettingsConfigDict(env_prefix="TOKENARIO_", frozen=True, validate_default=True)

    host: str = Field(default="127.0.0.1", description="Address that `tokenario serve` listens on.")
    port: int = Field(
        default=8000, ge=0, le=65535, description="Port that `tokenario serve` listens on."
    )
    public_url: str | None = Field(
        default=None,
        description="Address that people use, such as https://tokens.example.org, where it differs "
        "from the one the server sees (behind a proxy).",
    )

    vocabulary_dir: Path = Field(
        default_factory=_default_vocabulary_dir,
        description="Folder for vocabulary files that are fetched instead of shipped.",
    )
    preload: bool = Field(
        default=True,
        description="Load the vocabularies behind the first requests (and fetch the one that is "
        "not shipped) instead of when each is first used.",
    )
    database_url: str = Field(
        default_factory=_default_database_url,
        description="Where stored links are kept: an SQLite or PostgreSQL address.",
    )

    link_secret: str | None = Field(
        default=None,
        description="Secret behind the addresses of stored links; without it one is made once and "
        "kept in the database.",
    )
    link_days: int = Field(
        default=730,
        ge=1,
        description="Days that a stored link is kept after the last time someone opened it.",
    )
    max_link_characters: int = Field(
        default=2_000,
        ge=200,
        description="Longest address that holds a whole page; longer ones become stored links.",
    )
    max_stored_characters: int = Field(
        default=500_000, ge=1, description="Characters that one stored link may keep."
    )

    max_text_characters: int = Field(
        default=1_000_000, ge=1, description="Characters accepted in one text box of a page."
    )
    max_count_bytes: int = Field(
        default=5_000_000, ge=1, description="UTF-8 bytes of text that one count request may carry."
    )
    max_api_tokens: int = Field(
        default=100_000,
        ge=1,
        description="Tokens listed for one vocabulary by the API; counts are full.",
    )
    max_request_bytes: int = Field(
        default=32_000_000,
        ge=1,
        description="Bytes of any request body; larger ones get status 413.",
    )
    max_upload_bytes: int = Field(
        default=25_000_000, ge=1, description="Bytes of one uploaded vocabulary file."
    )
    upload_minutes: int = Field(
        default=120,
        ge=1,
        description="Minutes that an uploaded vocabulary is kept after its last use.",
    )
    max_uploads: int = Field(
        default=32,
        ge=1,
        description="Uploaded vocabularies kept at once; the least used leaves first.",
    )
    max_train_characters: int = Field(
        default=2_000_000, ge=1, description="Characters of corpus that one training may read."
    )
    max_train_rules: int = Field(
        default=30_000, ge=1, description="Rules, or pieces, that one training may learn."
    )
    train_seconds: float = Field(
        default=30.0, gt=0, description="Seconds that one training may take; it keeps what it has."
    )
    max_live_trainings: int = Field(
        default=2,
        ge=1,
        description="Long trainings that go on at once; short ones are done while the page loads.",
    )
    train_memory_bytes: int = Field(
        default=200_000_000,
        ge=1,
        description="Memory, roughly, for finished trainings; the one unused for longest leaves.",
    )
    work_seconds: float = Field(
        default=20.0,
        gt=0,
        description="Seconds that the work behind one request may take; a count of the API has "
        "them for each vocabulary.",
    )
    rate_limit: str = Field(
        default="6000/minute",
        description="Form posts and API calls allowed for one address, as `number/period`; empty "
        "for no limit.",
    )

    embed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        default=("*",),
        description="Origins that may frame `/embed/` pages, separated by spaces; `*` is everyone.",
    )
    hsts: bool = Field(
        default=False,
        description="Send Strict-Transport-Security; for a host that is only ever served by HTTPS.",
    )

    metrics: bool = Field(default=False, description="Serve Prometheus metrics at /metrics.")
    log_format: Literal["text", "json"] = Field(
        default="text", description="How log lines are written: text or json."
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        default="info", description="Least serious kind of log line that is written."
    )

    @field_validator("database_url")
    @classmethod
    def _with_driver(cls, url: str) -> str:
        """Hosts hand out `postgres://`; SQLAlchemy wants the driver named."""
        for scheme in ("postgres://", "postgresql://"):
            if url.startswith(scheme):
                return "postgresql+psycopg://" + url.removeprefix(scheme)
        return url

    @field_validator("public_url")
    @classmethod
    def _is_web_address(cls, url: str | None) -> str | None:
        if not url:
            return None
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/"):
            raise ValueError("write it as https://host or https://host:port, without a path")
        return f"{parts.scheme}://{parts.netloc}"

    @field_validator("embed_origins", mode="before")
    @classmethod
    def _split_origins(cls, value: object) -> object:
        return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value

    @field_validator("embed_origins")
    @classmethod
    def _are_origins(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        for origin in origins:
            parts = urlsplit(origin)
            whole = parts.scheme in ("http", "https") and parts.netloc and not parts.path
            if origin != "*" and not (whole and ";" not in origin):
                raise ValueError("write each origin as https://host, or * for everyone")
        return origins

    @field_validator("rate_limit")
    @classmethod
    def _is_rate(cls, rate: str) -> str:
        if rate:
            limits.parse(rate)
        return rate
