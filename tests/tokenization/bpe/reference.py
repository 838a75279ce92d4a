"""BPE training as slow and obvious as possible: count everything anew before each merge."""

from __future__ import annotations

from app.tokenization.bpe.counting import count_pairs, merge_pair
from app.tokenization.bpe.model import Unit, alphabet_of, start_symbols
from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.corpus import Corpus

Rule = tuple[str, str, int]


def naive_rules(
    corpus: Corpus,
    merges: int,
    ties: Ties,
    *,
    unit: Unit = Unit.CHARACTER,
    marker: str | None = None,
    min_frequency: int = 1,
) -> list[Rule]:
    """(left, right, count) of each rule."""
    words = [(start_symbols(word.text, unit, marker), word.count) for word in corpus.words]
    alphabet = alphabet_of([word.text for word in corpus.words], unit, marker)
    ids = {piece: id for id, piece in enumerate(alphabet)}
    rules: list[Rule] = []
    while len(rules) < merges:
        counts = count_pairs(words)
        if not counts:
            break
        most = max(counts.values())
        if most < min_frequency:
            break
        tied = [pair for pair, count in counts.items() if count == most]
        if ties is Ties.SMALLEST_PAIR:
            left, right = min(tied, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
        elif ties is Ties.LEXICOGRAPHIC:
            left, right = min(tied)
        else:
            left, right = tied[0]  # dicts keep the order of first occurrence
        ids[left + right] = len(ids)
        rules.append((left, right, most))
        words = [(merge_pair(pieces, left, right), count) for pieces, count in words]
    return rules
