"""A name replaced for good: “Former member 12” everywhere, and nobody's points changed.

Games, results and comments stay, because they are the others' too; what says who it was goes:
names, nicknames, addresses, date of birth, login, older versions of the row, records of play,
tables kept for good, letters.  There is no way back.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.utils import translation
from django.utils.translation import gettext as _

from goclub.common.gate import gate_open
from goclub.common.pictures import forget_pictures
from goclub.common.refusals.registry import Refusal
from goclub.common.transactions import atomic_retried, lock_row, lock_rows
from goclub.games.models import (
    Batch,
    BatchFile,
    BulletinFile,
    Favourite,
    GuessedGame,
    Kifu,
    KifuAddition,
    Merge,
    ProblemResult,
)
from goclub.games.people import queries
from goclub.games.people.services.moves import rewrite_values
from goclub.go.records.errors import KifuError
from goclub.go.records.reading import read
from goclub.go.records.write import write_record
from goclub.members.membership.services.admission import free_username
from goclub.members.membership.services.roles import (
    close_account,
    close_invitations,
    end_role,
    keep_a_chair,
)
from goclub.members.models import (
    Invitation,
    Letter,
    Member,
    MemberPicture,
    MembershipStep,
    Notice,
    User,
)
from goclub.members.names import fold_name
from goclub.members.queries import namesakes
from goclub.members.requests import Act
from goclub.members.rights import keeps_account_from, need
from goclub.members.signals import member_leaves

PERMISSION = "members.approve_member"
#: Sentences in rows that are about a member: the ways from the row to the member, and the columns.
#: Nothing else is searched for a name: no account, no setting, no row about anybody else.
WORDS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = MappingProxyType({
    "games.Bulletin": (
        ("items__kifu__game__black", "items__kifu__game__white"), ("title", "introduction")
    ),
    "games.BulletinItem": (("kifu__game__black", "kifu__game__white"), ("title", "text")),
    "games.Game": (("black", "white"), ("reason",)),
    "games.Kifu": (("game__black", "game__white"), ("note",)),
    "games.KifuNote": (("kifu__game__black", "kifu__game__white"), ("text", "hidden_reason")),
    "games.KifuVariation": (("kifu__game__black", "kifu__game__white"), ("hidden_reason",)),
    "games.LessonChapter": (
        ("kifu__game__black", "kifu__game__white", "lesson__leader", "lesson__started_by",
         "lesson__guests__member"), ("title", "normalised")
    ),
    "games.LessonQuestion": (
        ("chapter__kifu__game__black", "chapter__kifu__game__white", "chapter__lesson__leader",
         "chapter__lesson__started_by", "chapter__lesson__guests__member", "asked_by"), ("text",)
    ),
    "games.LiveLesson": (
        ("chapters__kifu__game__black", "chapters__kifu__game__white", "leader", "started_by",
         "guests__member"), ("title",)
    ),
    "members.StrengthDecision": (("member",), ("reason",)),
    "leagues.Challenge": (("challenger", "challenged"), ("message",)),
    "leagues.Change": (("event__participants__member",), ("subject", "reason")),
    "leagues.Entry": (("member",), ("withdrawal_reason",)),
    "leagues.Match": (("first__member", "second__member"), ("reason",)),
    "leagues.OrganiserChoice": (("winner", "booby"), ("reason",)),
    "leagues.Participant": (("member",), ("rank_source",)),
    "leagues.Sanction": (("player__member",), ("reason", "appeal", "decision")),
})  # fmt: skip
#: A shorter name is a part of too many words, in Latin letters and in scripts without spaces.
_SHORTEST: Final = 4
_SHORTEST_UNSPACED: Final = 3
#: What notices call people by.
_PEOPLE: Final = frozenset(
    {"author", "black", "by", "name", "one", "other", "player", "white", "who"}
)


def may_erase(member: Member, by: User) -> bool:
    """Members may replace their own name, admins that of anyone whose role is not above theirs."""
    if member.user_id == by.pk:
        return True
    return by.has_perm(PERMISSION) and not keeps_account_from(by, member.user)


def is_erased(member: Member) -> bool:
    """Whether the name was replaced already."""
    return member.display_name == replacement_of(member)


def replacement_of(member: Member) -> str:
    """What stands in the place of the name, in the language of the club."""
    with translation.override(settings.LANGUAGE_CODE):
        return _("Former member %(n)s") % {"n": member.pk}


@atomic_retried
def erase_name(act: Act, member: Member) -> Member:
    """Replace a name wherever it stands, take the login away, and let the member go.

    Raises PermissionDenied, E_FORBIDDEN for somebody above *by*, E_STATE for the last chair and for
    a name that was replaced already.
    """
    theirs = member.user_id != act.user.pk
    if theirs:
        need(act.user, PERMISSION)
    keep_a_chair(member, by=act.user, permission=PERMISSION if theirs else "")
    member_leaves.send(sender=Member, member=member, at=act.at)
    member = lock_row(member, "user")
    if is_erased(member):
        raise Refusal(
            _("The name of %(value)s has already been replaced."),
            field="name",
            value=member.shown_name,
            reason="gone_for_good",
        )
    new = replacement_of(member)
    names = set() if namesakes(member) else _names_of(member)
    own_records = list(Kifu.objects.filter(Q(game__black=member) | Q(game__white=member)))
    lock_rows(Kifu.objects.filter(pk__in=[kifu.pk for kifu in own_records]))
    _close(act, member)
    _clear_member(member, new)
    _clear_login(member)
    copied = _clear_rows(member, new)
    for model, field in queries.told():
        rewrite_values(
            model,
            field,
            lambda value: (
                _renamed_entry(value, member.pk, new) | queries.retell(value, member.pk, new)
            ),
        )
    _clear_records(member, own_records, new)
    _clear_log(member, new)
    names |= copied if names else set()
    for name in sorted(filter(_is_long_enough, names), key=len, reverse=True):
        _clear_words(member, name, new)
        Letter.objects.filter(kind="digest", text__contains=name).delete()
    _clear_notices(names, new)
    # Each is made again when somebody asks for it.
    BulletinFile.objects.all().delete()
    transaction.on_commit(forget_pictures)
    return member


def _names_of(member: Member) -> set[str]:
    """Return every name under which somebody stood here."""
    versions: Any = member.history
    rows = [(member.display_name, member.romanised_name)]
    rows += versions.values_list("display_name", "romanised_name")
    known = {name for names in rows for name in names if name}
    for name in list(known):
        words = name.split()
        if len(words) == 2:
            known.add(f"{words[1]} {words[0]}")
    return known


def _is_long_enough(name: str) -> bool:
    """Whether a name can be looked for in texts."""
    return len(fold_name(name)) >= (_SHORTEST if _is_latin(name) else _SHORTEST_UNSPACED)


# --- The person -----------------------------------------------------------------------------------
def _close(act: Act, member: Member) -> None:
    """A member leaves with the name; a guest stays one."""
    end_role(act, member)
    close_invitations(act, member)
    if member.status == Member.Status.MEMBER:
        MembershipStep.objects.create(
            member=member, kind=MembershipStep.Kind.LEFT, at=act.at, by=act.user, reason=""
        )
    if member.status != Member.Status.GUEST:
        member.status = Member.Status.FORMER


def _clear_member(member: Member, new: str) -> None:
    empty: dict[str, Any] = {
        "romanised_name": "", "country": "", "club": "", "birth_date": None, "message": "",
        "contact_email": "",
    }  # fmt: skip
    member.face = ""
    MemberPicture.objects.filter(member=member).delete()
    for field, value in {"display_name": new, **empty}.items():
        setattr(member, field, value)
    member.save()
    versions: Any = member.history
    versions.update(display_name=new, history_change_reason=None, **empty)
    member.nicknames.all().delete()
    Favourite.objects.filter(Q(owner=member) | Q(member=member)).delete()
    for model in (ProblemResult, GuessedGame):
        model.objects.filter(member=member).delete()
    recorded = Q(recording__black=member) | Q(recording__white=member)
    Kifu.objects.filter(recorded, game=None, filed_at=None).delete()
    member.program_keys.all().delete()
    member.push_devices.all().delete()
    Merge.objects.filter(kept=member).update(name=new)
    member.steps.update(reason="")
    member.role_changes.update(reason="")
    _clear_notebooks(member)


def _clear_notebooks(member: Member) -> None:
    """The spreadsheets in which the person came along hold name and address: they go."""
    played = Q(brought_games__game__black=member) | Q(brought_games__game__white=member)
    batches = Batch.objects.filter(Q(brought_members__member=member) | played)
    BatchFile.objects.filter(batch__in=batches).update(data=b"", columns={}, choices={})


def _clear_login(member: Member) -> None:
    """The login stays as the author of what was said, and opens nothing."""
    user = member.user
    Notice.objects.filter(member=member).delete()
    own, sent, invited = Q(member=member), Q(), Q()
    if user is not None and user.email:  # what went to the address, unless it is about another
        sent = Q(to__iexact=user.email, member=None)
        invited = Q(email__iexact=user.email, member=None)
    Letter.objects.filter(own | sent).delete()
    Invitation.objects.filter(own | invited).update(email="", name="", message="")
    if user is None:
        return
    names = {user.username}
    # Tries are counted under the username; under the address only where it is nobody's username.
    if not User.objects.filter(username__iexact=user.email).exists():
        names.add(user.email)
    for model in (AccessAttempt, AccessLog, AccessFailureLog):
        model.objects.filter(username__in=names - {""}).delete()
    user.username = free_username(f"former-{member.pk}")
    close_account(user)


# --- Where else it stands ---
def _clear_rows(member: Member, new: str) -> set[str]:
    """Rows that copy a person's name: apps say which (``people_named``).  Return the names."""
    names: set[str] = set()
    for app in apps.get_app_configs():
        for name, (shown, emptied) in getattr(app, "people_named", {}).items():
            label, _dot, field = name.rpartition(".")
            model = apps.get_model(label)
            rows = model._base_manager.filter(**{field: member.pk})
            names.update(rows.values_list(shown[0], flat=True))
            empty = {
                column: None if model._meta.get_field(column).null else "" for column in emptied
            }
            rows.update(**dict.fromkeys(shown, new), **empty)
    return names


def _renamed_entry(value: Any, pk: int, new: str) -> bool:
    """Give the entry of a tournament another name, as a change keeps it; whether it was one."""
    if not isinstance(value, dict) or value.get("member_id") != pk:
        return False
    emptied = ("first_name", "club", "country", "egf_pin", "ffg_licence", "aga_id")
    value.update(dict.fromkeys(emptied, ""), display_name=new, name=new)
    return True


def _clear_records(member: Member, records: Iterable[Kifu], new: str) -> None:
    """Replace the name in the records of the person's games and in the original files."""
    for kifu in records:
        game = kifu.game
        assert game is not None
        side = "black" if game.black_id == member.pk else "white"
        old = getattr(kifu, f"{side}_name")
        setattr(kifu, f"{side}_name", new)
        kifu.normalised = _renamed(kifu.normalised, side, new)
        for addition in kifu.additions.all():
            addition.before = _renamed(addition.before, side, new)
            addition.original = kifu.normalised.encode()
            addition.save()
        for chapter in kifu.chapters.all():
            chapter.normalised = _renamed(chapter.normalised, side, new)
            chapter.save()
        if old:
            kifu.text = kifu.text.replace(old, new)
        _keep_only_shown(kifu)


def _renamed(text: str, side: str, new: str) -> str:
    """The record with another name of a player; what only looks like one in a comment stays."""
    try:
        record = read(text.encode())
    except KifuError:
        tag = "PB" if side == "black" else "PW"
        return re.sub(rf"(?<![A-Z]){tag}\[(?:\\.|[^\]\\])*\]", f"{tag}[{new}]", text, flags=re.S)
    header = (
        replace(record.header, black=new) if side == "black" else replace(record.header, white=new)
    )
    return write_record(replace(record, header=header)).decode()


def _keep_only_shown(kifu: Kifu) -> None:
    """Keep the record as it is shown now in the place of the uploaded bytes."""
    kifu.names = fold_name(kifu.black_name) + " " + fold_name(kifu.white_name)
    if kifu.source is not None:
        Kifu.objects.filter(pk=kifu.source.pk).update(original=kifu.source.normalised.encode())
    kifu.source = None
    kifu.original = kifu.normalised.encode()
    kifu.filename = ""
    kifu.save()


# --- Texts ---
def _clear_log(member: Member, new: str) -> None:
    """What the admin did to the member keeps its number and day."""
    LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Member), object_id=str(member.pk)
    ).update(object_repr=new, change_message="")


def _clear_words(member: Member, name: str, new: str) -> None:
    """Replace a whole name in the sentences about the member."""
    pattern = _pattern(name)
    for model, fields, rows in text_rows(member):
        wanted = Q()
        for field in fields:
            wanted |= Q(**{f"{field}__contains": name})
        for row in rows.filter(wanted).distinct():
            _put(row, {field: pattern.sub(new, getattr(row, field) or "") for field in fields})
        if hasattr(model, "history"):
            versions = model.history.model.objects.filter(id__in=rows.values("pk"))
            for row in versions.filter(wanted):
                _put(row, {field: pattern.sub(new, getattr(row, field) or "") for field in fields})


def text_rows(member: Member) -> Iterator[tuple[Any, tuple[str, ...], QuerySet[Any]]]:
    """Yield models with their columns of sentences, and the rows that are about the member."""
    for label, (ways, fields) in WORDS.items():
        model = apps.get_model(label)
        about = Q()
        for way in ways:
            about |= Q(**{way: member})
        yield model, fields, model._base_manager.filter(about)


def _put(row: Model, values: dict[str, Any]) -> None:
    """Write what differs, cut to what its column holds; a record loses its uploaded bytes too."""
    changed = {
        name: value[: getattr(row._meta.get_field(name), "max_length", None)]
        if isinstance(value, str)
        else value
        for name, value in values.items()
        if value != getattr(row, name)
    }
    if not changed:
        return
    with gate_open():  # a reason may stand in a fact
        row._meta.model._base_manager.filter(pk=row.pk).update(**changed)
    if isinstance(row, Kifu):
        _keep_only_shown(Kifu.objects.get(pk=row.pk))
    elif isinstance(row, KifuAddition):
        KifuAddition.objects.filter(pk=row.pk).update(original=row.kifu.normalised.encode())


def _clear_notices(names: Collection[str], new: str) -> None:
    """Replace the name in what others were notified of, and delete the e-mails that said it."""
    letters = []
    for notice in Notice.objects.exclude(params=None):
        params = _retold(notice.params, names, new)
        if params != notice.params:
            _put(notice, {"params": params})
            letters.append(f"notice:{notice.pk}")
    Letter.objects.filter(key__in=letters).delete()


def _retold(params: Any, names: Collection[str], new: str) -> Any:
    """Return what a notice was told, with another name where a value is the name of a person."""
    if not isinstance(params, dict):
        return params
    people = {key for key, value in params.items() if key in _PEOPLE and value in names}
    return {
        key: new if key in people else value
        for key, value in params.items()
        if key.removesuffix("_romanised") not in people or key in people
    }


def _pattern(name: str) -> re.Pattern[str]:
    """The name as a whole; scripts that write no spaces have no ends of words."""
    word = re.escape(name)
    return re.compile(rf"(?<!\w){word}(?!\w)" if _is_latin(name) else word)


def _is_latin(name: str) -> bool:
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(
        unicodedata.name(letter, "").startswith("LATIN") for letter in letters
    )
