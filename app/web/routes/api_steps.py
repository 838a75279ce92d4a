"""The public JSON API, version 1: how a vocabulary cuts a text step by step, and where a token comes from."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi import Path as InPath

from app.errors import N_, InputTooLarge
from app.services.encode_steps import encode_steps
from app.services.token_origin import token_origin
from app.tokenization.budget import Budget
from app.tokenization.special_tokens import SpecialPolicy
from app.web.deps import RegistryDep, SettingsDep, refuse_unknown_language
from app.web.schemas.errors import ERRORS
from app.web.schemas.steps import (
    FrameOut,
    PartOut,
    StepsRequest,
    StepsResponse,
    TokenOriginResponse,
)

router = APIRouter(
    prefix="/api/v1",
    tags=["API"],
    dependencies=[Depends(refuse_unknown_language)],
    responses=ERRORS,
)


MAX_STEPS_TEXT = 20_000
"""Characters whose steps one answer may hold: each step names all the pieces of its part."""


@router.post("/steps", summary="How a vocabulary cuts a text, step by step")
def steps(body: StepsRequest, registry: RegistryDep, settings: SettingsDep) -> StepsResponse:
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


@router.get("/vocabularies/{id}/tokens/{token_id}", summary="Where a token comes from")
def origin(
    id: str, token_id: Annotated[int, InPath(ge=0, lt=2**31)], registry: RegistryDep
) -> TokenOriginResponse:
    found = token_origin(registry, id, token_id)
    return TokenOriginResponse.of(found.info.id, found.origin, found.info.models)
