from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest
import structlog
from starlette.testclient import TestClient

from app import logs


@pytest.fixture(autouse=True)
def _restored() -> Iterator[None]:
    silenced = [logging.getLogger(name) for name in logs.TELLTALES]
    before = [(list(logger.handlers), logger.disabled) for logger in silenced]
    yield
    for logger, (handlers, disabled) in zip(silenced, before, strict=True):
        logger.handlers[:], logger.disabled = handlers, disabled
    structlog.reset_defaults()


def test_json_lines_hold_event_level_and_values(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    structlog.get_logger().info("request", route="/añadir", status=200)
    line = json.loads(capsys.readouterr().err)
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "request", "level": "info", "route": "/añadir", "status": 200}


def test_less_serious_lines_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "warning")
    structlog.get_logger().info("request")
    structlog.get_logger().warning("slow")
    assert "request" not in (written := capsys.readouterr().err)
    assert "slow" in written


def test_uvicorn_writes_no_addresses(capsys: pytest.CaptureFixture[str]) -> None:
    access = logging.getLogger("uvicorn.access")
    access.addHandler(logging.StreamHandler())
    logs.configure("text", "info")
    access.warning('"GET /?text=secreto HTTP/1.1" 200')
    captured = capsys.readouterr()
    assert "secreto" not in captured.err + captured.out


def test_a_broken_form_writes_none_of_its_bytes(client: TestClient) -> None:
    heard: list[str] = []
    listener = logging.Handler()
    listener.emit = lambda record: heard.append(record.getMessage())  # type: ignore[method-assign]
    logging.getLogger("python_multipart.multipart").addHandler(listener)
    broken = {"Content-Type": "multipart/form-data; boundary=b"}
    assert client.post("/", content=b"secret", headers=broken).status_code == 400
    assert heard == []
