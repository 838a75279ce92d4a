"""Text that UTF-8 can write, out of any text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.well_formed import well_formed

ANY_TEXT = st.text(st.characters() | st.characters(categories=["Cs"]), max_size=30)


@given(ANY_TEXT)
def test_utf_8_can_write_it_and_a_second_time_changes_nothing(text: str) -> None:
    found = well_formed(text)
    assert found.encode("utf-8").decode("utf-8") == found
    assert well_formed(found) == found


@given(st.text(max_size=30))
def test_text_without_surrogates_stays(text: str) -> None:
    assert well_formed(text) == text


def test_pairs_are_joined_and_halves_replaced() -> None:
    assert well_formed("a\ud83d\udc4d") == "a👍"
    assert well_formed("\udc4d\ud83d") == "\ufffd\ufffd"
