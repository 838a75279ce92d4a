"""Seeds against counting every substring."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.unigram.seeds import best_seeds, count_letters, frequent_strings

words = st.lists(
    st.tuples(st.text(alphabet="ab▁", min_size=1, max_size=9), st.integers(1, 3)), max_size=6
)


def naive(corpus: list[tuple[str, int]], longest: int, min_frequency: int) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for word, count in corpus:
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                counts[word[start:end]] += count
    always_followed = {s[:-1] for s, n in counts.items() if counts[s[:-1]] == n}
    return {
        s: n
        for s, n in counts.items()
        if 2 <= len(s) <= longest and n >= min_frequency and s not in always_followed
    }


@given(corpus=words, longest=st.integers(2, 10), min_frequency=st.integers(1, 4))
def test_frequent_strings_equal_counting_all(
    corpus: list[tuple[str, int]], longest: int, min_frequency: int
) -> None:
    assert frequent_strings(corpus, longest, min_frequency) == naive(corpus, longest, min_frequency)


def test_stopping_keeps_the_short_ones() -> None:
    corpus = [("abcabc", 2)]
    assert frequent_strings(corpus, 8, 2, lambda: True) == {"ab": 4, "bc": 4, "ca": 2}


def test_letters_are_counted_by_code_point() -> None:
    assert list(count_letters([("ño", 2), ("on", 1)]).items()) == [("n", 1), ("o", 3), ("ñ", 2)]


def test_ties_between_seeds_go_to_the_first_in_order() -> None:
    assert best_seeds({"bb": 2, "aa": 2, "abcd": 2}, 2) == {"abcd": 8, "aa": 4}
