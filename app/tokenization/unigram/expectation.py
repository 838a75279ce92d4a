"""Expected counts over a corpus, by forward and backward sums: the E-step, made to run often.

Every word's arcs are laid out once in flat arrays and only filtered when pieces leave. The sums are
plain products of probabilities, not logarithms: words are cut to `LONGEST_STRETCH` characters, which
stays within the range of floats unless a word is absurdly improbable; those few go by logarithms.
`lattice.Lattice` is the readable form of the same sums, and the tests compare the two.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log

from app.tokenization.unigram.lattice import log_sum

LONGEST_STRETCH = 128
"""Words longer than this are learned from in stretches of this length."""

_LEAST_PRODUCT = 1e-200


@dataclass(frozen=True, slots=True)
class WordArcs:
    """The arcs of one word in order of their start: from, to (at most 255) and index of the piece."""

    length: int
    count: int
    starts: bytes
    ends: bytes
    pieces: array[int]

    def arcs(self) -> Iterator[tuple[int, int, int]]:
        return zip(self.starts, self.ends, self.pieces, strict=True)


@dataclass(frozen=True, slots=True)
class Expectation:
    """What one pass over the corpus gives: expected counts by piece, and the log-likelihood."""

    counts: array[float]
    log_likelihood: float


def stretches(words: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The words, the over-long ones in stretches; equal ones counted together.

    >>> [(len(word), count) for word, count in stretches([("a" * 300, 2)])]
    [(128, 4), (44, 2)]
    """
    found: Counter[str] = Counter()
    for word, count in words:
        for at in range(0, len(word), LONGEST_STRETCH):
            found[word[at : at + LONGEST_STRETCH]] += count
    return list(found.items())


def lay_out(words: Sequence[tuple[str, int]], pieces: Sequence[str]) -> list[WordArcs]:
    """The arcs of every word, given pieces that hold all its letters.

    >>> list(lay_out([("aba", 1)], ["a", "b", "ba"])[0].arcs())
    [(0, 1, 0), (1, 2, 1), (1, 3, 2), (2, 3, 0)]
    """
    index = {piece: number for number, piece in enumerate(pieces)}
    longest = max(map(len, pieces))
    laid: list[WordArcs] = []
    for word, count in words:
        length = len(word)
        starts, ends, found = bytearray(), bytearray(), array("l")
        for start in range(length):
            for end in range(start + 1, min(start + longest, length) + 1):
                piece = index.get(word[start:end])
                if piece is not None:
                    starts.append(start)
                    ends.append(end)
                    found.append(piece)
        laid.append(WordArcs(length, count, bytes(starts), bytes(ends), found))
    return laid


def without(laid: Sequence[WordArcs], renumbered: Sequence[int]) -> list[WordArcs]:
    """The same arcs after pieces left: `renumbered[i]` is the new index of piece i, or -1."""
    kept: list[WordArcs] = []
    for word in laid:
        arcs = [(s, e, renumbered[p]) for s, e, p in word.arcs() if renumbered[p] >= 0]
        starts, ends = bytes([s for s, _, _ in arcs]), bytes([e for _, e, _ in arcs])
        kept.append(
            WordArcs(word.length, word.count, starts, ends, array("l", [p for _, _, p in arcs]))
        )
    return kept


def expect(
    laid: Sequence[WordArcs], scores: Sequence[float], stop: Callable[[], bool] = lambda: False
) -> Expectation | None:
    """Expected counts of every piece; None when `stop` says so (asked every thousand words).

    Forward: `before[i]` sums the ways from the start to i. Backward: `after[i]` those from i on. An
    arc is used with the share before * probability * after of the whole word.
    """
    probabilities = array("d", map(exp, scores))
    counts = array("d", bytes(8 * len(scores)))
    total = 0.0
    for number, word in enumerate(laid):
        if number % 1000 == 999 and stop():
            return None
        before = [1.0] + [0.0] * word.length
        for start, end, piece in word.arcs():
            before[end] += before[start] * probabilities[piece]
        whole = before[word.length]
        if whole < _LEAST_PRODUCT:
            total += word.count * _expect_by_logs(word, scores, counts)
            continue
        total += word.count * log(whole)
        share = word.count / whole
        after = [0.0] * word.length + [1.0]
        for start, end, piece in zip(
            word.starts[::-1], word.ends[::-1], word.pieces[::-1], strict=True
        ):
            onward = probabilities[piece] * after[end]
            after[start] += onward
            counts[piece] += before[start] * onward * share
    return Expectation(counts, total)


def _expect_by_logs(word: WordArcs, scores: Sequence[float], counts: array[float]) -> float:
    """The same for one word in logarithms; adds to `counts` and returns the log-likelihood."""
    leaving: list[list[tuple[int, int]]] = [[] for _ in range(word.length)]
    arriving: list[list[tuple[int, int]]] = [[] for _ in range(word.length + 1)]
    for start, end, piece in word.arcs():
        leaving[start].append((end, piece))
        arriving[end].append((start, piece))
    before, after = [0.0], [0.0] * (word.length + 1)
    for arcs in arriving[1:]:
        before.append(log_sum([before[start] + scores[piece] for start, piece in arcs]))
    for at in range(word.length - 1, -1, -1):
        after[at] = log_sum([scores[piece] + after[end] for end, piece in leaving[at]])
    for start, end, piece in word.arcs():
        share = before[start] + scores[piece] + after[end] - before[-1]
        counts[piece] += word.count * exp(share)
    return before[-1]


def best_counts(laid: Sequence[WordArcs], scores: Sequence[float]) -> list[int]:
    """How often each piece occurs in the best segmentations of the corpus."""
    counts = [0] * len(scores)
    for word in laid:
        for piece in best_pieces(word, scores):
            counts[piece] += word.count
    return counts


def best_pieces(word: WordArcs, scores: Sequence[float], besides: int = -1) -> list[int]:
    """The best segmentation of a word, without using the piece `besides`; empty if there is none."""
    best = [0.0] + [-inf] * word.length
    back = [(0, 0)] * (word.length + 1)
    for start, end, piece in word.arcs():
        score = best[start] + scores[piece]
        if score > best[end] and piece != besides:
            best[end] = score
            back[end] = (start, piece)
    found: list[int] = []
    end = word.length
    while end and best[end] > -inf:
        end, piece = back[end]
        found.append(piece)
    found.reverse()
    return found
