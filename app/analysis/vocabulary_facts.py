"""What a vocabulary file says of itself: its size added up, its tokens, its stages.

Pure over `Tokenizer`, so it serves real, uploaded and trained vocabularies alike. It looks at every
token (about a second for 200,000): keep the result.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from app.analysis.ghost_tokens import GhostReport, find_ghosts
from app.analysis.glitch_tokens import Glitch, glitch_tokens
from app.analysis.scripts import script_of_token
from app.tokenization.bpe.encoder import ByteBpe, PieceBpe
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.stages import Vocabulary
from app.tokenization.types import TokenKind

MAX_SPECIAL = 50
LONGEST = 12


class Part(StrEnum):
    """The parts that the size of a vocabulary is made of; the value is a key for a label."""

    BYTES = "bytes"  # single bytes, or the pieces <0x00> to <0xFF>
    CHARACTERS = "characters"  # pieces of one character
    MERGES = "merges"  # longer pieces, each of them made by a merge
    PIECES = "pieces"  # longer pieces of vocabularies without merges
    UNKNOWN = "unknown"
    SPECIAL = "special"


@dataclass(frozen=True, slots=True)
class SizePart:
    """One addend of the size."""

    part: Part
    count: int


@dataclass(frozen=True, slots=True)
class TokenFact:
    """A token to show: id, piece as written, and what it decodes to."""

    id: int
    piece: str
    bytes: bytes


@dataclass(frozen=True, slots=True)
class ScriptShare:
    """How many of the ordinary tokens are of a script (see `scripts`), and their share of them."""

    script: str
    count: int
    share: float


@dataclass(frozen=True, slots=True)
class StageFact:
    """A component and what it says of itself; `pattern` names a known splitting pattern."""

    stage: str
    component: str
    detail: str
    pattern: str | None


@dataclass(frozen=True, slots=True)
class VocabularyFacts:
    """Everything a vocabulary's page says. `size_parts` add up to `size`.

    `largest_id` can be beyond `size - 1`: some vocabularies leave ids unused (`unused_ids`).
    `special_shown` holds the first ones of `special_count`. `byte_fallback`: any text can be
    written, for every byte has a token. `unknown`: the token for what cannot be written, if any.
    """

    size: int
    size_parts: tuple[SizePart, ...]
    largest_id: int
    unused_ids: int
    special_count: int
    special_shown: tuple[TokenFact, ...]
    byte_fallback: bool
    unknown: TokenFact | None
    stages: tuple[StageFact, ...]
    longest: tuple[TokenFact, ...]
    scripts: tuple[ScriptShare, ...]
    ghosts: GhostReport
    glitches: tuple[Glitch, ...]


def embedding_numbers(rows: int, width: int) -> int:
    """The numbers in a model's two tables for a vocabulary: 2 x V x d.

    One row of `width` numbers for each token at the entrance (embedding) and one at the exit
    (unembedding); a model that shares the table has half.

    >>> embedding_numbers(50_257, 768)
    77194752
    """
    return 2 * rows * width


def vocabulary_facts(tokenizer: Tokenizer, budget: Budget | None = None) -> VocabularyFacts:
    """Collect the facts; `budget` bounds the search for ghosts only."""
    vocabulary = tokenizer.vocabulary
    ids = list(vocabulary.ids())
    of_kind: dict[TokenKind, list[int]] = {kind: [] for kind in TokenKind}
    for id in ids:
        of_kind[vocabulary.kind(id)].append(id)
    normal = {id: vocabulary.bytes_of(id) for id in of_kind[TokenKind.NORMAL]}
    single_bytes = {data for data in normal.values() if len(data) == 1}
    is_byte_level = isinstance(tokenizer.segmenter, ByteBpe)
    unknown = of_kind[TokenKind.UNKNOWN]
    special = of_kind[TokenKind.SPECIAL]
    largest = max(ids, default=-1)
    return VocabularyFacts(
        size=len(ids),
        size_parts=_size_parts(tokenizer, of_kind, normal),
        largest_id=largest,
        unused_ids=largest + 1 - len(ids),
        special_count=len(special),
        special_shown=tuple(_fact(vocabulary, id) for id in special[:MAX_SPECIAL]),
        byte_fallback=len(of_kind[TokenKind.BYTE]) == 256
        or (is_byte_level and len(single_bytes) == 256),
        unknown=_fact(vocabulary, unknown[0]) if unknown else None,
        stages=tuple(_stages(tokenizer)),
        longest=tuple(_fact(vocabulary, id) for id in _longest(normal)),
        scripts=_scripts(normal.values()),
        ghosts=find_ghosts(tokenizer, budget),
        glitches=glitch_tokens(tokenizer),
    )


def _fact(vocabulary: Vocabulary, id: int) -> TokenFact:
    return TokenFact(id, vocabulary.piece(id), vocabulary.bytes_of(id))


def _size_parts(
    tokenizer: Tokenizer, of_kind: dict[TokenKind, list[int]], normal: dict[int, bytes]
) -> tuple[SizePart, ...]:
    """The addends that are not zero, in the order in which such a vocabulary is made."""
    by_bytes = isinstance(tokenizer.segmenter, ByteBpe)
    piece = tokenizer.vocabulary.piece
    if by_bytes:
        short = sum(len(data) == 1 for data in normal.values())
    else:
        short = sum(len(piece(id)) == 1 for id in normal)
    longer = Part.MERGES if isinstance(tokenizer.segmenter, ByteBpe | PieceBpe) else Part.PIECES
    counts = {
        Part.BYTES: len(of_kind[TokenKind.BYTE]) + (short if by_bytes else 0),
        Part.CHARACTERS: 0 if by_bytes else short,
        longer: len(normal) - short,
        Part.UNKNOWN: len(of_kind[TokenKind.UNKNOWN]),
        Part.SPECIAL: len(of_kind[TokenKind.SPECIAL]),
    }
    return tuple(SizePart(part, count) for part, count in counts.items() if count)


def _longest(normal: dict[int, bytes]) -> list[int]:
    """The ids of the longest tokens in characters; of equal ones the lower id first."""
    lengths = ((-len(data.decode("utf-8", "replace")), id) for id, data in normal.items())
    return [id for _, id in heapq.nsmallest(LONGEST, lengths)]


def _scripts(tokens: Iterable[bytes]) -> tuple[ScriptShare, ...]:
    counts = Counter(map(script_of_token, tokens))
    total = counts.total()
    return tuple(ScriptShare(name, count, count / total) for name, count in counts.most_common())


def _stages(tokenizer: Tokenizer) -> Iterable[StageFact]:
    """The components in the order in which they run."""
    for normalizer in tokenizer.normalizers:
        yield _stage("normalize", normalizer)
    yield _stage("pre_tokenize", tokenizer.pre_tokenizer)
    yield _stage("segment", tokenizer.segmenter)
    if tokenizer.post_processor is not None:
        yield _stage("post_process", tokenizer.post_processor)


def _stage(stage: str, component: object) -> StageFact:
    detail = str(getattr(component, "detail", ""))
    known = (name for name, pattern in SPLIT_PATTERNS.items() if pattern.regex == detail)
    return StageFact(stage, type(component).__name__, detail, next(known, None))
