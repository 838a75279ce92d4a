"""Embeds in a course page of another origin: they render, say their height, work by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from app.services.page_kinds import PAGES
from app.web import snippets
from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer
from tests.browser.course import CourseSite, course_site

SANDBOX = snippets.SANDBOX
WITHOUT_POPUPS = 'sandbox="allow-scripts allow-forms allow-same-origin"'
HEARD = """
<script>
  window.heard = [];
  window.addEventListener("message", (event) => {
    if (event.source === document.querySelector("iframe").contentWindow) heard.push(event.data);
  });
</script>
"""


@pytest.fixture(scope="module")
def course() -> Iterator[CourseSite]:
    with course_site() as site:
        yield site


def embedding(server: LiveServer, query: str, path: str = "/embed/tokenize", more: str = "") -> str:
    """A course page with one embed, in the words of our own snippet."""
    frame = snippets.iframe(f"{server.url}{path}?{query}", "Tokens")
    frame = frame.replace("<iframe ", f"<iframe {more} ")
    return f"<!doctype html><title>Curso</title>{HEARD}<h1>Lección 1</h1>{frame}"


def framed(page: Page, course: CourseSite, html: str) -> FrameLocator:
    course.html = html
    page.goto(course.page)
    return page.frame_locator("iframe")


@pytest.mark.parametrize("sandbox", ["", SANDBOX, WITHOUT_POPUPS])
def test_an_embed_renders_and_cuts_what_is_typed(
    page: Page, server: LiveServer, course: CourseSite, sandbox: str
) -> None:
    html = embedding(server, "model=gpt2,o200k_base&text=El+niño&lang=es", more=sandbox)
    frame = framed(page, course, html)
    expect(frame.locator(".reading")).to_have_count(2)
    expect(frame.locator(".reading-count").first).to_contain_text("3")
    frame.get_by_label("Texto que cortar").fill("hola")
    expect(frame.locator(".reading-count").first).to_contain_text("2")
    frame.locator("label:has([value=ids])").click()
    expect(frame.locator(".chip").first).to_have_text("3937")


@pytest.mark.parametrize("sandbox", ["", SANDBOX])
def test_an_embed_says_its_height_in_three_ways(
    page: Page, server: LiveServer, course: CourseSite, sandbox: str
) -> None:
    framed(page, course, embedding(server, "model=gpt2&text=hola", more=sandbox))
    page.wait_for_function("heard.length >= 3")
    heard: list[Any] = page.evaluate("heard.slice(0, 3)")
    height = heard[2]["height"]
    assert heard == [
        f'{{"context":"iframe.resize","height":{height}}}',
        {"subject": "lti.frameResize", "height": height},
        {"height": height},
    ]
    page.frame_locator("iframe").get_by_role("textbox").fill("hola\n" * 12)
    page.wait_for_function(f"heard.at(-1).height > {height}")


@pytest.mark.parametrize("lang", ["es", "en"])
@pytest.mark.parametrize(
    ("page_kind", "query"),
    [
        ("playground", "model=gpt2,o200k_base&text=El+niño+juega+en+el+jardín."),
        ("steps", "model=cl100k_base&text=dámelo"),
        ("train", "step=7"),
    ],
)
def test_an_embed_opens_without_a_scrollbar_of_its_own(
    page: Page, server: LiveServer, course: CourseSite, page_kind: str, query: str, lang: str
) -> None:
    kind = PAGES[page_kind]
    src = f"{server.url}{kind.embed}?{query}&lang={lang}"
    frame = snippets.iframe(src, "Tokens", kind.height)
    framed(page, course, f"<!doctype html><body style='width: 700px'>{frame}").owner.wait_for()
    page.wait_for_function("frames.length && document.querySelector('iframe').clientWidth === 700")
    inside = page.frames[1]
    inside.wait_for_load_state("networkidle")
    scrolls = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
    assert inside.evaluate(scrolls) == 0


def test_a_locked_control_is_seen_and_cannot_be_changed(
    page: Page, server: LiveServer, course: CourseSite
) -> None:
    query = "model=gpt2&text=hola&mode=ids&show=text,mode,vocabularies&lock=text,mode&lang=es"
    frame = framed(page, course, embedding(server, query))
    expect(frame.get_by_role("textbox")).to_have_value("hola")
    assert frame.get_by_role("textbox").get_attribute("readonly") is not None
    expect(frame.locator("[value=bytes]")).to_be_disabled()
    frame.get_by_label("Llama 2").check()
    expect(frame.locator(".reading")).to_have_count(2)
    expect(frame.locator(".chip").first).to_have_text("3937")
    expect(frame.get_by_text("Abrir en Tokenario")).to_have_count(0)


def test_an_embed_works_by_keyboard(page: Page, server: LiveServer, course: CourseSite) -> None:
    frame = framed(page, course, embedding(server, "model=gpt2&text=hola&lang=es"))
    expect(frame.locator(".chip").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(frame.get_by_role("textbox")).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.type(" niño")
    expect(frame.locator(".reading-count")).to_contain_text("4")
    page.keyboard.press("Tab")
    expect(frame.locator("[name=mode][value=text]")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(frame.locator(".chip").first).to_have_text("3937")


def test_an_embed_keeps_nothing(page: Page, server: LiveServer, course: CourseSite) -> None:
    frame = framed(page, course, embedding(server, "model=gpt2&text=hola"))
    expect(frame.locator(".chip").first).to_be_visible()
    frame.get_by_role("textbox").fill("otra")
    expect(frame.locator(".reading-count")).to_contain_text("2")
    assert page.context.storage_state() == {"cookies": [], "origins": []}


def test_an_embed_has_the_chosen_language_and_colours(
    page: Page, server: LiveServer, course: CourseSite
) -> None:
    frame = framed(page, course, embedding(server, "text=a&model=gpt2&lang=en&theme=dark"))
    expect(frame.locator("html")).to_have_attribute("lang", "en")
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    frame.get_by_role("textbox").fill("b")
    expect(frame.get_by_text("token", exact=True)).to_be_visible()


def test_an_embed_needs_no_script(browser: Browser, server: LiveServer, course: CourseSite) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    frame = framed(page, course, embedding(server, "model=gpt2&text=hola&lang=es&show=text"))
    expect(frame.locator(".chip")).to_have_count(2)
    frame.get_by_role("textbox").fill("El niño")
    frame.get_by_role("button", name="Cortar").click()
    expect(frame.locator(".chip")).to_have_count(3)
    expect(frame.locator("html")).to_have_attribute("lang", "es")
    context.close()


def test_the_link_out_of_an_embed_opens_the_same_state(
    page: Page, server: LiveServer, course: CourseSite
) -> None:
    frame = framed(
        page, course, embedding(server, "model=llama-2&text=hola&lang=es&show=text,link")
    )
    frame.get_by_role("textbox").fill("a + b")
    expect(frame.get_by_text("Abrir en Tokenario")).to_have_attribute(
        "href", "/?v=1&model=llama-2&lang=es&text=a%20%2B%20b"
    )
    with page.context.expect_page() as opened:
        frame.get_by_text("Abrir en Tokenario").click()
    expect(opened.value.locator("#text")).to_have_value("a + b")


@pytest.mark.parametrize("path", ["/", "/steps", "/words", "/about", "/s/aaaaaaaaaaaaaaaaaaaaaaaa"])
def test_another_origin_cannot_frame_the_pages(
    page: Page, server: LiveServer, course: CourseSite, console: Console, path: str
) -> None:
    console.expect("frame-ancestors")
    console.expect("chrome-error:")
    console.expect("404")
    course.html = (
        f'<!doctype html><title>x</title><iframe src="{escape(server.url + path)}"></iframe>'
    )
    with page.expect_event("framenavigated", lambda frame: frame.parent_frame is not None) as inner:
        page.goto(course.page)
    assert inner.value.url.startswith("chrome-error:")


@pytest.mark.parametrize("width", [300, 390, 1280])
def test_nothing_is_wider_than_the_embed(
    page: Page, server: LiveServer, course: CourseSite, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    show = "text,vocabularies,mode,facts,link"
    query = f"text={'palabra' * 30}&model=gpt2,xlm-roberta-base&show={show}"
    frame = framed(page, course, embedding(server, query))
    expect(frame.locator(".chip").first).to_be_visible()
    page.frames[1].wait_for_load_state()
    assert page.frames[1].evaluate("document.body.scrollWidth <= document.body.clientWidth")
    assert page.frames[1].evaluate(
        "[...document.querySelectorAll('body *')].every("
        "(element) => element.closest('.visually-hidden, .scroll-x') || "
        "element.getBoundingClientRect().right <= innerWidth)"
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nothing_serious_for_axe(page: Page, theme: str) -> None:
    page.goto(f"/embed/tokenize?text=El+niño&theme={theme}&show=text,vocabularies,mode,facts,link")
    assert serious_faults(page) == []


@pytest.mark.parametrize("sandbox", ["", SANDBOX])
def test_steps_in_an_embed_go_on_by_keyboard_and_say_their_height(
    page: Page, server: LiveServer, course: CourseSite, sandbox: str
) -> None:
    query = "model=cl100k_base&text=dámelo&step=2&lang=es"
    frame = framed(page, course, embedding(server, query, "/embed/steps", sandbox))
    player = frame.locator("[data-player]")
    expect(player).to_have_attribute("data-step", "2")
    page.wait_for_function("heard.length >= 3")
    said = frame.locator("[data-player-say]")
    before = said.inner_text()
    frame.get_by_role("link", name="Paso siguiente").focus()
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-step", "3")
    expect(said).not_to_have_text(before)


def test_steps_in_an_embed_need_no_script(
    browser: Browser, server: LiveServer, course: CourseSite
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    query = "model=cl100k_base&text=dámelo&lang=es"
    frame = framed(page, course, embedding(server, query, "/embed/steps"))
    frame.get_by_role("link", name="Paso siguiente").click()
    expect(frame.locator("[data-player]")).to_have_attribute("data-step", "2")
    frame.get_by_role("textbox").fill("hola")
    frame.locator(".embed-bar button").click()
    expect(frame.get_by_role("textbox")).to_have_value("hola")
    context.close()


@pytest.mark.parametrize("sandbox", ["", SANDBOX])
def test_links_of_an_embed_open_in_pages_of_their_own(
    page: Page, server: LiveServer, course: CourseSite, sandbox: str
) -> None:
    query = "model=cl100k_base&text=dámelo&lang=es"
    frame = framed(page, course, embedding(server, query, "/embed/steps", sandbox))
    with page.context.expect_page() as opened:
        frame.locator(".piece a").first.click()
    assert "/vocabularies/cl100k_base/tokens/" in opened.value.url
    with page.context.expect_page() as opened:
        frame.get_by_text("Abrir en Tokenario").click()
    opened.value.get_by_role("button", name="Compartir").click()
    expect(opened.value.locator("#share-link")).to_be_visible()


@pytest.mark.parametrize("sandbox", ["", SANDBOX])
def test_training_in_an_embed_goes_on_by_keyboard_and_says_its_height(
    page: Page, server: LiveServer, course: CourseSite, sandbox: str
) -> None:
    query = "algorithm=bpe&corpus=bajo*3+baja*2&merges=4&step=1&lang=es"
    frame = framed(page, course, embedding(server, query, "/embed/train", sandbox))
    player = frame.locator("[data-player]")
    expect(player).to_have_attribute("data-step", "1")
    page.wait_for_function("heard.length >= 3")
    frame.get_by_role("link", name="Paso siguiente").focus()
    page.keyboard.press("End")
    expect(player).to_have_attribute("data-step", "4")
    frame.get_by_text("Corpus y algoritmo").click()
    frame.locator("#corpus").fill("hola hola hola")
    frame.locator(".embed-bar button").click()
    expect(frame.locator("#corpus")).to_have_value("hola hola hola")
    expect(frame.locator("[data-player-say]")).to_be_visible()


def test_training_in_an_embed_needs_no_script(
    browser: Browser, server: LiveServer, course: CourseSite
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    query = "algorithm=bpe&corpus=bajo*3+baja*2&merges=4&lang=es&lock=corpus"
    frame = framed(page, course, embedding(server, query, "/embed/train"))
    frame.get_by_text("Corpus y algoritmo").click()
    expect(frame.locator("#corpus[readonly]")).to_be_visible()
    frame.get_by_role("link", name="Último paso").click()
    expect(frame.locator("[data-player]")).to_have_attribute("data-step", "4")
    context.close()
