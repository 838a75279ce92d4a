"""What each stage did to a text: the records behind `Tokenizer.explain`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from app.tokenization.cut import Cut
from app.tokenization.special_tokens import Section, SpecialPolicy
from app.tokenization.types import Encoding, StagePart, StageRecord

if TYPE_CHECKING:
    from app.tokenization.pipeline import Tokenizer


def stage_records(
    tokenizer: Tokenizer, encoding: Encoding, cuts: Sequence[Cut], specials: SpecialPolicy
) -> Iterator[StageRecord]:
    """A record of every stage in the order they ran; `cuts` are those that made the encoding."""
    text = encoding.text
    sections = list(tokenizer.sections(text, specials))
    parts = tuple(StagePart(s.text, s.start, s.start + len(s.text)) for s in sections)
    whole = (StagePart(text, 0, len(text)),)
    special = any(section.token is not None for section in sections)
    yield StageRecord("special", "SpecialSplit", whole, parts, special, specials.value)
    for position, normalizer in enumerate(tokenizer.normalizers):
        after = tuple(_normalized(tokenizer, sections, position + 1))
        yield _record("normalize", normalizer, parts, after)
        parts = after
    pre = tuple(StagePart(cut.pre.text, *cut.place) for cut in cuts)
    yield _record("pre_tokenize", tokenizer.pre_tokenizer, parts, pre)
    pieces = tuple(StagePart(t.piece, t.start, t.end) for t in encoding.tokens)
    yield _record("segment", tokenizer.segmenter, pre, pieces)


def _record(
    stage: str, component: object, before: tuple[StagePart, ...], after: tuple[StagePart, ...]
) -> StageRecord:
    changed = [part.text for part in before] != [part.text for part in after]
    detail = str(getattr(component, "detail", ""))
    return StageRecord(stage, type(component).__name__, before, after, changed, detail)


def _normalized(
    tokenizer: Tokenizer, sections: Sequence[Section], steps: int
) -> Iterator[StagePart]:
    """The sections after the first `steps` normalisers."""
    for section in sections:
        end = section.start + len(section.text)
        text = section.text
        if section.token is None:
            for normalizer in tokenizer.normalizers_of(section)[:steps]:
                text = normalizer.normalize(text).text
        yield StagePart(text, section.start, end)
