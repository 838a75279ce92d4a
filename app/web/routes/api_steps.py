"""The public JSON API, version 1: how a vocabulary cuts a text step by step, and where a token comes from."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path as InPath

from app.errors import N_, InputTooLarge
from app.services.encode_steps import encode_steps
from app.services.token_origin import token_origin
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.web.deps import RegistryDep, SettingsDep
from app.web.routes.api import api_router
from app.web.schemas.errors import errors
from app.web.schemas.origin import TokenOriginResponse
from app.web.schemas.steps import (
    FrameOut,
    PartOut,
    StepsRequest,
    StepsResponse,
)

router = api_router()


MAX_STEPS_TEXT = 20_000
"""Characters whose steps one answer may hold: each step names all the pieces of its part."""


@router.post(
    "/steps",
    summary="How a vocabulary cuts a text, step by step",
    responses=errors(400, 413, 503),
)
def steps(body: StepsRequest, registry: RegistryDep, settings: SettingsDep) -> StepsResponse:
    """Every merge, match or lattice behind the tokens of a text of up to 20,000 characters."""
    limit = min(settings.max_text_characters, MAX_STEPS_TEXT)
    if len(body.text) > limit:
        raise InputTooLarge(
            N_("The text has %(size)s characters and the limit is %(limit)s. Send it in parts."),
            size=len(body.text),
            limit=limit,
        )
    found = encode_steps(
        registry,
        body.vocabulary,
        body.text,
        SpecialPolicy(body.special_tokens),
        budget=Budget(seconds=settings.work_seconds),
    )
    cut = found.steps
    return StepsResponse(
        vocabulary=found.info.id,
        algorithm=found.info.algorithm.value,
        ids=cut.ids,
        parts=[PartOut.of(part) for part in cut.parts],
        frames=[FrameOut.of(part, frame) for part, frame in cut.frames()],
        part_count=cut.part_count,
        token_count=cut.token_count,
        truncated_by=cut.truncated_by,
    )


@router.get(
    "/vocabularies/{id}/tokens/{token_id}",
    summary="Where a token comes from",
    responses=errors(503),
)
def origin(
    id: Annotated[str, InPath(description="Id of a vocabulary.", examples=["gpt2"])],
    token_id: Annotated[
        int, InPath(ge=0, lt=2**31, description="A token's number in it.", examples=[31329])
    ],
    registry: RegistryDep,
) -> TokenOriginResponse:
    """The merges that build it (BPE), or the other pieces inside it (WordPiece, Unigram)."""
    found = token_origin(registry, id, token_id)
    return TokenOriginResponse.of(found.info.id, found.origin, found.info.models)
