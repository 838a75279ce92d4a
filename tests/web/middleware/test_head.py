from __future__ import annotations

import pytest
from starlette.testclient import TestClient


@pytest.mark.parametrize("path", ["/about", "/healthz", "/nowhere"])
def test_head_has_the_status_and_headers_of_get_and_no_body(client: TestClient, path: str) -> None:
    head, get = client.head(path), client.get(path)
    assert head.content == b""
    assert head.status_code == get.status_code
    assert dict(head.headers) == dict(get.headers)
