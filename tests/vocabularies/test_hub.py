from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.errors import VocabularyUnavailable
from app.vocabularies import hub
from app.vocabularies.hub import HubFiles, download
from app.vocabularies.info import HubSource, sources
from tests.conftest import FakeClock

CONTENT = "[PAD]\n[UNK]\nniño\n##s\n".encode()
SOURCE = HubSource(
    "mini-bert",
    "someone/mini-bert",
    "a" * 40,
    "vocab.txt",
    len(CONTENT),
    hashlib.sha256(CONTENT).hexdigest(),
)


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hub here is a local server, asked whatever the machine's own HF_HUB_OFFLINE says."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


class FakeHub:
    """Stands for the download: gives `content`, or fails while it is None; counts the calls."""

    def __init__(self, content: bytes | None = CONTENT) -> None:
        self.content = content
        self.calls = 0

    def __call__(self, _: HubSource) -> bytes:
        self.calls += 1
        if self.content is None:
            raise ConnectionError("no route")
        return self.content


def files(folder: Path, fake: FakeHub, clock: FakeClock | None = None) -> HubFiles:
    return HubFiles(folder / "vocabularies", fake, clock or FakeClock())


def test_the_pinned_file_is_the_one_expected() -> None:
    source = sources().hub["bert-base-multilingual-cased"]
    assert source.saved_as == "bert-base-multilingual-cased.vocab.txt"
    assert (source.size, source.sha256[:12]) == (995_526, "fe0fda7c425b")


def test_a_file_is_fetched_once_and_kept(tmp_path: Path) -> None:
    fake = FakeHub()
    hub_files = files(tmp_path, fake)
    assert not hub_files.available(SOURCE)
    assert hub_files.read(SOURCE) == CONTENT
    assert hub_files.read(SOURCE) == CONTENT
    assert fake.calls == 1
    assert hub_files.available(SOURCE)
    kept = tmp_path / "vocabularies" / "mini-bert.vocab.txt"
    assert list(kept.parent.iterdir()) == [kept]
    assert kept.read_bytes() == CONTENT


def test_a_file_put_there_by_hand_is_used(tmp_path: Path) -> None:
    fake = FakeHub(None)
    hub_files = files(tmp_path, fake)
    hub_files.folder.mkdir()
    hub_files.path(SOURCE).write_bytes(CONTENT)
    assert hub_files.available(SOURCE)
    assert hub_files.read(SOURCE) == CONTENT
    assert hub_files.fetch(SOURCE) == hub_files.path(SOURCE)
    assert fake.calls == 0


@pytest.mark.parametrize("wrong", [b"", CONTENT[:-1], CONTENT + b"\n", CONTENT.upper()])
def test_a_wrong_file_is_never_used_and_fetching_replaces_it(tmp_path: Path, wrong: bytes) -> None:
    fake = FakeHub()
    hub_files = files(tmp_path, fake)
    hub_files.folder.mkdir()
    path = hub_files.path(SOURCE)
    path.write_bytes(wrong)
    for _ in range(2):
        with pytest.raises(VocabularyUnavailable, match="sha256 differs") as failure:
            hub_files.read(SOURCE)
        assert path.name in str(failure.value)
        assert str(tmp_path) not in str(failure.value)
        assert "tokenario vocabularies fetch mini-bert" in str(failure.value)
    assert fake.calls == 0
    assert path.read_bytes() == wrong
    assert hub_files.fetch(SOURCE) == path
    assert path.read_bytes() == CONTENT


def test_without_a_connection_the_message_says_what_mends_it(tmp_path: Path) -> None:
    hub_files = files(tmp_path, FakeHub(None))
    with pytest.raises(VocabularyUnavailable) as failure:
        hub_files.read(SOURCE)
    message = str(failure.value)
    assert "tokenario vocabularies fetch mini-bert" in message
    assert "vocab.txt of someone/mini-bert, named mini-bert.vocab.txt" in message
    assert str(tmp_path) not in message
    assert isinstance(failure.value.__cause__, ConnectionError)


def test_a_failure_is_remembered_for_a_minute(tmp_path: Path, clock: FakeClock) -> None:
    fake = FakeHub(None)
    hub_files = files(tmp_path, fake, clock)
    for seconds, calls in ((0.0, 1), (1.0, 1), (58.0, 1), (1.0, 2), (1.0, 2)):
        clock.advance(seconds)
        with pytest.raises(VocabularyUnavailable, match="cannot be reached"):
            hub_files.read(SOURCE)
        assert fake.calls == calls
    fake.content = CONTENT
    clock.advance(60.0)
    assert hub_files.read(SOURCE) == CONTENT


def test_a_file_put_there_after_a_failure_is_used_at_once(tmp_path: Path, clock: FakeClock) -> None:
    hub_files = files(tmp_path, FakeHub(None), clock)
    with pytest.raises(VocabularyUnavailable):
        hub_files.read(SOURCE)
    hub_files.folder.mkdir()
    hub_files.path(SOURCE).write_bytes(CONTENT)
    assert hub_files.read(SOURCE) == CONTENT


def test_fetching_does_not_mind_a_failure_of_a_moment_ago(tmp_path: Path, clock: FakeClock) -> None:
    fake = FakeHub(None)
    hub_files = files(tmp_path, fake, clock)
    with pytest.raises(VocabularyUnavailable):
        hub_files.read(SOURCE)
    fake.content = CONTENT
    assert hub_files.fetch(SOURCE).read_bytes() == CONTENT


def test_a_wrong_file_of_the_hub_is_not_kept(tmp_path: Path) -> None:
    hub_files = files(tmp_path, FakeHub(CONTENT.upper()))
    with pytest.raises(VocabularyUnavailable, match=r"hub's vocab.txt of someone/mini-bert is not"):
        hub_files.read(SOURCE)
    assert not hub_files.folder.exists()


def test_a_folder_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    (tmp_path / "vocabularies").write_text("a file where the folder should be")
    hub_files = files(tmp_path, FakeHub())
    with pytest.raises(VocabularyUnavailable, match=r"cannot be (read|written)"):
        hub_files.read(SOURCE)


# -- the download itself, from a hub on this machine ------------------------------------------


class Server(ThreadingHTTPServer):
    """A hub of one file: what it was asked for, and what it answers."""

    def __init__(self, status: int, body: bytes, promised: int | None = None) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.status = status
        self.body = body
        self.promised = len(body) if promised is None else promised
        self.asked: list[str] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(self.server.promised))
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, format: str, *args: object) -> None:
        """Quiet: a test says what it expects."""


@contextmanager
def serving(status: int, body: bytes, promised: int | None = None) -> Iterator[Server]:
    server = Server(status, body, promised)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_the_download_asks_the_named_hub_for_the_pinned_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(200, CONTENT) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        assert HubFiles(tmp_path).read(SOURCE) == CONTENT
    assert server.asked == [f"/someone/mini-bert/resolve/{'a' * 40}/vocab.txt"]
    assert (tmp_path / "mini-bert.vocab.txt").read_bytes() == CONTENT


@pytest.mark.parametrize("status", [404, 429, 503])
def test_a_hub_that_refuses_is_asked_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    with serving(status, b"no") as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        with pytest.raises(VocabularyUnavailable, match="tokenario vocabularies fetch mini-bert"):
            HubFiles(tmp_path).read(SOURCE)
    assert len(server.asked) == 1


def test_no_more_is_read_than_the_file_should_have(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(200, CONTENT * 1000) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        with pytest.raises(ValueError, match=f"more than {len(CONTENT)} bytes"):
            download(SOURCE)


def test_a_download_that_drags_on_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "DOWNLOAD_SECONDS", -1.0)
    with serving(200, CONTENT) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        with pytest.raises(TimeoutError):
            download(SOURCE)


def test_a_download_cut_short_is_no_vocabulary(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(200, CONTENT[:5], promised=5) as server:
        monkeypatch.setenv("HF_ENDPOINT", server.url)
        with pytest.raises(VocabularyUnavailable, match="sha256 differs"):
            HubFiles(tmp_path).read(SOURCE)


def test_a_hub_that_is_not_there_fails_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        with pytest.raises(VocabularyUnavailable, match="cannot be reached"):
            HubFiles(tmp_path).read(replace(SOURCE, id="other"))
