"""Read settings from the environment or the file `.env`, and collect what is wrong with them.

Nothing is raised here: a missing or malformed value becomes a :class:`SettingFault` with its cure,
and a harmless value takes its place. The server and every command ask :func:`refusal` before they
start. So all faults are reported at once, and ``check_production`` can run with any ``.env``.
"""

from __future__ import annotations

import difflib
import logging
import os
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import environ
from django.core.exceptions import ImproperlyConfigured

T = TypeVar("T")


class Stops(StrEnum):
    """What cannot start with a faulty setting."""

    ALL = "all"
    SERVING = "serving"


@dataclass(frozen=True, slots=True)
class SettingFault:
    """One setting that is wrong: its name, what is wrong, how to put it right."""

    name: str
    what: str
    cure: str
    stops: Stops = Stops.ALL

    def __str__(self) -> str:
        return f"{self.name}: {self.what}\n    {self.cure}"


#: Commands that report faults, or do nothing that a setting could affect.
_TOLERANT: Final = {"check", "check_production", "compilemessages", "help", "version"}
#: Commands that serve pages or send e-mails.
_SERVES: Final = {"runserver", "send_mail_queue"}
#: Read by the scripts and by the server, not by the settings.
_ELSEWHERE: Final = {
    "DJANGO_SETTINGS_MODULE", "FORWARDED_ALLOW_IPS", "HOST", "PORT", "PYTHON", "VENV",
    "WEB_THREADS", "WEB_WORKERS",
}  # fmt: skip
#: What django-environ takes for an assignment; it skips every other line without a word.
_ASSIGNED: Final = re.compile(r"(?:export )?([A-Za-z_0-9]+)=")
#: What the readers of django-environ raise for text that they cannot take.
_MALFORMED: Final = (
    ImproperlyConfigured, ValueError, KeyError, TypeError, AttributeError,
)  # fmt: skip


class Environment:
    """Values by name, and every fault that was met on the way.

    ``file`` is read first, if it is there; what the process was given goes before it.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self.faults: list[SettingFault] = []
        self._known: set[str] = set(_ELSEWHERE)
        self._written: set[str] = set()
        if file.is_file():
            self._read_file()

    def fault(self, name: str, text: str, cure: str, stops: Stops = Stops.ALL) -> None:
        """Note that a setting is wrong."""
        self.faults.append(SettingFault(name, text, cure, stops))

    def _read_file(self) -> None:
        try:
            lines = self.file.read_text(encoding="utf-8-sig").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            cure = "Save it as UTF-8 text that the user who runs the site can read."
            self.fault(self.file.name, f"cannot be read ({type(error).__name__})", cure)
            return
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            if match := _ASSIGNED.match(line):
                self._written.add(match[1])
            else:
                self.fault(
                    f"{self.file.name}, line {number}",
                    "is neither NAME=value nor a comment",
                    "Write NAME=value without spaces, or put # in front to make it a comment.",
                )
        logging.getLogger("environ.environ").setLevel(logging.CRITICAL)  # said above
        environ.Env.read_env(self.file, encoding="utf-8-sig")

    def unknown_names(self) -> list[SettingFault]:
        """Names of the file that no setting has; to be asked when all were read."""
        unknown = []
        for name in sorted(self._written - self._known):
            near = difflib.get_close_matches(name, self._known, n=1)
            cure = f"Did you mean {near[0]}?" if near else "Remove the line from the file."
            unknown.append(SettingFault(name, f"there is no such setting ({self.file.name})", cure))
        return unknown

    def _read(self, name: str, ask: Callable[[], T], fallback: Callable[[], T], cure: str) -> T:
        self._known.add(name)
        try:
            return ask()
        except _MALFORMED:
            value = os.environ.get(name, "")
            # An address may hold a password.
            secret = name.endswith("_URL")
            text = "is not a valid address" if secret else f"{value!r} was not understood"
            self.fault(name, text, cure)
            return fallback()

    def text(self, name: str, *, default: str = "") -> str:
        """Return the text unchanged."""
        self._known.add(name)
        return os.environ.get(name, default)

    def flag(self, name: str, *, default: bool = False) -> bool:
        """True or False; django-environ takes any other word for False, this does not."""
        self._known.add(name)
        word = os.environ.get(name, "").strip().lower()
        if not word:
            return default
        if word in ("true", "1", "on", "yes", "y", "ok", "t"):
            return True
        if word not in ("false", "0", "off", "no", "n", "f"):
            self.fault(name, f"{word!r} is neither True nor False", "Set it to True or False.")
            return default
        return False

    def number(self, name: str, *, default: int = 0, least: int | None = None) -> int:
        """A whole number, not below ``least``."""
        cure = "Write a whole number." if least is None else f"Write a number, {least} or more."
        value = os.environ.get(name, "").strip() or str(default)
        number = self._read(name, lambda: int(value), lambda: default, cure)
        if least is not None and number < least:
            self.fault(name, f"{number} is too small", cure)
            return default
        return number

    def words(self, name: str, *, default: Sequence[str] = ()) -> list[str]:
        """Words between commas."""
        self._known.add(name)
        value = os.environ.get(name)
        if value is None:
            return [*default]
        return [word.strip() for word in value.split(",") if word.strip()]

    def numbers(self, name: str, *, default: Sequence[int]) -> list[int]:
        """Whole numbers between commas."""
        words = self.words(name, default=[str(number) for number in default])
        cure = "Write whole numbers separated by commas."
        return self._read(name, lambda: [int(word) for word in words], lambda: [*default], cure)

    def database(self, name: str, *, default: str) -> dict[str, Any]:
        """The settings of a database from its address; a database that is none where it is no
        address, so that nothing is written into another one.
        """
        cure = "Write postgres://user:password@host:5432/name, or sqlite:////path/club.sqlite3."

        def ask() -> dict[str, Any]:
            with warnings.catch_warnings(action="ignore"):  # said below
                config: dict[str, Any] = environ.Env.db_url_config(os.environ.get(name) or default)
            kind = str(config.get("ENGINE", "")).rpartition(".")[2]
            if not config.get("NAME") or kind not in ("sqlite3", "postgresql"):
                raise ValueError(name)
            return config

        return self._read(name, ask, lambda: {"ENGINE": "django.db.backends.dummy"}, cure)

    def cache(self, name: str, *, default: str) -> dict[str, Any]:
        """The settings of a cache from its address; one in memory where it is no address."""
        return self._read(
            name,
            lambda: dict(environ.Env.cache_url_config(os.environ.get(name) or default)),
            lambda: dict(environ.Env.cache_url_config("locmemcache://")),
            "Write redis://host:6379/0, or leave it out.",
        )

    def email(self, name: str, *, default: str) -> dict[str, Any]:
        """The settings of the mail server from its address; none where it is no address."""
        value = self.text(name, default=default)
        if not value:
            return {}
        cure = "Write smtp+tls://user:password@host:587 or smtp+ssl://user:password@host:465."

        def ask() -> dict[str, Any]:
            config: dict[str, Any] = environ.Env.email_url_config(value)
            if config["EMAIL_BACKEND"].endswith("smtp.EmailBackend") and not config["EMAIL_HOST"]:
                raise ValueError(name)
            return config

        return self._read(name, ask, dict, cure)

    def folder(self, name: str, path: Path) -> None:
        """Make a folder that the site writes into."""
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            cure = "Let the user who runs the site write there, or choose another folder."
            self.fault(name, f"{path} cannot be created ({error.strerror})", cure)


def refusal(faults: Iterable[SettingFault], command: str | None = None) -> str:
    """Why a command of manage.py, or the web server (None), cannot start; "" where it can.

    >>> fault = SettingFault("EMAIL_URL", "is missing", "Name the mail server.", Stops.SERVING)
    >>> refusal([fault], "migrate")
    ''
    >>> print(refusal([fault]))
    The site cannot start with these settings:
      EMAIL_URL: is missing
        Name the mail server.
    For all checks, run: manage.py check_production
    """
    if command in _TOLERANT:
        return ""
    serves = command is None or command in _SERVES
    shown = [fault for fault in faults if serves or fault.stops is Stops.ALL]
    if not shown:
        return ""
    lines = [f"  {fault}" for fault in shown]
    head = "The site cannot start with these settings:"
    return "\n".join([head, *lines, "For all checks, run: manage.py check_production"])


def command_of(arguments: Sequence[str]) -> str:
    """The command of a line of manage.py; "help" where it names none."""
    words = [word for word in arguments[1:] if not word.startswith("-")]
    if not words or {"-h", "--help"} & set(arguments):
        return "help"
    return words[0]
