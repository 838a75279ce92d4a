"""A WordPiece vocabulary: pieces in order of ids; all but the first of a word carry a prefix."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.errors import N_, InvalidInput
from app.tokenization.corpus import Split
from app.tokenization.training import StopReason

PREFIX = "##"


def start_symbols(word: str, prefix: str = PREFIX) -> list[str]:
    """The symbols a word is cut into before any merge.

    >>> start_symbols("bajo")
    ['b', '##a', '##j', '##o']
    """
    return [word[:1], *[prefix + char for char in word[1:]]]


def join(left: str, right: str, prefix: str = PREFIX) -> str:
    """The piece that two neighbours make.

    >>> join("ba", "##jo"), join("##a", "##d")
    ('bajo', '##ad')
    """
    return left + right[len(prefix) :]


def alphabet_of(words: Iterable[str], prefix: str = PREFIX) -> tuple[str, ...]:
    """Every letter as the start of a word, and those seen inside words with the prefix too.

    Letters never seen at the start of a word are there as well, as in Hugging Face `tokenizers`:
    a new word may begin with them.

    >>> alphabet_of(["aba"])
    ('a', 'b', '##a', '##b')
    """
    words = list(words)
    letters = set().union(*words)
    inside = set().union(*[word[1:] for word in words])
    return (*sorted(letters), *[prefix + letter for letter in sorted(inside)])


@dataclass(frozen=True, slots=True)
class WordPieceModel:
    """Pieces; an id is an index. A word that they cannot write becomes the unknown sign as a whole.

    The unknown sign is not counted among the pieces. `stop_reason` is None for a model that was
    not trained here. Raises InvalidInput when a piece comes twice.

    >>> WordPieceModel(("a", "a"))
    Traceback (most recent call last):
    app.errors.InvalidInput: The piece “a” is in the vocabulary twice.
    """

    pieces: tuple[str, ...]
    prefix: str = PREFIX
    split: Split = Split.WHITESPACE
    stop_reason: StopReason | None = None

    def __post_init__(self) -> None:
        seen: set[str] = set()
        for piece in self.pieces:
            if piece in seen:
                raise InvalidInput(
                    N_("The piece “%(piece)s” is in the vocabulary twice."), piece=piece
                )
            seen.add(piece)
