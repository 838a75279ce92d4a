"""Looking up pieces: contains, starts, exact; as text and as written; bounded and counted."""

from __future__ import annotations

import pytest

from app.errors import InputTooLarge, VocabularyUnavailable
from app.services.look_up import LONGEST, How, check_length, find_pieces, read_each
from app.tokenization.pipeline import Tokenizer
from app.tokenization.vocabulary import ByteVocabulary, PieceStyle, PieceVocabulary
from app.vocabularies.info import Algorithm, VocabularyInfo
from app.vocabularies.registry import Registry

INFO = VocabularyInfo("gone", "Gone", Algorithm.UNIGRAM, 1, "", "-", "0" * 64)

BYTES = ByteVocabulary(
    {b"n": 0, b" ni": 1, b"Ni": 2, "niño".encode(): 3, b"\n\n": 4}, {"<|ni|>": 9}
)
METASPACE = PieceVocabulary(
    {"<unk>": 0, "▁niño": 1, "niño": 2, "o": 3}, PieceStyle.METASPACE, unknown="<unk>"
)
WORDPIECE = PieceVocabulary({"[UNK]": 0, "ni": 1, "##ni": 2}, PieceStyle.WORDPIECE, unknown="[UNK]")


@pytest.mark.parametrize(
    ("vocabulary", "wanted", "how", "ids"),
    [
        (BYTES, "ni", How.CONTAINS, [1, 3, 9]),
        (BYTES, "Ni", How.CONTAINS, [2]),
        (BYTES, "ni", How.STARTS, [3]),
        (BYTES, " ni", How.STARTS, [1]),
        (BYTES, "Ġni", How.EXACT, [1]),
        (BYTES, "\n\n", How.EXACT, [4]),
        (BYTES, "ĊĊ", How.EXACT, [4]),
        (BYTES, "", How.CONTAINS, []),
        (METASPACE, " niño", How.EXACT, [1]),
        (METASPACE, "▁niño", How.EXACT, [1]),
        (METASPACE, "niño", How.CONTAINS, [1, 2]),
        (WORDPIECE, "ni", How.EXACT, [1, 2]),
        (WORDPIECE, "##ni", How.EXACT, [2]),
    ],
)
def test_what_fits_is_found(
    vocabulary: ByteVocabulary | PieceVocabulary, wanted: str, how: How, ids: list[int]
) -> None:
    assert [found.id for found in find_pieces(vocabulary, wanted, how).shown] == ids


def test_many_are_counted_and_the_first_are_shown() -> None:
    found = find_pieces(BYTES, "n", How.CONTAINS, most=2)
    assert [one.id for one in found.shown] == [0, 1] and found.count == 4


def test_a_string_may_be_one_token_only_after_a_space(registry: Registry) -> None:
    gpt2, o200k = read_each(registry, "strawberry", ["gpt2", "o200k_base"])
    for reading in (gpt2, o200k):
        assert reading.alone is not None and reading.spaced is not None
        assert (reading.alone.count, reading.spaced.count) == (3, 1)


def test_a_vocabulary_that_cannot_be_loaded_says_why() -> None:
    def broken() -> Tokenizer:
        raise VocabularyUnavailable("It is not here.")

    registry = Registry()
    registry.register(INFO, broken)
    (reading,) = read_each(registry, "a", [INFO.id])
    assert reading.error is not None and reading.alone is None


def test_long_strings_are_refused() -> None:
    check_length("a" * LONGEST)
    with pytest.raises(InputTooLarge):
        check_length("a" * (LONGEST + 1))
