"""Byte-level BPE out of a rank file, as tiktoken composes it.

A rank file holds tokens only: the pattern that splits text first and the special tokens are told
apart (openai/tiktoken, `tiktoken_ext/openai_public.py`).
"""

from __future__ import annotations

from collections.abc import Mapping

from app.errors import N_, InvalidInput
from app.tokenization.bpe.encoder import ByteBpe
from app.tokenization.decoders import ByteDecoder
from app.tokenization.pipeline import Tokenizer
from app.tokenization.post_processors import SpecialTokenTemplate
from app.tokenization.pre_tokenizers import RegexSplit
from app.tokenization.special_tokens import AddedToken
from app.tokenization.split_patterns import SPLIT_PATTERNS
from app.tokenization.vocabulary import ByteVocabulary
from app.vocabularies.info import Algorithm
from app.vocabularies.loaded import LoadedVocabulary, Note
from app.vocabularies.rank_file import read_rank_file

USUAL_PATTERN = "cl100k"


def compose(
    ranks: Mapping[bytes, int],
    pattern: str,
    special: Mapping[str, int],
    before: tuple[int, ...] = (),
) -> Tokenizer:
    """Split by a pattern (a regular expression), take whole parts that are tokens, merge by rank.

    `before`: special tokens put before a text when asked.

    >>> ranks = {bytes((byte,)): byte for byte in range(256)} | {b" n": 256}
    >>> compose(ranks, r" ?\\w+", {}).ids("a no")
    [97, 256, 111]
    """
    return Tokenizer(
        vocabulary=ByteVocabulary(ranks, special),
        pre_tokenizer=RegexSplit(pattern),
        segmenter=ByteBpe(ranks),
        decoder=ByteDecoder(),
        post_processor=SpecialTokenTemplate(before) if before else None,
        added_tokens=tuple(AddedToken(content, id) for content, id in special.items()),
    )


def load_rank_file(data: bytes, pattern: str | None = None) -> LoadedVocabulary:
    """The tokenizer of a `.tiktoken` file, without special tokens, which the file does not name.

    `pattern` is the name of a splitting pattern (see `split_patterns`); without it the usual one is
    taken, and a note says so. Raises VocabularyFileError, or InvalidInput for an unknown pattern.
    """
    name = pattern or USUAL_PATTERN
    if name not in SPLIT_PATTERNS:
        raise InvalidInput(
            N_("There is no splitting pattern “%(name)s”. There are: %(names)s."),
            name=name,
            names=", ".join(SPLIT_PATTERNS),
        )
    tokenizer = compose(read_rank_file(data), SPLIT_PATTERNS[name].regex, {})
    notes = () if pattern else (Note(_ASSUMED, {"pattern": name}),)
    return LoadedVocabulary(tokenizer, Algorithm.BYTE_LEVEL_BPE, notes)


_ASSUMED = N_(
    "A rank file does not say how text is split first nor which special tokens there are: "
    "it is read with the pattern of %(pattern)s and without special tokens."
)
