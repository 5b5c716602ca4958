"""Where the site posts to: the open internet, and nothing that lies inside."""

from __future__ import annotations

import doctest
import socket

import pytest

from goclub.api import payloads
from goclub.members.hooks.services import posting
from goclub.members.hooks.services.posting import NotTaken, Place, found_at, is_open, place_of, post
from ratings.errors import RuleError
from ratings.tests.builders import refused


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("http://example.org/", "not_https"),
        ("ftp://example.org/", "not_https"),
        ("//example.org/", "not_https"),
        ("example.org", "not_https"),
        ("", "not_https"),
        ("javascript:alert(1)", "not_https"),
        ("https://user:password@example.org/", "with_password"),
        ("https://example.org@127.0.0.1/", "with_password"),
        ("https://example.org:8443/", "port"),
        ("https://example.org:22/", "port"),
        ("https://example.org:0/", "port"),
        ("https://example.org:99999/", "no_address"),
        ("https://example.org:x/", "no_address"),
        ("https://2130706433/", "no_address"),
        ("https://0x7f000001/", "no_address"),
        ("https://0x7f.1/", "no_address"),
        ("https://0177.0.0.1/", "no_address"),
        ("https://127.1/", "no_address"),
        ("https://8.8.8.010/", "no_address"),
        ("https://[::1", "no_address"),
        ("https://[fe80::1%25eth0]/", "no_address"),
        ("https:///path", "no_address"),
        ("https://exa mple.org/", "no_address"),
        ("https://example.org/a b", "no_address"),
        ("https://example.org/\r\nX: y", "no_address"),
        ("https://exam\tple.org/", "no_address"),
        ("https://example.org/\nX:y", "no_address"),
        (" https://example.org/", "no_address"),
        ("https://example.org/\0", "no_address"),
        ("https://example.org/\u202e", "no_address"),
        ("https://example.org\\@127.0.0.1/", "no_address"),
        ("https://example.org/\\", "no_address"),
        ("https://example.org/#part", "no_address"),
        ("https://-a.org/", "no_address"),
        ("https://" + "a" * 64 + ".org/", "no_address"),
        ("https://a..org/", "no_address"),
        ("https://example.org/" + "a" * 5000, "too_long"),
    ],
)
def test_what_is_no_address_of_ours_is_refused(address, reason):
    with refused(name=reason):
        place_of(address)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
        "100.64.0.1", "100.100.100.200", "0.0.0.0", "224.0.0.1", "239.255.255.255",
        "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1", "168.63.129.16",
        "[::1]", "[::]", "[fe80::1]", "[fc00::1]", "[fd00:ec2::254]", "[ff02::1]",
        "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:8.8.8.8]", "[::127.0.0.1]",
        "[64:ff9b::7f00:1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[2001:0:1::1]",
        "[2001:db8::1]", "localhost", "１２７.0.0.1", "127。0。0。1", "127.0.0.1.",
    ],
)  # fmt: skip
def test_what_lies_inside_is_refused(host):
    with refused(name="inside"):
        found_at(place_of(f"https://{host}/hook"))


@pytest.mark.parametrize("number", ["8.8.8.8", "2606:4700::1111", "64:ff9b::808:808"])
def test_the_open_internet_is_open(number):
    assert is_open(number)


def test_an_address_is_read_as_it_is_meant():
    assert place_of("https://EXAMPLE.org") == Place("example.org", 443, "/")
    assert place_of("https://例え.jp/フ".replace("フ", "a")).host == "xn--r8jz45g.jp"
    assert place_of("https://[2606:4700::1111]:443/x?y=1#").host == "2606:4700::1111"


def test_a_setting_opens_a_port_and_names_who_may_hear_inside(settings):
    settings.WEBHOOK_PORTS = [443, 8443]
    assert place_of("https://example.org:8443/").port == 8443
    settings.WEBHOOK_INSIDE = ["127.0.0.1:9000"]
    assert found_at(place_of("https://127.0.0.1:9000/"))
    with pytest.raises(RuleError):
        place_of("https://127.0.0.1:9001/")


def test_a_name_that_nobody_knows():
    with refused(name="no_such_name"):
        found_at(place_of("https://no-such-name.invalid/"))


def test_a_name_that_leads_inside_when_it_is_sent_is_refused_then(monkeypatch):
    """The resolver's answer is what changes: the system's, not ours."""
    answers = [[(2, 1, 6, "", ("93.184.215.14", 443))], [(2, 1, 6, "", ("127.0.0.1", 443))]]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: answers.pop(0))
    assert found_at(place_of("https://rebinding.example.org/"))
    with pytest.raises(NotTaken) as caught:
        post(
            address="https://rebinding.example.org/",
            secret="whsec_AAAA",
            message="msg_1",
            seconds=1,
            body=b"{}",
        )
    assert caught.value.trouble == "inside"


def test_one_address_inside_among_several_is_enough(monkeypatch):
    found = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("10.0.0.1", 443))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_a, **_k: found)
    with refused(name="inside"):
        found_at(place_of("https://both.example.org/"))


@pytest.mark.parametrize("module", [posting, payloads])
def test_the_examples_hold(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed
