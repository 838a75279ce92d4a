"""Templates: one Jinja environment a language, and `Renderer`, which a handler gets as `RenderDep`.

An environment belongs to one language, so `_()`, `ngettext()` and the number filters are fixed in it:
no state to set or forget around a render, and macros and includes speak the same language. All of
them escape everything, whatever a template is called, and stop on an undefined name.

In templates: `{{ _("Text") }}`, `{{ ngettext("%(num)s token", "%(num)s tokens", n) }}` (`num` is
`n` as the language writes it), `{% trans %}`; `{{ explain(error) }}` and `{{ say(message, **values) }}`
for what Python hands over untranslated; filters `number`, `percent` and `money`;
`asset("css/layout.css")`, `reader.link("/path")`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse

from app.errors import TokenarioError
from app.locales import Language, Locale, locale_of, numbers
from app.web.assets import StaticAssets
from app.web.htmx import HtmxRequest
from app.web.reader import Reader, reader_of
from app.web.views.page import NavItem, View, shell
from app.web.views.preview import Preview

_UNWRITABLE = re.compile("[\0\ud800-\udfff]")


class Templates:
    """The environments of all languages over one folder of templates."""

    def __init__(
        self, folder: Path, assets: StaticAssets, navigation: tuple[NavItem, ...] = ()
    ) -> None:
        self.navigation = navigation
        self._environments = {
            language: _environment(folder, locale_of(language), assets) for language in Language
        }

    def environment(self, language: Language) -> Environment:
        return self._environments[language]

    def render(self, view: View, reader: Reader, **more: object) -> str:
        """The view's template, given the view's fields, `reader` and whatever is more."""
        template = self.environment(reader.locale.language).get_template(view.template)
        return template.render(values_of(view), reader=reader, **more)


@dataclass(frozen=True, slots=True)
class Renderer:
    """Renders for one request: the last line of a handler."""

    templates: Templates
    reader: Reader
    htmx: HtmxRequest

    @classmethod
    def of(cls, request: Request) -> Renderer:
        templates = cast(Templates, request.app.state.templates)
        return cls(templates, reader_of(request), HtmxRequest.from_headers(request.headers))

    @property
    def locale(self) -> Locale:
        return self.reader.locale

    def page(
        self,
        view: View,
        *,
        status: int = 200,
        headers: Mapping[str, str] | None = None,
        address: str | None = None,
        layout: str = "base.html",
        preview: Preview | None = None,
        said: Sequence[TokenarioError] = (),
    ) -> HTMLResponse:
        """A whole page. `address` stands for its state in links, `preview` for it in other
        programs (see `views.page.shell`); `said` are the flaws of its address."""
        frame = shell(self.reader, self.templates.navigation, address, layout, preview, said)
        return self._response(
            self.templates.render(view, self.reader, shell=frame), status, headers
        )

    def fragment(
        self, *views: View, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> HTMLResponse:
        """One or several partials, for htmx: the first fills the target, the others are
        `<hx-partial>` blocks that name theirs."""
        body = "".join(self.templates.render(view, self.reader) for view in views)
        return self._response(body, status, headers)

    def _response(self, body: str, status: int, headers: Mapping[str, str] | None) -> HTMLResponse:
        response = HTMLResponse(_writable(body), status, headers)
        response.headers["Content-Language"] = self.locale.language.value
        response.headers["Vary"] = "HX-Request, Accept-Language"
        return response


def values_of(view: View) -> dict[str, Any]:
    """A view's fields by name, not copied: nested views stay objects."""
    return {field.name: getattr(view, field.name) for field in fields(cast(Any, view))}


def _writable(body: str) -> str:
    """HTML carries neither lone surrogates nor NUL: each is written as U+FFFD. A bare CR would be
    read as a line feed, so it is written as a reference.

    >>> _writable("a\\ud83db\\x00\\r\\n")
    'a\ufffdb\ufffd&#13;\\n'
    """
    return _UNWRITABLE.sub("\ufffd", body).replace("\r", "&#13;")


def _environment(folder: Path, locale: Locale, assets: StaticAssets) -> Environment:
    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    language = locale.language

    def number(value: int | float | Decimal, decimals: int | None = None) -> str:
        return numbers.number(value, language, decimals)

    def percent(share: float | Decimal, decimals: int = 1) -> str:
        return numbers.percent(share, language, decimals)

    def money(amount: Decimal, currency: str = "USD") -> str:
        return numbers.money(amount, language, currency)

    def ngettext(singular: str, plural: str, num: int, **values: object) -> Markup:
        """As Jinja's own newstyle ngettext, except that `%(num)s` is written the language's way."""
        message = Markup(locale.ngettext(singular, plural, num))  # noqa: S704  from catalogues
        return message % {"num": number(num), **values}

    environment.install_gettext_callables(  # type: ignore[attr-defined]
        locale.gettext, locale.ngettext, newstyle=True
    )
    environment.globals.update(
        ngettext=ngettext, say=locale.say, explain=locale.explain, asset=assets.address
    )
    environment.filters.update(number=number, percent=percent, money=money)
    return environment
