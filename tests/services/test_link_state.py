"""Links: exact, canonical, safe from auto-linkers, and readable for ever."""

from __future__ import annotations

import ast
import json
import re
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidInput
from app.services.link_state import ALIASES, PageState, read_query
from app.services.page_kinds import PAGES
from app.tokenization.well_formed import well_formed
from tests.shared import cases

LINKS = Path(__file__).parents[1] / "golden" / "links"

any_text = st.text(st.characters(exclude_characters="\0"))
awkward = st.text(
    st.sampled_from(" +%#&=?;,-_.~|()[]*'\"<>/\\\r\n\t\u0303ñ\u200d👩\ufeff\ud83d0aF")
)


def fixtures(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((LINKS / name).read_text(encoding="utf-8"))
    return found


def reopened(page: str, query: str) -> str | None:
    reading = read_query(page, query.encode())
    assert reading.notices == ()
    return reading.state.text


@pytest.mark.parametrize("link", fixtures("query-0.json"), ids=lambda link: link["query"])
def test_links_of_format_0_open(link: dict[str, Any]) -> None:
    reading = read_query(link["page"], link["query"].encode())
    assert dict(reading.state.values) == link["values"]
    assert reading.notices == ()


@pytest.mark.parametrize("link", fixtures("query-1.json"), ids=lambda link: link["query"])
def test_links_of_format_1_open_and_are_still_written_so(link: dict[str, Any]) -> None:
    reading = read_query(link["page"], link["query"].encode())
    assert dict(reading.state.values) == link["values"]
    assert reading.notices == ()
    assert (reading.state.query() == link["query"]) is link["canonical"]


@pytest.mark.parametrize("link", fixtures("private-1.json"), ids=lambda link: link["query"])
def test_private_links_of_format_1_open_and_are_still_written_so(link: dict[str, Any]) -> None:
    reading = read_query(link["page"], f"{link['query']}&{link['fragment']}")
    assert dict(reading.state.values) == link["values"]
    assert reading.state.private() == (link["query"], link["fragment"])


@given(st.one_of(any_text, awkward))
def test_any_text_comes_back_from_a_readable_link(text: str) -> None:
    query = PageState.of("playground", model="gpt2", text=text).query()
    assert reopened("playground", query) == well_formed(text)
    assert dict(parse_qsl(query, keep_blank_values=True))["text"] == well_formed(text)


@given(st.one_of(any_text, awkward), st.one_of(any_text, awkward))
def test_any_text_comes_back_from_a_private_link(text: str, corpus: str) -> None:
    state = PageState.of("train", algorithm="bpe", text=text, corpus=corpus)
    query, fragment = state.private()
    assert "text" not in query
    assert "corpus" not in query
    assert read_query("train", f"{query}&{fragment}").state == state


@given(awkward)
def test_a_canonical_link_stays_canonical(text: str) -> None:
    query = PageState.of("playground", model="gpt2", text=text, spaces="0").query()
    assert read_query("playground", query).state.query() == query


def test_canonical_order_does_not_depend_on_the_order_given() -> None:
    one = read_query("playground", "text=a&mode=ids&lang=es&tokenizer=gpt2").state
    other = read_query("playground", "encoder=gpt2&lang=es&text=a&mode=ids").state
    assert one == other
    assert one.query() == "v=1&model=gpt2&mode=ids&lang=es&text=a"


@pytest.mark.parametrize("case", cases("share-links"), ids=lambda case: str(case["id"]))
def test_shared_cases(case: dict[str, Any]) -> None:
    text: str = ast.literal_eval(case["input"]) if case["input_kind"] == "literal" else "ñ" * 12_000
    expected = case["expected"]
    query = PageState.of("playground", text=text).query()
    value = query.rpartition("text=")[2]
    assert reopened("playground", query) == text
    if "text_after_opening" in expected:
        assert expected["text_after_opening"] == text
        assert re.fullmatch("[A-Za-z0-9_~%-]+", value)
        assert not value.endswith("~")
    if "urllib_quote" in expected:
        assert value == expected["urllib_quote"]
    for also in map(ast.literal_eval, expected.get("also", [])):
        assert reopened("playground", PageState.of("playground", text=also).query()) == also


def test_a_link_in_an_html_attribute_opens_the_same() -> None:
    query = PageState.of("playground", model="gpt2", text="a & b", theme="dark").query()
    in_html = query.replace("&", "&amp;")
    assert unescape(in_html) == query
    assert read_query("playground", in_html) == read_query("playground", query)


@pytest.mark.parametrize("alias", ALIASES)
def test_aliases_are_read_and_never_written(alias: str) -> None:
    query = read_query("playground", f"{alias}=gpt2").state.query()
    assert query == f"v=1&{ALIASES[alias]}=gpt2"


def test_a_plus_is_a_space_and_an_escaped_plus_is_a_plus() -> None:
    assert reopened("playground", "text=a+b%2Bc%20d") == "a b+c d"


def test_no_text_is_not_the_empty_text() -> None:
    assert reopened("playground", "model=gpt2") is None
    assert reopened("playground", "model=gpt2&text=") == ""
    assert PageState.of("playground", text="").query() == "v=1&text="


def test_ids_are_a_list_in_order_each_once() -> None:
    state = read_query("playground", "model=b,%20a,,b&encoder=c&model=a").state
    assert state.vocabularies == ("b", "a", "c")
    assert read_query("playground", "").state.vocabularies == ()


@pytest.mark.parametrize("id", ["a.b", "a_", "-", "a/b", "niño", "a b", "*"])
def test_unknown_ids_survive_to_be_named(id: str) -> None:
    query = PageState.of("playground", model=f"{id},gpt2").query()
    assert read_query("playground", query).state.vocabularies == (id, "gpt2")


@pytest.mark.parametrize("query", ["text=a%00b", "text=a\0b", "mode=%00"])
def test_nul_is_refused_in_words(query: str) -> None:
    with pytest.raises(InvalidInput, match="NUL"):
        read_query("playground", query)
    with pytest.raises(InvalidInput, match="NUL"):
        PageState.of("playground", text="a\0")


@pytest.mark.parametrize("version", ["2", "17", "banana", "-1", "1.0", "١"])
def test_an_unknown_format_is_said(version: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_query("playground", f"v={quote(version)}&text=a")
    assert version in str(caught.value)


def test_a_flood_of_names_is_refused() -> None:
    with pytest.raises(InvalidInput, match="200"):
        read_query("playground", "a&" * 1_000_000)


def test_a_long_text_is_written_and_read_quickly_enough_to_be_stored() -> None:
    text = "ñ_.~ 漢" * 100_000
    assert (
        read_query("playground", PageState.of("playground", text=text).query()).state.text == text
    )


def test_damaged_bytes_are_said() -> None:
    reading = read_query("playground", b"text=a%FFb&model=gpt2")
    assert reading.state.text == "a\ufffdb"
    assert [notice.values for notice in reading.notices] == [{"name": "text"}]
    assert read_query("playground", "text=%EF%BF%BD").notices == ()


def test_a_name_with_two_texts_is_said() -> None:
    reading = read_query("playground", "text=a&content=b")
    assert reading.state.text == "a"
    assert [notice.values for notice in reading.notices] == [{"name": "text"}]
    assert read_query("playground", "text=a&content=a").notices == ()


def test_a_check_box_after_its_hidden_zero_counts() -> None:
    assert read_query("playground", "spaces=0&spaces=1").state.get("spaces") == "1"


def test_unknown_names_are_said_but_not_those_that_programs_add() -> None:
    reading = read_query("playground", "txt=a&utm_source=x&fbclid=y&_hsenc=z&step=4")
    assert [notice.values["name"] for notice in reading.notices] == ["txt", "step"]
    assert reading.state.values == ()


def test_language_and_theme_are_the_readers() -> None:
    state = PageState.of("playground", text="a", lang="es", theme="dark")
    assert state.content() == PageState.of("playground", text="a")
    assert state.setting() == "lang=es&theme=dark"
    assert state.content().setting() == ""
    assert state.with_(lang="en", theme=None, mode="ids").query() == "v=1&mode=ids&lang=en&text=a"


def test_a_page_that_is_not_embedded_has_no_parts_to_show() -> None:
    reading = read_query("words", "model=gpt2,llama-2&text=gato&show=text")
    assert dict(reading.state.values) == {"model": "gpt2,llama-2", "words": "gato"}
    assert [notice.values["name"] for notice in reading.notices] == ["show"]
    assert [n.values["name"] for n in read_query("token", "v=1&model=gpt2").notices] == ["model"]


def test_a_state_reads_like_a_form() -> None:
    state = PageState.of("playground", text="a\r\nb", mode="ids")
    assert state.all("mode") == ["ids"]
    assert state.all("sort") == []
    assert state.textarea("text", "x") == "a\r\nb"
    assert state.textarea("corpus", "x") == "x"


def test_texts_come_last_in_every_page() -> None:
    for kind in PAGES.values():
        assert kind.names[len(kind.names) - len(kind.texts) :] == kind.texts
        assert {name for _, name in kind.also} <= set(kind.names)
        assert len(set(kind.names)) == len(kind.names)
        assert not set(kind.names) & set(ALIASES)
