"""What is seen at each step of cutting a text: the nouns of an animation. Frozen, no behaviour.

A text is cut part by part (the pre-tokens). Each part has its `PieceSteps`: frames from the first
to the last. In every frame the pieces, joined, give the part back; the pieces of the last frame
are the tokens. Positions are code points of the part.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from app.tokenization.types import TokenKind


class StepEvent(StrEnum):
    """What a frame shows.

    WHOLE: the part is in the vocabulary and is taken whole. MERGE: the pair about to be merged.
    MERGED: no pair is left to merge. FALL_BACK: what has no piece becomes bytes or the unknown
    token. MATCH: the longest candidate that fits. NO_MATCH: no candidate fits, so the whole word
    is unknown. TOO_LONG: the word is longer than the algorithm reads, so it is unknown.
    LATTICE: all pieces that fit, before any choice. BEST: the best way to reach one position.
    PATH: the best segmentation, read backwards. SPECIAL: a special token, never cut.
    RESULT: only the tokens, because the part is over a limit of what is shown.
    """

    WHOLE = "whole"
    MERGE = "merge"
    MERGED = "merged"
    FALL_BACK = "fall_back"
    MATCH = "match"
    NO_MATCH = "no_match"
    TOO_LONG = "too_long"
    LATTICE = "lattice"
    BEST = "best"
    PATH = "path"
    SPECIAL = "special"
    RESULT = "result"


class Piece(NamedTuple):
    """A stretch of the part as it stands in one frame.

    `written` is how the vocabulary would write it (`Ġd`, `▁d`, `##mel`); `bytes` what it covers of
    the part, which may be less than a character. `id` is None while (or because) the vocabulary
    has no such piece; `kind` is the kind of the token when there is an id.
    """

    written: str
    bytes: bytes
    start: int
    end: int
    id: int | None
    kind: TokenKind | None


class Pair(NamedTuple):
    """Two neighbouring pieces: `at` is the index of the left one.

    `rank` is the priority of merging them (the lowest wins) or None when the table has no such
    merge; `merged` and `id` are the piece they would make.
    """

    at: int
    left: str
    right: str
    rank: int | None
    merged: str
    id: int | None


class Candidate(NamedTuple):
    """A piece that WordPiece looked up at a position: the first with an id fits."""

    written: str
    start: int
    end: int
    id: int | None


class Arc(NamedTuple):
    """A piece of a Unigram lattice, from one position of the part to another.

    `score` is its log-probability; `total` the score of the best way to its start plus its own.
    A character without a piece is an arc of the unknown token, at its penalty.
    """

    written: str
    start: int
    end: int
    id: int
    kind: TokenKind
    score: float
    total: float


class Segmentation(NamedTuple):
    """One way to cut a part: the sum of its log-probabilities, and how far below the best that is."""

    pieces: tuple[Piece, ...]
    score: float
    behind: float


@dataclass(frozen=True, slots=True)
class Frame:
    """One step. What an algorithm does not use is empty.

    `made`: index of the piece that the step before made. `winner`: index into `pairs`,
    `candidates` or `arcs` of what is chosen here. `position`: where the algorithm stands.
    """

    event: StepEvent
    pieces: tuple[Piece, ...]
    made: int | None = None
    winner: int | None = None
    position: int | None = None
    pairs: tuple[Pair, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    arcs: tuple[Arc, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceSteps:
    """How one part is cut.

    `text` is the part after normalisation and `start:end` the original behind it. `same_as` is
    the index of an earlier part with the same text: it is cut the same way, so it has no frames
    of its own. `segmentations` (Unigram): the best and its runners-up, best first.
    """

    text: str
    start: int
    end: int
    tokens: tuple[Piece, ...]
    frames: tuple[Frame, ...] = ()
    same_as: int | None = None
    segmentations: tuple[Segmentation, ...] = ()


@dataclass(frozen=True, slots=True)
class StepLimits:
    """How much is shown: parts of a text, frames in all (asked before each part), letters of a part
    that is stepped through, segmentations of a part (Unigram)."""

    max_parts: int = 200
    max_frames: int = 600
    max_letters: int = 120
    segmentations: int = 5


@dataclass(frozen=True, slots=True)
class TextSteps:
    """How a whole text is cut, part by part.

    `parts` holds the first ones when a limit was met; `part_count` is their number in the text
    and `token_count` the number of its tokens. `truncated_by` names the limit: "parts", "frames",
    "seconds", or None. A part that is too long on its own has the single frame RESULT.
    """

    text: str
    parts: tuple[PieceSteps, ...]
    part_count: int
    token_count: int
    truncated_by: str | None

    @property
    def ids(self) -> list[int]:
        """The ids of the parts that are shown."""
        return [token.id for part in self.parts for token in part.tokens if token.id is not None]

    def frames(self) -> Iterator[tuple[int, Frame]]:
        """Every frame in order, with the index of its part."""
        for index, part in enumerate(self.parts):
            for frame in part.frames:
                yield index, frame
