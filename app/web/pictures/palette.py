"""The colours of `static/css/tokens.css`, for what is drawn outside style sheets; a test compares them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of one theme; `chips` are those of tokens, by their number."""

    page: str
    card: str
    ink: str
    muted: str
    edge: str
    chips: tuple[str, ...]


LIGHT = Palette(
    page="#fbfbf9",
    card="#ffffff",
    ink="#16181d",
    muted="#565c69",
    edge="#8a8f9a",
    chips=("#a1fccb", "#e6cbfb", "#fba962", "#a8cff7", "#fda1a0", "#dddf75"),
)
DARK = Palette(
    page="#16181d",
    card="#1d2026",
    ink="#f2f3f5",
    muted="#a9afbc",
    edge="#757c8a",
    chips=("#6b3e85", "#5a0022", "#022c5e", "#5a4c0d", "#1c5755", "#58290c"),
)
