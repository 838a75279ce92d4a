"""Our trainers, which yield every step with its reasons, against those that only give the result.

All of them on one thread, on words at whitespace of the same text.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import sentencepiece
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from app.tokenization.bpe.pair_queue import Ties
from app.tokenization.bpe.trainer import BpeConfig
from app.tokenization.bpe.trainer import train as train_bpe
from app.tokenization.corpus import read_corpus
from app.tokenization.training import drain
from app.tokenization.unigram.trainer import UnigramConfig
from app.tokenization.unigram.trainer import train as train_unigram
from app.tokenization.wordpiece.trainer import Score, WordPieceConfig
from app.tokenization.wordpiece.trainer import train as train_wordpiece
from tests.benchmarks.measure import best_of, ratio, seconds
from tests.benchmarks.peers import merges_of
from tests.benchmarks.report import Table
from tests.benchmarks.texts import LongText

MERGES = 5_000
PIECES = 8_000

BPE = f"BPE, {MERGES:,} rules"
WORDPIECE = f"WordPiece by frequency, {MERGES:,} rules"
UNIGRAM = f"Unigram, {PIECES:,} pieces"

TABLE = Table(
    "Trainers: our time as a multiple of the library's",
    ("algorithm", "against", "ratio", "the library"),
    (BPE, WORDPIECE, UNIGRAM),
)


class Trainers:
    """Measures one row of the table."""

    def __init__(self, book: LongText, rounds: int) -> None:
        self._text = book.text
        self._rounds = rounds

    def row(self, label: str) -> list[str]:
        library, ours, theirs = {
            BPE: ("tokenizers", self._bpe, self._bpe_of_tokenizers),
            WORDPIECE: ("tokenizers", self._wordpiece, self._wordpiece_of_tokenizers),
            UNIGRAM: ("sentencepiece", self._unigram, self._unigram_of_sentencepiece),
        }[label]
        if label == BPE and ours() != theirs():
            raise ValueError("the rules differ: nothing to compare")
        own, other = self._time(ours), self._time(theirs)
        return [library, ratio(own, other), seconds(other)]

    def _time(self, work: Callable[[], object]) -> float:
        return best_of(self._rounds, lambda: None, lambda _: work())

    def _bpe(self) -> list[tuple[str, str]]:
        config = BpeConfig(merges=MERGES, ties=Ties.SMALLEST_PAIR)
        steps, _ = drain(train_bpe(read_corpus(self._text), config))
        return [(step.left, step.right) for step in steps]

    def _bpe_of_tokenizers(self) -> list[tuple[str, str]]:
        tokenizer = Tokenizer(models.BPE())
        size = len(_letters(self._text)) + MERGES
        self._train(tokenizer, trainers.BpeTrainer(vocab_size=size, show_progress=False))
        return merges_of(tokenizer)

    def _wordpiece(self) -> object:
        config = WordPieceConfig(merges=MERGES, score=Score.FREQUENCY)
        return drain(train_wordpiece(read_corpus(self._text), config))

    def _wordpiece_of_tokenizers(self) -> object:
        tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))  # noqa: S106 - a piece
        alphabet = len(_letters(self._text)) + len(_letters(self._text, after_the_first=True))
        judge = trainers.WordPieceTrainer(vocab_size=alphabet + MERGES, show_progress=False)
        return self._train(tokenizer, judge)

    def _train(self, tokenizer: Tokenizer, trainer: Any) -> Tokenizer:
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
        tokenizer.train_from_iterator([self._text], trainer)
        return tokenizer

    def _unigram(self) -> object:
        config = UnigramConfig(vocabulary_size=PIECES - 1)
        return drain(train_unigram(read_corpus(self._text), config))

    def _unigram_of_sentencepiece(self) -> object:
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(self._text.splitlines()),
            model_writer=model,
            model_type="unigram",
            vocab_size=PIECES,
            hard_vocab_limit=False,  # a short text may not have so many
            character_coverage=1.0,
            normalization_rule_name="identity",
            split_by_unicode_script=False,
            split_by_number=False,
            bos_id=-1,
            eos_id=-1,
            num_threads=1,
            minloglevel=2,
        )
        return model


def _letters(text: str, *, after_the_first: bool = False) -> set[str]:
    """The characters of the words, or of the words without their first.

    >>> sorted(_letters("ab ac")), sorted(_letters("ab ac", after_the_first=True))
    (['a', 'b', 'c'], ['b', 'c'])
    """
    return {letter for word in {*text.split()} for letter in word[after_the_first:]}
