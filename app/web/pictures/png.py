"""The picture of a link: coloured tokens as a PNG of 1200 by 630, the size that previews ask for.

The server draws it with a font of its own, so that it looks the same everywhere. The grid is the
page's: every letter one column, a split character as wide as its bytes. A character that the font
does not have is a small box with its code point: still itself, not a shape that stands for many.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from unicodedata import combining

from PIL import Image, ImageDraw, ImageFont

from app.web.pictures.palette import LIGHT
from app.web.pictures.row import PictureRow
from app.web.views.tokens import Chip

WIDTH, HEIGHT = 1200, 630
MARGIN = 48
HEADER = 96
TITLE = 44
LINE, CHIP = 54, 46
TEXT, SMALL, LABEL = 34, 17, 26
MAX_ROWS = 3
MAX_LINES = 120
"""Lines of tokens in a picture as tall as its text."""

_FONT = Path(__file__).parent / "fonts" / "DejaVuSansMono.ttf"
_DRAWING = Lock()
"""FreeType faces are shared and must not be used by two threads at once."""


@dataclass(frozen=True, slots=True)
class _Glyph:
    """What is drawn in one place: a character over the bytes of its tokens, `columns` wide."""

    text: str
    colours: tuple[int, ...]
    labels: tuple[str, ...] = ()
    starts: bool = False
    faint: bool = False

    @property
    def columns(self) -> int:
        return max(1, len(self.labels), (len(self.text) + 1) // 2)


def draw(rows: Sequence[PictureRow], more: str = "") -> bytes:
    """The picture as PNG bytes. `more` is said at the bottom (vocabularies there was no room for)."""
    shown = rows[:MAX_ROWS]
    bottom = HEIGHT - MARGIN - (SMALL if more else 0)
    height = (bottom - HEADER) // max(1, len(shown))
    return _drawn(shown, [height - 12] * len(shown), HEIGHT, more)


def draw_tall(rows: Sequence[PictureRow], more: str = "") -> bytes:
    """All rows, as tall as their texts need, within `MAX_LINES` lines in all; PNG bytes."""
    room = max(1, MAX_LINES // max(1, len(rows)))
    with _DRAWING:
        columns = _columns()
    heights = []
    for row in rows:
        lines = max((line for line, _, _ in _placed(row.chips, columns, room)), default=0) + 1
        heights.append(TITLE + lines * LINE + 8)
    return _drawn(rows, heights, HEADER + sum(heights) + 12 * len(rows) + MARGIN + SMALL, more)


def _drawn(rows: Sequence[PictureRow], heights: Sequence[int], height: int, more: str) -> bytes:
    """The rows one under another, each in a card of its height."""
    image = Image.new("RGB", (WIDTH, height), LIGHT.page)
    canvas = ImageDraw.Draw(image)
    with _DRAWING:
        _brand(canvas)
        top = HEADER
        for row, tall in zip(rows, heights, strict=True):
            _row(canvas, row, top, tall)
            top += tall + 12
        canvas.text((MARGIN, height - MARGIN), more, LIGHT.muted, _font(SMALL))
    png = io.BytesIO()
    image.quantize(64).save(png, "PNG", optimize=True)
    return png.getvalue()


def _brand(canvas: ImageDraw.ImageDraw) -> None:
    font = _font(LABEL)
    left = MARGIN
    for part, colour in (("Token", LIGHT.chips[0]), ("ario", LIGHT.chips[3])):
        width = round(font.getlength(part)) + 12
        canvas.rounded_rectangle((left, 32, left + width, 72), 8, colour)
        canvas.text((left + 6, 52), part, LIGHT.ink, font, anchor="lm")
        left += width + 2


def _row(canvas: ImageDraw.ImageDraw, row: PictureRow, top: int, height: int) -> None:
    """A card with the title, the count, and as many lines of chips as have room."""
    canvas.rounded_rectangle(
        (MARGIN, top, WIDTH - MARGIN, top + height), 12, LIGHT.card, LIGHT.edge
    )
    middle = top + 28
    canvas.text((MARGIN + 20, middle), row.title[:40], LIGHT.muted, _font(LABEL), anchor="lm")
    canvas.text((WIDTH - MARGIN - 20, middle), row.count, LIGHT.ink, _font(LABEL), anchor="rm")
    advance, columns = _advance(), _columns()
    lines = (height - TITLE + LINE - CHIP - 4) // LINE
    placed = _placed(row.chips, columns, max(1, lines))
    for line, column, glyph in placed:
        _glyph(canvas, glyph, MARGIN + 20 + column * advance, top + TITLE + line * LINE, advance)


def _advance() -> int:
    """The width of a column."""
    return round(_font(TEXT).getlength("m"))


def _columns() -> int:
    """The columns of a line."""
    return (WIDTH - 2 * MARGIN - 40) // _advance()


def _placed(chips: Sequence[Chip], columns: int, lines: int) -> Iterator[tuple[int, int, _Glyph]]:
    """Line and column of each glyph; where the lines end, the last place holds “…”.

    >>> from app.web.views.tokens import Run
    >>> chips = [Chip("token", "c0", (Run("abc"),)), Chip("token", "c1", (Run("d"),))]
    >>> [(line, column, glyph.text) for line, column, glyph in _placed(chips, 2, 2)]
    [(0, 0, 'a'), (0, 1, 'b'), (1, 0, 'c'), (1, 1, 'd')]
    >>> [(line, column, glyph.text) for line, column, glyph in _placed(chips, 3, 1)]
    [(0, 0, 'a'), (0, 1, 'b'), (0, 2, '…')]
    """
    glyphs = [glyph for chip in chips for glyph in _glyphs(chip)]
    line = column = 0
    for number, glyph in enumerate(glyphs):
        if column + glyph.columns > columns:
            line, column = line + 1, 0
        last = line == lines - 1
        if line == lines:
            return
        ends_here = number == len(glyphs) - 1
        if last and not ends_here and column + glyph.columns + 1 > columns:
            yield line, column, _Glyph("…", (), faint=True)
            return
        yield line, column, glyph
        column += columns if glyph.text == "↵" else glyph.columns


def _glyphs(chip: Chip) -> Iterator[_Glyph]:
    """A chip character by character; combining marks stay with their letter."""
    if chip.kind == "split":
        colours = tuple(_colour(part.css) for part in chip.parts for _ in part.labels)
        labels = tuple(label for part in chip.parts for label in part.labels)
        text = "".join(run.mark or run.text for run in chip.runs)
        yield _Glyph(text, colours, labels, starts=chip.starts)
        return
    colours = (_colour(chip.css),) if chip.css else ()
    starts = chip.starts
    for run in chip.runs:
        for text in [run.mark] if run.mark else _clusters(run.text):
            yield _Glyph(text, colours, starts=starts, faint=bool(run.mark) or not chip.css)
            starts = False


def _clusters(text: str) -> list[str]:
    """Letters with their combining marks.

    >>> len(_clusters("nin\\u0303o"))
    4
    """
    found: list[str] = []
    for char in text:
        if found and combining(char):
            found[-1] += char
        else:
            found.append(char)
    return found


def _colour(css: str) -> int:
    """The number in a chip's colour class.

    >>> _colour("c4 special")
    4
    """
    return int(css.split()[0][1:])


def _glyph(canvas: ImageDraw.ImageDraw, glyph: _Glyph, left: int, top: int, advance: int) -> None:
    """The background in the colours of its tokens, the character, and the bytes under it."""
    width = glyph.columns * advance
    part = width / max(1, len(glyph.colours))
    for number, colour in enumerate(glyph.colours):
        start = left + number * part
        canvas.rectangle((start, top, start + part - 1, top + CHIP), LIGHT.chips[colour])
    if glyph.starts:
        canvas.line((left, top, left, top + CHIP), LIGHT.card, 2)
    middle = top + CHIP // 2 - (9 if glyph.labels else 0)
    _character(canvas, glyph, left + width // 2, middle)
    for number, label in enumerate(glyph.labels):
        at = left + number * advance + advance // 2
        canvas.text((at, top + CHIP - 10), label[:2], LIGHT.ink, _font(SMALL), anchor="mm")


def _character(canvas: ImageDraw.ImageDraw, glyph: _Glyph, x: int, y: int) -> None:
    colour = LIGHT.muted if glyph.faint else LIGHT.ink
    if len(glyph.text) == 1 and not has_glyph(glyph.text):
        code = f"{ord(glyph.text):04X}"
        half = len(code) // 2
        for line, digits in enumerate((code[:half], code[half:])):
            canvas.text((x, y - 8 + 15 * line), digits, LIGHT.ink, _font(SMALL - 4), anchor="mm")
        canvas.rectangle((x - 10, y - 16, x + 10, y + 15), outline=LIGHT.edge)
        return
    named = len(glyph.text) > 1 and glyph.faint
    font = _font(SMALL if named else LABEL - 4 if glyph.labels else TEXT)
    canvas.text((x, y), glyph.text, colour, font, anchor="mm")


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONT, size, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=4_096)
def has_glyph(char: str) -> bool:
    """Whether the font can draw a character.

    >>> has_glyph("ñ"), has_glyph("Ж"), has_glyph("漢"), has_glyph("🙂")
    (True, True, False, False)
    """
    font = _font(SMALL)
    mask, missing = font.getmask(char), font.getmask("\uffff")
    return mask.size != missing.size or bytes(mask) != bytes(missing)
