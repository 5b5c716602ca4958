"""Posting one message: signed, to the address that was judged, with an end to all waiting."""

from __future__ import annotations

import base64
import hashlib
import hmac
import http.client
import secrets
import socket
import ssl
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from goclub.members.hooks.services.addresses import Found, Place, found_at, place_of
from ratings.errors import RuleError

#: Seconds of silence, and seconds for the whole of a try, however slowly something comes.
SILENCE: Final = 5
WHOLE: Final = 10
#: Addresses of one name that are tried.
_MOST_FOUND: Final = 3
#: By which a secret is known for one of these (Standard Webhooks).
PREFIX: Final = "whsec_"


class NotTaken(Exception):
    """A message did not arrive: ``trouble`` a code of the labels, ``status`` what was answered."""

    def __init__(self, trouble: str, status: int | None = None) -> None:
        super().__init__(trouble)
        self.trouble, self.status = trouble, status


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
    """Post a message; returns the status of an answer that took it.  Raises NotTaken.

    Redirects are not followed and of the answer only its head is read.
    """
    try:
        place = place_of(address)
        addresses = found_at(place)
    except RuleError as error:
        raise NotTaken(error.name) from error
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "goclub-webhooks/1",
        "webhook-id": message,
        "webhook-timestamp": str(seconds),
        "webhook-signature": signature(secret=secret, message=message, seconds=seconds, body=body),
    }
    status = _answered(place, addresses, body, headers)
    if not 200 <= status < 300:
        raise NotTaken("redirects" if 300 <= status < 400 else "answered", status)
    return status


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
    place: Place, addresses: Sequence[Found], body: bytes, headers: Mapping[str, str]
) -> int:
    connection = _Judged(place, addresses)
    watch = threading.Timer(WHOLE, connection.end)
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", place.path, body, dict(headers))
        status = connection.getresponse().status
    except TimeoutError as error:
        raise NotTaken("silent") from error
    except ssl.SSLCertVerificationError as error:
        raise NotTaken("certificate") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise NotTaken("silent" if connection.ended else "unreachable") from error
    else:
        if connection.ended:  # what came is cut off, though it may begin well
            raise NotTaken("silent")
        return status
    finally:
        watch.cancel()
        connection.close()
