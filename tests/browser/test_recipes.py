"""The teachers' snippets, taken from the page itself and run in a course page of another origin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.course import CourseSite, course_site

IN_HTML = ("html", "moodle", "canvas", "wordpress", "quarto", "reveal")


@pytest.fixture(scope="module")
def course() -> Iterator[CourseSite]:
    with course_site() as site:
        yield site


def recipe(page: Page, id: str) -> str:
    page.goto("/docentes?lang=es")
    return page.locator(f"#code-{id}").input_value()


@pytest.mark.parametrize("id", IN_HTML)
def test_a_snippet_in_html_shows_the_example(page: Page, course: CourseSite, id: str) -> None:
    code = recipe(page, id).removeprefix("```{=html}\n").removesuffix("\n```")
    course.html = f"<!doctype html><title>Curso</title>{code}"
    page.goto(course.page)
    frame = page.frame_locator("iframe")
    expect(frame.locator(".reading")).to_have_count(2)
    assert page.locator("iframe").get_attribute("title")
    frame.get_by_role("textbox").fill("hola")
    expect(frame.locator(".reading-count").first).to_contain_text("2")


def test_the_address_for_notion_shows_the_example(page: Page, course: CourseSite) -> None:
    address = recipe(page, "notion")
    course.html = f'<!doctype html><title>x</title><iframe src="{address}" title="x"></iframe>'
    page.goto(course.page)
    expect(page.frame_locator("iframe").locator(".reading")).to_have_count(2)


def test_the_listener_gives_the_frame_its_height(page: Page, course: CourseSite) -> None:
    listener, frame = recipe(page, "listener"), recipe(page, "html")
    course.html = f"<!doctype html><title>Curso</title>{listener}{frame}"
    page.goto(course.page)
    inside = page.frame_locator("iframe")
    expect(inside.locator(".reading")).to_have_count(2)
    fits = """() => {
      const frame = document.querySelector("iframe");
      return frame.height !== "420" && frame.clientHeight >= Number(frame.height);
    }"""
    page.wait_for_function(fits)
    before = int(page.locator("iframe").get_attribute("height") or 0)
    inside.get_by_role("textbox").fill("una línea\n" * 20)
    page.wait_for_function(f"Number(document.querySelector('iframe').height) > {before}")
    page.evaluate("window.postMessage({height: 5}, '*')")
    page.evaluate("new Promise((resolve) => setTimeout(resolve, 0))")
    assert int(page.locator("iframe").get_attribute("height") or 0) > before
