"""Ids back to bytes, all together: a character may be spread over several tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.tokenization.stages import Decoder, Vocabulary
from app.tokenization.types import TokenKind


class Decoded(NamedTuple):
    """A decoded text. `complete` is False when the bytes do not end (or begin) on a character:
    each stray byte then shows as U+FFFD."""

    text: str
    complete: bool


class ByteDecoder(Decoder):
    """Byte-level vocabularies: the bytes of the tokens, joined."""

    def decode(self, ids: Sequence[int], vocabulary: Vocabulary) -> bytes:
        return b"".join([vocabulary.bytes_of(id) for id in ids])


class MetaspaceDecoder(Decoder):
    """SentencePiece: `▁` is a space, and the one put before the text is taken away again."""

    def __init__(self, strip_first_space: bool = True) -> None:
        self._strip_first_space = strip_first_space

    def decode(self, ids: Sequence[int], vocabulary: Vocabulary) -> bytes:
        joined = b"".join([vocabulary.bytes_of(id) for id in ids])
        if self._strip_first_space and ids and vocabulary.kind(ids[0]) is TokenKind.NORMAL:
            return joined.removeprefix(b" ")
        return joined


class WordPieceDecoder(Decoder):
    """WordPiece: pieces joined, with a space before each one that does not continue a word.

    The spaces of the text are lost in encoding: «jardín.» comes back as «jardín .».
    """

    def __init__(self, prefix: str = "##") -> None:
        self._prefix = prefix

    def decode(self, ids: Sequence[int], vocabulary: Vocabulary) -> bytes:
        words: list[bytes] = []
        for id in ids:
            if words and not vocabulary.piece(id).startswith(self._prefix):
                words.append(b" ")
            words.append(vocabulary.bytes_of(id))
        return b"".join(words)


def to_text(data: bytes) -> Decoded:
    """Bytes as text, saying whether they were whole.

    >>> to_text("ñ".encode()), to_text("ñ".encode()[:1])
    (Decoded(text='ñ', complete=True), Decoded(text='\\ufffd', complete=False))
    """
    try:
        return Decoded(data.decode("utf-8"), True)
    except UnicodeDecodeError:
        return Decoded(data.decode("utf-8", "replace"), False)
