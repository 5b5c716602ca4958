"""Small things about requests that views of every app need."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from goclub.common.attachments import attachment
from goclub.common.refusals.forms import add_refusal
from goclub.common.refusals.registry import describe
from ratings.errors import RuleError

SGF_TYPE = "application/x-go-sgf"
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


def sgf_response(text: str, filename: str) -> HttpResponse:
    """A record as a file."""
    response = HttpResponse(text, content_type=SGF_TYPE)
    response["Content-Disposition"] = attachment(filename)
    return response


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
    return True


def status_of(*forms: BaseForm) -> int:
    """422 where a form was refused, 200 where all are new."""
    return 422 if any(form.errors for form in forms) else 200
