"""One token of a vocabulary: what it is, and where it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from app.errors import N_
from app.services.link_state import PageState
from app.services.token_origin import LocatedOrigin
from app.tokenization.byte_alphabet import to_printable
from app.tokenization.steps.origin import Contained, OriginNode
from app.tokenization.types import TokenKind
from app.vocabularies.info import VocabularyInfo
from app.web.reader import Reader
from app.web.views.page import View
from app.web.views.step_words import spelled

KINDS = {
    TokenKind.NORMAL: N_("ordinary token"),
    TokenKind.SPECIAL: N_("special token"),
    TokenKind.UNKNOWN: N_("unknown token"),
    TokenKind.BYTE: N_("byte"),
}


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A piece of the merge tree, named as a reader would; `href` leads to its own page."""

    name: str
    id: str
    href: str
    rank: int | None
    children: tuple[TreeNode, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """Another piece inside the token."""

    written: str
    id: str
    href: str
    score: float | None


@dataclass(frozen=True)
class TokenPage(View):
    """`name` is the token as a reader names it, `piece` as the file writes it. `steps` leads to its
    text step by step, "" when it is no text. `kind` is not yet translated."""

    template: ClassVar[str] = "pages/token.html"

    info: VocabularyInfo
    id: str
    name: str
    piece: str
    bytes: str
    code_points: str
    kind: str
    score: float | None
    reachable: bool | None
    trees: tuple[TreeNode, ...]
    inside: tuple[Inside, ...]
    steps: str


def token_page(found: LocatedOrigin, reader: Reader) -> TokenPage:
    """The page of a token."""
    info, origin = found.info, found.origin
    byte_level = origin.piece == to_printable(origin.bytes)
    try:
        text = origin.bytes.decode("utf-8")
    except UnicodeDecodeError:
        text = ""

    def link(id: int) -> str:
        return reader.link(f"/vocabularies/{info.id}/tokens/{id}")

    def node(origin: OriginNode) -> TreeNode:
        children = tuple(node(child) for child in (origin.left, origin.right) if child)
        name = spelled(origin.bytes) if byte_level else origin.written
        id = "" if origin.id is None else str(origin.id)
        href = "" if origin.id is None else link(origin.id)
        return TreeNode(name, id, href, origin.rank, children)

    def inside(piece: Contained) -> Inside:
        return Inside(piece.written, str(piece.id), link(piece.id), piece.score)

    playable = text and origin.kind is TokenKind.NORMAL
    return TokenPage(
        info=info,
        id=str(origin.id),
        name=spelled(origin.bytes) if byte_level else origin.piece,
        piece=origin.piece,
        bytes=origin.bytes.hex(" ").upper(),
        code_points=" ".join(f"U+{ord(char):04X}" for char in text),
        kind=KINDS[origin.kind],
        score=origin.score,
        reachable=origin.reachable,
        trees=tuple(map(node, origin.trees)),
        inside=tuple(map(inside, origin.contained)),
        steps=_steps_link(info.id, text, reader) if playable else "",
    )


def _steps_link(vocabulary: str, text: str, reader: Reader) -> str:
    if "\0" in text:
        return ""
    state = PageState.of("steps", model=vocabulary, text=text, **reader.kept)
    return f"/steps?{state.query()}"
