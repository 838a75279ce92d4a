"""The shell in a real browser: keyboard, languages, colours, phones, errors, no script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.axe import serious_faults
from tests.browser.conftest import Console, LiveServer


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
@pytest.mark.parametrize("path", ["/", "/about", "/about?lang=en"])
def test_nothing_serious_for_axe(page: Page, path: str, theme: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{path}{'&' if '?' in path else '?'}theme={theme}")
    assert serious_faults(page) == []


@pytest.mark.parametrize("path", ["/", "/about", "/nowhere", "/words", "/splits", "/docentes"])
def test_nothing_hangs_over_the_side_of_a_phone(page: Page, console: Console, path: str) -> None:
    console.expect("404")
    page.set_viewport_size({"width": 320, "height": 700})
    page.goto(path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_menu_fits_a_phone_and_says_that_it_scrolls_on_a_narrower_one(page: Page) -> None:
    hidden = "(({scrollWidth, clientWidth}) => scrollWidth - clientWidth)"
    menu = page.locator(".site-nav ul")
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/")
    assert menu.evaluate(hidden) == 0
    page.set_viewport_size({"width": 320, "height": 700})
    assert menu.evaluate(hidden) > 0
    arrow = "(menu) => getComputedStyle(menu, '::after').color"
    assert menu.evaluate(arrow) != "rgba(0, 0, 0, 0)"
    menu.evaluate("(menu) => menu.scrollTo(menu.scrollWidth, 0)")
    # The page's own policy forbids the eval that waiting for an expression takes.
    gone = "color => color == 'rgba(0, 0, 0, 0)'"
    assert menu.evaluate(
        f"""async (menu) => {{
            for (let frames = 300; frames && !({gone})(({arrow})(menu)); frames--) {{
                await new Promise(requestAnimationFrame);
            }}
            return ({gone})(({arrow})(menu));
        }}"""
    )


def test_what_is_wider_than_a_phone_scrolls_in_its_own_place(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/words?words=electro-encefalo-grafista%0Aster-no-cleido-mastoideo")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    table = page.locator(".scroll-x").first
    assert table.evaluate("(box) => box.scrollWidth > box.clientWidth")
    row = table.locator("th[scope=row]").first
    before = row.bounding_box()
    table.evaluate("(box) => box.scrollTo(box.scrollWidth, 0)")
    assert row.bounding_box() == before  # whose cuts they are stays in sight


def test_the_first_tab_offers_to_skip_to_the_content(page: Page) -> None:
    page.goto("/about?lang=en")
    page.keyboard.press("Tab")
    skip = page.get_by_text("Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("#content")).to_be_focused()


def test_the_switches_change_language_and_colours_and_keep_each_other(page: Page) -> None:
    page.goto("/about")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.get_by_role("link", name="Colores oscuros").click()
    page.get_by_role("link", name="EN", exact=True).click()
    expect(page).to_have_url("/about?theme=dark&lang=en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    assert page.evaluate(background) == "rgb(22, 24, 29)"


def test_colours_follow_the_system_unless_the_address_fixes_them(page: Page) -> None:
    background = "getComputedStyle(document.documentElement).backgroundColor"
    page.emulate_media(color_scheme="dark")
    page.goto("/about")
    assert page.evaluate(background) == "rgb(22, 24, 29)"
    page.goto("/about?theme=light")
    assert page.evaluate(background) == "rgb(251, 251, 249)"


def test_an_error_answer_lands_in_the_error_region(page: Page, console: Console) -> None:
    console.expect("404")
    page.goto("/about?lang=en")
    page.evaluate("htmx.ajax('GET', '/nowhere?lang=en', {target: '#content h1'})")
    expect(page.locator("#error")).to_contain_text("There is nothing at this address")
    expect(page.locator("h1")).to_have_text("About Tokenario")


def test_an_unreachable_server_is_said_and_the_page_stays(page: Page, console: Console) -> None:
    console.expect("ERR_FAILED")
    console.expect("Failed to fetch")
    page.goto("/about?lang=en")
    page.route("**/gone", lambda route: route.abort())
    page.evaluate("htmx.ajax('GET', '/gone', {target: '#content h1'})")
    expect(page.locator("#error")).to_contain_text("The server cannot be reached")
    expect(page.locator("h1")).to_have_text("About Tokenario")


def test_the_shell_needs_no_script(browser: Browser, server: LiveServer) -> None:
    context = browser.new_context(base_url=server.url, java_script_enabled=False)
    page = context.new_page()
    page.goto("/about?lang=en")
    page.get_by_role("link", name="ES", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sobre Tokenario")
    context.close()


@pytest.mark.parametrize("path", ["/", "/about"])
def test_a_first_visit_is_small_and_asks_nobody_else(
    page: Page, server: LiveServer, path: str
) -> None:
    received: list[tuple[str, int]] = []
    page.on(
        "requestfinished",
        lambda request: received.append((request.url, request.sizes()["responseBodySize"])),
    )
    page.goto(path, wait_until="networkidle")
    assert all(url.startswith(server.url) for url, _ in received)
    assert sum(size for _, size in received) <= 60_000
