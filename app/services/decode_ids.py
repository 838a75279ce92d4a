"""Ids as people paste them, back to text: which token gave which characters, and stray bytes.

The bytes that make no whole character are kept as bytes: a page shows them, and never a sign that
stands for any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.errors import N_, IdOutOfRange, InputTooLarge, InvalidInput
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.stages import Vocabulary
from app.tokenization.types import TokenKind
from app.vocabularies.info import VocabularyInfo
from app.vocabularies.registry import Registry

MAX_IDS = 100_000
_SEPARATOR = re.compile(r"[\s,;\[\]()]+")
_QUOTABLE = re.compile(r"[\w.+-]{1,20}")


class DecodedToken(NamedTuple):
    """A token of the list: its bytes are what it decodes to by itself."""

    id: int
    piece: str
    bytes: bytes
    kind: TokenKind


class Character(NamedTuple):
    """A character of the decoded text, or a stray byte (`text` is then empty), and the positions
    in the list of the tokens that its bytes came from."""

    text: str
    bytes: bytes
    tokens: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DecodedIds:
    """`text` is what the vocabulary's own decoder gives; U+FFFD stands in it for what is not whole.

    `characters` cover all tokens in order; they spell the decoder's text, unless it rewrites what
    tokens say (`exact` is then False), and then the tokens' own bytes. `same_ids`: cutting the text
    gives these very ids (None when there is no whole text to cut).
    """

    info: VocabularyInfo
    text: str
    complete: bool
    tokens: tuple[DecodedToken, ...]
    characters: tuple[Character, ...]
    exact: bool
    same_ids: bool | None


def read_ids(text: str) -> list[int]:
    """The ids in a text: separated by commas, spaces or newlines, in brackets or not.

    Raises InvalidInput naming the first thing that is no id, InputTooLarge.

    >>> read_ids("[464, 3797]"), read_ids("464 3797\\n12,"), read_ids(" ")
    ([464, 3797], [464, 3797, 12], [])
    """
    parts = [part for part in _SEPARATOR.split(text) if part]
    if len(parts) > MAX_IDS:
        raise InputTooLarge(
            N_(
                "There are %(count)s ids; up to %(limit)s are decoded at once. Take a part of them."
            ),
            count=len(parts),
            limit=MAX_IDS,
        )
    for position, part in enumerate(parts, start=1):
        if not (part.isascii() and part.isdigit() and len(part) <= 10):
            raise InvalidInput(
                N_(
                    "“%(part)s”, number %(position)s of the list, is not an id: ids are whole "
                    "numbers from 0, such as 464, 3797."
                ),
                part=part if _QUOTABLE.fullmatch(part) else "…",
                position=position,
            )
    return [int(part) for part in parts]


def decode_ids(registry: Registry, vocabulary: str, ids: Sequence[int]) -> DecodedIds:
    """The text of the ids.

    Raises IdOutOfRange naming the first id that the vocabulary does not have and its position;
    UnknownVocabulary, VocabularyUnavailable.
    """
    tokenizer, info = registry.tokenizer(vocabulary), registry.info(vocabulary)
    tokens = _tokens(tokenizer.vocabulary, ids, info)
    decoded = tokenizer.decode(ids)
    data = tokenizer.decoder.decode(ids, tokenizer.vocabulary)
    pieces = [token.bytes for token in tokens]
    ends = placed(data, pieces)
    exact = ends is not None
    if ends is None:
        data = b"".join(pieces)
        ends = placed(data, pieces) or []
    same = None
    if decoded.complete and decoded.text:
        same = tokenizer.ids(decoded.text, SpecialPolicy.AS_SPECIAL) == list(ids)
    return DecodedIds(
        info, decoded.text, decoded.complete, tokens, tuple(characters(data, ends)), exact, same
    )


def _tokens(
    vocabulary: Vocabulary, ids: Sequence[int], info: VocabularyInfo
) -> tuple[DecodedToken, ...]:
    found: list[DecodedToken] = []
    for position, id in enumerate(ids, start=1):
        try:
            token = DecodedToken(
                id, vocabulary.piece(id), vocabulary.bytes_of(id), vocabulary.kind(id)
            )
        except IdOutOfRange as error:
            raise IdOutOfRange(
                N_(
                    "%(title)s has no token with id %(id)s, number %(position)s of the list: it has "
                    "%(size)s tokens, with ids from 0 to %(largest)s."
                ),
                title=info.title,
                position=position,
                id=str(id),
                size=error.values["size"],
                largest=str(error.values["largest"]),
            ) from error
        found.append(token)
    return tuple(found)


def placed(data: bytes, pieces: Sequence[bytes]) -> list[int] | None:
    """Where each piece ends in the decoded bytes, or None when they do not follow one another.

    A decoder may put a space before a piece (it then counts as the piece's) or take one away.

    >>> placed(b"el sol", [b"el", b"sol"]), placed(b"el", [b" el"]), placed(b"EL", [b"el"])
    ([2, 6], [2], None)
    """
    ends: list[int] = []
    at = 0
    for piece in pieces:
        if data.startswith(piece, at):
            at += len(piece)
        elif data.startswith(b" " + piece, at):
            at += 1 + len(piece)
        elif piece.startswith(b" ") and data.startswith(piece[1:], at):
            at += len(piece) - 1
        else:
            return None
        ends.append(at)
    return ends if at == len(data) else None


def characters(data: bytes, ends: Sequence[int]) -> Iterator[Character]:
    """Each character of the bytes (or stray byte) with the tokens behind it, in order; a token of
    no bytes is a character of no bytes.

    >>> list(characters("ñ".encode() + b"\\xf0", [1, 2, 3]))
    [Character(text='ñ', bytes=b'\\xc3\\xb1', tokens=(0, 1)), Character(text='', bytes=b'\\xf0', tokens=(2,))]
    """
    token = at = 0
    for text, size in _whole_or_stray(data):
        while token < len(ends) and ends[token] <= at:
            if ends[token] == (ends[token - 1] if token else 0):
                yield Character("", b"", (token,))
            token += 1
        first = token
        at += size
        while ends[token] < at:
            token += 1
        yield Character(text, data[at - size : at], tuple(range(first, token + 1)))
    for empty in range(token, len(ends)):
        if ends[empty] == (ends[empty - 1] if empty else 0):
            yield Character("", b"", (empty,))


def _whole_or_stray(data: bytes) -> Iterator[tuple[str, int]]:
    """Characters with their sizes; "" of size 1 for each byte of no whole character."""
    for char in data.decode("utf-8", "surrogateescape"):
        if "\udc80" <= char <= "\udcff":
            yield "", 1
        else:
            yield char, len(char.encode("utf-8"))
