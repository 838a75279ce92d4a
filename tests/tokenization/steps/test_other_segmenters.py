"""Segmenters of files that people bring: bytes as printable letters, symbols taken whole, whole words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.bpe.encoder import PieceBpe
from app.tokenization.bpe.printable import PrintableBpe, PrintableVocabulary
from app.tokenization.budget import Budget
from app.tokenization.byte_alphabet import BYTE_TO_CHAR, to_printable
from app.tokenization.decoders import ByteDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import WhitespaceSplit, WholeText
from app.tokenization.stages import Segmenter
from app.tokenization.steps.origin import token_origin
from app.tokenization.steps.trace import text_steps
from app.tokenization.steps.types import StepEvent
from app.tokenization.types import Segment
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.word_level import WordLevel
from app.vocabularies.sentencepiece_tokenizer import SymbolSegmenter

END = "</w>"
LETTERS = [*BYTE_TO_CHAR, *(letter + END for letter in BYTE_TO_CHAR)]
MERGES = [(to_printable(b"\xc3"), to_printable(b"\xb1") + END), ("s", "o"), ("so", "l" + END)]
PIECES = {piece: id for id, piece in enumerate([*LETTERS, *(a + b for a, b in MERGES)])}


def printable() -> Tokenizer:
    ranks = {pair: rank for rank, pair in enumerate(MERGES)}
    bpe = PieceBpe(PIECES, rank_of=lambda left, right: ranks.get((left, right)), suffix=END)
    vocabulary = PrintableVocabulary(PIECES, suffix=END)
    return Tokenizer(vocabulary, WhitespaceSplit(), PrintableBpe(bpe), ByteDecoder())


@given(st.text("solñ 🙂", max_size=12))
def test_bytes_as_printable_letters_are_shown_as_bytes(text: str) -> None:
    steps = text_steps(printable(), text)
    assert steps.ids == printable().ids(text)
    for part in steps.parts:
        for frame in part.frames:
            assert b"".join(piece.bytes for piece in frame.pieces) == part.text.encode()
            assert all(0 <= p.start < p.end <= len(part.text) for p in frame.pieces)


def test_the_tree_of_a_printable_token_holds_bytes() -> None:
    (tree,) = token_origin(printable(), PIECES[to_printable("ñ".encode()) + END]).trees
    assert (tree.bytes, tree.rank) == ("ñ".encode(), 0)
    assert tree.left is not None and tree.left.bytes == b"\xc3"
    (mark,) = token_origin(printable(), PIECES["x" + END]).trees
    assert (mark.bytes, mark.rank) == (b"x", None)


def test_a_piece_of_marks_alone_has_no_tree() -> None:
    ids = {"##": 0, "##" + END: 1, "a": 2}
    bpe = PieceBpe(ids, rank_of=lambda _left, _right: None, prefix="##", suffix=END)
    tokenizer = Tokenizer(PieceVocabulary(ids), WholeText(), bpe, ByteDecoder())
    assert token_origin(tokenizer, 1).trees == ()


def test_a_symbol_is_taken_whole_and_the_rest_is_merged() -> None:
    ids = {"s": 0, "o": 1, "so": 2, "<cut>": 3}
    bpe = PieceBpe(ids, rank_of=lambda left, right: {"so": 0}.get(left + right))
    segmenter = SymbolSegmenter({"<cut>": 3}, bpe)
    tokenizer = Tokenizer(
        PieceVocabulary(ids, PieceStyle.PLAIN), WhitespaceSplit(), segmenter, ByteDecoder()
    )
    first, second = text_steps(tokenizer, "<cut> so").parts
    assert [frame.event for frame in first.frames] == [StepEvent.WHOLE]
    assert [frame.event for frame in second.frames] == [StepEvent.MERGE, StepEvent.MERGED]


def test_words_looked_up_whole_are_known_or_not() -> None:
    pieces = {"[UNK]": 0, "sol": 1}
    vocabulary = PieceVocabulary(pieces, unknown="[UNK]")
    tokenizer = Tokenizer(vocabulary, WhitespaceSplit(), WordLevel(pieces, "[UNK]"), ByteDecoder())
    steps = text_steps(tokenizer, "sol luna")
    assert [part.frames[0].event for part in steps.parts] == [
        StepEvent.WHOLE,
        StepEvent.FALL_BACK,
    ]
    assert steps.ids == [1, 0]


class Halves(Segmenter):
    """A segmenter of a kind that nobody here knows."""

    def segment(self, piece: str, _budget: Budget | None = None, /) -> tuple[Segment, ...]:
        middle = len(piece) // 2
        return Segment(0, 0, middle), Segment(0, middle, len(piece))


def test_a_segmenter_of_another_kind_still_shows_its_tokens() -> None:
    tokenizer = Tokenizer(PieceVocabulary({"x": 0}), WholeText(), Halves(), ByteDecoder())
    (part,) = text_steps(tokenizer, "sols").parts
    assert [piece.bytes for piece in part.tokens] == [b"so", b"ls"]
    assert token_origin(tokenizer, 0).trees == ()
