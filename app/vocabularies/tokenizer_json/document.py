"""The JSON document, read with bounds and asked for typed values; every error says where."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, NoReturn, TypeVar

from app.errors import N_, UnsupportedComponent, VocabularyFileError
from app.vocabularies.integrity import MAX_FILE_BYTES, check_size

T = TypeVar("T")

MOST_STEPS = 100
"""Parts of a normaliser, a pre-tokenizer or a decoder: ten times those of any file in use."""
LONGEST_SIGN = 100
"""Characters of what a file puts beside every piece, or in the place of every match."""


def parse(data: bytes, max_bytes: int = MAX_FILE_BYTES) -> Node:
    """The document as a tree.

    Raises VocabularyFileError for a file that is too large, is not UTF-8 or not JSON, repeats a
    key, nests too deep, or holds NaN or an endless number.

    >>> parse(b'{"model": {"type": "BPE"}}').child("model").text("type")
    'BPE'
    """
    check_size(len(data), "tokenizer.json", max_bytes)
    try:
        content = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_refuse_constant
        )
    except RecursionError as error:
        raise VocabularyFileError(N_("tokenizer.json is nested too deep to be real.")) from error
    except ValueError as error:
        raise VocabularyFileError(
            N_("tokenizer.json is not JSON text in UTF-8: %(reason)s."), reason=str(error)
        ) from error
    return Node(content, "tokenizer.json")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key that comes twice leaves open which value counts."""
    made = dict(pairs)
    if len(made) < len(pairs):
        repeated = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise VocabularyFileError(N_("tokenizer.json repeats the key “%(key)s”."), key=repeated)
    return made


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


@dataclass(frozen=True, slots=True)
class Node:
    """A value of the document and where it stands (`model.vocab`)."""

    value: Any
    path: str

    def wrong(self, message: str, **values: str | int) -> VocabularyFileError:
        """The error to raise when the value is not what the format wants."""
        return VocabularyFileError(message, path=self.path, **values)

    def unsupported(self, component: str | None = None) -> UnsupportedComponent:
        """The error to raise for a component (by default, this one's type) that we do not have."""
        return UnsupportedComponent(
            N_("The file uses %(component)s (%(path)s), which we do not support."),
            component=component or self.text("type"),
            path=self.path,
        )

    def __bool__(self) -> bool:
        """Whether there is anything: an absent or null part is left out."""
        return self.value is not None

    def child(self, key: str) -> Node:
        """A part of this object; absent and null read the same."""
        return Node(self.object().get(key), f"{self.path}.{key}")

    def items(self) -> Iterator[Node]:
        """The parts of this array."""
        for index, value in enumerate(self.array()):
            yield Node(value, f"{self.path}[{index}]")

    def few(self, steps: Iterator[T]) -> tuple[T, ...]:
        """The steps that this part was read as, when they are not more than any real file has."""
        found = tuple(islice(steps, MOST_STEPS + 1))
        if len(found) > MOST_STEPS:
            raise self.wrong(
                N_("%(path)s has more than %(limit)d entries, the most that we read."),
                limit=MOST_STEPS,
            )
        return found

    def object(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            raise self.wrong(N_("%(path)s must be an object."))
        return self.value

    def array(self) -> list[Any]:
        if not isinstance(self.value, list):
            raise self.wrong(N_("%(path)s must be an array."))
        return self.value

    def text(self, key: str, default: str | None = None) -> str:
        """A string. Lone surrogates are refused: no text can hold them."""
        node = self.child(key)
        if not node and default is not None:
            return default
        return node.string()

    def sign(self, key: str, default: str | None = None) -> str:
        """A short string: a prefix, a suffix, a replacement. It is written again and again."""
        found = self.text(key, default)
        if len(found) > LONGEST_SIGN:
            raise self.child(key).wrong(
                N_("%(path)s has more than %(limit)d characters, the most that we read."),
                limit=LONGEST_SIGN,
            )
        return found

    def string(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong(N_("%(path)s must be a string."))
        try:
            self.value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise self.wrong(N_("%(path)s must be text that UTF-8 can write.")) from error
        return self.value

    def flag(self, key: str, default: bool) -> bool:
        node = self.child(key)
        if not node:
            return default
        if not isinstance(node.value, bool):
            raise node.wrong(N_("%(path)s must be true or false."))
        return node.value

    def whole_number(self, key: str, default: int | None = None) -> int:
        node = self.child(key)
        if not node and default is not None:
            return default
        return node.id()

    def id(self) -> int:
        """A whole number from 0 to 2³²-1."""
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong(N_("%(path)s must be a whole number."))
        if not 0 <= self.value < 2**32:
            raise self.wrong(N_("%(path)s must be a whole number from 0 to 4294967295."))
        return self.value

    def number(self) -> float:
        """A finite number."""
        if not isinstance(self.value, int | float) or isinstance(self.value, bool):
            raise self.wrong(N_("%(path)s must be a number."))
        try:
            found = float(self.value)
        except OverflowError as error:
            raise self.wrong(N_("%(path)s must be a finite number.")) from error
        if not math.isfinite(found):
            raise self.wrong(N_("%(path)s must be a finite number."))
        return found
