"""The syntax of links: pairs as a query, and the values of a query back.

Everything but letters, digits and inner hyphens is percent-encoded, because chat programs and
Markdown end a link at, or rewrite, `( ) [ ] . * _ ~ | '`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import quote, unquote_to_bytes

from app.tokenization.well_formed import well_formed

VERSION = 1
"""The format that links are written in; `app.services.link_state` says which are read."""

LISTS = ("model", "ids")
"""The names whose value is a list with commas."""

_UNSAFE_IN_LIST = re.compile(r"[^A-Za-z0-9_,-]|[_,-]$")


def escaped(value: str) -> str:
    """Percent-encoded so that no auto-linker cuts or rewrites it.

    >>> escaped("f(x) = [1]. *fin*_ ~ |")
    'f%28x%29%20%3D%20%5B1%5D%2E%20%2Afin%2A%5F%20%7E%20%7C'
    >>> escaped("-a-ñ-")
    '-a-%C3%B1%2D'
    """
    written = quote(well_formed(value), safe="")
    written = written.replace("_", "%5F").replace(".", "%2E").replace("~", "%7E")
    return written[:-1] + "%2D" if written.endswith("-") else written


def written_query(pairs: Iterable[tuple[str, str]]) -> str:
    """Pairs as a query of the present format. Ids keep their commas, vocabularies' underscores too.

    >>> written_query([("model", "gpt2,cl100k_base"), ("text", "a_b, c")])
    'v=1&model=gpt2,cl100k_base&text=a%5Fb%2C%20c'
    """
    parts = [f"v={VERSION}"]
    for name, value in pairs:
        if name in LISTS:
            value = _UNSAFE_IN_LIST.sub(lambda match: escaped(match[0]), value)
        else:
            value = escaped(value)
        parts.append(f"{name}={value}")
    return "&".join(parts)


def unquoted(raw: bytes) -> str:
    """What a name or value of a query says; what is no UTF-8 in it is U+FFFD.

    >>> unquoted(b"a+%2B%20%C3%B1"), unquoted(b"%C3")
    ('a + ñ', '�')
    """
    return unquote_to_bytes(raw.replace(b"+", b" ")).decode("utf-8", "replace")


def is_utf8(raw: bytes) -> bool:
    """Whether `unquoted` reads it without loss.

    >>> is_utf8(b"%C3%B1"), is_utf8(b"%C3")
    (True, False)
    """
    try:
        unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        return False
    return True
