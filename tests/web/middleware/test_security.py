from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from app.main import create_app
from app.settings import Settings
from app.web.middleware.security import SameSiteOnly

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)


@pytest.mark.parametrize("path", ["/about", "/nowhere", "/healthz", "/api/v1/nowhere"])
def test_every_answer_carries_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY + "'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cache-Control"] == "private, no-cache"
    assert "Strict-Transport-Security" not in headers
    assert "Set-Cookie" not in headers


def test_pages_vary_by_what_they_depend_on(client: TestClient) -> None:
    vary = client.get("/about").headers["Vary"]
    assert {"HX-Request", "Accept-Language"} <= {part.strip() for part in vary.split(",")}


def test_embeds_may_be_framed_by_everyone_or_by_a_list(settings: Settings) -> None:
    everyone = TestClient(create_app(settings)).get("/embed/x").headers
    assert everyone["Content-Security-Policy"] == POLICY + "*"
    assert "X-Frame-Options" not in everyone
    listed = settings.model_copy(
        update={"embed_origins": ("https://a.example", "https://b.example")}
    )
    some = TestClient(create_app(listed)).get("/embed/x").headers
    assert some["Content-Security-Policy"] == POLICY + "'self' https://a.example https://b.example"


def test_hsts_is_sent_when_asked(settings: Settings) -> None:
    secure = TestClient(create_app(settings.model_copy(update={"hsts": True})))
    assert secure.get("/about").headers["Strict-Transport-Security"].startswith("max-age=")


def scope(method: str = "POST", path: str = "/", **headers: str) -> dict[str, object]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    raw = [
        (name.encode(), value.encode()) for name, value in {"host": "t.example", **named}.items()
    ]
    return {"type": "http", "method": method, "path": path, "headers": raw}


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"sec_fetch_site": "same-origin"}, True),
        ({"sec_fetch_site": "none"}, True),
        ({"sec_fetch_site": "same-site"}, False),
        ({"sec_fetch_site": "cross-site"}, False),
        ({"sec_fetch_site": "cross-site", "origin": "https://t.example"}, False),
        ({"origin": "https://t.example"}, True),
        ({"origin": "https://evil.example"}, False),
        ({"origin": "https://t.example.evil.example"}, False),
        ({"origin": "null"}, False),
        ({"origin": "https://tokens.example.org"}, True),
    ],
)
def test_posts_from_other_sites_are_refused(headers: dict[str, str], allowed: bool) -> None:
    guard = SameSiteOnly(create_app, "https://tokens.example.org")  # type: ignore[arg-type]
    assert guard.allows(scope(**headers)) is allowed
    assert guard.allows(scope("GET", **headers))
    assert guard.allows(scope("POST", "/api/v1/count", **headers))


def test_a_refusal_is_said(client: TestClient) -> None:
    response = client.post("/about?lang=en", headers={"sec-fetch-site": "cross-site"})
    assert response.status_code == 403
    assert "came from another site" in response.text


def test_the_api_is_open_to_any_origin_without_credentials(client: TestClient) -> None:
    asked = {
        "origin": "https://a.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
    }
    allowed = client.options("/api/v1/count", headers=asked)
    assert allowed.status_code == 200
    assert allowed.headers["access-control-allow-origin"] == "*"
    assert "POST" in allowed.headers["access-control-allow-methods"]
    assert "access-control-allow-credentials" not in allowed.headers
    answer = client.get("/api/v1/nowhere", headers={"origin": "https://a.example"})
    assert answer.headers["access-control-allow-origin"] == "*"


def test_pages_are_not_open_to_other_origins(client: TestClient) -> None:
    response = client.get("/about", headers={"origin": "https://a.example"})
    assert "access-control-allow-origin" not in response.headers
