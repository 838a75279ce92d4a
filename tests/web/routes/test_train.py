"""The training page: every golden trace frame by frame, forms without script, live runs, edges."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import unescape
from threading import Event
from typing import Any
from urllib.parse import quote

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.services.train_tokenizer import QUICK_CHARACTERS, LiveRun
from app.services.training_request import AnyStep
from app.settings import Settings
from app.web.training import LONGEST_ADDRESS
from tests.shared import golden, needs_shared

PATIENCE = 30
LONG = " ".join(f"palabra{number}" for number in range(QUICK_CHARACTERS // 8))
FRAME = {"HX-Request": "true", "HX-Target": "section#player"}
FORM = {"algorithm": "bpe", "measure": "merges"}


def get(
    client: TestClient, query: str, status: int = 200, headers: dict[str, str] | None = None
) -> str:
    response = client.get(f"/train?lang=en&{query}", headers=headers)
    assert response.status_code == status, response.text
    return response.text


def frame(client: TestClient, query: str, step: int) -> str:
    return get(client, f"{query}&step={step}", headers=FRAME)


def words(html: str) -> str:
    """What a frame says and draws, as plain text."""
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html).split()))


def sentence(html: str) -> str:
    found = re.search(r"data-player-say>(.*?)</p>", html, re.DOTALL)
    assert found is not None
    return unescape(found[1])


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Event]:
    """Live runs wait after their first step until this is set."""
    gate = Event()
    watch = LiveRun._watch

    def held(run: LiveRun, step: AnyStep) -> None:
        watch(run, step)
        assert gate.wait(PATIENCE)

    monkeypatch.setattr(LiveRun, "_watch", held)
    yield gate
    gate.set()


def test_a_first_visit_shows_a_run(site: TestClient) -> None:
    html = get(site, "")
    assert "Rule 1 of 24" in sentence(html)
    assert "Ready ones:" in html
    assert 'aria-current="page">Train</a>' in html


@needs_shared
@pytest.mark.parametrize(
    ("trace", "corpus", "options", "count"),
    [
        ("end_of_word", lambda data: data["corpus"], "&marker=%3C%2Fw%3E", 26),
        ("no_marker", lambda data: "\n".join(data["lines"]), "", 60),
    ],
)
def test_every_rule_of_the_golden_traces(
    site: TestClient, trace: str, corpus: Any, options: str, count: int
) -> None:
    data = golden("training")[trace]
    query = f"algorithm=bpe&merges={count}{options}&corpus={quote(corpus(data))}"
    assert len(data["merges"]) == count
    for number, rule in enumerate(data["merges"], 1):
        said = sentence(frame(site, query, number))
        times = "time" if rule["count"] == 1 else "times"
        piece = rule["left"] + rule["right"]
        assert said.startswith(
            f"Rule {number} of {count}: “{rule['left']}” and “{rule['right']}”, together "
            f"{rule['count']} {times}, become “{piece}”."
        )


@needs_shared
@pytest.mark.parametrize("ties", ["first_seen", "lexicographic"])
def test_ties_are_explained(site: TestClient, ties: str) -> None:
    data = golden("training")["weighted_words"]
    typed = " ".join(f"{word}*{count}" for word, count in data["words"].items())
    query = f"algorithm=bpe&ties={ties}&corpus={quote(typed)}"
    said = [sentence(frame(site, query, number)) for number in (1, 2, 3)]
    for text, rule in zip(said, data[f"merges_{ties}"], strict=False):
        assert f"“{rule['left']}” and “{rule['right']}”" in text
    first = {
        "first_seen": "A tie with 1 other pair: this one comes first in the corpus, in “bajo”.",
        "lexicographic": "A tie with 1 other pair: this one comes first in alphabetical order",
    }
    assert first[ties] in said[0]


@needs_shared
def test_wordpiece_shows_its_fraction_and_what_bpe_would_choose(site: TestClient) -> None:
    data = golden("training")
    typed = " ".join(f"{w}*{n}" for w, n in data["weighted_words"]["words"].items())
    expected = data["wordpiece_likelihood"]["weighted_words"]
    query = f"algorithm=wordpiece&merges={len(expected)}&corpus={quote(typed)}"
    for number, step in enumerate(expected, 1):
        html = frame(site, query, number)
        assert f"“{step['left']}” and “{step['right']}”" in sentence(html)
        parts = f"{step['pair_count']} {step['left_count']} · {step['right_count']} = "
        assert parts + step["score"].removesuffix("/1") in words(html)
        assert "BPE would have chosen" in sentence(html)
    assert "“b” + “##a”, which occurs 6 times" in sentence(frame(site, query, 1))


def test_a_frame_alone_is_what_the_page_shows(site: TestClient) -> None:
    query = "algorithm=bpe&corpus=ba%20ba%20ab%20ab"
    alone = frame(site, query, 2)
    assert not alone.lstrip().startswith("<!DOCTYPE")
    assert sentence(alone) == sentence(get(site, f"{query}&step=2"))
    assert "nothing more to merge" in sentence(alone)


def test_a_step_that_the_run_does_not_have(site: TestClient) -> None:
    query = "algorithm=bpe&corpus=ba%20ba&step=9"
    assert "this run goes from 0 to 1" in get(site, query, 404)
    assert "this run goes from 0 to 1" in get(site, query, 404, headers=FRAME)


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("corpus=", "The corpus is empty"),
        ("corpus=%20%0A", "The corpus is empty"),
        ("corpus=abc&size=2", "cannot hold the 3 different symbols"),
        ("algorithm=unigram&corpus=abc", "say a size"),
        ("corpus=a&size=x", "whole number"),
    ],
)
def test_what_cannot_be_trained_is_said_beside_the_form(
    site: TestClient, query: str, part: str
) -> None:
    html = get(site, query, 422)
    assert part in unescape(html)


@pytest.mark.parametrize(
    ("corpus", "said"),
    [
        ("a", "nothing more to merge"),
        ("👩‍👩‍👧 👩‍👩‍👧", "nothing more to merge"),
        ("שלום abc שלום abc", "nothing more to merge"),
        ("e\u0301 e\u0301", "nothing more to merge"),
    ],
)
def test_odd_corpora_end_in_words(site: TestClient, corpus: str, said: str) -> None:
    html = get(site, f"algorithm=bpe&corpus={quote(corpus)}")
    assert said in html


def test_without_a_rule_there_is_a_frame_all_the_same(site: TestClient) -> None:
    html = get(site, "algorithm=bpe&corpus=a")
    assert "Before any rule" in sentence(html)
    assert "There is no pair left." in html


@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece", "superbpe", "gage", "unigram"])
def test_every_frame_of_every_algorithm(site: TestClient, algorithm: str) -> None:
    query = f"algorithm={algorithm}&ready=recipes-en&merges=30"
    last = int(re.findall(r'data-last="(\d+)"', get(site, query))[0])
    first = int(re.findall(r'data-first="(\d+)"', get(site, query))[0])
    said = {sentence(frame(site, query, step)) for step in range(first, last + 1)}
    assert len(said) == last - first + 1


def test_unigram_draws_the_lattice_of_a_chosen_word(site: TestClient) -> None:
    query = "algorithm=unigram&ready=recipes-en&merges=30"
    html = frame(site, f"{query}&word=onion", 1)
    assert "All the ways to cut “▁onion”" in unescape(html)
    arcs = re.findall(r'<path d="M[^"]+" stroke-width="([\d.]+)"', html)
    assert len(arcs) > 5
    assert "ways to cut it;" in html
    assert 'class="arc best"' in html
    pruned = [frame(site, query, step) for step in range(1, 8)]
    assert any('class="falling"' in html for html in pruned)


def test_unigram_draws_cuts_with_a_seed_and_a_temperature(site: TestClient) -> None:
    query = "algorithm=unigram&ready=recipes-en&merges=30&word=onion&step=2"
    first, again = frame(site, query, 2), frame(site, query, 2)
    assert first == again
    assert "in 100 draws" in first
    link = unescape(re.findall(r'href="([^"]+)">draw again', first)[0])
    assert "seed=2" in link
    assert "step=2" in link
    other = site.get(link).text
    assert "Seed 2" in other
    cold = get(site, f"{query}&seed=2&temperature=0.25")
    assert re.search(r'aria-current="true">0.25<', cold)
    assert "seed=3&amp;temperature=0%2E25" in cold
    wrong = get(site, f"{query}&temperature=hot")
    assert "“temperature” has a value that means nothing here" in wrong


def test_unigram_says_what_a_loss_is_where_it_shows_one(site: TestClient) -> None:
    query = "algorithm=unigram&ready=roots-es&merges=10"
    last = int(re.findall(r'data-last="(\d+)"', get(site, query))[0])
    frames = [frame(site, query, step) for step in range(1, last + 1)]
    lost = [html for html in frames if "loss " in words(html)]
    assert lost
    assert all("The loss is how much log-likelihood goes" in html for html in lost)
    assert not any("The loss is" in html for html in frames if html not in lost)


def test_gage_checks_that_nothing_is_lost(site: TestClient) -> None:
    html = get(site, "algorithm=gage&corpus=ABABCABCD&step=2")
    assert "byte for byte" in html
    said = (
        "Replacement 2: the pair FF 43, 2 times, gives way to the byte FE, which stands for “ABC”."
    )
    assert said in sentence(html)


def test_a_text_is_cut_rule_by_rule(site: TestClient) -> None:
    typed = quote("bajo*3 baja*2 bajada*1")
    text = words(get(site, f"algorithm=bpe&merges=5&corpus={typed}&text=bajada%20bajero"))
    assert "12 letters → " in text
    assert "The corpus lacks letters of this text; each becomes <unk>: e r" in text
    assert "1 word is not in the corpus" in text
    assert "bajero → UNK" in text
    assert "rule 3 finds nothing to do" in text
    assert "Whole words 2 tokens" in text
    assert "Unigram" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [("ab", "rule 2 finds nothing to do"), ("ba", "rules 1 to 2 find nothing to do")],
)
def test_the_last_rules_that_do_nothing_are_said_too(
    site: TestClient, text: str, said: str
) -> None:
    shown = words(get(site, f"algorithm=bpe&corpus={quote('ab*2 cd*1')}&text={text}"))
    assert said in shown


def test_a_long_text_is_refused_in_words(site: TestClient) -> None:
    html = get(site, f"algorithm=bpe&corpus=ba&text={'a' * 2_001}", 413)
    assert "up to 2,000 are cut rule by rule" in html


def test_the_form_leads_to_the_address_of_the_run(site: TestClient) -> None:
    fields = {**FORM, "corpus": "ba ba\r\nab ab", "amount": "1"}
    response = site.post("/train?lang=en", data=fields, follow_redirects=False)
    assert response.status_code == 303
    assert response.headers["location"] == (
        "/train?v=1&algorithm=bpe&merges=1&lang=en&corpus=ba%20ba%0Aab%20ab"
    )
    html = site.get(response.headers["location"]).text
    assert "Rule 1 of 1" in sentence(html)


def test_htmx_gets_the_run_itself(site: TestClient) -> None:
    fields = {**FORM, "corpus": "ba ba ab ab", "amount": ""}
    response = site.post("/train/stream?lang=en", data=fields, headers={"HX-Request": "true"})
    assert response.headers["content-type"].startswith("text/html")
    assert "Rule 1 of 2" in sentence(response.text)
    assert 'data-address="/train?v=1&amp;algorithm=bpe' in response.text


@pytest.mark.parametrize("corpus", ["a\0b a\0b", "ab" * LONGEST_ADDRESS])
def test_a_corpus_that_no_address_can_hold_is_found_by_its_run(
    site: TestClient, corpus: str
) -> None:
    fields = {**FORM, "corpus": corpus, "amount": "1"}
    response = site.post("/train?lang=en", data=fields, follow_redirects=False)
    assert re.fullmatch(r"/train\?v=1&run=[0-9a-f]{64}&lang=en", response.headers["location"])
    html = site.get(response.headers["location"]).text
    assert "Rule 1 of 1" in sentence(html)
    assert "<textarea" in html


def test_errors_of_the_form_are_said_beside_it_and_to_htmx(site: TestClient) -> None:
    fields = {**FORM, "corpus": " ", "amount": "5"}
    response = site.post("/train?lang=en", data=fields)
    assert response.status_code == 422
    assert "The corpus is empty" in response.text
    response = site.post("/train/stream?lang=en", data=fields, headers={"HX-Request": "true"})
    assert response.status_code == 422
    assert response.headers["HX-Retarget"] == "#error"


def test_a_file_is_the_corpus(site: TestClient) -> None:
    response = site.post(
        "/train?lang=en",
        data={**FORM, "corpus": "not this", "amount": "1"},
        files={"file": ("mine.txt", "ñu ñu ñu".encode("utf-16"), "text/plain")},
        follow_redirects=False,
    )
    assert response.headers["location"].endswith("corpus=%C3%B1u%20%C3%B1u%20%C3%B1u")


def test_a_long_run_streams_its_progress_and_then_itself(site: TestClient) -> None:
    fields = {**FORM, "corpus": LONG, "amount": "60"}
    with site.stream(
        "POST", "/train/stream?lang=en", data=fields, headers={"HX-Request": "true"}
    ) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        events = "".join(response.iter_text()).strip().split("\n\n")
    assert "Stop and keep what it has" in events[0]
    assert all('<hx-partial hx-target="#train-progress"' in event for event in events[1:-1])
    assert "Rule 1 of 60" in sentence(events[-1])
    run = re.findall(r"run=([0-9a-f]{24})", events[0])[0]
    html = get(site, f"run={run}&step=60")
    assert "Rule 60 of 60" in sentence(html)
    assert LONG[:100] in html


def test_a_long_run_that_fails_says_why(site: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.routes.train.NO_SCRIPT_SECONDS", PATIENCE)
    fields = {**FORM, "measure": "size", "corpus": LONG, "amount": "2"}
    response = site.post("/train/stream?lang=en", data=fields, headers={"HX-Request": "true"})
    assert "cannot hold" in response.text.split("\n\n")[-2]
    response = site.post("/train?lang=en", data=fields, follow_redirects=False)
    assert response.status_code == 422
    assert "cannot hold" in response.text


def test_a_long_run_without_script_is_watched_and_stopped(client: TestClient, gate: Event) -> None:
    fields = {**FORM, "corpus": LONG, "amount": ""}
    response = client.post("/train?lang=en", data=fields, follow_redirects=False)
    address = response.headers["location"]
    run = re.findall(r"run=([0-9a-f]{24})", address)[0]
    waiting = client.get(address).text
    assert '<noscript><meta http-equiv="refresh"' in waiting
    assert "1 step" in words(waiting)
    assert f'action="/train/{run}/stop?lang=en"' in waiting
    live = client.app.state.trainings.live(run)  # type: ignore[attr-defined]
    live.stop()
    gate.set()
    assert live.finished.wait(PATIENCE)
    stopped = client.post(f"/train/{run}/stop?lang=en")
    assert stopped.status_code == 200
    assert "Training was stopped by hand; what was learned so far is kept." in stopped.text
    assert "Rule 1 of 1" in sentence(stopped.text)
    quiet = client.post(f"/train/{run}/stop", headers={"HX-Request": "true"})
    assert quiet.status_code == 204


def test_a_page_opened_meanwhile_watches_the_same_run(client: TestClient, gate: Event) -> None:
    response = client.post(
        "/train?lang=en", data={**FORM, "corpus": LONG, "amount": "9"}, follow_redirects=False
    )
    run = re.findall(r"run=([0-9a-f]{24})", response.headers["location"])[0]
    html = client.get(response.headers["location"]).text
    watch = unescape(re.findall(r'hx-get="([^"]+)"', html)[0])
    live = client.app.state.trainings.live(run)  # type: ignore[attr-defined]
    gate.set()
    assert live.finished.wait(PATIENCE)
    shown = client.get(watch, headers={"HX-Request": "true"}).text
    assert "Rule 1 of 9" in sentence(shown)


def test_when_all_places_are_taken_it_says_so(settings: Settings, gate: Event) -> None:
    app = create_app(settings.model_copy(update={"max_live_trainings": 1}))
    with TestClient(app) as client:
        fields = {**FORM, "corpus": LONG, "amount": ""}
        client.post("/train?lang=en", data=fields, follow_redirects=False)
        full = client.post("/train/stream?lang=en", data=fields, headers={"HX-Request": "true"})
        assert full.status_code == 503
        assert "1 long trainings are going on" in full.text
        # A short one is trained all the same.
        short = client.post("/train?lang=en", data={**FORM, "corpus": "ba ba", "amount": ""})
        assert short.status_code == 200
        gate.set()


def test_a_run_that_is_gone(site: TestClient) -> None:
    assert "not here any more" in get(site, "run=0123", 404)


def test_limits_are_shown_before_and_when_met(settings: Settings) -> None:
    tight = {"max_train_characters": 50, "max_train_rules": 2}
    with TestClient(create_app(settings.model_copy(update=tight))) as client:
        html = client.get("/train?lang=en&corpus=ba%20ba%20ab").text
        assert "Up to 50 characters" in html
        assert "At most 2 rules and 30 seconds" in html
        html = client.get("/train?lang=en&algorithm=bpe&corpus=banana%20bandana").text
        assert "The limit of steps was reached before the size asked for." in html
        html = client.get(f"/train?lang=en&algorithm=bpe&corpus={'a' * 51}").text
        assert "the limit for training here is 50" in html


def test_the_files_to_take_away(site: TestClient) -> None:
    query = "algorithm=bpe&unit=byte&merges=3&corpus=ba%20ba%20ab"
    html = get(site, query)
    links = [unescape(link) for link in re.findall(r'href="(/train/tokenizer[^"]+)"', html)]
    as_json, ranks = (site.get(link) for link in links)
    assert json.loads(as_json.text)["model"]["type"] == "BPE"
    assert as_json.headers["content-disposition"] == 'attachment; filename="tokenizer.json"'
    assert len(ranks.text.splitlines()) == 258
    refused = site.get("/train/tokenizer.tiktoken?lang=en&algorithm=bpe&corpus=ba")
    assert refused.status_code == 422
    assert "train BPE on bytes" in refused.text


def test_what_no_file_can_hold_is_not_offered_but_cuts_all_the_same(site: TestClient) -> None:
    query = "algorithm=bpe&ready=roots-en&merges=20&marker=%3C%2Fw%3E&pre_tokenizer=gpt2&text=sea"
    html = get(site, query)
    assert "tokenizer.json" not in html
    assert "Use it in the playground" not in html
    assert "can only be exported when words are split at whitespace" in html
    assert "3 letters →" in words(html)
    assert "tokenizer.json" in get(
        site, "algorithm=unigram&ready=roots-en&pre_tokenizer=gpt2&merges=9"
    )


def test_what_was_learned_joins_the_playground(app: FastAPI, client: TestClient) -> None:
    query = "lang=en&algorithm=bpe&marker=%3C%2Fw%3E&corpus=ba%20ba&text=ba"
    response = client.post(f"/train/playground?{query}", follow_redirects=False)
    assert response.status_code == 303
    id = re.findall(r"model=(own-[0-9a-f]{24})", response.headers["location"])[0]
    assert "text=ba" in response.headers["location"]
    assert app.state.registry.info(id).title == "BPE trained here"
    answer = client.post("/api/v1/tokenize", json={"text": "ba", "vocabularies": [id]}).json()
    assert [token["piece"] for token in answer["results"][0]["tokens"]] == ["ba</w>"]


def test_a_text_is_cut_for_htmx_and_without_script(site: TestClient) -> None:
    address = "/train/encode?lang=en&v=1&algorithm=bpe&corpus=ba%20ba"
    fields = {"text": "baba"}
    plain = site.post(address, data=fields, follow_redirects=False)
    assert plain.status_code == 303
    assert plain.headers["location"].endswith("&corpus=ba%20ba&text=baba#encode")
    part = site.post(address, data=fields, headers={"HX-Request": "true"})
    assert part.headers["HX-Replace-Url"].endswith("&text=baba")
    assert "4 letters → 2 tokens" in words(part.text)


def test_one_megabyte_without_spaces_ends_in_words(client: TestClient) -> None:
    fields = {**FORM, "corpus": "abcdefghij" * 100_000, "amount": "200"}
    response = client.post("/train/stream?lang=en", data=fields, headers={"HX-Request": "true"})
    last = response.text.strip().split("\n\n")[-1]
    assert "Rule 1 of " in sentence(last)
    assert "train-stopped" in last


def test_a_rank_file_comes_with_the_pattern_that_tiktoken_needs(site: TestClient) -> None:
    page = site.get("/train", params={"corpus": "sol sola", "unit": "byte", "lang": "en"}).text
    assert "tokenizer.tiktoken" in page
    assert "tiktoken needs the pattern" in page
    letters = site.get("/train", params={"corpus": "sol sola", "lang": "en"}).text
    assert "tiktoken needs the pattern" not in letters
