"""The page of a job: how far it is, and the way to its result."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from goclub.common.refusals.registry import describe, refusal_of
from goclub.games.jobs.services import percent
from goclub.games.models import Job
from goclub.members.requests import MemberRequest, user_of


@login_required
@require_safe
@never_cache
def job_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """What somebody asked for; nobody else's."""
    job = get_object_or_404(Job, pk=pk, by=user_of(request))
    refused = None if job.refusal is None else describe(refusal_of(job.refusal))
    context = {"job": job, "percent": percent(job), "refused": refused}
    return render(request, "games/jobs/job.html", context)


@login_required
@require_safe
@never_cache
def job_progress(request: MemberRequest, pk: int) -> HttpResponse:
    """How far it is, for the script of the page."""
    job = get_object_or_404(Job, pk=pk, by=user_of(request))
    return JsonResponse({"percent": percent(job), "over": job.finished_at is not None})
