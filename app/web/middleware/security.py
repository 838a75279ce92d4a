"""What keeps pages safe: response headers by kind of route, and refusal of cross-site posts.

There are no cookies and no accounts, so a forged post could do little; it is refused all the same.
Browsers tell where a request comes from (Sec-Fetch-Site, or Origin in older ones); clients that
say neither are no browsers and cannot be tricked. The API is open to every origin by CORS, without
credentials.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.addresses import parts_of
from app.web.error_handlers import answer, http_problem

API = "/api/v1/"
EMBED = "/embed/"
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "
)

_ALWAYS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


@dataclass(frozen=True, slots=True)
class SecurityHeaders:
    """Adds the headers to every response: pages refuse framing, embeds name who may frame them."""

    app: ASGIApp
    embed_origins: tuple[str, ...]
    hsts: bool

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in self.headers_for(scope["path"]).items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "private, no-cache")
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def headers_for(self, path: str) -> Mapping[str, str]:
        """The headers of a path.

        >>> headers = SecurityHeaders(None, ("https://campus.example",), False)
        >>> headers.headers_for("/")["Content-Security-Policy"].rpartition("; ")[2]
        "frame-ancestors 'none'"
        >>> headers.headers_for("/embed/tokenize")["Content-Security-Policy"].rpartition("; ")[2]
        "frame-ancestors 'self' https://campus.example"
        """
        ancestors = self._embed_ancestors() if path.startswith(EMBED) else "'none'"
        headers = {**_ALWAYS, "Content-Security-Policy": _POLICY + ancestors}
        if self.hsts:
            headers["Strict-Transport-Security"] = "max-age=31536000; includeSubDomains"
        return headers

    def _embed_ancestors(self) -> str:
        """Everyone, or the operator's list and this site, whose share panel shows a preview."""
        return "*" if "*" in self.embed_origins else " ".join(("'self'", *self.embed_origins))


@dataclass(frozen=True, slots=True)
class SameSiteOnly:
    """Refuses posts that another site made a browser send, except to the API."""

    app: ASGIApp
    public_url: str | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not self.allows(scope):
            request = Request(scope, receive)
            await answer(request, http_problem(request, 403))(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def allows(self, scope: Scope) -> bool:
        if scope["method"] in SAFE_METHODS or scope["path"].startswith(API):
            return True
        headers = Headers(scope=scope)
        site = headers.get("sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        origin = headers.get("origin")
        if origin is None:
            return True
        own = {headers.get("host", ""), parts_of(self.public_url or "").netloc}
        return parts_of(origin).netloc in own - {""}


class ApiCors:
    """CORS for the API alone: any origin may read and post, never with credentials."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.with_cors = CORSMiddleware(
            app,
            allow_origins=["*"],
            allow_methods=["GET", "POST"],
            allow_headers=["Content-Type"],
            max_age=86_400,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        is_api = scope["type"] == "http" and scope["path"].startswith(API)
        await (self.with_cors if is_api else self.app)(scope, receive, send)
