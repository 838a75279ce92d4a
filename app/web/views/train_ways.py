"""The ways to cut a word by probability, and how often each one comes when cuts are drawn.

Training on drawn cuts instead of the best one alone is subword regularization (Kudo 2018); the
temperature is the inverse of its smoothing parameter.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from app.tokenization.unigram.lattice import Lattice
from app.web.train_state import Temperature
from app.web.views.train_words import visible

WAYS_SHOWN = 6
DRAWS = 100


@dataclass(frozen=True, slots=True)
class WayRow:
    """One way to cut the word: its probability at the temperature, and its share of the draws."""

    pieces: tuple[str, ...]
    probability: float
    drawn: int


@dataclass(frozen=True, slots=True)
class Draw:
    """How cuts are drawn; `link` leads to another seed or temperature."""

    seed: int
    temperature: Temperature
    link: Callable[[int, Temperature], str]


@dataclass(frozen=True, slots=True)
class TemperatureLink:
    value: float
    href: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class WaysView:
    """The likeliest ways; `others` is what the rest of them takes together, None where there is none."""

    rows: tuple[WayRow, ...]
    others: WayRow | None
    draws: int
    seed: int
    again: str
    temperatures: tuple[TemperatureLink, ...]


def ways_view(lattice: Lattice, draw: Draw) -> WaysView:
    """Draw `DRAWS` cuts.

    The likeliest ways are the same at every temperature; only how likely they are changes.
    """
    heat = float(draw.temperature)
    whole = lattice.forward(heat)[-1]
    random = Random(draw.seed)  # noqa: S311 - a lesson, not a secret
    drawn = Counter(lattice.sample(random, heat).pieces for _ in range(DRAWS))
    rows = tuple(
        WayRow(
            tuple(map(visible, way.pieces)), math.exp(way.score / heat - whole), drawn[way.pieces]
        )
        for way in lattice.n_best(WAYS_SHOWN)
    )
    others = WayRow(
        (),
        max(0.0, 1 - sum([row.probability for row in rows])),
        DRAWS - sum([row.drawn for row in rows]),
    )
    return WaysView(
        rows=rows,
        others=others if lattice.paths() > len(rows) else None,
        draws=DRAWS,
        seed=draw.seed,
        again=draw.link(draw.seed + 1, draw.temperature),
        temperatures=tuple(
            TemperatureLink(float(one), draw.link(draw.seed, one), one is draw.temperature)
            for one in Temperature
        ),
    )
