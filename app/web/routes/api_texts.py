"""The public JSON API, version 1: texts to tokens and back; the vocabularies there are."""

from __future__ import annotations

from app.analysis.text_length import text_length
from app.errors import N_, InputTooLarge
from app.services import tokenize_text
from app.tokenization.budget import Budget
from app.web.deps import RegistryDep, SettingsDep
from app.web.routes.api import api_router
from app.web.schemas.errors import errors
from app.web.schemas.texts import (
    CountedOut,
    CountResponse,
    DecodeRequest,
    DecodeResponse,
    LengthOut,
    TextRequest,
    TokenizedOut,
    TokenizeResponse,
    TokenOut,
    VocabulariesResponse,
    VocabularyOut,
)

router = api_router()


@router.get("/vocabularies", summary="The vocabularies there are")
def list_vocabularies(registry: RegistryDep) -> VocabulariesResponse:
    """Each with its size, licence and source, and whether it can be used right now."""
    return VocabulariesResponse(
        vocabularies=[
            VocabularyOut.of(registry.info(id), registry.available(id)) for id in registry.ids()
        ]
    )


@router.post(
    "/tokenize",
    summary="The tokens of a text in several vocabularies",
    responses=errors(400, 413, 503),
)
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
        budget=Budget(seconds=settings.work_seconds),
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


@router.post("/count", summary="How many tokens a text has", responses=errors(400, 413, 503))
def count(body: TextRequest, registry: RegistryDep, settings: SettingsDep) -> CountResponse:
    """Like /tokenize without the tokens, for texts of up to 5 MB of UTF-8."""
    length = text_length(body.text)
    if length.utf8_bytes > settings.max_count_bytes:
        raise InputTooLarge(
            N_("The text has %(size)s bytes and the limit is %(limit)s. Send it in parts."),
            size=length.utf8_bytes,
            limit=settings.max_count_bytes,
        )
    # A count takes texts of megabytes, so each vocabulary has that time.
    budget = Budget(seconds=settings.work_seconds * len(body.vocabularies))
    counted = tokenize_text.count(
        registry, body.text, body.vocabularies, body.policy, budget=budget
    )
    return CountResponse(
        length=LengthOut.of(length),
        results=[CountedOut(vocabulary=one.info.id, count=one.count) for one in counted],
    )


@router.post("/decode", summary="Ids back to text", responses=errors(400, 413, 503))
def decode(body: DecodeRequest, registry: RegistryDep) -> DecodeResponse:
    """The ids are decoded together, since a character may be spread over several tokens."""
    text, complete = tokenize_text.decode(registry, body.vocabulary, body.ids)
    return DecodeResponse(text=text, complete=complete)
