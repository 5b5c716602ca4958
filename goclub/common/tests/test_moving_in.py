"""A club moves in, as a chairperson does it: a real browser, https, mail, two machines.

Founded by the printed link; two spreadsheets brought along; three people invited by letter, who
come in and sign in again in Japanese, Thai and Polish; a club night with results of one press; one
of them, who stood in the notebook already, merged with himself; a backup made on the desk, restored
where nothing was, and opened there.  Told in order: each test goes on where the last one ended.
"""

from __future__ import annotations

import email
import email.policy
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from goclub.common.tests.production_site import (
    HOST,
    PASSWORD,
    PATIENCE,
    Production,
    own_certificate,
    production_database,
    proxied,
    until,
)
from goclub.games.notebook.tests import spreadsheets
from goclub.members.tests.mailbox import serving

pytestmark = pytest.mark.production

#: Whom the chair invites: the language of the letter, the address, the name in the club.
INVITED = (
    ("ja", "hana@example.jp", "小林 花"),
    ("th", "somchai@example.th", "สมชาย ใจดี"),
    ("pl", "adam@example.pl", "Adam Nowakaa-Żak"),
)
PEOPLE, GAMES = 12, 60


@pytest.fixture(scope="module")
def mailbox(site):
    with serving(site.mail_port) as box:
        yield box


@pytest.fixture(scope="module")
def chromium(browser_type, browser_type_launch_args, proxy):
    """A browser that finds the club's host on this machine, whichever port nginx has."""
    if not Path(browser_type_launch_args["executable_path"]).exists():
        pytest.skip("Chromium is not installed")
    with browser_type.launch(**mapped(browser_type_launch_args, proxy[1])) as started:
        yield started


def mapped(arguments, port):
    """The arguments of a browser that goes to nginx at *port* where it is sent to the club."""
    rule = f"--host-resolver-rules=MAP {HOST}:443 127.0.0.1:{port}"
    return arguments | {"args": [*arguments["args"], rule]}


def visitor(chromium, language="en"):
    page = chromium.new_context(locale=language, ignore_https_errors=True).new_page()
    page.set_default_timeout(PATIENCE * 1000)
    return page


@pytest.fixture(scope="module")
def chair(chromium, site, mailbox):
    """The founder's page, signed in from the founding on."""
    python = f"{site.env['VENV']}/bin/python"
    link = site.command(python, "manage.py", "founding_link").stdout.strip()
    page = visitor(chromium)
    page.goto(link)
    for name, text in (("club_name", "Klub Gwiazda"), ("display_name", "Ewa Prezes"),
                       ("email", "ewa@example.org"), ("password", PASSWORD)):  # fmt: skip
        page.locator(f"#id_{name}").fill(text)
    page.locator("#id_declared_rank").select_option("1d")
    page.locator("main form button.btn-primary").click()
    page.wait_for_url("**/first-hour/")
    return page


def test_the_first_hour_and_the_notebook(chair, tmp_path):
    chair.locator("main a[href='/notebook/']").click()
    members, games = tmp_path / "members.csv", tmp_path / "games.csv"
    members.write_bytes(spreadsheets.members(PEOPLE))
    games.write_bytes(spreadsheets.games(GAMES, PEOPLE))
    chair.locator("input[type=file]").set_input_files([members, games])
    chair.locator("[data-chosen] li").nth(1).wait_for()
    chair.locator("main form button").click()
    chair.locator("select[name='games-column-1']").wait_for()
    chair.locator("main form button.btn-primary").click()
    chair.locator("form[data-entering] button.btn-primary").click()
    chair.locator("a[href$='/undo/']").wait_for()
    told = chair.locator("main").inner_text()
    assert re.search(rf"\b{PEOPLE}\b", told)
    assert re.search(rf"\b{GAMES}\b", told)


def letters(mailbox, address):
    """The texts of the letters to somebody, the last one last."""
    found = []
    for to, content in list(mailbox.taken):
        if to == address:
            message = email.message_from_bytes(content, policy=email.policy.default)
            found.append(message.get_body(("plain",)).get_content())
    return found


def signed_in(page, address, name):
    page.goto(f"https://{HOST}/")
    page.locator("a[href^='/sign-in/']").first.click()
    page.locator("#id_username").fill(address)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button.btn-primary").click()
    page.locator("main h1", has_text=name).wait_for()


def come_in(chromium, mailbox, language, address, name):
    """Follow the letter, come in, sign out and in again: the page of somebody who is there."""
    link = re.search(rf"https://{HOST}/invited/\w+/", letters(mailbox, address)[-1])[0]
    page = visitor(chromium, language)
    page.goto(link)
    page.locator("#id_display_name").fill(name)
    page.locator("#id_declared_rank").select_option("5k")
    page.locator("#id_password").fill(PASSWORD)
    page.locator("main form button.btn-primary").click()
    page.locator("main h1", has_text=name).wait_for()
    page.locator("details.menu summary").click()
    page.locator("form[action='/sign-out/'] button").click()
    signed_in(page, address, name)
    expect(page.locator("html")).to_have_attribute("lang", language)
    return page


@pytest.fixture(scope="module")
def invited(chair, chromium, mailbox):
    """The pages of the three, each in a language of its own."""
    for language, address, _name in INVITED:
        chair.goto(f"https://{HOST}/")
        chair.locator("main a[href='/invitations/']").click()
        chair.locator("#id_addresses").fill(address)
        chair.locator("#id_language").select_option(language)
        chair.locator("section[aria-labelledby=by-mail] button.btn-primary").click()
        chair.locator("#outcomes").wait_for()
    mailbox.wait_for(len(INVITED))
    return {language: come_in(chromium, mailbox, language, address, name)
            for language, address, name in INVITED}  # fmt: skip


def test_three_come_in_each_in_a_language(invited):
    titles = {page.locator("nav a[href='/games/']").first.inner_text() for page in invited.values()}
    assert len(titles) == len(INVITED)


def rebuilt(site):
    """The whole ledger computed anew from the facts is the one that stands there."""
    told = site.command(f"{site.env['VENV']}/bin/python", "manage.py", "rebuild_ratings")
    assert told.stdout.strip().endswith("0 rows changed"), told.stdout + told.stderr


def rankings(page):
    """What everybody holds, as the page says it."""
    page.goto(f"https://{HOST}/")
    page.locator("footer a[href='/rankings/']").click()
    page.locator("main table").wait_for()
    return page.locator("main table").inner_text()


@pytest.fixture(scope="module")
def kept(chair, folder):
    """The backup that the chair had made on the desk."""
    place = folder / "var" / "backups"
    by_itself = set(place.glob("*.zip"))  # the site makes its first one soon after it starts

    def made():
        return set(place.glob("*.zip")) - by_itself

    chair.goto(f"https://{HOST}/")
    chair.locator("details.menu summary").click()
    chair.locator("details.menu a[href='/desk/']").click()
    chair.locator("form[action='/desk/backup/now/'] button").click()
    until(lambda: any(made()), "no backup came")
    (backup,) = made()
    return backup


@pytest.fixture(scope="module")
def other_machine(kept, programs, tmp_path_factory):
    """Another folder, another database, another key: the site restored and started there."""
    folder = tmp_path_factory.mktemp("other")
    with production_database(folder) as database:
        made = Production(folder, database)
        told = made.command(f"{made.env['VENV']}/bin/python", "manage.py", "restore", str(kept))
        assert told.returncode == 0, told.stdout + told.stderr
        assert "all hashes equal" in told.stdout
        made.start()
        try:
            own_certificate(folder, programs["openssl"])
            with proxied(folder, made.port, programs["nginx"]) as ports:
                yield made, ports[1]
        finally:
            made.stop()


def test_a_backup_opens_on_another_machine(
    chair, other_machine, browser_type, browser_type_launch_args
):
    here = rankings(chair)
    site, port = other_machine
    rebuilt(site)
    with browser_type.launch(**mapped(browser_type_launch_args, port)) as started:
        page = visitor(started, "en")
        signed_in(page, INVITED[1][1], INVITED[1][2])
        expect(page.locator("html")).to_have_attribute("lang", "th")
        page.goto(f"https://{HOST}/")
        page.locator("header .menu > summary").click()
        page.locator("header button[value=en]").click()
        assert rankings(page) == here
