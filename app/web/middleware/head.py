"""HEAD for every page: link checkers and previews ask with it, and routes only know GET."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.types import ASGIApp, Message, Receive, Scope, Send


@dataclass(frozen=True, slots=True)
class HeadAsGet:
    """Answers HEAD with the headers that GET would have, and no body."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] != "HEAD":
            await self.app(scope, receive, send)
            return

        async def send_without_body(message: Message) -> None:
            if message["type"] == "http.response.body":
                message = {**message, "body": b""}
            await send(message)

        as_get = {**scope, "method": "GET"}
        await self.app(as_get, receive, send_without_body)
        # The server must go on seeing HEAD; the log wants the route that was found.
        if "route" in as_get:
            scope["route"] = as_get["route"]
