"""The pipeline: special split -> normalise -> pre-tokenize -> segment -> post-process; and back.

`Tokenizer.encode` and `explain` drain the same loop, `cuts`; `explain` keeps what each stage did.
`ids` and `count` run the same stages but keep no places, which long texts make expensive. A text
goes through section by section: the stretches between its special tokens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from app.tokenization import alignment
from app.tokenization.budget import Budget
from app.tokenization.cut import Cut
from app.tokenization.decoders import Decoded, to_text
from app.tokenization.explanation import stage_records
from app.tokenization.growth import check_decoded, check_growth
from app.tokenization.segment_cache import LONGEST_CACHED_PIECE
from app.tokenization.special_tokens import AddedToken, Section, SpecialPolicy, SpecialSplitter
from app.tokenization.stages import (
    Decoder,
    Normalizer,
    PostProcessor,
    PreTokenizer,
    Segmenter,
    Vocabulary,
)
from app.tokenization.types import (
    Encoding,
    Explanation,
    NormalizedText,
    PreToken,
    Segment,
    Token,
    TokenKind,
)
from app.tokenization.well_formed import well_formed


@dataclass(frozen=True)
class Tokenizer:
    """A whole tokenizer, composed of stages. Immutable and safe to share between threads.

    `normalizers` run in order; `post_processor` only when special tokens are asked for.
    `inner_normalizers`, one for each, run in their place on a section that does not begin the
    text (Hugging Face's Metaspace with prepend_scheme "first" marks only the beginning).
    """

    vocabulary: Vocabulary
    pre_tokenizer: PreTokenizer
    segmenter: Segmenter
    decoder: Decoder
    normalizers: tuple[Normalizer, ...] = ()
    post_processor: PostProcessor | None = None
    added_tokens: tuple[AddedToken, ...] = ()
    inner_normalizers: tuple[Normalizer, ...] | None = None

    @cached_property
    def _splitter(self) -> SpecialSplitter:
        return SpecialSplitter(self.added_tokens)

    def count(
        self,
        text: str,
        specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
        *,
        budget: Budget | None = None,
    ) -> int:
        """The number of tokens of the text: each distinct part is cut once. Raises BudgetExceeded."""
        return self._count(well_formed(text), specials, budget or Budget(), {})

    def _count(
        self, text: str, specials: SpecialPolicy, budget: Budget, known: Mapping[str, int]
    ) -> int:
        """`known`: the tokens of parts that were cut already."""
        counted = Counter(budget.watch(self._parts(text, specials)))
        segment = self.segmenter.segment
        total = counted.pop(None, 0)
        for part, times in budget.watch(counted.items()):
            if part is not None:
                total += times * (known.get(part) or len(segment(part, budget)))
        return total

    def ids(self, text: str, specials: SpecialPolicy = SpecialPolicy.AS_TEXT) -> list[int]:
        """The ids of the text, without the special tokens that a post-processor would add."""
        known: dict[str, list[int]] = {}
        ids: list[int] = []
        segment = self.segmenter.segment
        for section in self.sections(well_formed(text), specials):
            if section.token is not None:
                ids.append(section.token.id)
                continue
            for part in self.pre_tokenizer.parts(self._normalize(section).text):
                found = known.get(part)
                if found is None:
                    found = known[part] = [piece.id for piece in segment(part)]
                ids += found
        return ids

    def _parts(self, text: str, specials: SpecialPolicy) -> Iterator[str | None]:
        """Every part of the text; None for a special token."""
        for section in self.sections(text, specials):
            if section.token is not None:
                yield None
            else:
                yield from self.pre_tokenizer.parts(self._normalize(section).text)

    def encode(
        self,
        text: str,
        specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
        *,
        add_special_tokens: bool = False,
        max_tokens: int | None = None,
        window: tuple[int, int] | None = None,
        budget: Budget | None = None,
    ) -> Encoding:
        """Encode the text.

        The count is always of the whole text. `window` keeps only the tokens that touch
        characters `start:end`; `max_tokens` only the first ones (of the window). A token without
        characters, such as a mark at the end of a word, counts where it stands; the last window
        holds the one at the end of the text.

        Raises BudgetExceeded when the text takes more time than the budget has left.
        """
        budget = budget or Budget()
        text = well_formed(text)
        if window is not None and window[1] >= len(text):
            window = window[0], len(text) + 1
        cuts = self.cuts(text, specials, budget)
        return self._encoding(text, cuts, specials, budget, add_special_tokens, max_tokens, window)

    def explain(
        self,
        text: str,
        specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
        *,
        add_special_tokens: bool = False,
    ) -> Explanation:
        """Encode the text and keep a record of what every stage did to it."""
        text = well_formed(text)
        cuts = list(self.cuts(text, specials))
        encoding = self._encoding(text, iter(cuts), specials, Budget(), add_special_tokens)
        return Explanation(encoding, tuple(stage_records(self, encoding, cuts, specials)))

    def decode(self, ids: Sequence[int]) -> Decoded:
        """The text of these ids, decoded together. Raises IdOutOfRange, InputTooLarge."""
        check_decoded(sum([len(self.vocabulary.bytes_of(id)) for id in ids]))
        return to_text(self.decoder.decode(ids, self.vocabulary))

    # -- the loop ---------------------------------------------------------------------------

    def sections(self, text: str, specials: SpecialPolicy) -> Iterator[Section]:
        """The text cut at its special tokens."""
        return self._splitter.split(text, specials)

    def normalize(self, text: str) -> NormalizedText:
        """All normalisers in a row, with positions in `text`."""
        return _run(self.normalizers, text)

    def _normalize(self, section: Section) -> NormalizedText:
        return _run(self.normalizers_of(section), section.text)

    def normalizers_of(self, section: Section) -> tuple[Normalizer, ...]:
        """The normalisers that run over a section: those of the start of a text, or the inner ones."""
        if section.start and self.inner_normalizers is not None:
            return self.inner_normalizers
        return self.normalizers

    def cuts(
        self, text: str, specials: SpecialPolicy, budget: Budget | None = None
    ) -> Iterator[Cut]:
        """The loop: every part of the (well-formed) text with its tokens, in order."""
        segment = self.segmenter.segment
        budget = budget or Budget()
        for section in self.sections(text, specials):
            if section.token is not None:
                whole = PreToken(section.text, 0, len(section.text))
                kind = TokenKind.SPECIAL if section.token.special else TokenKind.NORMAL
                token = Segment(section.token.id, 0, len(section.text), kind)
                yield Cut(section, NormalizedText(section.text), whole, (token,))
                continue
            normalized = self._normalize(section)
            for pre in budget.watch(self.pre_tokenizer.split(normalized.text)):
                yield Cut(section, normalized, pre, segment(pre.text, budget))

    # -- tokens -----------------------------------------------------------------------------

    def _encoding(
        self,
        text: str,
        cuts: Iterator[Cut],
        specials: SpecialPolicy,
        budget: Budget,
        add_special_tokens: bool,
        max_tokens: int | None = None,
        window: tuple[int, int] | None = None,
    ) -> Encoding:
        before, after = self._around(add_special_tokens)
        # One token more than asked for: it tells whether the last one shares a character.
        limit = None if max_tokens is None else max_tokens + 1
        located: list[_Located] = []
        first = seen = 0
        known: dict[str, int] = {}
        for number, cut in enumerate(cuts):
            enough = limit is not None and len(located) >= limit
            past = window is not None and bool(located) and cut.place[0] >= window[1]
            if enough or past:
                # What is asked for is there; counting the rest needs no places.
                seen = self._count(text, specials, budget, known)
                break
            inside = cut.within(window)
            if inside and not located:
                first = seen + inside[0]
            located += [
                _Located(
                    cut.segments[at].id, *cut.span(cut.segments[at]), cut.segments[at].kind, number
                )
                for at in inside
            ]
            seen += len(cut.segments)
            if len(cut.segments) > LONGEST_CACHED_PIECE:
                known[cut.pre.text] = len(cut.segments)
        splits = alignment.mark_splits([(item.start, item.end) for item in located[:limit]])
        tokens = [self._added(id, 0) for id in before]
        tokens += [self._token(*found) for found in zip(located, splits, strict=False)]
        tokens += [self._added(id, len(text)) for id in after]
        return Encoding(text, tuple(tokens[:max_tokens]), len(before) + seen + len(after), first)

    def _around(self, add_special_tokens: bool) -> tuple[Sequence[int], Sequence[int]]:
        if add_special_tokens and self.post_processor is not None:
            return self.post_processor.around()
        return (), ()

    def _added(self, id: int, at: int) -> Token:
        vocabulary = self.vocabulary
        written = vocabulary.bytes_of(id)
        return Token(id, vocabulary.piece(id), written, at, at, TokenKind.SPECIAL, False, None)

    def _token(self, item: _Located, splits_character: bool) -> Token:
        return Token(
            item.id,
            self.vocabulary.piece(item.id),
            self.vocabulary.bytes_of(item.id),
            item.start,
            item.end,
            item.kind,
            splits_character,
            None if item.kind is TokenKind.SPECIAL else item.pre_token,
        )


def _run(normalizers: tuple[Normalizer, ...], text: str) -> NormalizedText:
    normalized = NormalizedText(text)
    for normalizer in normalizers:
        normalized = alignment.compose(normalized, normalizer.normalize(normalized.text))
        check_growth(len(text), len(normalized.text))
    return normalized


class _Located(NamedTuple):
    """A token's id and its place in the original text."""

    id: int
    start: int
    end: int
    kind: TokenKind
    pre_token: int
