"""The alternative that matched each part of a text, under every named pattern."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.pre_tokenizers import RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS, SplitPattern
from app.tokenization.split_view import split_view
from app.tokenization.unicode_age import in_unicode_16

TROUBLE = st.text(
    st.one_of(
        st.sampled_from(
            " \t\n\r\u00a0\u3000\u200b'’sStTrReEvVmMlLdDſ/.,;¡¿123٣ñÑáǅʰ漢🙂\u0301\u0000"
        ),
        st.characters(exclude_categories=["Cs"]),
    ),
    max_size=40,
)


def with_named_groups(pattern: SplitPattern, text: str) -> list[tuple[str, str]]:
    """The oracle: the whole pattern with each alternative in a group of its own, over the text as
    Unicode 16 knew it."""
    whole = regex.compile("|".join(f"(?P<{name}>{one})" for name, one in pattern.alternatives))
    matches = whole.finditer(in_unicode_16(text))
    return [(text[match.start() : match.end()], str(match.lastgroup)) for match in matches]


@pytest.mark.parametrize("name", list(SPLIT_PATTERNS))
@settings(max_examples=300, deadline=None)
@given(text=TROUBLE)
def test_the_named_alternative_is_the_one_that_matched(name: str, text: str) -> None:
    pattern = SPLIT_PATTERNS[name]
    parts = list(split_view(pattern, text))
    assert [(part.text, part.alternative) for part in parts] == with_named_groups(pattern, text)
    assert [part[:3] for part in parts] == list(RegexSplit(pattern.regex).split(text))
    assert "".join(part.text for part in parts) == text
    assert all(part.text == text[part.start : part.end] for part in parts)


def cut(name: str, text: str) -> list[str]:
    return [part.text for part in split_view(SPLIT_PATTERNS[name], text)]


def test_numbers_go_whole_in_gpt2_and_by_three_in_the_others() -> None:
    assert cut("gpt2", "1234567") == ["1234567"]
    assert cut("cl100k", "1234567") == cut("o200k", "1234567") == ["123", "456", "7"]
    assert cut("o200k", "2026") == ["202", "6"]


def test_indentation_leaves_its_last_space_to_the_word() -> None:
    assert cut("gpt2", "    return x") == ["   ", " return", " x"]
    assert cut("cl100k", "    return x") == ["   ", " return", " x"]


def test_contractions_stay_on_the_word_in_o200k_only() -> None:
    assert cut("cl100k", "I'll DON'T") == ["I", "'ll", " DON", "'T"]
    assert cut("gpt2", "I'll DON'T") == ["I", "'ll", " DON", "'", "T"]
    assert cut("o200k", "I'll DON'T") == ["I'll", " DON'T"]


def test_a_combining_accent_breaks_the_word_in_gpt2_and_cl100k_only() -> None:
    word = "da\u0301melo"
    assert cut("gpt2", word) == ["da", "\u0301", "melo"]
    assert cut("cl100k", word) == ["da", "\u0301melo"]
    assert cut("o200k", word) == [word]


def test_text_that_a_pattern_passes_over_is_kept() -> None:
    words = SplitPattern("words", (("word", r"\w+"),), "")
    parts = list(split_view(words, "¡sol!"))
    assert [(part.text, part.alternative) for part in parts] == [
        ("¡", None),
        ("sol", "word"),
        ("!", None),
    ]
