"""The same words cut by several vocabularies, aligned under their letters, and by a speaker."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from app.errors import TokenarioError
from app.tokenization.alignment import cells
from app.tokenization.pipeline import Tokenizer
from app.tokenization.types import Cell, Token
from app.tokenization.well_formed import well_formed
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry

_MARKS = re.compile("[-|·]")


@dataclass(frozen=True, slots=True)
class TypedWord:
    """A word as typed: its letters, and the cuts marked in it (None when no mark was typed)."""

    word: str
    own: frozenset[int] | None


@dataclass(frozen=True, slots=True)
class WordCut:
    """One vocabulary's cut of a word, or the `error` that says why there is none.

    `cells` cover the letters, `tokens` are all tokens (cells refer to them by index) and `before`
    those that cover no letter: a `▁` or a space alone. `cuts` are the places between letters
    where one token ends and another begins.
    """

    info: VocabularyInfo
    tokens: tuple[Token, ...] = ()
    cells: tuple[Cell, ...] = ()
    before: tuple[Token, ...] = ()
    cuts: frozenset[int] = frozenset()
    error: TokenarioError | None = None


@dataclass(frozen=True, slots=True)
class ComparedWord:
    """A word with every vocabulary's cut. `shared` are the cuts that all of them make."""

    typed: TypedWord
    cuts: tuple[WordCut, ...]
    shared: frozenset[int]

    @property
    def agree(self) -> bool:
        """Whether all vocabularies cut the word alike."""
        return len({cut.cuts for cut in self.cuts if cut.error is None}) <= 1


def typed_words(text: str, limit: int) -> list[TypedWord]:
    """The words of a list, one a line or between spaces; hyphens, bars and dots mark own cuts.

    >>> typed_words("dá-me-lo  sol", 9)
    [TypedWord(word='dámelo', own=frozenset({2, 4})), TypedWord(word='sol', own=None)]
    """
    found: list[TypedWord] = []
    for written in well_formed(text).split():
        pieces = [piece for piece in _MARKS.split(written) if piece]
        ends = [len("".join(pieces[:count])) for count in range(1, len(pieces))]
        if pieces:
            marked = _MARKS.search(written) is not None
            found.append(TypedWord("".join(pieces), frozenset(ends) if marked else None))
    return found[:limit]


def compare_words(
    registry: Registry, words: Sequence[TypedWord], vocabularies: Sequence[str], spaced: bool
) -> list[ComparedWord]:
    """Cut each word by each vocabulary; `spaced`: as inside a sentence, after a space.

    A vocabulary that cannot be loaded says why in each word. Raises UnknownVocabulary.
    """
    loaded = [(registry.info(id), _loaded(registry, id)) for id in vocabularies]
    compared: list[ComparedWord] = []
    for typed in words:
        cuts = tuple(
            WordCut(info, error=tokenizer)
            if isinstance(tokenizer, TokenarioError)
            else _cut(info, tokenizer, typed.word, spaced)
            for info, tokenizer in loaded
        )
        made = [cut.cuts for cut in cuts if cut.error is None]
        shared = frozenset.intersection(*made) if made else frozenset()
        compared.append(ComparedWord(typed, cuts, shared))
    return compared


def _loaded(registry: Registry, id: str) -> Tokenizer | TokenarioError:
    try:
        return registry.tokenizer(id)
    except TokenarioError as error:
        return error


def _cut(info: VocabularyInfo, tokenizer: Tokenizer, word: str, spaced: bool) -> WordCut:
    offset = 1 if spaced else 0
    text = " " * offset + word
    encoding = tokenizer.encode(text)
    shown = [
        Cell(cell.text, cell.start - offset, cell.end - offset, cell.tokens)
        for cell in cells(text, encoding.tokens, offset)
        if cell.text
    ]
    covering = {index for cell in shown for index in cell.tokens}
    before = [token for index, token in enumerate(encoding.tokens) if index not in covering]
    return WordCut(
        info,
        encoding.tokens,
        tuple(shown),
        tuple(before),
        frozenset(cell.start for cell in shown[1:]),
    )
