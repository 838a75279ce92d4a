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


KEEPER = """
"$1/pg_ctl" -D "$2/data" -l "$2/log" -o "$3" -w start >&2 && echo ready
cat >/dev/null
"$1/pg_ctl" -D "$2/data" -m immediate -w stop >&2
rm -rf "$2"
"""
"""Starts the server and stops it when its input ends: also when the tests are killed, because the
pipe ends with them."""


@contextmanager
def server(bin: Path) -> Iterator[Path]:
    """Run a fresh server; gives the folder of its socket (and of its data)."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    as_user: list[str] = []
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
        as_user = ["runuser", "-u", "postgres", "--"]
    initdb: list[str | Path] = [
        bin / "initdb",
        "-D",
        folder / "data",
        "-A",
        "trust",
        "-U",
        "tokenario",
        "-E",
        "UTF8",
    ]
    subprocess.run([*as_user, *initdb, "--locale=C"], check=True, cwd="/", capture_output=True)
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}'"
    with subprocess.Popen(
        [*as_user, "sh", "-c", KEEPER, "keeper", bin, folder, options],
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as keeper:
        assert keeper.stdin is not None
        assert keeper.stdout is not None
        try:
            assert keeper.stdout.readline() == b"ready\n", "PostgreSQL did not start"
            yield folder
        finally:
            keeper.stdin.close()
            keeper.wait()
