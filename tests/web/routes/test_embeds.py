"""Embeds as documents: headers, controls, what a form without script gets."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.shared import cases


def opened(site: TestClient, query: str, path: str = "/embed/tokenize") -> BeautifulSoup:
    answer = site.get(f"{path}?{query}")
    assert answer.status_code == 200
    return BeautifulSoup(answer.text, "html.parser")


def names(page: BeautifulSoup) -> set[str]:
    """The names of the controls that a person sees."""
    return {
        str(field["name"])
        for field in page.select("form [name]")
        if field.get("type") != "hidden" and not field.has_attr("hidden")
    }


@pytest.mark.parametrize("case", cases("forms-embed"), ids=lambda case: str(case["id"]))
def test_shared_cases(site: TestClient, case: dict[str, Any]) -> None:
    if case["id"] == "embed-frame":
        headers = site.get("/embed/tokenize?text=a").headers
        assert "X-Frame-Options" not in headers
        assert headers["Content-Security-Policy"].endswith("frame-ancestors *")
        assert "Set-Cookie" not in headers
        pages = site.get("/").headers["Content-Security-Policy"]
        assert pages.endswith("frame-ancestors 'none'")
    else:
        answer = site.post("/embed/tokenize?lang=en", data={"text": "", "model": "gpt2"})
        assert answer.status_code == 200
        assert "0" in BeautifulSoup(answer.text, "html.parser").select_one(".reading-count").text  # type: ignore[union-attr]


def test_an_operators_list_of_origins(settings: Settings) -> None:
    listed = settings.model_copy(update={"embed_origins": ("https://campus.example",)})
    with TestClient(create_app(listed)) as client:
        policy = client.get("/embed/tokenize?text=a").headers["Content-Security-Policy"]
    assert policy.endswith("frame-ancestors 'self' https://campus.example")


def test_the_first_answer_is_complete(site: TestClient) -> None:
    page = opened(site, "model=gpt2,o200k_base&text=hola")
    assert len(page.select(".reading")) == 2
    assert [chip.text for chip in page.select(".reading")[0].select(".chip")] == ["hol", "a"]


@pytest.mark.parametrize(
    ("show", "seen"),
    [
        ("", {"text", "mode"}),
        ("&show=", set()),
        ("&show=text", {"text"}),
        ("&show=vocabularies,mode", {"model", "mode"}),
        ("&show=text,vocabularies,mode,facts,link", {"text", "model", "mode"}),
    ],
)
def test_the_controls_are_those_asked_for(site: TestClient, show: str, seen: set[str]) -> None:
    page = opened(site, f"model=gpt2&text=hola{show}")
    assert names(page) == seen
    assert bool(page.select(".embed-foot")) is (show == "" or "link" in show)
    assert bool(page.select(".facts")) is ("facts" in show)


def test_locked_controls_keep_their_values(site: TestClient) -> None:
    query = "model=gpt2&text=hola&mode=ids&show=text,vocabularies,mode&lock=text,vocabularies,mode"
    page = opened(site, query)
    assert page.select_one("textarea[readonly]") is not None
    assert len(page.select("fieldset[disabled]")) == 2
    assert page.select("button[type=submit]") == []
    kept = {str(field["name"]): field["value"] for field in page.select("input[type=hidden]")}
    assert (kept["model"], kept["mode"]) == ("gpt2", "ids")


def test_an_unknown_part_is_said(site: TestClient) -> None:
    page = opened(site, "model=gpt2&text=a&show=text,everything&lang=en")
    notice = page.select_one(".results .notice")
    assert isinstance(notice, Tag)
    assert "text, vocabularies, mode, facts, link" in notice.text


def test_a_form_without_script_gets_the_whole_embed_with_its_setting(site: TestClient) -> None:
    setting = "lang=en&theme=dark&show=text&lock="
    answer = site.post(f"/embed/tokenize?{setting}", data={"text": "El niño", "model": "gpt2"})
    page = BeautifulSoup(answer.text, "html.parser")
    assert page.html is not None
    assert (page.html["lang"], page.html["data-theme"]) == ("en", "dark")
    assert names(page) == {"text"}
    assert page.select_one("textarea").text.strip() == "El niño"  # type: ignore[union-attr]
    form = page.select_one("form")
    assert form is not None
    assert form["action"] == "/embed/tokenize?lang=en&theme=dark&show=text&lock="


def test_a_long_text_keeps_the_link_out_short(site: TestClient) -> None:
    answer = site.post(
        "/embed/tokenize?show=link&lang=en",
        data={"text": "ñ" * 5_000, "model": "gpt2"},
        headers={"HX-Request": "true"},
    )
    link = BeautifulSoup(answer.text, "html.parser").select_one(".embed-foot a")
    assert link is not None
    assert link["href"] == "/?v=1&model=gpt2&lang=en"


def test_line_ends_of_a_link_reach_the_tokens(site: TestClient) -> None:
    page = opened(site, "model=gpt2&text=a%0D%0Ab&mode=ids")
    cr, lf = 201, 198
    assert [chip.text for chip in page.select(".chip")] == ["64", str(cr), str(lf), "65"]


def test_a_text_over_the_limit_is_said_inside_the_frame(settings: Settings) -> None:
    small = settings.model_copy(update={"max_text_characters": 10})
    with TestClient(create_app(small)) as client:
        answer = client.get("/embed/tokenize?lang=en&text=" + "a" * 11)
    assert answer.status_code == 413
    assert 'class="embed"' in answer.text


def test_steps_open_at_the_frame_that_is_asked_for(site: TestClient) -> None:
    page = opened(site, "model=gpt2&text=hola&step=3&lang=en", "/embed/steps")
    player = page.select_one("[data-player]")
    assert player is not None
    assert player["data-step"] == "3"


@pytest.mark.parametrize(
    ("show", "seen"),
    [("", {"text", "model"}), ("&show=", set()), ("&show=text", {"text"})],
)
def test_steps_show_the_controls_asked_for(site: TestClient, show: str, seen: set[str]) -> None:
    page = opened(site, f"model=gpt2&text=hola{show}", "/embed/steps")
    bar = BeautifulSoup(str(page.select_one(".embed-bar") or ""), "html.parser")
    assert names(bar) == seen
    assert bool(page.select(".embed-foot")) is (show == "")


def test_every_address_of_the_steps_stays_inside_the_frame(site: TestClient) -> None:
    query = "model=gpt2&text=hola+amigos&show=text&lock=text&lang=en&theme=dark"
    page = opened(site, query, "/embed/steps")
    inside = [
        str(link["href"]) for link in page.select("[data-player] a[href^='/embed/'], a.whole")
    ]
    assert len(inside) >= 6
    for address in inside:
        path, _, asked = address.partition("?")
        assert path == "/embed/steps"
        assert {"show=text", "lock=text", "lang=en", "theme=dark"} <= set(asked.split("&"))
        assert site.get(address).status_code == 200
    others = [str(link["href"]) for link in page.select("main a") if "/embed/" not in link["href"]]
    assert all(address.startswith("/vocabularies/") for address in others)


def test_the_player_of_the_embed_gets_frames_alone(site: TestClient) -> None:
    headers = {"HX-Request": "true", "HX-Target": "player"}
    answer = site.get("/embed/steps?model=gpt2&text=hola&step=2", headers=headers)
    assert answer.text.lstrip().startswith('<p class="player-say"')


def test_a_text_typed_into_the_steps_leads_to_its_address(site: TestClient) -> None:
    answer = site.post(
        "/embed/steps?lang=en&show=text",
        data={"text": "d\u00e1melo", "model": "gpt2"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    there = "/embed/steps?v=1&model=gpt2&lang=en&show=text&text=d%C3%A1melo"
    assert answer.headers["Location"] == there
    assert site.get(there).status_code == 200


def test_steps_keep_how_special_tokens_are_read(site: TestClient) -> None:
    page = opened(site, "model=gpt2&text=a%3C%7Cendoftext%7C%3E&special=1", "/embed/steps")
    assert "2 tokens" in page.get_text(" ", strip=True)
    assert page.select("form input[name=special][value='1']")
    typed = {"text": "b", "model": "gpt2", "special": "1"}
    to = site.post("/embed/steps", data=typed, follow_redirects=False).headers["location"]
    assert to == "/embed/steps?v=1&model=gpt2&special=1&text=b"


def test_stored_steps_open_as_a_page_and_as_an_embed(site: TestClient) -> None:
    state = "v=1&model=gpt2&step=3&text=hola"
    html = site.post("/share/steps?lang=en", data={"state": state, "store": "content"}).text
    link = BeautifulSoup(html, "html.parser").select_one("#share-link")
    assert link is not None
    path = str(link["value"]).removeprefix("http://testserver")
    for address in (path, f"/embed{path}"):
        player = opened(site, "", address).select_one("[data-player]")
        assert player is not None
        assert player["data-step"] == "3"


TRAINING = "algorithm=bpe&corpus=bajo*3+baja*2&merges=4"


def test_training_opens_at_the_frame_that_is_asked_for(site: TestClient) -> None:
    page = opened(site, f"{TRAINING}&step=2&lang=en", "/embed/train")
    player = page.select_one("[data-player]")
    assert player is not None
    assert (player["data-step"], player["data-last"]) == ("2", "4")


@pytest.mark.parametrize(
    ("show", "seen"),
    [
        ("", {"corpus", "algorithm", "merges"}),
        ("&show=", set()),
        ("&show=corpus&lock=corpus", {"corpus"}),
        ("&show=rules", set()),
    ],
)
def test_training_shows_the_controls_asked_for(site: TestClient, show: str, seen: set[str]) -> None:
    page = opened(site, f"{TRAINING}{show}", "/embed/train")
    bar = BeautifulSoup(str(page.select_one(".embed-bar") or ""), "html.parser")
    assert names(bar) == seen
    assert bool(page.select(".train-rules-all")) is ("rules" in show)
    assert bool(page.select(".embed-foot")) is (show == "")


@pytest.mark.parametrize(
    "query",
    [
        TRAINING,
        "algorithm=wordpiece&corpus=bajo*3+baja*2&merges=3",
        "algorithm=unigram&size=20&corpus=bajo*3+baja*2",
        "algorithm=gage&corpus=abababcabc",
    ],
)
def test_every_address_of_the_training_stays_inside_the_frame(site: TestClient, query: str) -> None:
    page = opened(site, f"{query}&show=rules&lang=en&theme=dark", "/embed/train")
    addresses = [str(link["href"]) for link in page.select("main a")]
    assert len(addresses) >= 4
    for address in addresses:
        path, _, asked = address.partition("?")
        assert path == "/embed/train"
        assert {"show=rules", "lang=en", "theme=dark"} <= set(asked.split("&"))
        assert site.get(address).status_code == 200


def test_the_player_of_the_training_gets_frames_alone(site: TestClient) -> None:
    headers = {"HX-Request": "true", "HX-Target": "player"}
    answer = site.get(f"/embed/train?{TRAINING}&step=3", headers=headers)
    assert answer.text.lstrip().startswith('<p class="player-say"')


def test_a_corpus_typed_leads_to_its_address(site: TestClient) -> None:
    answer = site.post(
        "/embed/train?lang=en&show=corpus",
        data={"corpus": "hola hola", "algorithm": "wordpiece", "merges": "3"},
        follow_redirects=False,
    )
    assert answer.status_code == 303
    assert answer.headers["Location"] == (
        "/embed/train?v=1&algorithm=wordpiece&merges=3&lang=en&show=corpus&corpus=hola%20hola"
    )


def test_a_corpus_too_long_for_an_address_is_said(site: TestClient) -> None:
    corpus = " ".join(f"palabra{number}" for number in range(1_500))
    answer = site.post("/embed/train?lang=en", data={"corpus": corpus, "merges": "3"})
    assert answer.status_code == 413
    assert "stored link" in answer.text


@pytest.mark.parametrize("words", [3, 1_500])
def test_stored_training_opens_as_a_page_and_as_an_embed(site: TestClient, words: int) -> None:
    corpus = " ".join(f"palabra{number}" for number in range(words))
    run = site.post(
        "/train/stream", data={"corpus": corpus, "algorithm": "bpe", "merges": "5"}
    ).text
    address = BeautifulSoup(run, "html.parser").select_one("[data-address]")
    assert address is not None
    state = f"{str(address['data-address']).partition('?')[2]}&step=3"
    assert ("run=" in state) is (words > 1_000)
    html = site.post("/share/train?lang=en", data={"state": state, "store": "content"}).text
    link = BeautifulSoup(html, "html.parser").select_one("#share-link")
    assert link is not None
    path = str(link["value"]).removeprefix("http://testserver")
    assert path.startswith("/s/")
    for opened_at in (path, f"/embed{path}"):
        page = opened(site, "lang=en", opened_at.partition("?")[0])
        player = page.select_one("[data-player]")
        assert player is not None
        assert player["data-step"] == "3"
        assert len(str(player["data-href"])) < 8_200
        answer = site.get(str(player["data-href"]).replace("{step}", "4"))
        assert 'data-step="4"' in answer.text


def test_long_stored_training_goes_on_while_its_page_is_open(site: TestClient) -> None:
    corpus = " ".join(f"palabra{number % 7_000}" for number in range(12_000))
    html = site.post(
        "/share/train?lang=en",
        data={"algorithm": "bpe", "merges": "4", "corpus": corpus, "store": "content"},
    ).text
    link = BeautifulSoup(html, "html.parser").select_one("#share-link")
    assert link is not None
    page = site.get(str(link["value"]).removeprefix("http://testserver"))
    assert page.status_code == 200
    assert "run=" in page.text
    assert len(page.text) < 400_000
