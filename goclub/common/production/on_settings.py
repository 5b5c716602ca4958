"""Checks of the settings, the machine, the mail server and the cache."""

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

#: A key with fewer different characters than this was typed, not generated.
_FEWEST_CHARACTERS = 12


def settings_read() -> Iterator[CheckFinding]:
    """Settings that are missing, malformed or misspelt."""
    for fault in settings.SETTING_FAULTS:
        yield CheckFinding(f"{fault.name}: {fault.what}", fault.cure, Gravity.STOPS)
    for fault in settings.UNKNOWN_SETTINGS:
        yield CheckFinding(f"{fault.name}: {fault.what}", fault.cure)


def environment() -> Iterator[CheckFinding]:
    """Whether the site is set up for a real club."""
    if not settings.PRODUCTION:
        yield CheckFinding(
            "GOCLUB_ENV is demo: the demo's key and passwords are public",
            "Write GOCLUB_ENV=production into .env.",
            Gravity.STOPS,
        )


def key() -> Iterator[CheckFinding]:
    """Whether the key cannot be guessed."""
    if len(set(settings.SECRET_KEY)) < _FEWEST_CHARACTERS:
        yield CheckFinding(
            "SECRET_KEY repeats the same few characters, so it can be guessed",
            "Generate one: python3 -c 'import secrets; print(secrets.token_urlsafe(50))'",
        )


def hosts() -> Iterator[CheckFinding]:
    """Whether the host names are valid and closed to others."""
    for host in settings.ALLOWED_HOSTS:
        if host == "*":
            yield CheckFinding(
                "ALLOWED_HOSTS accepts every name: links in e-mails could lead to another site",
                "Write only the host name of the club's site.",
            )
        elif not re.fullmatch(r"\.?[\w.-]+|\[[0-9a-fA-F:.]+\]", host):
            yield CheckFinding(
                f"ALLOWED_HOSTS: {host!r} is not a host name",
                "Write only the name, without https://, port or path: go.example.org",
                Gravity.STOPS,
            )


def site_url() -> Iterator[CheckFinding]:
    """Whether links in e-mails lead to the club's site."""
    parts = urlsplit(settings.SITE_URL)
    host = parts.hostname or ""
    cure = "Write where members reach the site, without a path: SITE_URL=https://go.example.org"
    if not re.fullmatch(
        r"https?://(?:[\w-][\w.-]*|\[[0-9a-fA-F:.]+\])(?::\d+)?", settings.SITE_URL
    ):
        text = (
            "is missing" if not host or host == "*" else f"{settings.SITE_URL!r} is not an address"
        )
        yield CheckFinding(f"SITE_URL {text}: links in e-mails would lead nowhere", cure)
    elif parts.scheme != "https" and settings.SECURE_SSL_REDIRECT:
        yield CheckFinding(
            "SITE_URL has no https: links in e-mails would be sent unencrypted", cure
        )
    elif not validate_host(host, settings.ALLOWED_HOSTS):
        yield CheckFinding(
            f"SITE_URL: {host} is not among ALLOWED_HOSTS: links in e-mails would be refused",
            "Write the same host in both.",
        )


def tls() -> Iterator[CheckFinding]:
    """Whether passwords are sent encrypted."""
    if not settings.SECURE_SSL_REDIRECT:
        yield CheckFinding(
            "SECURE_SSL_REDIRECT is off: passwords would be sent unencrypted",
            "Remove the line from .env once the proxy answers on https.",
        )
    if not settings.SECURE_HSTS_SECONDS:
        yield CheckFinding(
            "SECURE_HSTS_SECONDS is 0: browsers may reach the site without https",
            "Remove the line from .env once https works.",
            Gravity.ADVICE,
        )
    if settings.SECURE_HSTS_PRELOAD and not settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        yield CheckFinding(
            "SECURE_HSTS_PRELOAD has no effect without SECURE_HSTS_INCLUDE_SUBDOMAINS",
            "Remove it, or set both if every host of the domain has https.",
        )


def proxy() -> Iterator[CheckFinding]:
    """Whether the settings match the proxy in front of the site."""
    if settings.SECURE_SSL_REDIRECT and not settings.BEHIND_PROXY:
        yield CheckFinding(
            "BEHIND_PROXY is off, and the site itself does not serve https: every page would "
            "redirect to itself for ever",
            "Put nginx in front (deploy/nginx.conf) and set BEHIND_PROXY=True.",
            Gravity.STOPS,
        )
    if settings.BEHIND_PROXY and not settings.TRUSTED_PROXIES:
        yield CheckFinding(
            "TRUSTED_PROXIES is 0 behind a proxy: all visitors share one address and its limits",
            "Remove the line from .env, or set it to the number of your own proxies.",
        )
    if settings.TRUSTED_PROXIES and not settings.BEHIND_PROXY:
        yield CheckFinding(
            "TRUSTED_PROXIES is set without BEHIND_PROXY: anyone can forge their address",
            "Set BEHIND_PROXY=True if there is a proxy; otherwise remove TRUSTED_PROXIES.",
        )
    if settings.BEHIND_PROXY and _listens_to_all():
        yield CheckFinding(
            f"HOST={os.environ['HOST']}: anyone who bypasses the proxy can forge their address",
            "Set HOST=127.0.0.1, or let a firewall block everything but the proxy.",
            Gravity.ADVICE,
        )


def _listens_to_all() -> bool:
    """Return whether the server listens on all addresses; a container has its own network."""
    alone = Path("/.dockerenv").exists()
    return not alone and os.environ.get("HOST", "") in ("0.0.0.0", "::", "[::]")  # noqa: S104


def origins() -> Iterator[CheckFinding]:
    """Whether forms are accepted only from the club's own pages."""
    for origin in settings.CSRF_TRUSTED_ORIGINS:
        parts = urlsplit(origin)
        host = parts.hostname or ""
        if parts.scheme != "https":
            yield CheckFinding(
                f"CSRF_TRUSTED_ORIGINS: {origin} has no https",
                "Write it with https://, or remove it.",
            )
        elif not any(host == name or host.endswith(name) for name in settings.ALLOWED_HOSTS):
            yield CheckFinding(
                f"CSRF_TRUSTED_ORIGINS: {host} is not among ALLOWED_HOSTS",
                "Write the same host in both, or remove the line: behind nginx it is not needed.",
            )


#: Free space in bytes: below the first it is a fault, below the second advice.
LITTLE, SOME = 200 * 1024**2, 1024**3
#: How long the mail server may be silent, in seconds.
_PATIENCE = 10
_LETTERS = "Until then e-mails wait; they are sent later."


def folders() -> Iterator[CheckFinding]:
    """Whether the site can write to its folders."""
    for folder in _written():
        if not folder.is_dir():
            why = "does not exist"
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
    """Whether the disk has free space."""
    for folder in _written():
        if not folder.is_dir():
            continue
        free = shutil.disk_usage(folder).free
        if free < SOME:
            yield CheckFinding(
                f"only {free // 1024**2} MB are free on the disk of {folder}",
                "Make room, or use a larger disk: below 20 MB nothing can be stored.",
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
    """Whether the mail server accepts the user and password; nothing is sent."""
    if not settings.EMAIL_BACKEND.endswith("smtp.EmailBackend"):
        if settings.PRODUCTION:
            yield CheckFinding(
                "EMAIL_URL names no mail server: no e-mails are sent",
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
            f"there is no host called {settings.EMAIL_HOST}", f"Check EMAIL_URL. {_LETTERS}"
        )
    except smtplib.SMTPAuthenticationError:
        yield CheckFinding(
            f"{server} rejects the user or the password",
            "Check EMAIL_URL: write @ as %40, / as %2F, : as %3A and # as %23. Many providers "
            f"require a separate password for programs. {_LETTERS}",
        )
    except ssl.SSLError as error:
        yield CheckFinding(
            f"{server} uses another encryption ({error})",
            f"In EMAIL_URL, use smtp+ssl:// with port 465 or smtp+tls:// with port 587. {_LETTERS}",
        )
    except (OSError, smtplib.SMTPException) as error:
        yield CheckFinding(
            f"{server} does not accept e-mails: {error}",
            f"Check host and port in EMAIL_URL, and whether a firewall blocks them. {_LETTERS}",
        )
    finally:
        connection.close()


def cache_answers() -> Iterator[CheckFinding]:
    """Whether the cache works and is shared by all processes."""
    kept = caches["default"]
    if isinstance(kept, RedisCache):
        if not kept.add(f"check-{secrets.token_hex(8)}", 1, timeout=1):
            yield CheckFinding(
                "Redis stores nothing",
                "Start it, give it more memory, or check CACHE_URL. Pages still work, but "
                "slower, and limits do not count.",
            )
    elif workers() > 1:
        yield CheckFinding(
            f"{workers()} processes count the limits separately",
            "Nothing breaks, but limits apply later. To share them: CACHE_URL=redis://host:6379/0",
            Gravity.ADVICE,
        )


def workers() -> int:
    """Return the number of web processes."""
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
