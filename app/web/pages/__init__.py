"""Pages that links open: each reads a state, answers it as a page, and says and draws it for others.

`SHARED` has an entry for each kind of page of `services.page_kinds.PAGES` whose states are worth a
link of their own, `EMBEDDED` for those that others frame. A page joins by a module here that
implements `SharedPage` or `EmbeddedPage`; everything else (readable, stored and private links,
embeds, pictures, oEmbed) is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.errors import N_, NotFound
from app.web.pages.decode import DecodeShared
from app.web.pages.kinds import EmbeddedPage, EmbedParts, Opening, SharedPage, Site, SiteDep
from app.web.pages.playground import PlaygroundShared
from app.web.pages.splits import SplitsShared
from app.web.pages.steps import StepsShared
from app.web.pages.train import TrainShared
from app.web.pages.words import WordsShared

EMBEDDED: Mapping[str, EmbeddedPage] = MappingProxyType(
    {"playground": PlaygroundShared(), "steps": StepsShared(), "train": TrainShared()}
)

SHARED: Mapping[str, SharedPage] = MappingProxyType(
    {**EMBEDDED, "splits": SplitsShared(), "words": WordsShared(), "decode": DecodeShared()}
)


def shared(page: str) -> SharedPage:
    """The shared page of that name. Raises NotFound."""
    if page not in SHARED:
        raise NotFound(N_("There is no page of that name to share."))
    return SHARED[page]


def embedded(page: str) -> EmbeddedPage:
    """The embedded page of that name. Raises NotFound."""
    if page not in EMBEDDED:
        raise NotFound(N_("That page of this site cannot be embedded."))
    return EMBEDDED[page]


__all__ = [
    "EMBEDDED",
    "SHARED",
    "EmbedParts",
    "EmbeddedPage",
    "Opening",
    "SharedPage",
    "Site",
    "SiteDep",
    "embedded",
    "shared",
]
