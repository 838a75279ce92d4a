from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import Request

from app.locales import Language
from app.web.reader import UNKNOWN_LANGUAGE, UNKNOWN_THEME, Reader, Theme, changed, reader_of


def reader(address: str, accept_language: str = "") -> Reader:
    path, _, query = address.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": query.encode(),
        "headers": [(b"host", b"t.example"), (b"accept-language", accept_language.encode())],
        "state": {},
    }
    return reader_of(Request(scope))


def test_the_address_decides_before_the_browser() -> None:
    assert reader("/?lang=en", "es").locale.language is Language.EN
    assert reader("/", "en").locale.language is Language.EN
    assert reader("/").locale.language is Language.ES


def test_unknown_values_are_said_and_not_kept() -> None:
    found = reader("/?lang=klingon&theme=sepia", "en")
    assert found.unknown == (UNKNOWN_LANGUAGE, UNKNOWN_THEME)
    assert found.locale.language is Language.EN
    assert found.theme is None
    assert found.link("/train") == "/train"


@pytest.mark.parametrize("address", ["/?lang=", "/?theme=", "/"])
def test_an_empty_value_is_no_value(address: str) -> None:
    assert reader(address).unknown == ()


def test_links_keep_what_the_address_fixed_and_only_that() -> None:
    assert (
        reader("/?lang=en&theme=dark").link("/train", step=3) == "/train?step=3&lang=en&theme=dark"
    )
    assert reader("/", "en").link("/train") == "/train"
    assert reader("/?theme=light").theme is Theme.LIGHT


def test_here_changes_one_thing_and_keeps_the_rest_exactly() -> None:
    found = reader("/p?text=%20a%2Bb%26c%20&x=&x=2&lang=es")
    assert found.here(lang="en") == "/p?text=+a%2Bb%26c+&x=&x=2&lang=en"
    assert found.here(lang=None, text=None) == "/p?x=&x=2"


@given(st.text())
def test_any_text_in_an_address_survives_a_change_of_language(text: str) -> None:
    escaped = quote(text.encode("utf-8", "replace"), safe="")
    once = changed(f"/?text={escaped}", lang="en")
    assert reader(once).query[0] == ("text", text.encode("utf-8", "replace").decode())


def test_an_address_that_is_not_escaped_is_read_as_utf_8() -> None:
    assert reader("/?text=ñ").query == (("text", "ñ"),)
    assert reader("/?text=a%FFb").query == (("text", "a\ufffdb"),)


def test_the_reader_of_a_request_is_worked_out_once() -> None:
    request = Request(
        {
            "type": "http",
            "path": "/",
            "query_string": b"",
            "headers": [],
            "state": {},
            "server": None,
        }
    )
    assert reader_of(request) is reader_of(request)
