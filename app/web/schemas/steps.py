"""How a vocabulary cuts a text step by step, and where a token comes from, as JSON.

The schemas follow `app.tokenization.steps.types`, where each field is explained.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from app.tokenization.steps.origin import OriginNode, TokenOrigin
from app.tokenization.steps.types import Frame, Piece, PieceSteps, Segmentation
from app.web.schemas.strict import Strict


class StepsRequest(Strict):
    """A text and one vocabulary. Only the first parts of a long text get frames."""

    vocabulary: Annotated[str, Field(description="An id from /api/v1/vocabularies.")]
    text: Annotated[str, Field(description="The text, exactly as it is: nothing is trimmed.")]
    special_tokens: Annotated[
        Literal["text", "special"],
        Field(description="Special tokens written in the text: read as text, or as tokens."),
    ] = "text"


class PieceOut(BaseModel):
    """A piece in one frame; `id` and `kind` are null while (or because) there is no such token.

    `bytes` in hexadecimal; `start:end` in code points of the part.
    """

    written: str
    bytes: str
    start: int
    end: int
    id: int | None
    kind: Literal["normal", "special", "unknown", "byte"] | None

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
    """Two neighbouring pieces; `rank` is null when the table has no such merge."""

    at: int
    left: str
    right: str
    rank: int | None
    merged: str
    id: int | None


class CandidateOut(BaseModel):
    """A piece that WordPiece looked up, longest first; the one with an id fits."""

    written: str
    start: int
    end: int
    id: int | None


class ArcOut(BaseModel):
    """A piece of a Unigram lattice: its log-probability, and the best total on arriving with it."""

    written: str
    start: int
    end: int
    id: int
    kind: str
    score: float
    total: float


class FrameOut(BaseModel):
    """One step of part number `part` (from 0). `pieces`, joined, are the part's text; in the last
    frame of a part they are its tokens. `winner` is an index into pairs, candidates or arcs.
    """

    part: int
    event: str
    pieces: list[PieceOut]
    made: int | None
    winner: int | None
    position: int | None
    pairs: list[PairOut]
    candidates: list[CandidateOut]
    arcs: list[ArcOut]

    @classmethod
    def of(cls, part: int, frame: Frame) -> FrameOut:
        return cls(
            part=part,
            event=frame.event.value,
            pieces=[PieceOut.of(piece) for piece in frame.pieces],
            made=frame.made,
            winner=frame.winner,
            position=frame.position,
            pairs=[PairOut.model_validate(pair._asdict()) for pair in frame.pairs],
            candidates=[CandidateOut.model_validate(one._asdict()) for one in frame.candidates],
            arcs=[ArcOut.model_validate(arc._asdict()) for arc in frame.arcs],
        )


class SegmentationOut(BaseModel):
    """One way to cut a part (Unigram), and how far its score is behind the best one's."""

    pieces: list[str]
    score: float
    behind: float

    @classmethod
    def of(cls, way: Segmentation) -> SegmentationOut:
        pieces = [piece.written for piece in way.pieces]
        return cls(pieces=pieces, score=way.score, behind=way.behind)


class PartOut(BaseModel):
    """A part that is cut on its own: `text` after normalisation, `start:end` in the text sent.

    `same_as` is the number of an earlier part with the same text, which has the frames.
    """

    text: str
    start: int
    end: int
    same_as: int | None
    tokens: list[PieceOut]
    segmentations: list[SegmentationOut]

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
    """`ids` are those of the parts listed. When a limit was met, `truncated_by` names it ("parts",
    "frames" or "seconds"); `part_count` and `token_count` are of the whole text all the same.
    """

    vocabulary: str
    algorithm: str
    ids: list[int]
    parts: list[PartOut]
    frames: list[FrameOut]
    part_count: int
    token_count: int
    truncated_by: str | None


class NodeOut(BaseModel):
    """A piece in a merge tree: `left` and `right` made it at `rank`; a leaf has neither."""

    written: str
    bytes: str
    id: int | None
    rank: int | None
    left: NodeOut | None
    right: NodeOut | None

    @classmethod
    def of(cls, node: OriginNode) -> NodeOut:
        return cls(
            written=node.written,
            bytes=node.bytes.hex(),
            id=node.id,
            rank=node.rank,
            left=cls.of(node.left) if node.left else None,
            right=cls.of(node.right) if node.right else None,
        )


class ContainedOut(BaseModel):
    """Another piece of the vocabulary inside the token."""

    written: str
    id: int
    start: int
    end: int
    score: float | None


class TokenOriginResponse(BaseModel):
    """A token: how it is written, its bytes, what builds it, and models that read it.

    `trees`: one when merges build the token, several when they stop short of it (`reachable` is
    false), none where the vocabulary has no merges (`reachable` is null; see `contained`).
    """

    vocabulary: str
    id: int
    piece: str
    bytes: str
    kind: str
    reachable: bool | None
    trees: list[NodeOut]
    contained: list[ContainedOut]
    score: float | None
    models: list[str]

    @classmethod
    def of(
        cls, vocabulary: str, origin: TokenOrigin, models: tuple[str, ...]
    ) -> TokenOriginResponse:
        return cls(
            vocabulary=vocabulary,
            id=origin.id,
            piece=origin.piece,
            bytes=origin.bytes.hex(),
            kind=origin.kind.value,
            reachable=origin.reachable,
            trees=[NodeOut.of(tree) for tree in origin.trees],
            contained=[ContainedOut.model_validate(one._asdict()) for one in origin.contained],
            score=origin.score,
            models=list(models),
        )
