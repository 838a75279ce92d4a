"""Training in a real browser: by keyboard, by address, without script, and a long run that is stopped."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from random import Random
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, FilePayload, Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer

SYLLABLES = "ba ca da fa ga la ma na pa ra sa ta be ce de le me ne pe re se te co do lo mo no po"
WEIGHTED = "bajo*3 baja*2 bajada*1"


def book(characters: int) -> str:
    """A text of made-up words, as many different ones as a book has."""
    random, syllables = Random(7), SYLLABLES.split()  # a book that is the same every time
    words: list[str] = []
    size = 0
    while size < characters:
        word = "".join(random.choices(syllables, k=random.choice((1, 2, 2, 3, 3, 4))))
        words.append(word)
        size += len(word) + 1
    return " ".join(words)[:characters]


def address(corpus: str, **more: str | int) -> str:
    rest = "".join(f"&{name}={value}" for name, value in more.items())
    return f"/train?v=1&lang=en&algorithm=bpe{rest}&corpus={quote(corpus)}"


def fill(page: Page, corpus: str, amount: str) -> None:
    """As pasting does it: typing a book key by key would take the whole day."""
    page.eval_on_selector("#corpus", "(box, text) => { box.value = text; }", corpus)
    page.fill("#amount", amount)


@pytest.fixture
def plain(browser: Browser, server: LiveServer) -> Iterator[Page]:
    """A page in a browser without JavaScript."""
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    yield context.new_page()
    context.close()


def test_frames_by_keyboard_and_by_address(page: Page) -> None:
    page.goto(address(WEIGHTED))
    say = page.locator(".player-say")
    expect(say).to_contain_text("“b” and “a”, together 6 times")
    page.keyboard.press("ArrowRight")
    expect(say).to_contain_text("“ba” and “j”, together 6 times")
    expect(page).to_have_url(re.compile(r"[?&]step=2$"))
    page.reload()
    expect(say).to_contain_text("“ba” and “j”")
    page.locator("[data-player-go=play]").focus()
    page.keyboard.press("End")
    expect(say).to_contain_text("nothing more to merge")
    page.keyboard.press("Home")
    expect(say).to_contain_text("Before any rule")
    expect(page.locator("[data-player-count]")).to_have_text("0")


def test_a_rule_of_the_list_moves_the_player(page: Page) -> None:
    page.goto(address(WEIGHTED))
    page.locator(".train-list a", has_text="baj").first.click()
    expect(page.locator("[data-player-count]")).to_have_text("3")
    expect(page.locator(".train-list a[aria-current]")).to_contain_text("baj")


def test_it_plays_and_the_new_piece_is_lit(page: Page) -> None:
    page.goto(address(WEIGHTED, step=1))
    expect(page.locator(".train-words .lit")).to_have_text(["ba"] * 3)
    page.locator("[data-player-speed]").select_option("4")
    page.locator("[data-player-go=play]").click()
    expect(page.locator(".player-say")).to_contain_text("nothing more to merge")


def test_training_a_typed_corpus_and_cutting_with_it(page: Page) -> None:
    page.goto("/train?lang=en")
    page.fill("#corpus", "ba ba ab ab")
    page.fill("#amount", "")
    page.click("#train")
    expect(page.locator(".player-say")).to_contain_text("“b” and “a”, together 2 times")
    expect(page).to_have_url(re.compile("corpus=ba%20ba%20ab%20ab"))
    expect(page.locator("[data-player-go=play]")).to_be_focused()
    page.fill("#encode-text", "abba")
    expect(page.locator("#encoded [role=status]")).to_have_text(
        re.compile(r"4\s+letters\s+→\s+2\s+tokens")
    )
    expect(page).to_have_url(re.compile("text=abba"))


def test_back_takes_a_training_back_and_forward_brings_it_again(page: Page) -> None:
    page.goto(address("ba ba ab ab", merges=2))
    page.fill("#corpus", "so so sol sol")
    page.click("#train")
    expect(page.locator(".player-say")).to_contain_text("“s” and “o”")
    expect(page.locator("[data-player-go=play]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("step=2"))
    page.go_back()
    expect(page.locator(".player-say")).to_contain_text("“b” and “a”")
    expect(page.locator("#corpus")).to_have_value("ba ba ab ab")
    page.go_forward()
    expect(page.locator("[data-player-count]")).to_have_text("2")
    expect(page.locator("#corpus")).to_have_value("so so sol sol")


def test_the_options_are_those_of_the_algorithm(page: Page) -> None:
    page.goto("/train?lang=en")
    page.locator(".train-options summary").click()
    expect(page.locator("[name=ties]")).to_be_visible()
    page.get_by_label("WordPiece").check()
    expect(page.locator("[name=ties]")).to_be_hidden()
    expect(page.locator("[name=score]")).to_be_visible()


def test_an_error_is_said_and_goes_away_with_the_next_run(page: Page, console: Console) -> None:
    console.expect("422")
    page.goto("/train?lang=en")
    page.fill("#corpus", " ")
    page.click("#train")
    expect(page.locator("#error")).to_contain_text("The corpus is empty")
    page.fill("#corpus", "ba ba")
    page.click("#train")
    expect(page.locator("#error")).to_be_empty()


def test_a_file_is_trained_on_and_taken_out(page: Page) -> None:
    page.goto("/train?lang=en")
    mine = FilePayload(name="mine.txt", mimeType="text/plain", buffer="ñu ñu ñu".encode())
    page.set_input_files("[data-train-file]", files=[mine])
    expect(page.locator(".player-say")).to_contain_text("“ñ” and “u”, together 3 times")
    expect(page.locator("[data-train-file-name]")).to_have_text("mine.txt")
    page.get_by_role("button", name="Take the file out").click()
    expect(page.locator("[data-train-file-name]")).to_be_empty()


def test_a_long_run_is_seen_at_once_and_leaves_the_server_to_others(
    page: Page, browser: Browser, server: LiveServer
) -> None:
    other = browser.new_context(base_url=server.url)
    visitor = other.new_page()
    visitor.goto("/?lang=en&text=hola")  # loads the vocabularies, which is not what is measured
    page.goto("/train?lang=en")
    fill(page, book(300_000), "2000")
    # The first rule, or the whole run where a machine is that fast; by the page's own clock, since
    # waiting from outside looks twice a second.
    page.evaluate(
        """() => {
            let begun;
            document.addEventListener("click", () => { begun = performance.now(); }, true);
            window.firstRule = new Promise((seen) => new MutationObserver(() => {
                const rule = document.querySelector(".train-live .newest");
                const said = document.querySelector(".player-say")?.textContent ?? "";
                if (begun && (rule || said.includes("of 2,000"))) seen(performance.now() - begun);
            }).observe(document.getElementById("run"), { childList: true, subtree: true }));
        }"""
    )
    page.click("#train")
    assert page.evaluate("() => window.firstRule") < 1_000
    begun = time.monotonic()
    visitor.goto("/?lang=en&text=adiós")
    assert time.monotonic() - begun < 1.5
    other.close()
    expect(page.locator(".player-say")).to_contain_text("Rule 1 of 2,000", timeout=30_000)
    expect(page).to_have_url(re.compile(r"run=[0-9a-f]{24}"))
    page.keyboard.press("End")
    expect(page.locator(".player-say")).to_contain_text("The size asked for was reached.")
    expect(page.locator(".player-count")).to_have_text("Step 2,000 of 2,000")


def test_a_long_run_is_stopped_and_keeps_what_it_has(page: Page) -> None:
    page.goto("/train?lang=en")
    fill(page, book(1_900_000), "30000")
    page.click("#train")
    expect(page.locator(".train-live .newest")).to_be_visible(timeout=10_000)
    assert float(page.locator("progress").get_attribute("value") or 0) < 1
    page.click("#stop")
    expect(page.locator(".train-stopped")).to_contain_text("stopped by hand", timeout=10_000)
    last = int(page.locator("[data-player]").get_attribute("data-last") or 0)
    assert 0 < last < 30_000
    page.reload()
    expect(page.locator(".train-stopped")).to_contain_text("stopped by hand")


def test_without_script_there_are_links_a_form_and_the_text_cut(plain: Page) -> None:
    plain.goto("/train?lang=en")
    plain.fill("#corpus", WEIGHTED)
    plain.fill("#amount", "")
    plain.click("#train")
    expect(plain.locator(".player-say")).to_contain_text("“b” and “a”, together 6 times")
    plain.get_by_role("link", name="Next step").click()
    expect(plain.locator(".player-say")).to_contain_text("“ba” and “j”")
    plain.get_by_role("link", name="Last step").click()
    expect(plain.locator(".player-say")).to_contain_text("nothing more to merge")
    plain.fill("#encode-text", "bajo")
    plain.locator(".train-encode button").click()
    expect(plain.locator("#encoded [role=status]")).to_contain_text("4")


def test_what_was_learned_opens_in_the_playground(page: Page) -> None:
    page.goto(address(WEIGHTED, text="bajada"))
    page.get_by_role("button", name="Use it in the playground").click()
    expect(page.locator(".readings")).to_contain_text("BPE trained here")


def test_reduced_motion_gives_still_frames(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(base_url=server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address(WEIGHTED, step=2))
    animation = page.locator(".half-left").first.evaluate(
        "node => getComputedStyle(node).animationName"
    )
    assert animation == "none"
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize(
    "query",
    [
        "algorithm=bpe&merges=20&ready=endings-es&step=7&text=cantando%20zoología",
        "algorithm=wordpiece&merges=20&ready=score-es&step=3",
        "algorithm=unigram&merges=40&ready=recipes-es&step=6",
        "algorithm=gage&ready=recipes-es&step=9",
    ],
)
def test_nothing_sticks_out_and_axe_finds_no_fault(
    page: Page, width: int, theme: str, query: str
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(f"/train?v=1&theme={theme}&{query}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_faults(page) == []
