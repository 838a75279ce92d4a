"""The nouns of tokenization: what flows between the stages. Frozen, slotted, no behaviour beyond reading.

All positions are in **code points**, half open. `Token` spans refer to the *original* text;
`PreToken` spans refer to the normalised text of their section; `Segment` spans to their piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class TokenKind(StrEnum):
    """What a token is.

    NORMAL: a piece of the vocabulary. SPECIAL: a control token such as `</s>`.
    UNKNOWN: stands for text the vocabulary cannot write (`[UNK]`).
    BYTE: a byte-fallback piece such as `<0x0A>`.
    """

    NORMAL = "normal"
    SPECIAL = "special"
    UNKNOWN = "unknown"
    BYTE = "byte"


class Segment(NamedTuple):
    """One token inside one piece: `start:end` are code points of the piece given to the segmenter.

    Tokens that share a character (several bytes of one letter) have overlapping spans.
    """

    id: int
    start: int
    end: int
    kind: TokenKind = TokenKind.NORMAL


class PreToken(NamedTuple):
    """A part that the pre-tokenizer cut: its text, and where it stands in the normalised text."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NormalizedText:
    """A text after normalisation, and where each of its characters came from.

    `starts[i]:ends[i]` is the span of the *input* that produced character i of `text`.
    Both are None when nothing changed (character i came from i): the common, free case.
    A character that came from nowhere (SentencePiece's first `▁`) has an empty span.
    """

    text: str
    starts: Sequence[int] | None = None
    ends: Sequence[int] | None = None

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span of the input behind characters `start:end` of the normalised text.

        >>> NormalizedText("...", [0, 0, 0], [1, 1, 1]).origin(0, 2)
        (0, 1)
        >>> NormalizedText("abc").origin(1, 3)
        (1, 3)
        """
        if self.starts is None or self.ends is None:
            return start, end
        if start >= end:
            at = (
                self.starts[start]
                if start < len(self.starts)
                else (self.ends[-1] if self.ends else 0)
            )
            return at, at
        return self.starts[start], self.ends[end - 1]


@dataclass(frozen=True, slots=True)
class Token:
    """One token of an encoding.

    `piece` is written as the vocabulary writes it (`Ġniño`, `▁niño`, `##ño`, `<0xC3>`).
    `bytes` is what the id decodes to inside a text (`▁niño` is a space and four letters; an
    unknown or special token is the bytes of its written form).
    `start:end` are code points of the original text; an empty span marks a token that no
    character produced (SentencePiece's first `▁`, `[CLS]`).
    `splits_character`: a neighbour covers part of the same character.
    `pre_token`: index of the part it was cut from; None for special tokens.
    """

    id: int
    piece: str
    bytes: bytes
    start: int
    end: int
    kind: TokenKind
    splits_character: bool
    pre_token: int | None


@dataclass(frozen=True, slots=True)
class Encoding:
    """The result of encoding `text`.

    `count` is the number of tokens of the whole text; `tokens` holds them all, or only some when
    `truncated`: those from number `first` on (the count is always full).
    `text` is the original with lone surrogates replaced by U+FFFD (see `well_formed`).
    """

    text: str
    tokens: tuple[Token, ...]
    count: int
    first: int = 0

    @property
    def truncated(self) -> bool:
        return len(self.tokens) < self.count

    @property
    def ids(self) -> list[int]:
        return [token.id for token in self.tokens]


@dataclass(frozen=True, slots=True)
class StagePart:
    """A stretch of text at one stage: what it reads now and the span of the original behind it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What one stage did to the text: the component's name, its parts before and after, and why.

    `stage` is one of "special", "normalize", "pre_tokenize", "segment", "post_process";
    `component` names what ran ("BertClean", "RegexSplit"); `changed` is False when the stage
    left the text as it was; `detail` holds what the component wants to say (a pattern, a form).
    """

    stage: str
    component: str
    before: tuple[StagePart, ...]
    after: tuple[StagePart, ...]
    changed: bool
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """An encoding with a record of every stage, in the order they ran."""

    encoding: Encoding
    stages: tuple[StageRecord, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """A maximal run of characters covered by the same tokens.

    `tokens` are indexes into the encoding: none (the characters were dropped), one (a chip), or
    several (one character split over tokens). `text` may be empty for a token without characters.
    """

    text: str
    start: int
    end: int
    tokens: tuple[int, ...]
