"""A tokenizer out of a SentencePiece model, which gives the ids that sentencepiece gives.

Source: google/sentencepiece, `src/bpe_model.cc`, `src/unigram_model.cc` and
`src/sentencepiece_processor.cc`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from app.tokenization.bpe.encoder import PieceBpe, rank_order
from app.tokenization.budget import Budget
from app.tokenization.charsmap import CharsmapNormalizer
from app.tokenization.decoders import MetaspaceDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import MarkerSplit, WholeText
from app.tokenization.special_tokens import AddedToken
from app.tokenization.stages import PreTokenizer, Segmenter
from app.tokenization.types import PreToken, Segment
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.unigram.piece_table import UNKNOWN_PENALTY
from app.tokenization.vocabulary import SPACE_MARK, PieceStyle, PieceVocabulary, crosses_words
from app.vocabularies.info import Algorithm
from app.vocabularies.loaded import LoadedVocabulary
from app.vocabularies.sentencepiece_file import (
    ModelType,
    PieceType,
    SentencePieceModel,
    read_sentencepiece,
)


class SymbolSplit(PreTokenizer):
    """Sets a model's user-defined symbols apart (the longest that fits); the rest is cut further.

    >>> [part.text for part in SymbolSplit(["<n>", "<"], MarkerSplit()).split("▁a▁<n><▁b")]
    ['▁a', '▁', '<n>', '<', '▁b']
    """

    def __init__(self, symbols: Iterable[str], rest: PreTokenizer) -> None:
        longest_first = sorted(symbols, key=len, reverse=True)
        self._symbols = re.compile("|".join(map(re.escape, longest_first)))
        self._rest = rest

    def split(self, text: str) -> Iterator[PreToken]:
        at = 0
        for match in self._symbols.finditer(text):
            yield from self._between(text, at, match.start())
            yield PreToken(match[0], *match.span())
            at = match.end()
        yield from self._between(text, at, len(text))

    def _between(self, text: str, start: int, end: int) -> Iterator[PreToken]:
        for part in self._rest.split(text[start:end]):
            yield PreToken(part.text, start + part.start, start + part.end)


class SymbolSegmenter(Segmenter):
    """Takes a symbol whole, whatever merges say; any other part goes to the model's segmenter."""

    def __init__(self, symbols: Mapping[str, int], rest: Segmenter) -> None:
        self._symbols = {text: (Segment(id, 0, len(text)),) for text, id in symbols.items()}
        self._rest = rest

    def segmenter_of(self, piece: str) -> Segmenter | None:
        """The segmenter that cuts this part; None for a symbol, which is taken whole."""
        return None if piece in self._symbols else self._rest

    def segment(self, piece: str, budget: Budget | None = None, /) -> tuple[Segment, ...]:
        return self._symbols.get(piece) or self._rest.segment(piece, budget)


def load_sentencepiece(data: bytes) -> LoadedVocabulary:
    """The tokenizer in a `.model` file. Raises VocabularyFileError and UnsupportedComponent."""
    model = read_sentencepiece(data)
    unigram = model.type is ModelType.UNIGRAM
    algorithm = Algorithm.UNIGRAM if unigram else Algorithm.SENTENCEPIECE_BPE
    return LoadedVocabulary(compose(model), algorithm)


def compose(model: SentencePieceModel) -> Tokenizer:
    """The stages that a model asks for."""
    spec = model.normalizer
    vocabulary = PieceVocabulary(
        {piece.text: id for id, piece in enumerate(model.pieces)},
        PieceStyle.METASPACE,
        special=[piece.text for _, piece in model.of_type(PieceType.CONTROL)],
        unknown=model.pieces[model.unknown_id].text,
        byte_pieces=any(model.of_type(PieceType.BYTE)),
    )
    pre_tokenizer, segmenter = _cutters(model, vocabulary)
    controls = [*model.of_type(PieceType.UNKNOWN), *model.of_type(PieceType.CONTROL)]
    return Tokenizer(
        vocabulary=vocabulary,
        pre_tokenizer=pre_tokenizer,
        segmenter=segmenter,
        decoder=MetaspaceDecoder(spec.add_dummy_prefix or spec.remove_extra_whitespaces),
        normalizers=(
            CharsmapNormalizer(
                _rules(model),
                add_dummy_prefix=spec.add_dummy_prefix,
                remove_extra_whitespaces=spec.remove_extra_whitespaces,
                escape_whitespaces=spec.escape_whitespaces,
            ),
        ),
        added_tokens=tuple(AddedToken(piece.text, id) for id, piece in controls),
    )


def _rules(model: SentencePieceModel) -> dict[str, str]:
    """The normalisation rules; a user-defined symbol is left alone before any rule is looked up."""
    symbols = tuple(piece.text for _, piece in model.of_type(PieceType.USER_DEFINED))
    rules = model.normalizer.rules
    if not symbols:
        return rules
    kept = {key: value for key, value in rules.items() if not key.startswith(symbols)}
    return kept | {symbol: symbol for symbol in symbols}


def _cutters(
    model: SentencePieceModel, vocabulary: PieceVocabulary
) -> tuple[PreTokenizer, Segmenter]:
    """How the text is cut: normal pieces and user-defined symbols are found in it, no others."""
    byte_ids = vocabulary.byte_ids if model.byte_fallback else None
    normal = {piece.text: (id, piece.score) for id, piece in model.of_type(PieceType.NORMAL)}
    symbols = {piece.text: id for id, piece in model.of_type(PieceType.USER_DEFINED)}
    if model.type is ModelType.UNIGRAM:
        least = min([score for _, score in normal.values()], default=0.0)
        return WholeText(), Unigram(
            normal | {text: (id, _symbol_score(text)) for text, id in symbols.items()},
            model.unknown_id,
            unknown_score=least - UNKNOWN_PENALTY,
            byte_ids=byte_ids,
        )
    # A merge is known by what it makes; the piece of highest score is made first.
    ranks = rank_order({text: score for text, (_, score) in normal.items()})
    bpe = PieceBpe(
        {text: id for text, (id, _) in normal.items()},
        rank_of=lambda left, right: ranks.get(left + right),
        unknown_id=model.unknown_id,
        byte_ids=byte_ids,
        fuse_unknown=True,
    )
    # Where no piece crosses the start of a word, words are cut one by one, and remembered.
    words = SPACE_MARK in normal and not any(map(crosses_words, normal))
    split: PreTokenizer = MarkerSplit() if words else WholeText()
    if symbols:
        return SymbolSplit(symbols, split), SymbolSegmenter(symbols, bpe)
    return split, bpe


def _symbol_score(symbol: str) -> float:
    """What a user-defined symbol counts in a Unigram model, whose own scores are below zero.

    Measured on sentencepiece 0.2.3: a tenth for each byte, less a tenth; so it all but always wins,
    and of two symbols the longer one.
    """
    return 0.1 * (len(symbol.encode("utf-8")) - 1)
