"""Text that UTF-8 can write: what every way into the pipeline makes of what it is given."""

from __future__ import annotations

import re

_SURROGATES = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """The text with surrogate pairs joined and lone surrogates replaced by U+FFFD.

    >>> well_formed("a\\ud83d\\udc4db\\ud83d") == "a👍b\\ufffd"
    True
    """
    if not _SURROGATES.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
