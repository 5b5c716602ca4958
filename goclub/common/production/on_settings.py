"""Checks of what `.env` says, and of what the machine and its neighbours give the site."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import smtplib
import socket
import ssl
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.core.mail import get_connection
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


#: Less room than this is a fault, and less than that worth knowing, in bytes.
LITTLE, SOME = 200 * 1024**2, 1024**3
#: How long the mail server may be silent, in seconds.
_PATIENCE = 10
_LETTERS = "Nobody gets a letter until then; letters wait and are sent later."


def folders() -> Iterator[CheckFinding]:
    """Whether the site can write where it has to."""
    for folder in _written():
        if not folder.is_dir():
            why = "is not there"
        else:
            try:
                with tempfile.TemporaryFile(dir=folder):
                    continue
            except OSError as error:
                why = f"cannot be written: {error.strerror}"
        yield CheckFinding(
            f"the folder {folder} {why}",
            f"As root: mkdir -p {folder} && chown -R {_who()} {folder}",
            Gravity.STOPS,
        )


def _written() -> list[Path]:
    folders = [settings.VAR_DIR, Path(settings.STATIC_ROOT)]
    if settings.MEDIA_ROOT:
        folders.append(Path(settings.MEDIA_ROOT))
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite"):
        folders.append(Path(settings.DATABASES["default"]["NAME"]).parent)
    return list(dict.fromkeys(folders))


def _who() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "the user who runs the site"


def room() -> Iterator[CheckFinding]:
    """Whether the disk has room."""
    for folder in _written():
        if not folder.is_dir():
            continue
        free = shutil.disk_usage(folder).free
        if free < SOME:
            yield CheckFinding(
                f"{free // 1024**2} MB are left on the disk of {folder}",
                "Make room, or take a larger disk: at 20 MB nothing can be stored any more.",
                Gravity.FAULT if free < LITTLE else Gravity.ADVICE,
            )
            return


def static_files() -> Iterator[CheckFinding]:
    """Whether every style, script and picture of this release was collected."""
    known = getattr(staticfiles_storage, "hashed_files", None)
    if known is None:
        return
    own = settings.BASE_DIR / "static"
    ours = [str(path.relative_to(own)) for path in own.rglob("*.*") if path.is_file()]
    missing = [name for name in ours if name not in known]
    gone = [name for name in ours if name in known and not staticfiles_storage.exists(known[name])]
    if missing or gone:
        yield CheckFinding(
            f"{len(missing) + len(gone)} static files were not collected: pages would fail",
            "Run manage.py collectstatic --no-input.",
            Gravity.STOPS,
        )


def mail() -> Iterator[CheckFinding]:
    """Whether the mail server takes our name and password; nothing is sent."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        if settings.PRODUCTION:
            yield CheckFinding(
                "EMAIL_URL sends letters to no mail server: nobody gets one",
                "Write smtp+tls://user:password@host:587 for the club's mail server.",
            )
        return
    if any(fault.name == "EMAIL_URL" for fault in settings.SETTING_FAULTS):
        return
    connection = get_connection(timeout=_PATIENCE)
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        connection.open()
    except socket.gaierror:
        yield CheckFinding(
            f"no host is called {settings.EMAIL_HOST}", f"Look at EMAIL_URL. {_LETTERS}"
        )
    except smtplib.SMTPAuthenticationError:
        yield CheckFinding(
            f"{server} refuses the user or the password",
            "Look at EMAIL_URL: @ in them is written %40, / is %2F, : is %3A, # is %23; many "
            f"providers want a password for programs of its own. {_LETTERS}",
        )
    except ssl.SSLError as error:
        yield CheckFinding(
            f"{server} speaks another encryption ({error})",
            f"EMAIL_URL: smtp+ssl:// with port 465, smtp+tls:// with port 587. {_LETTERS}",
        )
    except (OSError, smtplib.SMTPException) as error:
        yield CheckFinding(
            f"{server} does not take letters: {error}",
            f"Look at host and port of EMAIL_URL, and whether a firewall lets them out. {_LETTERS}",
        )
    finally:
        connection.close()


def cache_answers() -> Iterator[CheckFinding]:
    """Whether the cache works, and is one for all processes."""
    kept = caches["default"]
    if isinstance(kept, RedisCache):
        if not kept.add(f"check-{secrets.token_hex(8)}", 1, timeout=1):
            yield CheckFinding(
                "Redis keeps nothing",
                "Start it, give it room, or look at CACHE_URL. Pages go on, slower, and nothing is"
                " limited.",
            )
    elif workers() > 1:
        yield CheckFinding(
            f"{workers()} processes count limits each for itself",
            "Nothing breaks: a limit is met later. For one count: CACHE_URL=redis://host:6379/0",
            Gravity.ADVICE,
        )


def workers() -> int:
    """Processes that serve."""
    return int(os.environ.get("WEB_WORKERS") or os.cpu_count() or 1)


SETTINGS_CHECKS = (
    Check("settings", settings_read),
    Check("environment", environment),
    Check("key", key),
    Check("hosts", hosts),
    Check("address", site_url),
    Check("https", tls),
    Check("proxy", proxy),
    Check("origins", origins),
)
CHECKS = (
    *SETTINGS_CHECKS,
    Check("folders", folders),
    Check("room", room),
    Check("static files", static_files, mended_by_start=True),
    Check("mail", mail),
    Check("cache", cache_answers),
)
