from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from app.locales import Language, locale_of
from app.web.validation import problems


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


class Everything(BaseModel):
    model_config = ConfigDict(extra="forbid")

    text: Annotated[str, Field(min_length=2, max_length=1_000)] = "ab"
    number: Annotated[float, Field(gt=0, lt=10)] = 1
    switch: bool = True
    kind: Literal["bpe", "unigram"] = "bpe"
    colour: Colour = Colour.RED
    inner: dict[str, int] = {}
    odd: Annotated[str, Field(pattern="^a$")] = "a"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"text": "a" * 1_001}, "text: is longer than 1,000 characters"),
        ({"text": "a"}, "text: is shorter than 2 characters"),
        ({"text": 3}, "text: must be text"),
        ({"number": 0}, "number: must be more than 0"),
        ({"number": 12}, "number: must be less than 10"),
        ({"number": "x"}, "number: must be a number"),
        ({"switch": "perhaps"}, "switch: must be true or false"),
        ({"kind": "gpt"}, "kind: must be one of bpe, unigram"),
        ({"colour": "green"}, "colour: must be one of red, blue"),
        ({"inner": {"a": 1.5}}, "inner.a: must be a whole number"),
        ({"inner": []}, "inner: must be an object"),
        ({"more": 1}, "more: is not a field of this request"),
        ({"odd": "b"}, "odd: has a value that cannot be used here"),
    ],
)
def test_problems_in_words(given: dict[str, Any], line: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Everything.model_validate(given)
    errors: list[Any] = [
        {**error, "loc": ("body", *error["loc"])} for error in caught.value.errors()
    ]
    assert [found.line for found in problems(errors, locale_of(Language.EN))] == [line]
