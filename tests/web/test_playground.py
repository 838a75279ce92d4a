"""The playground over HTTP: pages and fragments, forms read exactly, nothing lost, nothing unescaped."""

from __future__ import annotations

import ast
import json
import re
from functools import partial
from urllib.parse import quote

import pytest
from bs4 import BeautifulSoup
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.tokenization.bpe.export import bpe_tokenizer_json
from app.tokenization.bpe.trainer import BpeConfig, train
from app.tokenization.budget import Budget
from app.tokenization.corpus import Split, read_corpus
from app.tokenization.training import collect
from app.vocabularies.registry import Registry
from app.web.cutting import Cutting, cut_for_page
from app.web.state import PlaygroundState
from tests.conftest import FakeClock
from tests.shared import cases, golden, needs_shared

HTMX = {"HX-Request": "true"}
COUNTS = {
    "gpt2": 12,
    "cl100k_base": 11,
    "o200k_base": 7,
    "llama-3": 11,
    "llama-2": 11,
    "bert-base-multilingual-cased": 7,
    "xlm-roberta-base": 9,
}
SENTENCE = "El niño juega en el jardín."


def soup(html: str) -> BeautifulSoup:
    """Parsed with white space kept everywhere: it is what is tested."""
    kept = {"i", "span", "p", "textarea", "pre"}
    return BeautifulSoup(html, "html.parser", preserve_whitespace_tags=kept)


def opened(site: TestClient, **query: str) -> BeautifulSoup:
    response = site.get("/", params=query)
    assert response.status_code == 200, response.text
    return soup(response.text)


def posted(site: TestClient, *, htmx: bool = True, **fields: str | list[str]) -> BeautifulSoup:
    response = site.post("/", data=fields, headers=HTMX if htmx else {})
    assert response.status_code == 200, response.text
    return soup(response.text)


def counts(page: BeautifulSoup) -> dict[str, int]:
    return {
        str(row["id"]).removeprefix("reading-"): int(
            re.sub(r"\D", "", row.select_one(".figure.big .figure-value").text)  # type: ignore[union-attr]
        )
        for row in page.select(".reading")
        if row.select_one(".figure.big")
    }


def ids_shown(page: BeautifulSoup, vocabulary: str) -> list[int]:
    tokens = page.select_one(f"#reading-{vocabulary} [data-tokens]")
    assert tokens is not None
    return [token[0] for token in json.loads(str(tokens["data-tokens"]))]


def boxed(page: BeautifulSoup) -> str:
    """The text in the box, as a browser reads a textarea: one newline after the tag is dropped."""
    box = page.select_one("textarea#text")
    assert box is not None
    return box.text.removeprefix("\n")


@needs_shared
def test_the_sentence_of_the_first_visit_in_seven_vocabularies(site: TestClient) -> None:
    assert counts(opened(site, text=SENTENCE)) == COUNTS


@needs_shared
def test_without_javascript_the_form_answers_a_whole_page(site: TestClient) -> None:
    page = posted(site, htmx=False, text=SENTENCE)
    assert page.find("html")
    assert boxed(page) == SENTENCE
    assert counts(page) == COUNTS


@needs_shared
def test_htmx_gets_the_results_and_the_address_of_the_state(site: TestClient) -> None:
    response = site.post("/", data={"text": "a+b", "model": "gpt2"}, headers=HTMX)
    page = soup(response.text)
    assert not page.find("html")
    assert counts(page) == {"gpt2": 3}
    assert response.headers["HX-Replace-Url"] == "/?v=1&model=gpt2&text=a%2Bb"


def test_the_address_never_cuts_a_text(site: TestClient) -> None:
    response = site.post("/", data={"text": "ñ" * 12_000, "model": "gpt2"}, headers=HTMX)
    assert response.headers["HX-Replace-Url"] == "/?v=1&model=gpt2"


# -- forms: cases of the area forms-embed, surrogates and line ends --------------------------------


def test_case_form_empty(site: TestClient) -> None:
    assert set(counts(posted(site, text="", model=["gpt2", "o200k_base"])).values()) == {0}


@needs_shared
def test_case_ws_crlf_form(site: TestClient) -> None:
    response = site.post(
        "/",
        content=b"text=a%0D%0Ab&model=gpt2",
        headers={**HTMX, "Content-Type": "application/x-www-form-urlencoded"},
    )
    assert ids_shown(soup(response.text), "gpt2") == [64, 198, 65]


def test_case_bytes_form_ff(site: TestClient) -> None:
    response = site.post(
        "/",
        content=b"text=a%FFb",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert response.status_code == 200
    assert boxed(soup(response.text)) == "a\ufffdb"


def test_case_bytes_form_raw_utf8(site: TestClient) -> None:
    response = site.post(
        "/",
        content=b"text=\xc3\xb1",
        headers={"Content-Type": "application/x-www-form-urlencoded"},
    )
    assert boxed(soup(response.text)) == "ñ"


@pytest.mark.parametrize("text", ["  a  ", "\na", "\n\n", "a\n", "\ta"])
def test_white_space_around_a_text_stays(site: TestClient, text: str) -> None:
    assert boxed(posted(site, htmx=False, text=text, model="gpt2")) == text


@hypothesis_settings(max_examples=60, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r"), max_size=60))
def test_any_text_opens_from_its_link_and_is_all_in_the_chips(site: TestClient, text: str) -> None:
    page = soup(site.get(f"/?model=o200k_base,llama-2&text={quote(text)}").text)
    assert boxed(page) == text
    for row in page.select(".tokens"):
        for extra in row.select(".bare, .cell-bytes"):
            extra.decompose()
        assert row.text.strip("\n") == text.strip("\n")


# -- web security: cases of the area web-security ---------------------------------------------------


@needs_shared
@pytest.mark.parametrize("mode", ["text", "ids", "bytes", "stages"])
def test_cases_of_web_security_come_out_escaped(site: TestClient, mode: str) -> None:
    by_id = {case["id"]: case for case in cases("web-security")}
    attribute = ast.literal_eval(by_id["web-escape-attr"]["input"])
    script = ast.literal_eval(by_id["web-autoescape"]["input"])
    for text in (
        attribute,
        script,
        "' onfocus='alert(1)",
        "`",
        '{"a":1}',
        "<hx-partial hx-target=body>",
    ):
        for html in (
            site.get("/", params={"text": text, "mode": mode}).text,
            site.post("/", data={"text": text, "mode": mode}, headers=HTMX).text,
        ):
            assert "<script>alert" not in html
            assert '" onmouseover="alert' not in html
            page = soup(html)
            assert not page.select("[onmouseover], [onfocus]")
            assert all(tag.get("hx-target") != "body" for tag in page.select("hx-partial"))


def test_an_unknown_vocabulary_is_said_without_repeating_the_address(site: TestClient) -> None:
    said = "nuestro sitio ha cambiado, visite www.example.com"
    page = opened(site, model=said, text="hola", lang="es")
    assert "www.example.com" not in page.select_one("#results").text  # type: ignore[union-attr]
    notice = page.select_one("#results .notice")
    assert notice is not None
    assert "gpt2" in notice.text


# -- errors: what, which, the way out, and nothing lost ---------------------------------------------


@pytest.fixture
def small(settings: Settings) -> TestClient:
    return TestClient(create_app(settings.model_copy(update={"max_text_characters": 10})))


def test_a_text_over_the_limit_stays_in_the_box(small: TestClient) -> None:
    response = small.post("/", data={"text": "a" * 11, "model": "gpt2", "lang": "es"})
    assert response.status_code == 413
    page = soup(response.text)
    assert boxed(page) == "a" * 11
    assert "11" in page.select_one("#results .notice").text  # type: ignore[union-attr]
    # No figure stands for a text that was not cut.
    assert not page.select(".figure, .costs tbody tr")
    assert page.select_one("#summary").text.strip() == ""  # type: ignore[union-attr]
    assert "Sin cortar" in page.select_one("#reading-gpt2").text  # type: ignore[union-attr]
    assert [field["value"] for field in page.select('input[name="model"]')] == ["gpt2"]


def test_a_file_that_is_no_text_leaves_the_text_cut_as_it_was(site: TestClient) -> None:
    picture = ("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    response = site.post(
        "/", data={"text": SENTENCE, "model": "gpt2", "lang": "es"}, files={"file": picture}
    )
    assert response.status_code == 422
    page = soup(response.text)
    assert "PNG" in page.select_one("#results .notice").text  # type: ignore[union-attr]
    assert boxed(page) == SENTENCE
    assert counts(page) == {"gpt2": 12}


def test_a_text_over_the_limit_is_a_fragment_for_htmx(small: TestClient) -> None:
    response = small.post("/", data={"text": "a" * 11}, headers=HTMX)
    assert response.status_code == 413
    assert "notice-error" in response.text
    assert "<html" not in response.text


@pytest.mark.usefixtures("no_hub")
def test_a_vocabulary_that_is_not_here_does_not_stop_the_others(settings: Settings) -> None:
    empty = settings.model_copy(update={"vocabulary_dir": settings.vocabulary_dir / "none"})
    site = TestClient(create_app(empty))
    page = opened(site, text=SENTENCE, model="gpt2,bert-base-multilingual-cased")
    assert len(counts(page)) == 1
    failed = page.select_one("#reading-bert-base-multilingual-cased .notice")
    assert failed is not None
    assert "tokenario vocabularies fetch" in failed.text


def test_rows_that_there_is_no_time_for_lead_to_themselves_alone(settings: Settings) -> None:
    hurried = settings.model_copy(update={"work_seconds": 1e-9})
    site = TestClient(create_app(hurried))
    page = posted(site, text=SENTENCE, model=["gpt2", "llama-2"], lang="es")
    assert counts(page) == {}
    for id in ("gpt2", "llama-2"):
        row = page.select_one(f"#reading-{id}")
        assert row is not None
        assert "El tiempo de una petición (0 segundos) se acabó" in row.text
        button = row.select_one('button[name="only"]')
        assert button is not None
        assert button["value"] == id
    # Alone there is nothing left to take away.
    alone = posted(site, text=SENTENCE, model=["gpt2", "llama-2"], only="llama-2")
    assert [row["id"] for row in alone.select(".reading")] == ["reading-llama-2"]
    assert not alone.select('button[name="only"]')
    assert opened(site, text=SENTENCE, model="gpt2").select_one("#reading-gpt2 .notice")


def test_figures_that_there_is_no_time_for_are_said_to_be_missing(
    site: TestClient, monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    def cut_slowly(state: PlaygroundState, registry: Registry, budget: Budget) -> Cutting:
        found = cut_for_page(state, registry, budget)
        clock.advance(99.0)
        return found

    monkeypatch.setattr("app.web.playground.cut_for_page", cut_slowly)
    monkeypatch.setattr("app.web.routes.playground.Budget", partial(Budget, clock=clock))
    page = posted(site, text="man\u0303ana", model="gpt2", compare="decomposed", limit="1")
    said = [notice.text for notice in page.select(".notice[role=status]")]
    assert len(counts(page)) == 1
    assert any("No se han podido calcular los costes de GPT-2" in notice for notice in said)
    assert any("Faltan los recuentos del texto sin eso" in notice for notice in said)


def test_an_example_says_what_to_look_at_until_it_is_changed(site: TestClient) -> None:
    first = "Cuántas piezas (tokens) gasta cada vocabulario en la misma frase."
    assert first in opened(site, model="gpt2").select_one("#results").text  # type: ignore[union-attr]
    assert first in posted(site, text=SENTENCE, model="gpt2").text
    assert first not in posted(site, text=SENTENCE + " ", model="gpt2").text


def test_each_row_leads_to_its_steps_unless_the_text_is_long_or_private(site: TestClient) -> None:
    page = opened(site, text=" a+b", model="gpt2,llama-2")
    links = [str(a["href"]) for a in page.select(".facts a")]
    assert [link.split("?")[0] for link in links] == ["/steps", "/steps"]
    steps = soup(site.get(links[1]).text)
    assert steps.select_one("#text").text.lstrip("\n") == " a+b"  # type: ignore[union-attr]
    assert steps.select_one("option[selected]")["value"] == "llama-2"  # type: ignore[index]
    marked = opened(site, text="a<|endoftext|>", model="gpt2", special="1")
    steps = soup(site.get(str(marked.select_one(".facts a")["href"])).text)  # type: ignore[index]
    assert steps.select_one("[name=special]").has_attr("checked")  # type: ignore[union-attr]
    assert not opened(site, text="a" * 301, model="gpt2").select(".facts a")
    assert not opened(site, text="", model="gpt2").select(".facts a")
    assert not posted(site, text="a", model="gpt2", private="1").select(".facts a")


# -- rows, modes, pages, files ----------------------------------------------------------------------


def order(page: BeautifulSoup) -> list[str]:
    return [str(row["id"]).removeprefix("reading-") for row in page.select(".reading")]


def test_rows_can_be_moved_taken_away_and_added(site: TestClient) -> None:
    rows = ["gpt2", "o200k_base"]
    assert order(posted(site, text="a", model=rows, down="gpt2")) == ["o200k_base", "gpt2"]
    assert order(posted(site, text="a", model=rows, remove="gpt2")) == ["o200k_base"]
    assert order(posted(site, text="a", model=rows, add="llama-2")) == [*rows, "llama-2"]


def test_rows_can_be_sorted_by_tokens_and_by_cost(site: TestClient) -> None:
    rows = ["gpt2", "cl100k_base", "o200k_base", "xlm-roberta-base"]
    by_count = posted(site, text=SENTENCE, model=rows, sort="count")
    assert order(by_count) == ["o200k_base", "xlm-roberta-base", "cl100k_base", "gpt2"]
    by_cost = order(posted(site, text=SENTENCE, model=rows, sort="cost"))
    assert by_cost[-1] == "xlm-roberta-base"  # no API sells it: no price, never zero


def test_who_listens_hears_the_tokens_of_each_row(site: TestClient) -> None:
    fields = {"text": SENTENCE, "model": ["gpt2", "o200k_base"]}
    for page in (posted(site, **fields), posted(site, htmx=False, **fields)):  # type: ignore[arg-type]
        said = page.select_one("#summary, [hx-target='#summary']")
        assert said is not None
        assert "GPT-2: 12 tokens · GPT-5 · GPT-4o: 7 tokens" in " ".join(said.text.split())


def test_sorting_forgets_not_the_order_chosen(site: TestClient) -> None:
    rows = ["gpt2", "cl100k_base", "o200k_base"]
    page = posted(site, text=SENTENCE, model=rows, sort="count")
    assert order(page)[0] == "o200k_base"
    assert [field["value"] for field in page.select('input[name="model"]')] == rows
    # Rows that a figure puts in order are not moved by hand.
    assert all(button.has_attr("disabled") for button in page.select('[name="up"], [name="down"]'))


def test_best_and_worst_are_said_in_words(site: TestClient) -> None:
    page = opened(site, text=SENTENCE, model="gpt2,o200k_base", lang="en")
    assert [tag.text for tag in page.select(".tag")] == ["most", "fewest"]


def test_ids_and_bytes(site: TestClient) -> None:
    page = opened(site, text="niño", model="cl100k_base", mode="ids")
    shown = [chip.text for chip in page.select(".tokens .chip")]
    assert shown == [str(id) for id in ids_shown(page, "cl100k_base")]
    page = opened(site, text="ñ", model="llama-2", mode="bytes")
    assert page.select(".tokens .chip")[-1].text == "c3 b1"


def test_stages_say_what_each_part_did(site: TestClient) -> None:
    page = opened(site, text="ﬁn  año", model="xlm-roberta-base", mode="stages", lang="en")
    stages = [stage.h3.text for stage in page.select(".stage") if stage.h3]
    assert [stage.split()[0] for stage in stages][:2] == ["Special", "Normalise"]
    assert "▁fin▁año" in page.select(".stage")[1].text


def test_split_characters_show_the_bytes_of_each_token(site: TestClient) -> None:
    page = opened(site, text="漢", model="cl100k_base")
    cell = page.select_one(".cell")
    assert cell is not None
    assert [byte.text for byte in cell.select(".byte")] == ["e6", "bc", "a2"]
    assert "\ufffd" not in page.select_one("#results").text  # type: ignore[union-attr]


@needs_shared
def test_dropped_characters_and_unknown_words_look_different(site: TestClient) -> None:
    page = opened(site, text="a  🦙", model="bert-base-multilingual-cased")
    assert page.select(".ghost")
    assert page.select(".chip.unknown")


def test_long_texts_come_in_parts_with_full_counts(site: TestClient) -> None:
    text = "palabra " * 1000
    page = posted(site, text=text, model="gpt2", page="2")
    counted = site.post("/api/v1/count", json={"text": text, "vocabularies": ["gpt2"]}).json()
    assert counts(page)["gpt2"] == counted["results"][0]["count"]
    assert page.select_one(".pager")
    assert len(ids_shown(page, "gpt2")) < counts(page)["gpt2"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("año".encode(), ""),
        ("año".encode("utf-8-sig"), "UTF-8"),
        ("año".encode("utf-16"), "UTF-16"),
        ("año".encode("latin-1"), "Latin-1"),
    ],
)
def test_a_file_is_read_in_its_encoding_which_is_named(
    site: TestClient, data: bytes, said: str
) -> None:
    response = site.post("/", data={"model": "gpt2"}, files={"file": ("n.txt", data)})
    page = soup(response.text)
    assert boxed(page) == "año"
    notices = " ".join(notice.text for notice in page.select(".notice"))
    assert "n.txt" in notices
    assert said in notices


def test_a_file_that_is_no_text_leaves_the_text_alone(site: TestClient) -> None:
    response = site.post(
        "/",
        data={"text": "queda", "model": "gpt2"},
        files={"file": ("f.png", b"\x89PNG\r\n\x1a\n")},
    )
    assert response.status_code == 422
    assert boxed(soup(response.text)) == "queda"


# -- hints and the selection ------------------------------------------------------------------------


def test_how_special_tokens_are_read_is_said(site: TestClient) -> None:
    text = "a<|endoftext|>b <|im_start|>"
    as_text = opened(site, text=text, model="gpt2").select_one(".hints")
    assert as_text is not None
    assert "Se lee como texto corriente" in as_text.text
    chosen = opened(site, text=text, model="gpt2", special="1").select_one(".hints")
    assert chosen is not None
    assert "lee como tokens los que tiene" in chosen.text


def test_hints_count_and_change_the_text(site: TestClient) -> None:
    text = "man\u0303ana "
    page = posted(site, text=text, model="gpt2", compare=["decomposed", "trailing-space"])
    assert page.select_one("#mend-decomposed")
    assert "3 tokens sin ello" in page.select_one("#reading-gpt2 .facts").text  # type: ignore[union-attr]
    mended = posted(site, htmx=False, text=text, model="gpt2", mend="decomposed")
    assert boxed(mended) == "mañana "


def test_the_selection_is_counted_alone(site: TestClient) -> None:
    fields = {"text": SENTENCE, "model": "gpt2", "selection": "3:7", "lang": "en"}
    response = site.post("/selection?lang=en", data=fields, headers=HTMX)
    assert "4 characters selected" in " ".join(soup(response.text).text.split())
    for odd in ("", "x", "7:", "-1:4", "9:3", "1:999999999999"):
        assert site.post("/selection", data={**fields, "selection": odd}).status_code == 200


# -- costs ------------------------------------------------------------------------------------------


def golden_tokenizer(site: TestClient) -> str:
    """The golden corpus's 60 rules as a tokenizer.json, brought to the site; its id there."""
    wanted = golden("training")["no_marker"]
    corpus = read_corpus("\n".join(wanted["lines"]), Split.WHITESPACE)
    config = BpeConfig(merges=60)
    model = collect(config, corpus, train(corpus, config, Budget())).model
    data = json.dumps(bpe_tokenizer_json(model)).encode()
    response = site.post(
        "/vocabularies",
        files={"vocabulary": ("golden.json", data)},
        follow_redirects=False,
    )
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).partition("?")[0].rpartition("/")[2]


@needs_shared
def test_golden_cost_and_cut_with_a_tokenizer_from_a_file(site: TestClient) -> None:
    wanted = golden("training")["no_marker"]
    cost, cut = wanted["cost"], wanted["cut_at_limit"]
    own = golden_tokenizer(site)
    page = posted(
        site,
        text="\n".join(cost["messages"]),
        model=own,
        messages=str(cost["messages_a_month"]),
        own=cost["price_per_million"],
        lines="1",
    )
    said = page.select_one(".cost-words")
    assert said is not None
    words = " ".join(said.text.split())
    assert f"{cost['words']} palabras, {cost['tokens']} tokens" in words
    assert cost["tokens_per_word"].replace(".", ",") in words
    for bill in (cost["by_words"], cost["by_tokens"]):
        assert bill.replace(".", ",") in words
    page = posted(site, text=cut["text"], model=own, limit=str(cut["limit"]))
    assert counts(page) == {own: cut["tokens"]}
    assert page.select_one(".cut-text .kept").text == cut["kept"]  # type: ignore[union-attr]


def test_a_cut_says_how_much_of_what_is_kept(site: TestClient) -> None:
    page = posted(site, text="¡Hola!", model="cl100k_base", limit="1")
    said = " ".join(page.select_one(".cuts").text.split())  # type: ignore[union-attr]
    assert "Lo que queda: 1 de 3 tokens, 1 carácter." in said
    page = posted(site, text="¡Hola!", model="gpt2", limit="1")
    said = " ".join(page.select_one(".cuts").text.split())  # type: ignore[union-attr]
    assert "Lo que queda: 0 de 5 tokens, 0 caracteres." in said
    assert "Un modelo se pararía dentro de un carácter" in said
    assert "sus bytes sueltos: c2." in said
    assert "Una respuesta cortada al primer token" in page.text


def test_no_price_is_said_and_never_zero(site: TestClient) -> None:
    page = opened(site, text=SENTENCE, model="xlm-roberta-base", lang="en")
    assert "No price known" in page.select_one("#costs").text  # type: ignore[union-attr]
    assert "$0.00" not in page.select_one("#costs").text  # type: ignore[union-attr]


def test_prices_have_their_source_and_date(site: TestClient) -> None:
    text = opened(site, text="a", model="o200k_base", lang="en").select_one("#costs").text  # type: ignore[union-attr]
    assert re.search(r"Prices: genai-prices [\d.]+, checked up to \w+ \d+, \d{4}", text)


@pytest.mark.parametrize(("lang", "typed"), [("es", "200.000"), ("en", "200,000")])
def test_thousands_of_messages_are_read_as_they_are_written(
    site: TestClient, lang: str, typed: str
) -> None:
    page = opened(site, text="a", model="o200k_base", messages=typed, lang=lang)
    month = page.select("table.costs thead th")[5].text
    assert re.sub(r"\D", "", month) == "200000"


def test_a_slip_in_one_cost_field_spoils_that_field_only(site: TestClient) -> None:
    page = posted(site, text=SENTENCE, model="o200k_base", own="tres", messages="2000")
    assert page.select("#costs .notice-error, .notice-error")
    assert "2 000" in page.text.replace("\u202f", " ")


def test_another_currency_needs_its_rate_and_day(site: TestClient) -> None:
    undated = posted(site, text=SENTENCE, model="o200k_base", currency="eur", rate="0,9")
    assert undated.select(".notice-error")
    page = posted(
        site, text=SENTENCE, model="o200k_base", currency="eur", rate="0,9", day="2026-11-02"
    )
    assert not page.select(".notice-error")
    assert "€" in page.text


def test_an_answer_is_cut_at_a_limit_outside_characters(site: TestClient) -> None:
    page = posted(site, text="漢字", model="cl100k_base", limit="1")
    assert page.select_one(".cut-text .kept").text == ""  # type: ignore[union-attr]
    page = posted(site, text=SENTENCE, model="o200k_base", limit="3")
    assert page.select_one(".cut-text .kept").text == "El niño juega"  # type: ignore[union-attr]


def test_words_and_tokens_are_priced_with_the_model_chosen(site: TestClient) -> None:
    page = posted(
        site,
        text=SENTENCE,
        model="o200k_base",
        messages="1000000",
        prices="o200k_base:openai/gpt-4o",
    )
    month = page.select_one(".costs tbody strong")
    bill = page.select_one(".cost-words")
    assert month is not None and bill is not None
    assert month.text in bill.text
