"""What a private link opens: its texts are posted, and no address of the answer holds them."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote, unquote

import pytest
from bs4 import BeautifulSoup
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.services.link_state import PageState, read_query
from app.services.page_kinds import PAGES

TYPED = "secreto ya"


@dataclass(frozen=True)
class Kind:
    """A page, what its address says, and what is posted to it."""

    path: str
    query: str
    posted: dict[str, str]
    fragment: str
    shows: str


KINDS = (
    Kind(
        "/steps",
        "model=cl100k_base&step=2",
        {"text": TYPED},
        "v=1&text=secreto%20ya",
        ".player-say",
    ),
    Kind(
        "/train",
        "algorithm=bpe&merges=3&step=2",
        {"corpus": TYPED * 3, "text": TYPED},
        "v=1&corpus=secreto%20yasecreto%20yasecreto%20ya&text=secreto%20ya",
        ".player-say",
    ),
    Kind(
        "/train",
        "algorithm=unigram&size=30",
        {"corpus": TYPED * 3, "word": "ya"},
        "v=1&word=ya&corpus=secreto%20yasecreto%20yasecreto%20ya",
        ".player-say",
    ),
    Kind("/splits", "", {"text": TYPED}, "v=1&text=secreto%20ya", ".split-parts li"),
    Kind(
        "/words",
        "model=gpt2",
        {"words": TYPED, "model": "gpt2"},
        "v=1&words=secreto%20ya",
        ".aligned",
    ),
)
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.path}?{kind.query}")


def addresses(page: BeautifulSoup) -> list[str]:
    return [
        str(element[name])
        for name in ("href", "action", "src", "hx-get", "hx-post", "data-href", "data-address")
        for element in page.select(f"[{name}]")
    ]


@each_kind
def test_the_texts_are_shown_and_in_no_address_but_after_the_sharp(
    site: TestClient, kind: Kind
) -> None:
    answer = site.post(
        f"{kind.path}?v=1&lang=en&{kind.query}", data={**kind.posted, "private": "1"}
    )
    assert answer.status_code == 200 and str(answer.url).endswith(kind.query)
    page = BeautifulSoup(answer.text, "html.parser")
    assert page.select_one(kind.shows)
    found = addresses(page)
    assert not [one for one in found if "secreto" in unquote(one.partition("#")[0])]
    note = page.select_one("[data-private=said]")
    assert note is not None and not note.has_attr("hidden")
    again = str(note["data-address"])
    assert again.partition("#")[2] == kind.fragment
    flag = page.select_one("[name=private]")
    assert flag is not None and flag["value"] == "1"
    assert "og:title" in answer.text and "secreto" not in str(page.select("meta, link"))
    # The share panel makes its links of what the page knows.
    state = page.select_one(".share-open [name=state]")
    assert state is not None and "secreto" in str(state["value"])
    # And that address, with the fragment's texts posted, is the same page.
    path, _, query = again.partition("#")[0].partition("?")
    texts = dict(PageState(path[1:], read_query(path[1:], kind.fragment).state.values).values)
    same = site.post(f"{path}?{query}", data={**kind.posted, **texts, "private": "1"})
    assert same.text == answer.text


@each_kind
def test_without_its_text_the_page_shows_an_example_and_says_nothing_of_private_links(
    site: TestClient, kind: Kind
) -> None:
    page = BeautifulSoup(site.get(f"{kind.path}?v=1&{kind.query}").text, "html.parser")
    note = page.select_one("[data-private=said]")
    assert note is not None and note.has_attr("hidden") and note.has_attr("data-address")


@pytest.mark.parametrize(
    ("path", "name"), [("/steps", "text"), ("/splits", "text"), ("/words", "words")]
)
@pytest.mark.parametrize("private", ["0", "1"])
def test_a_text_over_the_limit_stays_in_its_box(
    site: TestClient, path: str, name: str, private: str
) -> None:
    long = "sol y mar " * 250
    answer = site.post(f"{path}?lang=en", data={name: long, "private": private})
    assert answer.status_code == 413
    page = BeautifulSoup(answer.text, "html.parser")
    problem, box = page.select_one("[role=alert].notice-error"), page.select_one(f"#{name}")
    assert problem is not None and "2,500" in problem.text
    assert box is not None and box.get_text()[1:] == long
    assert not [one for one in addresses(page) if "sol" in one]


def test_the_player_asks_for_a_frame_with_the_text_in_the_form(site: TestClient) -> None:
    headers = {"HX-Request": "true", "HX-Target": "player"}
    for kind in KINDS[:3]:
        query = kind.query if "step=" in kind.query else f"{kind.query}&step=1"
        posted = {**kind.posted, "private": "1"}
        frame = site.post(f"{kind.path}?v=1&lang=en&{query}", data=posted, headers=headers)
        assert frame.status_code == 200
        assert frame.text.lstrip().startswith('<p class="player-say"')


def test_what_a_private_corpus_taught_is_taken_away_by_the_run_alone(site: TestClient) -> None:
    kind = KINDS[1]
    answer = site.post(f"/train?v=1&lang=en&{kind.query}", data={**kind.posted, "private": "1"})
    page = BeautifulSoup(answer.text, "html.parser")
    file = next(str(link["href"]) for link in page.select("a[download]"))
    assert "run=" in file
    assert site.get(file).json()["model"]["type"] == "BPE"
    encode = page.select_one("form.train-encode")
    assert encode is not None
    sent = {"text": "ya ya", "private": "1"}
    cut = site.post(str(encode["action"]), data=sent, headers={"HX-Request": "true"})
    assert cut.status_code == 200
    address, _, fragment = cut.headers["HX-Replace-Url"].partition("#")
    assert "merges=3" in address and "run=" not in address and "secreto" not in address
    assert fragment.startswith("v=1&corpus=secreto") and fragment.endswith("&text=ya%20ya")


def test_training_again_from_a_private_page_stays_private(site: TestClient) -> None:
    typed = {"corpus": TYPED * 4, "algorithm": "bpe", "merges": "2", "private": "1"}
    run = site.post("/train/stream", data=typed, headers={"HX-Request": "true"})
    section = BeautifulSoup(run.text, "html.parser").select_one("[data-address]")
    assert section is not None
    address, _, fragment = str(section["data-address"]).partition("#")
    assert "secreto" not in address and "secreto" in fragment


def test_ids_stay_after_the_sharp(site: TestClient) -> None:
    typed = {"model": "gpt2", "ids": "464 3797", "private": "1"}
    answer = site.post("/decode?lang=en", data=typed, headers={"HX-Request": "true"})
    assert answer.headers["HX-Replace-Url"] == "/decode?v=1&model=gpt2&lang=en#v=1&ids=464,3797"
    cut = BeautifulSoup(answer.text, "html.parser").select_one("a[href^='/?']")
    assert cut is not None and str(cut["href"]).endswith("#v=1&text=The%20cat")
    whole = BeautifulSoup(site.post("/decode?lang=en", data=typed).text, "html.parser")
    assert not [one for one in addresses(whole) if "464" in one.partition("#")[0]]


BOXES = (("steps", "text"), ("splits", "text"), ("words", "words"), ("train", "corpus"))
texts = st.text(
    st.characters(exclude_characters="\0", exclude_categories=["Cs"])
    | st.sampled_from("\r\n\t +%#&=;\u0301\u200d\ufeff\u00a0👩ñ"),
    max_size=40,
)


@pytest.mark.parametrize(("page", "name"), BOXES)
@given(text=texts)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_comes_back_from_a_private_link(
    site: TestClient, page: str, name: str, text: str
) -> None:
    query, fragment = PageState.of(page, **{name: text}).private()
    typed = dict(read_query(page, fragment).state.values)
    assert typed == {name: text}
    # As private_link.js posts what is after the sharp.
    sent = {**typed, **{f"exact-{known}": quote(said) for known, said in typed.items()}}
    answer = site.post(f"{PAGES[page].path}?{query}", data={**sent, "private": "1"})
    shown = BeautifulSoup(answer.text, "html.parser")
    box, exact = shown.select_one(f"#{name}"), shown.select_one(f"[name=exact-{name}]")
    assert box is not None
    in_box = box.get_text().removeprefix("\n")
    assert (unquote(str(exact["value"])) if exact else in_box) == text
    note = shown.select_one("[data-private=said]")
    assert note is not None
    if again := str(note["data-address"]).partition("#")[2]:
        assert read_query(page, again).state.get(name) == text
