"""The public JSON API, version 1: train on a corpus, and cut a text with a list of rules."""

from __future__ import annotations

from app.errors import N_, InputTooLarge
from app.tokenization.bpe.rules import encode_with_rules
from app.tokenization.budget import Budget
from app.web.deps import SettingsDep, TrainingsDep
from app.web.routes.api import api_router
from app.web.schemas.errors import errors
from app.web.schemas.training import (
    EncodeStepsRequest,
    EncodeStepsResponse,
    TrainRequest,
    TrainResponse,
    frames_out,
)

router = api_router()

MAX_RULE_TEXT = 20_000
MAX_FRAMES = 1_000
MAX_FRAME_CHARACTERS = 2_000_000
"""Characters of all frames together: each holds the whole text."""


@router.post(
    "/train",
    summary="Train a tokenizer on a corpus",
    response_model_exclude_none=True,
    responses=errors(400, 413, 503),
)
def train_here(body: TrainRequest, runs: TrainingsDep) -> TrainResponse:
    """Within the limits of characters, rules and seconds; what was learned until then is answered,
    and `stop_reason` says so."""
    return TrainResponse.of(runs.trained(body.request()))


@router.post(
    "/encode-steps",
    summary="Cut a text with a list of rules, rule by rule",
    responses=errors(400, 413),
)
def encode_rule_by_rule(body: EncodeStepsRequest, settings: SettingsDep) -> EncodeStepsResponse:
    """BPE by hand: each rule in turn merges its pair wherever it stands in the text."""
    if len(body.text) > MAX_RULE_TEXT:
        raise InputTooLarge(
            N_("The text has %(size)s characters and the limit is %(limit)s. Send it in parts."),
            size=len(body.text),
            limit=MAX_RULE_TEXT,
        )
    budget = Budget(seconds=settings.work_seconds)
    trace = encode_with_rules(body.merges, body.text, marker=body.marker, budget=budget)
    most = min(MAX_FRAMES, MAX_FRAME_CHARACTERS // max(1, len(body.text)))
    return EncodeStepsResponse(
        frames=frames_out(trace, most),
        words=[list(word) for word in trace.final.words],
        letters=trace.letters,
        tokens=trace.final.tokens,
        truncated=len(trace.steps) >= most,
        complete=trace.complete,
    )
