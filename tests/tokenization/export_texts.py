"""What exported vocabularies are learned from, and the texts that both programs then cut."""

from __future__ import annotations

CORPUS = """El niño juega en el jardín; la niña juega en el jardín.
Costó 12345 pesetas: ¿cuánto son 67890? «Nada», dijo el viejo.
don't can't it's   espacios    y	tabulador
emoji 😀😀 👩‍👩‍👧 y e\u0301 combinada
"""
TEXTS = [
    CORPUS,
    "",
    " ",
    "el jardín del niño",
    "  dos  espacios  ",
    "línea\n\n\notra\r\nmás",
    "ZÑ 東京 שלום \0 123456789",
    "jardín\u00a0insecable\u2003largo",
    "palabrisima" * 12,
    "fin \n",
    "a\x1cb c\x85d \u200b",
]
