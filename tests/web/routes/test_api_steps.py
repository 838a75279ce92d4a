"""The API of steps and origins: frames of every family, limits, errors in the one shape."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings

VOCABULARIES = ["gpt2", "cl100k_base", "o200k_base", "llama-3", "llama-2", "xlm-roberta-base"]
TEXT = "¡dámelo ya! 🙂 漢字 2026 dámelo"


@pytest.fixture(scope="session")
def site(shared_app: FastAPI) -> TestClient:
    return TestClient(shared_app)


def steps(client: TestClient, status: int = 200, **body: Any) -> Any:
    response = client.post("/api/v1/steps", json=body)
    assert response.status_code == status, response.text
    return response.json()


@pytest.mark.parametrize("vocabulary", VOCABULARIES)
def test_the_ids_are_those_of_tokenize_and_frames_spell_their_part(
    site: TestClient, vocabulary: str
) -> None:
    answer = steps(site, vocabulary=vocabulary, text=TEXT)
    tokenized = site.post("/api/v1/tokenize", json={"vocabularies": [vocabulary], "text": TEXT})
    tokens = tokenized.json()["results"][0]["tokens"]
    assert answer["ids"] == [token["id"] for token in tokens]
    assert answer["token_count"] == len(tokens) and answer["truncated_by"] is None
    last: dict[int, list[int]] = {}
    for frame in answer["frames"]:
        part = answer["parts"][frame["part"]]
        spelled = "".join(piece["bytes"] for piece in frame["pieces"])
        assert bytes.fromhex(spelled).decode() == part["text"]
        last[frame["part"]] = [piece["id"] for piece in frame["pieces"]]
    for number, part in enumerate(answer["parts"]):
        with_frames = number if part["same_as"] is None else part["same_as"]
        assert [token["id"] for token in part["tokens"]] == last[with_frames]


def test_a_merge_names_its_rank_and_what_it_makes(site: TestClient) -> None:
    first = steps(site, vocabulary="cl100k_base", text="dámelo")["frames"][0]
    winner = first["pairs"][first["winner"]]
    assert first["event"] == "merge"
    assert (winner["left"], winner["right"], winner["merged"]) == ("e", "l", "el")
    assert winner["rank"] == winner["id"] == min(p["rank"] for p in first["pairs"] if p["rank"])


def test_a_unigram_part_names_its_runners_up(site: TestClient) -> None:
    (part,) = steps(site, vocabulary="xlm-roberta-base", text="dámelo")["parts"]
    assert next(way["pieces"] for way in part["segmentations"]) == ["▁dám", "elo"]
    assert part["segmentations"][0]["behind"] == 0.0 < part["segmentations"][1]["behind"]


def test_special_tokens_are_read_as_asked(site: TestClient) -> None:
    text = "<|endoftext|>"
    assert steps(site, vocabulary="gpt2", text=text)["token_count"] == 7
    special = steps(site, vocabulary="gpt2", text=text, special_tokens="special")
    assert [frame["event"] for frame in special["frames"]] == ["special"]


def test_what_is_left_out_is_said(site: TestClient) -> None:
    answer = steps(site, vocabulary="gpt2", text=" ".join(map(str, range(1_000, 1_400))))
    assert answer["truncated_by"] in ("parts", "frames")
    assert len(answer["parts"]) < answer["part_count"] == 400


def test_errors_have_the_one_shape(site: TestClient, settings: Settings) -> None:
    unknown = steps(site, 422, vocabulary="gpt9", text="")
    assert unknown["error"]["code"] == "unknown_vocabulary"
    assert steps(site, 422, vocabulary="gpt2")["error"]["code"]
    assert steps(site, 422, vocabulary="gpt2", text="", splits=True)["error"]["code"]
    small = TestClient(create_app(settings.model_copy(update={"max_text_characters": 3})))
    assert steps(small, 413, vocabulary="gpt2", text="dámelo")["error"]["code"] == "input_too_large"


def test_a_token_tells_where_it_comes_from(site: TestClient) -> None:
    answer = site.get("/api/v1/vocabularies/gpt2/tokens/37628").json()
    assert (answer["piece"], answer["bytes"], answer["reachable"]) == ("Ġni", "206e69", True)
    (tree,) = answer["trees"]
    assert (tree["rank"], tree["left"]["written"], tree["right"]["written"]) == (37628, "Ġn", "i")
    assert answer["models"]


def test_a_token_without_merges_names_the_pieces_inside(site: TestClient) -> None:
    answer = site.get("/api/v1/vocabularies/xlm-roberta-base/tokens/31430").json()
    assert (answer["piece"], answer["reachable"], answer["trees"]) == ("▁dám", None, [])
    assert {"▁d", "ám"} <= {piece["written"] for piece in answer["contained"]}


@pytest.mark.parametrize(
    ("path", "code"),
    [("gpt2/tokens/50257", "id_out_of_range"), ("gpt9/tokens/1", "unknown_vocabulary")],
)
def test_what_does_not_exist_is_said(site: TestClient, path: str, code: str) -> None:
    response = site.get(f"/api/v1/vocabularies/{path}")
    assert (response.status_code, response.json()["error"]["code"]) == (422, code)


def test_the_longest_tokens_have_a_tree(site: TestClient) -> None:
    for vocabulary, id in (("gpt2", 35496), ("cl100k_base", 58040), ("o200k_base", 72056)):
        answer = site.get(f"/api/v1/vocabularies/{vocabulary}/tokens/{id}").json()
        assert len(answer["bytes"]) == 256 and len(answer["trees"]) == 1


def test_more_steps_than_an_answer_can_hold_are_refused(site: TestClient) -> None:
    body = {"vocabulary": "gpt2", "text": "a" * 20_001}
    response = site.post("/api/v1/steps", json=body)
    assert response.status_code == 413
    assert response.json()["error"]["details"] == {"size": 20_001, "limit": 20_000}
