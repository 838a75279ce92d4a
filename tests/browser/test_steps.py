"""Steps in a real browser: by keyboard in each family, by address, playing, and without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer
from tests.shared import needs_shared

BPE, LLAMA_2, XLM_R = "cl100k_base", "llama-2", "xlm-roberta-base"
MBERT = "bert-base-multilingual-cased"
FAMILIES = [
    (BPE, 5, ["d", "ám", "elo"]),
    (LLAMA_2, 5, ["▁d", "ám", "elo"]),
    pytest.param(MBERT, 3, ["dá", "##mel", "##o"], marks=needs_shared),
    (XLM_R, 10, ["▁dám", "elo"]),
]


def address(vocabulary: str, text: str = "dámelo", step: int | None = None) -> str:
    rest = "" if step is None else f"&step={step}"
    return f"/steps?v=1&model={vocabulary}&lang=en&text={quote(text)}{rest}"


def at_step(page: Page, step: int) -> None:
    expect(page.locator("[data-player-count]")).to_have_text(str(step))
    expect(page).to_have_url(re.compile(rf"[?&]step={step}$"))


@pytest.fixture
def plain(browser: Browser, server: LiveServer) -> Iterator[Page]:
    """A page in a browser without JavaScript."""
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize(("vocabulary", "last", "pieces"), FAMILIES)
def test_a_word_is_stepped_through_by_keyboard(
    page: Page, vocabulary: str, last: int, pieces: list[str]
) -> None:
    page.goto(address(vocabulary))
    for step in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        at_step(page, step)
    expect(page.locator(".piece-text")).to_have_text(pieces)
    page.keyboard.press("ArrowRight")
    at_step(page, last)
    page.keyboard.press("ArrowLeft")
    at_step(page, last - 1)


def test_home_end_and_space_act_inside_the_player(page: Page) -> None:
    page.goto(address(BPE))
    page.get_by_role("link", name="Next step").focus()
    page.keyboard.press("End")
    at_step(page, 5)
    page.keyboard.press("Home")
    at_step(page, 1)
    expect(page.get_by_role("link", name="Next step")).to_be_focused()
    play = page.get_by_role("button", name="Play")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(play).to_have_attribute("aria-pressed", "false")


def test_keys_in_the_text_box_write(page: Page) -> None:
    page.goto(address(BPE, step=3))
    box = page.get_by_label("Text", exact=True)
    box.focus()
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.keyboard.type(" ")
    expect(box).to_have_value("dámel o")
    at_step(page, 3)


@pytest.mark.parametrize(("vocabulary", "last", "pieces"), FAMILIES)
def test_frame_3_opens_by_its_address(
    page: Page, plain: Page, vocabulary: str, last: int, pieces: list[str]
) -> None:
    """The frame reached by steps, by its address and without JavaScript is the same."""
    del last, pieces
    page.goto(address(vocabulary, step=3))
    opened = page.locator("[data-player-frame]").inner_html()
    said = page.locator("[data-player-say]").inner_text()
    page.goto(address(vocabulary))
    page.get_by_role("link", name="Next step").click()
    at_step(page, 2)
    page.get_by_role("link", name="Next step").click()
    at_step(page, 3)
    expect(page.locator("[data-player-say]")).to_have_text(said)
    assert page.locator("[data-player-frame]").inner_html() == opened
    plain.goto(address(vocabulary, step=3))
    expect(plain.locator("[data-player-say]")).to_have_text(said)


@pytest.mark.parametrize(("vocabulary", "last", "pieces"), FAMILIES)
def test_without_javascript_links_step_through(
    plain: Page, vocabulary: str, last: int, pieces: list[str]
) -> None:
    plain.goto(address(vocabulary))
    expect(plain.get_by_role("button", name="Play")).to_be_hidden()
    plain.get_by_role("link", name="Next step").click()
    expect(plain.locator("[data-player-count]")).to_have_text("2")
    plain.get_by_role("link", name="Last step").click()
    expect(plain.locator("[data-player-count]")).to_have_text(str(last))
    expect(plain.locator(".piece-text")).to_have_text(pieces)
    plain.get_by_role("slider", name="Step").fill("1")
    plain.get_by_role("button", name="Go").click()
    expect(plain.locator("[data-player-count]")).to_have_text("1")


def test_without_javascript_a_text_is_cut_by_the_form(plain: Page) -> None:
    plain.goto("/steps?lang=en")
    plain.get_by_label("Text", exact=True).fill("ferrocarril")
    plain.get_by_label("Vocabulary").select_option(LLAMA_2)
    plain.get_by_role("button", name="Show the steps").click()
    expect(plain).to_have_url(re.compile("model=llama-2&lang=en&text=ferrocarril$"))
    plain.get_by_role("link", name="Last step").click()
    expect(plain.locator(".piece-text")).to_have_text(["▁fer", "roc", "arr", "il"])


RECORD_STEPS = """() => {
  const count = document.querySelector("[data-player-count]");
  window.seen = [];
  new MutationObserver(() => window.seen.push(count.textContent)).observe(count, { childList: true });
}"""


def test_playing_goes_to_the_end_and_stops(page: Page) -> None:
    page.goto(address(BPE))
    page.evaluate(RECORD_STEPS)
    page.get_by_label("Speed").select_option("4")
    play = page.get_by_role("button", name="Play")
    say = page.locator("[data-player-say]")
    play.click()
    expect(say).to_have_attribute("aria-live", "off")
    at_step(page, 5)
    expect(play).to_have_attribute("aria-pressed", "false")
    expect(say).to_have_attribute("aria-live", "polite")
    assert page.evaluate("window.seen") == ["2", "3", "4", "5"]
    play.click()
    at_step(page, 1)


def test_scrubbing_ends_where_the_hand_stops(page: Page) -> None:
    page.goto(address(XLM_R, "criptomoneda"))
    scrubber = page.get_by_role("slider", name="Step")
    for step in (3, 9, 14, 17, 12):
        scrubber.fill(str(step))
    at_step(page, 12)
    expect(page.locator(".lattice-bar.best")).not_to_have_count(0)


def test_back_and_reload_keep_the_frame(page: Page) -> None:
    page.goto(address(BPE))
    page.keyboard.press("ArrowRight")
    at_step(page, 2)
    page.reload()
    at_step(page, 2)
    page.locator("a.piece-text").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Token")
    page.go_back()
    at_step(page, 2)


def test_a_server_out_of_reach_is_said_and_the_frame_stays(page: Page, console: Console) -> None:
    console.expect("ERR_FAILED")
    page.goto(address(BPE))
    page.route("**/steps**", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    expect(page.locator("#error")).to_contain_text("The server cannot be reached")
    expect(page.locator(".piece-text").first).to_have_text("d")


def test_reduced_motion_is_respected(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(address(BPE, step=2))
    animation = "getComputedStyle(document.querySelector('.made .piece-text')).animationName"
    assert page.evaluate(animation) == "none"


PAGES = [
    address(BPE, "El niño 漢字.", 9),
    address(XLM_R, step=5),
    address(XLM_R, step=10),
    "/splits?lang=en",
    "/words?lang=en",
    "/vocabularies/gpt2/tokens/43453?lang=en",
    "/vocabularies/xlm-roberta-base/tokens/83500?lang=en",
]


@pytest.mark.parametrize("path", PAGES)
def test_nothing_hangs_over_the_side_of_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_nothing_serious_for_axe(page: Page, path: str, theme: str) -> None:
    page.goto(f"{path}&theme={theme}")
    assert serious_faults(page) == []


def test_from_a_chip_of_the_playground_to_where_its_token_comes_from(page: Page) -> None:
    page.goto(f"/?v=1&model={BPE}&lang=en&text=d%C3%A1melo")
    page.locator("[data-tokens] [data-token]").last.click()
    page.get_by_role("link", name="Where this token comes from").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("elo")
    expect(page.locator(".merge-tree > li > a")).to_have_text("elo")
    page.get_by_role("link", name="Cut this text step by step").click()
    expect(page.locator("[data-player-say]")).to_contain_text("is in the vocabulary with id 20782")
