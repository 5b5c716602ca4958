"""Checks of what the site needs around it: folders, room, static files, a mail server, a cache."""

from __future__ import annotations

import os
import secrets
import shutil
import smtplib
import socket
import ssl
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.cache import caches
from django.core.cache.backends.redis import RedisCache
from django.core.mail import get_connection

from goclub.common.production.checks import Check, CheckFinding, Gravity

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


CHECKS = (
    Check("folders", folders),
    Check("room", room),
    Check("static files", static_files, mended_by_start=True),
    Check("mail", mail),
    Check("cache", cache_answers),
)
