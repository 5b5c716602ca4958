"""The office’s rating lists: which there are, uploading, deleting."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from goclub.common.confirmation import Question
from goclub.common.limits import limited
from goclub.common.notation import number
from goclub.games.models import Job
from goclub.leagues.models import Event, RatingList
from goclub.leagues.ratinglist.forms import RatingListForm
from goclub.leagues.ratinglist.queries import newest_lists
from goclub.leagues.ratinglist.services import MAY_ADD, MAY_DELETE, add_list, delete_list
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act


@method_decorator(limited("upload"), name="dispatch")
class RatingLists(ActionView):
    """All lists, and the form to upload another one."""

    form_class = RatingListForm
    template_name = "leagues/ratinglist/lists.html"

    def find(self) -> None:
        user = self.request.user
        needed = MAY_ADD if self.request.method == "POST" else "leagues.view_ratinglist"
        if not user.has_perm(needed):
            raise PermissionDenied

    def get_form_kwargs(self) -> dict[str, Any]:
        files = {"files": self.request.FILES} if self.request.method == "POST" else {}
        return super().get_form_kwargs() | files

    def context_for(self, form: Any) -> dict[str, Any]:  # noqa: ARG002
        events = Event.objects.only("slug", "name", "rating_list_id").order_by("-begins_on")
        lists = RatingList.objects.defer("data").select_related("added_by__member")
        user = self.request.user
        return {
            "lists": lists.prefetch_related(Prefetch("events", events)),
            "newest": {rating_list.pk for rating_list in newest_lists()},
            "may_add": user.has_perm(MAY_ADD),
            "may_delete": user.has_perm(MAY_DELETE),
        }

    def carry_out(self, act: Act, form: RatingListForm) -> str:
        values = form.cleaned_data
        newest = {row.source: row.listed_on for row in newest_lists()}
        job = add_list(
            act,
            source=values["source"],
            data=values["file"].read(),
            listed_on=values["listed_on"],
            is_complete=values["is_complete"],
        )
        self.done = self._done(job, newest.get(values["source"]))
        return reverse("games:job", args=[job.pk])

    def _done(self, job: Job, newest: Any) -> str:
        """What was uploaded; that a list is an old one is said at once."""
        added = RatingList.objects.only("source", "listed_on").get(pk=job.asked["list"])
        if newest and added.listed_on < newest:
            return _("Uploaded: %(list)s. A newer list is here, which stays the default.") % {
                "list": added
            }
        return _("Uploaded: %(list)s.") % {"list": added}


class DeleteRatingList(ButtonView):
    """Delete a list that no event froze."""

    done = gettext_lazy("Rating list deleted.")

    def find(self, pk: int) -> None:
        if not self.request.user.has_perm(MAY_DELETE):
            raise PermissionDenied
        self.rating_list = get_object_or_404(RatingList.objects.defer("data"), pk=pk)
        self.back = self.rating_list

    def question(self) -> Question:
        return Question(
            title=_("Delete %(list)s?") % {"list": self.rating_list},
            button=_("Delete"),
            back=self.rating_list.get_absolute_url(),
            effects=[
                _("Its players (%(n)s) are no longer found while entering.")
                % {"n": number(self.rating_list.players)},
                _("Entries that were filled from it stay as they are."),
            ],
        )

    def carry_out(self, act: Act, _form: object) -> RatingList:
        delete_list(act, self.rating_list)
        return self.rating_list
