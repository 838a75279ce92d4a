"""Texts and ids sent to the API, and their tokens; the vocabularies there are."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from app.analysis.text_length import TextLength
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Token
from app.vocabularies.info import VocabularyInfo
from app.web.schemas.strict import Strict

MAX_VOCABULARIES = 16
MAX_IDS = 1_000_000


class TextRequest(Strict):
    """A text and the vocabularies to read it with."""

    text: Annotated[str, Field(description="The text, exactly as it is: nothing is trimmed.")]
    vocabularies: Annotated[
        list[str],
        Field(
            min_length=1,
            max_length=MAX_VOCABULARIES,
            description="Ids from /api/v1/vocabularies.",
            examples=[["gpt2", "o200k_base"]],
        ),
    ]
    special_tokens: Annotated[
        Literal["text", "special"],
        Field(description="Special tokens written in the text: read as text, or as tokens."),
    ] = "text"

    @property
    def policy(self) -> SpecialPolicy:
        return SpecialPolicy(self.special_tokens)


class DecodeRequest(Strict):
    """Ids of one vocabulary, decoded together."""

    vocabulary: str
    ids: Annotated[list[Annotated[int, Field(ge=0, lt=2**31)]], Field(max_length=MAX_IDS)]


class LengthOut(BaseModel):
    """How long the text is, four ways."""

    code_points: int
    utf8_bytes: int
    graphemes: int
    words: int

    @classmethod
    def of(cls, length: TextLength) -> LengthOut:
        return cls(
            code_points=length.code_points,
            utf8_bytes=length.utf8_bytes,
            graphemes=length.graphemes,
            words=length.words,
        )


class TokenOut(BaseModel):
    """`bytes` in hexadecimal; `start:end` in code points of the text, half open."""

    id: int
    piece: str
    bytes: str
    start: int
    end: int
    kind: Literal["normal", "special", "unknown", "byte"]

    @classmethod
    def of(cls, token: Token) -> TokenOut:
        return cls(
            id=token.id,
            piece=token.piece,
            bytes=token.bytes.hex(),
            start=token.start,
            end=token.end,
            kind=token.kind.value,
        )


class TokenizedOut(BaseModel):
    """`count` is of the whole text; `tokens` are the first ones when `truncated`."""

    vocabulary: str
    count: int
    tokens: list[TokenOut]
    truncated: bool


class TokenizeResponse(BaseModel):
    length: LengthOut
    results: list[TokenizedOut]


class CountedOut(BaseModel):
    vocabulary: str
    count: int


class CountResponse(BaseModel):
    length: LengthOut
    results: list[CountedOut]


class DecodeResponse(BaseModel):
    """`complete` is false when the ids begin or end inside a character (shown as U+FFFD)."""

    text: str
    complete: bool


class VocabularyOut(BaseModel):
    """One vocabulary: what it is, where it comes from, and whether it can be used right now."""

    id: str
    title: str
    algorithm: str
    size: int
    source: str
    licence: str
    sha256: str
    models: list[str]
    available: bool

    @classmethod
    def of(cls, info: VocabularyInfo, available: bool) -> VocabularyOut:
        return cls(
            id=info.id,
            title=info.title,
            algorithm=info.algorithm.value,
            size=info.size,
            source=info.source,
            licence=info.licence,
            sha256=info.sha256,
            models=list(info.models),
            available=available,
        )


class VocabulariesResponse(BaseModel):
    vocabularies: list[VocabularyOut]
