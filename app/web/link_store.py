"""The store of links while the application runs: opened at start, swept daily, closed at the end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import cast

import structlog
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from app.settings import Settings
from app.storage.database import connect
from app.storage.shares import ShareStore

log = structlog.stdlib.get_logger("tokenario")

SWEEP_SECONDS = 24 * 60 * 60


@asynccontextmanager
async def link_store(app: FastAPI) -> AsyncIterator[None]:
    """Lifespan of the application. A database that cannot be reached stops the start with its
    own message, so that nobody serves pages whose links do not open."""
    settings = cast(Settings, app.state.settings)
    engine = await run_in_threadpool(connect, settings.database_url)
    store = ShareStore(engine, retention_days=settings.link_days, secret=settings.link_secret)
    app.state.shares = store
    sweeping = asyncio.create_task(_sweep_daily(store))
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await run_in_threadpool(engine.dispose)


async def _sweep_daily(store: ShareStore) -> None:
    """Drop forgotten links now and every day. A day on which the database fails is only noted."""
    while True:
        try:
            dropped = await run_in_threadpool(store.sweep)
        except Exception as error:
            log.warning("sweep failed", error=type(error).__name__)
        else:
            log.info("swept stored links", dropped=dropped)
        await asyncio.sleep(SWEEP_SECONDS)
