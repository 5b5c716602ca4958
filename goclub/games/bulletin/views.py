"""Bulletins: the list, one with its PDF, and writing one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from goclub.common.confirmation import Question
from goclub.common.http import download
from goclub.common.limits import limited
from goclub.common.reading import read_numbers
from goclub.common.transactions import atomic_retried
from goclub.games.bulletin.forms import AddGamesForm, BulletinForm, ItemForm
from goclub.games.bulletin.labels import item_title, omitted_text
from goclub.games.bulletin.queries import bulletins_for, is_gone, items_of, mark_of_bulletin
from goclub.games.bulletin.services import (
    add_games,
    ask_for_pdf,
    delete_bulletin,
    may_edit,
    order_items,
    publish,
    remove_item,
    save_bulletin,
    save_item,
)
from goclub.games.models import Bulletin, BulletinFile, BulletinItem, Kifu
from goclub.members.actions import ActionView, ButtonView
from goclub.members.requests import Act, MemberRequest, user_of

A_PAGE = 24


@login_required
@require_safe
def bulletin_list(request: MemberRequest) -> HttpResponse:
    """The bulletins, the newest first; drafts for those who write them."""
    edits = may_edit(user_of(request))
    page = Paginator(bulletins_for(may_edit=edits), A_PAGE).get_page(request.GET.get("page"))
    context = {"page_obj": page, "may_edit": edits}
    return render(request, "games/bulletin/bulletin_list.html", context)


def _find(request: MemberRequest, pk: int) -> Bulletin:
    return get_object_or_404(bulletins_for(may_edit=may_edit(user_of(request))), pk=pk)


def _files(bulletin: Bulletin, items: Iterable[BulletinItem]) -> QuerySet[BulletinFile]:
    """The PDF, unless a game has left the library since it was made."""
    files = BulletinFile.objects.filter(bulletin=bulletin)
    if any(map(is_gone, items)):
        return files.filter(mark=mark_of_bulletin(bulletin))
    return files


@login_required
@require_safe
def bulletin_detail(request: MemberRequest, pk: int) -> HttpResponse:
    """A bulletin: its introduction, its parts and the PDF."""
    bulletin = _find(request, pk)
    items = list(items_of(bulletin))
    file = _files(bulletin, items).defer("data").first()
    context = {
        "bulletin": bulletin,
        "items": [(item, item_title(item), not is_gone(item)) for item in items],
        "omitted": [omitted_text(item) for item in filter(is_gone, items)],
        "file": file,
        "is_fresh": file is not None and file.mark == mark_of_bulletin(bulletin),
        "may_edit": may_edit(user_of(request)),
    }
    return render(request, "games/bulletin/bulletin_detail.html", context)


@login_required
@require_safe
def bulletin_pdf(request: MemberRequest, pk: int) -> HttpResponse:
    """The PDF, as a file."""
    bulletin = _find(request, pk)
    file = get_object_or_404(_files(bulletin, items_of(bulletin)))
    return download(bytes(file.data), "application/pdf", f"{bulletin.title}.pdf")


@method_decorator(limited("upload"), name="dispatch")
class MakePdf(ButtonView):
    """Have the PDF made, by anyone who may read the bulletin; kept until the bulletin changes."""

    done = gettext_lazy("The PDF is ready, or being made.")

    def find(self, pk: int) -> None:
        self.back = self.bulletin = _find(self.request, pk)

    def carry_out(self, act: Act, _form: object) -> Any:
        job = ask_for_pdf(act, self.bulletin)
        return self.bulletin if job is None else reverse("games:job", args=[job.pk])


# --- Writing --------------------------------------------------------------------------------------
class EditorView(ActionView):
    """What those who write bulletins do with the one that the address names, or with a new one."""

    def find(self, pk: int | None = None, item: int | None = None) -> HttpResponse | None:
        if not may_edit(user_of(self.request)):
            raise PermissionDenied
        self.back = self.bulletin = get_object_or_404(Bulletin, pk=pk) if pk else Bulletin()
        new = BulletinItem(bulletin=self.bulletin, kind=BulletinItem.Kind.TEXT)
        self.item = get_object_or_404(items_of(self.bulletin), pk=item) if item else new
        return None

    def context_for(self, _form: object) -> dict[str, Any]:
        """Return the bulletin, and where the way back leads."""
        is_new = not self.bulletin.pk
        back = reverse("games:bulletins") if is_new else self.bulletin.get_absolute_url()
        return {"bulletin": None if is_new else self.bulletin, "back": back}


class EditBulletin(EditorView):
    """Write a bulletin, or change what it says of itself."""

    form_class = BulletinForm
    template_name = "games/bulletin/form.html"
    done = gettext_lazy("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": self.bulletin}

    def carry_out(self, act: Act, form: BulletinForm) -> Bulletin:
        return save_bulletin(act, form.instance)

    def context_for(self, form: object) -> dict[str, Any]:
        shown = super().context_for(form)
        now = Bulletin.objects.filter(pk=self.bulletin.pk).first()
        title = _("Edit the bulletin") if now else _("New bulletin")
        return shown | {"title": title, "version": now.version if now else ""}


class AddGames(EditorView):
    """Add the games that were chosen in the library."""

    form_class = AddGamesForm
    template_name = "games/bulletin/add_games.html"
    done = gettext_lazy("Games added.")

    def find(self, pk: int | None = None, item: int | None = None) -> HttpResponse | None:
        super().find(pk, item)
        sent = self.request.POST or self.request.GET
        chosen = read_numbers(sent.getlist("pk"))
        self.kifus = list(Kifu.objects.in_library().with_game().light().filter(pk__in=chosen))
        if self.kifus:
            return None
        messages.error(self.request, _("Choose at least one game."))
        return redirect("games:kifu-list")

    def get_initial(self) -> dict[str, Any]:
        """Return the games, and the bulletin that was changed last."""
        latest = Bulletin.objects.order_by("-changed_at").first()
        return {"pk": [kifu.pk for kifu in self.kifus], "bulletin": latest}

    @atomic_retried
    def carry_out(self, act: Act, form: AddGamesForm) -> Bulletin:
        data = form.cleaned_data
        bulletin = data["bulletin"] or save_bulletin(
            act, Bulletin(title=data["title"], language=self.request.LANGUAGE_CODE)
        )
        return add_games(act, bulletin, self.kifus)

    def context_for(self, form: object) -> dict[str, Any]:
        return super().context_for(form) | {"kifus": self.kifus}


class EditItem(EditorView):
    """Change a part, or add standings or a text."""

    form_class = ItemForm
    template_name = "games/bulletin/form.html"
    done = gettext_lazy("Saved.")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"instance": self.item}

    def carry_out(self, act: Act, form: ItemForm) -> Bulletin:
        return save_item(act, form.instance)

    def context_for(self, form: object) -> dict[str, Any]:
        title = item_title(self.item) if self.item.pk else _("Add standings or a text")
        return super().context_for(form) | {"title": title}


class OrderItems(EditorView, ButtonView):
    """Put the parts into the order that was sent; without a script, move one up or down."""

    done = gettext_lazy("Order saved.")

    def carry_out(self, act: Act, _form: object) -> str:
        order = read_numbers(self.request.POST.getlist("item"))
        for name, step in (("criteria_up", -1), ("criteria_down", 1)):
            for key in read_numbers(self.request.POST.getlist(name)):
                if key in order:
                    place = order.index(key)
                    order.insert(max(0, place + step), order.pop(place))
        bulletin = order_items(act, self.bulletin, order=order)
        return f"{bulletin.get_absolute_url()}#parts"


class RemoveItem(EditorView, ButtonView):
    """Remove a part."""

    done = gettext_lazy("Removed from the bulletin.")

    def carry_out(self, act: Act, _form: object) -> Bulletin:
        return remove_item(act, self.item)


class PublishBulletin(EditorView, ButtonView):
    """Show the bulletin to the members; ``off``: to those who write it alone."""

    def carry_out(self, act: Act, _form: object) -> Bulletin:
        is_published = "off" not in self.request.POST
        self.done = _("Published.") if is_published else _("No longer published.")
        return publish(act, self.bulletin, is_published=is_published)


class DeleteBulletin(EditorView, ButtonView):
    """Delete a bulletin, once it was asked."""

    done = gettext_lazy("Bulletin deleted.")

    def question(self) -> Question:
        return Question(
            title=_("Delete this bulletin?"),
            items=[self.bulletin],
            effects=[_("The bulletin and its PDF are deleted. The games stay in the library.")],
            button=_("Delete"),
            back=self.bulletin.get_absolute_url(),
        )

    def carry_out(self, act: Act, _form: object) -> str:
        delete_bulletin(act, self.bulletin)
        return "games:bulletins"
