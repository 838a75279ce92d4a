from __future__ import annotations

import pytest

from app.locales import Language
from app.web.i18n import named, preferred


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "es"),
        ("*", "es"),
        ("es-MX,es;q=0.9,en;q=0.8", "es"),
        ("en-US,en;q=0.9", "en"),
        ("EN", "en"),
        ("fr-FR, fr;q=0.9, en;q=0.5", "en"),
        ("ca, gl;q=0.8", "es"),
        ("es;q=0.3, en;q=0.7", "en"),
        ("en;q=0, es;q=0.1", "es"),
        ("en;q=1.5, es", "es"),
        ("en;q=nan", "es"),
        (";;;,,,q=", "es"),
        ("english", "es"),
    ],
)
def test_the_best_language_for_a_header(header: str, language: str) -> None:
    assert preferred(header) == language


@pytest.mark.parametrize(
    ("value", "language"),
    [("es", Language.ES), (" En ", Language.EN), ("fr", None), ("", None), ("es-MX", None)],
)
def test_the_language_an_address_names(value: str, language: Language | None) -> None:
    assert named(value) is language
