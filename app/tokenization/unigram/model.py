"""A Unigram vocabulary: pieces with their log-probabilities."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from math import isfinite

from app.errors import N_, InvalidInput
from app.tokenization.corpus import Split, split_text
from app.tokenization.training import StopReason
from app.tokenization.types import Segment
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.lattice import Lattice
from app.tokenization.unigram.viterbi import DOUBLE
from app.tokenization.vocabulary import SPACE_MARK

_PARTS = re.compile("▁[^▁]*")

UNKNOWN_ID = 0
UNKNOWN_PIECE = "<unk>"


@dataclass(frozen=True)
class UnigramModel:
    """Pieces and log-probabilities; ids go by the order of `pieces`, from 1, as 0 is `<unk>`.

    `split` cuts a text into words; `marked` words start with `▁`. `stop_reason` is None for a model
    that was not trained here. Raises InvalidInput for a repeated or empty piece or an odd score.

    >>> model = UnigramModel(("▁", "s", "o", "l", "▁sol"), (-2.0, -3.0, -3.0, -3.0, -4.0))
    >>> model.id_of("▁sol"), model.encode("sol sal")
    (5, [['▁sol'], ['▁', 's', 'a', 'l']])
    """

    pieces: tuple[str, ...]
    scores: tuple[float, ...]
    marked: bool = True
    split: Split = Split.WHITESPACE
    stop_reason: StopReason | None = None

    def __post_init__(self) -> None:
        if len(self.pieces) != len(self.scores):
            raise InvalidInput(N_("A Unigram vocabulary needs one score for each piece."))
        for piece, score in zip(self.pieces, self.scores, strict=True):
            if not piece or not isfinite(score):
                raise InvalidInput(
                    N_("The piece “%(piece)s” is empty or its score is not a number."), piece=piece
                )
        if len(self._ids) != len(self.pieces):
            raise InvalidInput(N_("A piece is there twice."))

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {piece: id for id, piece in enumerate(self.pieces, UNKNOWN_ID + 1)}

    @cached_property
    def segmenter(self) -> Unigram:
        """Cuts one marked word; in 64 bits, as Hugging Face tokenizers does with the export."""
        table = {p: (self._ids[p], s) for p, s in zip(self.pieces, self.scores, strict=True)}
        return Unigram(table, UNKNOWN_ID, arithmetic=DOUBLE)

    def id_of(self, piece: str) -> int | None:
        return self._ids.get(piece)

    def words(self, text: str) -> list[str]:
        """The words of a text as they are cut: marked if the model marks them."""
        words = split_text(text, self.split)
        return [part for word in words for part in marked_parts(word, self.marked)]

    def segments(self, text: str) -> list[tuple[str, tuple[Segment, ...]]]:
        """Each word of the text and its tokens."""
        return [(word, self.segmenter.segment(word)) for word in self.words(text)]

    def encode(self, text: str) -> list[list[str]]:
        """Each word of the text as pieces; unknown characters as they are."""
        return [[word[s.start : s.end] for s in found] for word, found in self.segments(text)]

    def lattice(self, text: str) -> Lattice:
        """All the ways to cut the first word of a text (a lattice is for one word)."""
        return Lattice(self.segmenter.table, (self.words(text) or [""])[0])


def marked_parts(word: str, marked: bool) -> list[str]:
    """The word with `▁` before it, unless it has one already; every `▁` inside starts a new part.

    This is what Hugging Face's Metaspace does (`always`, with `split`).

    >>> marked_parts("sol", True), marked_parts("▁sol▁mar", True), marked_parts("sol", False)
    (['▁sol'], ['▁sol', '▁mar'], ['sol'])
    """
    if not marked:
        return [word]
    return _PARTS.findall(word if word.startswith(SPACE_MARK) else SPACE_MARK + word)
