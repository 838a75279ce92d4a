"""What lives as long as the application: the store of links, and the loading of vocabularies."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import cast

import structlog
from fastapi import FastAPI

from app.services.warm_up import load_all
from app.settings import Settings
from app.web.link_store import link_store

log = structlog.stdlib.get_logger("tokenario")


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    """Open the store, then load vocabularies behind the first requests (setting `preload`)."""
    async with link_store(app):
        stop = threading.Event()
        if cast(Settings, app.state.settings).preload:
            threading.Thread(target=_load, args=(app, stop), daemon=True).start()
        try:
            yield
        finally:
            stop.set()


def _load(app: FastAPI, stop: threading.Event) -> None:
    started = time.perf_counter()
    loaded = load_all(app.state.registry, stop.is_set)
    seconds = round(time.perf_counter() - started, 1)
    log.info("vocabularies loaded", loaded=loaded, seconds=seconds)
    # What their pages say takes seconds for the largest: worked out before somebody asks.
    for id in loaded:
        if not stop.is_set():
            app.state.facts.facts(app.state.registry.tokenizer(id))
