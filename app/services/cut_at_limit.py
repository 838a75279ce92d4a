"""An answer cut at a limit of tokens: the text that can be kept, and where a model would stop.

A model stops after exactly N tokens, even when the last one holds only some bytes of a character.
What we keep never ends inside a character (a code point of the text): a partial one is dropped.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from app.errors import N_, InvalidInput
from app.tokenization.budget import Budget
from app.tokenization.graphemes import GRAPHEME
from app.tokenization.pipeline import Tokenizer
from app.tokenization.special_tokens import SpecialPolicy
from app.tokenization.types import Encoding

MAX_LIMIT = 10**6


@dataclass(frozen=True, slots=True)
class CutText:
    """What a limit of `limit` tokens leaves of a text of `total`.

    `kept` is the text up to character `kept_end`; `kept_tokens` tokens lie wholly inside it.
    `mid_character`: the model's last token holds only a part of a character.
    `broken`: the bytes of that part, which no text can show (empty when the part is of a character
    that normalisation had spelled out, such as ½).
    `mid_grapheme`: the cut falls between the code points of what a reader takes for one character
    (a letter and its combining accent, the people of a family emoji).
    """

    limit: int
    total: int
    kept: str
    kept_end: int
    kept_tokens: int
    mid_character: bool
    broken: bytes
    mid_grapheme: bool

    @property
    def is_cut(self) -> bool:
        return self.limit < self.total


def cut_text(
    tokenizer: Tokenizer,
    text: str,
    limit: int,
    specials: SpecialPolicy = SpecialPolicy.AS_TEXT,
    *,
    budget: Budget | None = None,
) -> CutText:
    """Encode the text and cut it after `limit` tokens.

    Raises InvalidInput for an odd limit, and BudgetExceeded.
    """
    if not 0 <= limit <= MAX_LIMIT:
        raise InvalidInput(N_("The limit must be between 0 and %(limit)s tokens."), limit=MAX_LIMIT)
    encoding = tokenizer.encode(text, specials, max_tokens=limit + 1, budget=budget)
    return cut_at_limit(encoding, limit)


def cut_at_limit(encoding: Encoding, limit: int) -> CutText:
    """Cut an encoding after `limit` tokens.

    The encoding must hold one token more than the limit, or all of them: the next token tells
    whether the last one ends inside a character. Raises ValueError otherwise.

    >>> from app.tokenization.types import Token, TokenKind
    >>> def token(piece: bytes, start: int, end: int) -> Token:
    ...     return Token(0, "", piece, start, end, TokenKind.NORMAL, True, 0)
    >>> tokens = (token(b"a\\xc3", 0, 2), token(b"\\xb1", 1, 2))
    >>> found = cut_at_limit(Encoding("añ", tokens, 2), 1)
    >>> found.kept, found.mid_character, found.broken
    ('a', True, b'\\xc3')
    """
    tokens, text = encoding.tokens, encoding.text
    if limit >= encoding.count:
        return CutText(limit, encoding.count, text, len(text), encoding.count, False, b"", False)
    if len(tokens) <= limit:
        raise ValueError(f"{len(tokens)} tokens cannot be cut at {limit}")
    used = tokens[:limit]
    reached = max((token.end for token in used), default=0)
    # The next token starts before the last one ends: they share a character.
    kept_end = min(reached, tokens[limit].start) if used else 0
    joined = b"".join([token.bytes for token in used])
    return CutText(
        limit=limit,
        total=encoding.count,
        kept=text[:kept_end],
        kept_end=kept_end,
        kept_tokens=sum(token.end <= kept_end for token in used),
        mid_character=kept_end < reached,
        broken=_unfinished(joined) if kept_end < reached else b"",
        mid_grapheme=_inside_grapheme(text, kept_end),
    )


def _unfinished(data: bytes) -> bytes:
    """The bytes at the end that begin a character and do not finish it.

    >>> _unfinished("niño".encode()[:3])
    b'\\xc3'
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    decoder.decode(data)
    return decoder.getstate()[0]


def _inside_grapheme(text: str, at: int) -> bool:
    """Whether position `at` stands inside a grapheme cluster.

    >>> _inside_grapheme("e\\u0301l", 1), _inside_grapheme("e\\u0301l", 2)
    (True, False)
    """
    if not 0 < at < len(text):
        return False
    # A space or a newline begins a cluster, so the search can start from the last one.
    start = max(text.rfind("\n", 0, at), text.rfind(" ", 0, at), 0)
    found = next((m for m in GRAPHEME.finditer(text, start) if m.end() >= at), None)
    return found is not None and found.end() > at
