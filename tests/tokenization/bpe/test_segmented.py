"""The incremental corpus against counting anew, after any merges whatever."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.tokenization.bpe.counting import count_pairs, merge_pair
from app.tokenization.bpe.segmented import SegmentedCorpus, pack, unpack


@settings(max_examples=200, deadline=None)
@given(
    words=st.lists(st.text("abc", min_size=1, max_size=12), min_size=1, max_size=8),
    picks=st.lists(st.integers(0, 1_000), max_size=8),
)
def test_counts_places_and_pieces_after_any_merges(words: list[str], picks: list[int]) -> None:
    weights = [1 + at % 3 for at in range(len(words))]
    corpus = SegmentedCorpus([["abc".index(char) for char in word] for word in words], weights)
    plain = [[*word] for word in words]
    names = ["a", "b", "c"]
    for pick in picks:
        if not corpus.counts:
            break
        pair = sorted(corpus.counts)[pick % len(corpus.counts)]
        left, right = (names[symbol] for symbol in unpack(pair))
        before = corpus.pieces
        merged = corpus.merge(pair, len(names))
        # Distinct names for equal texts: merges are made in any order here.
        names.append(f"({left}{right})")
        after = [merge_pair(word, left, right, names[-1]) for word in plain]
        assert merged.words == [at for at, word in enumerate(after) if word != plain[at]]
        assert merged.counted == count_pairs(zip(plain, weights, strict=True))[left, right]
        assert before - corpus.pieces == merged.merged
        plain = after
        counts = count_pairs(zip(plain, weights, strict=True))
        named = {
            (names[unpack(pair)[0]], names[unpack(pair)[1]]): count
            for pair, count in corpus.counts.items()
        }
        assert named == counts
        assert set(merged.created) == {
            pair for pair in corpus.counts if len(names) - 1 in unpack(pair)
        }
        in_order = sorted(corpus.counts, key=corpus.first)
        assert [(names[unpack(p)[0]], names[unpack(p)[1]]) for p in in_order] == list(counts)
    written = [[names[s] for s in corpus.symbols(at)] for at in range(len(corpus))]
    assert written == plain
    assert corpus.pieces == sum(
        len(word) * weight for word, weight in zip(plain, weights, strict=True)
    )


def test_a_place_is_a_word_and_an_offset_in_its_first_symbols() -> None:
    corpus = SegmentedCorpus([[0, 1], [1, 0, 1, 2]], [1, 1])
    corpus.merge(pack(0, 1), 3)
    assert corpus.place(corpus.first(pack(3, 2))) == (1, 1)


def test_an_empty_corpus_holds_no_pair() -> None:
    corpus = SegmentedCorpus([], [])
    assert (len(corpus), corpus.pieces, corpus.counts) == (0, 0, {})
