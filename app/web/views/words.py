"""Three algorithms on the same words: cuts aligned under the letters, shared ones, a speaker's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from app.locales import Locale
from app.services.compare_words import ComparedWord, WordCut
from app.tokenization.types import TokenKind
from app.vocabularies.info import VocabularyInfo
from app.web.reader import Reader
from app.web.views.page import View
from app.web.views.step_words import spelled
from app.web.views.tokens import colour

DEFAULT_WORDS = "dá-me-lo\ncripto-moneda\nferro-carril\ndes-inform-ación\ngat-it-os\ncant-ába-mos"
DEFAULT_VOCABULARIES = ("o200k_base", "bert-base-multilingual-cased", "xlm-roberta-base")


@dataclass(frozen=True, slots=True)
class CutCell:
    """A stretch of letters under one token (or the tokens of a split letter)."""

    text: str
    span: int
    css: str
    title: str
    href: str


@dataclass(frozen=True, slots=True)
class CutRow:
    """One vocabulary's row. `hits` of the speaker's cuts are made, `extra` are others' (None where the
    speaker marked none)."""

    title: str
    algorithm: str
    before: str
    cells: tuple[CutCell, ...]
    count: int
    hits: int | None
    extra: int | None


@dataclass(frozen=True, slots=True)
class WordTable:
    """A word: its letters, the rows, the speaker's pieces, and what all rows share, in words."""

    word: str
    letters: tuple[str, ...]
    own: tuple[CutCell, ...]
    own_cuts: int
    rows: tuple[CutRow, ...]
    verdict: str


@dataclass(frozen=True, slots=True)
class Box:
    """A vocabulary to tick."""

    id: str
    title: str
    algorithm: str
    chosen: bool


@dataclass(frozen=True)
class WordsPage(View):
    """`address` is where this page is found again, `problem` why nothing is compared. `private`: the
    words stay out of every address that is sent."""

    template: ClassVar[str] = "pages/words.html"

    typed: str
    spaced: bool
    boxes: tuple[Box, ...]
    notices: tuple[str, ...]
    problem: str
    tables: tuple[WordTable, ...]
    address: str
    private: bool


def words_page(
    typed: str,
    spaced: bool,
    known: Sequence[VocabularyInfo],
    chosen: Sequence[str],
    words: Sequence[ComparedWord],
    notices: Sequence[str],
    problem: str,
    address: str,
    reader: Reader,
    *,
    private: bool,
) -> WordsPage:
    """The page of a list of words; a vocabulary that cannot be read is said once, not word by word."""
    errors = [reader.locale.explain(cut.error) for word in words for cut in word.cuts if cut.error]
    return WordsPage(
        typed=typed,
        spaced=spaced,
        boxes=tuple(Box(i.id, i.title, i.algorithm.value, i.id in chosen) for i in known),
        notices=(*notices, *dict.fromkeys(errors)),
        problem=problem,
        tables=tuple(_table(word, reader) for word in words),
        address=address,
        private=private,
    )


def _table(compared: ComparedWord, reader: Reader) -> WordTable:
    word, own = compared.typed.word, compared.typed.own
    return WordTable(
        word=word,
        letters=tuple(word),
        own=tuple(_own_cells(word, own)) if own is not None else (),
        own_cuts=len(own or ()),
        rows=tuple(_row(cut, own, reader) for cut in compared.cuts if cut.error is None),
        verdict=_verdict(compared, reader.locale),
    )


def _own_cells(word: str, own: frozenset[int]) -> list[CutCell]:
    edges = [0, *sorted(own), len(word)]
    return [CutCell(word[start:end], end - start, "own", "", "") for start, end in pairwise(edges)]


def _row(cut: WordCut, own: frozenset[int] | None, reader: Reader) -> CutRow:
    info = cut.info
    return CutRow(
        title=info.title,
        algorithm=info.algorithm.value,
        before=" ".join(token.piece for token in cut.before),
        cells=tuple(_cells(cut, reader)),
        count=len(cut.tokens),
        hits=len(cut.cuts & own) if own is not None else None,
        extra=len(cut.cuts - own) if own is not None else None,
    )


def _cells(cut: WordCut, reader: Reader) -> list[CutCell]:
    """The cells of a row; a letter split over tokens is one cell that names each one's bytes."""
    made: list[CutCell] = []
    for number, cell in enumerate(cut.cells):
        tokens = [cut.tokens[index] for index in cell.tokens]
        kinds = {token.kind for token in tokens if token.kind is not TokenKind.NORMAL}
        css = " ".join([colour(number), *sorted(kinds)])
        title = " + ".join(f"{spelled(token.bytes)} ({token.id})" for token in tokens)
        href = ""
        if len(tokens) == 1:
            href = reader.link(f"/vocabularies/{cut.info.id}/tokens/{tokens[0].id}")
        made.append(CutCell(cell.text, cell.end - cell.start, css, title, href))
    return made


def _verdict(compared: ComparedWord, locale: Locale) -> str:
    """Where the vocabularies agree, in a sentence."""
    made = [cut for cut in compared.cuts if cut.error is None]
    word = compared.typed.word
    if len(made) < 2:
        return ""
    if compared.agree and not made[0].cuts:
        return locale.gettext("All leave it whole.")
    if compared.agree:
        return locale.gettext("All cut it alike.")
    if not compared.shared:
        return locale.gettext("They share no cut.")
    edges = [0, *sorted(compared.shared), len(word)]
    pieces = [word[start:end] for start, end in pairwise(edges)]
    return locale.say("All of them cut here: %(pieces)s.", pieces=" | ".join(pieces))
