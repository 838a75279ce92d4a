"""The page of a token, where it has none."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from starlette.testclient import TestClient


@pytest.mark.parametrize("written", ["abc", "-1", "1.5", "٣", "0x10", "12345678901"])
def test_what_is_no_id_is_no_page(site: TestClient, written: str) -> None:
    response = site.get(f"/vocabularies/gpt2/tokens/{written}?lang=en")
    assert response.status_code == 404
    said = BeautifulSoup(response.text, "html.parser").select_one("main")
    assert said is not None
    # No other id is named in its place.
    assert "There is nothing at this address" in said.text


def test_an_id_past_the_last_one_says_which_there_are(site: TestClient) -> None:
    response = site.get("/vocabularies/gpt2/tokens/50257?lang=en")
    assert response.status_code == 404
    assert "ids from 0 to 50256" in response.text
