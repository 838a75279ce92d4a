"""Figures of an encoding: tokens for each word, characters and bytes for each token, unknowns, splits.

They are of the whole text, however few of its tokens are shown: one pass keeps none of them.
A word is a maximal run of non-space characters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.tokenization.pipeline import Tokenizer, well_formed
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import TokenKind

_WORD = re.compile(r"\S+")


def count_words(text: str) -> int:
    """The number of maximal runs of non-space characters.

    >>> count_words(" el paquete\\tllegará\\n")
    3
    """
    return sum(1 for _ in _WORD.finditer(text))


@dataclass(frozen=True, slots=True)
class Metrics:
    """Counts over a whole text; ratios are None where they would divide by zero.

    `unknowns` are tokens that stand for text the vocabulary cannot write; `split_characters` are
    characters whose bytes are spread over several tokens.

    >>> figures = Metrics(words=6, characters=27, bytes=29, tokens=7, unknowns=0, split_characters=0)
    >>> round(figures.tokens_per_word, 2), round(figures.bytes_per_token, 2), figures.unknown_share
    (1.17, 4.14, 0.0)
    """

    words: int
    characters: int
    bytes: int
    tokens: int
    unknowns: int
    split_characters: int

    @property
    def tokens_per_word(self) -> float | None:
        """Fertility."""
        return _ratio(self.tokens, self.words)

    @property
    def characters_per_token(self) -> float | None:
        return _ratio(self.characters, self.tokens)

    @property
    def bytes_per_token(self) -> float | None:
        """Compression: comparable between languages, as characters are not."""
        return _ratio(self.bytes, self.tokens)

    @property
    def unknown_share(self) -> float | None:
        return _ratio(self.unknowns, self.tokens)


def _ratio(above: int, below: int) -> float | None:
    return above / below if below else None


def measure(
    tokenizer: Tokenizer, text: str, specials: SpecialPolicy = SpecialPolicy.AS_TEXT
) -> Metrics:
    """Encode the text and count, without building tokens. Raises what `encode` raises."""
    text = well_formed(text)
    tokens = unknowns = split_characters = 0
    reached, last_split = 0, -1
    for cut in tokenizer.cuts(text, specials):
        tokens += len(cut.segments)
        for segment in cut.segments:
            unknowns += segment.kind is TokenKind.UNKNOWN
            start, end = cut.span(segment)
            # It starts before the one before it ends: they share the character at `start`.
            if start < reached and start < end and start != last_split:
                split_characters += 1
                last_split = start
            reached = max(reached, end)
    return Metrics(
        words=count_words(text),
        characters=len(text),
        bytes=len(text.encode("utf-8")),
        tokens=tokens,
        unknowns=unknowns,
        split_characters=split_characters,
    )
