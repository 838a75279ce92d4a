"""Added tokens found in a text: policies, edges, equality with tokenizers, speed."""

from __future__ import annotations

import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import models

from app.errors import InvalidInput
from app.tokenization.special_tokens import AddedToken, SpecialPolicy, SpecialSplitter

TOKENS = [
    AddedToken("<m>", 4, lstrip=True),
    AddedToken("<w>", 5, single_word=True),
    AddedToken("ab", 6, special=False, single_word=True),
    AddedToken("aab", 7, special=False),
    AddedToken("<m><m>", 8),
]


def reference() -> tokenizers.Tokenizer:
    made = tokenizers.Tokenizer(
        models.Unigram([("?", 0.0), ("a", -1.0), ("b", -1.0), (" ", -1.0)], 0)
    )
    made.add_tokens(
        [
            tokenizers.AddedToken(
                token.content,
                lstrip=token.lstrip,
                rstrip=token.rstrip,
                single_word=token.single_word,
                special=token.special,
                normalized=False,
            )
            for token in TOKENS
        ]
    )
    return made


texts = st.lists(
    st.sampled_from(
        ["a", "b", " ", "\n", "\u00a0", "\x1c", "_", "é", "²", "\u0301", "\u200d"]
        + [token.content for token in TOKENS]
    )
).map("".join)


@settings(max_examples=400, deadline=None)
@given(text=texts)
def test_tokens_and_spans_equal_tokenizers(text: str) -> None:
    found = [
        (section.token.id, (section.start, section.start + len(section.text)))
        for section in SpecialSplitter(TOKENS).split(text, SpecialPolicy.AS_SPECIAL)
        if section.token is not None
    ]
    encoding = reference().encode(text)
    assert found == [
        (id, span) for id, span in zip(encoding.ids, encoding.offsets, strict=True) if id >= 4
    ]


@given(text=texts, policy=st.sampled_from([SpecialPolicy.AS_TEXT, SpecialPolicy.AS_SPECIAL]))
def test_sections_give_the_text_back(text: str, policy: SpecialPolicy) -> None:
    sections = list(SpecialSplitter(TOKENS).split(text, policy))
    assert "".join(section.text for section in sections) == text
    assert all(text.startswith(section.text, section.start) for section in sections)
    if policy is SpecialPolicy.AS_TEXT:
        assert not any(section.token and section.token.special for section in sections)


def test_white_space_after_a_token_is_swallowed_once() -> None:
    splitter = SpecialSplitter([AddedToken("<r>", 1, rstrip=True), AddedToken("  ", 2)])
    assert [s.text for s in splitter.split("a<r>  b  ", SpecialPolicy.AS_SPECIAL)] == [
        "a", "<r>  ", "b", "  "
    ]  # fmt: skip


def test_refusing_names_the_token_and_the_place() -> None:
    with pytest.raises(InvalidInput, match="<m> at character 1"):
        list(SpecialSplitter(TOKENS).split("a<m>", SpecialPolicy.REFUSE))


def test_two_hundred_thousand_spaces_before_a_token_are_linear() -> None:
    splitter = SpecialSplitter([AddedToken("<mask>", 1, lstrip=True, rstrip=True)])
    for text in (" " * 200_000, " " * 200_000 + "<mask>", ("<mask>" + " " * 99) * 2_000):
        assert "".join(s.text for s in splitter.split(text, SpecialPolicy.AS_SPECIAL)) == text


def test_without_tokens_the_text_is_one_section() -> None:
    assert [s.text for s in SpecialSplitter([]).split("<m>", SpecialPolicy.AS_SPECIAL)] == ["<m>"]


def test_twenty_thousand_tokens_that_begin_alike_take_no_longer_than_one_of_each_length() -> None:
    tokens = [AddedToken("a" * (number % 50 + 1) + str(number), number) for number in range(20_000)]
    sections = list(SpecialSplitter(tokens).split("a" * 100_000, SpecialPolicy.AS_SPECIAL))
    assert [section.token for section in sections] == [None]
    (found,) = SpecialSplitter(tokens).split("aaa10002", SpecialPolicy.AS_SPECIAL)
    assert found.token == tokens[10_002]


@pytest.mark.parametrize("first", list("]^-\\[&~|#\n "))
def test_a_token_may_begin_with_anything(first: str) -> None:
    splitter = SpecialSplitter([AddedToken(first + "x", 1), AddedToken("^y", 2)])
    sections = list(splitter.split(f"a{first}xa^y", SpecialPolicy.AS_SPECIAL))
    assert [section.token and section.token.id for section in sections] == [None, 1, None, 2]
