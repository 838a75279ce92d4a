"""Tokens of a vocabulary that no text brings up.

A token is looked for by encoding its own text, alone and between ordinary neighbours. For BPE one
check decides: merges inside a token run as they do in its bytes alone, so what its own merges do
not build never comes up but where a whole part of the text is looked up at once. The idea of
listing them: Land & Bartolo 2024, "Fishing for Magikarp", arXiv:2405.05417 ("unreachable tokens").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf

from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.bpe.merging import drain
from app.tokenization.budget import Budget
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS, compiled
from app.tokenization.types import TokenKind
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.vocabulary import PieceStyle, PieceVocabulary
from app.tokenization.wordpiece.encoder import WordPiece

MAX_SHOWN = 50
_NEIGHBOURS = ("", "a", " ", "1", ".", "\n", "LL")
_SEPARATORS = "☃☂☄☊☍"  # signs that no normaliser rewrites or joins with what stands beside them
_CHUNK = 256
_KNOWN_PATTERNS = frozenset(pattern.regex for pattern in SPLIT_PATTERNS.values())


class Obstacle(StrEnum):
    """Why a token never comes up."""

    REWRITTEN = "rewritten"  # normalisation leaves no such text
    SPLIT = "split"  # the text is always split inside it, before any merge
    CUT_OTHERWISE = "cut-otherwise"  # its own text is cut into other tokens


@dataclass(frozen=True, slots=True)
class Ghost:
    """A token that no text was found for: its id, its piece as written and why."""

    id: int
    piece: str
    obstacle: Obstacle


@dataclass(frozen=True, slots=True)
class GhostReport:
    """The ghosts found among the first `checked` of `total` ordinary tokens: all counted, the
    first `MAX_SHOWN` listed. `checked` is below `total` when the budget ran out."""

    count: int
    shown: tuple[Ghost, ...]
    checked: int
    total: int


def find_ghosts(tokenizer: Tokenizer, budget: Budget | None = None) -> GhostReport:
    """Look for the ghosts of a vocabulary, by ascending id, within the budget."""
    budget = budget or Budget()
    vocabulary = tokenizer.vocabulary
    ids = [id for id in vocabulary.ids() if vocabulary.kind(id) is TokenKind.NORMAL]
    checker = _checker(tokenizer, ids)
    shown: list[Ghost] = []
    count = checked = 0
    for id in ids:
        if checked % 256 == 0 and budget.exhausted(checked):
            break
        obstacle = checker.check(id)
        checked += 1
        if obstacle is not None:
            count += 1
            if len(shown) < MAX_SHOWN:
                shown.append(Ghost(id, vocabulary.piece(id), obstacle))
    return GhostReport(count, tuple(shown), checked, len(ids))


class _Checker:
    """Looks for a text that brings a token up; families of vocabularies do it faster."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        self.tokenizer = tokenizer
        self.vocabulary = tokenizer.vocabulary

    def check(self, id: int) -> Obstacle | None:
        """What keeps the token from coming up, or None when a text was found."""
        return self.by_neighbours(id, self.vocabulary.bytes_of(id).decode("utf-8", "replace"))

    def by_neighbours(self, id: int, text: str) -> Obstacle | None:
        """Encode the text alone and between neighbours, and see whether the id is there."""
        held = False
        for before, after in _contexts():
            around = self.tokenizer.normalize(before + text + after).text
            at = around.find(text)
            if at < 0:
                continue
            for pre in self.tokenizer.pre_tokenizer.split(around):
                if pre.start <= at and at + len(text) <= pre.end:
                    held = True
                    segments = self.tokenizer.segmenter.segment(pre.text)
                    if any(segment.id == id for segment in segments):
                        return None
        return Obstacle.CUT_OTHERWISE if held else Obstacle.SPLIT


def _contexts() -> Iterator[tuple[str, str]]:
    for neighbour in _NEIGHBOURS:
        yield neighbour, ""
        if neighbour:
            yield "", neighbour


class _ByteChecker(_Checker):
    """Byte-level BPE: tokens are bytes, and parts of characters among them."""

    def __init__(self, tokenizer: Tokenizer, segmenter: ByteBpe) -> None:
        super().__init__(tokenizer)
        self._segmenter = segmenter
        pre_tokenizer = tokenizer.pre_tokenizer
        known = isinstance(pre_tokenizer, RegexSplit) and pre_tokenizer.detail in _KNOWN_PATTERNS
        # A known pattern is safe and quick to try without the guard that typed ones need.
        expression = pre_tokenizer.detail if isinstance(pre_tokenizer, RegexSplit) else ""
        self._match = compiled(expression).match if known else None

    def check(self, id: int) -> Obstacle | None:
        data = self.vocabulary.bytes_of(id)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            return None if self._builds(data) else Obstacle.CUT_OTHERWISE
        if self._match is not None and self._segmenter.is_whole(text):
            match = self._match(text)
            if match is not None and match.end() == len(text):
                return None
        obstacle = self.by_neighbours(id, text)
        # Neighbours are a sample: where the merges build it and a part can hold it, some text will.
        if obstacle is Obstacle.CUT_OTHERWISE and self._builds(data):
            return None
        return obstacle

    def _builds(self, data: bytes) -> bool:
        return drain([bytes((byte,)) for byte in data], self._segmenter.rank_of) == [data]


class _WordPieceChecker(_Checker):
    """WordPiece takes the longest match: a piece comes up when its text reaches it in one part."""

    def __init__(self, tokenizer: Tokenizer, segmenter: WordPiece, ids: Sequence[int]) -> None:
        super().__init__(tokenizer)
        piece = tokenizer.vocabulary.piece
        self._texts = {id: piece(id).removeprefix(segmenter.prefix) for id in ids}
        self._normalized = _normalized(tokenizer, self._texts)

    def check(self, id: int) -> Obstacle | None:
        text = self._texts[id]
        if self._normalized[id].strip() != text:
            return Obstacle.REWRITTEN
        if [pre.text for pre in self.tokenizer.pre_tokenizer.split(text)] != [text]:
            return Obstacle.SPLIT
        return None


class _MetaspaceChecker(_Checker):
    """SentencePiece: the piece as written (`▁niño`) is what the segmenter reads."""

    def __init__(self, tokenizer: Tokenizer, ids: Sequence[int]) -> None:
        super().__init__(tokenizer)
        bytes_of = tokenizer.vocabulary.bytes_of
        texts = {id: bytes_of(id).decode("utf-8", "replace") for id in ids}
        self._normalized = _normalized(tokenizer, texts)

    def check(self, id: int) -> Obstacle | None:
        piece = self.vocabulary.piece(id)
        if self._normalized[id] != piece:
            return Obstacle.REWRITTEN
        if [pre.text for pre in self.tokenizer.pre_tokenizer.split(piece)] != [piece]:
            return Obstacle.SPLIT
        return None if self.stands(piece) else Obstacle.CUT_OTHERWISE

    def stands(self, piece: str) -> bool:
        """Whether the piece, cut alone, stays whole."""
        return len(self.tokenizer.segmenter.segment(piece)) == 1


class _UnigramChecker(_MetaspaceChecker):
    """Unigram: a piece comes up unless a way through smaller pieces is more likely."""

    def __init__(self, tokenizer: Tokenizer, segmenter: Unigram, ids: Sequence[int]) -> None:
        super().__init__(tokenizer, ids)
        scores: dict[str, float] = {}
        for id in ids:
            piece = self.vocabulary.piece(id)
            longest = segmenter.table.arcs(piece, 0)[-1]
            if longest.id == id:
                scores[piece] = longest.score
        self._beaten = beaten_pieces(scores)

    def stands(self, piece: str) -> bool:
        return piece not in self._beaten


def beaten_pieces(scores: Mapping[str, float]) -> set[str]:
    """The pieces that a way through smaller pieces beats: log-probabilities add along a way.

    Pieces are taken in alphabetical order, so that what is known of a beginning is used again.

    >>> beaten_pieces({"a": -1.0, "b": -1.0, "ab": -3.0, "ba": -1.5, "aba": -2.5})
    {'ab'}
    """
    beaten: set[str] = set()
    score_of = scores.get
    # best[end]: the best way through the first `end` characters of the piece at hand.
    best: list[float] = [0.0]
    before = ""
    for piece in sorted(scores):
        shared = 0
        for char, other in zip(piece, before, strict=False):
            if char != other:
                break
            shared += 1
        del best[shared + 1 :]
        length = len(piece)
        for end in range(shared + 1, length + 1):
            found = -inf
            for start in range(1, end):
                score = score_of(piece[start:end])
                if score is not None and best[start] + score > found:
                    found = best[start] + score
            whole = scores[piece] if end == length else score_of(piece[:end], -inf)
            if end == length and found > whole:
                beaten.add(piece)
            best.append(max(found, whole))
        before = piece
    return beaten


def _normalized(tokenizer: Tokenizer, texts: Mapping[int, str]) -> dict[int, str]:
    """Each text as normalisation leaves it inside a longer text; many at a time, for speed."""
    result: dict[int, str] = {}
    ids = list(texts)
    for at in range(0, len(ids), _CHUNK):
        chunk = ids[at : at + _CHUNK]
        result.update(
            zip(chunk, _normalized_together(tokenizer, [texts[id] for id in chunk]), strict=True)
        )
    return result


def _normalized_together(tokenizer: Tokenizer, texts: Sequence[str]) -> list[str]:
    taken = set().union(*texts)
    separator = next((sign for sign in _SEPARATORS if sign not in taken), None)
    if separator is not None:
        joined = separator.join(["", *texts, ""])
        parts = tokenizer.normalize(joined).text.split(separator)[1:-1]
        if len(parts) == len(texts):
            return parts
    return [tokenizer.normalize(text).text for text in texts]


def _checker(tokenizer: Tokenizer, ids: Sequence[int]) -> _Checker:
    segmenter, vocabulary = tokenizer.segmenter, tokenizer.vocabulary
    if isinstance(segmenter, ByteBpe):
        return _ByteChecker(tokenizer, segmenter)
    if isinstance(segmenter, WordPiece):
        return _WordPieceChecker(tokenizer, segmenter, ids)
    if isinstance(vocabulary, PieceVocabulary) and vocabulary.style is PieceStyle.METASPACE:
        if isinstance(segmenter, Unigram):
            return _UnigramChecker(tokenizer, segmenter, ids)
        return _MetaspaceChecker(tokenizer, ids)
    return _Checker(tokenizer)
