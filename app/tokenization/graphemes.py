r"""What a reader takes for one character: extended grapheme clusters (Unicode Standard Annex 29).

`\X` of the `regex` module counts all regional indicators before each place where it may stop, which
takes quadratic time over a run of flags; a pair of them that another one follows is a cluster.
"""

from __future__ import annotations

import regex

_INDICATOR = "[\U0001f1e6-\U0001f1ff]"

GRAPHEME = regex.compile(rf"{_INDICATOR}{{2}}(?={_INDICATOR})|\X")
"""One cluster, when the search begins where a cluster does.

>>> [match[0] for match in GRAPHEME.finditer("e\u0301👍🏽")] == ["e\u0301", "👍🏽"]
True
"""
