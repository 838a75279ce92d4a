"""Log lines: structlog to standard error, as text for people or JSON for machines."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import structlog

TELLTALES = ("uvicorn.access", "python_multipart.multipart")
"""Loggers that quote requests: their addresses, and the bytes at which a broken form broke."""


def configure(format: Literal["text", "json"], level: str) -> None:
    """Set up structlog, and silence the loggers that would write whole addresses or bytes of bodies."""
    for name in TELLTALES:
        logging.getLogger(name).disabled = True

    renderer = (
        structlog.processors.JSONRenderer(ensure_ascii=False)
        if format == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.stdlib.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
