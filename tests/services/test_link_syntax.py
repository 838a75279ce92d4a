"""Pairs as a query and back: exact, and nothing in it that a chat program would cut or rewrite."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from app.services.link_syntax import VERSION, escaped, is_utf8, unquoted, written_query
from app.tokenization.well_formed import well_formed

awkward = st.text(
    st.sampled_from(" +%#&=?;,-_.~|()[]*'\"<>/\\\r\n\t\u0303ñ\u200d👩\ufeff\ud83d0aF")
)


@given(awkward)
def test_links_hold_nothing_that_an_auto_linker_cuts(text: str) -> None:
    query = written_query([("model", "llama-2,cl100k_base"), ("mode", "ids"), ("text", text)])
    assert re.fullmatch("[A-Za-z0-9=&%,_-]+", query)
    assert re.fullmatch("(?:[A-Za-z0-9%-]*[A-Za-z0-9])?", escaped(text))


@given(st.one_of(awkward, st.text()))
def test_every_value_comes_back(text: str) -> None:
    assert unquoted(escaped(text).encode()) == well_formed(text)


@given(awkward)
def test_what_a_list_holds_comes_back(text: str) -> None:
    query = written_query([("ids", text)])
    assert query.startswith(f"v={VERSION}&ids=")
    assert unquoted(query.partition("&ids=")[2].encode()) == well_formed(text)


def test_bytes_that_are_no_utf_8_are_told_from_a_written_sign() -> None:
    assert unquoted(b"a%FF") == unquoted(b"a%EF%BF%BD") == "a\ufffd"
    assert [is_utf8(raw) for raw in (b"a%FF", b"a%EF%BF%BD")] == [False, True]
