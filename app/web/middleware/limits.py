"""Bounds on what comes in: the size of a body, and the number of requests of one address."""

from __future__ import annotations

import time

import limits
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.error_handlers import answer, http_problem


class BodyLimit:
    """Refuses a body over the limit: at once when it says its length, else where it passes it.

    FastAPI's own `max_body_size` does the same but answers in plain text whatever was asked.
    """

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = Headers(scope=scope).get("content-length", "0")
        if declared.isdecimal() and int(declared) > self.max_bytes:
            request = Request(scope, receive)
            problem = http_problem(request, 413, limit=self.max_bytes)
            await answer(request, problem)(scope, receive, send)
            return

        received = 0

        async def receive_counting() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self.max_bytes:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_counting, send)


class RateLimit:
    """Answers 429 to an address that posts, calls the API, or asks for pictures or oEmbed answers
    more often than the rate allows.

    Counted in memory, per process. An empty rate means no limit.
    """

    def __init__(self, app: ASGIApp, rate: str) -> None:
        self.app = app
        self.item = limits.parse(rate) if rate else None
        self.limiter = SlidingWindowCounterRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.item is not None and self._counts(scope):
            address = (scope.get("client") or ("",))[0]
            if not self.limiter.hit(self.item, address):
                wait = self.limiter.get_window_stats(self.item, address).reset_time - time.time()
                request = Request(scope, receive)
                headers = {"Retry-After": str(max(1, round(wait)))}
                await answer(request, http_problem(request, 429), headers)(scope, receive, send)
                return
        await self.app(scope, receive, send)

    @staticmethod
    def _counts(scope: Scope) -> bool:
        if scope["type"] != "http":
            return False
        path: str = scope["path"]
        return scope["method"] == "POST" or path.startswith(("/api/", "/oembed", "/picture/"))
