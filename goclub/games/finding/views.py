"""The answers to what is typed into a field of members."""

from __future__ import annotations

from django.http import HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from goclub.common.limits import asked_too_often
from goclub.games.finding.queries import NEEDED, SCOPES, as_answers, found_for
from goclub.members.requests import MemberRequest
from goclub.members.visitors import rights_of


@require_safe
def find(request: MemberRequest) -> HttpResponse:
    """Members for ``q``, as the reader may see them in the members' table; ``for`` a purpose."""
    rights = rights_of(request)
    if not rights.table:
        return JsonResponse({"said": _("Please sign in first.")}, status=403)
    if wait := asked_too_often(request, "find"):
        return wait
    purpose = request.GET.get("for", "present")
    scope = SCOPES.get(purpose)
    if scope is None:
        return JsonResponse({"said": _("This search is not available.")}, status=404)
    if (needed := NEEDED.get(purpose)) and not request.user.has_perm(needed):
        return JsonResponse({"said": _("You do not have permission to do this.")}, status=403)
    among = scope(request.member).shown_to(visitor=rights.visitor)
    found_members = found_for(request.GET.get("q", ""), among, request.member)
    return JsonResponse({"members": as_answers(found_members)})
