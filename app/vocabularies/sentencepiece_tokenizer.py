"""A tokenizer out of a SentencePiece model, which gives the ids that sentencepiece gives.

Source: google/sentencepiece, `src/bpe_model.cc`, `src/unigram_model.cc` and
`src/sentencepiece_processor.cc`.
"""

from __future__ import annotations

import re

from app.tokenization.bpe.encoder import PieceBpe, rank_order
from app.tokenization.charsmap import CharsmapNormalizer
from app.tokenization.decoders import MetaspaceDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import MarkerSplit, WholeText
from app.tokenization.special_tokens import AddedToken
from app.tokenization.stages import PreTokenizer, Segmenter
from app.tokenization.unigram.encoder import Unigram
from app.tokenization.vocabulary import SPACE_MARK, PieceStyle, PieceVocabulary
from app.vocabularies.info import Algorithm
from app.vocabularies.loaded import LoadedVocabulary
from app.vocabularies.sentencepiece_file import (
    ModelType,
    PieceType,
    SentencePieceModel,
    read_sentencepiece,
)

_MARK_INSIDE = re.compile(f"[^{SPACE_MARK}]{SPACE_MARK}")


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
                spec.rules,
                add_dummy_prefix=spec.add_dummy_prefix,
                remove_extra_whitespaces=spec.remove_extra_whitespaces,
                escape_whitespaces=spec.escape_whitespaces,
            ),
        ),
        added_tokens=tuple(AddedToken(piece.text, id) for id, piece in controls),
    )


def _cutters(
    model: SentencePieceModel, vocabulary: PieceVocabulary
) -> tuple[PreTokenizer, Segmenter]:
    """How the text is cut: only normal pieces are found in it."""
    byte_ids = vocabulary.byte_ids if model.byte_fallback else None
    normal = {piece.text: (id, piece.score) for id, piece in model.of_type(PieceType.NORMAL)}
    if model.type is ModelType.UNIGRAM:
        return WholeText(), Unigram(normal, model.unknown_id, byte_ids=byte_ids)
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
    words = SPACE_MARK in normal and not any(map(_MARK_INSIDE.search, normal))
    return MarkerSplit() if words else WholeText(), bpe
