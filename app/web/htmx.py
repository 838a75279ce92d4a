"""What htmx says in a request, read once, and what it understands in a response.

A restored page (Back) comes without `HX-Request`, so a route that sends a fragment only when
`wants_fragment` is true answers history with whole pages by construction.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote

from starlette.datastructures import Headers


@dataclass(frozen=True, slots=True)
class HtmxRequest:
    """`target` and `source` are ids of elements (htmx 4 sends `tag#id`), empty when not given."""

    wants_fragment: bool
    target: str = ""
    source: str = ""

    @classmethod
    def from_headers(cls, headers: Headers) -> HtmxRequest:
        """Read the request headers.

        >>> HtmxRequest.from_headers(Headers({"HX-Request": "true", "HX-Target": "div#tokens"}))
        HtmxRequest(wants_fragment=True, target='tokens', source='')
        >>> HtmxRequest.from_headers(Headers({})).wants_fragment
        False
        """
        restoring = headers.get("hx-history-restore-request") == "true"
        return cls(
            wants_fragment=headers.get("hx-request") == "true" and not restoring,
            target=headers.get("hx-target", "").rpartition("#")[2],
            source=headers.get("hx-source", "").rpartition("#")[2],
        )


def response_headers(
    *, replace_url: str | None = None, retarget: str | None = None, reswap: str | None = None
) -> dict[str, str]:
    """Headers that steer htmx; addresses are escaped so that any text fits in a header.

    >>> response_headers(replace_url="/?text=ñ")
    {'HX-Replace-Url': '/?text=%C3%B1'}
    """
    named = {
        "HX-Replace-Url": quote(replace_url, safe="/?&=%+:;,~-._#") if replace_url else None,
        "HX-Retarget": retarget,
        "HX-Reswap": reswap,
    }
    return {name: value for name, value in named.items() if value}
