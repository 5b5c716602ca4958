"""What the site writes about itself: a line a request, no secrets, a letter where it broke."""

from __future__ import annotations

import json
import logging
import logging.config
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import DatabaseError
from django.utils import timezone

from goclub.common import error_reports
from goclub.common.error_reports import ErrorReport, OfficeHandler, site_failed, tell
from goclub.common.logs import (
    JsonFormatter,
    LineFormatter,
    OrdinaryRefusals,
    RequestLogMiddleware,
    logging_config,
    path_of,
    request_number,
    without_secrets,
)
from goclub.members.models import Letter
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member, signed_in


def failing(kind: type[Exception] = ValueError) -> BaseException:
    try:
        raise kind("password=hoshi-demo is in here")
    except kind as error:
        return error


def record(error: BaseException | None = None, status: int = 500, **more) -> logging.LogRecord:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("django.request", logging.ERROR, "f", 1, "%s", ("said",), info)
    made.__dict__.update({"status_code": status, **more})
    return made


@pytest.fixture
def told(monkeypatch) -> list[ErrorReport]:
    found: list[ErrorReport] = []
    monkeypatch.setattr(error_reports, "start", found.append)
    return found


@pytest.fixture
def heard(monkeypatch):
    """Lines of the access log."""
    found = []
    handler = SimpleNamespace(handle=found.append, level=logging.INFO)
    access = logging.getLogger("goclub.access")
    monkeypatch.setattr(access, "level", logging.INFO)
    monkeypatch.setattr(access, "handlers", [handler])
    monkeypatch.setattr(access, "propagate", False)
    access.manager._clear_cache()
    yield found
    access.manager._clear_cache()


@pytest.mark.parametrize(
    "text",
    [
        "postgres://club:hoshi-demo@db/club",
        "password=hoshi-demo",
        "'password': 'hoshi-demo'",
        "GET /x?token=hoshi-demo&page=2",
        "SECRET_KEY=hoshi-demo",
        "Cookie: sessionid=hoshi-demo; theme=dark",
    ],
)
def test_no_secret_is_written(text):
    assert "hoshi-demo" not in without_secrets(text)
    line = logging.LogRecord("x", logging.ERROR, "f", 1, text, (), None)
    assert "hoshi-demo" not in LineFormatter().format(line)
    assert "hoshi-demo" not in json.loads(JsonFormatter().format(line))["message"]


@pytest.mark.parametrize("status", [400, 403, 404, 405, 409, 422, 429, 500])
def test_an_ordinary_refusal_has_no_traceback(status):
    refused = record(failing(), status)
    assert OrdinaryRefusals().filter(refused)
    assert bool(refused.exc_info) is (status == 500)


def test_a_foreign_host_has_no_traceback():
    one = logging.LogRecord("django.security.DisallowedHost", logging.ERROR, "f", 1, "", (), None)
    one.exc_info = (ValueError, failing(), None)
    OrdinaryRefusals().filter(one)
    assert (one.exc_info, one.levelno) == (None, logging.WARNING)


@pytest.mark.parametrize("form", ["lines", "json"])
def test_the_configuration_is_one_that_python_takes(form):
    config = logging_config(form=form, level="INFO", access=True, office=True)
    logging.config.DictConfigurator(config)  # type: ignore[attr-defined]
    assert config["loggers"]["goclub.access"]["level"] == "INFO"
    quiet = logging_config(form=form, level="INFO", access=False, office=False)
    assert quiet["loggers"]["goclub.access"]["level"] == "CRITICAL"
    assert quiet["loggers"]["django.request"]["handlers"] == []


def test_a_request_has_one_line_and_a_number(client, db, heard):
    member = signed_in(client, password=True)
    answer = client.get("/members/?q=hoshi-demo")
    (line,) = heard
    assert (line.figures["path"], line.figures["status"]) == ("/members/", answer.status_code)
    assert line.figures["member"] == member.pk
    assert "hoshi-demo" not in line.getMessage()
    assert len(answer.headers["X-Request-ID"]) == 8
    assert request_number.get() == ""


def test_monitors_and_styles_are_told_only_where_they_are_refused(client, db, heard):
    client.get("/health/")
    assert heard == []
    client.get("/static/none.css")
    assert [line.figures["status"] for line in heard] == [404]


@pytest.mark.parametrize(
    ("given", "believed"),
    [("from-the-proxy-1", True), ("x", False), ("a b c d e f", False), ("a" * 65, False)],
)
def test_a_number_of_the_proxy_is_believed_if_it_is_one(rf, given, believed):
    def view(_request):
        return SimpleNamespace(status_code=200, headers={})

    answer = RequestLogMiddleware(view)(rf.get("/", headers={"X-Request-ID": given}))
    assert (answer.headers["X-Request-ID"] == given) is believed


def test_a_secret_part_of_an_address_is_struck_out(rf):
    request = rf.get("/password/abc/very-secret-token/")
    request.resolver_match = SimpleNamespace(kwargs={"token": "very-secret-token", "page": "abc"})
    assert path_of(request) == "/password/abc/***/"
    request = rf.get("/")
    request.path = "/a\nERROR forged"
    assert "\n" not in path_of(request)


def test_the_same_is_told_once_an_hour_and_another_kind_at_once(told, monkeypatch):
    handler = OfficeHandler()
    now = timezone.now()
    for minutes, error in ((0, failing()), (1, failing()), (2, failing(KeyError)), (61, failing())):
        monkeypatch.setattr(
            error_reports.timezone, "now", lambda m=minutes: now + timedelta(minutes=m)
        )
        handler.emit(record(error))
    assert [one.kind.split()[0] for one in told] == ["ValueError", "KeyError", "ValueError"]


@pytest.mark.parametrize("status", [404, 503, 507])
def test_what_is_no_broken_page_is_told_nobody(told, status):
    OfficeHandler().emit(record(failing(), status))
    OfficeHandler().emit(record(None))
    assert told == []


def failure(path: str = "/games/5/") -> ErrorReport:
    return ErrorReport(error=failing(), path=path, number="abcd1234", at=timezone.now())


def test_every_chair_gets_one_letter_in_the_outbox_or_a_named_office_instead(db, settings):
    settings.OFFICE_EMAIL = []
    make_member()
    chair = make_member(role=CHAIR, language="pl")
    one = failure()
    for _again in range(2):
        tell(one)
    letter = Letter.objects.get(kind="failure")
    assert (letter.to, letter.language) == (chair.user.email, "pl")
    assert all(part in letter.text for part in ("abcd1234", "/games/5/"))
    assert "hoshi-demo" not in letter.text + letter.html
    settings.OFFICE_EMAIL = ["office@example.org", "wizard@example.org"]
    letter.delete()
    tell(failure())
    written = Letter.objects.filter(kind="failure").values_list("to", flat=True)
    assert sorted(written) == settings.OFFICE_EMAIL


def test_where_the_database_is_away_the_log_alone_has_it(monkeypatch, caplog):
    def away(**_signal):
        raise DatabaseError("away")

    site_failed.connect(away, dispatch_uid="test")
    monkeypatch.setattr(logging.getLogger("goclub"), "disabled", False)
    try:
        with caplog.at_level(logging.WARNING):
            tell(failure())
    finally:
        site_failed.disconnect(dispatch_uid="test")
    assert "was not told" in caplog.text


def test_a_traceback_has_no_secret_either():
    assert "hoshi-demo" not in LineFormatter().format(record(failing()))
    assert "ValueError" in json.loads(JsonFormatter().format(record(failing())))["traceback"]


def test_json_is_one_line_whatever_is_said():
    one = logging.LogRecord("x", logging.INFO, "f", 1, "two\nlines “月”", (), None)
    text = JsonFormatter().format(one)
    assert ("\n" in text, json.loads(text)["message"]) == (False, "two\nlines “月”")
