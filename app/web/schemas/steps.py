"""How a vocabulary cuts a text step by step, as JSON.

The schemas follow `app.tokenization.steps.types`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel

from app.tokenization.steps.types import Frame, Piece, PieceSteps, Segmentation, StepEvent
from app.web.schemas.fields import HexBytes, TextIn, VocabularyId, Written, told
from app.web.schemas.strict import Strict
from app.web.schemas.texts import SpecialsIn, TokenKindOut

Start = Annotated[int, told("Code points of the part before it.", 0)]
End = Annotated[int, told("Where it ends, in code points of the part.", 2)]
FittingId = Annotated[
    int | None, told("The number of that piece; null when the vocabulary has none.", 67)
]


class StepsRequest(Strict):
    """A text and one vocabulary. Only the first parts of a long text get frames."""

    vocabulary: VocabularyId
    text: TextIn
    special_tokens: SpecialsIn = "text"


class PieceOut(BaseModel):
    """A stretch of a part as it stands in one frame."""

    written: Written
    bytes: HexBytes
    start: Start
    end: End
    id: FittingId
    kind: Annotated[TokenKindOut | None, told("The kind of the token; null where there is none.")]

    @classmethod
    def of(cls, piece: Piece) -> PieceOut:
        return cls(
            written=piece.written,
            bytes=piece.bytes.hex(),
            start=piece.start,
            end=piece.end,
            id=piece.id,
            kind=piece.kind.value if piece.kind else None,
        )


class PairOut(BaseModel):
    """Two neighbouring pieces (BPE)."""

    at: Annotated[int, told("Index of the left one among the pieces.", 0)]
    left: Annotated[str, told("The left piece.", "d")]
    right: Annotated[str, told("The right piece.", "á")]
    rank: Annotated[
        int | None, told("The lowest is merged first; null when no rule merges them.", 1242)
    ]
    merged: Annotated[str, told("The piece that they would make.", "dá")]
    id: FittingId


class CandidateOut(BaseModel):
    """A piece that WordPiece looked up, longest first; the first with an id fits."""

    written: Written
    start: Start
    end: End
    id: FittingId


class ArcOut(BaseModel):
    """A piece of a Unigram lattice, from one place of the part to another."""

    written: Written
    start: Start
    end: End
    id: Annotated[int, told("The number of the piece.", 42)]
    kind: Annotated[TokenKindOut, told("`unknown` is a character without a piece.")]
    score: Annotated[float, told("Its log-probability.", -9.5)]
    total: Annotated[float, told("The score of the best way to its start plus its own.", -12.25)]


class FrameOut(BaseModel):
    """One step of one part. What its algorithm does not use is empty or null."""

    part: Annotated[int, told("Index of the part, from 0.", 0)]
    event: Annotated[StepEvent, told("What is seen in it.")]
    pieces: Annotated[
        list[PieceOut],
        told("Joined, they are the part's text; in the last frame they are its tokens."),
    ]
    made: Annotated[int | None, told("Index of the piece that the step before made.", 0)]
    winner: Annotated[
        int | None, told("Index in pairs, candidates or arcs of what is chosen here.", 1)
    ]
    position: Annotated[int | None, told("Where the algorithm stands, in code points.", 3)]
    pairs: Annotated[list[PairOut], told("All pairs of neighbours (BPE).")]
    candidates: Annotated[list[CandidateOut], told("What was looked up (WordPiece).")]
    arcs: Annotated[list[ArcOut], told("What the lattice holds (Unigram).")]

    @classmethod
    def of(cls, part: int, frame: Frame) -> FrameOut:
        return cls(
            part=part,
            event=frame.event,
            pieces=[PieceOut.of(piece) for piece in frame.pieces],
            made=frame.made,
            winner=frame.winner,
            position=frame.position,
            pairs=[PairOut.model_validate(pair._asdict()) for pair in frame.pairs],
            candidates=[CandidateOut.model_validate(one._asdict()) for one in frame.candidates],
            arcs=[ArcOut.model_validate(arc._asdict()) for arc in frame.arcs],
        )


class SegmentationOut(BaseModel):
    """One way to cut a part (Unigram)."""

    pieces: Annotated[list[str], told("The pieces, as written.", ["▁ni", "ño"])]
    score: Annotated[float, told("The sum of their log-probabilities.", -18.5)]
    behind: Annotated[float, told("How far that is behind the best one's.", 0.75)]

    @classmethod
    def of(cls, way: Segmentation) -> SegmentationOut:
        pieces = [piece.written for piece in way.pieces]
        return cls(pieces=pieces, score=way.score, behind=way.behind)


class PartOut(BaseModel):
    """A part of the text that is cut on its own."""

    text: Annotated[str, told("The part after normalisation.", " juega")]
    start: Annotated[int, told("Where it begins in the text sent, in code points.", 7)]
    end: Annotated[int, told("Where it ends in the text sent, in code points.", 13)]
    same_as: Annotated[
        int | None, told("Index of an earlier part with the same text, which has the frames.", 2)
    ]
    tokens: Annotated[list[PieceOut], told("The tokens of the part.")]
    segmentations: Annotated[
        list[SegmentationOut], told("The best ways to cut it, best first (Unigram).")
    ]

    @classmethod
    def of(cls, part: PieceSteps) -> PartOut:
        return cls(
            text=part.text,
            start=part.start,
            end=part.end,
            same_as=part.same_as,
            tokens=[PieceOut.of(token) for token in part.tokens],
            segmentations=[SegmentationOut.of(way) for way in part.segmentations],
        )


class StepsResponse(BaseModel):
    """How the text is cut. `part_count` and `token_count` are of the whole text, always."""

    vocabulary: VocabularyId
    algorithm: Annotated[str, told("How the vocabulary cuts.", "byte-level BPE")]
    ids: Annotated[list[int], told("The ids of the parts that are listed.", [67, 1953, 10972])]
    parts: Annotated[list[PartOut], told("The parts, in order.")]
    frames: Annotated[list[FrameOut], told("The steps, in order.")]
    part_count: Annotated[int, told("Parts of the whole text.", 1)]
    token_count: Annotated[int, told("Tokens of the whole text.", 3)]
    truncated_by: Annotated[
        str | None, told('What kept parts from being listed: "parts", "frames" or "seconds".', None)
    ]
