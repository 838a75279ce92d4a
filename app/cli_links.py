"""The commands `tokenario links delete` and `tokenario links sweep`, for whoever runs the server.

Links whose id follows from their content have no key, because several people may have made them:
when one has to go, it is the operator who deletes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer
from rich.console import Console

from app.errors import N_
from app.locales import Locale

if TYPE_CHECKING:
    from app.storage.shares import ShareStore


def install(cli: typer.Typer, locale: Locale, out: Console) -> None:
    """Add the commands, in the language of the terminal."""
    say = locale.gettext
    links = typer.Typer(help=say(N_("Delete stored links.")), no_args_is_help=True)
    cli.add_typer(links, name="links")

    @links.command("delete", help=say(N_("Delete the stored link with this id, at once.")))
    def delete(id: str) -> None:
        from app.services import share_state  # here, so that other commands start fast

        with _store() as store:
            share_state.remove(store, id)
        out.print(say(N_("Deleted.")))

    @links.command("sweep", help=say(N_("Delete the links that nobody opened for too long.")))
    def sweep() -> None:
        with _store() as store:
            dropped = store.sweep()
        out.print(locale.say_n("%(num)s link deleted.", "%(num)s links deleted.", dropped))


@contextmanager
def _store() -> Iterator[ShareStore]:
    from app.settings import Settings  # here, so that other commands start fast
    from app.storage.database import connect
    from app.storage.shares import ShareStore

    settings = Settings()
    engine = connect(settings.database_url)
    try:
        yield ShareStore(engine, retention_days=settings.link_days, secret=settings.link_secret)
    finally:
        engine.dispose()
