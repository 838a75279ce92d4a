"""The colours of the chips, recomputed: neighbours differ, text can be read, whoever looks.

Difference is CIE76 in CIELAB (D65), also as seen with deuteranopia, protanopia and tritanopia at
full severity (Machado, Oliveira and Fernandes 2009, matrices on linear RGB). Contrast is WCAG 2's.
"""

from __future__ import annotations

import math
import re

import pytest

from app.web.assets import resource_dir

CSS = (resource_dir("static") / "css" / "tokens.css").read_text(encoding="utf-8")

Rgb = tuple[float, float, float]
Matrix = tuple[Rgb, Rgb, Rgb]

SIGHT: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def colours(name: str) -> tuple[str, str]:
    """The light and the dark value of a custom property."""
    found = re.search(rf"--{name}: light-dark\((#\w{{6}}), (#\w{{6}})\);", CSS)
    assert found is not None, name
    return found[1], found[2]


def linear(colour: str) -> Rgb:
    def channel(at: int) -> float:
        value = int(colour[at : at + 2], 16) / 255
        return value / 12.92 if value <= 0.04045 else math.pow((value + 0.055) / 1.055, 2.4)

    return channel(1), channel(3), channel(5)


def times(matrix: Matrix, rgb: Rgb) -> Rgb:
    r, g, b = (sum(a * x for a, x in zip(row, rgb, strict=True)) for row in matrix)
    return r, g, b


def lab(rgb: Rgb) -> Rgb:
    to_xyz: Matrix = (
        (0.4124564, 0.3575761, 0.1804375),
        (0.2126729, 0.7151522, 0.0721750),
        (0.0193339, 0.1191920, 0.9503041),
    )
    clipped: Rgb = (
        min(max(rgb[0], 0), 1),
        min(max(rgb[1], 0), 1),
        min(max(rgb[2], 0), 1),
    )
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        math.cbrt(v / w) if v / w > 216 / 24389 else (24389 / 27 * v / w + 16) / 116
        for v, w in zip(times(to_xyz, clipped), white, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def luminance(colour: str) -> float:
    r, g, b = linear(colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


CHIPS = [colours(f"c{number}") for number in range(6)]


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_neighbouring_chips_differ_for_every_eye(theme: int, sight: str) -> None:
    seen = [lab(times(SIGHT[sight], linear(pair[theme]))) for pair in CHIPS]
    distances = [math.dist(seen[i], seen[(i + 1) % 6]) for i in range(6)]
    assert min(distances) >= 26


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_text_on_chips_can_be_read(theme: int) -> None:
    ink = colours("ink")[theme]
    assert min(contrast(ink, pair[theme]) for pair in CHIPS) >= 7


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    "ground", ["page", "card", "sunken", "accent-soft", "danger-soft", "warn-soft"]
)
def test_words_can_be_read_on_every_ground(ground: str, theme: int) -> None:
    under = colours(ground)[theme]
    assert contrast(colours("ink")[theme], under) >= 7
    for words in ("muted", "accent", "danger"):
        assert contrast(colours(words)[theme], under) >= 4.5, words


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
def test_controls_and_focus_stand_out(theme: int) -> None:
    for ground in ("page", "card"):
        assert contrast(colours("edge")[theme], colours(ground)[theme]) >= 3
        assert contrast(colours("accent")[theme], colours(ground)[theme]) >= 3
    assert contrast(colours("accent-ink")[theme], colours("accent")[theme]) >= 4.5


def test_the_measures_themselves() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert lab(linear("#ffffff")) == pytest.approx((100, 0, 0), abs=0.02)
    assert lab(linear("#ff0000")) == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
