"""One vocabulary's reading of a text as a row: its figures and its tokens, window by window."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.analysis.text_length import TextLength
from app.errors import BudgetExceeded
from app.locales import Locale
from app.services.tokenize_text import Failed, Tokenized
from app.tokenization.types import Encoding, TokenKind
from app.vocabularies.info import VocabularyInfo
from app.web.state import Mode
from app.web.views.cost_line import CostLine
from app.web.views.stages import StageView, stage_views
from app.web.views.tokens import Chip, chips, css_of

WINDOW = 2_000
"""Characters of the text whose tokens are shown at once."""


@dataclass(frozen=True, slots=True)
class TokenLabel:
    """A token in the modes that show one label a token: its id or its bytes."""

    css: str
    label: str
    token: int


@dataclass(frozen=True, slots=True)
class Row:
    """One vocabulary's reading of the text, or the `error` that says why there is none.

    `alone`: the time ran out on it, and might not if the text were cut with no other.

    `share` is the length of the bar: the count over the highest count, 0 to 1. `rank` is "fewest",
    "most" or "" (also when all are equal). `data` is the JSON that the inspector reads:
    [id, piece, bytes in hexadecimal, start, end, kind] a token, from number `first` on.
    """

    info: VocabularyInfo
    error: str = ""
    alone: bool = False
    count: int = 0
    share: float = 0.0
    rank: str = ""
    tokens_per_word: float | None = None
    characters_per_token: float | None = None
    bytes_per_token: float | None = None
    unknown: int = 0
    splits: int = 0
    whole: bool = True
    cost: str = ""
    mended: int | None = None
    chips: tuple[Chip, ...] = ()
    labels: tuple[TokenLabel, ...] = ()
    stages: tuple[StageView, ...] = ()
    first: int = 0
    data: str = "[]"


@dataclass(frozen=True, slots=True)
class Pager:
    """Which stretch of a long text is shown; None for the neighbours there are not."""

    page: int
    pages: int
    start: int
    end: int
    previous: int | None
    next: int | None


def pager(length: int, page: int) -> Pager:
    """The stretch of a text that a page shows; a page past the end is the last one.

    >>> pager(4_500, 9)
    Pager(page=3, pages=3, start=4000, end=4500, previous=2, next=None)
    """
    pages = max(1, -(-length // WINDOW))
    page = min(page, pages)
    start = (page - 1) * WINDOW
    return Pager(
        page,
        pages,
        start,
        min(length, start + WINDOW),
        page - 1 if page > 1 else None,
        page + 1 if page < pages else None,
    )


def rows(
    results: Sequence[Tokenized | Failed],
    length: TextLength,
    mode: Mode,
    shown: Pager,
    locale: Locale,
    costs: Mapping[str, CostLine],
) -> list[Row]:
    """One row a result, in the same order."""
    counts = [result.encoding.count for result in results if isinstance(result, Tokenized)]
    fewest, most = min(counts, default=0), max(counts, default=0)
    built: list[Row] = []
    for result in results:
        if isinstance(result, Failed):
            alone = isinstance(result.error, BudgetExceeded) and len(results) > 1
            built.append(Row(result.info, error=locale.explain(result.error), alone=alone))
            continue
        count = result.encoding.count
        rank = "" if fewest == most else {fewest: "fewest", most: "most"}.get(count, "")
        share = count / most if most else 0.0
        line = costs.get(result.info.id)
        cost = line.message or "" if line else ""
        built.append(_row(result, length, mode, shown, share, rank, cost))
    return built


def _row(
    result: Tokenized,
    length: TextLength,
    mode: Mode,
    shown: Pager,
    share: float,
    rank: str,
    cost: str,
) -> Row:
    encoding = result.encoding
    count = encoding.count
    tokens = encoding.tokens
    # A text of which nothing is left (BERT drops what does not print) has no figures per token.
    has_figures = length.words and count
    return Row(
        info=result.info,
        count=count,
        share=share,
        rank=rank,
        tokens_per_word=count / length.words if has_figures else None,
        characters_per_token=length.code_points / count if has_figures else None,
        bytes_per_token=length.utf8_bytes / count if has_figures else None,
        unknown=sum(token.kind is TokenKind.UNKNOWN for token in tokens),
        splits=sum(token.splits_character for token in tokens),
        whole=not encoding.truncated,
        cost=cost,
        chips=tuple(chips(encoding, shown.start, shown.end)) if mode is Mode.TEXT else (),
        labels=_labels(encoding, mode),
        stages=stage_views(result.explanation) if result.explanation else (),
        first=encoding.first,
        data=inspector_data(encoding),
    )


def _labels(encoding: Encoding, mode: Mode) -> tuple[TokenLabel, ...]:
    if mode not in (Mode.IDS, Mode.BYTES):
        return ()
    numbered = enumerate(encoding.tokens, encoding.first)
    return tuple(
        TokenLabel(
            css_of(token, number),
            str(token.id) if mode is Mode.IDS else token.bytes.hex(" "),
            number,
        )
        for number, token in numbered
    )


def inspector_data(encoding: Encoding) -> str:
    """The tokens as the inspector reads them (see `Row.data`)."""
    return json.dumps(
        [
            [token.id, token.piece, token.bytes.hex(), token.start, token.end, token.kind.value]
            for token in encoding.tokens
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )
