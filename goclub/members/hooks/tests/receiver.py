"""A program that hears: a real server with TLS on this machine, which answers as a test wishes."""

from __future__ import annotations

import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Receiver:
    """What came in, as (headers, body); ``status`` what is answered, or one of the words below.

    ``pages`` are what it has to read, by path, and ``asked`` which were asked for.
    "never": no answer at all; "drip": a header that never ends; "endless": a body that never ends.
    """

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, str], bytes]] = []
        self.status: int | str = 204
        self.port = 0
        self.pages: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.over = threading.Event()

    @property
    def address(self) -> str:
        return f"https://localhost:{self.port}/hook?a=1"


@contextmanager
def certificate(folder: Path) -> Iterator[tuple[Path, Path]]:
    """A certificate of "localhost" that signs itself, and its key."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-addext", "subjectAltName=DNS:localhost", "-keyout", str(key), "-out", str(cert)],
        check=True, capture_output=True,
    )  # fmt: skip
    yield cert, key


@contextmanager
def listening(cert: Path, key: Path) -> Iterator[Receiver]:
    """The server, until the end of the block."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def setup(self) -> None:
            self.request.settimeout(15)
            self.request.do_handshake()
            super().setup()

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.heard.append(({k.lower(): v for k, v in self.headers.items()}, body))
            with suppress(OSError):
                answer(self, receiver)

        def do_GET(self) -> None:
            receiver.asked.append(self.path)
            with suppress(OSError):
                if self.path not in receiver.pages:
                    answer(self, receiver)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(receiver.pages[self.path])))
                self.end_headers()
                self.wfile.write(receiver.pages[self.path])

        def log_message(self, *_args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_args: object) -> None:
            """Whoever hangs up in the middle is no error here."""

    server = Server(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False
    )
    receiver.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        receiver.over.set()
        server.shutdown()
        server.server_close()
        thread.join()


def answer(handler: BaseHTTPRequestHandler, receiver: Receiver) -> None:
    """Answer as the test wishes."""
    if receiver.status == "never":
        receiver.over.wait(30)
        return
    if receiver.status == "drip":
        until = time.monotonic() + 30
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
        while time.monotonic() < until and not receiver.over.wait(0.1):
            handler.wfile.write(b"x")
        return
    if receiver.status == "endless":
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while not receiver.over.is_set():
            handler.wfile.write(b"x" * 65536)
        return
    assert isinstance(receiver.status, int)
    handler.send_response(receiver.status)
    if 300 <= receiver.status < 400:
        handler.send_header("Location", f"https://localhost:{receiver.port}/elsewhere")
    handler.send_header("Content-Length", "0")
    handler.end_headers()
