"""The site as a club runs it: `.env`, `script/production`, nginx with TLS, several processes.

On PostgreSQL where ``PRODUCTION_POSTGRES_URL`` names a server (``script/test``), else on SQLite.
A club is founded, a game is reported and confirmed over https, the processes are replaced and
stopped and started again in the middle of requests, and everything is found there.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
import ssl
import time
from datetime import datetime
from html import unescape
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from goclub.common.schedule import JOBS
from goclub.common.tests.production_site import (
    HOST,
    PASSWORD,
    PATIENCE,
    Browser,
    until,
)

pytestmark = pytest.mark.production

#: What the founder writes on the page that the printed link opens.
FOUNDER = {
    "club_name": "Our Go Club", "mark": "stones", "club_language": "en", "time_zone": "Asia/Tokyo",
    "visitors_see": "everything", "display_name": "Sato Ken", "romanised_name": "",
    "email": "ken@example.org", "password": PASSWORD,
    "declared_rank": "1d", "declared_points": "",
}  # fmt: skip
#: The opponent, who cannot be invited while the mail server is away.
OPPONENT = """
from goclub.members.models import Member
from goclub.members.roles import MEMBER
from goclub.members.tests.factories import make_member
for one in [*Member.objects.all(), make_member("Anong S.", role=MEMBER, password=True)]:
    print("member", one.pk, one.user.username)
"""
REPORT = {
    "board": "19", "handicap": "0", "komi": "5.5", "winner": "B",
    "ending": "resign", "margin": "", "place": "", "key": "7d444840-9dc0-11d1-b245-5ffdce74fad2",
}  # fmt: skip


# --- Told in order: each test goes on where the one before it ended ---------------------------
@pytest.fixture(scope="module")
def people(site, folder, proxy) -> dict[str, tuple[int, str]]:
    """Number and user name of the chair, who founded the club by the link, and of a member."""
    python = f"{site.env['VENV']}/bin/python"
    link = site.command(python, "manage.py", "founding_link").stdout.strip()
    assert link.startswith(f"https://{HOST}/")
    path = link.removeprefix(f"https://{HOST}")
    founder = Browser(folder, proxy[1])
    assert founder.ask(path)[0] == 200
    status, page = founder.ask(path, FOUNDER)
    assert status == 302, unescape(page)
    assert "Our Go Club" in founder.ask(founder.headers["Location"])[1]
    again = site.command(python, "manage.py", "founding_link")
    assert (again.returncode, again.stdout) == (2, "")
    told = site.command(python, "manage.py", "shell", "-v0", "-c", OPPONENT)
    found = re.findall(r"^member (\d+) (\S+)$", told.stdout, re.MULTILINE)
    assert len(found) == 2, told.stderr
    chair, member = ((int(pk), name) for pk, name in found)
    return {"chair": chair, "member": member}


@pytest.fixture(scope="module")
def game(site, proxy, folder, people) -> str:
    """The address of a game that the chair reported and the other confirmed."""
    chair, member = (Browser(folder, proxy[1]) for _ in range(2))
    chair.sign_in(people["chair"][1])
    sides = {"black": people["chair"][0], "white": people["member"][0]}
    today = datetime.now(ZoneInfo(FOUNDER["time_zone"])).date()  # founded today, nobody was before
    status, page = chair.ask("/games/report/", {"played_on": today, **REPORT, **sides})
    assert status == 302, unescape(page)
    address = chair.headers["Location"]
    member.sign_in(people["member"][1])
    assert member.ask(f"{address}confirm/", {})[0] == 302
    return address


def test_it_started_well(site):
    assert site.health() == (200, "ok")
    told = site.command(
        f"{site.env['VENV']}/bin/python", "manage.py", "check_production", "--format", "json"
    )
    said = json.loads(told.stdout)
    assert [finding for finding in said["findings"] if finding["gravity"] == "stops"] == []
    # Nothing but the mail server, which is away on purpose, and what nobody has done yet.
    assert {one["check"] for one in said["findings"]} <= {
        "mail",
        "cache",
        "backups",
        "tasks",
        "room",
    }
    assert {"proxy", "static files", "triggers", "migrations"} <= set(said["asked"])


def test_the_tasks_of_the_night_run_by_themselves(site):
    """The first start does what was never done; the others wait for their hour."""
    memory = site.folder / "var" / "due.json"

    def ran() -> set[str]:
        known = json.loads(memory.read_text()) if memory.exists() else {}
        return {key for key, when in known.items() if when["done"] > "2000"}

    until(lambda: ran() >= {job.key for job in JOBS}, "tasks have not run")


def test_pages_come_over_https_alone(folder, proxy):
    line = http.client.HTTPConnection("127.0.0.1", proxy[0], timeout=PATIENCE)
    line.request("GET", "/games/", headers={"Host": HOST})
    answer = line.getresponse()
    answer.read()
    line.close()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{HOST}/games/")
    browser = Browser(folder, proxy[1])
    status, page = browser.ask("/", **{"Accept-Encoding": "gzip"})
    assert status == 200
    assert browser.headers["Content-Encoding"] == "gzip"
    bound = browser.headers["Strict-Transport-Security"]
    assert "max-age" in bound
    assert "includeSubDomains" not in bound
    assert browser.ask(re.findall(r'href="(/static/css/common/base[^"]+)"', page)[0])[0] == 200


def test_a_stranger_writes_no_address_of_his_own(folder, proxy):
    """What he says of https and of his name goes no further than nginx."""
    browser = Browser(folder, proxy[1])
    status, _page = browser.ask("/", **{"X-Forwarded-Proto": "http", "X-Forwarded-For": "1.2.3.4"})
    assert status == 200
    assert browser.ask("/", Host="other.example")[0] == 400


def test_requests_that_are_sent_half_hold_up_nobody(folder, proxy):
    context = ssl.create_default_context(cafile=str(folder / "fullchain.pem"))
    halves = []
    for _ in range(30):
        line = socket.create_connection(("127.0.0.1", proxy[1]), timeout=PATIENCE)
        halves.append(context.wrap_socket(line, server_hostname=HOST))
        halves[-1].sendall(
            f"POST /sign-in/ HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 99\r\n\r\nuser".encode()
        )
    begun = time.monotonic()
    assert Browser(folder, proxy[1]).ask("/")[0] == 200
    assert time.monotonic() - begun < PATIENCE / 10
    for one in halves:
        one.close()


def test_processes_are_replaced_while_one_is_asked(site, folder, proxy, people, game):
    """The same command again: the request in hand is answered, and nobody else notices."""
    browser = Browser(folder, proxy[1])
    browser.sign_in(people["member"][1])
    with site.half_asked() as finish:
        told = site.command("script/production")
        assert told.returncode == 0, told.stdout + told.stderr
        for _ in range(5):
            assert browser.ask(game)[0] == 200
        assert finish() in (200, 302, 403)
    assert site.process.poll() is None
    assert site.health() == (200, "ok")


def test_everything_is_found_after_a_stop_and_a_start(site, folder, proxy, people, game):
    browser = Browser(folder, proxy[1])
    browser.sign_in(people["chair"][1])
    with site.half_asked() as finish:
        site.process.send_signal(signal.SIGTERM)
        assert finish() in (200, 302, 403)
    assert site.process.wait(PATIENCE) == 0
    status, _page = browser.ask(game)
    assert status == 502  # nginx alone
    site.start("nohup")  # which ignores SIGHUP, and the upgrade below must be heard all the same
    status, page = browser.ask(game)  # still signed in
    assert status == 200
    assert "confirm/" not in page
    told = site.command(f"{site.env['VENV']}/bin/python", "manage.py", "rebuild_ratings")
    assert told.stdout.strip().endswith("0 rows changed")


def test_an_upgrade_is_one_command_and_throws_nobody_out(site, folder, proxy, people, game):
    browser = Browser(folder, proxy[1])
    browser.sign_in(people["member"][1])
    old = site.workers()
    told = site.command("script/upgrade")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "has reloaded" in told.stdout
    assert Path(told.stdout.strip().splitlines()[-1].split()[-1]).stat().st_size > 1000
    assert browser.ask(game)[0] == 200  # still signed in
    until(lambda: bool(site.workers()) and not site.workers() & old, "old processes go on")
    assert browser.ask(game)[0] == 200
    assert site.process.poll() is None
    assert site.health() == (200, "ok")


def test_an_upgrade_that_fails_says_how_to_go_back(site, folder, proxy, game):
    """Here because nothing can be written where backups go."""
    old = site.workers()
    file = folder / "elsewhere"
    file.write_text("no folder")
    told = site.command("script/upgrade", BACKUP_DIR=str(file))
    assert told.returncode != 0
    assert "To go back:" in told.stdout
    assert "The database was not changed" in told.stdout
    assert site.workers() == old
    assert Browser(folder, proxy[1]).ask(game)[0] == 200


def test_an_empty_place_gets_a_file_to_fill_in(site, tmp_path):
    assert site.command("script/production", ENV_FILE=str(tmp_path / ".env")).returncode == 2
    assert re.search(r"^SECRET_KEY=[\w-]{50,}$", (tmp_path / ".env").read_text(), re.MULTILINE)
    assert (tmp_path / ".env").stat().st_mode & 0o077 == 0
