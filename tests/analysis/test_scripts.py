"""Scripts of letters and of tokens."""

from __future__ import annotations

import pytest

from app.analysis.scripts import DIGITS, OTHER, PARTIAL, SIGNS, script_of_token


@pytest.mark.parametrize(
    ("text", "script"),
    [
        (" niño", "Latin"),
        ("123abc", "Latin"),
        ("мир", "Cyrillic"),
        ("漢字", "Han"),
        ("かな", "Hiragana"),
        ("ーン", "Katakana"),
        ("한", "Hangul"),
        ("ा", "Devanagari"),
        ("\u0301", SIGNS),
        (" 2026", DIGITS),
        ("½", DIGITS),
        ("🙂", SIGNS),
        ("   ", SIGNS),
        ("ꚠ", OTHER),
        ("", SIGNS),
    ],
)
def test_of_a_token(text: str, script: str) -> None:
    assert script_of_token(text.encode()) == script


def test_parts_of_characters() -> None:
    assert script_of_token("ñ".encode()[:1]) == PARTIAL
