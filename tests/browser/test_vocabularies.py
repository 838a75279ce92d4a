"""Vocabularies in a real browser: search, bring a file, ids to text, take tokens away."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import LiveServer

PATHS = [
    "/vocabularies?lang=en&q=ni%C3%B1o",
    "/vocabularies/gpt2/search?q=ni&how=starts",
    "/decode?model=gpt2&ids=464,3797,50256,8582,246",
]


@pytest.fixture
def ranks(tmp_path: Path) -> Path:
    """A small vocabulary file: every byte, and one merge."""
    lines = [f"{b64encode(bytes([byte])).decode()} {byte}" for byte in range(256)]
    file = tmp_path / "mío.tiktoken"
    file.write_text("\n".join([*lines, f"{b64encode('ñ'.encode()).decode()} 256"]))
    return file


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", PATHS)
def test_nothing_serious_for_axe(page: Page, path: str, theme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{path}&theme={theme}")
    assert serious_faults(page) == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_hangs_over_the_side_of_a_phone(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_search_answers_while_typing_and_its_address_opens_it_again(page: Page) -> None:
    page.goto("/vocabularies/o200k_base?lang=en")
    page.get_by_label("A word or any string").press_sequentially(" strawberry", delay=20)
    found = page.locator("#found")
    expect(found).to_contain_text("id 101830")
    page.get_by_text("are exactly it").click()
    expect(found.locator(".found li")).to_have_count(1)
    expect(page).to_have_url(
        "/vocabularies/o200k_base/search?v=1&how=exact&lang=en&q=%20strawberry"
    )
    page.reload()
    expect(page.locator("#found .found li")).to_have_count(1)


def test_the_width_of_a_model_is_worked_out_while_typing(page: Page) -> None:
    page.goto("/vocabularies/gpt2?lang=en")
    page.get_by_label("Width d of the model").fill("1600")
    expect(page.locator("#rows")).to_contain_text("160,822,400")


def test_a_file_is_brought_by_the_chooser_used_and_deleted(page: Page, ranks: Path) -> None:
    page.goto("/vocabularies?lang=en")
    with page.expect_file_chooser() as chooser:
        page.get_by_label("File of a vocabulary").click()
    chooser.value.set_files(ranks)
    page.get_by_label("If it is a .tiktoken").select_option("gpt2")
    page.get_by_role("button", name="Bring it").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("mío.tiktoken")
    expect(page.get_by_text("256 single bytes + 1 merges")).to_be_visible()
    page.get_by_role("link", name="Cut a text with it").click()
    page.locator("#text").fill("niño")
    expect(page.locator(".reading .figure.big .figure-value")).to_have_text("4")
    page.go_back()
    page.get_by_role("button", name="Delete it now").click()
    expect(page.get_by_text("Your vocabulary was deleted")).to_be_visible()


def test_a_file_is_added_to_the_playground_by_keyboard(page: Page, ranks: Path) -> None:
    # Chromium is told to hand over its dialogues when the first listener comes, and takes a moment.
    page.on("filechooser", lambda _: None)
    page.goto("/?lang=en&model=gpt2")
    page.locator("#text").fill("El niño 🙂")
    summary = page.get_by_text("+ a vocabulary of your own")
    summary.focus()
    page.keyboard.press("Enter")
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.get_by_label("File of a vocabulary")).to_be_focused()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Space")
    chooser.value.set_files(ranks)
    expect(page.locator(".reading")).to_have_count(2)
    expect(page.locator("#results")).to_contain_text("is one of the rows")
    expect(page.locator("#text")).to_have_value("El niño 🙂")
    page.locator("#text").press_sequentially(" más")
    expect(page.locator("#summary")).to_contain_text("13 characters")
    expect(page.locator(".reading")).to_have_count(2)


def test_a_bad_file_in_the_playground_is_said_and_sent_once(page: Page, tmp_path: Path) -> None:
    bad = tmp_path / "tokenizer.json"
    bad.write_text('{"model": ')
    page.goto("/?lang=en&model=gpt2")
    page.get_by_text("+ a vocabulary of your own").click()
    page.locator("#offer-file").set_input_files(bad)
    expect(page.locator("#own-offer [role=alert]")).to_contain_text("not JSON")
    expect(page.locator("#offer-file")).to_have_value("")
    page.locator("#text").fill("hola")
    expect(page.locator("#summary")).to_contain_text("4 characters")


def test_ids_become_text_while_typing(page: Page) -> None:
    page.goto("/decode?lang=en&model=gpt2")
    page.get_by_label("Ids of tokens").press_sequentially("[464, 3797", delay=20)
    expect(page.locator("#decoded-text")).to_have_value("The cat")
    expect(page).to_have_url("/decode?v=1&model=gpt2&lang=en&ids=464,3797")
    # Leaving the box sends nothing again: an answer would take the focus away from its tokens.
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.locator("#decoded .tokens").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#inspector")).to_contain_text("The")
    assert sent == []
    page.get_by_label("Vocabulary").select_option("cl100k_base")
    expect(page).to_have_url("/decode?v=1&model=cl100k_base&lang=en&ids=464,3797")
    page.get_by_label("Vocabulary").select_option("gpt2")
    expect(page.locator("#decoded-text")).to_have_value("The cat")
    page.get_by_label("Ids of tokens").press_sequentially(", 99999")
    expect(page.locator("#decoded [role=alert]")).to_contain_text("id 99999, number 3")
    expect(page.get_by_label("Ids of tokens")).to_have_value("[464, 3797, 99999")


def test_tokens_are_copied_and_saved(page: Page, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/?lang=en&model=gpt2&text=The%20cat")
    row = page.locator("#reading-gpt2")
    row.get_by_text("Copy or save").click()
    row.get_by_role("button", name="Copy the ids").click()
    expect(row.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == "464, 3797"
    for ending in ("csv", "json", "svg", "png"):
        with page.expect_download() as download:
            row.get_by_role("button", name=f"Save as {ending.upper()}").click()
        assert download.value.suggested_filename == f"tokenario-gpt2.{ending}"
        download.value.save_as(tmp_path / ending)
    assert json.loads((tmp_path / "json").read_text())["ids"] == [464, 3797]
    page.keyboard.press("Escape")
    expect(row.get_by_role("button", name="Save as PNG")).to_be_hidden()
    expect(page.locator("#text")).to_have_value("The cat")


def test_without_script_all_of_it_works(browser: Browser, server: LiveServer, ranks: Path) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/?lang=en&model=gpt2&text=ni%C3%B1o")
    page.get_by_text("+ a vocabulary of your own").click()
    page.locator("#offer-file").set_input_files(ranks)
    page.get_by_role("button", name="Add it").click()
    expect(page.locator(".reading")).to_have_count(2)
    expect(page.locator("#text")).to_have_value("niño")
    page.locator("#reading-gpt2").get_by_text("Copy or save").click()
    page.get_by_role("button", name="Copy the ids").first.click()
    expect(page.locator("body")).to_have_text("8461, 31329")
    page.goto("/vocabularies/gpt2?lang=en")
    page.get_by_label("A word or any string").fill(" The")
    page.get_by_role("button", name="Look it up").click()
    expect(page.locator("#found")).to_contain_text("id 383")
    page.goto("/decode?lang=en&model=gpt2")
    page.get_by_label("Ids of tokens").fill("464 3797")
    page.get_by_role("button", name="Decode").click()
    expect(page.locator("#decoded-text")).to_have_value("The cat")
    context.close()
