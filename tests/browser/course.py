"""A course page of another origin: a small web server that serves the HTML a test gives it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class CourseSite:
    """`html` is what it serves at `/course`; everything else is an empty 204."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.html = ""

    @property
    def page(self) -> str:
        return f"{self.url}/course"


@contextmanager
def course_site() -> Iterator[CourseSite]:
    """Run the site on a free port: another origin than the application's."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = site.html.encode() if self.path == "/course" else b""
            self.send_response(200 if body else 204)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing: the test's output is the test's."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = CourseSite(f"http://localhost:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
