from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any

import anyio
import pytest
import structlog
from fastapi import FastAPI
from fastapi.responses import StreamingResponse
from starlette.requests import Request
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from app import logs
from app.main import create_app
from app.settings import Settings
from app.web.deps import FormDep
from app.web.middleware.observation import ErrorBoundary, Measurements, Observation
from tests.conftest import FakeClock

TYPED = "contraseña-del-lector"


@pytest.fixture
def app(settings: Settings) -> FastAPI:
    app = create_app(settings.model_copy(update={"metrics": True, "log_level": "info"}))

    @app.post("/things/{name}")
    async def thing(name: str, form: FormDep) -> dict[str, str]:
        if name == "broken":
            raise ValueError(f"cannot use {form.text('text')}")
        return {"name": name}

    @app.get("/half")
    async def half() -> StreamingResponse:
        async def parts() -> AsyncIterator[str]:
            yield "half an answer"
            raise ValueError(TYPED)

        return StreamingResponse(parts())

    return app


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    logs.configure("text", "info")
    with structlog.testing.capture_logs() as captured:
        yield captured


def test_a_line_a_request_by_pattern_without_text(client: TestClient, lines: list[Any]) -> None:
    client.post(f"/things/{TYPED}?text={TYPED}", data={"text": TYPED})
    client.get(f"/{TYPED}")
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["route"], line["status"]) for line in requests] == [
        ("/things/{name}", 200),
        ("(none)", 404),
    ]
    assert TYPED not in repr(lines)


def test_head_is_noted_by_its_route(client: TestClient, lines: list[Any]) -> None:
    client.head("/about")
    requests = [line for line in lines if line["event"] == "request"]
    assert [(line["method"], line["route"]) for line in requests] == [("HEAD", "/about")]


def test_an_unexpected_error_is_noted_by_place_without_its_message(
    client: TestClient, lines: list[Any]
) -> None:
    assert client.post("/things/broken", data={"text": TYPED}).status_code == 500
    noted = next(line for line in lines if line["log_level"] == "error")
    assert noted["error"] == "ValueError"
    assert noted["places"][0].startswith("web/middleware/observation.py:")
    assert noted["places"][-1].endswith(" thing")
    assert len(noted["places"]) < 8  # the layers around the routes, and the route
    assert TYPED not in repr(lines)


def test_an_answer_that_breaks_off_is_noted_and_ended(client: TestClient, lines: list[Any]) -> None:
    response = client.get("/half")
    assert response.text == "half an answer"
    assert [line["error"] for line in lines if line["log_level"] == "error"] == ["ValueError"]
    assert TYPED not in repr(lines)


def test_who_leaves_while_the_body_is_read_is_no_error(lines: list[Any]) -> None:
    async def reading(scope: Scope, receive: Receive, _: Send) -> None:
        await Request(scope, receive).body()

    async def gone() -> Message:
        return {"type": "http.disconnect"}

    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
    anyio.run(Observation(ErrorBoundary(reading), Measurements()), scope, gone, send)
    assert sent == []
    assert [(line["log_level"], line["status"]) for line in lines] == [("info", 0)]


def test_measurements_count_by_route_and_status(client: TestClient) -> None:
    client.get("/about")
    client.get("/about")
    client.get("/nowhere")
    text = client.get("/metrics").text
    assert 'tokenario_requests_total{method="GET",route="/about",status="200"} 2.0' in text
    assert 'tokenario_requests_total{method="GET",route="(none)",status="404"} 1.0' in text
    assert 'tokenario_request_seconds_count{route="/about"} 2.0' in text


def test_seconds_are_measured_to_the_end_of_the_answer(clock: FakeClock, lines: list[Any]) -> None:
    async def slow(scope: Any, receive: Any, send: Any) -> None:
        clock.advance(1.5)
        await Response(status_code=204)(scope, receive, send)

    measurements = Measurements()
    TestClient(Observation(slow, measurements, clock)).request("BREW", "/")
    assert lines[0]["milliseconds"] == 1500.0
    assert lines[0]["method"] == "OTHER"
    assert (
        measurements.registry.get_sample_value("tokenario_request_seconds_sum", {"route": "(none)"})
        == 1.5
    )
