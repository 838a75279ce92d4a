"""Ids back to text, with the same chips as text has; stray bytes are shown as bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from app.services.decode_ids import Character, DecodedIds, DecodedToken
from app.tokenization.types import TokenKind
from app.vocabularies.info import VocabularyInfo
from app.web.views.page import View
from app.web.views.tokens import Chip, Part, Run, colour, runs

SHOWN = 2_000
"""Tokens drawn as chips; the text is always whole."""


@dataclass(frozen=True, slots=True)
class Option:
    id: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What the ids say. `text` is shown to be copied; `data` is what the inspector reads; `cut` is
    the page that cuts the text, empty where no address can hold it. `stray` counts bytes."""

    info: VocabularyInfo
    text: str
    count: int
    stray: int
    characters: int
    exact: bool
    same_ids: bool | None
    chips: tuple[Chip, ...]
    left_out: int
    data: str
    cut: str


@dataclass(frozen=True)
class DecodedView(View):
    """The answer; `problem` stands beside the ids as they were typed."""

    template: ClassVar[str] = "partials/_decoded.html"

    result: Result | None
    problem: str


@dataclass(frozen=True)
class DecodePage(View):
    """`private`: the ids stay out of every address that is sent."""

    template: ClassVar[str] = "pages/decode.html"

    ids: str
    vocabularies: tuple[Option, ...]
    decoded: DecodedView
    private: bool


def options(known: Sequence[VocabularyInfo], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(info.id, info.title, info.id == chosen) for info in known)


def result_view(decoded: DecodedIds, cut: str) -> Result:
    """The decoded ids as they are drawn. `cut`: the address that cuts the text, or empty."""
    shown = decoded.tokens[:SHOWN]
    drawn = [one for one in decoded.characters if one.tokens[0] < len(shown)]
    return Result(
        info=decoded.info,
        text=decoded.text,
        count=len(decoded.tokens),
        stray=sum(len(one.bytes) for one in decoded.characters if not one.text),
        characters=sum(bool(one.text) for one in decoded.characters),
        exact=decoded.exact,
        same_ids=decoded.same_ids,
        chips=tuple(decoded_chips(drawn, decoded.tokens)),
        left_out=len(decoded.tokens) - len(shown),
        data=_inspector_data(drawn, shown),
        cut=cut,
    )


def decoded_chips(
    characters: Sequence[Character], tokens: Sequence[DecodedToken]
) -> Iterator[Chip]:
    """Characters as chips, those of one token together; stray bytes stand under a sign of their own.

    >>> token = DecodedToken(0, "Ã", b"\\xc3", TokenKind.NORMAL)
    >>> [chip.kind for chip in decoded_chips([Character("", b"\\xc3", (0,))], [token])]
    ['split']
    """
    seen: set[int] = set()
    group: list[Character] = []
    for character in characters:
        if group and not _go_on(group[-1], character):
            yield _chip(group, tokens, seen)
            group = []
        group.append(character)
    if group:
        yield _chip(group, tokens, seen)


def _go_on(last: Character, character: Character) -> bool:
    """Whether a character belongs to the chip of the one before it."""
    if not character.bytes or not last.bytes:
        return False
    if not character.text or not last.text:
        return not character.text and not last.text  # stray bytes together
    return last.tokens == character.tokens and len(character.tokens) == 1


def _chip(group: Sequence[Character], tokens: Sequence[DecodedToken], seen: set[int]) -> Chip:
    numbers = sorted({number for character in group for number in character.tokens})
    first = numbers[0]
    fresh = first not in seen
    seen.update(numbers)
    text = "".join(character.text for character in group)
    css = _css(tokens[first], first)
    if not group[0].bytes:
        return Chip("bare", css, (Run(tokens[first].piece),), first)
    if text and len(numbers) == 1:
        return Chip("token", css, runs(text), first, starts=fresh)
    parts = tuple(_parts(group, tokens))
    return Chip("split", css, runs(text), first, parts, fresh)


def _parts(group: Sequence[Character], tokens: Sequence[DecodedToken]) -> Iterator[Part]:
    """The tokens of a character, or of stray bytes, with the bytes that each brings."""
    for character in group:
        if len(character.tokens) == 1:
            number = character.tokens[0]
            yield Part(number, _css(tokens[number], number), (character.bytes.hex(),))
            continue
        left = character.bytes
        for at, number in enumerate(character.tokens):
            data = tokens[number].bytes
            share = _tail(data, left) if at == 0 else data[: len(left)]
            left = left[len(share) :]
            labels = tuple(share.hex(" ").split())
            if labels:
                yield Part(number, _css(tokens[number], number), labels)


def _tail(data: bytes, character: bytes) -> bytes:
    """How much of the beginning of a character the end of a token is.

    >>> _tail(b"a\\xc3", "ñ".encode())
    b'\\xc3'
    """
    for size in range(min(len(data), len(character) - 1), 0, -1):
        if data.endswith(character[:size]):
            return character[:size]
    return b""


def _css(token: DecodedToken, number: int) -> str:
    kind = "" if token.kind is TokenKind.NORMAL else f" {token.kind}"
    return f"{colour(number)}{kind}"


def _inspector_data(characters: Sequence[Character], tokens: Sequence[DecodedToken]) -> str:
    """The tokens as the inspector reads them, with the characters that they cover."""
    spans: dict[int, tuple[int, int]] = {}
    at = 0
    for character in characters:
        end = at + bool(character.bytes)
        for number in character.tokens:
            spans[number] = (spans.get(number, (at, at))[0], end)
        at = end
    return json.dumps(
        [
            [token.id, token.piece, token.bytes.hex(), *spans[number], token.kind.value]
            for number, token in enumerate(tokens)
        ],
        ensure_ascii=False,
        separators=(",", ":"),
    )
