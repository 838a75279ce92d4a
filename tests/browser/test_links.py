"""Links in a real browser: private ones are never sent, the panel copies, stored ones open."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from app.services.link_state import PageState
from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer

PRIVATE = "solo & para + ti: 100% #1 ñ"


def private_address(text: str) -> str:
    query, fragment = PageState.of("playground", model="gpt2", text=text).private()
    return f"/?{query}&lang=es#{fragment}"


def test_a_private_text_is_in_no_address_that_is_sent(page: Page) -> None:
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    page.goto(private_address(PRIVATE))
    expect(page.locator("#text")).to_have_value(PRIVATE)
    expect(page.locator(".tokens .chip").first).to_have_text("s")
    expect(page.get_by_text("Este enlace es privado")).to_be_visible()
    page.locator("#text").press("End")
    page.locator("#text").press_sequentially("zz")
    expect(page.locator(".tokens")).to_contain_text("zz")
    for request in sent:
        assert "solo" not in unquote(request.url)
        assert "solo" not in unquote(request.headers.get("referer", ""))
    assert unquote(page.url.partition("#")[2]) == f"v=1&text={PRIVATE}zz"
    assert "text" not in page.url.partition("#")[0]


def test_a_private_link_opens_again_after_reloading(page: Page) -> None:
    page.goto(private_address(PRIVATE))
    expect(page.locator(".tokens .chip").first).to_have_text("s")
    page.reload()
    expect(page.locator("#text")).to_have_value(PRIVATE)
    expect(page.locator(".tokens .chip").first).to_have_text("s")


def test_a_private_link_opens_in_a_page_that_is_already_there(page: Page) -> None:
    page.goto("/?model=gpt2&v=1&lang=es")
    page.evaluate("location.hash = 'v=1&text=hola%20otra%20vez'")
    expect(page.locator("#text")).to_have_value("hola otra vez")
    expect(page.locator(".tokens").first).to_contain_text("otra")


def test_a_private_text_is_cut_step_by_step_and_in_no_address_that_is_sent(page: Page) -> None:
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    state = PageState.of("steps", model="cl100k_base", step="2", lang="es", text="dámelo ya")
    query, fragment = state.private()
    page.goto(f"/steps?{query}#{fragment}")
    player = page.locator("[data-player]")
    expect(page.locator("#text")).to_have_value("dámelo ya")
    expect(page.get_by_text("Este enlace es privado")).to_be_visible()
    expect(player).to_have_attribute("data-step", "2")
    said = page.locator("[data-player-say]").inner_text()
    page.keyboard.press("ArrowRight")
    expect(player).to_have_attribute("data-step", "3")
    expect(page.locator("[data-player-say]")).not_to_have_text(said)
    expect(page).to_have_url(re.compile(r"step=3#v=1&text=d%C3%A1melo%20ya$"))
    page.reload()
    expect(player).to_have_attribute("data-step", "3")
    expect(page.locator("#text")).to_have_value("dámelo ya")
    page.wait_for_load_state("networkidle")
    page.locator(".step-parts a").last.click()
    expect(page.locator(".step-parts a[aria-current=true]")).to_contain_text("ya")
    page.get_by_role("button", name="Compartir").click()
    expect(page.locator("#share-private")).to_have_value(re.compile(r"#v=1&text=d%C3%A1melo%20ya$"))
    for request in sent:
        if not request.url.endswith("/share/steps?lang=es") and "/embed/" not in request.url:
            assert "melo" not in unquote(request.url)
            referer = request.headers.get("referer", "")
            # What the preview of the embed loads names the preview, which was asked for.
            assert "melo" not in unquote(referer) or "/embed/" in referer


@pytest.mark.parametrize(
    ("path", "query", "fragment", "shows", "again"),
    [
        (
            "/train",
            "algorithm=bpe&merges=4&step=2",
            "v=1&corpus=zahor%C3%AD%20zahones",
            "[data-player-frame]",
            "zahorí",
        ),
        ("/splits", "", "v=1&text=zahor%C3%AD%0D%0Aya", ".split-parts >> nth=0", "zahorí"),
        ("/words", "model=gpt2", "v=1&words=zaho-r%C3%AD", ".aligned", "zahorí"),
        ("/decode", "model=gpt2", "v=1&ids=89,993,273", "#decoded", "zahor"),
    ],
)
def test_every_page_opens_a_private_link_and_sends_its_text_in_no_address(
    page: Page, path: str, query: str, fragment: str, shows: str, again: str
) -> None:
    sent: list[Request] = []
    page.on("request", lambda request: sent.append(request))
    page.goto(f"{path}?v=1&{query}&lang=es#{fragment}")
    expect(page.get_by_text("Este enlace es privado")).to_be_visible()
    if path == "/train":
        expect(page.locator("#corpus")).to_have_value("zahorí zahones")
        page.keyboard.press("ArrowRight")
        expect(page).to_have_url(re.compile(r"step=3#v=1&corpus=zahor%C3%AD%20zahones$"))
        expect(page.locator("[data-player]")).to_have_attribute("data-step", "3")
    else:
        expect(page.locator(shows)).to_contain_text(again)
    expect(page).to_have_url(re.compile(re.escape(f"#{fragment}") + "$"))
    page.get_by_role("link", name="EN", exact=True).click()
    expect(page.get_by_text("This is a private link")).to_be_visible()
    expect(page).to_have_url(re.compile(re.escape(f"#{fragment}") + "$"))
    page.get_by_role("button", name="Share").click()
    expect(page.locator("#share-private")).to_have_value(re.compile(re.escape(fragment) + "$"))
    for request in sent:
        if "/embed/" not in request.url and "/picture/" not in request.url:
            assert "zaho" not in unquote(request.url) and "89,993" not in unquote(request.url)
    page.go_back()
    expect(page.get_by_text("Este enlace es privado")).to_be_visible()


@pytest.mark.parametrize("path", ["/", "/splits"])
def test_a_private_link_shows_nothing_until_its_own_text_is_there(page: Page, path: str) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route(re.compile(r"\?v=1|/\?lang"), hold)
    with page.expect_request(lambda request: request.method == "POST"):
        page.goto(f"{path}?v=1&lang=es#v=1&text=zahor%C3%AD")
    expect(page.locator("main")).not_to_be_visible()
    held[0].continue_()
    expect(page.locator("main")).to_be_visible()
    expect(page.locator("main")).to_contain_text("zahorí")


def test_line_ends_of_a_private_link_are_exact(page: Page) -> None:
    page.goto("/?v=1&model=gpt2&mode=ids&lang=es#v=1&text=a%0D%0Ab")
    expect(page.locator(".chip")).to_have_text(["64", "201", "198", "65"])
    expect(page).to_have_url(re.compile("#v=1&text=a%0D%0Ab$"))


def test_an_unknown_format_of_a_private_link_is_said(page: Page) -> None:
    page.goto("/?v=1&model=gpt2&lang=es#v=9&text=a")
    expect(page.get_by_text("en un formato que esta página no conoce")).to_be_visible()


def test_typing_keeps_the_address_a_link(page: Page) -> None:
    page.goto("/?model=gpt2&lang=es&text=a")
    page.locator("#text").fill("2+2 = 4 & más")
    expect(page).to_have_url(re.compile(re.escape("text=2%2B2%20%3D%204%20%26%20m%C3%A1s")))
    page.reload()
    expect(page.locator("#text")).to_have_value("2+2 = 4 & más")


def test_the_panel_opens_copies_and_says_when_it_is_old(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.get_by_role("button", name="Compartir").click()
    link = page.locator("#share-link")
    expect(link).to_have_value(re.compile(r"/\?v=1&model=gpt2&lang=es&text=hola$"))
    page.locator("[data-copy=share-link]").click()
    expect(page.locator("[data-copy=share-link]")).to_have_text("Copiado")
    assert page.evaluate("navigator.clipboard.readText()") == link.input_value()
    stale = page.locator("[data-share-stale]")
    expect(stale).to_be_hidden()
    page.locator("#text").fill("adiós")
    expect(stale).to_be_visible()
    page.get_by_role("button", name="Compartir").click()
    expect(link).to_have_value(re.compile("text=adi%C3%B3s$"))
    expect(stale).to_be_hidden()


def test_the_panel_changes_the_embed_and_its_preview(page: Page) -> None:
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.get_by_role("button", name="Compartir").click()
    page.get_by_text("Incrustarlo en una página tuya").click()
    preview = page.frame_locator(".share-preview")
    expect(preview.locator(".chip")).to_have_count(2)
    page.locator("select[name=lang]").select_option("en")
    expect(page.locator("#share-iframe")).to_have_value(re.compile("lang=en"))
    expect(page.locator("#share-iframe")).to_be_visible()
    expect(preview.locator("html")).to_have_attribute("lang", "en")
    page.get_by_label("Fijar el cuadro de texto").focus()
    page.keyboard.press("Space")
    expect(preview.locator("textarea[readonly]")).to_be_visible()
    expect(page.get_by_label("Fijar el cuadro de texto")).to_be_focused()


def test_the_qr_code_grows_for_the_classroom(page: Page) -> None:
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.get_by_role("button", name="Compartir").click()
    page.get_by_role("button", name="siempre el mismo enlace").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/s/"))
    width = "document.querySelector('.share-qr').clientWidth"
    small = page.evaluate(width)
    page.get_by_text("Código QR para la pantalla del aula").click()
    assert page.evaluate(width) > 2 * small
    expect(page.locator(".share-address")).to_have_text(page.locator("#share-link").input_value())


def test_a_stored_link_is_made_and_opens(page: Page) -> None:
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.locator("#text").fill("palabra " * 400)
    page.get_by_role("button", name="Compartir").click()
    expect(page.get_by_text("La página no cabe en una dirección")).to_be_visible()
    page.get_by_role("button", name=re.compile("al azar")).click()
    link = page.locator("#share-link")
    expect(link).to_have_value(re.compile("/s/[a-z2-7]{24}"))
    expect(page.locator(".share .notice code")).to_have_text(re.compile("^[a-z2-7]{24}$"))
    address = link.input_value()
    page.goto(address)
    expect(page.locator("#text")).to_have_value("palabra " * 400)


def test_the_step_that_is_seen_is_the_one_shared(page: Page) -> None:
    page.goto("/steps?model=cl100k_base&text=dámelo&lang=es")
    page.get_by_role("link", name="Paso siguiente").click()
    expect(page).to_have_url(re.compile("step=2"))
    page.get_by_role("button", name="Compartir").click()
    expect(page.locator("#share-link")).to_have_value(re.compile("/steps.*step=2"))


def test_sharing_needs_no_script(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.get_by_role("button", name="Compartir").click()
    page.get_by_role("button", name=re.compile("siempre el mismo enlace")).click()
    address = page.locator("#share-link").input_value()
    page.goto(address)
    expect(page.locator("#text")).to_have_value("hola")
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/docentes", "/privacidad", "/s/nosuch"])
def test_nothing_serious_for_axe(page: Page, console: Console, path: str, theme: str) -> None:
    console.expect("404")
    page.goto(f"{path}?theme={theme}")
    assert serious_faults(page) == []


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_serious_for_axe_in_the_panel(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/?model=gpt2&lang=es&text=hola")
    page.get_by_role("button", name="Compartir").click()
    expect(page.locator("#share-link")).to_be_visible()
    page.get_by_text("Incrustarlo en una página tuya").click()
    page.get_by_text("Imagen, Markdown, LaTeX, Beamer").click()
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
