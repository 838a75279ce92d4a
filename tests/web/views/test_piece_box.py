"""Pieces as boxes: their text, or their bytes where they hold a part of a character."""

from __future__ import annotations

from app.tokenization.steps.types import Piece
from app.tokenization.types import TokenKind
from app.web.views.piece_box import Style

BYTES = Style(True, "/t/{id}")
PIECES = Style(False, "/t/{id}")


def text_of(style: Style, piece: Piece) -> str:
    return "".join(run.text + run.mark for run in style.box(piece, 0).runs)


def test_a_token_is_coloured_and_leads_to_its_page() -> None:
    box = PIECES.box(Piece("▁sol", b" sol", 0, 4, 42, TokenKind.NORMAL), 3, "made")
    assert (box.css, box.id, box.href, box.hex) == ("c3 made", "42", "/t/42", "")
    assert [run.text for run in box.runs] == ["▁sol"]


def test_what_is_no_token_yet_has_neither_colour_nor_page() -> None:
    box = PIECES.box(Piece("sol", b"sol", 0, 3, None, None), 3)
    assert (box.css, box.id, box.href) == ("rest", "", "")


def test_byte_pieces_are_shown_as_the_text_they_spell() -> None:
    assert text_of(BYTES, Piece("ĠÃ±", " ñ".encode(), 0, 2, 1, TokenKind.NORMAL)) == " ·ñ"
    assert text_of(PIECES, Piece("ĠÃ±", " ñ".encode(), 0, 2, 1, TokenKind.NORMAL)) == "ĠÃ±"


def test_a_part_of_a_character_is_bytes() -> None:
    for style, kind in ((BYTES, TokenKind.NORMAL), (PIECES, TokenKind.BYTE)):
        box = style.box(Piece("<0xC3>", b"\xc3", 0, 1, 1, kind), 0)
        assert (box.hex, box.runs) == ("C3", ())


def test_the_kind_of_a_token_is_in_its_classes() -> None:
    assert PIECES.box(Piece("[UNK]", b"x", 0, 1, 0, TokenKind.UNKNOWN), 1).css == "c1 unknown"
