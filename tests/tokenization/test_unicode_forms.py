"""The four forms: text against tokenizers over all code points and hostile text; spans; speed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import normalizers

from app.tokenization.unicode_forms import Nfc, Nfd, Nfkc, Nfkd, UnicodeForm
from tests.tokenization.code_points import every_code_point
from tests.tokenization.hostile import hostile_text

FORMS: list[tuple[UnicodeForm, normalizers.Normalizer]] = [
    (Nfc(), normalizers.NFC()),
    (Nfd(), normalizers.NFD()),
    (Nfkc(), normalizers.NFKC()),
    (Nfkd(), normalizers.NFKD()),
]
forms = pytest.mark.parametrize(("ours", "theirs"), FORMS, ids=lambda value: type(value).__name__)

_COMPOSING = (
    "aeoAEO<=\u0300\u0301\u0308\u0323\u0327\u0338\u0345\u05b0\u0e38\u0f71\u0f74\u3099\u309a"
    "カｶﾞﾟᄀᄁㄱㄳㅏ\u1161\u11a8각가㉮\u302eﾡￂ\U00011930\U00011935\U000110a5\U000110ba"
)
composing_text = st.text(alphabet=_COMPOSING, max_size=12)


@forms
def test_every_code_point_alone(ours: UnicodeForm, theirs: normalizers.Normalizer) -> None:
    for text in every_code_point():
        assert ours.normalize(text).text == theirs.normalize_str(text)


@forms
@settings(max_examples=300, deadline=None)
@given(text=composing_text | hostile_text)
def test_text_equals_tokenizers(
    ours: UnicodeForm, theirs: normalizers.Normalizer, text: str
) -> None:
    result = ours.normalize(text)
    assert result.text == theirs.normalize_str(text)
    if result.starts is not None and result.ends is not None:
        assert len(result.starts) == len(result.ends) == len(result.text)
        assert list(result.starts) == sorted(result.starts)
        assert list(result.ends) == sorted(result.ends)
        # No character is lost: every one lies in the span of what came out of it.
        covered = {
            at for s, e in zip(result.starts, result.ends, strict=True) for at in range(s, e)
        }
        assert covered == set(range(len(text)))


def test_korean_letters_keep_their_own_place() -> None:
    # Laughing letters and a half-composed syllable: no span runs over its neighbours.
    result = Nfkc().normalize("ㅋㅋ각")
    assert [result.origin(i, i + 1) for i in range(len(result.text))] == [(0, 1), (1, 2), (2, 3)]
    composed = Nfc().normalize("ᄀ\u1161\u11a8나")
    assert composed.text == "각나"
    assert [composed.origin(i, i + 1) for i in range(2)] == [(0, 3), (3, 4)]


@forms
def test_unchanged_text_is_free(ours: UnicodeForm, theirs: normalizers.Normalizer) -> None:
    text = unicodedata.normalize(ours.form, "ñandú 한국어 ﬁn…")
    assert ours.normalize(text).starts is None
    assert theirs.normalize_str(text) == text


@forms
def test_two_hundred_thousand_marks_in_the_wrong_order(
    ours: UnicodeForm, theirs: normalizers.Normalizer
) -> None:
    text = "a" + "\u0301\u0323" * 100_000
    result = ours.normalize(text)
    # Python's own normalize takes minutes here.
    assert result.text == theirs.normalize_str(text)
