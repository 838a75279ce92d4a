"""The commands `tokenario links delete` and `tokenario links sweep`, for whoever runs the server.

Links whose id follows from their content have no key, because several people may have made them:
when one has to go, it is the operator who deletes it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.terminal import Terminal, read_settings
from app.errors import N_, TokenarioError

if TYPE_CHECKING:
    from app.storage.shares import ShareStore


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the commands."""
    say = terminal.locale.gettext
    links = typer.Typer(help=say(N_("Delete stored links.")), no_args_is_help=True)
    cli.add_typer(links, name="links")

    @links.command("delete", help=say(N_("Delete the stored link with this id, at once.")))
    def delete(
        id: Annotated[
            str,
            typer.Argument(metavar="ID", help=say(N_("What follows /s/ in the link's address."))),
        ],
    ) -> None:
        from app.services import share_state  # here, so that other commands start fast

        with _store() as store:
            share_state.remove(store, id)
        terminal.write(say(N_("Deleted.")))

    @links.command("sweep", help=say(N_("Delete the links that nobody opened for too long.")))
    def sweep() -> None:
        with _store() as store:
            dropped = store.sweep()
        terminal.write(
            terminal.locale.say_n("%(num)s link deleted.", "%(num)s links deleted.", dropped)
        )


@contextmanager
def _store() -> Iterator["ShareStore"]:
    from sqlalchemy.exc import SQLAlchemyError  # here, so that other commands start fast

    from app.storage.database import connect
    from app.storage.shares import ShareStore

    settings = read_settings()
    try:
        engine = connect(settings.database_url)
        try:
            yield ShareStore(engine, retention_days=settings.link_days, secret=settings.link_secret)
        finally:
            engine.dispose()
    except (SQLAlchemyError, ModuleNotFoundError) as error:
        raise TokenarioError(
            N_("The database that TOKENARIO_DATABASE_URL names cannot be used: %(reason)s"),
            reason=str(error).splitlines()[0],
        ) from None
