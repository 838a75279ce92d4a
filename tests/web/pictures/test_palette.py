"""The colours of pictures are those of the page."""

from __future__ import annotations

import re
from dataclasses import asdict

import pytest

from app.web.assets import resource_dir
from app.web.pictures.palette import DARK, LIGHT, Palette


@pytest.mark.parametrize(("palette", "column"), [(LIGHT, 0), (DARK, 1)], ids=["light", "dark"])
def test_colours_are_those_of_the_page(palette: Palette, column: int) -> None:
    css = (resource_dir("static") / "css" / "tokens.css").read_text(encoding="utf-8")
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", css)
    page = {name: colours[column] for name, *colours in pairs}
    chips = tuple(page[f"c{number}"] for number in range(6))
    named = {name: page[name] for name in ("page", "card", "ink", "muted", "edge")}
    assert asdict(palette) == {**named, "chips": chips}
