"""Everything out again: members and games as CSV, all of the club as one archive."""

from __future__ import annotations

import io
import zipfile

from django.contrib.auth.decorators import login_required, permission_required
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from goclub.common.export import csv_lines, csv_response
from goclub.games.notebook.labels.exported import (
    PARTS,
    Exported,
    exported_decisions,
    exported_games,
    exported_members,
)
from goclub.games.notebook.queries import kifu_files
from goclub.games.notebook.views.batches import RIGHT
from goclub.members.requests import MemberRequest, user_of

_OFFICE_ONLY = "private, no-store"


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
def export(request: MemberRequest) -> HttpResponse:
    """What can be taken out."""
    return render(request, "games/notebook/export.html")


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
def members_csv(request: MemberRequest) -> HttpResponseBase:
    """Everybody, in the form in which members are brought along."""
    return _csv(_members(request))


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
def games_csv(_request: MemberRequest) -> HttpResponseBase:
    """Every confirmed game, in the form in which games are brought along."""
    return _csv(exported_games())


@login_required
@permission_required(RIGHT, raise_exception=True)
@require_safe
def everything_zip(request: MemberRequest) -> HttpResponseBase:
    """All tables of all rooms, and every record as it was uploaded."""
    tables = [_members(request), exported_games(), exported_decisions(), *PARTS]
    archive = io.BytesIO()  # compressed text: some megabytes for a club of many years
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for table in tables:
            with packed.open(f"{table.name}.csv", "w", force_zip64=True) as file:
                for line in csv_lines(table.header, table.rows):
                    file.write(line.encode())
        for name, data in kifu_files():
            packed.writestr(f"kifu/{name}", data)
    archive.seek(0)
    response = FileResponse(archive, as_attachment=True, filename="everything.zip")
    response["Cache-Control"] = _OFFICE_ONLY
    return response


def _members(request: MemberRequest) -> Exported:
    may_see = user_of(request).has_perm("members.see_birth_date")
    return exported_members(with_birth_dates=may_see)


def _csv(table: Exported) -> HttpResponseBase:
    response = csv_response(f"{table.name}.csv", table.header, table.rows)
    response["Cache-Control"] = _OFFICE_ONLY
    return response
