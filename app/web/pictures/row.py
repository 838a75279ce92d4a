"""What pictures are drawn from."""

from __future__ import annotations

from dataclasses import dataclass

from app.web.views.tokens import Chip


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One vocabulary: its name, its count in words, and the first chips of the text."""

    title: str
    count: str
    chips: tuple[Chip, ...]
