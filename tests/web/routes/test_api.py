"""OpenAPI says of the API what is so: every error an address can answer, and what each field means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.schemas.errors import REASONS, ErrorResponse

ABSENT = "bert-base-multilingual-cased"
"""The vocabulary that is not on a machine without a network."""

BODIES: Mapping[str, dict[str, object]] = {
    "/api/v1/tokenize": {"text": "a", "vocabularies": ["gpt2"]},
    "/api/v1/count": {"text": "a", "vocabularies": ["gpt2"]},
    "/api/v1/decode": {"vocabulary": "gpt2", "ids": [64]},
    "/api/v1/steps": {"vocabulary": "gpt2", "text": "a"},
    "/api/v1/train": {"corpus": "a b", "merges": 1},
    "/api/v1/encode-steps": {"merges": [["a", "b"]], "text": "ab"},
}
"""A request that each address takes."""

ABSENT_BODIES: Mapping[str, dict[str, object]] = {
    "/api/v1/tokenize": {"text": "a", "vocabularies": [ABSENT]},
    "/api/v1/count": {"text": "a", "vocabularies": [ABSENT]},
    "/api/v1/decode": {"vocabulary": ABSENT, "ids": [64]},
    "/api/v1/steps": {"vocabulary": ABSENT, "text": "a"},
    "/api/v1/train": {"corpus": "ab " * 20_000, "merges": 1},
}
"""A request that each address cannot answer now; training's waits for a place that never comes."""

ADDRESSES = {
    "/api/v1/vocabularies": "/api/v1/vocabularies",
    "/api/v1/vocabularies/{id}/tokens/{token_id}": f"/api/v1/vocabularies/{ABSENT}/tokens/64",
    **{address: address for address in BODIES},
}

Declared = dict[tuple[str, str], dict[str, Any]]
"""Each operation by method and path."""


@pytest.fixture(scope="module")
def document(site: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = site.get("/api/v1/openapi.json").json()
    return found


@pytest.fixture
def operations(document: dict[str, Any]) -> Declared:
    return {
        (method, path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if path.startswith("/api/")
    }


@pytest.fixture
def bare(settings: Settings, tmp_path: Path) -> FastAPI:
    """A server without the fetched vocabulary, with room for no long training."""
    app = create_app(settings.model_copy(update={"vocabulary_dir": tmp_path / "none"}))
    app.state.trainings._most_live = 0
    return app


def provoked(app: FastAPI, method: str, path: str) -> set[int]:
    """The statuses that this operation is made to answer; each body is the declared shape."""
    address, body = ADDRESSES[path], BODIES.get(path, {})
    limit = app.state.settings.max_request_bytes
    answers = []
    with TestClient(app, raise_server_exceptions=False) as client:
        if method == "post":
            answers += [
                client.post(
                    address,
                    content=b'{"text": "\xff"}',
                    headers={"Content-Type": "application/json"},
                ),
                client.post(address, headers={"Content-Length": str(limit + 1)}),
                client.post(address, json={**body, "nonsense": 1}),
            ]
            if path in ABSENT_BODIES:
                answers.append(client.post(address, json=ABSENT_BODIES[path]))
        else:
            answers.append(client.get(address))
        answers.append(client.request(method, address, params={"lang": "xx"}, json=body))
    failures = [answer for answer in answers if answer.status_code >= 400]
    for answer in failures:
        assert ErrorResponse.model_validate(answer.json(), strict=True).error.message
        assert answer.json().keys() == {"error"}
        assert answer.json()["error"].keys() == {"code", "message", "details"}
    return {answer.status_code for answer in failures}


@pytest.mark.usefixtures("no_hub")
def test_every_error_that_is_declared_is_answered_and_no_other(
    bare: FastAPI, operations: Declared
) -> None:
    assert {path for _, path in operations} == set(ADDRESSES)
    for (method, path), operation in operations.items():
        declared = {int(status) for status in operation["responses"]} - {200}
        assert declared - {429, 500} == provoked(bare, method, path), path
        assert {422, 429, 500} <= declared, path


def test_too_many_requests_anywhere_in_the_api(settings: Settings, operations: Declared) -> None:
    for method, path in operations:
        app = create_app(settings.model_copy(update={"rate_limit": "1/hour"}))
        with TestClient(app) as client:
            client.get("/api/v1/vocabularies")
            answer = client.request(method, ADDRESSES[path], json=BODIES.get(path))
        assert answer.status_code == 429
        assert ErrorResponse.model_validate(answer.json()).error.code == "too_many_requests"
        assert int(answer.headers["Retry-After"]) > 0


def test_something_unforeseen_has_the_same_shape(
    app: FastAPI, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.state.registry, "ids", None)
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/api/v1/vocabularies")
    assert answer.status_code == 500
    assert ErrorResponse.model_validate(answer.json()).error.code == "unexpected"


def test_every_error_is_declared_in_the_one_shape(
    document: dict[str, Any], operations: Declared
) -> None:
    shape = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorResponse"}}}
    for operation in operations.values():
        for status, response in operation["responses"].items():
            if status != "200":
                assert response["content"] == shape
                assert response["description"] == REASONS[int(status)]
        assert "Retry-After" in operation["responses"]["429"]["headers"]
    assert "HTTPValidationError" not in document["components"]["schemas"]


def test_every_operation_says_what_it_does(operations: Declared) -> None:
    for operation in operations.values():
        assert operation["summary"]
        assert operation["description"]
        for parameter in operation.get("parameters", []):
            assert parameter["description"]
            assert parameter["schema"].get("examples") or parameter.get("examples")


def fields(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            if name != "Health":
                yield f"{name}.{field}", described


def needs_example(described: dict[str, Any]) -> bool:
    """Whether a value cannot be guessed from its type: no other schema, choice or yes and no."""
    kinds = described.get("anyOf", [described])
    inner = [kind.get("items", kind) for kind in kinds if kind.get("type") != "null"]
    return not all(
        "$ref" in kind or "enum" in kind or "anyOf" in kind or kind.get("type") == "boolean"
        for kind in inner
    )


def test_every_field_says_what_it_means_with_an_example(document: dict[str, Any]) -> None:
    named = dict(fields(document))
    assert len(named) > 80
    assert [name for name, field in named.items() if not field.get("description")] == []
    bare = [name for name, field in named.items() if needs_example(field)]
    assert [name for name in bare if not named[name].get("examples")] == []


def test_every_schema_says_what_it_is(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    assert [
        name
        for name, schema in schemas.items()
        if "properties" in schema and name != "Health" and not schema.get("description")
    ] == []


def test_examples_of_requests_are_taken(site: TestClient, document: dict[str, Any]) -> None:
    """Each example of a request's field, in a request that is good without it, is answered."""
    for path, body in BODIES.items():
        schema = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        name = schema["schema"]["$ref"].rpartition("/")[2]
        for field, described in document["components"]["schemas"][name]["properties"].items():
            for example in described.get("examples", []):
                rest = {k: v for k, v in body.items() if not (field == "words" and k == "corpus")}
                answer = site.post(path, json={**rest, field: example})
                assert answer.status_code == 200, (path, field, answer.text)


def test_examples_have_the_type_they_stand_for(document: dict[str, Any]) -> None:
    types: dict[str | None, type | tuple[type, ...]] = {
        "integer": int,
        "number": (int, float),
        "string": str,
        "array": list,
        "object": dict,
    }
    for name, described in fields(document):
        kinds = {kind.get("type") for kind in described.get("anyOf", [described])}
        for example in described.get("examples", []):
            assert any(
                isinstance(example, types[kind]) if kind in types else example is None
                for kind in kinds
            ), name
