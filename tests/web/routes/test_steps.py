"""The pages of steps, tokens, splits and words, as a browser without JavaScript sees them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup, Tag
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.services.link_state import read_query
from app.services.link_syntax import escaped
from app.settings import Settings

PLAYER = {"HX-Request": "true", "HX-Target": "player"}


@pytest.fixture(scope="session")
def site(shared_app: FastAPI) -> TestClient:
    return TestClient(shared_app)


def get(
    client: TestClient, path: str, status: int = 200, headers: dict[str, str] | None = None
) -> BeautifulSoup:
    response = client.get(path, headers=headers)
    assert response.status_code == status, response.text
    return BeautifulSoup(response.text, "html.parser")


def one(soup: BeautifulSoup | Tag, selector: str) -> Tag:
    found = soup.select_one(selector)
    assert found is not None, selector
    return found


def pieces(soup: BeautifulSoup) -> list[str]:
    return [piece.get_text().strip() for piece in soup.select(".piece-text")]


def steps(vocabulary: str, text: str, **more: int) -> str:
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/steps?v=1&lang=en&model={vocabulary}&text={quote(text)}{rest}"


@pytest.mark.parametrize(
    ("vocabulary", "last", "shown"),
    [
        ("cl100k_base", 5, ["d", "ám", "elo"]),
        ("llama-2", 5, ["▁d", "ám", "elo"]),
        ("xlm-roberta-base", 10, ["▁dám", "elo"]),
    ],
)
def test_the_last_frame_shows_the_tokens(
    site: TestClient, vocabulary: str, last: int, shown: list[str]
) -> None:
    soup = get(site, steps(vocabulary, "dámelo", step=last))
    assert pieces(soup) == shown
    assert one(soup, "[data-player]")["data-last"] == str(last)


def test_a_frame_has_an_address_and_links_to_its_neighbours(site: TestClient) -> None:
    soup = get(site, steps("cl100k_base", "dámelo", step=3))
    assert one(soup, "[data-player-say]").get_text().startswith("“el” and “o” become “elo”")
    assert pieces(soup) == ["d", "á", "m", "el", "o"]
    assert [joint.get_text(" ", strip=True) for joint in soup.select(".joint")] == [
        "× not in the table",
        "rank 36,334",
        "rank 28,226",
        "rank 20,782",
    ]
    address = "/steps?v=1&model=cl100k_base&lang=en&text=d%C3%A1melo"
    assert one(soup, "[data-player-go=previous]")["href"] == f"{address}&step=2"
    assert one(soup, "[data-player-go=next]")["href"] == f"{address}&step=4"
    wins = one(soup, ".step-pairs tr.wins").get_text(" ", strip=True)
    assert wins.startswith("20,782 el + o elo")


def test_the_player_gets_the_frame_alone(site: TestClient) -> None:
    soup = get(site, steps("cl100k_base", "dámelo", step=3), headers=PLAYER)
    assert soup.select("html, [data-player], form") == []
    assert [part.name for part in soup.find_all(recursive=False)] == ["p", "div"]
    assert pieces(soup) == ["d", "á", "m", "el", "o"]
    whole = get(site, steps("cl100k_base", "dámelo"), headers=PLAYER | {"HX-Target": "x"})
    assert whole.select("html")


def test_wordpiece_lists_its_candidates(site: TestClient) -> None:
    mbert = "bert-base-multilingual-cased"
    listed = site.get("/api/v1/vocabularies").json()["vocabularies"]
    if not next(one["available"] for one in listed if one["id"] == mbert):
        pytest.skip(f"the file of {mbert} is not here")
    soup = get(site, steps(mbert, "dámelo", step=2))
    rows = [row.get_text(" ", strip=True) for row in soup.select(".step-candidates tbody tr")]
    assert rows == ["dá melo ##melo no", "dá mel ##mel yes, id 19390"]


def test_unigram_draws_its_lattice_and_names_the_runners_up(site: TestClient) -> None:
    soup = get(site, steps("xlm-roberta-base", "dámelo", step=5))
    best = [bar.get_text(" ", strip=True) for bar in soup.select(".lattice-bar.best title")]
    assert best == ["▁dám: −12.38; in all −12.38 · chosen"]
    assert len(soup.select(".lattice-bar")) == 20
    last = get(site, steps("xlm-roberta-base", "dámelo", step=10))
    assert len(last.select(".step-ways tbody tr")) == 5


def test_a_text_goes_part_by_part_and_one_can_be_chosen(site: TestClient) -> None:
    soup = get(site, steps("gpt2", "el niño, el"))
    parts = soup.select(".step-part a")
    assert [part.get_text() for part in parts] == ["el", " niño", ",", " el"]
    chosen = get(site, str(parts[1]["href"]))
    assert len(chosen.select(".piece")) == len(" niño".encode())
    assert one(chosen, ".step-part a[aria-current=true]").get_text() == " niño"
    assert one(chosen, ".steps-facts a").get_text() == "Go through the whole text"
    assert int(str(one(chosen, "[data-player]")["data-last"])) < int(
        str(one(soup, "[data-player]")["data-last"])
    )


def test_what_was_typed_gets_an_address_exactly(site: TestClient) -> None:
    response = site.post(
        "/steps?lang=en",
        data={"text": "a\r\n b+c&d ", "model": "gpt2"},
        follow_redirects=False,
    )
    assert response.status_code == 303
    assert response.headers["location"] == (
        "/steps?v=1&model=gpt2&lang=en&text=a%0A%20b%2Bc%26d%20"
    )


def test_special_tokens_are_read_as_the_switch_says(site: TestClient) -> None:
    text = "a<|endoftext|>"
    typed = {"text": text, "model": "gpt2", "special": "1"}
    to = site.post("/steps?lang=en", data=typed, follow_redirects=False).headers["location"]
    assert to == f"/steps?v=1&model=gpt2&special=1&lang=en&text={escaped(text)}"
    read = get(site, to)
    assert "2 tokens" in one(read, ".steps-facts").get_text(" ", strip=True)
    assert one(read, "input[name=special]").has_attr("checked")
    assert "special=1" in str(one(read, "[data-player]")["data-href"])
    plain = get(site, steps("gpt2", text))
    assert "8 tokens" in one(plain, ".steps-facts").get_text(" ", strip=True)
    assert not one(plain, "input[name=special]").has_attr("checked")
    said = get(site, steps("gpt2", text) + "&special=si")
    assert "“special” has a value that means nothing here" in said.get_text(" ", strip=True)


@pytest.mark.parametrize("page", ["/steps", "/splits"])
def test_the_line_ends_of_a_link_survive_its_form(site: TestClient, page: str) -> None:
    soup = get(site, f"{page}?v=1&text=a%0D%0Ab")
    form = one(soup, "form.steps-form")
    fields = {
        "text": one(form, "textarea").get_text()[1:],
        "exact-text": str(one(form, "[name=exact-text]")["value"]),
    }
    to = site.post(str(form["action"]), data=fields, follow_redirects=False).headers["location"]
    assert to.endswith("text=a%0D%0Ab")


def test_a_private_text_is_in_no_address_but_after_the_sharp(site: TestClient) -> None:
    query = "/steps?v=1&model=cl100k_base&lang=en&step=2"
    sent = {"text": "a\r\n niño", "exact-text": "a%0D%0A%20ni%C3%B1o", "private": "1"}
    answer = site.post(query, data=sent)
    assert answer.status_code == 200
    page = BeautifulSoup(answer.text, "html.parser")
    addresses = [
        *[str(link["href"]) for link in page.select("[href]")],
        *[str(form["action"]) for form in page.select("[action]")],
        str(one(page, "[data-player]")["data-href"]),
    ]
    inside = [address for address in addresses if "ni%C3%B1o" in address]
    assert len(inside) > 8
    assert all("ni%C3%B1o" not in address.partition("#")[0] for address in addresses)
    assert {address.partition("#")[2] for address in inside} == {
        "v=1&text=a%0D%0A%20ni%C3%B1o",
    }
    assert one(page, "[data-player]")["data-step"] == "2"
    assert not one(page, "[data-private=said]").has_attr("hidden")
    state = str(one(page, ".share-open [name=state]")["value"])
    assert read_query("steps", state).state.text == "a\r\n niño"
    frame = site.post(query, data=sent, headers=PLAYER)
    assert frame.text.lstrip().startswith('<p class="player-say"')
    opened = get(site, query)
    assert one(opened, "[data-private=said]").has_attr("hidden")


def test_markup_in_a_text_stays_text(site: TestClient) -> None:
    response = site.get(steps("gpt2", "<script>alert(1)</script>"))
    assert "<script>alert" not in response.text


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        (steps("gpt2", "el", step=9), 404, "no step with that number: this run goes from 1 to 1"),
        (steps("gpt2", "el") + "&word=3", 404, "no part with that number"),
        (steps("gpt9", "el"), 200, "no vocabulary with that id here"),
        (steps("gpt2,llama-2", "el"), 200, "one vocabulary at a time"),
        ("/steps?v=1&lang=en&model=gpt2&word=7&step=9", 200, "names a step but no text"),
        (steps("gpt2", "a" * 2001), 413, "steps are shown for up to 2,000"),
        (steps("gpt2", ""), 200, "Write a word or a sentence"),
    ],
)
def test_what_cannot_be_shown_is_said(site: TestClient, path: str, status: int, says: str) -> None:
    assert says in get(site, path, status).get_text(" ", strip=True)


def test_a_long_text_says_what_is_left_out(site: TestClient) -> None:
    text = " ".join(f"palabra{number}" for number in range(1_000, 1_150))
    soup = get(site, steps("gpt2", text))
    notice = one(soup, "section .notice").get_text(" ", strip=True)
    assert notice.startswith("The text is long: steps are shown for its first")


def test_a_token_shows_its_tree(site: TestClient) -> None:
    soup = get(site, "/vocabularies/gpt2/tokens/43453?lang=en")
    tree = one(soup, ".merge-tree")
    names = [link.get_text() for link in tree.select("a")]
    assert names[:2] == ["·SolidGoldMagikarp", "·Solid"] and "GoldMagikarp" in names
    assert one(tree, "li > span").get_text(strip=True) == "rank 43,453"
    assert one(soup, "a.button")["href"].startswith("/steps?v=1&model=gpt2&lang=en&text=%20Solid")  # type: ignore[union-attr]


def test_a_token_out_of_reach_says_so(site: TestClient) -> None:
    ids = site.post("/api/v1/tokenize", json={"text": " việc", "vocabularies": ["llama-3"]})
    id = ids.json()["results"][0]["tokens"][0]["id"]
    soup = get(site, f"/vocabularies/llama-3/tokens/{id}?lang=en")
    assert "No merge reaches this token" in soup.get_text()


def test_a_unigram_token_shows_the_pieces_inside(site: TestClient) -> None:
    soup = get(site, "/vocabularies/xlm-roberta-base/tokens/83500?lang=en")
    assert [link.get_text() for link in soup.select(".contained a")][:2] == ["▁ni", "iño"]
    assert "−13.2238" in one(soup, ".token-facts").get_text()


@pytest.mark.parametrize("path", ["gpt2/tokens/50257", "gpt2/tokens/x", "gpt9/tokens/1"])
def test_a_token_that_does_not_exist(site: TestClient, path: str) -> None:
    get(site, f"/vocabularies/{path}", 404)


def test_splits_name_the_rule_of_each_part(site: TestClient) -> None:
    soup = get(site, "/splits?lang=en&text=I%27ll%20pay%202026")
    sections = {str(one(s, "h2")["id"]): s for s in soup.select("section.card")}
    assert list(sections) == ["split-gpt2", "split-cl100k", "split-o200k", "split-llama3"]

    def parts(name: str) -> list[tuple[str, str]]:
        return [
            (one(part, ".split-text").get_text(), one(part, ".split-name").get_text())
            for part in sections[f"split-{name}"].select(".split-parts li")
        ]

    assert parts("gpt2") == [
        ("I", "letters"),
        ("'ll", "contraction"),
        (" pay", "letters"),
        (" 2026", "digits"),
    ]
    assert parts("o200k") == [
        ("I'll", "capitals"),
        (" pay", "word"),
        (" ", "space"),
        ("202", "digits"),
        ("6", "digits"),
    ]


def test_words_stand_aligned_under_their_letters(site: TestClient) -> None:
    soup = get(site, "/words?lang=en&model=cl100k_base,xlm-roberta-base&words=d%C3%A1-me-lo")
    rows = soup.select(".aligned tbody tr")
    cells = [[(c.get_text(), c["colspan"]) for c in row.select(".cut")] for row in rows]
    assert cells == [
        [("dá", "2"), ("me", "2"), ("lo", "2")],
        [("d", "1"), ("ám", "2"), ("elo", "3")],
        [("dám", "3"), ("elo", "3")],
    ]
    figures = [[c.get_text(strip=True) for c in row.select(".number")] for row in rows]
    assert figures == [["3", "2", "–"], ["3", "0 / 2", "2"], ["2", "0 / 2", "1"]]
    assert "All of them cut here: dám | elo." in soup.get_text()


def test_six_words_stand_there_at_first(site: TestClient) -> None:
    assert len(get(site, "/words").select(".aligned")) == 6


def test_forms_lead_to_addresses(site: TestClient) -> None:
    words = site.post(
        "/words?lang=en",
        data={"words": "sol\r\nmar", "model": ["gpt2", "llama-2"], "space": "1"},
        follow_redirects=False,
    )
    assert words.headers["location"] == (
        "/words?v=1&model=gpt2,llama-2&space=1&lang=en&words=sol%0Amar"
    )
    split = site.post("/splits", data={"text": "a b\r\n"}, follow_redirects=False)
    assert split.headers["location"] == "/splits?v=1&text=a%20b%0A"
    assert site.post("/splits", data={"text": "a" * 2_001}).status_code == 413


@pytest.mark.parametrize(
    ("models", "word", "verdict"),
    [
        ("gpt2,cl100k_base", "ferrocarril", "All cut it alike."),
        ("cl100k_base,o200k_base", "sol", "All leave it whole."),
        ("gpt2,xlm-roberta-base", "ferrocarril", "They share no cut."),
    ],
)
def test_a_word_ends_with_a_verdict(site: TestClient, models: str, word: str, verdict: str) -> None:
    soup = get(site, f"/words?lang=en&model={models}&words={word}")
    assert one(soup, "section .hint").get_text() == verdict


def test_one_vocabulary_has_nobody_to_agree_with(site: TestClient) -> None:
    soup = get(site, "/words?lang=en&model=gpt2&words=sol")
    assert soup.select("section .hint") == []


def test_words_that_are_left_out_are_said(site: TestClient) -> None:
    soup = get(site, f"/words?lang=en&model=gpt9&words=sol%0A{'a' * 41}")
    notices = [notice.get_text() for notice in soup.select("main .notice")]
    assert notices[0].startswith("There is no vocabulary with that id here")
    assert notices[1].startswith("Only the first 40 words of up to 40 letters")
    assert [h2.get_text() for h2 in soup.select("h2")] == ["sol"]


def test_a_token_that_is_no_text_has_no_steps(site: TestClient) -> None:
    byte = get(site, "/vocabularies/gpt2/tokens/127?lang=en")
    assert byte.select("a.button") == [] and "U+" not in one(byte, ".token-facts").get_text()
    assert get(site, "/vocabularies/gpt2/tokens/188?lang=en").select("a.button") == []


@pytest.mark.usefixtures("no_hub")
def test_a_vocabulary_that_is_not_here_is_said_once_and_chosen_by_nobody(tmp_path: Path) -> None:
    bare = TestClient(create_app(Settings(vocabulary_dir=tmp_path)))
    soup = get(bare, "/words?lang=en&words=sol%0Amar")
    assert len(soup.select(".notice:not([hidden])")) == 1
    assert len(soup.select(".aligned tbody tr")) == 4
    examples = get(bare, "/steps?lang=en").select(".steps-examples a")
    assert examples and not any("Multilingual" in example.text for example in examples)
    soup = get(bare, "/?lang=en&text=sol")
    assert not soup.select(".reading-failed")
    assert one(soup, "#add-bert-base-multilingual-cased")
