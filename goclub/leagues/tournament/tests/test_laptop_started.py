"""`script/server --event FILE`, really started: the desk works, and its file comes home."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

import pytest
from django.conf import settings
from django.db import transaction

from goclub.leagues.tests.factories import add_guests, at, make_event
from goclub.leagues.tournament.services.event_file import read_event_file, write_file
from goclub.leagues.tournament.services.homecoming import come_home, leave_home
from goclub.members.requests import Act
from goclub.members.tests.factories import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.production]
SITE = Act(None, at(300))
PATIENCE = float(os.environ.get("PATIENCE", 240))


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


class Laptop:
    """A laptop with the site of one event, and a browser at its desk."""

    def __init__(self, folder: Path, file: Path) -> None:
        port = free_port()
        self.site = f"http://127.0.0.1:{port}"
        self.log = folder / "log"
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        environment = {
            "VAR_DIR": str(folder / "var"), "PORT": str(port), "SITE_URL": self.site,
            "HOST": "127.0.0.1",
        }  # fmt: skip
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [Path(settings.BASE_DIR) / "script" / "server", "--event", file],
                env=kept | environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self.cookies = CookieJar()
        self.browser = build_opener(HTTPCookieProcessor(self.cookies))

    def get(self, address: str) -> bytes:
        with self.browser.open(self.site + address, timeout=30) as answer:
            content: bytes = answer.read()
        return content

    def post(self, address: str, **values: str) -> bytes:
        page = self.get(address).decode()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token is not None
        data = urlencode({"csrfmiddlewaretoken": token[1], **values}).encode()
        with self.browser.open(self.site + address, data, timeout=60) as answer:
            content: bytes = answer.read()
        return content

    def wait(self) -> str:
        """Wait until pages are served; return what the terminal shows."""
        end = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None, self.log.read_text()
            try:
                self.get("/tournaments/spring-cup/")
            except URLError:
                assert time.monotonic() < end, self.log.read_text()
                time.sleep(0.5)
            else:
                return self.log.read_text()

    def end(self) -> None:
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(60)


@pytest.fixture
def laptop(tmp_path):
    """The laptop, and the event at home."""
    event = make_event()
    add_guests(event, 4)
    trip = leave_home(SITE, fresh(event))
    file = tmp_path / "spring-cup.json"
    file.write_bytes(write_file(trip, trip.base, trip.left_at))
    machine = Laptop(tmp_path, file)
    yield machine, event
    machine.end()


def test_the_desk_works_in_the_hall_and_its_file_comes_home(laptop):
    machine, event = laptop
    shown = machine.wait()
    password = re.search(r"organiser with the password (\S+)", shown)
    assert password is not None
    assert f"{machine.site}/tournaments/spring-cup/" in shown
    assert "█" in shown
    machine.post("/sign-in/", username="organiser", password=password[1])
    desk = "/tournaments/spring-cup/desk/"
    for step in ("pair", "publish"):
        page = machine.get(desk).decode()
        version = re.search(r'name="version" value="(\d+)"', page)
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert version is not None
        assert token is not None
        data = {"csrfmiddlewaretoken": token[1], "version": version[1]}
        with machine.browser.open(
            f"{machine.site}{desk}do/{step}/", urlencode(data).encode(), timeout=60
        ) as answer:
            assert answer.status == 200
    data = machine.get(f"{desk}laptop/file/")
    content = read_event_file(data)
    assert content["body"]["rounds"]["1"]["state"] == "published"
    assert "Guest 001" in json.dumps(content["body"]["players"])
    with transaction.atomic():
        come_home(SITE, fresh(event), data, answers={})
    assert fresh(event).rounds.get().state == "published"
