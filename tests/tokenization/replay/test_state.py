"""What replay keeps of each algorithm between steps."""

from __future__ import annotations

from fractions import Fraction

from app.tokenization.bpe.segmented import pack
from app.tokenization.bpe.steps import TrainStep
from app.tokenization.bpe.trainer import BpeConfig
from app.tokenization.corpus import from_counts
from app.tokenization.replay.state import BpeState, PairTerms, WordPieceState
from app.tokenization.wordpiece.model import alphabet_of
from app.tokenization.wordpiece.trainer import Score, WordPieceConfig


def step(left: str, right: str, piece: str) -> TrainStep:
    return TrainStep(1, left, right, piece, 1, 1, 1, (), 1, 1)


def test_a_rule_that_the_corpus_does_not_hold_still_takes_its_number() -> None:
    state = BpeState(from_counts({"ab": 2}), BpeConfig(), ("a", "b"))
    assert state.advance(step("b", "a", "ba")) == []
    assert state.advance(step("a", "b", "ab")) == [0]
    assert (state.done, state.pieces, list(state.segmented.symbols(0))) == (
        2,
        ["a", "b", "ba", "ab"],
        [3],
    )


def test_wordpiece_keeps_the_counts_of_single_pieces() -> None:
    corpus = from_counts({"bajo": 3, "baja": 2, "bajada": 1})
    alphabet = alphabet_of([word.text for word in corpus.words])
    state = WordPieceState(corpus, WordPieceConfig(), alphabet)
    state.advance(step("##j", "##o", "##jo"))
    pair = pack(alphabet.index("##j"), alphabet.index("##a"))
    assert state.terms(pair) == PairTerms(Fraction(1, 10), 3, 10)
    frequency = WordPieceState(corpus, WordPieceConfig(score=Score.FREQUENCY), alphabet)
    assert frequency.value(pair) == 3
    assert frequency.terms(pair).score == 3
    assert state.value(pair) > frequency.value(pair)
