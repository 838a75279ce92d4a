"""Clusters are those of `\\X`, found in linear time."""

from __future__ import annotations

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from app.tokenization.graphemes import GRAPHEME

SPAIN = "🇪🇸"
CHARACTERS = [
    *SPAIN,
    *SPAIN,
    "a",
    "\u0301",
    "\u200d",
    "\u0600",
    "👩",
    "🏽",
    "\u0903",
    "\r",
    "\n",
    "ᄀ",
    "क",
    "\u094d",
]


@given(st.lists(st.sampled_from(CHARACTERS), max_size=20).map("".join))
def test_clusters_are_those_of_the_regex_module(text: str) -> None:
    assert GRAPHEME.findall(text) == regex.findall(r"\X", text)


@pytest.mark.parametrize(
    ("text", "clusters"),
    [
        (SPAIN * 500_000, 500_000),
        ("\u0600" + SPAIN * 500_000, 500_000),
        ("a" + "\u0301\u0323" * 500_000, 1),
        ("👩\u200d" * 500_000, 1),
    ],
    ids=["flags", "flags after a prefix", "marks", "joiners"],
)
def test_a_million_characters_take_linear_time(text: str, clusters: int) -> None:
    assert sum(1 for _ in GRAPHEME.finditer(text)) == clusters
