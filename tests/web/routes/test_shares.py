"""Links through the whole application: panel, stored links, what opens them, pictures, deletion."""

from __future__ import annotations

import io
import re
from html import unescape
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
from bs4 import BeautifulSoup, Tag
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from PIL import Image
from starlette.testclient import TestClient

from app.main import create_app
from app.services.link_state import PageState, read_query
from app.services.page_kinds import PAGES
from app.settings import Settings
from tests.shared import cases

texts = st.text(
    st.one_of(
        st.sampled_from(" +%#&=?;,-_.~|()[]*'\"<>/\\\r\n\t\u0303ñ\u200d👩\ufeff"),
        st.characters(exclude_characters="\0", exclude_categories=["Cs"]),
    ),
    max_size=40,
)
through_the_application = hypothesis.settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def value(html: str, selector: str) -> str:
    """The value of a field: of a textarea, its content after the line end that HTML drops."""
    field = soup(html).select_one(selector)
    assert isinstance(field, Tag), selector
    if field.name == "textarea":
        return field.get_text().removeprefix("\n")
    return str(field["value"])


def shown(html: str) -> str:
    """The text that the first row of a page shows, without the bytes under split characters.

    By hand, because BeautifulSoup makes one space of a text that is white space alone.
    """
    row = re.search(r'<p class="tokens[^>]*>(.*?)</p>', html, re.DOTALL)
    assert row is not None
    chips = re.sub(r'<span class="byte[^>]*>[^<]*</span>', "", row[1])
    return unescape(re.sub("<[^>]*>", "", chips))


def as_browsers_post(html: str) -> dict[str, Any]:
    """The fields of the playground's form as a browser sends them: line ends of texts as CR LF."""
    form = soup(html).select_one("form#playground")
    assert isinstance(form, Tag)
    sent: dict[str, Any] = {"model": []}
    for field in form.select("input[type=hidden][name]"):
        if field["name"] == "model":
            sent["model"].append(field["value"])
        else:
            sent[str(field["name"])] = str(field["value"])
    text = value(str(form), "textarea[name=text]")
    sent["text"] = re.sub("\r\n|\r|\n", "\r\n", text)
    return sent


def panel(client: TestClient, **fields: Any) -> str:
    answer = client.post("/share/playground?lang=en", data=fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    return answer.text


def link_of(html: str) -> str:
    parts = urlsplit(value(html, "#share-link"))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


@given(texts)
@through_the_application
def test_any_text_comes_back_from_link_page_form_and_link(site: TestClient, text: str) -> None:
    query = PageState.of("playground", model="gpt2", text=text).query()
    page = site.get(f"/?{query}")
    assert page.status_code == 200
    assert value(page.text, "#text") == text
    if text:
        assert shown(page.text) == text
    again = panel(site, **as_browsers_post(page.text))
    assert read_query("playground", urlsplit(link_of(again)).query).state.text == text


@given(texts, st.booleans())
@through_the_application
def test_any_text_comes_back_from_a_stored_link(site: TestClient, text: str, random: bool) -> None:
    state = PageState.of("playground", model="gpt2", text=text).query()
    html = panel(site, state=state, store="random" if random else "content")
    link = link_of(html)
    assert re.fullmatch("/s/[a-z2-7]{24}", link)
    page = site.get(link)
    assert page.status_code == 200
    assert page.headers["X-Robots-Tag"] == "noindex"
    assert site.get(f"{link}/picture.png").headers["X-Robots-Tag"] == "noindex"
    assert value(page.text, "#text") == text


@given(texts)
@through_the_application
def test_any_text_comes_back_from_a_private_link(site: TestClient, text: str) -> None:
    state = PageState.of("playground", model="gpt2", text=text)
    private = urlsplit(value(panel(site, state=state.query()), "#share-private"))
    assert "text" not in private.query
    whole = f"{private.query}&{private.fragment}"
    assert read_query("playground", whole).state == state


@pytest.mark.parametrize("case", cases("share-links"), ids=lambda case: str(case["id"]))
def test_shared_cases(site: TestClient, case: dict[str, Any]) -> None:
    text = "ñ" * 12_000 if case["input_kind"] == "expr" else eval(case["input"])  # noqa: S307
    html = panel(site, text=text, model="gpt2")
    if len(text) > 1_000:
        assert soup(html).select_one("#share-link") is None
        assert "too long" in html
        html = panel(site, state=value(html, "[name=state]"), store="content")
    page = site.get(link_of(html))
    assert value(page.text, "#text") == text


def test_the_same_page_gives_the_same_stored_link(site: TestClient) -> None:
    one = panel(site, text="a", model="gpt2", store="content")
    two = panel(site, text="a", model="gpt2", store="content")
    other = panel(site, text="a", model="llama-2", store="content")
    assert link_of(one) == link_of(two) != link_of(other)


def test_a_stored_link_opens_in_the_language_and_view_that_its_address_says(
    site: TestClient,
) -> None:
    link = link_of(panel(site, text="hola", model="gpt2", store="content")).partition("?")[0]
    assert soup(site.get(f"{link}?lang=en").text).html["lang"] == "en"  # type: ignore[index]
    assert soup(site.get(f"{link}?lang=es").text).html["lang"] == "es"  # type: ignore[index]
    ids = site.get(f"{link}?mode=ids").text
    assert [chip.text for chip in soup(ids).select(".chip")] == ["3937", "64"]


def test_a_random_link_is_deleted_with_the_key_shown_once(site: TestClient) -> None:
    html = panel(site, text="secreto", model="gpt2", store="random")
    link, key = link_of(html).partition("?")[0], soup(html).select_one(".notice code")
    assert key is not None
    again = panel(site, state=value(html, "[name=state]"), id=value(html, "[name=id]"))
    assert link_of(again).partition("?")[0] == link
    assert key.text not in again
    assert site.get(f"{link}/delete").status_code == 200
    assert site.post(f"{link}/delete", data={"key": "wrong"}).status_code == 422
    assert site.get(link).status_code == 200
    assert site.post(f"{link}/delete", data={"key": key.text}).status_code == 200
    gone = site.get(link, headers={"Accept-Language": "en"})
    assert gone.status_code == 404
    assert "deleted" in gone.text


@pytest.mark.parametrize("path", ["/s/nosuch", "/s/nosuch/picture.png", "/embed/s/nosuch"])
def test_a_link_that_is_not_there_is_said(site: TestClient, path: str) -> None:
    answer = site.get(path, headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert "no stored link" in answer.text


def test_nul_is_refused_in_words(site: TestClient) -> None:
    for path in ("/?text=a%00", "/embed/tokenize?text=a%00", "/picture/playground.png?text=%00"):
        answer = site.get(path, headers={"Accept-Language": "en"})
        assert answer.status_code == 422
        assert "NUL" in answer.text


def test_an_unknown_format_is_said(site: TestClient) -> None:
    answer = site.get("/?v=7&text=a", headers={"Accept-Language": "en"})
    assert answer.status_code == 422
    assert "format" in answer.text


def test_what_is_unknown_in_a_link_is_said_and_the_rest_opens(site: TestClient) -> None:
    page = site.get("/?model=gpt9,gpt2&txt=x&text=hola&lang=en").text
    notices = " ".join(notice.text for notice in soup(page).select(".notice:not([hidden])"))
    assert "no vocabulary with that id" in notices
    assert "“txt”" in notices
    assert [code.text for code in soup(page).select(".reading-title code")] == ["gpt2"]


def test_a_text_over_the_limit_is_not_stored(settings: Settings) -> None:
    small = settings.model_copy(update={"max_stored_characters": 50})
    with TestClient(create_app(small)) as client:
        answer = client.post(
            "/share/playground?lang=en", data={"text": "ñ" * 60, "store": "content"}
        )
    assert answer.status_code == 413
    assert "50" in answer.text


def test_the_public_address_is_the_one_in_links(settings: Settings) -> None:
    public = settings.model_copy(update={"public_url": "https://tokens.example"})
    with TestClient(create_app(public)) as client:
        html = panel(client, text="a", model="gpt2")
        page = client.get("/?text=a&model=gpt2").text
    assert value(html, "#share-link").startswith("https://tokens.example/?v=1")
    preview = soup(html).select_one("iframe")
    assert preview is not None
    assert str(preview["src"]).startswith("/embed/")
    picture = soup(page).select_one("meta[property='og:image']")
    assert picture is not None
    assert str(picture["content"]).startswith("https://tokens.example/picture/")


def test_the_panel_builds_the_embed_that_was_asked_for(site: TestClient) -> None:
    html = panel(
        site,
        state="v=1&model=gpt2&text=a",
        panel="1",
        lang="es",
        theme="dark",
        height="300",
        show=["text", "mode"],
        lock=["text"],
    )
    frame = soup(value(html, "#share-iframe")).iframe
    assert frame is not None
    assert frame["height"] == "300"
    query = urlsplit(str(frame["src"])).query
    state = read_query("playground", query).state
    assert dict(state.values) == {
        "model": "gpt2",
        "lang": "es",
        "theme": "dark",
        "show": "text,mode",
        "lock": "text",
        "text": "a",
    }
    assert "show=" not in link_of(html)
    assert "lang=es" in link_of(html)


@pytest.mark.parametrize("height", ["0", "99999", "tall", "-3", "²"])
def test_a_height_that_is_none_is_said(site: TestClient, height: str) -> None:
    answer = site.post(
        "/share/playground?lang=en", data={"state": "v=1", "panel": "1", "height": height}
    )
    assert answer.status_code == 422
    assert "pixels" in answer.text


def test_the_panel_is_a_page_of_its_own_without_script(site: TestClient) -> None:
    answer = site.post("/share/playground?lang=en", data={"text": "hola", "model": "gpt2"})
    assert answer.status_code == 200
    page = soup(answer.text)
    assert page.select_one("main #share") is not None
    back = page.select_one("main a")
    assert back is not None
    assert back["href"] == "/?v=1&model=gpt2&lang=en&text=hola"


def test_what_is_chosen_for_an_embed_stays_in_sight_while_it_is_chosen(site: TestClient) -> None:
    def opened(html: str) -> bool:
        fold = soup(html).select_one(".share-fold")
        assert fold is not None
        return fold.has_attr("open")

    state = "v=1&model=gpt2&text=hola"
    assert not opened(panel(site, state=state))
    assert opened(panel(site, state=state, panel="1", lang="en"))
    assert not opened(panel(site, state=state, panel="1", store="content"))


def test_there_is_a_qr_code_unless_the_link_is_too_long(site: TestClient) -> None:
    image = soup(panel(site, text="hola", model="gpt2")).select_one(".share-qr")
    assert image is not None
    assert str(image["src"]).startswith("data:image/svg+xml")


def test_a_long_link_has_no_qr_code(settings: Settings) -> None:
    roomy = settings.model_copy(update={"max_link_characters": 10_000})
    with TestClient(create_app(roomy)) as client:
        html = panel(client, text="a" * 5_000, model="gpt2")
    assert soup(html).select_one("#share-link") is not None
    assert soup(html).select_one(".share-qr") is None


def test_an_unknown_page_is_said(site: TestClient) -> None:
    assert site.post("/share/nowhere", data={}).status_code == 404
    assert site.get("/picture/nowhere.png").status_code == 404


@pytest.mark.parametrize("text", ["hola", "", "漢字 🙂 ¡\tñ", "a" * 3_000, "\u202eabc"])
def test_the_picture_of_a_link(site: TestClient, text: str) -> None:
    query = PageState.of("playground", model="gpt2,o200k_base", text=text).query()
    answer = site.get(f"/picture/playground.png?{query}")
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)


KINDS = {
    "playground": "model=gpt2&text=hola",
    "steps": "model=cl100k_base&text=d%C3%A1melo&step=2",
    "train": "algorithm=bpe&corpus=bajo*3+baja*2&merges=4&step=2",
}


@pytest.mark.parametrize("page", KINDS)
def test_every_kind_of_page_has_a_picture_words_and_an_embed(site: TestClient, page: str) -> None:
    png = site.get(f"/picture/{page}.png?{KINDS[page]}").content
    assert Image.open(io.BytesIO(png)).size == (1200, 630)
    answer = site.post(f"/share/{page}?lang=en", data={"state": KINDS[page]})
    assert answer.status_code == 200
    words = soup(answer.text).select_one(".share-words strong")
    assert words is not None
    assert re.search("“(hola|dámelo|bajo)", words.text)
    frame = soup(value(answer.text, "#share-iframe")).iframe
    assert frame is not None
    embed = urlsplit(str(frame["src"]))
    assert site.get(f"{embed.path}?{embed.query}").status_code == 200
    asked = site.get("/oembed", params={"url": value(answer.text, "#share-link")}).json()
    assert BeautifulSoup(asked["html"], "html.parser").iframe["src"] == frame["src"]  # type: ignore[index]


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "unigram", "superbpe", "gage"])
def test_every_algorithm_has_a_picture(site: TestClient, algorithm: str) -> None:
    amount = "merges=3" if algorithm == "gage" else "size=30"
    query = f"algorithm={algorithm}&{amount}&corpus={'bajo baja bajito ' * 3}&step=1"
    png = site.get(f"/picture/train.png?{query}").content
    assert Image.open(io.BytesIO(png)).size == (1200, 630)


@pytest.mark.parametrize(
    ("page", "state", "query", "fragment"),
    [
        ("playground", "model=gpt2&text=a b", "v=1&model=gpt2", "v=1&text=a%20b"),
        ("steps", "model=gpt2&text=a b", "v=1&model=gpt2", "v=1&text=a%20b"),
        (
            "train",
            "algorithm=bpe&merges=3&step=2&corpus=ab ab&text=a",
            "v=1&algorithm=bpe&merges=3&step=2",
            "v=1&corpus=ab%20ab&text=a",
        ),
        ("splits", "text=a b", "v=1", "v=1&text=a%20b"),
        ("words", "model=gpt2&words=ca-sa", "v=1&model=gpt2", "v=1&words=ca-sa"),
        ("decode", "model=gpt2&ids=464,3797", "v=1&model=gpt2", "v=1&ids=464,3797"),
    ],
)
def test_every_page_has_a_private_link(
    site: TestClient, page: str, state: str, query: str, fragment: str
) -> None:
    panel = site.post(f"/share/{page}", data={"state": state}).text
    private = urlsplit(value(panel, "#share-private"))
    assert (private.path, private.query, private.fragment) == (
        PAGES[page].path,
        query,
        fragment,
    )


def test_a_picture_is_drawn_once(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[object] = []

    def draw(*rows: object) -> bytes:
        drawn.append(rows)
        return b"png"

    monkeypatch.setattr("app.web.routes.shares.draw", draw)
    link = link_of(panel(client, text="hola", model="gpt2", store="content")).partition("?")[0]
    for path in (f"{link}/picture.png", "/picture/playground.png?model=gpt2&text=hola"):
        for _ in range(2):
            assert client.get(path).content == b"png"
    assert len(drawn) == 1


def test_a_page_says_its_preview(site: TestClient) -> None:
    page = soup(site.get("/?model=gpt2,o200k_base&text=El+ni%C3%B1o&lang=en").text)

    def said(name: str) -> str:
        meta = page.select_one(f"meta[property='og:{name}']")
        assert meta is not None, name
        return str(meta["content"])

    assert said("title") == "“El niño” cut into tokens"
    assert said(
        "description"
    ) == "GPT-2: 3 tokens · GPT-4o and GPT-5: 2 tokens" or "2 tokens" in said("description")
    assert read_query("playground", urlsplit(said("url")).query).state.text == "El niño"
    picture = urlsplit(said("image"))
    assert site.get(f"{picture.path}?{picture.query}").headers["Content-Type"] == "image/png"


def test_a_stored_link_is_its_own_canonical_address(site: TestClient) -> None:
    link = link_of(panel(site, text="hola", model="gpt2", store="content"))
    page = soup(site.get(link).text)
    for selector in ("link[rel=canonical]", "meta[property='og:image']", "a[hreflang=es]"):
        element = page.select_one(selector)
        assert element is not None
        address = str(element.get("href") or element.get("content"))
        assert address.removeprefix("http://testserver").startswith(link.partition("?")[0])


def test_a_vocabulary_that_will_go_is_said(client: TestClient) -> None:
    made = client.post(
        "/train/playground?algorithm=bpe&merges=4&corpus=bajo*3+baja*2", follow_redirects=False
    )
    query = urlsplit(made.headers["Location"]).query
    assert "120 minutes" in panel(client, state=f"{query}&text=bajo")
    assert "120 minutes" not in panel(client, state="model=gpt2&text=bajo")


def test_the_first_page_is_its_own_canonical_address(site: TestClient) -> None:
    canonical = soup(site.get("/").text).select_one("link[rel=canonical]")
    assert canonical is not None
    assert canonical["href"] == "http://testserver/"


def test_a_preview_escapes_the_text(site: TestClient) -> None:
    query = PageState.of("playground", model="gpt2", text='"><script>x</script>').query()
    page = site.get(f"/?{query}").text
    assert "<script>x" not in page
    meta = soup(page).select_one("meta[property='og:title']")
    assert meta is not None
    assert "<script>x</script>" in unescape(str(meta["content"]))


NOT_EMBEDDED = {
    "words": ("/words", "v=1&model=gpt2,llama-2&lang=en&words=d%C3%A1-melo"),
    "splits": ("/splits", "v=1&lang=en&text=d%C3%A1melo%202026"),
    "decode": ("/decode", "v=1&model=gpt2&lang=en&ids=464,3797"),
}


@pytest.mark.parametrize("page", NOT_EMBEDDED)
def test_a_page_that_is_not_embedded_is_shared_by_links_and_a_picture(
    site: TestClient, page: str
) -> None:
    path, query = NOT_EMBEDDED[page]
    opened = soup(site.get(f"{path}?{query}").text)
    picture = opened.select_one("meta[property='og:image']")
    assert picture is not None and opened.select("link[type*=oembed]") == []
    png = site.get(str(picture["content"])).content
    assert Image.open(io.BytesIO(png)).size == (1200, 630)
    shown = site.post(f"/share/{page}?lang=en", data={"state": query}).text
    assert value(shown, "#share-link") == f"http://testserver{path}?{query}"
    assert soup(shown).select_one(".share-qr") and soup(shown).select_one("#share-latex")
    assert soup(shown).select("#share-iframe, #share-oembed, iframe, [name=show]") == []
    again = site.post(f"/share/{page}", data={"state": query, "panel": "1", "theme": "dark"}).text
    assert "theme=dark" in value(again, "#share-link")


@pytest.mark.parametrize("page", NOT_EMBEDDED)
def test_a_page_that_is_not_embedded_is_stored_and_never_framed(
    site: TestClient, page: str
) -> None:
    path, query = NOT_EMBEDDED[page]
    stored = link_of(site.post(f"/share/{page}", data={"state": query, "store": "content"}).text)
    assert stored.startswith("/s/")
    here, there = soup(site.get(stored).text), soup(site.get(f"{path}?{query}").text)
    assert here.select_one("textarea").text == there.select_one("textarea").text  # type: ignore[union-attr]
    assert site.get(f"/embed{stored}").status_code == 404
    for url in (stored, f"{path}?{query}"):
        assert site.get("/oembed", params={"url": f"http://testserver{url}"}).status_code == 404


def test_the_form_of_ids_is_shared_as_it_stands(site: TestClient) -> None:
    shown = site.post("/share/decode", data={"model": "gpt2", "ids": "[464 3797]"}).text
    assert link_of(shown) == "/decode?v=1&model=gpt2&ids=464,3797"


PAGES_WITH_A_QUERY = [
    *["/", "/steps", "/train", "/words", "/splits", "/decode", "/vocabularies"],
    *["/vocabularies/gpt2", "/vocabularies/gpt2/search", "/vocabularies/gpt2/tokens/464"],
    *["/embed/tokenize", "/embed/steps", "/embed/train"],
]


@pytest.mark.parametrize("path", PAGES_WITH_A_QUERY)
def test_no_page_passes_over_what_its_link_says(site: TestClient, path: str) -> None:
    said = "which means nothing on this page"
    assert said in site.get(f"{path}?v=1&lang=en&colour=red").text
    assert said not in site.get(f"{path}?v=1&lang=en&utm_source=x").text
    assert site.get(f"{path}?v=9&lang=en").status_code == 422


@pytest.mark.parametrize("name", ["model", "encoder", "tokenizer"])
@pytest.mark.parametrize(
    ("path", "rest"),
    [
        ("/", "content=niño"),
        ("/steps", "content=niño"),
        ("/words", "content=niño"),
        ("/decode", "ids=77,72,31329"),
    ],
)
def test_the_names_of_other_pages_are_read_everywhere(
    site: TestClient, path: str, rest: str, name: str
) -> None:
    page = soup(site.get(f"{path}?{name}=gpt2&{rest}&lang=en").text)
    assert page.select("main > .notice, .notice[role=status]:not([hidden])") == []
    assert "niño" in page.select("textarea")[-1 if path == "/decode" else 0].text
    assert page.select("[value=gpt2][checked], [value=gpt2][selected], [name=model][value=gpt2]")


def test_every_page_has_words_for_a_preview(site: TestClient) -> None:
    page = soup(site.get("/vocabularies/gpt2/tokens/464?lang=en").text)
    title = page.select_one("meta[property='og:title']")
    assert title is not None and title["content"] == "Token 464 of GPT-2"


@pytest.mark.parametrize("fields", [{}, {"state": "v=1&text=a"}, {"state": "", "panel": "1"}])
def test_there_is_no_panel_of_a_page_that_does_not_exist(
    client: TestClient, fields: dict[str, str]
) -> None:
    assert client.post("/share/nowhere", data=fields).status_code == 404
