"""Errors as answers: a page, an htmx fragment or JSON, always in the reader's language.

| error                                        | status |
| -------------------------------------------- | ------ |
| InvalidInput, UnknownVocabulary, IdOutOfRange | 422    |
| InputTooLarge                                | 413    |
| NotFound                                     | 404    |
| VocabularyFileError, UnsupportedComponent    | 422    |
| VocabularyUnavailable, BudgetExceeded        | 503    |

An unknown vocabulary in a form, a query or a JSON body is a bad value (422); a page whose *path*
names a vocabulary raises NotFound instead.

JSON (everything under /api/) is `{"error": {"code", "message", "details"}}`: `code` is the class
name in snake case and stays the same in every language, `details` the values of the message. A
request that does not even have the right fields is `invalid_request`, with the fields in `details`.
htmx gets `partials/_error.html`, steered into `#error`. No answer repeats text of the request, and
none shows a stack trace.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.errors import (
    N_,
    BudgetExceeded,
    InputTooLarge,
    InvalidInput,
    NotFound,
    TokenarioError,
    VocabularyFileError,
    VocabularyUnavailable,
)
from app.tokenization.well_formed import well_formed
from app.web import validation
from app.web.htmx import response_headers
from app.web.templating import Renderer
from app.web.views.error import ErrorPage, ErrorView

STATUS: Mapping[type[TokenarioError], int] = {
    InputTooLarge: 413,
    InvalidInput: 422,
    NotFound: 404,
    VocabularyFileError: 422,
    VocabularyUnavailable: 503,
    BudgetExceeded: 503,
}

HTTP_MESSAGES: Mapping[int, tuple[str, str]] = {
    400: ("bad_request", N_("The request cannot be read; check how it is written.")),
    401: (
        "private_link",
        N_("That link is private: its text is in the link alone, and never sent to the server."),
    ),
    403: ("cross_site", N_("The request came from another site, so it was not carried out.")),
    404: ("not_found", N_("There is nothing at this address. It may have a slip, or be gone.")),
    405: ("method_not_allowed", N_("This address does not answer that kind of request.")),
    413: ("input_too_large", N_("The request is too large. The limit is %(limit)s bytes.")),
    415: ("unsupported_media_type", N_("Send the data as a form or as JSON.")),
    429: (
        "too_many_requests",
        N_("Too many requests in a short time. Wait a moment and try again."),
    ),
    501: ("not_implemented", N_("There is no answer in that format here.")),
    500: ("unexpected", N_("Something failed on our side. It has been noted; try again shortly.")),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """An error ready to be said."""

    status: int
    code: str
    message: str
    details: Mapping[str, object] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def install(app: FastAPI) -> None:
    """Answer every exception of the routes; what none of these knows is the error boundary's."""
    app.exception_handler(TokenarioError)(_on_domain_error)
    app.exception_handler(RequestValidationError)(_on_validation_error)
    app.exception_handler(HTTPException)(_on_http_error)


def answer(
    request: Request, problem: Problem, headers: Mapping[str, str] | None = None
) -> Response:
    """The problem in the shape that the request wants."""
    if request.url.path.startswith("/api/"):
        body = {
            "code": problem.code,
            "message": well_formed(problem.message),
            "details": {name: _writable(value) for name, value in problem.details.items()},
        }
        return JSONResponse({"error": body}, problem.status, headers)

    render = Renderer.of(request)
    if render.htmx.wants_fragment:
        return render.fragment(
            ErrorView(problem.message, problem.problems),
            status=problem.status,
            headers={**response_headers(retarget="#error", reswap="innerHTML"), **(headers or {})},
        )
    return render.page(
        ErrorPage(problem.status, problem.message, problem.problems),
        status=problem.status,
        headers=headers,
        address="/",
        layout="embed.html" if request.url.path.startswith("/embed/") else "base.html",
    )


def _writable(value: object) -> object:
    """A value that UTF-8 can write: JSON bodies may hold lone surrogates, and errors quote them."""
    return well_formed(value) if isinstance(value, str) else value


def http_problem(request: Request, status: int, **values: str | int) -> Problem:
    """The problem behind a bare status, such as 404 or 413."""
    code, message = HTTP_MESSAGES.get(status, HTTP_MESSAGES[400 if status < 500 else 500])
    locale = Renderer.of(request).locale
    return Problem(status, code, locale.say(message, **values), values)


def status_of(error: TokenarioError) -> int:
    """The status of an error, by its nearest class.

    >>> from app.errors import UnknownVocabulary
    >>> status_of(UnknownVocabulary("no such one")), status_of(NotFound("gone"))
    (422, 404)
    """
    return next((STATUS[cls] for cls in type(error).__mro__ if cls in STATUS), 500)


def code_of(error: TokenarioError) -> str:
    """The class name in snake case.

    >>> code_of(InputTooLarge("big"))
    'input_too_large'
    """
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(error).__name__).lower()


async def _on_domain_error(request: Request, error: TokenarioError) -> Response:
    message = Renderer.of(request).locale.explain(error)
    return answer(request, Problem(status_of(error), code_of(error), message, error.values))


async def _on_validation_error(request: Request, error: RequestValidationError) -> Response:
    locale = Renderer.of(request).locale
    found = validation.problems(error.errors(), locale)
    message = locale.gettext(N_("The request cannot be read as asked."))
    return answer(
        request,
        Problem(
            422,
            "invalid_request",
            message,
            {"fields": [{"field": each.field, "problem": each.message} for each in found]},
            tuple(each.line for each in found),
        ),
    )


async def _on_http_error(request: Request, error: HTTPException) -> Response:
    values = (
        {"limit": request.app.state.settings.max_request_bytes} if error.status_code == 413 else {}
    )
    problem = http_problem(request, error.status_code, **values)
    return answer(request, problem, error.headers)
