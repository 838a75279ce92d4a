"""SentencePiece's normalisation table (`precompiled_charsmap`) and the normaliser that applies it.

Layout of the blob (sentencepiece, `src/normalizer.cc`): little-endian u32 with the size of the trie in
bytes, the trie (a Darts-clone double array of u32 units whose keys are UTF-8), then the replacement
strings one after another, each ended by a NUL byte; the value of a key is an offset among them.

The normaliser replaces the **longest** key at each position of the whole text, never one character
or grapheme at a time: half-width `ｶ` and its sound mark `ﾞ` are one key and become `ガ`.
"""

from __future__ import annotations

import re
import struct
from array import array
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from app.errors import N_, VocabularyFileError
from app.tokenization.growth import check_growth
from app.tokenization.types import NormalizedText
from app.tokenization.vocabulary import SPACE_MARK

# The real tables hold some 225,000 keys of at most 10 bytes. A damaged double array may hold cycles
# or shared subtrees that stand for endless keys, so reading one is bounded.
_MAX_KEY_BYTES = 128
_MAX_NODES = 2_000_000

_REPEATED_SPACES = re.compile("  +")


def read_charsmap(blob: bytes) -> dict[str, str]:
    """All rules of a `precompiled_charsmap`: source string to replacement (maybe empty).

    An empty blob is the identity: no rules. Raises VocabularyFileError for anything damaged.

    >>> read_charsmap(b"")
    {}
    >>> read_charsmap(b"\\x04\\x00")
    Traceback (most recent call last):
    app.errors.VocabularyFileError: The normalisation table is damaged: it is shorter than its own header.
    """
    if not blob:
        return {}
    if len(blob) < 4:
        raise VocabularyFileError(
            N_("The normalisation table is damaged: it is shorter than its own header.")
        )
    (trie_size,) = struct.unpack_from("<I", blob)
    if trie_size % 4 or not 4 <= trie_size < len(blob) - 4:
        raise VocabularyFileError(
            N_("The normalisation table is damaged: the size of its trie does not fit.")
        )
    units = struct.unpack_from(f"<{trie_size // 4}I", blob, 4)
    strings = blob[4 + trie_size :]
    rules: dict[str, str] = {}
    for key, value in _walk(units):
        end = strings.find(b"\0", value)
        if value >= len(strings) or end < 0:
            raise VocabularyFileError(
                N_("The normalisation table is damaged: a rule points outside its strings.")
            )
        try:
            rules[key.decode()] = strings[value:end].decode()
        except UnicodeDecodeError as error:
            raise VocabularyFileError(
                N_("The normalisation table is damaged: a rule is not UTF-8.")
            ) from error
    return rules


def _walk(units: tuple[int, ...]) -> Iterator[tuple[bytes, int]]:
    """Every key of a Darts-clone double array with its value, depth first.

    A unit holds a label (low 8 bits; bit 31 marks a value unit), "has a value" (bit 8) and the
    offset to its children (bits 10-30, shifted 8 further when bit 9 is set). The child of the node
    with base b under label c is unit `b ^ c`; the value is unit `b`.
    """
    children: dict[int, list[tuple[int, int]]] = {}
    for index, unit in enumerate(units):
        label = unit & 0x800000FF
        if 0 < label < 0x100:
            children.setdefault(index ^ label, []).append((label, index))
    visited = 0
    stack = [(b"", _offset(units[0]))]
    while stack:
        prefix, base = stack.pop()
        visited += 1
        if len(prefix) >= _MAX_KEY_BYTES or visited > _MAX_NODES:
            raise VocabularyFileError(
                N_("The normalisation table is damaged: its trie does not end.")
            )
        for label, index in children.get(base, ()):
            unit = units[index]
            key = prefix + bytes((label,))
            below = index ^ _offset(unit)
            if unit >> 8 & 1:
                if below >= len(units):
                    raise VocabularyFileError(
                        N_("The normalisation table is damaged: its trie points outside itself.")
                    )
                yield key, units[below] & 0x7FFFFFFF
            stack.append((key, below))


def _offset(unit: int) -> int:
    return (unit >> 10) << ((unit & 0x200) >> 6)


class _Replacement(NamedTuple):
    text: str
    length: int
    """How many characters of the input it replaces."""


class CharsmapNormalizer:
    """SentencePiece's normaliser: longest-match replacement, then its rules about spaces.

    `remove_extra_whitespaces` drops spaces at both ends and repeated ones; `add_dummy_prefix` puts
    one space before the text; `escape_whitespaces` writes spaces as `▁`.

    Spans are SentencePiece's: what was dropped belongs to the character before it, and the prefix,
    which nothing produced, is empty. Where one character became several, each has the whole span.

    >>> normalizer = CharsmapNormalizer({"…": "..."})
    >>> out = normalizer.normalize("a  b…")
    >>> out.text, list(out.starts), list(out.ends)
    ('▁a▁b...', [0, 0, 1, 3, 4, 4, 4], [0, 1, 3, 4, 5, 5, 5])
    """

    def __init__(
        self,
        rules: Mapping[str, str],
        *,
        add_dummy_prefix: bool = True,
        remove_extra_whitespaces: bool = True,
        escape_whitespaces: bool = True,
    ) -> None:
        self.rules = dict(rules)
        self.add_dummy_prefix = add_dummy_prefix
        self.remove_extra_whitespaces = remove_extra_whitespaces
        self.escape_whitespaces = escape_whitespaces
        self._longest: dict[str, int] = {}
        for key in self.rules:
            self._longest[key[0]] = max(self._longest.get(key[0], 0), len(key))
        self._space = SPACE_MARK if escape_whitespaces else " "
        singles = {key for key in self.rules if len(key) == 1}
        self._seconds = {key[1] for key in self.rules if len(key) > 1}
        self._candidate = _one_of(singles | self._seconds)

    def normalize(self, text: str) -> NormalizedText:
        at = self._skip_leading_spaces(text)
        if at == len(text):
            return NormalizedText("", (), ())
        parts: list[str] = []
        starts = array("L")
        expanded: list[tuple[int, int]] = []
        if self.add_dummy_prefix:
            parts.append(self._space)
            starts.append(at)
        after_space = self.remove_extra_whitespaces
        for part, start, copied in self._parts(text, at):
            # SentencePiece drops leading spaces of a part that follows a space, never the others.
            kept = part.lstrip(" ") if after_space else part
            if not kept:
                continue
            if copied:
                start += len(part) - len(kept)
                starts.extend(range(start, start + len(kept)))
            else:
                if len(kept) > 1:
                    expanded.append((len(starts), len(starts) + len(kept) - 1))
                starts.extend([start] * len(kept))
            parts.append(kept)
            check_growth(len(text), len(starts))
            after_space = self.remove_extra_whitespaces and kept.endswith(" ")
        normalized = "".join(parts)
        if self.escape_whitespaces:
            normalized = normalized.replace(" ", SPACE_MARK)
        after = len(text)
        if self.remove_extra_whitespaces:
            length = len(normalized.rstrip(self._space))
            if length < len(normalized):
                after = starts[length]
                normalized, starts = normalized[:length], starts[:length]
        ends = starts[1:]
        ends.append(after)
        for first, last in expanded:
            if last < len(ends):
                ends[first:last] = array("L", [ends[last]] * (last - first))
        return NormalizedText(normalized, starts, ends[: len(starts)])

    def _skip_leading_spaces(self, text: str) -> int:
        """Where the text starts once leading spaces (and what becomes one) are dropped."""
        at = 0
        while self.remove_extra_whitespaces and at < len(text):
            replacement = self._replacement(text, at)
            if replacement is None and text[at] == " ":
                at += 1
            elif replacement is not None and replacement.text == " ":
                at += replacement.length
            else:
                break
        return at

    def _parts(self, text: str, at: int) -> Iterator[tuple[str, int, bool]]:
        """The text from `at` on as (part, where it comes from, copied unchanged?)."""
        copied_from = at
        while found := self._candidate.search(text, at):
            at = found.start()
            replacement = None
            if at > copied_from and text[at] in self._seconds:
                at -= 1
                replacement = self._replacement(text, at)
                at += replacement is None
            replacement = replacement or self._replacement(text, at)
            if replacement is None:
                at += 1
                continue
            yield from self._copied(text, copied_from, at)
            yield replacement.text, at, False
            at = copied_from = at + replacement.length
        yield from self._copied(text, copied_from, len(text))

    def _copied(self, text: str, start: int, end: int) -> Iterator[tuple[str, int, bool]]:
        """A stretch that no rule touches; of repeated spaces only the first stays."""
        if self.remove_extra_whitespaces:
            for spaces in _REPEATED_SPACES.finditer(text, start, end):
                first = spaces.start()
                yield text[start : first + 1], start, True
                start = spaces.end()
        if start < end:
            yield text[start:end], start, True

    def _replacement(self, text: str, at: int) -> _Replacement | None:
        """The rule with the longest key at this place, if any."""
        for length in range(self._longest.get(text[at], 0), 0, -1):
            replacement = self.rules.get(text[at : at + length])
            if replacement is not None and at + length <= len(text):
                return _Replacement(replacement, length)
        return None


def _one_of(characters: set[str]) -> re.Pattern[str]:
    """A class of these characters, plus all beyond U+FFFF when it holds one of those.

    (`re` looks up a class in one step only up to U+FFFF; listed singly, the rest are slow.)
    """
    low = "".join(map(re.escape, sorted(c for c in characters if c <= "\uffff")))
    high = "\U00010000-\U0010ffff" if any(c > "\uffff" for c in characters) else ""
    return re.compile(f"[{low}{high}]" if low or high else r"(?!)")
