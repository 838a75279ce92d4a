"""Where a token comes from, as JSON. The schemas follow `app.tokenization.steps.origin`."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel

from app.tokenization.steps.origin import OriginNode, TokenOrigin
from app.web.schemas.fields import HexBytes, TokenId, VocabularyId, Written, told
from app.web.schemas.texts import TokenKindOut

Score = Annotated[float | None, told("Its log-probability; null where pieces have none.", -9.5)]


class NodeOut(BaseModel):
    """A piece in a tree of merges; a leaf has neither `left` nor `right`."""

    written: Written
    bytes: HexBytes
    id: Annotated[int | None, told("Its number; null when it is no token of its own.", 37628)]
    rank: Annotated[int | None, told("The priority of the merge that made it.", 6988)]
    left: Annotated[NodeOut | None, told("What it was made of: the left piece.")]
    right: Annotated[NodeOut | None, told("What it was made of: the right piece.")]

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

    written: Written
    id: TokenId
    start: Annotated[int, told("Where it begins in the token, in characters.", 0)]
    end: Annotated[int, told("Where it ends in the token, in characters.", 2)]
    score: Score


class TokenOriginResponse(BaseModel):
    """A token: how it is written, its bytes, what builds it, and models that read it."""

    vocabulary: VocabularyId
    id: TokenId
    piece: Written
    bytes: HexBytes
    kind: Annotated[TokenKindOut, told("What kind of token it is.")]
    reachable: Annotated[
        bool | None,
        told("Whether merges build the token; null where the vocabulary has no merges."),
    ]
    trees: Annotated[
        list[NodeOut], told("One when merges build the token, several when they stop short of it.")
    ]
    contained: Annotated[
        list[ContainedOut], told("The other pieces inside it, longest first (WordPiece, Unigram).")
    ]
    score: Score
    models: Annotated[
        list[str], told("Models that read with this vocabulary, for example.", ["GPT-2"])
    ]

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
