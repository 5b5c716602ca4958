"""Writing a bulletin, publishing it, and keeping the PDF that is made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.games.bulletin.queries import mark_of_bulletin
from goclub.games.jobs.services import ask_for
from goclub.games.models import Bulletin, BulletinFile, BulletinItem, Job, Kifu
from goclub.go.records.text import strip_unseen
from goclub.members.models import User
from goclub.members.requests import Act
from goclub.members.rights import need
from ratings.errors import Code

EDIT = "members.post_news"
#: A bulletin has so many parts at most.
MOST_ITEMS = 100
_TYPED = ("title", "issued_on", "language", "introduction")
#: So soon after a bulletin of one editor another with the same words is the same form.
_SAME_FORM = timedelta(minutes=1)


def may_edit(user: User) -> bool:
    """Those who post the club's news write its bulletins."""
    return user.has_perm(EDIT)


@atomic_retried
def save_bulletin(act: Act, bulletin: Bulletin) -> Bulletin:
    """Store a bulletin, where nobody else has changed it since it was read."""
    bulletin.introduction = strip_unseen(bulletin.introduction).strip()
    if bulletin.pk:
        before = _changing(act, bulletin)
        if act.version and act.version != before.version:
            raise Refusal(
                _(
                    "Someone else changed this bulletin while you were writing. Open it in "
                    "another tab to compare, then save again to replace it."
                ),
                field="introduction",
                reason="changed",
            )
        bulletin.published_at = before.published_at
    elif twin := _twin(act, bulletin):
        return twin
    return _changed(act, bulletin)


def _twin(act: Act, bulletin: Bulletin) -> Bulletin | None:
    """The bulletin of the same form, which was sent twice."""
    lock_row(act.user)
    typed = {name: getattr(bulletin, name) for name in _TYPED}
    mine = Bulletin.objects.filter(changed_by=act.user, changed_at__gt=act.at - _SAME_FORM)
    return mine.filter(**typed).first()


def _changing(act: Act, bulletin: Bulletin) -> Bulletin:
    """The bulletin as it is, locked until it is changed."""
    need(act.by, EDIT)
    try:
        return lock_row(bulletin)
    except Bulletin.DoesNotExist:
        raise Refusal(
            _("This bulletin has been deleted in the meantime."), field="title", reason="deleted"
        ) from None


def _changed(act: Act, bulletin: Bulletin) -> Bulletin:
    need(act.by, EDIT)
    bulletin.changed_at, bulletin.changed_by = act.at, act.by
    bulletin.full_clean()
    bulletin.save()
    return bulletin


@atomic_retried
def add_games(act: Act, bulletin: Bulletin, kifus: Iterable[Kifu]) -> Bulletin:
    """Add games at the end; those that are in it already stay where they are."""
    bulletin = _changing(act, bulletin)
    known = set(bulletin.items.values_list("kifu", flat=True))
    for kifu in kifus:
        if kifu.pk not in known:
            _append(bulletin, BulletinItem(kind=BulletinItem.Kind.GAME, kifu=kifu))
    return _changed(act, bulletin)


@atomic_retried
def save_item(act: Act, item: BulletinItem) -> Bulletin:
    """Store a part that was changed, or add standings or a text at the end."""
    bulletin = _changing(act, item.bulletin)
    item.text = strip_unseen(item.text).strip()
    if item.kind == BulletinItem.Kind.TEXT and not (item.text or item.title):
        raise Refusal(
            _("Choose standings, or enter a title or a text."), code=Code.MISSING, field="text"
        )
    if item.pk:
        if not bulletin.items.filter(pk=item.pk).exists():
            raise Refusal(
                _("This part has been removed from the bulletin in the meantime."),
                field="text",
                reason="removed",
            )
        item.full_clean()
        item.save(force_update=True)
    else:
        _append(bulletin, item)
    return _changed(act, bulletin)


def _append(bulletin: Bulletin, item: BulletinItem) -> None:
    if bulletin.items.count() >= MOST_ITEMS:
        raise Refusal(
            _("A bulletin has at most %(value)s parts. Start another bulletin for the rest."),
            field="kifu",
            value=MOST_ITEMS,
            reason="too_many",
        )
    last = bulletin.items.aggregate(last=Max("position"))["last"] or 0
    item.bulletin, item.position = bulletin, last + 1
    item.full_clean()
    item.save()


@atomic_retried
def order_items(act: Act, bulletin: Bulletin, *, order: Sequence[int]) -> Bulletin:
    """Put the parts into this order; parts that it does not name come last."""
    bulletin = _changing(act, bulletin)
    places = {key: place for place, key in enumerate(order)}
    items = sorted(bulletin.items.all(), key=lambda item: places.get(item.pk, len(places)))
    for position, item in enumerate(items, start=1):
        item.position = position
    BulletinItem.objects.bulk_update(items, ["position"])
    return _changed(act, bulletin)


@atomic_retried
def remove_item(act: Act, item: BulletinItem) -> Bulletin:
    """Remove a part."""
    bulletin = _changing(act, item.bulletin)
    bulletin.items.filter(pk=item.pk).delete()
    return _changed(act, bulletin)


@atomic_retried
def publish(act: Act, bulletin: Bulletin, *, is_published: bool) -> Bulletin:
    """Show a bulletin to the members, or to its editors alone again."""
    bulletin = _changing(act, bulletin)
    if is_published:
        _need_parts(bulletin)
    bulletin.published_at = act.at if is_published else None
    bulletin.save()
    return bulletin


def _need_parts(bulletin: Bulletin) -> None:
    if not bulletin.items.exists():
        raise Refusal(
            _("This bulletin is empty. Add a game, standings or a text first."),
            code=Code.MISSING,
            field="kifu",
        )


@atomic_retried
def delete_bulletin(act: Act, bulletin: Bulletin) -> None:
    """Delete a bulletin with its parts and its PDF; the games stay in the library."""
    _changing(act, bulletin).delete()


# --- The PDF --------------------------------------------------------------------------------------
def ask_for_pdf(act: Act, bulletin: Bulletin) -> Job | None:
    """Have the PDF made in the background; None where there is one of the bulletin as it is."""
    _need_parts(bulletin)
    mark = mark_of_bulletin(bulletin)
    if BulletinFile.objects.filter(bulletin=bulletin, mark=mark).exists():
        return None
    # What was made before is no longer there.
    Job.objects.filter(kind="bulletin", by=act.user, finished_at__isnull=False).delete()
    return ask_for(
        act,
        "bulletin",
        asked={"bulletin": bulletin.pk, "mark": mark},
        title=bulletin.title,
        back=bulletin.get_absolute_url(),
    )


@atomic_retried
def keep_pdf(act: Act, bulletin: Bulletin, *, mark: str, data: bytes) -> None:
    """Keep the PDF in the place of an earlier one."""
    BulletinFile.objects.update_or_create(
        bulletin=bulletin,
        defaults={"mark": mark, "data": data, "size": len(data), "made_at": act.at},
    )
