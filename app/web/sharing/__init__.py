"""Pages that can be shared: what stored links, embeds, pictures and oEmbed need to know of each.

`SHARED` has one entry a page kind of `services.link_state.PAGES`. A page joins by a module here that
implements `SharedPage`; everything else (addresses, snippets, storage) is the same for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from app.web.sharing.kinds import EmbedParts, SharedPage, Site, SiteDep
from app.web.sharing.playground import PlaygroundShared
from app.web.sharing.steps import StepsShared
from app.web.sharing.train import TrainShared

SHARED: Mapping[str, SharedPage] = MappingProxyType(
    {"playground": PlaygroundShared(), "steps": StepsShared(), "train": TrainShared()}
)

__all__ = ["SHARED", "EmbedParts", "SharedPage", "Site", "SiteDep"]
