"""Fields as OpenAPI shows them: what each one means, with an example, in plain words."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field


def told(description: str, *examples: object, **bounds: Any) -> Any:
    """A field that says what it means; `bounds` are pydantic's own (`ge`, `max_length`).

    >>> told("How many.", 3, ge=0).examples
    [3]
    """
    return Field(description=description, examples=list(examples) or None, **bounds)


TextIn = Annotated[
    str, told("The text, exactly as it is: nothing is trimmed.", "El niño juega en el jardín.")
]
VocabularyId = Annotated[str, told("Id of a vocabulary, from /api/v1/vocabularies.", "gpt2")]
TokenId = Annotated[int, told("The token's number in its vocabulary.", 9527)]
Written = Annotated[
    str, told("The piece as its vocabulary writes it; `Ġ` or `▁` stands for a space.", "Ġni")
]
HexBytes = Annotated[str, told("The bytes of the piece, in hexadecimal.", "206e69")]
Truncated = Annotated[bool, told("Whether only the first ones are listed.")]
