"""The base of every request body of the API."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Strict(BaseModel):
    """Unknown fields are refused: a misspelt option must not pass for its default."""

    model_config = ConfigDict(extra="forbid")
