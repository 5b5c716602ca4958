"""Comments and variations of members in the office's admin: to look at, to hide, to delete."""

from __future__ import annotations

from typing import TypeVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from goclub.common.admin import ReadOnly, ask_in_office
from goclub.common.confirmation import Question, is_confirmed
from goclub.common.forms import ReasonForm
from goclub.games.models import KifuNote, KifuVariation
from goclub.members.comments.services import hide_comment, show_comment
from goclub.members.models import NewsComment
from goclub.members.requests import act_of, user_of

Annotation = TypeVar("Annotation", KifuNote, KifuVariation, NewsComment)

PEOPLE = ["author__member__display_name", "author__member__romanised_name", "author__username"]
GAMES = [
    "kifu__black_name",
    "kifu__white_name",
    "kifu__game__black__display_name",
    "kifu__game__white__display_name",
]
RELATED = ["author__member", "kifu__game__black", "kifu__game__white"]


class HiddenFilter(admin.SimpleListFilter):
    """What the office hid, and what everybody sees."""

    title = gettext_lazy("hidden")
    parameter_name = "hidden"

    def lookups(
        self, _request: HttpRequest, _model_admin: object
    ) -> list[tuple[str, StrOrPromise]]:
        return [("no", gettext_lazy("shown")), ("yes", gettext_lazy("hidden"))]

    def queryset(
        self, _request: HttpRequest, queryset: QuerySet[Annotation]
    ) -> QuerySet[Annotation]:
        if self.value() in ("no", "yes"):
            return queryset.filter(hidden_at__isnull=self.value() == "no")
        return queryset


class AnnotationAdmin(ReadOnly, admin.ModelAdmin[Annotation]):
    """Nobody writes for others: the office hides with a reason, and the chair may delete."""

    task = "games"
    list_filter = [HiddenFilter, "at"]
    list_select_related = RELATED
    date_hierarchy = "at"
    actions = ["hide_chosen", "show_chosen"]
    hide_page: str

    def has_delete_permission(self, request: HttpRequest, _obj: object = None) -> bool:
        return user_of(request).has_perm(f"{self.opts.app_label}.delete_{self.opts.model_name}")

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        return user_of(request).has_perm(self.model.MODERATE)

    @admin.display(description=gettext_lazy("author"))
    def writer(self, annotation: Annotation) -> str:
        return str(getattr(annotation.author, "member", None) or annotation.author)

    @admin.display(description=gettext_lazy("shown"), boolean=True)
    def is_shown(self, annotation: Annotation) -> bool:
        return not annotation.is_hidden

    @admin.display(description=gettext_lazy("to do"))
    def hide_link(self, annotation: Annotation) -> str:
        if annotation.is_hidden:
            return annotation.hidden_reason
        url = reverse(self.hide_page, args=[annotation.pk])
        return format_html('<a href="{}">{}</a>', url, _("hide with a reason"))

    @admin.action(description=gettext_lazy("Hide"), permissions=["moderate"])
    def hide_chosen(
        self, request: HttpRequest, queryset: QuerySet[Annotation]
    ) -> HttpResponse | None:
        rows = list(queryset.filter(hidden_at=None))
        form = ReasonForm(request.POST if is_confirmed(request) else None)
        if rows and not form.is_valid():
            count = len(rows)
            question = Question(
                title=ngettext("Hide %(n)s row?", "Hide %(n)s rows?", count) % {"n": count},
                items=rows,
                effects=[_("The reason is shown in their place. They can be shown again.")],
                button=_("Hide"),
                back=request.path,
                form=form,
            )
            return ask_in_office(self, request, question)
        for annotation in rows:
            reason = form.cleaned_data["reason"]
            hide_comment(act_of(request), annotation, reason=reason)
        self._tell(request, len(rows))
        return None

    @admin.action(description=gettext_lazy("Show again"), permissions=["moderate"])
    def show_chosen(self, request: HttpRequest, queryset: QuerySet[Annotation]) -> None:
        rows = list(queryset.exclude(hidden_at=None))
        for annotation in rows:
            show_comment(act_of(request), annotation)
        self._tell(request, len(rows))

    def _tell(self, request: HttpRequest, n: int) -> None:
        text = ngettext("%(n)d row changed.", "%(n)d rows changed.", n)
        self.message_user(request, text % {"n": n})


class OfKifu:
    """Mixin: the game that a comment or a variation is about."""

    @admin.display(description=gettext_lazy("kifu"))
    def game(self, annotation: KifuNote | KifuVariation) -> str:
        kifu = annotation.kifu
        return format_html('<a href="{}#comments">{}</a>', kifu.get_absolute_url(), kifu.heading)


@admin.register(KifuNote)
class KifuNoteAdmin(OfKifu, AnnotationAdmin[KifuNote]):
    list_display = ["id", "writer", "beginning", "game", "at", "is_shown", "hide_link"]
    search_fields = ["text", "hidden_reason", *PEOPLE, *GAMES]
    hide_page = "games:note-hide"

    @admin.display(description=gettext_lazy("comment"))
    def beginning(self, note: KifuNote) -> str:
        return str(note)


@admin.register(KifuVariation)
class KifuVariationAdmin(OfKifu, AnnotationAdmin[KifuVariation]):
    list_display = ["id", "writer", "moves", "game", "at", "is_shown", "hide_link"]
    search_fields = ["hidden_reason", *PEOPLE, *GAMES]
    hide_page = "games:variation-hide"


@admin.register(NewsComment)
class NewsCommentAdmin(AnnotationAdmin[NewsComment]):
    list_display = ["id", "writer", "beginning", "post", "at", "is_shown", "hide_link"]
    list_select_related = ["author__member", "post"]
    search_fields = ["text", "hidden_reason", "post__title", *PEOPLE]
    hide_page = "members:comment-hide"

    @admin.display(description=gettext_lazy("comment"))
    def beginning(self, comment: NewsComment) -> str:
        return str(comment)
