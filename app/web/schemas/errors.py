"""What the API answers when it cannot do what was asked: one shape, whatever the status.

`app.web.error_handlers` makes the answers; here is what OpenAPI says of them. A route of the API
declares what it can really answer: `responses=errors(400, 413)`, beside what all can (`ALWAYS`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import BaseModel

from app.web.schemas.fields import told

Responses = dict[int | str, dict[str, Any]]
"""What FastAPI takes as `responses`."""

REASONS: Mapping[int, str] = {
    400: "The body cannot be read at all: it is not UTF-8, or nested too deeply.",
    413: "The text or the body is larger than this address takes; `details` has the limit.",
    422: "Something in the request cannot be used: a field is missing or has an impossible value, "
    "or no vocabulary has that id. `details.fields` lists the fields of an `invalid_request`.",
    429: "Too many requests in a short time; Retry-After says how many seconds to wait.",
    500: "Something failed on the server's side.",
    503: "The server cannot do it now: a vocabulary is not on its machine, or all places for long "
    "work are taken. The same request may work later.",
}


class ErrorOut(BaseModel):
    """Why the request was not answered as asked."""

    code: Annotated[
        str, told("What kind of error; the same in every language.", "unknown_vocabulary")
    ]
    message: Annotated[
        str,
        told(
            "What happened and the way out, in the language of `?lang=` or of Accept-Language.",
            "There is no vocabulary “gpt9”. There are: gpt2, o200k_base.",
        ),
    ]
    details: Annotated[
        dict[str, Any],
        told(
            "The values that the message speaks of, by name.",
            {"name": "gpt9", "ids": "gpt2, o200k_base"},
        ),
    ]


class ErrorResponse(BaseModel):
    """The answer of every error of the API."""

    error: Annotated[ErrorOut, told("What went wrong.")]


def errors(*statuses: int) -> Responses:
    """These statuses for OpenAPI, all in the one shape.

    >>> [(status, sorted(said)) for status, said in errors(429).items()]
    [(429, ['description', 'headers', 'model'])]
    """
    said: Responses = {
        status: {"model": ErrorResponse, "description": REASONS[status]} for status in statuses
    }
    if 429 in said:
        wait = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
        said[429]["headers"] = {"Retry-After": wait}
    return said


ALWAYS = errors(422, 429, 500)
"""What every route of the API may answer; an unknown `?lang=` is a 422, too."""
