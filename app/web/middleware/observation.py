"""One log line and one measurement a request, and the end of the line for unexpected errors.

What people type never reaches a log: a line names the route's pattern instead of the address, no
query and no body; an unexpected error is noted as its class and the places in the code, without
its message (which may quote the input).
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import structlog
from prometheus_client import CollectorRegistry, Counter, Histogram
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.web.error_handlers import answer, http_problem

log = structlog.stdlib.get_logger("tokenario")

NO_ROUTE = "(none)"

_HOME = f"{Path(__file__).parents[2]}{os.sep}"


class Measurements:
    """Counters of one application, in a registry of its own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter(
            "tokenario_requests", "Requests answered.", labels, registry=self.registry
        )
        self.seconds = Histogram(
            "tokenario_request_seconds",
            "Seconds from request to the end of the answer.",
            ("route",),
            registry=self.registry,
        )

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(route).observe(seconds)


class Observation:
    """Times every request; logs it by its route's pattern, never by its address."""

    def __init__(
        self,
        app: ASGIApp,
        measurements: Measurements,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        self.app = app
        self.measurements = measurements
        self.clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = self.clock()
        status = 0

        async def send_noting(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        finally:
            seconds = self.clock() - started
            route = getattr(scope.get("route"), "path", NO_ROUTE)
            method = scope["method"] if scope["method"] in _METHODS else "OTHER"
            self.measurements.note(method, route, status, seconds)
            log.info(
                "request",
                method=method,
                route=route,
                status=status,
                milliseconds=round(seconds * 1000, 1),
            )


_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class ErrorBoundary:
    """Turns an exception that nobody expected into a noted 500 in the right shape.

    When the answer has already begun, it just ends, and the server closes the connection.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_noting(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self.app(scope, receive, send_noting)
        except ClientDisconnect:
            pass  # left while its body was read, as typing on does; nobody is there for an answer
        except Exception as error:
            log.error("unexpected error", error=type(error).__name__, places=places(error))
            if not started:
                request = Request(scope, receive)
                await answer(request, http_problem(request, 500))(scope, receive, send)


def places(error: BaseException) -> list[str]:
    """Where in our own code an error passed through, and where it began: file, line and function.

    >>> try:
    ...     int("what somebody typed")
    ... except ValueError as error:
    ...     [place.rpartition(" ")[2] for place in places(error)]
    ['<module>']
    """
    frames = traceback.extract_tb(error.__traceback__)
    return [
        f"{frame.filename.removeprefix(_HOME)}:{frame.lineno} {frame.name}"
        for frame in frames
        if frame.filename.startswith(_HOME) or frame is frames[-1]
    ]
