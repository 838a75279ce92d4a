"""The pieces that Unigram training starts from: letters, and every frequent string of the corpus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence


def count_letters(words: Iterable[tuple[str, int]]) -> dict[str, int]:
    """How often each character occurs, by code point.

    >>> count_letters([("bajo", 3), ("baja", 2)])
    {'a': 7, 'b': 5, 'j': 5, 'o': 3}
    """
    counts: Counter[str] = Counter()
    for word, count in words:
        for letter in word:
            counts[letter] += count
    return dict(sorted(counts.items()))


def frequent_strings(
    words: Sequence[tuple[str, int]],
    longest: int,
    min_frequency: int,
    stop: Callable[[], bool] = lambda: False,
) -> dict[str, int]:
    """Strings of 2 to `longest` characters that occur `min_frequency` times, with their counts.

    A string always followed by the same character is left out: the longer one says it all. (These
    are the inner nodes of a suffix tree, what sentencepiece takes from its suffix array.)

    They are found length by length: a string can only be frequent where its beginning is, so each
    length looks only at the places where the one before was, and memory stays near the corpus's size.
    `stop` is asked after each length; what was found by then is what there is.

    >>> frequent_strings([("bajo", 3), ("baja", 2)], 16, 2)
    {'aj': 5, 'jo': 3, 'ja': 2, 'baj': 5, 'ajo': 3, 'aja': 2, 'bajo': 3, 'baja': 2}
    """
    places = [(word, count, list(range(len(word) - 1))) for word, count in words]
    found: dict[str, int] = {}
    shorter: dict[str, int] = {}
    for length in range(2, longest + 2):
        counts: dict[str, int] = {}
        for word, count, starts in places:
            for at in starts:
                string = word[at : at + length]
                counts[string] = counts.get(string, 0) + count
        # A string as frequent as one of its extensions is always followed by that character.
        for string, count in counts.items():
            if shorter.get(string[:-1]) == count:
                del shorter[string[:-1]]
        found.update(shorter)
        shorter = {string: count for string, count in counts.items() if count >= min_frequency}
        places = [
            (word, count, kept)
            for word, count, starts in places
            if (kept := _extensible(word, starts, length, shorter))
        ]
        if not places or stop():
            break
    if length <= longest:
        found.update(shorter)
    return found


def _extensible(word: str, starts: list[int], length: int, frequent: dict[str, int]) -> list[int]:
    """The places of a word where a frequent string of this length has a character after it."""
    last = len(word) - length
    return [at for at in starts if at < last and word[at : at + length] in frequent]


def best_seeds(strings: dict[str, int], most: int) -> dict[str, int]:
    """The strings that cover most characters (length times count), with that as their weight.

    Ties go to the string that sorts first, so that training is the same every time.

    >>> best_seeds({"ajo": 3, "baj": 5, "baja": 2}, 2)
    {'baj': 15, 'ajo': 9}
    """
    weights = [(-len(string) * count, string) for string, count in strings.items()]
    return {string: -weight for weight, string in sorted(weights)[:most]}
