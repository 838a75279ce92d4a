"""What the API answers when it cannot do what was asked: one shape, of every status."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field


class ErrorOut(BaseModel):
    code: str = Field(description="What kind of error; the same in every language.")
    message: str = Field(description="What happened and the way out, in the language asked for.")
    details: dict[str, Any] = Field(description="The values that the message speaks of.")


class ErrorResponse(BaseModel):
    error: ErrorOut


ERRORS: dict[int | str, dict[str, Any]] = {
    "default": {"model": ErrorResponse, "description": "An error, in the shape they all have"}
}
"""`responses` of the API's routers: without it OpenAPI would promise the framework's own shape."""
