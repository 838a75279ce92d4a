"""Every code point that text may hold, in chunks that an oracle reads in one call."""

from __future__ import annotations

from collections.abc import Iterator

_CHUNK = 0x1000


def every_code_point(before: str = "a", after: str = "b ") -> Iterator[str]:
    """Each character between `before` and `after`, a few thousand to a text."""
    for start in range(0, 0x110000, _CHUNK):
        codes = (code for code in range(start, start + _CHUNK) if not 0xD800 <= code < 0xE000)
        yield "".join(f"{before}{chr(code)}{after}" for code in codes)
