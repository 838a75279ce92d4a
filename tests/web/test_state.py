"""The playground's state: links and forms read strictly, and written back so that they open again."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.services.link_state import read_query
from app.tokenization.special_tokens import SpecialPolicy
from app.web.forms import Form
from app.web.state import Mode, PlaygroundState, Sort, read_state

KNOWN = ("gpt2", "cl100k_base", "o200k_base")


def read(*fields: tuple[str, str]) -> PlaygroundState:
    return read_state(Form(list(fields)), KNOWN, "ejemplo", KNOWN)


def opened(query: str) -> PlaygroundState:
    return read_state(read_query("playground", query).state, KNOWN, "ejemplo", KNOWN)


def test_a_first_visit_shows_the_example_in_every_vocabulary() -> None:
    state = read()
    assert (state.text, state.vocabularies, state.notices) == ("ejemplo", KNOWN, ())


def test_an_empty_text_is_a_text() -> None:
    assert read(("text", "")).text == ""


@pytest.mark.parametrize("name", ["model", "encoder", "tokenizer", "vocabulary", "vocabularies"])
def test_names_of_other_playgrounds_are_read(name: str) -> None:
    assert opened(f"{name}=gpt2").vocabularies == ("gpt2",)


def test_line_ends_of_a_form_are_one_character_and_those_of_a_link_are_exact() -> None:
    assert read(("text", "a\r\nb")).text == "a\nb"
    assert opened("content=a%0D%0Ab").text == "a\r\nb"


def test_an_unknown_vocabulary_is_said_and_the_known_ones_stay() -> None:
    state = read(("model", "gpt9,gpt2"))
    assert state.vocabularies == ("gpt2",)
    assert state.notices[0].values == {"count": 1, "ids": "gpt2, cl100k_base, o200k_base"}


MEANINGLESS = [
    *[("mode", "xml"), ("sort", "size"), ("page", "0"), ("page", "x")],
    *[("special", "si"), ("spaces", "2")],
]


@pytest.mark.parametrize("field", MEANINGLESS)
def test_a_value_that_means_nothing_is_said(field: tuple[str, str]) -> None:
    state = read(field)
    assert len(state.notices) == 1
    assert (state.mode, state.sort, state.page) == (Mode.TEXT, Sort.CHOSEN, 1)
    assert (state.specials, state.spaces) == (SpecialPolicy.AS_TEXT, True)


def test_buttons_move_the_rows() -> None:
    rows = [("model", id) for id in KNOWN]
    assert read(*rows, ("down", "gpt2")).vocabularies[1] == "gpt2"
    assert read(*rows, ("remove", "gpt2")).vocabularies == KNOWN[1:]
    assert read(("model", "gpt2"), ("add", "o200k_base")).vocabularies == ("gpt2", "o200k_base")
    assert read(("model", "gpt2"), ("remove", "gpt2")).vocabularies == ("gpt2",)
    assert read(*rows, ("only", "o200k_base")).vocabularies == ("o200k_base",)
    assert read(*rows, ("only", "nothing-chosen")).vocabularies == KNOWN


def test_check_boxes_after_their_hidden_zero() -> None:
    assert read(("spaces", "0"), ("spaces", "1")).spaces is True
    assert read(("spaces", "0")).spaces is False
    assert read(("special", "0"), ("special", "1")).specials is SpecialPolicy.AS_SPECIAL


@given(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0")),
    st.permutations(KNOWN),
    st.sampled_from(Mode),
    st.sampled_from(Sort),
    st.booleans(),
    st.sampled_from([SpecialPolicy.AS_TEXT, SpecialPolicy.AS_SPECIAL]),
    st.integers(1, 500),
)
def test_a_link_opens_the_state_it_was_made_from(
    text: str,
    vocabularies: list[str],
    mode: Mode,
    sort: Sort,
    spaces: bool,
    specials: SpecialPolicy,
    page: int,
) -> None:
    state = PlaygroundState(text, tuple(vocabularies), mode, specials, spaces, sort, page)
    assert opened(state.link().query()) == state
