"""Byte-level BPE whose pieces carry a mark, as CLIP's `Ã±o</w>`: merged as printable characters.

With a mark on it a piece is no longer just bytes, so the bytes are written in GPT-2's alphabet and
merged as letters are. Source: huggingface/tokenizers, `models/bpe` with `end_of_word_suffix` after
the ByteLevel pre-tokenizer.
"""

from __future__ import annotations

from app.tokenization.bpe.encoder import PieceBpe, char_of_each_byte
from app.tokenization.budget import Budget
from app.tokenization.byte_alphabet import from_printable, to_printable
from app.tokenization.types import Segment
from app.tokenization.vocabulary import PieceVocabulary


class PrintableBpe:
    """Cuts the bytes of a piece with a BPE over printable characters; spans are of the piece.

    >>> ids = {"Ã": 0, "±": 1, "±</w>": 2, "Ã±</w>": 3}
    >>> merges = {("Ã", "±</w>"): 0}
    >>> bpe = PieceBpe(ids, rank_of=lambda l, r: merges.get((l, r)), suffix="</w>")
    >>> [(s.id, s.start, s.end) for s in PrintableBpe(bpe).segment("ñ")]
    [(3, 0, 1)]
    """

    def __init__(self, printable: PieceBpe) -> None:
        self.printable = printable

    def segment(self, piece: str, budget: Budget | None = None) -> tuple[Segment, ...]:
        data = piece.encode("utf-8")
        char_at = char_of_each_byte(data)
        return tuple(
            Segment(id, char_at[start], char_at[end - 1] + 1, kind)
            for id, start, end, kind in self.printable.segment(to_printable(data), budget)
        )


class PrintableVocabulary(PieceVocabulary):
    """Pieces in GPT-2's alphabet with a mark; inside a text they are the bytes without the mark.

    >>> vocabulary = PrintableVocabulary({"Ã±o</w>": 0}, suffix="</w>")
    >>> vocabulary.piece(0), vocabulary.bytes_of(0).decode()
    ('Ã±o</w>', 'ño')
    """

    def bytes_of(self, id: int) -> bytes:
        if id in self.special.values() or id == self.unknown_id:
            return super().bytes_of(id)
        piece = self.piece(id)
        unmarked = piece.removeprefix(self.prefix).removesuffix(self.suffix) or piece
        try:
            return from_printable(unmarked)
        except KeyError:
            return super().bytes_of(id)
