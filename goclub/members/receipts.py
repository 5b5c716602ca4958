"""A request that a proxy sends once more is carried out once.

A process that is killed answers nothing: nginx asks the next one, with the same number of the
request (``X-Request-ID``).  The first service of a request therefore writes a receipt in its own
transaction (:mod:`goclub.common.transactions`), so that there is one exactly where something was
written; where the same request comes again, nothing is done, and who sent it is led to what the
first attempt made.  Without a proxy, or with one that gives no numbers, nothing is written.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from django.conf import settings
from django.contrib import messages
from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from goclub.common.http import page_before
from goclub.common.replicas import note_written
from goclub.common.transactions import receipt
from goclub.members.models import RequestReceipt
from goclub.members.models.receipt import LONGEST_PAGE

T = TypeVar("T")

#: How long one is kept: no proxy tries for so long.
KEPT: Final = timedelta(hours=1)
#: A number that no other request has: 128 bits and more.  Proxies that count begin anew some day.
_NUMBER: Final = re.compile(r"[A-Za-z0-9-]{32,64}")


class CarriedOut(Exception):
    """What this request asks for is done already."""


class Attempt:
    """The receipt of one request, :class:`goclub.common.transactions.Receipt`."""

    def __init__(self, key: uuid.UUID) -> None:
        self.key = key
        self.signed = False

    def sign(self, service: Callable[[], T]) -> T:
        """The first service of the request signs; those inside it and after it need not.

        Raises :class:`CarriedOut` where an attempt at the same moment did: the database takes one
        receipt, and this attempt undoes what it wrote.
        """
        if self.signed:
            return service()
        self.signed = True
        try:
            made = service()
            self._write(page_of(made))
        except BaseException:
            self.signed = False  # it falls with the transaction
            raise
        return made

    def before(self) -> RequestReceipt | None:
        """The receipt of an attempt that is done."""
        return RequestReceipt.objects.filter(key=self.key).first()

    def _write(self, page: str) -> None:
        try:
            RequestReceipt.objects.create(key=self.key, page=page)
        except IntegrityError as error:
            raise CarriedOut from error


def page_of(made: object) -> str:
    """Where what a service returned is seen; "" where it has no page."""
    address = getattr(made, "get_absolute_url", None)
    page = str(address()) if address else ""
    return page if len(page) <= LONGEST_PAGE else ""


def key_of(request: HttpRequest) -> uuid.UUID | None:
    """What tells this request from all others, and is the same where a proxy sends it again."""
    number = request.headers.get("X-Request-ID", "")
    if request.method != "POST" or not settings.BEHIND_PROXY or not _NUMBER.fullmatch(number):
        return None
    session = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
    told = repr((number, request.get_full_path(), session))
    return uuid.UUID(bytes=hashlib.sha256(told.encode("utf-8", "replace")).digest()[:16])


class ReceiptMiddleware:
    """Give a request that writes its receipt; answer one that was carried out before."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        key = key_of(request)
        token = receipt.set(Attempt(key) if key else None)
        try:
            return self.get_response(request)
        finally:
            receipt.reset(token)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Before the view looks: what it would look for may be changed, or gone, by now."""
        attempt = receipt.get()
        before = attempt.before() if isinstance(attempt, Attempt) else None
        return carried_out(request, before) if before else None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """An attempt at the same moment was first; what this one wrote is undone."""
        attempt = receipt.get()
        if not isinstance(error, CarriedOut) or not isinstance(attempt, Attempt):
            return None
        return carried_out(request, attempt.before())


def carried_out(request: HttpRequest, before: RequestReceipt | None) -> HttpResponse:
    """To what was written, or to the page from which it was sent."""
    note_written()
    said = _(
        "What you sent has arrived; only the answer to it was lost. Please look whether all is as"
        " you want it before you send it again."
    )
    if request.headers.get("Accept", "").startswith("application/json"):
        return JsonResponse({"done": True, "said": said})
    messages.info(request, said)
    return redirect((before and before.page) or page_before(request))


def forget_receipts(*, at: datetime) -> int:
    """Take out those that nobody can ask for any more; returns how many."""
    number, _by_table = RequestReceipt.objects.filter(at__lt=at - KEPT).delete()
    return number
