"""The pictures of the README, taken anew: `python -m tests.browser.screenshots [NAME...]`.

Starts the application, opens each page of `SHOTS` in Chromium in light and dark, and writes
`.readme/<name>-<theme>.png` with few colours, so that none passes `LARGEST` bytes. A new page is one
more line of `SHOTS`; `tests/test_docs.py` holds the README to them.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from app.settings import Settings
from tests.benchmarks.peers import copy_of_mbert
from tests.browser.conftest import FLAGS, LiveServer, chromium_path

FOLDER = Path(__file__).parents[2] / ".readme"
LARGEST = 150_000
COLOURS = 128

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, Theme] = ("light", "dark")
DESKTOP, PHONE = 1280, 390


@dataclass(frozen=True, slots=True)
class Shot:
    """A page at a width (CSS pixels), as tall as what it should show."""

    name: str
    address: str
    height: int
    width: int = DESKTOP

    def file(self, theme: Theme) -> Path:
        return FOLDER / f"{self.name}-{theme}.png"


def _address(path: str, **values: str) -> str:
    """
    >>> _address("/steps", lang="es", text="dámelo")
    '/steps?lang=es&text=d%C3%A1melo'
    """
    return f"{path}?{urlencode(values)}"


SPANISH = "¡Qué sorpresa! La niña desenvolvió 3 regalos y un pingüino. 🎁"
ENGLISH = "Surprise! The penguin unwrapped 1234 cafés for the naïve. 🎁"
FOUR = "o200k_base,gpt2,bert-base-multilingual-cased,xlm-roberta-base"
CODE = "for i in range(1234567):\n    print(2026, 'añadir')"

SHOTS: tuple[Shot, ...] = (
    Shot("playground", _address("/", model=FOUR, lang="es", text=SPANISH), 1000),
    Shot("playground-phone", _address("/", model=FOUR, lang="en", text=ENGLISH), 844, PHONE),
    Shot("train", _address("/train", lang="es", step="7"), 1000),
    Shot("train-phone", _address("/train", lang="en", step="7"), 844, PHONE),
    Shot("steps", _address("/steps", model="cl100k_base", text="dámelo", step="3", lang="es"), 960),
    Shot("words", _address("/words", lang="es"), 880),
    Shot("splits", _address("/splits", lang="en", text=CODE), 900),
    Shot("vocabulary", _address("/vocabularies/gpt2", lang="en"), 900),
    Shot(
        "embed", _address("/embed/tokenize", model="gpt2,o200k_base", lang="en", text=ENGLISH), 450
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.browser.screenshots")
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these pictures")
    names = parser.parse_args().names
    unknown = {*names} - {shot.name for shot in SHOTS}
    if unknown:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}")
    FOLDER.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        copy_of_mbert(Path(folder))
        settings = Settings(
            vocabulary_dir=Path(folder),
            database_url=f"sqlite:///{Path(folder) / 'pictures.sqlite3'}",
            log_level="error",
        )
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        with LiveServer(settings) as server:
            for shot in SHOTS:
                if not names or shot.name in names:
                    _take(shot, server, browser)
        browser.close()


def _take(shot: Shot, server: LiveServer, browser: Browser) -> None:
    for theme in THEMES:
        context = browser.new_context(
            base_url=server.url,
            viewport={"width": shot.width, "height": shot.height},
            color_scheme=theme,
            reduced_motion="reduce",
        )
        page = context.new_page()
        answer = page.goto(shot.address, wait_until="networkidle")
        if answer is None or answer.status != 200:
            raise SystemExit(f"{shot.address} did not open")
        picture = with_few_colours(_without_scroll_bar(page, shot))
        context.close()
        if len(picture) > LARGEST:
            raise SystemExit(f"{shot.name} has {len(picture):,} bytes; the most is {LARGEST:,}")
        shot.file(theme).write_bytes(picture)
        sys.stdout.write(f"{shot.file(theme).name}: {len(picture):,} bytes\n")


def _without_scroll_bar(page: Page, shot: Shot) -> bytes:
    """The page at the width asked for, without the strip that it keeps free for a scroll bar."""
    strip = shot.width - page.evaluate("document.body.offsetWidth")
    page.set_viewport_size({"width": shot.width + strip, "height": shot.height})
    return page.screenshot(clip={"x": 0, "y": 0, "width": shot.width, "height": shot.height})


def with_few_colours(png: bytes) -> bytes:
    """The same picture with a palette: a page has few colours, and the file is a fraction."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    small = picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    written = io.BytesIO()
    small.save(written, "PNG", optimize=True)
    return written.getvalue()


if __name__ == "__main__":
    main()
