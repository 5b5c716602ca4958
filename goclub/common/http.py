"""Small things about requests and answers that views of every app need."""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from urllib.parse import quote

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm, BaseFormSet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from goclub.common.name_field import ascii_text, without_unseen
from goclub.common.refusals.registry import add_refusal, describe
from ratings.errors import RuleError


def attachment(filename: str) -> str:
    """Return the header ``Content-Disposition`` of a download.

    A name beyond ASCII is sent as it is, and in plain letters for programs that read no other.

    >>> attachment("kifu-7.sgf")
    'attachment; filename="kifu-7.sgf"'
    >>> attachment("łódź.csv")
    'attachment; filename="lodz.csv"; filename*=UTF-8\\'\\'%C5%82%C3%B3d%C5%BA.csv'
    >>> attachment("佐藤.sgf")
    'attachment; filename="download.sgf"; filename*=UTF-8\\'\\'%E4%BD%90%E8%97%A4.sgf'
    """
    name = re.sub(r"[\\/]", "-", without_unseen(filename)) or "download"
    plain = re.sub(r"[^\w. ()-]", "", ascii_text(name), flags=re.ASCII).strip()
    if not plain.rpartition(".")[0].strip(" .-"):
        plain = "download" + ("." + plain.rpartition(".")[2] if "." in plain else "")
    header = f'attachment; filename="{plain}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name, safe='')}"


SGF_TYPE = "application/x-go-sgf"
_SHOWN_ONCE: Final = "shown-once"
_SAME: Mapping[str, str] = MappingProxyType({})


def is_ours(request: HttpRequest, address: str) -> bool:
    """Whether an address that came with a request leads to this site, and no less safely."""
    # A bare word would be taken for the name of a view.
    absolute = address.startswith(("/", "http://", "https://"))
    hosts = {request.get_host()}
    return absolute and url_has_allowed_host_and_scheme(address, hosts, request.is_secure())


def page_before(request: HttpRequest) -> str:
    """Return the page with the form, where the browser says which; else the start page."""
    page = request.headers.get("Referer", "")
    return page if is_ours(request, page) else "/"


def sign_in_first(request: HttpRequest) -> HttpResponseRedirect:
    """To the sign-in, and back to this page from there."""
    return redirect_to_login(request.get_full_path())


def initial_from_query(request: HttpRequest, names: tuple[str, ...]) -> dict[str, object]:
    """Form fields that a link may fill in."""
    return {name: request.GET[name] for name in names if name in request.GET}


def download(data: str | bytes, content_type: str, filename: str) -> HttpResponse:
    """Return a file that the browser saves."""
    return HttpResponse(data, content_type, headers={"Content-Disposition": attachment(filename)})


def sgf_response(text: str, filename: str) -> HttpResponse:
    """A record as a file."""
    return download(text, SGF_TYPE, filename)


# --- Form, try, refuse, redirect -----------------------------------------------------------------
def attempt(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something; say what happened, or why it could not."""
    try:
        act()
    except RuleError as error:
        messages.error(request, describe(error))
        return False
    messages.success(request, done)
    return True


def carried_out(
    request: HttpRequest,
    form: BaseForm,
    act: Callable[[], object],
    done: str,
    fields: Mapping[str, str] = _SAME,
) -> bool:
    """Do what a valid form asks for; a refusal goes beside its field.

    *fields* maps the rules' names of arguments to those of the form.
    """
    if not form.is_valid():
        return False
    try:
        act()
    except RuleError as error:
        add_refusal(form, error, fields)
        return False
    messages.success(request, done)
    note_clocks(request, form)
    return True


def note_clocks(request: HttpRequest, form: BaseForm) -> None:
    """Say what the change of the clocks does to the hours that a form was sent with."""
    for field in form.fields.values():
        if note := getattr(field, "clock_note", ""):
            messages.warning(request, note)


def status_of(context: Mapping[str, Any]) -> int:
    """422 for a page that shows a refused form, or why something was refused; else 200."""
    forms = (value for value in context.values() if isinstance(value, BaseForm | BaseFormSet))
    refused = any(form.is_bound and not form.is_valid() for form in forms)
    return 422 if refused or context.get("refusal") else 200


def form_page(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render a page with forms."""
    return render(request, template, context, status=status_of(context))


def show_once(request: HttpRequest, page: str, secret: str) -> HttpResponse:
    """Redirect to a page that shows a secret, which goes in a cookie: no table holds it."""
    response = redirect(page)
    response.set_signed_cookie(
        _SHOWN_ONCE,
        secret,
        salt=f"{_SHOWN_ONCE}.{request.user.pk}",
        max_age=60,
        path=response["Location"],
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return response


def shown_once(request: HttpRequest) -> str:
    """Return the secret to show, "" for none."""
    salt = f"{_SHOWN_ONCE}.{request.user.pk}"
    return request.get_signed_cookie(_SHOWN_ONCE, default="", salt=salt, max_age=60) or ""


def render_once(request: HttpRequest, template: str, context: Mapping[str, Any]) -> HttpResponse:
    """Render a page that may show a secret, and forget it."""
    response = form_page(request, template, context)
    if _SHOWN_ONCE in request.COOKIES:
        response.delete_cookie(_SHOWN_ONCE, path=request.path)
    return response


class RefusedFormMixin:
    """For the form views of Django: a refused form answers 422, as all of ours do."""

    def form_invalid(self, form: Any) -> Any:
        """Show the form with its errors."""
        response = super().form_invalid(form)  # type: ignore[misc]
        response.status_code = 422
        return response


def packed(data: bytes) -> str:
    """A file as the text of a form's field, small enough for one.

    >>> unpacked(packed(b"<Tournament/>"), most=100)
    b'<Tournament/>'
    """
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def unpacked(text: str, *, most: int) -> bytes:
    """The file of :func:`packed`, of ``most`` bytes and one where it is larger; b"" for any other
    text."""
    try:
        raw = base64.b64decode(text, validate=True)
        return zlib.decompressobj().decompress(raw, most + 1)
    except (binascii.Error, ValueError, zlib.error):
        return b""
