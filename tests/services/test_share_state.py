"""Stored links: payloads of every version, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.errors import InputTooLarge, InvalidInput, NotFound
from app.services import share_state
from app.services.link_state import PageState
from app.storage.database import connect
from app.storage.shares import ShareStore
from app.tokenization.well_formed import well_formed

LINKS = Path(__file__).parents[1] / "golden" / "links"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[sa.Engine]:
    engine = connect(f"sqlite:///{tmp_path / 'links.sqlite3'}")
    yield engine
    engine.dispose()


@pytest.fixture
def store(engine: sa.Engine) -> ShareStore:
    return ShareStore(engine, retention_days=30, secret="golden")  # noqa: S106


def payloads(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((LINKS / name).read_text(encoding="utf-8"))
    return found


@pytest.mark.parametrize("stored", payloads("payload-1.json"), ids=lambda stored: stored["id"])
def test_payloads_of_format_1_open_and_keep_their_ids(
    store: ShareStore, stored: dict[str, Any]
) -> None:
    page, values = stored["page"], stored["values"]
    state = PageState.of(page, **values)
    assert share_state.state_of(stored["payload"]) == state
    assert share_state.save(store, state, max_characters=100).id == stored["id"]
    assert share_state.load(store, stored["id"]) == state


@given(text=st.text(st.characters(exclude_characters="\0")), random=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_comes_back_from_a_stored_link(store: ShareStore, text: str, random: bool) -> None:
    state = PageState.of("playground", model="gpt2", text=text)
    link = share_state.save(store, state, random=random, max_characters=1_000_000)
    assert share_state.load(store, link.id).text == well_formed(text)


def test_language_and_theme_do_not_change_the_link(store: ShareStore) -> None:
    plain = PageState.of("playground", text="a")
    dressed = PageState.of("playground", text="a", lang="es", theme="dark")
    links = [share_state.save(store, state, max_characters=9) for state in (plain, dressed)]
    assert links[0] == links[1]


def test_a_text_over_the_limit_is_refused_with_both_numbers(store: ShareStore) -> None:
    state = PageState.of("playground", text="ñ" * 11)
    with pytest.raises(InputTooLarge) as caught:
        share_state.save(store, state, max_characters=10)
    assert caught.value.values == {"limit": 10, "length": 11}


def test_a_link_that_is_not_there_is_said(store: ShareStore) -> None:
    with pytest.raises(NotFound, match="no stored link"):
        share_state.load(store, "nosuch")


def test_deleting(store: ShareStore) -> None:
    state = PageState.of("playground", text="a")
    link = share_state.save(store, state, random=True, max_characters=10)
    assert link.deletion_key is not None
    with pytest.raises(InvalidInput, match="key was shown once"):
        share_state.delete(store, link.id, "wrong")
    share_state.delete(store, link.id, link.deletion_key)
    with pytest.raises(NotFound):
        share_state.load(store, link.id)


@pytest.mark.parametrize(
    "payload",
    [
        '{"page":"playground","v":2,"values":{}}',
        '{"page":"a page of the future","v":1,"values":{}}',
    ],
)
def test_a_payload_of_the_future_is_said(payload: str) -> None:
    with pytest.raises(InvalidInput, match="newer version"):
        share_state.state_of(payload)


def test_names_that_a_page_no_longer_has_are_left_out() -> None:
    state = share_state.state_of('{"page":"playground","v":1,"values":{"old":"1","text":"a"}}')
    assert state == PageState.of("playground", text="a")
