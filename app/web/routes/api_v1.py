"""The public JSON API, version 1: stable, documented in OpenAPI, open to any origin.

Errors have one shape (see `app.web.error_handlers`). Texts travel in bodies, never in addresses.
"""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import BaseModel, ConfigDict, Field

from app.analysis.text_length import TextLength, text_length
from app.errors import N_, InputTooLarge
from app.services import tokenize_text
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Token
from app.vocabularies.info import VocabularyInfo
from app.web.deps import RegistryDep, SettingsDep, refuse_unknown_language

router = APIRouter(prefix="/api/v1", tags=["API"], dependencies=[Depends(refuse_unknown_language)])

MAX_VOCABULARIES = 16
MAX_IDS = 1_000_000


class Strict(BaseModel):
    """Unknown fields are refused: a misspelt option must not pass for its default."""

    model_config = ConfigDict(extra="forbid")


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


@router.get("/vocabularies", summary="The vocabularies there are")
def list_vocabularies(registry: RegistryDep) -> VocabulariesResponse:
    return VocabulariesResponse(
        vocabularies=[
            VocabularyOut.of(registry.info(id), registry.available(id)) for id in registry.ids()
        ]
    )


@router.post("/tokenize", summary="The tokens of a text in several vocabularies")
def tokenize(body: TextRequest, registry: RegistryDep, settings: SettingsDep) -> TokenizeResponse:
    """Up to the page's limit of characters; past `max_api_tokens` the tokens are truncated."""
    if len(body.text) > settings.max_text_characters:
        raise InputTooLarge(
            N_(
                "The text has %(size)s characters and the limit is %(limit)s. "
                "Send it in parts, or only count it with /api/v1/count."
            ),
            size=len(body.text),
            limit=settings.max_text_characters,
        )
    results = tokenize_text.tokenize(
        registry,
        body.text,
        body.vocabularies,
        body.policy,
        max_tokens=settings.max_api_tokens,
    )
    return TokenizeResponse(
        length=LengthOut.of(text_length(body.text)),
        results=[
            TokenizedOut(
                vocabulary=result.info.id,
                count=result.encoding.count,
                tokens=[TokenOut.of(token) for token in result.encoding.tokens],
                truncated=result.encoding.truncated,
            )
            for result in results
        ],
    )


@router.post("/count", summary="How many tokens a text has")
def count(body: TextRequest, registry: RegistryDep, settings: SettingsDep) -> CountResponse:
    """Like /tokenize without the tokens, for texts of up to 5 MB of UTF-8."""
    length = text_length(body.text)
    if length.utf8_bytes > settings.max_count_bytes:
        raise InputTooLarge(
            N_("The text has %(size)s bytes and the limit is %(limit)s. Send it in parts."),
            size=length.utf8_bytes,
            limit=settings.max_count_bytes,
        )
    counted = tokenize_text.count(registry, body.text, body.vocabularies, body.policy)
    return CountResponse(
        length=LengthOut.of(length),
        results=[CountedOut(vocabulary=one.info.id, count=one.count) for one in counted],
    )


@router.post("/decode", summary="Ids back to text")
def decode(body: DecodeRequest, registry: RegistryDep) -> DecodeResponse:
    text, complete = tokenize_text.decode(registry, body.vocabulary, body.ids)
    return DecodeResponse(text=text, complete=complete)
