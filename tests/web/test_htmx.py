from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from app.web.htmx import HtmxRequest, response_headers


@pytest.mark.parametrize(
    ("headers", "fragment"),
    [
        ({}, False),
        ({"HX-Request": "true"}, True),
        ({"HX-Request": "true", "HX-History-Restore-Request": "true"}, False),
        ({"HX-History-Restore-Request": "true"}, False),
    ],
)
def test_a_fragment_is_wanted_by_htmx_but_not_by_its_history(
    headers: dict[str, str], fragment: bool
) -> None:
    assert HtmxRequest.from_headers(Headers(headers)).wants_fragment is fragment


def test_ids_are_read_out_of_tag_and_id() -> None:
    found = HtmxRequest.from_headers(Headers({"HX-Target": "div#results", "HX-Source": "form#cut"}))
    assert (found.target, found.source) == ("results", "cut")


def test_response_headers_leave_out_what_is_not_said() -> None:
    assert response_headers() == {}
    assert response_headers(retarget="#error", reswap="innerHTML") == {
        "HX-Retarget": "#error",
        "HX-Reswap": "innerHTML",
    }


def test_an_address_fits_in_a_header_whatever_it_holds() -> None:
    address = response_headers(replace_url="/?text=ñ\r\nX: 1&a=%20+")["HX-Replace-Url"]
    assert address == "/?text=%C3%B1%0D%0AX:%201&a=%20+"
    assert address.isascii()
