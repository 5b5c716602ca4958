"""Guests, nicknames, languages, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Final, NamedTuple

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext_lazy as _

from goclub.common.name_field import unseen_in, without_unseen
from goclub.common.photos import Photo
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row
from goclub.members.models import Member, MemberPicture, Nickname
from goclub.members.names import fold_name, is_blank
from goclub.members.requests import Act
from goclub.members.rights import need, need_above
from ratings.errors import Code, RuleError

#: As many letters as a name may have.
LONGEST_NAME: Final = 80


@atomic_retried
def add_guest(*, name: str) -> Member:
    """Find or create a guest of that name: someone to play with who holds no points."""
    if is_blank(name):
        raise RuleError(Code.MISSING, "name")
    if unseen_in(name.strip()):
        raise RuleError(Code.TYPE, "name", reason="names.unseen")
    if len(name.strip()) > LONGEST_NAME:
        raise Refusal(
            _("The name is longer than %(most)s characters. Shorten it."),
            code=Code.RANGE,
            field="name",
            reason="name_too_long",
            most=LONGEST_NAME,
        )
    guests = Member.objects.filter(status=Member.Status.GUEST, display_name=name.strip())
    return guests.first() or Member.objects.create(
        status=Member.Status.GUEST, display_name=name.strip()
    )


class Called(NamedTuple):
    """A name under which somebody plays elsewhere, and where."""

    name: str
    server: str = ""


#: A name with what stands behind it in brackets; commas part names, but not inside brackets.
_NICKNAME: Final = re.compile(r"(?:[^,;、，；(]|\([^)]*(?:\)|$))+")
#: What parts names in a line, and a name from its server.
_SIGNS: Final = re.compile(r"[,;、，；()（）]+")
LONGEST_NICKNAME, LONGEST_SERVER = 80, 40


def read_nicknames(text: str) -> tuple[Called, ...]:
    """The names of a line, as a profile or a club's list has them.

    >>> [tuple(one) for one in read_nicknames("kenchan (KGS), sato_k；けん (Fox, OGS)")]
    [('kenchan', 'KGS'), ('sato_k', ''), ('けん', 'Fox, OGS')]
    """
    plain = text.replace("（", "(").replace("）", ")")
    parts = (part.partition("(") for part in _NICKNAME.findall(plain))
    return tuple(
        Called(_in_line(name), server.strip(" )")) for name, _sep, server in parts if _in_line(name)
    )


def written_nickname(nickname: Nickname) -> str:
    """A nickname as it stands in a line; :func:`read_nicknames` reads it as one name again."""
    name = _in_line(nickname.name)
    server = " ".join(re.sub("[()（）]", " ", nickname.server).split())
    return f"{name} ({server})" if server else name


def _in_line(name: str) -> str:
    return " ".join(_SIGNS.sub(" ", name).split())


def _by_letters(called: Iterable[Called]) -> dict[str, Called]:
    """Each name once, with all servers on which it is used, by what it is compared by."""
    names: dict[str, Called] = {}
    for nickname in called:
        key = fold_name(nickname.name)[:LONGEST_NICKNAME]
        known = names.setdefault(key, nickname)
        if known is not nickname:
            servers = dict.fromkeys(filter(None, (*known.server.split(", "), nickname.server)))
            names[key] = known._replace(server=", ".join(servers))
    return names


def check_nicknames(called: Iterable[Called]) -> None:
    """Refuse names that could not be kept, or found in a record, as they were typed."""
    for key, typed in _by_letters(called).items():
        if not key:
            raise Refusal(
                _("“%(value)s” has no letters or digits. Write the name without it."),
                field="nicknames",
                value=typed.name,
                reason="no_letters",
            )
        for text, most in ((typed.name, LONGEST_NICKNAME), (typed.server, LONGEST_SERVER)):
            if len(text) > most:
                raise Refusal(
                    _("“%(value)s” is too long: at most %(most)s characters."),
                    field="nicknames",
                    value=text,
                    reason="too_long",
                    most=most,
                )


def give_nicknames(*, member: Member, called: Iterable[Called]) -> None:
    """Add the names that the member does not have in another spelling."""
    known = set(member.nicknames.values_list("folded", flat=True))
    for key, typed in _by_letters(called).items():
        if key not in known:
            name, server = typed.name[:LONGEST_NICKNAME], typed.server[:LONGEST_SERVER]
            Nickname.objects.create(member=member, name=name, server=server)


@atomic_retried
def choose_nicknames(member: Member, *, called: Iterable[Called]) -> None:
    """Replace the names that a member has by those of the profile; what was learned stays known
    as learned."""
    names = _by_letters(called)
    for nickname in member.nicknames.all():
        typed = names.pop(nickname.folded, None)
        if typed is None:
            nickname.delete()
            continue
        wanted = Nickname(name=typed.name, server=typed.server)
        if written_nickname(nickname) != written_nickname(wanted):
            nickname.name, nickname.server = typed
            nickname.save()
    give_nicknames(member=member, called=names.values())


def choose_ogs_games(member: Member, *, wanted: bool, at: datetime) -> None:
    """Let the games that a member's OGS accounts end from now on come in, or no more."""
    accounts = member.nicknames.filter(server__iexact="OGS")
    if wanted:
        accounts.filter(ogs_since=None).update(ogs_since=at)
        accounts = member.nicknames.exclude(server__iexact="OGS")
    accounts.update(ogs_since=None)


def learn_nickname(*, member: Member, name: str, server: str = "") -> None:
    """Remember that this member appears under that name in kifu."""
    name = _in_line(without_unseen(name))
    folded = fold_name(name)
    if folded and folded not in member.search_names:
        Nickname.objects.get_or_create(
            member=member,
            folded=folded[:80],
            defaults={"name": name[:80], "server": server[:40], "learned": True},
        )


def choose_language(*, member: Member, language: str) -> None:
    """Keep the language in which the site speaks to a member; one of the site's."""
    if member.language != language:
        member.language = language
        member.save(update_fields=["language"])


@atomic_retried
def save_picture(act: Act, member: Member, photo: Photo) -> Member:
    """Give members the picture that they chose of themselves."""
    _check_own_picture(act, member)
    member = lock_row(member)
    picture = MemberPicture.objects.filter(member=member).first() or MemberPicture(member=member)
    picture.hold(photo)
    picture.added_at = act.at
    picture.save()
    return _show_face(member, picture.digest)


@atomic_retried
def remove_picture(act: Act, member: Member) -> Member:
    """Delete a member's picture: their own, or as an admin that of somebody not above them."""
    if act.by is not None and member.user_id != act.by.pk:
        need(act.by, "members.change_member")
        need_above(act.by, member)
    member = lock_row(member)
    MemberPicture.objects.filter(member=member).delete()
    return _show_face(member, "")


def _check_own_picture(act: Act, member: Member) -> None:
    if act.by is not None and act.member != member:
        raise PermissionDenied


def _show_face(member: Member, digest: str) -> Member:
    member.face = digest
    # Not by save(): the history of a member has nothing to tell of it.
    Member.objects.filter(pk=member.pk).update(face=digest)
    return member
