"""The picture of a link: size, palette, what is cut, and characters that the font does not have."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from app.tokenization.types import Encoding, Token, TokenKind
from app.web.pictures import png
from app.web.pictures.palette import LIGHT
from app.web.pictures.png import HEADER, LINE, MAX_LINES, draw, draw_tall
from app.web.pictures.row import PictureRow
from app.web.views.tokens import Chip, Run, chips


def encoding(*pieces: str) -> Encoding:
    """A text cut into these pieces, one token each."""
    tokens, at = [], 0
    for number, piece in enumerate(pieces):
        end = at + len(piece)
        tokens.append(
            Token(number, piece, piece.encode(), at, end, TokenKind.NORMAL, False, number)
        )
        at = end
    return Encoding("".join(pieces), tuple(tokens), len(tokens))


def row(*pieces: str, title: str = "GPT-2", count: str = "3 tokens") -> PictureRow:
    read = encoding(*pieces)
    return PictureRow(title, count, tuple(chips(read, 0, len(read.text))))


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def colours(image: Image.Image) -> set[str]:
    found = image.getcolors(maxcolors=1_000_000)
    assert found is not None
    return {f"#{bytes(colour).hex()}" for _, colour in found if isinstance(colour, tuple)}


@pytest.mark.parametrize("rows", [0, 1, 2, 3, 7])
def test_the_size_that_previews_ask_for(rows: int) -> None:
    png = draw([row("El", " ni", "ño")] * rows, "+ 4" if rows > 3 else "")
    assert opened(png).size == (1200, 630)
    assert len(png) < 100_000


def test_neighbouring_tokens_have_their_colours() -> None:
    assert colours(opened(draw([row("abc", "def", "ghi", "jkl", "mno", "pqr")]))) >= set(
        LIGHT.chips
    )


def test_the_same_link_gives_the_same_bytes() -> None:
    assert draw([row("a", "b")]) == draw([row("a", "b")])
    assert draw([row("a", "b")]) != draw([row("ab")])


def test_a_split_character_has_the_colours_of_its_tokens() -> None:
    split = [
        Token(id, "x", raw, 0, 1, TokenKind.NORMAL, True, 0)
        for id, raw in enumerate([b"\xc2", b"\xa1"])
    ]
    read = Encoding("¡", tuple(split), 2)
    drawn = opened(draw([PictureRow("GPT-2", "2", tuple(chips(read, 0, 1)))]))
    top = png.HEADER + png.TITLE
    left = png.MARGIN + 20
    strip = drawn.crop((left, top, left + 48, top + png.CHIP))
    assert {LIGHT.chips[0], LIGHT.chips[1]} <= colours(strip)


@pytest.mark.parametrize("text", ["漢字", "🙂", "\U0010fffd", "ﷺ", "\ufffd", "a\u0301\u0302", "\0"])
def test_characters_that_the_font_lacks_are_told_apart(text: str) -> None:
    other = chr(ord(text[0]) ^ 1)
    assert draw([row(text)]) != draw([row(other)])


def test_a_long_text_ends_in_an_ellipsis_and_takes_no_longer() -> None:
    long = row(*["palabra "] * 5_000)
    assert draw([long]) == draw([row(*["palabra "] * 500)])
    assert draw([long]) != draw([row(*["palabra "] * 20)])


def test_a_new_line_starts_a_line() -> None:
    def bottom(*pieces: str) -> int:
        """The lowest row of pixels with the colour of a chip."""
        image = opened(draw([row(*pieces)]))
        wanted = {tuple(bytes.fromhex(colour[1:])) for colour in LIGHT.chips}
        pixels = image.load()
        assert pixels is not None
        column = png.MARGIN + 24
        return max(y for y in range(png.HEADER, 600) if pixels[column, y] in wanted)

    assert bottom("a", "\n", "b") == bottom("a", "b") + png.LINE


def test_threads_may_draw_at_once() -> None:
    rows = [row("El", " niño", " juega", " 漢", title=str(number)) for number in range(12)]
    alone = [draw([each]) for each in rows]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda each: draw([each]), rows)) == alone


def test_the_font_comes_with_its_licence() -> None:
    folder = Path(png.__file__).parent / "fonts"
    licence = (folder / "LICENSE-DejaVu.txt").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in licence
    assert {path.suffix for path in folder.iterdir()} == {".ttf", ".txt"}


def test_a_tall_picture_is_as_tall_as_its_text_within_a_bound() -> None:
    def height(words: int, rows: int = 1) -> int:
        chips = tuple(Chip("token", "c0", (Run("palabra "),)) for _ in range(words))
        row = PictureRow("GPT-2", "tokens", chips)
        return Image.open(io.BytesIO(draw_tall([row] * rows))).height

    assert height(1) < height(100) < height(1_000)
    assert height(2_000) == height(20_000) <= HEADER + MAX_LINES * LINE + 500
    assert height(20_000, rows=12) <= HEADER + MAX_LINES * LINE + 12 * 150
