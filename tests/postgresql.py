"""A private PostgreSQL server for tests: Debian's binaries, a temporary folder, a Unix socket.

It listens on no port, and `initdb` gets a user of its own, because PostgreSQL refuses to run as root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def binaries() -> Path | None:
    """The folder with the newest server's binaries, or None where there is no PostgreSQL."""
    found = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])
    )
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).parent if elsewhere else None


@contextmanager
def server(bin: Path) -> Iterator[Path]:
    """Run a fresh server; gives the folder of its socket (and of its data)."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    as_user: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    data = folder / "data"

    def run(*arguments: str | Path) -> None:
        subprocess.run([*as_user, *arguments], check=True, cwd="/", stdout=subprocess.DEVNULL)

    try:
        run(
            bin / "initdb", "-D", data, "-A", "trust", "-U", "tokenario", "-E", "UTF8", "--locale=C"
        )
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
        run(bin / "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "start")
        try:
            yield folder
        finally:
            run(bin / "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder)
