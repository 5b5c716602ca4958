"""A content type may name any charset; whatever is not UTF-8 is a bad request."""

from __future__ import annotations

import pytest
from django.core import signals
from django.db import close_old_connections
from django.test import RequestFactory

from goclub import wsgi
from goclub.common.charset import Handler

pytestmark = pytest.mark.django_db

PART = b'--x\r\nContent-Disposition: form-data; name="next"%s\r\n\r\n/\r\n--x--\r\n'
OTHERS = [
    "rot13", "hex", "base64", "zlib", "bz2", "quopri", "uu", "undefined", "punycode", "idna",
    "ascii", "latin-1", "utf-16", "utf-7", "utf-8-sig", "no-such", "", "a\0b", "é",
]  # fmt: skip


@pytest.fixture(autouse=True)
def one_connection():
    """The connection of the test stays open, as with Django's own client."""
    ends = (signals.request_started, signals.request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


def ask(content_type: str, *, method="POST", query="", body=b"", path="/theme/") -> int:
    """The status that the site's own entry point gives; whatever it raises is raised."""
    assert isinstance(wsgi._answer, Handler)
    said = []
    environ = RequestFactory().generic(method, path, body).environ | {
        "CONTENT_TYPE": content_type,
        "QUERY_STRING": query,
        "HTTP_HOST": "localhost",
    }
    wsgi.application(environ, lambda status, _headers: said.append(int(status[:3]))).close()
    return said[0]


@pytest.mark.parametrize("charset", OTHERS)
@pytest.mark.parametrize("path", ["/", "/theme/", "/sign-in/", "/api/v1/club", "/health/"])
def test_another_charset_is_a_bad_request(charset, path):
    kinds = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
    for kind in kinds:
        content_type = f'{kind}; charset="{charset}"'
        assert ask(content_type, method="GET", query="q=%C5%82", path=path) == 400
        assert ask(content_type, query="q=1", body=PART % b"", path=path) == 400


@pytest.mark.parametrize(
    "more",
    ["charset*=rot13''abc", "charset*=utf-8''a%00b", "x*=a%00b''c", "x*=undefined''%ff"],
)
def test_a_charset_behind_a_charset_is_a_bad_request(more):
    assert ask(f"text/plain; {more}", query="q=1") == 400


@pytest.mark.parametrize("charset", ["utf-8", "UTF-8", "utf8"])
def test_utf8_is_read_by_any_of_its_names(charset):
    kinds = {
        "application/x-www-form-urlencoded": b"next=/",
        "multipart/form-data; boundary=x": PART,
    }
    for kind, body in kinds.items():
        sent = body % b"" if b"%s" in body else body
        assert ask(f"{kind}; charset={charset}", query="q=1", body=sent) == 302


@pytest.mark.parametrize("codec", ["rot13", "undefined", "hex", "a%00b"])
def test_a_part_of_a_form_may_not_break_it_either(codec):
    body = PART % f"; x*={codec}''%ff".encode()
    assert ask("multipart/form-data; boundary=x", body=body) in (302, 400)
