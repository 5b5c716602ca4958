"""A site started by `script/production`, and a browser that visits it over https."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import secrets
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings

from goclub.common.tests.databases import POSTGRES, empty_database

ROOT = Path(settings.BASE_DIR)
HOST = "go.example.org"
PASSWORD = "a-board-of-kaya"
#: A busy machine is no defect; by itself the whole takes some 30 s.
PATIENCE = int(os.environ.get("PATIENCE", 600))


def until(true: Callable[[], bool], what: str) -> None:
    """Ask again until it is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def _children(process: int) -> set[int]:
    return set(map(int, Path(f"/proc/{process}/task/{process}/children").read_text().split()))


class Production:
    """`script/production` with one `.env`, in an environment that holds what is installed."""

    def __init__(self, folder: Path, database: str) -> None:
        self.folder = folder
        self.port, self.mail_port = free_port(), free_port()
        self.process: subprocess.Popen[bytes] | None = None
        said = {
            "GOCLUB_ENV": "production",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "ALLOWED_HOSTS": HOST,
            "TIME_ZONE": "Asia/Tokyo",
            "EMAIL_URL": f"smtp://127.0.0.1:{self.mail_port}",  # nobody there: letters wait
            "DEFAULT_FROM_EMAIL": f"Our Go Club <club@{HOST}>",
            "BEHIND_PROXY": "True",
            "PORT": self.port,
            "WEB_WORKERS": 2,
            "DATABASE_URL": database,
            "VAR_DIR": folder / "var",
        }
        file = folder / ".env"
        file.write_text("".join(f"{name}={value}\n" for name, value in said.items()))
        self.env = {
            "PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"),
            "ENV_FILE": str(file), "VENV": str(self._installed()),
        }  # fmt: skip

    def _installed(self) -> Path:
        """The environment of these tests, with the mark that all of the list is in it."""
        venv = self.folder / "venv"
        venv.mkdir()
        for part in ("bin", "lib", "pyvenv.cfg"):
            (venv / part).symlink_to(Path(sys.prefix) / part)
        shutil.copy(ROOT / "requirements.txt", venv / ".installed-requirements")
        return venv

    def command(self, *line: str, **env: str) -> subprocess.CompletedProcess[str]:
        """What a command said; *env* for it alone."""
        return subprocess.run(
            line,
            cwd=ROOT,
            env=self.env | env,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )

    def start(self, *before: str) -> None:
        """By the script itself, or by what stands ``before`` it on the line."""
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [*before, "script/production"],
                cwd=ROOT,
                env=self.env,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        until(self.answers, "it does not answer")

    def answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, (self.folder / "log").read_text()
        try:
            return self.health() == (200, "ok")
        except OSError:
            return False

    def health(self) -> tuple[int, str]:
        """As a monitor on the same machine asks."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        with closing(connection):
            connection.request("GET", "/health/")
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())["status"]

    def workers(self) -> set[int]:
        """The processes that answer: children of the one that the start keeps."""
        assert self.process is not None
        found = set()
        for web in _children(self.process.pid):
            try:
                said = Path(f"/proc/{web}/cmdline").read_text()
            except (FileNotFoundError, ProcessLookupError):
                continue  # it has ended since it was listed, and answers no more
            found |= _children(web) if "gunicorn" in said else set()
        return found

    def stop(self) -> int:
        assert self.process is not None
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            raise

    @contextmanager
    def half_asked(self) -> Iterator[Callable[[], int]]:
        """A request that a process has in hand; called, it is sent whole and answered."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        head = (
            f"POST /sign-in/ HTTP/1.1\r\nHost: {HOST}\r\nX-Forwarded-Proto: https\r\n"
            # With what is asked before a form is read, so that it is read.
            f"Referer: https://{HOST}/\r\nCookie: csrftoken={'a' * 32}\r\n"
            "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 8\r\n"
            "Expect: 100-continue\r\n\r\n"
        )
        line.sendall(head.encode())
        # Only a process that has read the head answers this.  A request that none has taken yet
        # is lost at a stop, as it should be.
        assert b" 100 " in line.recv(4096)
        line.sendall(b"user")

        def finish() -> int:
            line.sendall(b"name")
            said = line.recv(4096).decode("latin-1")
            return int(said.split()[1]) if said else 0

        with line:
            yield finish


def production_database(folder: Path) -> AbstractContextManager[str]:
    """An empty database on the server of ``PRODUCTION_POSTGRES_URL``, else a file of SQLite."""
    server = os.environ.get("PRODUCTION_POSTGRES_URL")
    return empty_database("postgresql" if server else "sqlite", folder, server or POSTGRES)


def own_certificate(folder: Path, openssl: str) -> None:
    """Put a certificate for the club's host where nginx and the browser look for it."""
    subprocess.run(
        [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}",
         "-keyout", folder / "privkey.pem", "-out", folder / "fullchain.pem"],
        check=True, capture_output=True,
    )  # fmt: skip


def nginx_file(folder: Path, name: str, *, upstream: int, plain: int, secure: int) -> Path:
    """Write a file of deploy/ with these ports, and the certificate of *folder*, as a whole one."""
    text = (ROOT / "deploy" / name).read_text()
    text = re.sub(r"\n\s*listen \[::\].*", "", text)  # a machine may have no IPv6
    for old, new in (
        (r"(127\.0\.0\.1|web\d):8000", f"127.0.0.1:{upstream}"),
        (r"listen 80;", f"listen 127.0.0.1:{plain};"),
        (r"listen 443 ", f"listen 127.0.0.1:{secure} "),
        (r"(ssl_certificate(?:_key)?) \S+/", rf"\1 {folder}/"),
        (rf"server_name (?:{HOST}|\$\{{SITE_HOST\}});", f"server_name {HOST};"),
    ):
        text, count = re.subn(old, new, text)
        assert count, old
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""  # the folder of a test is its owner's
    file = folder / name
    file.write_text(
        f"{user}daemon off;\npid {folder}/nginx.pid;\nerror_log {folder}/nginx.log;\n"
        f"events {{}}\nhttp {{\naccess_log off;\n{places}{text}\n}}\n"
    )
    return file


@contextmanager
def proxied(folder: Path, port: int, nginx: str) -> Iterator[tuple[int, int]]:
    """Run nginx with the file of deploy/ before the site at *port*; its ports, http and https."""
    plain, secure = free_port(), free_port()
    file = nginx_file(folder, "nginx.conf", upstream=port, plain=plain, secure=secure)
    process = subprocess.Popen(
        [nginx, "-p", folder, "-c", file],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip

    def listens() -> bool:
        assert process.poll() is None, (folder / "nginx.log").read_text()
        with socket.socket() as line:
            return line.connect_ex(("127.0.0.1", secure)) == 0

    until(listens, "nginx does not listen")
    try:
        yield plain, secure
    finally:
        process.terminate()
        process.wait()


class _Line(http.client.HTTPSConnection):
    """To the club's host, which is this machine."""

    def connect(self) -> None:
        line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        self.sock = self._context.wrap_socket(line, server_hostname=HOST)


class Browser:
    """Keeps cookies, believes the certificate, fills in forms."""

    def __init__(self, folder: Path, port: int) -> None:
        self.context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
        self.port = port
        self.cookies: dict[str, str] = {}
        self.headers: http.client.HTTPMessage = http.client.HTTPMessage()

    def ask(self, path: str, form: dict[str, object] | None = None, **more: str) -> tuple[int, str]:
        line = _Line(HOST, self.port, context=self.context)
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        headers = {"Host": HOST, "Cookie": cookies, "Referer": f"https://{HOST}/", **more}
        body = None
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            body = urlencode({"csrfmiddlewaretoken": self.cookies["csrftoken"], **form})
        line.request("GET" if form is None else "POST", path, body, headers)
        answer = line.getresponse()
        raw = answer.read()
        line.close()
        self.headers = answer.headers
        for cookie in answer.headers.get_all("Set-Cookie") or ():
            name, _, value = cookie.split(";")[0].partition("=")
            if value.strip('"'):
                assert "Secure" in cookie
                self.cookies[name] = value
            else:  # taken away: nothing is in it
                assert "Max-Age=0" in cookie
                self.cookies.pop(name, None)
        packed = answer.headers.get("Content-Encoding") == "gzip"
        return answer.status, (gzip.decompress(raw) if packed else raw).decode()

    def sign_in(self, username: str) -> None:
        self.ask("/sign-in/")
        status, page = self.ask("/sign-in/", {"username": username, "password": PASSWORD})
        assert status == 302, unescape(page)
