"""Templates and static files: where they are, and addresses that may be cached for ever.

`/static/<version>/css/layout.css`: the version is a hash of the content of the whole folder, so
relative imports between modules and stylesheets stay inside one version.
"""

from __future__ import annotations

import hashlib
from collections.abc import MutableMapping
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.staticfiles import StaticFiles

MOUNT = "/static"
FOR_EVER = "public, max-age=31536000, immutable"


def resource_dir(name: str) -> Path:
    """The folder `templates` or `static`: inside the package once installed, beside it in a checkout.

    >>> resource_dir("templates").joinpath("base.html").is_file()
    True
    """
    package = Path(__file__).parents[1]
    installed = package / name
    return installed if installed.is_dir() else package.parent / name


def content_version(folder: Path) -> str:
    """A short hash over the names and contents of all files of a folder."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{path.relative_to(folder).as_posix()}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


class StaticAssets(StaticFiles):
    """Serves the folder under its present version (cached for ever) and under any older one
    (always asked again), so that a page kept open over an update still finds its files."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder)
        self.folder = folder
        self.version = content_version(folder)

    def address(self, name: str) -> str:
        """The address of a file, for templates. Raises FileNotFoundError for a name with a slip."""
        if not (self.folder / name).is_file():
            raise FileNotFoundError(f"there is no static file {name!r}")
        return f"{MOUNT}/{self.version}/{name}"

    async def get_response(self, path: str, scope: MutableMapping[str, Any]) -> Response:
        version, _, name = path.partition("/")
        response = await super().get_response(name, scope)
        response.headers["Cache-Control"] = FOR_EVER if version == self.version else "no-cache"
        return response
