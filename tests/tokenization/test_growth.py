"""Rules from a file cannot multiply a text: neither at once, nor in a row, nor on the way back."""

from __future__ import annotations

from itertools import repeat

import pytest

from app.errors import BudgetExceeded, InputTooLarge
from app.tokenization.charsmap import CharsmapNormalizer
from app.tokenization.growth import FREE, MOST_DECODED, MOST_TIMES
from app.tokenization.normalizers import Prepend, Replace
from app.tokenization.piece_decoders import ReplaceIn, StepwiseDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import WholeText
from app.tokenization.rewriting import Edit, rewrite
from app.tokenization.stages import Normalizer
from app.tokenization.unicode_forms import Nfkc
from app.tokenization.vocabulary import PieceVocabulary
from app.tokenization.word_level import WordLevel

LONG = "b" * 1_000_000


def tokenizer(pieces: dict[str, int], *normalizers: Normalizer) -> Tokenizer:
    return Tokenizer(
        vocabulary=PieceVocabulary(pieces),
        pre_tokenizer=WholeText(),
        segmenter=WordLevel(pieces, next(iter(pieces))),
        decoder=StepwiseDecoder(()),
        normalizers=normalizers,
    )


@pytest.mark.parametrize(
    "normalizer",
    [Replace("a", LONG), Prepend(LONG), CharsmapNormalizer({"a": LONG})],
    ids=["replace", "prepend", "charsmap"],
)
def test_a_step_that_would_take_terabytes_is_stopped(normalizer: Normalizer) -> None:
    with pytest.raises(BudgetExceeded, match="so they were stopped"):
        normalizer.normalize("a" * 1_000)


def test_steps_in_a_row_are_measured_together() -> None:
    doubling = Replace("a", "aa")
    assert len(tokenizer({"?": 0}, *repeat(doubling, 6)).normalize("a" * 1_000).text) == 64_000
    with pytest.raises(BudgetExceeded):
        tokenizer({"?": 0}, *repeat(doubling, 40)).count("a" * 1_000)


def test_what_real_vocabularies_do_is_let_through() -> None:
    assert len(Nfkc().normalize("\ufdfa" * 50_000).text) == 900_000
    room = FREE + (MOST_TIMES - 1)
    assert len(rewrite("a", [Edit(0, 0, "b" * room)]).text) == room + 1
    with pytest.raises(BudgetExceeded):
        rewrite("a", [Edit(0, 0, "b" * (room + 1))])


def test_decoding_is_bounded_too() -> None:
    long = tokenizer({"?": 0, LONG: 1})
    assert len(long.decode([1]).text) == len(LONG)
    with pytest.raises(InputTooLarge, match="Decode them in parts"):
        long.decode([1] * (MOST_DECODED // len(LONG) + 1))
    steps = StepwiseDecoder(repeat(ReplaceIn("a", "aa"), 60))
    with pytest.raises(BudgetExceeded):
        steps.decode([1], PieceVocabulary({"?": 0, "a": 1}))
