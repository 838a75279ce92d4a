"""The playground in a real browser, under the production headers: the flows people come for."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer

SENTENCE = "El niño juega en el jardín."
COST_DETAILS = "Caché, un precio tuyo, otra moneda, un límite"
COUNTS = {
    "gpt2": "12",
    "cl100k_base": "11",
    "o200k_base": "7",
    "llama-3": "11",
    "llama-2": "11",
    "xlm-roberta-base": "9",
}


def count_of(page: Page, vocabulary: str) -> str:
    return page.locator(f"#reading-{vocabulary} .figure.big .figure-value").inner_text()


def expect_count(page: Page, vocabulary: str, count: str) -> None:
    figure = page.locator(f"#reading-{vocabulary} .figure.big .figure-value")
    expect(figure).to_have_text(count)


def test_typing_cuts_in_every_vocabulary(page: Page) -> None:
    page.goto("/")
    page.locator("#text").fill("")
    page.locator("#text").press_sequentially(SENTENCE)
    for vocabulary, count in COUNTS.items():
        expect_count(page, vocabulary, count)
    expect(page.locator("#summary")).to_contain_text("27 caracteres")
    expect(page).to_have_url(re.compile("text=El%20ni%C3%B1o"))


def test_a_page_reloaded_shows_the_same_text(page: Page) -> None:
    page.goto("/")
    page.locator("#text").fill("  dos  espacios ")
    expect(page).to_have_url(re.compile("espacios"))
    page.reload()
    expect(page.locator("#text")).to_have_value("  dos  espacios ")


def test_rows_change_and_the_keyboard_stays_where_it_was(page: Page) -> None:
    page.goto("/?model=gpt2,o200k_base")
    page.locator("#down-gpt2").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".reading").first).to_have_attribute("id", "reading-o200k_base")
    page.locator("#add-llama-2").click()
    expect(page.locator(".reading")).to_have_count(3)
    page.locator("#remove-gpt2").click()
    expect(page.locator(".reading")).to_have_count(2)


def test_arrow_keys_go_through_the_tokens_and_the_inspector_says_them(page: Page) -> None:
    page.goto(f"/?model=gpt2,o200k_base&text={SENTENCE}")
    page.locator("#reading-o200k_base .tokens").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    inspector = page.locator("#inspector")
    expect(inspector).to_be_visible()
    expect(inspector).to_contain_text("61895")
    expect(inspector.locator(".inspector-piece")).to_have_text("·niño")
    expect(inspector).to_contain_text("ĠniÃ±o")
    expect(inspector).to_contain_text("20 6E 69 C3 B1 6F")
    expect(inspector).to_contain_text("La cortan de otro modo: GPT-2")
    expect(page.locator("#reading-gpt2 .lit.differs")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(inspector.get_by_role("link", name="De dónde sale esta pieza")).to_be_focused()
    page.keyboard.press("Escape")
    expect(inspector).to_be_hidden()
    expect(page.locator("#reading-o200k_base .tokens")).to_be_focused()


def test_bytes_that_are_no_character_are_named_as_bytes(page: Page) -> None:
    page.goto("/?model=gpt2&text=🙂")
    page.locator("#reading-gpt2 [data-token]").first.hover()
    inspector = page.locator("#inspector")
    expect(inspector.locator(".inspector-piece")).to_have_text("F0 9F")
    expect(inspector).not_to_contain_text("U+FFFD")


def test_what_is_copied_out_of_a_row_is_the_text_itself(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = "¡El niño\u00a0ríe\t👍!"
    page.goto(f"/?model=gpt2,llama-2&text={quote(text)}")
    for vocabulary in ("gpt2", "llama-2"):
        row = page.locator(f"#reading-{vocabulary} .tokens")
        expect(row.locator(".cell").first).to_be_visible()
        row.evaluate("row => getSelection().selectAllChildren(row)")
        page.keyboard.press("ControlOrMeta+c")
        assert page.evaluate("navigator.clipboard.readText()") == text


def test_a_token_that_is_a_line_break_has_a_chip_to_point_at(page: Page) -> None:
    page.goto(f"/?model=gpt2&text={quote('uno' + chr(10) + 'dos')}")
    page.locator("#reading-gpt2 .mark[data-mark='↵']").hover(position={"x": 6, "y": 12})
    expect(page.locator("#inspector")).to_contain_text("198")


def test_pointing_lights_the_same_token_elsewhere(page: Page) -> None:
    page.goto("/?model=cl100k_base&text=sol y sol y sol")
    page.locator('[data-token="2"]').first.hover()
    expect(page.locator("#reading-cl100k_base .lit")).not_to_have_count(0)
    expect(page.locator("#inspector")).to_contain_text("2 ×")


def test_modes_show_ids_bytes_and_stages(page: Page) -> None:
    page.goto("/?model=llama-2&text=ñ")
    page.get_by_text("Ids", exact=True).click()
    expect(page.locator(".tokens .chip").last).to_have_text("30046")
    page.get_by_text("Bytes", exact=True).click()
    expect(page.locator(".tokens .chip").last).to_have_text("c3 b1")
    page.get_by_text("Etapas", exact=True).click()
    expect(page.locator(".stage").first).to_be_visible()


def test_the_part_selected_is_counted(page: Page) -> None:
    page.goto(f"/?model=o200k_base&text={SENTENCE}")
    page.locator("#text").focus()
    page.evaluate("document.getElementById('text').setSelectionRange(3, 7)")
    expect(page.locator("#selected")).to_contain_text("4 caracteres elegidos")


def test_hints_change_the_text_in_the_box(page: Page) -> None:
    page.goto("/?model=gpt2&text=man%CC%83ana")
    page.locator("#mend-decomposed").click()
    expect(page.locator("#text")).to_have_value("mañana")
    # The box that came from the server goes on working.
    page.locator("#text").fill("sol")
    expect_count(page, "gpt2", "1")


def test_a_file_is_opened_and_one_is_dropped(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "carta.txt"
    file.write_text("Querido niño:", encoding="utf-16")
    page.goto("/?model=gpt2")
    page.set_input_files('input[name="file"]', file)
    expect(page.locator("#text")).to_have_value("Querido niño:")
    expect(page.locator("#results .notice").first).to_contain_text("carta.txt")
    page.evaluate(
        """() => {
          const data = new DataTransfer();
          data.items.add(new File(["soltado"], "b.txt"));
          const drop = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
          document.getElementById("text").dispatchEvent(drop);
        }"""
    )
    expect(page.locator("#text")).to_have_value("soltado")


def test_costs_follow_what_is_typed(page: Page) -> None:
    page.goto(f"/?model=o200k_base&text={SENTENCE}")
    page.locator('input[name="messages"]').fill("200000")
    expect(page.locator("#costs")).to_contain_text("200 000".replace(" ", "\u202f"))
    page.get_by_text(COST_DETAILS).click()
    page.locator('input[name="own"]').fill("3")
    expect(page.locator("#costs")).to_contain_text("4,20")
    page.locator('input[name="own"]').fill("tres")
    expect(page.locator("#costs .notice-error").first).to_be_visible()
    expect(page.locator('input[name="own"]')).to_have_value("tres")


def test_an_answer_is_cut_at_a_limit(page: Page) -> None:
    page.goto(f"/?model=o200k_base&text={SENTENCE}")
    page.get_by_text(COST_DETAILS).click()
    page.locator('input[name="limit"]').fill("3")
    expect(page.locator(".cut-text .kept")).to_have_text("El niño juega")


def test_an_error_keeps_the_text_and_the_last_answer(page: Page, console: Console) -> None:
    console.expect("413")
    page.goto("/?model=gpt2&text=hola")
    page.evaluate("document.getElementById('text').value = 'a'.repeat(1000001)")
    page.locator("#cut").click()
    expect(page.locator("#error")).to_contain_text("1\u202f000\u202f001")
    expect(page.locator("#reading-gpt2")).to_be_visible()
    assert page.evaluate("document.getElementById('text').value.length") == 1_000_001


def test_everything_works_without_javascript(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False, locale="es-ES")
    page = context.new_page()
    page.goto("/")
    page.locator("#text").fill(SENTENCE)
    page.locator("#cut").click()
    for vocabulary, count in COUNTS.items():
        assert count_of(page, vocabulary) == count
    expect(page.locator("#text")).to_have_value(SENTENCE)
    page.locator("#down-gpt2").click()
    expect(page.locator(".reading").first).to_have_attribute("id", "reading-cl100k_base")
    page.locator('input[name="mode"][value="ids"]').check(force=True)
    page.get_by_text(COST_DETAILS).click()
    page.locator('input[name="limit"]').fill("3")
    page.locator("#cut").click()
    expect(page.locator("#reading-o200k_base .chip").nth(1)).to_have_text("61895")
    expect(page.locator(".cut-text .kept").first).to_be_visible()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["text", "ids", "stages"])
def test_nothing_serious_for_axe_with_every_part_open(page: Page, theme: str, mode: str) -> None:
    page.goto(
        f"/?theme={theme}&mode={mode}&own=3&limit=3&text=man%CC%83ana 漢字 🦙 "
        "<|endoftext|>%0A%E2%80%8Bfin "
    )
    assert serious_faults(page) == []


def test_a_phone_shows_it_all_without_scrolling_sideways(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/?own=3&limit=3&text=unapalabralarguisimaquenocabe" + "larga" * 20)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
