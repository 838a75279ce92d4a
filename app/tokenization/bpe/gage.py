"""Byte pair compression as Gage wrote it: before it cut words, BPE was a compressor.

Philip Gage, "A New Algorithm for Data Compression", The C Users Journal, February 1994. The most
frequent pair of bytes is replaced by a byte value that the data does not use; a table remembers the
pair. It ends when no pair is frequent enough or no byte value is free. Decompression walks the
table back. (Gage's program works on blocks and asks for at least 3 occurrences; here the data is
one block, and `min_count` is 2 unless told otherwise, so that small examples show something.)
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass

from app.errors import N_, InputTooLarge, InvalidInput
from app.tokenization.bpe.pair_queue import PairQueue, Ties
from app.tokenization.bpe.segmented import SegmentedCorpus, unpack
from app.tokenization.budget import Budget
from app.tokenization.training import Cancelled, StopReason, budget_reason

ENTRY_BYTES = 3
"""What a row of the table costs: the code and the two bytes it stands for."""

MAX_DECOMPRESSED = 1 << 26
"""Most bytes that `decompress` writes unless told otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GageConfig:
    """`min_count`: how often a pair must be counted to be replaced. Ties go to the pair seen first."""

    min_count: int = 2
    replacements: int | None = None

    def __post_init__(self) -> None:
        if self.min_count < 2:
            raise InvalidInput(
                N_(
                    "A pair must occur at least twice to be worth a table row; %(count)s was asked for."
                ),
                count=self.min_count,
            )
        if self.replacements is not None and self.replacements < 0:
            raise InvalidInput(
                N_("The number of replacements cannot be negative; %(number)s was asked for."),
                number=self.replacements,
            )


@dataclass(frozen=True, slots=True)
class GageStep:
    """`code`, a byte value unused until now, replaces `left` `right`.

    `count` pairs were counted and `replaced` of them replaced (overlaps count twice and are
    replaced once). `expansion` is all that the code stands for. `size` is the data after it, and
    `total` that and the table.
    """

    number: int
    code: int
    left: int
    right: int
    count: int
    replaced: int
    expansion: bytes
    size: int
    total: int


@dataclass(frozen=True, slots=True)
class GageArchive:
    """Compressed data, and its table in the order it was made: code -> the two bytes it stands for."""

    data: bytes
    table: Mapping[int, tuple[int, int]]
    stop_reason: StopReason

    @property
    def total(self) -> int:
        """Bytes of data and table."""
        return len(self.data) + ENTRY_BYTES * len(self.table)

    def after(self, number: int) -> bytes:
        """The data as it was after the first `number` replacements.

        >>> from app.tokenization.training import drain
        >>> _, archive = drain(compress(b"ABABCABCD"))
        >>> archive.after(0), archive.after(1)
        (b'ABABCABCD', b'\\xff\\xffC\\xffCD')
        """
        return decompress(self.data, dict(list(self.table.items())[number:]))


def compress(
    data: bytes, config: GageConfig | None = None, budget: Budget | None = None
) -> Generator[GageStep, None, GageArchive]:
    """Replace pairs of bytes by unused values, the highest first (UTF-8 text never uses those).

    Raises InvalidInput for empty data.

    >>> [(chr(s.left), chr(s.right), s.replaced, s.size) for s in compress(b"ABABCABCD")]
    [('A', 'B', 3, 6), ('ÿ', 'C', 2, 4)]
    """
    if not data:
        raise InvalidInput(N_("There is nothing to compress: the data is empty."))
    config, budget = config or GageConfig(), budget or Budget()
    used = set(data)
    free = [value for value in range(256) if value not in used]
    segmented = SegmentedCorpus([data], [1])
    queue = PairQueue(segmented, Ties.FIRST_SEEN, [])
    table: dict[int, tuple[int, int]] = {}
    reason = yield from _replace(segmented, queue, config, budget, free, table)
    return GageArchive(bytes(segmented.symbols(0)), table, reason)


def _replace(
    segmented: SegmentedCorpus,
    queue: PairQueue,
    config: GageConfig,
    budget: Budget,
    free: list[int],
    table: dict[int, tuple[int, int]],
) -> Generator[GageStep, None, StopReason]:
    expansions: dict[int, bytes] = {}
    while True:
        if config.replacements is not None and len(table) >= config.replacements:
            return StopReason.TARGET_REACHED
        best = queue.best(1)
        if not best:
            return StopReason.NOTHING_LEFT
        if -best[0][0] < config.min_count:
            return StopReason.BELOW_MIN_FREQUENCY
        if not free:
            return StopReason.NO_UNUSED_BYTE
        over = budget_reason(budget, len(table))
        if over is not None:
            return over
        pair = best[0][2]
        left, right = unpack(pair)
        code = free.pop()
        merged = segmented.merge(pair, code)
        queue.add(merged.created)
        table[code] = (left, right)
        expansions[code] = b"".join([expansions.get(b, bytes((b,))) for b in (left, right)])
        try:
            yield GageStep(
                number=len(table),
                code=code,
                left=left,
                right=right,
                count=merged.counted,
                replaced=merged.merged,
                expansion=expansions[code],
                size=segmented.pieces,
                total=segmented.pieces + ENTRY_BYTES * len(table),
            )
        except Cancelled:
            return StopReason.CANCELLED


def decompress(
    data: bytes, table: Mapping[int, tuple[int, int]], max_bytes: int = MAX_DECOMPRESSED
) -> bytes:
    """The bytes that were compressed. Each code expands to two bytes, which may be codes again.

    Raises InvalidInput for a table that runs in a circle, and InputTooLarge when the result would
    be longer than `max_bytes`: 200 rows can stand for 2^200 bytes.

    >>> decompress(bytes((0xFE, 0xFE, 68)), {0xFF: (65, 66), 0xFE: (0xFF, 67)})
    b'ABCABCD'
    """
    expansions: dict[int, bytes] = {}

    def expand(code: int, inside: frozenset[int]) -> bytes:
        if code not in table:
            return bytes((code,))
        if code in inside:
            raise InvalidInput(
                N_("The table runs in a circle: code %(code)s stands for itself."), code=code
            )
        if code not in expansions:
            left, right = table[code]
            deeper = inside | {code}
            expansions[code] = expand(left, deeper) + expand(right, deeper)
            if len(expansions[code]) > max_bytes:
                raise _too_large(max_bytes)
        return expansions[code]

    parts = [expand(code, frozenset()) for code in data]
    if sum([len(part) for part in parts]) > max_bytes:
        raise _too_large(max_bytes)
    return b"".join(parts)


def _too_large(max_bytes: int) -> InputTooLarge:
    return InputTooLarge(
        N_("Decompressed, this is more than %(limit)s bytes, the most that is written out."),
        limit=max_bytes,
    )
