"""The picture is well formed whatever the text, fits its columns and uses the page's colours."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.types import Encoding, Token, TokenKind
from app.web.pictures.row import PictureRow
from app.web.pictures.svg import COLUMN, COLUMNS, MARGIN, MAX_LINES, draw_svg
from app.web.views.tokens import chips
from tests.services.small_tokenizer import byte_tokenizer

SVG = "{http://www.w3.org/2000/svg}"


def row(text: str) -> PictureRow:
    encoding = byte_tokenizer().encode(text)
    return PictureRow("bytes", str(encoding.count), tuple(chips(encoding, 0, len(encoding.text))))


def picture(text: str, *, more: str = "") -> ElementTree.Element:
    return ElementTree.fromstring(draw_svg([row(text)], text, more=more))  # noqa: S314


@given(st.text(max_size=60))
def test_well_formed_for_any_text(text: str) -> None:
    drawn = picture(text)
    width = float(drawn.attrib["width"])
    for box in drawn.iter(f"{SVG}rect"):
        if "x" in box.attrib:
            assert float(box.attrib["x"]) + float(box.attrib["width"]) <= width


def test_markup_in_the_text_is_text() -> None:
    drawn = draw_svg([row("<script>alert(1)</script>&\"'")], "<script>")
    assert "<script" not in drawn


def test_what_cannot_be_seen_is_drawn() -> None:
    written = [element.text for element in picture("a b\t\u200b\n\x00").iter(f"{SVG}text")]
    assert {"·", "→", "ZWSP", "↵", "NUL"} <= set(written)


def test_a_split_character_shows_its_bytes() -> None:
    written = [element.text for element in picture("ñ").iter(f"{SVG}text")]
    assert {"ñ", "c3", "b1"} <= set(written)


def test_a_token_over_two_lines_has_a_background_on_each() -> None:
    token = Token(0, "Ċ¡", "\n¡".encode(), 0, 2, TokenKind.NORMAL, False, 0)
    made = tuple(chips(Encoding("\n¡", (token,), 1), 0, 2))
    drawn = ElementTree.fromstring(draw_svg([PictureRow("x", "1", made)], "x"))  # noqa: S314
    boxes = [box.attrib for box in drawn.iter(f"{SVG}rect") if "x" in box.attrib]
    assert [(box["x"], box["width"]) for box in boxes] == [("20", "10"), ("20", "10")]
    assert boxes[0]["y"] != boxes[1]["y"]


def test_kinds_do_not_differ_by_colour_alone() -> None:
    tokens = (
        Token(0, "[UNK]", b"[UNK]", 0, 1, TokenKind.UNKNOWN, False, 0),
        Token(1, "</s>", b"</s>", 2, 2, TokenKind.SPECIAL, False, None),
    )
    made = tuple(chips(Encoding("☃ ", tokens, 2), 0, 2))
    drawn = draw_svg([PictureRow("x", "2", made)], "x")
    assert 'fill="url(#unknown)"' in drawn and "stroke-dasharray" in drawn


def test_long_texts_wrap_and_are_cut_with_a_word_about_it() -> None:
    drawn = picture("a" * (COLUMNS * MAX_LINES + 1), more="and more")
    lefts = {float(box.attrib["x"]) for box in drawn.iter(f"{SVG}rect") if "x" in box.attrib}
    assert max(lefts) == MARGIN + (COLUMNS - 1) * COLUMN
    assert "and more" in [element.text for element in drawn.iter(f"{SVG}text")]
    assert "and more" not in draw_svg([row("a")], "", more="and more")
