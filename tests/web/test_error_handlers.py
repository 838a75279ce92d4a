"""One sentence, three shapes: page, htmx fragment, JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import pytest
from bs4 import BeautifulSoup
from fastapi import Body
from pydantic import BaseModel, Field
from starlette.testclient import TestClient

from app import errors
from app.errors import N_, TokenarioError
from app.main import create_app
from app.settings import Settings
from app.web.deps import FormDep
from app.web.error_handlers import HTTP_MESSAGES, STATUS, code_of, status_of

HTMX = {"HX-Request": "true"}
TYPED = "visite www.example.com"


class Order(BaseModel):
    text: str
    vocabularies: Annotated[list[str], Field(max_length=2)] = []
    size: Annotated[int, Field(ge=1)] = 1


@pytest.fixture
def failing(settings: Settings) -> Iterator[TestClient]:
    app = create_app(settings.model_copy(update={"max_request_bytes": 1_000}))

    def fail(name: str) -> None:
        if name == "Unexpected":
            raise RuntimeError(TYPED)
        cls: type[TokenarioError] = getattr(errors, name)
        raise cls(N_("The request is too large. The limit is %(limit)s bytes."), limit=5_000)

    def order(order: Annotated[Order, Body()]) -> None:
        raise AssertionError(order)

    async def form(form: FormDep) -> None:
        raise AssertionError(form)

    for prefix in ("", "/api/v1", "/embed"):
        app.get(f"{prefix}/fail/{{name}}")(fail)
        app.post(f"{prefix}/order")(order)
        app.post(f"{prefix}/form")(form)
    with TestClient(app) as client:
        yield client


STATUSES = {
    "InvalidInput": (422, "invalid_input"),
    "UnknownVocabulary": (422, "unknown_vocabulary"),
    "IdOutOfRange": (422, "id_out_of_range"),
    "InputTooLarge": (413, "input_too_large"),
    "NotFound": (404, "not_found"),
    "VocabularyFileError": (422, "vocabulary_file_error"),
    "UnsupportedComponent": (422, "unsupported_component"),
    "VocabularyUnavailable": (503, "vocabulary_unavailable"),
    "BudgetExceeded": (503, "budget_exceeded"),
}


def test_every_error_has_a_status() -> None:
    def below(cls: type[TokenarioError]) -> Iterator[type[TokenarioError]]:
        for child in cls.__subclasses__():
            if child.__module__ == errors.__name__:
                yield child
                yield from below(child)

    assert {cls.__name__ for cls in below(TokenarioError)} == set(STATUSES)
    assert all(issubclass(cls, TokenarioError) for cls in STATUS)


@pytest.mark.parametrize("name", STATUSES)
def test_errors_as_json(failing: TestClient, name: str) -> None:
    status, code = STATUSES[name]
    response = failing.get(f"/api/v1/fail/{name}", headers={"accept-language": "en"})
    assert response.status_code == status
    assert response.json() == {
        "error": {
            "code": code,
            "message": "The request is too large. The limit is 5,000 bytes.",
            "details": {"limit": 5_000},
        }
    }


def test_errors_as_a_page(failing: TestClient) -> None:
    response = failing.get("/fail/NotFound")
    page = BeautifulSoup(response.text, "html.parser")
    assert response.status_code == 404
    assert page.html is not None and page.html["lang"] == "es"
    assert page.title is not None and "Error 404" in page.title.text
    assert "El límite es de 5\u202f000 bytes." in page.get_text()


def test_errors_as_a_fragment_steered_into_the_error_region(failing: TestClient) -> None:
    response = failing.get("/fail/InvalidInput?lang=en", headers=HTMX)
    assert response.status_code == 422
    assert response.headers["HX-Retarget"] == "#error"
    assert response.headers["HX-Reswap"] == "innerHTML"
    assert "<html" not in response.text
    assert "The limit is 5,000 bytes." in response.text


def test_an_error_inside_an_embed_stays_in_its_shell(failing: TestClient) -> None:
    page = BeautifulSoup(failing.get("/embed/fail/NotFound").text, "html.parser")
    assert page.find(class_="site-header") is None
    assert page.find(class_="notice-error") is not None


@pytest.mark.parametrize("prefix", ["", "/api/v1", "/embed"])
def test_an_unexpected_error_says_nothing_of_itself(failing: TestClient, prefix: str) -> None:
    response = failing.get(f"{prefix}/fail/Unexpected?lang=en")
    assert response.status_code == 500
    assert "Something failed on our side" in response.text
    assert TYPED not in response.text and "Traceback" not in response.text
    assert "Content-Security-Policy" in response.headers


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize(
    "address",
    ["/visite www.example.com", "/?x=visite www.example.com", "/api/v1/visite www.example.com"],
)
def test_no_answer_repeats_the_address(
    failing: TestClient, address: str, headers: dict[str, str]
) -> None:
    response = failing.get("/no-page" + address, headers=headers)
    assert response.status_code == 404
    assert "www.example.com" not in response.text


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/none", 404, "not_found"),
        ("DELETE", "/api/v1/order", 405, "method_not_allowed"),
        ("POST", "/api/v1/form", 415, "unsupported_media_type"),
    ],
)
def test_bare_statuses_have_the_same_shape(
    failing: TestClient, method: str, path: str, status: int, code: str
) -> None:
    response = failing.request(method, path, json={} if method == "POST" else None)
    assert response.status_code == status
    assert set(response.json()) == {"error"}
    assert response.json()["error"]["code"] == code
    assert response.json()["error"]["message"]


def test_a_body_over_the_limit_has_the_same_shape(failing: TestClient) -> None:
    response = failing.post("/api/v1/order?lang=en", json={"text": "a" * 2_000})
    assert response.status_code == 413
    assert response.json()["error"] == {
        "code": "input_too_large",
        "message": "The request is too large. The limit is 1,000 bytes.",
        "details": {"limit": 1_000},
    }


def test_a_body_of_unsaid_length_stops_at_the_limit(failing: TestClient) -> None:
    def chunks() -> Iterator[bytes]:
        yield b'{"text": "'
        for _ in range(20):
            yield b"a" * 100
        yield b'"}'

    headers = {"content-type": "application/json"}
    response = failing.post("/api/v1/order", content=chunks(), headers=headers)
    assert response.status_code == 413
    assert response.json()["error"]["details"] == {"limit": 1_000}
    page = failing.post("/form", content=chunks(), headers={"content-type": ""})
    assert page.status_code == 413
    assert "1\u202f000 bytes" in page.text


def test_validation_errors_name_fields_and_never_quote_the_input(failing: TestClient) -> None:
    wrong = {"vocabularies": ["a", "b", "c"], "size": TYPED}
    response = failing.post("/api/v1/order?lang=en", json=wrong)
    assert response.status_code == 422
    assert response.json()["error"] == {
        "code": "invalid_request",
        "message": "The request cannot be read as asked.",
        "details": {
            "fields": [
                {"field": "text", "problem": "is missing"},
                {"field": "vocabularies", "problem": "has more than 2 items"},
                {"field": "size", "problem": "must be a whole number"},
            ]
        },
    }


def test_validation_errors_on_a_page_are_a_list(failing: TestClient) -> None:
    response = failing.post("/order", json={"text": "a", "size": 0})
    page = BeautifulSoup(response.text, "html.parser")
    assert [item.get_text() for item in page.select(".notice-error li")] == [
        "size: tiene que ser como mínimo 1"
    ]


def test_broken_json_is_said(failing: TestClient) -> None:
    response = failing.post(
        "/api/v1/order?lang=en", content=b'{"text": ', headers={"content-type": "application/json"}
    )
    assert response.status_code == 422
    assert response.json()["error"]["details"]["fields"] == [
        {"field": "", "problem": "is not valid JSON"}
    ]


def test_statuses_and_codes() -> None:
    assert {
        name: (status_of(getattr(errors, name)("x")), code_of(getattr(errors, name)("x")))
        for name in STATUSES
    } == STATUSES
    assert status_of(TokenarioError("x")) == 500
    assert all(message.endswith(".") for _, message in HTTP_MESSAGES.values())
