"""A tokenizer without merges for tests of services: every byte is a token."""

from __future__ import annotations

from functools import cache

from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.decoders import ByteDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.pre_tokenizers import RegexSplit
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.vocabulary import ByteVocabulary


@cache
def byte_tokenizer() -> Tokenizer:
    ranks = {bytes((byte,)): byte for byte in range(256)}
    return Tokenizer(
        vocabulary=ByteVocabulary(ranks, {}),
        pre_tokenizer=RegexSplit(SPLIT_PATTERNS["gpt2"].regex),
        segmenter=ByteBpe(ranks),
        decoder=ByteDecoder(),
    )
