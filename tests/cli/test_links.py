"""`tokenario links` on an empty database; `tests/storage/test_application.py` has full ones."""

from __future__ import annotations

from app.errors import NotFound
from app.locales import Language
from tests.cli.runner import run


def test_a_link_that_is_not_there() -> None:
    assert isinstance(run("links", "delete", "a").exception, NotFound)


def test_nothing_to_sweep() -> None:
    assert run("links", "sweep").stdout == "0 links deleted.\n"
    assert run("links", "sweep", language=Language.ES).stdout == "0 enlaces borrados.\n"
