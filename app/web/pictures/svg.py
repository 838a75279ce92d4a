"""Coloured tokens as an SVG picture to download: the grid of the page, drawn with text.

Every letter takes one column and a wide one two, whatever font the reader has (`textLength`); a
split character stands over its bytes, each in its token's colour. Colours are attributes, for
style sheets and scripts are not let into pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width
from xml.sax.saxutils import escape

from app.tokenization.graphemes import GRAPHEME
from app.web.pictures.palette import DARK, LIGHT, Palette
from app.web.pictures.row import PictureRow
from app.web.views.tokens import Chip, Run

COLUMNS = 64
MAX_LINES = 200
COLUMN, LINE, CHIP, MARGIN, HEAD = 10, 40, 34, 20, 34
# What XML 1.0 cannot hold at all, not even as a reference.
_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class _Glyph:
    """What is drawn in one place of the grid, `columns` wide."""

    text: str
    columns: int
    chip: Chip
    starts: bool
    faint: bool
    ends_line: bool = False


def draw_svg(
    rows: Sequence[PictureRow],
    title: str,
    *,
    dark: bool = False,
    more: str = "",
    columns: int = COLUMNS,
) -> str:
    """The picture. `title` is read aloud in its place; `more` is said where a text does not fit.

    >>> row = PictureRow("GPT-2", "1 token", (Chip("token", "c0", (Run("sol"),)),))
    >>> "<title>sol &lt;cut&gt;</title>" in draw_svg([row], "sol <cut>")
    True
    """
    palette = DARK if dark else LIGHT
    body: list[str] = []
    top = MARGIN
    width = 2 * MARGIN + columns * COLUMN
    for row in rows:
        body.append(_label(MARGIN, top + 18, row.title, palette.muted))
        body.append(_label(width - MARGIN, top + 18, row.count, palette.ink, anchor="end"))
        drawn, lines = _chips(row.chips, top + HEAD, columns, palette)
        body += drawn
        top += HEAD + lines * LINE
        if lines == MAX_LINES and more:
            body.append(_label(MARGIN, top + 14, more, palette.muted))
            top += HEAD
        top += 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + MARGIN}" '
        f'viewBox="0 0 {width} {top + MARGIN}" role="img" '
        'font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" font-size="16">'
        f"<title>{_legal(title)}</title>"
        f'<defs><pattern id="unknown" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<path d="M0 6L6 0" stroke="{palette.ink}" stroke-opacity="0.45"/></pattern></defs>'
        f'<rect width="100%" height="100%" fill="{palette.page}"/>' + "".join(body) + "</svg>\n"
    )


@dataclass(slots=True)
class _Box:
    """The background of a token on one line of the grid; it grows with its characters."""

    css: str
    left: float
    top: int
    width: float


def _chips(
    chips: Sequence[Chip], top: int, columns: int, palette: Palette
) -> tuple[list[str], int]:
    """The elements of a row, backgrounds first, and how many lines it takes."""
    boxes: list[_Box] = []
    drawn: list[str] = []
    line = column = 0
    for chip in chips:
        box: _Box | None = None
        for glyph in _glyphs(chip):
            if column and column + glyph.columns > columns:
                line, column, box = line + 1, 0, None
            if line == MAX_LINES:
                return [_box(box, palette) for box in boxes] + drawn, line
            left, y = MARGIN + column * COLUMN, top + line * LINE
            if chip.kind in ("token", "bare"):
                if box is None:
                    box = _Box(chip.css, left, y, 0)
                    boxes.append(box)
                box.width += glyph.columns * COLUMN
            drawn.append(_glyph(glyph, left, y, palette))
            column += glyph.columns
            if glyph.ends_line:
                line, column, box = line + 1, 0, None
    return [_box(box, palette) for box in boxes] + drawn, min(line + (column > 0), MAX_LINES)


def _glyphs(chip: Chip) -> Iterator[_Glyph]:
    """A chip character by character (with its accents); a split one in a single piece."""
    if chip.kind == "split":
        text = "".join(run.mark or run.text for run in chip.runs)
        labels = sum(max(2, len(label)) for part in chip.parts for label in part.labels)
        ends = any(run.text == "\n" for run in chip.runs)
        yield _Glyph(text, max(labels, _columns(text)), chip, chip.starts, False, ends)
        return
    starts = chip.starts
    for run in chip.runs:
        for text in _pieces(run):
            faint = bool(run.mark) or chip.kind == "ghost"
            yield _Glyph(text, _columns(text), chip, starts, faint, run.text == "\n")
            starts = False


def _pieces(run: Run) -> list[str]:
    return [run.mark] if run.mark else GRAPHEME.findall(run.text)


def _columns(text: str) -> int:
    """The columns that a text takes: two for each wide character of East Asia and each emoji.

    >>> _columns("año"), _columns("漢字"), _columns("e\\u0301")
    (3, 4, 1)
    """
    return sum(
        2 if east_asian_width(cluster[0]) in "WF" else 1 for cluster in GRAPHEME.findall(text)
    )


def _glyph(glyph: _Glyph, left: int, top: int, palette: Palette) -> str:
    width = glyph.columns * COLUMN
    chip = glyph.chip
    if chip.kind == "split":
        return _split(glyph, left, top, palette)
    out = [_start(glyph, left, top, palette)]
    out.append(_fitted(glyph.text, left, top + 23, width, palette.ink, faint=glyph.faint))
    if chip.kind == "ghost":
        middle = top + CHIP // 2
        out.append(f'<path d="M{left} {middle}h{width}" stroke="{palette.muted}"/>')
    return "".join(out)


def _split(glyph: _Glyph, left: int, top: int, palette: Palette) -> str:
    """The character above, and below it the bytes of each token on that token's colour."""
    out: list[str] = []
    width = glyph.columns * COLUMN
    labels = [(part.css, label) for part in glyph.chip.parts for label in part.labels]
    share = width / max(1, len(labels))
    for number, (css, label) in enumerate(labels):
        at = round(left + number * share, 2)
        out.append(_box(_Box(css, at, top, round(share, 2)), palette))
        middle = round(at + share / 2, 2)
        out.append(_label(middle, top + CHIP - 4, label, palette.ink, size=11, anchor="middle"))
    out.append(_start(glyph, left, top, palette))
    out.append(_label(left + width / 2, top + 17, glyph.text, palette.ink, anchor="middle"))
    return "".join(out)


def _start(glyph: _Glyph, left: float, top: int, palette: Palette) -> str:
    """The mark where a token begins, so that colour is not alone in saying it."""
    if not glyph.starts:
        return ""
    return f'<path d="M{left} {top}v{CHIP}" stroke="{palette.ink}" stroke-opacity="0.55"/>'


def _box(box: _Box, palette: Palette) -> str:
    """Dashed when special, hatched when unknown."""
    colour, *kinds = box.css.split()
    place = f'x="{box.left}" y="{box.top}" width="{box.width}" height="{CHIP}"'
    outline = f' stroke="{palette.ink}" stroke-dasharray="3 2"' if "special" in kinds else ""
    drawn = f'<rect {place} fill="{palette.chips[int(colour[1:])]}"{outline}/>'
    return drawn + (f'<rect {place} fill="url(#unknown)"/>' if "unknown" in kinds else "")


def _fitted(text: str, left: float, baseline: int, width: float, ink: str, *, faint: bool) -> str:
    """A text made to fill its columns exactly; the signs of what cannot be seen are fainter."""
    opacity = ' fill-opacity="0.75"' if faint else ""
    return (
        f'<text x="{left}" y="{baseline}" textLength="{width}" lengthAdjust="spacingAndGlyphs" '
        f'fill="{ink}"{opacity}>{_legal(text)}</text>'
    )


def _label(x: float, y: int, text: str, ink: str, *, size: int = 15, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{ink}">'
        f"{_legal(text)}</text>"
    )


def _legal(text: str) -> str:
    """A text as XML may hold it.

    >>> _legal("a<b>&\\x00")
    'a&lt;b&gt;&amp;�'
    """
    return escape(_ILLEGAL.sub("\ufffd", text))
