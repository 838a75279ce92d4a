"""The stages as small interfaces. One implementation, one class; `pipeline.Tokenizer` composes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from app.tokenization.budget import Budget
from app.tokenization.types import NormalizedText, PreToken, Segment, TokenKind


class Vocabulary(Protocol):
    """Ids and pieces, as the file writes them."""

    def __len__(self) -> int:
        """Number of ids, special tokens included."""
        ...

    def id_of(self, piece: str) -> int | None:
        """The id of a piece as written (`Ġniño`, `▁niño`), or None."""
        ...

    def piece(self, id: int) -> str:
        """The piece as the vocabulary writes it. Raises IdOutOfRange for an id it does not have."""
        ...

    def bytes_of(self, id: int) -> bytes:
        """What the id decodes to inside a text (see `Token.bytes`). Raises IdOutOfRange."""
        ...

    def kind(self, id: int) -> TokenKind:
        """Normal, special, unknown or byte. Raises IdOutOfRange."""
        ...

    def ids(self) -> Iterable[int]:
        """Every id in use, ascending (a vocabulary may have gaps)."""
        ...


class Normalizer(Protocol):
    """Rewrites a text before it is cut, remembering where each character came from."""

    def normalize(self, text: str) -> NormalizedText: ...


class PreTokenizer(Protocol):
    """Cuts the normalised text into parts that no token may cross."""

    def split(self, text: str) -> Iterator[PreToken]: ...

    def parts(self, text: str) -> Iterable[str]:
        """The texts of the parts alone, in order; an implementation may have a faster way."""
        return (pre_token.text for pre_token in self.split(text))


class Segmenter(Protocol):
    """Cuts one part into tokens of the vocabulary. Near-linear in the length of the part.

    Raises BudgetExceeded when a long part takes more time than the budget has left.
    """

    def segment(self, piece: str, budget: Budget | None = None, /) -> tuple[Segment, ...]: ...


class PostProcessor(Protocol):
    """Special tokens put around a text when asked: ids before and after."""

    def around(self) -> tuple[Sequence[int], Sequence[int]]: ...


class Decoder(Protocol):
    """Ids back to bytes, all together (a character may be spread over several ids)."""

    def decode(self, ids: Sequence[int], vocabulary: Vocabulary) -> bytes: ...
