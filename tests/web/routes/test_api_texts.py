"""The JSON API: every golden id through it, one error shape, limits, CORS, OpenAPI."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from tests.shared import SHARED, golden, needs_shared

ALL = (
    "gpt2",
    "cl100k_base",
    "o200k_base",
    "llama-3",
    "llama-2",
    "bert-base-multilingual-cased",
    "xlm-roberta-base",
)


def post(client: TestClient, path: str, body: dict[str, Any], status: int = 200) -> Any:
    response = client.post(f"/api/v1/{path}", json=body)
    assert response.status_code == status, response.text
    return response.json()


def test_vocabularies_are_listed_with_their_facts(site: TestClient) -> None:
    listed = site.get("/api/v1/vocabularies").json()["vocabularies"]
    assert tuple(one["id"] for one in listed) == ALL
    gpt2 = listed[0]
    assert gpt2["size"] == 50_257
    assert gpt2["algorithm"] == "byte-level BPE"
    assert gpt2["available"] is True
    assert {"title", "source", "licence", "sha256", "models"} <= gpt2.keys()


@needs_shared
def test_every_golden_id(site: TestClient) -> None:
    for case in golden("real_vocabularies")["cases"]:
        body = {"text": case["text"], "vocabularies": list(case["ids"])}
        answer = post(site, "tokenize", body)
        for result in answer["results"]:
            ids = [token["id"] for token in result["tokens"]]
            assert ids == case["ids"][result["vocabulary"]], (case["text"], result["vocabulary"])
            assert result["count"] == len(ids)
            assert result["truncated"] is False
            decoded = post(site, "decode", {"vocabulary": result["vocabulary"], "ids": ids})
            assert decoded["complete"] is True
        counted = post(site, "count", body)
        assert [(one["vocabulary"], one["count"]) for one in counted["results"]] == [
            (one["vocabulary"], one["count"]) for one in answer["results"]
        ]


@needs_shared
@pytest.mark.books
@pytest.mark.parametrize(("language", "file"), [("es", "quijote-es"), ("en", "quixote-en")])
def test_every_golden_count_of_the_quixote(site: TestClient, language: str, file: str) -> None:
    expected = golden("quijote")
    text = " ".join((SHARED / "corpora" / f"{file}.txt").read_text(encoding="utf-8").split())
    ids = list(expected["vocabularies"])
    answer = post(site, "count", {"text": text, "vocabularies": ids})
    assert answer["length"]["code_points"] == expected[f"chars_{language}"]
    for result in answer["results"]:
        assert result["count"] == expected["vocabularies"][result["vocabulary"]][language]


def test_tokens_carry_piece_bytes_place_and_kind(site: TestClient) -> None:
    answer = post(site, "tokenize", {"text": " niño", "vocabularies": ["o200k_base"]})
    assert answer["length"] == {"code_points": 5, "utf8_bytes": 6, "graphemes": 5, "words": 1}
    assert answer["results"][0]["tokens"] == [
        {
            "id": 61895,
            "piece": "ĠniÃ±o",
            "bytes": " niño".encode().hex(),
            "start": 0,
            "end": 5,
            "kind": "normal",
        }
    ]


def test_special_tokens_as_text_unless_asked(site: TestClient) -> None:
    body = {"text": "<|endoftext|>", "vocabularies": ["gpt2"]}
    assert post(site, "tokenize", body)["results"][0]["count"] == 7
    special = post(site, "tokenize", {**body, "special_tokens": "special"})["results"][0]
    assert (special["count"], special["tokens"][0]["kind"]) == (1, "special")


def test_line_ends_of_json_are_kept(site: TestClient) -> None:
    answer = post(site, "tokenize", {"text": "a\r\nb", "vocabularies": ["gpt2"]})
    assert [token["id"] for token in answer["results"][0]["tokens"]] == [64, 201, 198, 65]


def test_decode_shows_what_is_incomplete(site: TestClient) -> None:
    answer = post(site, "decode", {"vocabulary": "cl100k_base", "ids": [9468]})
    assert answer == {"text": "\ufffd", "complete": False}


def test_long_texts_are_truncated_and_counted_whole(settings: Settings) -> None:
    few = settings.model_copy(update={"max_api_tokens": 3})
    with TestClient(create_app(few)) as client:
        answer = post(client, "tokenize", {"text": "a b c d e", "vocabularies": ["gpt2"]})
    result = answer["results"][0]
    assert (result["count"], len(result["tokens"]), result["truncated"]) == (5, 3, True)


BAD = [
    ("tokenize", {"text": "a", "vocabularies": ["gpt9"]}, "unknown_vocabulary"),
    ("count", {"text": "a", "vocabularies": []}, "invalid_request"),
    ("tokenize", {"text": "a"}, "invalid_request"),
    ("tokenize", {"text": 7, "vocabularies": ["gpt2"]}, "invalid_request"),
    ("tokenize", {"text": "a", "vocabularies": ["gpt2"], "special": True}, "invalid_request"),
    ("decode", {"vocabulary": "gpt2", "ids": [50_257]}, "id_out_of_range"),
    ("decode", {"vocabulary": "gpt2", "ids": [-1]}, "invalid_request"),
    ("decode", {"vocabulary": "gpt2", "ids": ["x"]}, "invalid_request"),
]


@pytest.mark.parametrize(("path", "body", "code"), BAD)
@pytest.mark.parametrize("language", ["es", "en"])
def test_bad_requests_have_one_shape(
    site: TestClient, path: str, body: dict[str, Any], code: str, language: str
) -> None:
    response = site.post(f"/api/v1/{path}", json=body, headers={"Accept-Language": language})
    assert response.status_code == 422
    error = response.json()["error"]
    assert error["code"] == code
    assert error["message"]
    assert error.keys() == {"code", "message", "details"}


def test_texts_over_the_limits_are_refused(settings: Settings) -> None:
    small = settings.model_copy(update={"max_text_characters": 5, "max_count_bytes": 6})
    with TestClient(create_app(small)) as client:
        too_long = post(client, "tokenize", {"text": "abcdef", "vocabularies": ["gpt2"]}, 413)
        too_big = post(client, "count", {"text": "ññññ", "vocabularies": ["gpt2"]}, 413)
    assert too_long["error"]["code"] == too_big["error"]["code"] == "input_too_large"


def test_any_origin_may_ask_without_credentials(site: TestClient) -> None:
    headers = {"Origin": "https://course.example", "Sec-Fetch-Site": "cross-site"}
    response = site.post(
        "/api/v1/count", json={"text": "a", "vocabularies": ["gpt2"]}, headers=headers
    )
    assert response.status_code == 200
    assert response.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in response.headers


def test_openapi_describes_every_route_of_the_api(site: TestClient) -> None:
    document = site.get("/api/v1/openapi.json").json()
    assert {
        "/api/v1/vocabularies",
        "/api/v1/tokenize",
        "/api/v1/count",
        "/api/v1/decode",
    } <= document["paths"].keys()
    assert all(path.startswith(("/api/", "/healthz")) for path in document["paths"])


@pytest.mark.parametrize("path", ["tokenize", "count"])
def test_texts_that_take_too_long_are_an_error_with_the_way_out(
    settings: Settings, path: str
) -> None:
    hurried = TestClient(create_app(settings.model_copy(update={"work_seconds": 1e-9})))
    body = {"text": "hola", "vocabularies": ["gpt2"]}
    error = post(hurried, path, body, 503)["error"]
    assert error["code"] == "budget_exceeded"
    assert "un vocabulario cada vez" in error["message"]
