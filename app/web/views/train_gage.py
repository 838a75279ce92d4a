"""One frame of Gage's compressor: the stream of bytes, the table, and what they cost together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.services.training_request import GageRun
from app.tokenization.bpe.gage import ENTRY_BYTES
from app.tokenization.well_formed import well_formed
from app.web.views.step_words import spelled

STREAM_SHOWN = 420
TABLE_SHOWN = 30


@dataclass(frozen=True, slots=True)
class ByteCell:
    """A byte of the stream: `text` is its letter when it has one, `code` when the table explains
    it, `lit` when this step wrote it."""

    hex: str
    text: str
    code: bool
    lit: bool


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the table: the code, the two bytes it stands for, and all they expand to."""

    number: int
    code: str
    left: str
    right: str
    expansion: str
    count: int
    href: str
    current: bool


@dataclass(frozen=True, slots=True)
class GageFrame:
    """What changes from frame to frame. `whole` is True when decompressing gave back the text."""

    stream: tuple[ByteCell, ...]
    hidden: int
    table: tuple[TableRow, ...]
    table_hidden: int
    size: int
    table_bytes: int
    original: int
    whole: bool


def gage_frame(run: GageRun, number: int, original: str, link: Callable[[int], str]) -> GageFrame:
    """Draw the data after `number` replacements. `original` is the text that was compressed."""
    data = run.model.after(number)
    codes = {step.code: step for step in run.steps[:number]}
    current = run.steps[number - 1].code if number else None
    first = max(0, min(number - TABLE_SHOWN // 2, len(codes) - TABLE_SHOWN))
    rows = list(codes.values())[first : first + TABLE_SHOWN]
    before = well_formed(original).encode()
    return GageFrame(
        stream=tuple(
            ByteCell(
                f"{byte:02X}",
                chr(byte) if 0x21 <= byte < 0x7F else "·" if byte == 0x20 else "",
                byte in codes,
                byte == current,
            )
            for byte in data[:STREAM_SHOWN]
        ),
        hidden=max(0, len(data) - STREAM_SHOWN),
        table=tuple(
            TableRow(
                step.number,
                f"{step.code:02X}",
                f"{step.left:02X}",
                f"{step.right:02X}",
                spelled(step.expansion[:60]),
                step.replaced,
                link(step.number),
                step.code == current,
            )
            for step in rows
        ),
        table_hidden=len(codes) - len(rows),
        size=len(data),
        table_bytes=ENTRY_BYTES * len(codes),
        original=len(before),
        whole=run.model.after(0) == before,
    )
