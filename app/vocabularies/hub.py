"""A vocabulary that may not be shipped: one pinned file of the Hugging Face hub, kept in a folder.

A file already in the folder is used when its sha256 is right and never when it is wrong. Otherwise
the hub is asked, briefly: a request for a page waits on this, so that it takes seconds at most,
and a failure is remembered for a minute, in which the next ones fail at once.

`HF_ENDPOINT` (another hub), `HF_HUB_OFFLINE` and the proxy variables work as for huggingface-hub.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import NoReturn

from app.errors import N_, VocabularyUnavailable
from app.vocabularies.info import HubSource
from app.vocabularies.integrity import sha256_hex

CONNECT_SECONDS = 5.0
"""The longest wait for the hub to answer, or for its next bytes."""
DOWNLOAD_SECONDS = 30.0
"""The longest that a whole download may take."""
REMEMBER_FAILURE_SECONDS = 60.0


@dataclass(slots=True)
class HubFiles:
    """Pinned files of the hub, kept in `folder`. Safe to share between threads.

    `download` gets the bytes of a file from the hub; `clock` is in seconds.
    """

    folder: Path
    download: Callable[[HubSource], bytes] = field(default_factory=lambda: download)
    clock: Callable[[], float] = time.monotonic
    _failed_until: dict[str, float] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def path(self, source: HubSource) -> Path:
        """Where the file is kept."""
        return self.folder / source.saved_as

    def available(self, source: HubSource) -> bool:
        """Whether a file of the right size is in the folder: a cheap hint, its sha256 unchecked."""
        try:
            return self.path(source).stat().st_size == source.size
        except OSError:
            return False

    def read(self, source: HubSource) -> bytes:
        """The content of the file: from the folder, or else from the hub.

        Raises VocabularyUnavailable, saying what mends it, when the file in the folder is not the
        right one or when there is none and the hub cannot be reached (or could not, a moment ago).
        """
        with self._lock:
            kept = self._kept(source)
            if kept is not None:
                return kept
            if self.clock() < self._failed_until.get(source.saved_as, float("-inf")):
                self._unavailable(source)
            try:
                return self._fetch(source)
            except VocabularyUnavailable:
                self._failed_until[source.saved_as] = self.clock() + REMEMBER_FAILURE_SECONDS
                raise

    def fetch(self, source: HubSource) -> Path:
        """Get the file from the hub unless the right one is in the folder; a wrong one is replaced.

        For the command line: it does not mind a failure of a moment ago.
        Raises VocabularyUnavailable.
        """
        with self._lock:
            try:
                kept = self._kept(source)
            except VocabularyUnavailable:
                kept = None
            if kept is None:
                self._fetch(source)
            return self.path(source)

    def _kept(self, source: HubSource) -> bytes | None:
        path = self.path(source)
        try:
            with path.open("rb") as file:
                data = file.read(source.size + 1)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise VocabularyUnavailable(
                N_("The file %(file)s in the vocabulary folder cannot be read: %(reason)s."),
                file=source.saved_as,
                reason=error.strerror or type(error).__name__,
            ) from error
        if sha256_hex(data) != source.sha256:
            raise VocabularyUnavailable(
                N_(
                    "The file %(file)s in the vocabulary folder is not what it should be (its sha256 "
                    "differs), so it is not used. Replace it with “tokenario vocabularies fetch "
                    "%(id)s”."
                ),
                file=source.saved_as,
                id=source.id,
            )
        return data

    def _fetch(self, source: HubSource) -> bytes:
        try:
            data = self.download(source)
        # Whatever the network or the hub's client raises means the same here.
        except Exception as error:
            self._unavailable(source, error)
        if sha256_hex(data) != source.sha256:
            raise VocabularyUnavailable(
                N_(
                    "The hub's %(file)s of %(repository)s is not the file that it should be "
                    "(its sha256 differs), so it is not used."
                ),
                file=source.file,
                repository=source.repository,
            )
        try:
            _write_whole(self.path(source), data)
        except OSError as error:
            raise VocabularyUnavailable(
                N_("The file %(file)s cannot be written to the vocabulary folder: %(reason)s."),
                file=source.saved_as,
                reason=error.strerror or type(error).__name__,
            ) from error
        return data

    def _unavailable(self, source: HubSource, cause: Exception | None = None) -> NoReturn:
        raise VocabularyUnavailable(
            N_(
                "The vocabulary %(id)s is not on this machine and the Hugging Face hub cannot be "
                "reached. With a connection, run “tokenario vocabularies fetch %(id)s”; without "
                "one, put the file %(file)s of %(repository)s, named %(name)s, in the folder that "
                "TOKENARIO_VOCABULARY_DIR names."
            ),
            id=source.id,
            file=source.file,
            repository=source.repository,
            name=source.saved_as,
        ) from cause


def download(source: HubSource) -> bytes:
    """The bytes of a file on the hub, within its known size and a short time.

    `hf_hub_download` tries again for minutes when there is no connection. Its own address and
    session are used here, one attempt, with nothing of the caller's sent along (the file is public).
    Raises what the session raises, TimeoutError, or ValueError for more bytes than there should be.
    """
    # Imported late: it takes a third of a second, and most runs never need it.
    from huggingface_hub import get_session, hf_hub_url

    endpoint = os.environ.get("HF_ENDPOINT") or None
    url = hf_hub_url(source.repository, source.file, revision=source.revision, endpoint=endpoint)
    deadline = time.monotonic() + DOWNLOAD_SECONDS
    data = bytearray()
    with get_session().stream("GET", url, timeout=CONNECT_SECONDS) as response:
        response.raise_for_status()
        for chunk in response.iter_bytes():
            data += chunk
            if len(data) > source.size:
                raise ValueError(f"more than {source.size} bytes")
            if time.monotonic() > deadline:
                raise TimeoutError(f"more than {DOWNLOAD_SECONDS} seconds")
    return bytes(data)


def _write_whole(path: Path, data: bytes) -> None:
    """Write a file so that nobody ever sees half of it: beside it first, then renamed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".fetch-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(data)
            file.close()
            temporary.chmod(0o644)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
