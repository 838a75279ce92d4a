"""The command `tokenario serve`: the web application under uvicorn."""

from typing import Annotated

import typer

from app.cli.terminal import Terminal, read_settings
from app.errors import N_


def install(cli: typer.Typer, terminal: Terminal) -> None:
    """Add the command."""
    say = terminal.locale.gettext

    @cli.command(help=say(N_("Serve the playground, the API and the pages to embed.")))
    def serve(
        host: Annotated[
            str | None, typer.Option(metavar="HOST", help=say(N_("Address to listen on.")))
        ] = None,
        port: Annotated[
            int | None,
            typer.Option(min=0, max=65_535, metavar="PORT", help=say(N_("Port to listen on."))),
        ] = None,
    ) -> None:
        import uvicorn  # here, so that the other commands start fast

        settings = read_settings()
        uvicorn.run(
            "app.main:create_app",
            factory=True,
            host=host or settings.host,
            port=settings.port if port is None else port,
            access_log=False,
            server_header=False,
            ws="none",
        )
