"""Checks of what `.env` says, as far as it shows without asking anybody."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import validate_host

from goclub.common.production.checks import Check, CheckFinding, Gravity

#: A key of fewer different signs than this was typed, not drawn.
_FEWEST_SIGNS = 12


def settings_read() -> Iterator[CheckFinding]:
    """Everything that was missing, malformed or misspelt when the settings were read."""
    for fault in settings.SETTING_FAULTS:
        yield CheckFinding(f"{fault.name}: {fault.what}", fault.cure, Gravity.STOPS)
    for fault in settings.UNKNOWN_SETTINGS:
        yield CheckFinding(f"{fault.name}: {fault.what}", fault.cure)


def environment() -> Iterator[CheckFinding]:
    """Whether this is meant for a real club at all."""
    if not settings.PRODUCTION:
        yield CheckFinding(
            "GOCLUB_ENV is demo: the key and the passwords of the demo are known to everybody",
            "Write GOCLUB_ENV=production into .env.",
            Gravity.STOPS,
        )


def key() -> Iterator[CheckFinding]:
    """Whether nobody guesses the key."""
    if len(set(settings.SECRET_KEY)) < _FEWEST_SIGNS:
        yield CheckFinding(
            "SECRET_KEY holds the same few signs again and again: it can be guessed",
            "Draw one: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'",
        )


def hosts() -> Iterator[CheckFinding]:
    """Names under which the site is found."""
    for host in settings.ALLOWED_HOSTS:
        if host == "*":
            yield CheckFinding(
                "ALLOWED_HOSTS takes every name: letters could lead members to another's site",
                "Write the host name of the club's site alone.",
            )
        elif not re.fullmatch(r"\.?[\w.-]+|\[[0-9a-fA-F:.]+\]", host):
            yield CheckFinding(
                f"ALLOWED_HOSTS: {host!r} is no name of a host",
                "Write the name alone, without https://, port or path: go.example.org",
                Gravity.STOPS,
            )


def site_url() -> Iterator[CheckFinding]:
    """Whether links in e-mails lead to the club's site."""
    parts = urlsplit(settings.SITE_URL)
    host = parts.hostname or ""
    cure = "Write SITE_URL=https://go.example.org: where members reach the site, without a path."
    if not re.fullmatch(
        r"https?://(?:[\w-][\w.-]*|\[[0-9a-fA-F:.]+\])(?::\d+)?", settings.SITE_URL
    ):
        text = "is missing" if not host or host == "*" else f"{settings.SITE_URL!r} is no address"
        yield CheckFinding(f"SITE_URL {text}: links in e-mails would lead nowhere", cure)
    elif parts.scheme != "https" and settings.SECURE_SSL_REDIRECT:
        yield CheckFinding("SITE_URL has no https: links in e-mails would travel readable", cure)
    elif not validate_host(host, settings.ALLOWED_HOSTS):
        yield CheckFinding(
            f"SITE_URL: {host} is not among ALLOWED_HOSTS: links in e-mails would be refused",
            "Write the same host in both.",
        )


def tls() -> Iterator[CheckFinding]:
    """Whether passwords travel unread."""
    if not settings.SECURE_SSL_REDIRECT:
        yield CheckFinding(
            "SECURE_SSL_REDIRECT is off: passwords would travel readable",
            "Take the line out of .env, once the proxy answers on https.",
        )
    if not settings.SECURE_HSTS_SECONDS:
        yield CheckFinding(
            "SECURE_HSTS_SECONDS is 0: browsers may be led to the site without https",
            "Take the line out of .env, once https works.",
            Gravity.ADVICE,
        )
    if settings.SECURE_HSTS_PRELOAD and not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        yield CheckFinding(
            "SECURE_HSTS_PRELOAD is on without SECURE_HSTS_INCLUDE_SUBDOMAINS: it does nothing",
            "Take it out, unless every host of the domain has https; then write both.",
        )


def proxy() -> Iterator[CheckFinding]:
    """Whether what stands before the site and what the site believes fit together."""
    if settings.SECURE_SSL_REDIRECT and not settings.BEHIND_PROXY:
        yield CheckFinding(
            "BEHIND_PROXY is off, and the site speaks no https itself: every page would lead to "
            "itself for ever",
            "Put nginx before it (deploy/nginx.conf) and write BEHIND_PROXY=True.",
            Gravity.STOPS,
        )
    if settings.BEHIND_PROXY and not settings.TRUSTED_PROXIES:
        yield CheckFinding(
            "TRUSTED_PROXIES is 0 behind a proxy: all visitors have one address, and share limits",
            "Take the line out of .env, or write how many proxies of your own there are.",
        )
    if settings.TRUSTED_PROXIES and not settings.BEHIND_PROXY:
        yield CheckFinding(
            "TRUSTED_PROXIES without BEHIND_PROXY: anybody can write an address of his choice",
            "Write BEHIND_PROXY=True if there is a proxy; else take TRUSTED_PROXIES out.",
        )
    if settings.BEHIND_PROXY and _listens_to_all():
        yield CheckFinding(
            f"HOST={os.environ['HOST']}: who reaches the port past the proxy is believed whatever "
            "address he writes",
            "Write HOST=127.0.0.1, or let a firewall keep everybody but the proxy away.",
            Gravity.ADVICE,
        )


def _listens_to_all() -> bool:
    """A container has a network of its own."""
    alone = Path("/.dockerenv").exists()
    return not alone and os.environ.get("HOST", "") in ("0.0.0.0", "::", "[::]")  # noqa: S104


def origins() -> Iterator[CheckFinding]:
    """Whether forms are taken from the club's own pages alone."""
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        parts = urlsplit(origin)
        host = parts.hostname or ""
        if parts.scheme != "https":
            yield CheckFinding(
                f"CSRF_TRUSTED_ORIGINS: {origin} has no https",
                "Write it with https://, or take it out.",
            )
        elif not any(host == name or host.endswith(name) for name in settings.ALLOWED_HOSTS):
            yield CheckFinding(
                f"CSRF_TRUSTED_ORIGINS: {host} is not among ALLOWED_HOSTS",
                "Write the same host in both, or take the line out: behind nginx it is not needed.",
            )


CHECKS = (
    Check("settings", settings_read),
    Check("environment", environment),
    Check("key", key),
    Check("hosts", hosts),
    Check("address", site_url),
    Check("https", tls),
    Check("proxy", proxy),
    Check("origins", origins),
)
