"""A piece as a box: how a vocabulary writes it, what its bytes are, where its token links to."""

from __future__ import annotations

from dataclasses import dataclass

from app.tokenization.steps.types import Piece
from app.tokenization.types import TokenKind
from app.web.views.step_words import spelled
from app.web.views.tokens import Run, colour, runs


@dataclass(frozen=True, slots=True)
class PieceBox:
    """A piece as a box: its text, or `hex` when it holds a part of a character.

    `css` says what it is: a colour where it is a token, "rest" where it is not cut yet, "made" and
    "joins" where something happens to it. `joint`: a pair with the next piece is looked at;
    `rank` is the rank of merging the two, None when the table has no such merge.
    """

    runs: tuple[Run, ...]
    hex: str
    css: str
    id: str
    href: str
    joint: bool = False
    rank: int | None = None
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Style:
    """What drawing needs to know of the vocabulary: how pieces are written, where tokens link to.

    `origin` is an address with `{id}` for the token's id.
    """

    byte_level: bool
    origin: str

    def box(self, piece: Piece, number: int, css: str = "") -> PieceBox:
        """A piece as a box, coloured by its number when it is a token."""
        hexadecimal, shown = "", piece.written
        if self.byte_level or piece.kind is TokenKind.BYTE:
            text = _text(piece.bytes)
            hexadecimal = "" if text is not None else spelled(piece.bytes)
            shown = text or ""
        if piece.id is None:
            return PieceBox(one_line(shown), hexadecimal, f"rest {css}".strip(), "", "")
        kind = "" if piece.kind is TokenKind.NORMAL else str(piece.kind)
        classes = " ".join(filter(None, (colour(number), kind, css)))
        href = self.origin.replace("{id}", str(piece.id))
        return PieceBox(one_line(shown), hexadecimal, classes, str(piece.id), href)


def one_line(text: str) -> tuple[Run, ...]:
    """A text with its signs, for a box of one line: a line end is its sign alone.

    >>> [(run.text, run.mark) for run in one_line(".\\n")]
    [('.', ''), ('', '↵')]
    """
    return tuple(
        Run("", run.mark, wide=True) if run.text in ("\n", "\r") else run for run in runs(text)
    )


def _text(data: bytes) -> str | None:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return None
