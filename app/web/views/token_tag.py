"""A token shown by itself, outside any text: its text with what cannot be seen, or its bytes."""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.types import TokenKind
from app.web.reader import Reader
from app.web.views.tokens import Run, runs


@dataclass(frozen=True, slots=True)
class TokenTag:
    """`runs` spell the token; `bytes` are shown instead when they are no whole characters.

    `piece` is as the file writes it; `css` says its kind; `href` leads to where it comes from;
    `length` counts its characters (or stray bytes).
    """

    id: str
    piece: str
    runs: tuple[Run, ...]
    bytes: str
    css: str
    href: str
    length: int


def token_tag(
    vocabulary: str,
    id: int,
    piece: str,
    data: bytes,
    reader: Reader,
    kind: TokenKind = TokenKind.NORMAL,
) -> TokenTag:
    """The tag of a token of a vocabulary."""
    try:
        text, spelled = data.decode("utf-8"), ""
    except UnicodeDecodeError:
        text, spelled = "", data.hex(" ").upper()
    return TokenTag(
        id=str(id),
        piece=piece,
        runs=runs(text),
        bytes=spelled,
        css="" if kind is TokenKind.NORMAL else kind.value,
        href=reader.link(f"/vocabularies/{vocabulary}/tokens/{id}"),
        length=len(text) or len(data),
    )
