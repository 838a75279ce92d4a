"""Each hint: found where it is, not found where it is not, mended, and fast on odd texts."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.analysis.text_hints import MAX_PLACES, HintCode, mend, text_hints


def codes(text: str) -> list[str]:
    return [hint.code.value for hint in text_hints(text)]


@pytest.mark.parametrize(
    ("text", "code", "count", "places"),
    [
        ("El nin\u0303o come", HintCode.DECOMPOSED, 1, [(5, 7)]),
        ("cancio\u0301n pingu\u0308ino", HintCode.DECOMPOSED, 2, [(5, 7), (13, 15)]),
        ("\ufeffhola", HintCode.BYTE_ORDER_MARK, 1, [(0, 1)]),
        ("contra\u200bseña", HintCode.ZERO_WIDTH, 1, [(6, 7)]),
        ("biblio\u00adteca\ufeff.", HintCode.ZERO_WIDTH, 2, [(6, 7), (11, 12)]),
        ("a\u200db", HintCode.ZERO_WIDTH, 1, [(1, 2)]),
        ("100\u00a0km", HintCode.NO_BREAK_SPACE, 1, [(3, 4)]),
        (r"uno\ndos", HintCode.TYPED_NEWLINE, 1, [(3, 5)]),
        (r"\n\n", HintCode.TYPED_NEWLINE, 2, [(0, 2), (2, 4)]),
        ("hola  ", HintCode.TRAILING_SPACE, 2, [(4, 6)]),
        ("hola\n ", HintCode.TRAILING_SPACE, 1, [(5, 6)]),
        ("uno\r\ndos\r\ntres", HintCode.CARRIAGE_RETURN, 2, [(3, 5), (8, 10)]),
        ("a\ud83db", HintCode.SURROGATE, 1, [(1, 2)]),
        ("fin<|endoftext|>", HintCode.SPECIAL_TOKEN, 1, [(3, 16)]),
        ("[MASK] y </s>", HintCode.SPECIAL_TOKEN, 2, [(0, 6), (9, 13)]),
        ("el niÃ±o", HintCode.MOJIBAKE, 1, [(5, 7)]),
        ("el b\u0430nco", HintCode.MIXED_ALPHABETS, 1, [(3, 8)]),
    ],
)
def test_found(text: str, code: HintCode, count: int, places: list[tuple[int, int]]) -> None:
    (hint,) = text_hints(text)
    assert (hint.code, hint.count) == (code, count)
    assert [(place.start, place.end) for place in hint.places] == places
    assert all(text[place.start : place.end] == place.text for place in hint.places)
    assert hint.message % {"count": count}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n ",
        "def f():\n    return 1\n",
        "hola \n",
        "El niño añadió «azúcar», ¿no?",
        "familia 👨‍👩‍👧‍👦 y 👋🏽",
        "می‌خواهم",
        "क्‍ष घर",
        "C:\\nombre\\nuevo\\ne",
        r"$\nabla f \neq 0$, \newline",
        r"\\network",
        "Дом Μήλο ok",
        "5 kΩ, 3 µm, Δx",
        "a < b | c > d [x]",
        "\ud83d\ude42",
        "한국어",
        "Ã",
    ],
)
def test_nothing_to_say(text: str) -> None:
    assert codes(text) == []


def test_several_hints_come_in_order() -> None:
    assert codes("\ufeffnin\u0303o\u200b \\n ") == [
        "decomposed",
        "byte-order-mark",
        "zero-width",
        "typed-newline",
        "trailing-space",
    ]


def test_the_first_places_and_the_whole_count() -> None:
    (hint,) = text_hints("a\u200b" * 1000)
    assert (hint.count, len(hint.places)) == (1000, MAX_PLACES)


@pytest.mark.parametrize(
    ("text", "code", "mended"),
    [
        ("man\u0303ana", HintCode.DECOMPOSED, "mañana"),
        ("\ufeffhola", HintCode.BYTE_ORDER_MARK, "hola"),
        ("contra\u200bseña", HintCode.ZERO_WIDTH, "contraseña"),
        ("100\u00a0km", HintCode.NO_BREAK_SPACE, "100 km"),
        (r"a\nb", HintCode.TYPED_NEWLINE, "a\nb"),
        ("a\n \t", HintCode.TRAILING_SPACE, "a\n"),
        ("a\r\nb", HintCode.CARRIAGE_RETURN, "a\nb"),
        ("</s>", HintCode.SPECIAL_TOKEN, "</s>"),
    ],
)
def test_mended(text: str, code: HintCode, mended: str) -> None:
    assert mend(text, code) == mended
    assert next(iter(text_hints(text))).can_mend == (mended != text)


@given(st.text(st.sampled_from("aeonñé\u0301\u0303\u0308 \n漢각"), max_size=40))
def test_joining_accents_is_nfc(text: str) -> None:
    assert mend(text, HintCode.DECOMPOSED) == unicodedata.normalize("NFC", text)


@given(st.text(max_size=80))
def test_never_fails_and_mending_removes_the_hint(text: str) -> None:
    for hint in text_hints(text):
        if hint.can_mend and hint.code is not HintCode.DECOMPOSED:
            assert hint.code.value not in codes(mend(text, hint.code))


@pytest.mark.parametrize(
    "text",
    [
        "a" + "\u0301\u0316" * 100_000,
        " " * 300_000 + "x",
        "\\" * 300_000,
        "a" * 300_000 + "\u0430",
        "ñ" * 300_000,
        "\u200d" * 300_000,
        "<|" * 150_000,
    ],
    ids=["zalgo", "spaces", "backslashes", "one word", "letters", "joiners", "angles"],
)
def test_linear(text: str) -> None:
    """A quadratic pattern would not come back from these."""
    assert all(0 < hint.count <= len(text) for hint in text_hints(text))
