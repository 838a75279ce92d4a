"""Byte-level BPE with a mark on its pieces."""

from __future__ import annotations

from app.tokenization.bpe.encoder import PieceBpe
from app.tokenization.bpe.printable import PrintableBpe, PrintableVocabulary
from app.tokenization.byte_alphabet import BYTE_TO_CHAR
from app.tokenization.types import Segment, TokenKind

ALPHABET = {char: id for id, char in enumerate(BYTE_TO_CHAR)}
PIECES = ALPHABET | {f"{char}</w>": 256 + id for char, id in ALPHABET.items()} | {"Ã±": 512}


def test_bytes_share_the_span_of_their_character() -> None:
    merges = {("Ã", "±"): 0}
    bpe = PieceBpe(PIECES, rank_of=lambda a, b: merges.get((a, b)), suffix="</w>")
    # The last byte of the word bears the mark, so only the ñ inside is merged.
    assert PrintableBpe(bpe).segment("ñañ") == (
        Segment(512, 0, 1),
        Segment(ord("a"), 1, 2),
        Segment(0xC3, 2, 3),
        Segment(256 + 0xB1, 2, 3),
    )


def test_kinds_are_kept() -> None:
    pieces = {"?": 0, "a": 1, "a</w>": 2}
    bpe = PieceBpe(pieces, rank_of=lambda *_: None, unknown_id=0, suffix="</w>")
    assert [s.kind for s in PrintableBpe(bpe).segment("ba")] == [
        TokenKind.UNKNOWN,
        TokenKind.NORMAL,
    ]


def test_what_is_no_byte_is_its_own_text() -> None:
    ids = {"<s>": 0, "▁": 1, "</w>": 2, "Ġa</w>": 3}
    vocabulary = PrintableVocabulary(ids, special=["<s>"], prefix="", suffix="</w>")
    assert [vocabulary.bytes_of(id) for id in range(4)] == [b"<s>", "▁".encode(), b"</w>", b" a"]
