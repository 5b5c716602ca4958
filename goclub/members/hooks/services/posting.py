"""Posting one message: signed, to an address that was judged, with an end to all waiting."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import re
import secrets
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from ratings.errors import Code, RuleError

#: Characters of an address.
LONGEST: Final = 500
#: Seconds for which a name may be looked for.
PATIENCE: Final = 5
_PLAIN: Final = re.compile(r"[!-\[\]-~]+")  # printable, no space, no backslash
_LABEL: Final = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
_NUMBER: Final = re.compile(r"\d+|0x[0-9a-f]*")
#: Only these are given to the open internet; the others are inside, or will be.
_OPEN: Final = IPv6Network("2000::/3")
#: IPv4 within IPv6: NAT64 carries it in its last 32 bits.
_NAT64: Final = IPv6Network("64:ff9b::/96")
#: Public by number, but a part of the machine that a provider rents out.
_PROVIDERS: Final = {IPv4Address("168.63.129.16")}

#: Family and address of a socket, as the system's resolver says them.
Found = tuple[socket.AddressFamily, tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a message goes: ``host`` in ASCII and without brackets, ``path`` with its query."""

    host: str
    port: int
    path: str

    @property
    def inside(self) -> bool:
        """Return whether webhooks to programs inside the own network are allowed."""
        return f"{self.host}:{self.port}" in settings.WEBHOOK_INSIDE


def place_of(address: str, *, longest: int = LONGEST) -> Place:
    """Read an address; names are not looked for.  Raises RuleError for what is none of ours.

    >>> place_of("https://example.org/hook?a=1")
    Place(host='example.org', port=443, path='/hook?a=1')
    """
    if len(address) > longest:
        raise Refusal(
            _("An address can have at most 500 characters; this one has %(value)s."),
            code=Code.RANGE,
            field="address",
            value=len(address),
            reason="too_long",
        )
    parts = _split(address)
    if parts.scheme != "https":
        raise _refused(address, "hooks.not_https")
    if "@" in parts.netloc:
        raise Refusal(
            _("The address cannot contain a name or password."),
            code=Code.TYPE,
            field="address",
            reason="with_password",
        )
    try:
        port = 443 if parts.port is None else parts.port
    except ValueError:
        raise _refused(address, "hooks.no_address") from None
    place = Place(
        _host(parts.hostname or "", address),
        port,
        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
    )
    if not place.inside and port not in settings.WEBHOOK_PORTS:
        raise Refusal(
            _("Webhooks cannot use port %(value)s. Remove it from the address."),
            code=Code.TYPE,
            field="address",
            value=str(port),
            reason="port",
        )
    return place


def found_at(place: Place) -> Sequence[Found]:
    """Where a place is on the internet.

    Raises RuleError for a name that nobody knows (``no_such_name``), and where any of its
    addresses lies inside (``inside``).
    """
    addresses = _looked_up(place)
    if not addresses:
        raise Refusal(
            _("There is no server called “%(value)s” on the internet. Check the address."),
            code=Code.UNKNOWN,
            field="address",
            value=place.host,
            reason="no_such_name",
        )
    if not place.inside and not all(is_open(str(where[0])) for _family, where in addresses):
        raise points_inside(place)
    return addresses


def points_inside(place: Place) -> Refusal:
    """What to raise of a place inside the server's own network."""
    return Refusal(
        _("“%(value)s” points inside this server or its network."),
        code=Code.FORBIDDEN,
        field="address",
        value=place.host,
        reason="inside",
    )


def is_open(number: str) -> bool:
    """Whether an IP address is one of the open internet, and none of this machine or network.

    >>> [is_open(ip) for ip in ("93.184.215.14", "127.0.0.1", "::ffff:10.0.0.1", "fe80::1%eth0")]
    [True, False, False, False]
    """
    try:
        ip = ip_address(number)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address):
        if ip in _NAT64:
            return _is_open4(IPv4Address(int(ip) & 0xFFFFFFFF))
        tunnelled = ip.ipv4_mapped or ip.sixtofour or ip.teredo
        return not (tunnelled or ip.scope_id) and ip in _OPEN and ip.is_global
    return _is_open4(ip)


def _is_open4(ip: IPv4Address) -> bool:
    return ip.is_global and not ip.is_multicast and not ip.is_reserved and ip not in _PROVIDERS


def _split(address: str) -> SplitResult:
    # Line breaks and tabs are silently left out by what reads addresses.
    if any(mark.isspace() or not mark.isprintable() for mark in address):
        raise _refused(address, "hooks.no_address")
    try:
        parts = urlsplit(address)
    except ValueError:
        raise _refused(address, "hooks.no_address") from None
    written = parts.path + parts.query
    if written and not _PLAIN.fullmatch(written):
        raise _refused(address, "hooks.no_address")
    if parts.fragment or "\\" in address:
        raise _refused(address, "hooks.no_address")
    return parts


def _host(host: str, address: str) -> str:
    """The host in ASCII: an IP address in its one usual spelling, or a name with a point."""
    if ":" in host:
        try:
            return str(IPv6Address(host if "%" not in host else ""))
        except ValueError:
            raise _refused(address, "hooks.no_address") from None
    try:
        plain = host.encode("idna").decode().lower().removesuffix(".")
    except UnicodeError:
        raise _refused(address, "hooks.no_address") from None
    labels = plain.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        # 2130706433, 0177.0.0.1 and 127.1 are spellings of 127.0.0.1 that systems understand.
        try:
            return str(IPv4Address(plain))
        except ValueError:
            raise _refused(address, "hooks.no_address") from None
    if not all(map(_LABEL.fullmatch, labels)) or len(plain) > 253:
        raise _refused(address, "hooks.no_address")
    return plain


def _looked_up(place: Place) -> list[Found]:
    # A resolver may take longer than anybody waits; its thread ends by itself.
    pool = ThreadPoolExecutor(max_workers=1)
    asked = pool.submit(socket.getaddrinfo, place.host, place.port, type=socket.SOCK_STREAM)
    pool.shutdown(wait=False)
    try:
        return [(family, where) for family, _type, _proto, _name, where in asked.result(PATIENCE)]
    except (OSError, UnicodeError, TooLong):
        return []


def _refused(address: str, reason: str) -> RuleError:
    return RuleError(Code.TYPE, "address", address[:80], reason=reason)


#: Seconds of silence, and seconds for the whole of a try, however slowly something comes.
SILENCE: Final = 5
WHOLE: Final = 10
#: Addresses of one name that are tried.
_MOST_FOUND: Final = 3
#: By which a secret is known for one of these (Standard Webhooks).
PREFIX: Final = "whsec_"


class NotTaken(Exception):
    """A message did not arrive: ``trouble`` a code of the labels, ``status`` what was answered,
    ``wait`` for how many seconds the other side wants to be left alone."""

    def __init__(self, trouble: str, status: int | None = None, wait: int = 0) -> None:
        super().__init__(trouble)
        self.trouble, self.status, self.wait = trouble, status, wait


def new_secret() -> str:
    """A secret of 256 bits, as Standard Webhooks writes them."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(*, secret: str, message: str, seconds: int, body: bytes) -> str:
    """The signature of a message: HMAC-SHA256 over its id, its time and its body.

    >>> secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
    >>> body = b'{"test": 2432232314}'
    >>> message = "msg_p5jXN8AQM9LWM0D4loKWxJek"
    >>> signature(secret=secret, message=message, seconds=1614265330, body=body)
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{message}.{seconds}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def post(*, address: str, secret: str, message: str, seconds: int, body: bytes) -> int:
    """Post a message; returns the status of an answer that took it.  Raises NotTaken."""
    try:
        place = place_of(address)
    except RuleError as error:
        raise NotTaken(error.name) from error
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "goclub-webhooks/1",
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(secret=secret, message=message, seconds=seconds, body=body),
    }
    return post_to(place, body=body, headers=headers)


def post_to(place: Place, *, body: bytes, headers: Mapping[str, str]) -> int:
    """Post to a place on the internet; returns the status of an answer that took it.

    Redirects are not followed and of the answer only its head is read.  Raises NotTaken, also
    where the name of the place leads inside.
    """
    return _exchanged(place, body, headers)[0]


def get_from(place: Place, *, most: int) -> bytes:
    """Get what is at a place on the internet, of which at most so many bytes are read.

    Raises NotTaken as :func:`post_to` does, and ``too_large``.
    """
    headers = {"User-Agent": "goclub/1", "Accept-Encoding": "identity"}
    _status, answer = _exchanged(place, None, headers, most=most + 1)
    if len(answer) > most:
        raise NotTaken("too_large")
    return answer


def _exchanged(
    place: Place, body: bytes | None, headers: Mapping[str, str], *, most: int = 0
) -> tuple[int, bytes]:
    """The status of an answer that took a request, and the first bytes of what it says."""
    try:
        addresses = found_at(place)
    except RuleError as error:
        raise NotTaken(error.name) from error
    status, answer, wait = _answered(place, addresses, body, headers, most)
    if not 200 <= status < 300:
        raise NotTaken("redirects" if 300 <= status < 400 else "answered", status, wait)
    return status, answer


class _Judged(http.client.HTTPSConnection):
    """A connection to addresses that were judged, under the certificate of the name."""

    def __init__(self, place: Place, addresses: Sequence[Found]) -> None:
        self.secure = ssl.create_default_context()
        super().__init__(place.host, place.port, timeout=SILENCE, context=self.secure)
        self.found = addresses
        self.ended = False
        self._lock = threading.Lock()

    def connect(self) -> None:
        """Connect to the first address that answers; no name is looked for again."""
        refused: OSError = OSError("no address")
        for family, where in self.found[:_MOST_FOUND]:
            self._keep(socket.socket(family, socket.SOCK_STREAM))
            try:
                self.sock.settimeout(SILENCE)
                self.sock.connect(where)
                break
            except OSError as error:
                refused = error
                self.sock.close()
        else:
            raise refused
        self._keep(self.secure.wrap_socket(self.sock, server_hostname=self.host))

    def end(self) -> None:
        """The time is over: whoever waits for this connection goes on."""
        with self._lock:
            self.ended = True
            if self.sock is not None:
                with suppress(OSError):
                    self.sock.shutdown(socket.SHUT_RDWR)

    def _keep(self, opened: socket.socket) -> None:
        with self._lock:
            self.sock = opened
            if self.ended:
                opened.close()
                raise TimeoutError


def _answered(
    place: Place,
    addresses: Sequence[Found],
    body: bytes | None,
    headers: Mapping[str, str],
    most: int,
) -> tuple[int, bytes, int]:
    """The status, the first *most* bytes, and the seconds of Retry-After."""
    connection = _Judged(place, addresses)
    watch = threading.Timer(WHOLE, connection.end)
    watch.daemon = True
    watch.start()
    try:
        connection.request("GET" if body is None else "POST", place.path, body, dict(headers))
        response = connection.getresponse()
        wait = response.getheader("Retry-After") or ""
        answer = response.read(most) if most else b""
    except TimeoutError as error:
        raise NotTaken("silent") from error
    except ssl.SSLCertVerificationError as error:
        raise NotTaken("certificate") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotTaken("silent" if connection.ended else "unreachable") from error
    else:
        if connection.ended:  # what came is cut off, though it may begin well
            raise NotTaken("silent")
        return response.status, answer, int(wait) if re.fullmatch("[0-9]{1,6}", wait) else 0
    finally:
        watch.cancel()
        connection.close()
