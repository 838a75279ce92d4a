from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any, ClassVar

import pytest
from bs4 import BeautifulSoup
from jinja2 import UndefinedError
from starlette.requests import Request

from app.errors import N_, InvalidInput
from app.locales import Language
from app.web.assets import StaticAssets, resource_dir
from app.web.htmx import HtmxRequest
from app.web.reader import Reader, reader_of
from app.web.templating import Renderer, Templates, values_of
from app.web.views.about import AboutPage
from app.web.views.error import ErrorPage, ErrorView
from app.web.views.page import View

HOSTILE = [
    "'\"><script>alert(1)</script>",
    "'\" onmouseover=\"alert(1)'",
    "' onfocus='alert(1)",
    "`",
    '{"a":1}',
    "<hx-partial hx-target='#error'>",
]


@dataclass(frozen=True, slots=True)
class TextView(View):
    template: ClassVar[str] = "text.html"

    text: str


def templates(folder: Path, **sources: str) -> Templates:
    for name, source in sources.items():
        (folder / name.replace("__", ".")).write_text(source, encoding="utf-8")
    return Templates(folder, StaticAssets(resource_dir("static")))


def reader(query: str = "") -> Reader:
    scope: dict[str, Any] = {
        "type": "http",
        "path": "/",
        "query_string": query.encode(),
        "headers": [],
        "server": None,
        "state": {},
    }
    return reader_of(Request(scope))


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("extension", ["html", "jinja", "j2", "txt", "svg"])
def test_everything_is_escaped_whatever_a_template_is_called(
    tmp_path: Path, extension: str, hostile: str
) -> None:
    source = '<p title="{{ text }}" data-text="{{ text }}" hx-vals=\'{{ text }}\'>{{ text }}</p>'
    written = templates(tmp_path, **{f"text__{extension}": source})
    environment = written.environment(Language.ES)
    html = environment.get_template(f"text.{extension}").render(text=hostile)
    assert '" onmouseover="' not in html and "<script" not in html and "<hx-" not in html
    paragraph = BeautifulSoup(html, "html.parser").p
    assert paragraph is not None
    assert set(paragraph.attrs) == {"title", "data-text", "hx-vals"}
    assert {*paragraph.attrs.values(), paragraph.get_text()} == {hostile}


def test_strings_are_templates_that_escape_too(tmp_path: Path) -> None:
    environment = templates(tmp_path).environment(Language.EN)
    assert environment.from_string("{{ text }}").render(text="<b>") == "&lt;b&gt;"
    said = environment.from_string("{{ _('%(name)s is here', name=name) }}").render(name="<b>")
    assert said == "&lt;b&gt; is here"


def test_an_undefined_name_stops_the_render(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError):
        templates(tmp_path, text__html="{{ nobody }}").render(TextView("x"), reader())


def test_words_and_numbers_are_the_readers_also_inside_macros_and_includes(tmp_path: Path) -> None:
    written = templates(
        tmp_path,
        text__html="{% import 'macro.html' as m %}{{ m.label(1234.5) }}|{% include 'part.html' %}",
        macro__html="{% macro label(n) %}{{ _('Language') }} {{ n|number }}{% endmacro %}",
        part__html="{{ 0.5|percent }} {{ price|money }} {{ text }}",
    )
    for environment in map(written.environment, Language):
        environment.globals["price"] = Decimal("0.0000175")
    assert (
        written.render(TextView("x"), reader())
        == "Idioma 1\u202f234,5|50,0\u00a0% 0,0000175\u00a0$ x"
    )
    assert written.render(TextView("x"), reader("lang=en")) == "Language 1,234.5|50.0% $0.0000175 x"


def test_plurals_write_their_number_as_the_language_does(tmp_path: Path) -> None:
    source = "{{ ngettext('%(num)s token of %(title)s', '%(num)s tokens of %(title)s', n, title='<i>') }}"
    environment = templates(tmp_path).environment(Language.EN)
    assert environment.from_string(source).render(n=1) == "1 token of &lt;i&gt;"
    assert environment.from_string(source).render(n=1234) == "1,234 tokens of &lt;i&gt;"


def test_errors_and_messages_of_python_are_said(tmp_path: Path) -> None:
    environment = templates(tmp_path).environment(Language.ES)
    error = InvalidInput(N_("The request is too large. The limit is %(limit)s bytes."), limit=5_000)
    said = environment.from_string("{{ explain(error) }}").render(error=error)
    assert said.endswith("El límite es de 5\u202f000 bytes.")
    words = environment.from_string("{{ say(message, number='<1>') }}")
    assert words.render(message="version %(number)s") == "versión &lt;1&gt;"


def renderer(query: str = "") -> Renderer:
    assets = StaticAssets(resource_dir("static"))
    return Renderer(Templates(resource_dir("templates"), assets), reader(query), HtmxRequest(False))


def test_a_page_is_whole_and_a_fragment_is_not() -> None:
    page = renderer("lang=en").page(
        AboutPage("https://t.example"), status=201, headers={"X-More": "1"}
    )
    assert (page.status_code, page.headers["X-More"]) == (201, "1")
    assert page.headers["Content-Language"] == "en"
    assert page.headers["Vary"] == "HX-Request, Accept-Language"
    assert bytes(page.body).startswith(b"<!DOCTYPE html>")
    fragment = renderer().fragment(ErrorView("uno"), ErrorView("dos"))
    assert bytes(fragment.body).count(b"notice-error") == 2
    assert b"<html" not in bytes(fragment.body)


def test_what_html_cannot_carry_is_replaced() -> None:
    body = bytes(renderer().fragment(ErrorView("a\ud83db\0")).body).decode()
    assert "a\ufffdb\ufffd" in body


def test_a_page_that_answers_a_post_gives_its_address_to_the_switches() -> None:
    body = bytes(
        renderer().page(AboutPage("https://t.example"), address="/?text=ni%C3%B1o").body
    ).decode()
    soup = BeautifulSoup(body, "html.parser")
    links = [link["href"] for link in soup.select(".switch a[hreflang]")]
    assert links == ["/?text=ni%C3%B1o&lang=es", "/?text=ni%C3%B1o&lang=en"]


def test_the_embed_shell_has_no_site_around_it() -> None:
    body = bytes(renderer().page(ErrorPage(404, "no"), layout="embed.html").body)
    assert b"site-header" not in body and b"history:false" in body


def test_values_of_a_view_are_its_fields_as_they_are() -> None:
    inner = ("a",)
    assert values_of(ErrorPage(404, "no", inner)) == {
        "status": 404,
        "message": "no",
        "problems": inner,
    }
    assert values_of(ErrorPage(404, "no", inner))["problems"] is inner
