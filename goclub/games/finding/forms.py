"""The field in which a member is found by name, and what it draws."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from goclub.common.reading import read_number
from goclub.games.finding.queries import SCOPES, FoundMember, names_of, text_of, with_rank
from goclub.games.labels import is_label_of, label_of
from goclub.members.finding.queries import find_members, is_whole, number_of
from goclub.members.models import Member

#: What the field holds for somebody who is no member.
GUEST: Final = "guest"
#: From how many on a name is asked for more of itself, and what a name may be long.
MOST_OFFERED, LONGEST = 12, 200


@dataclass(frozen=True, slots=True)
class Typed:
    """What came from the page: a number that was picked for a text, and the text.

    The pick holds as long as the text is the one it was picked for; without a text beside it, it
    came from an address.
    """

    pick: str = ""
    text: str = ""
    picked_for: str | None = None

    @property
    def holds(self) -> bool:
        """Whether the number says who is meant, not the text."""
        if not self.pick:
            return False
        return self.picked_for is None or self.picked_for.strip() == self.text.strip()


@dataclass(frozen=True, slots=True)
class Meant:
    """Return the member that the text names; if it is none or several, those it may mean."""

    member: Member | None = None
    guest: bool = False
    offered: tuple[FoundMember, ...] = ()


class MemberSearch(forms.Widget):
    """A text field that finds members as one types; sent without script, it is asked about."""

    template = "games/finding/_member_search.html"
    scope = "present"
    guests = False
    #: Of whom the value speaks; set by the field.
    field: MemberField | None = None

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> Any:
        """The pick, the text, and for which text it was picked."""
        pick, text = data.get(name), data.get(f"{name}_text")
        if text is None:
            return pick
        return Typed(str(pick or ""), str(text)[:LONGEST], str(data.get(f"{name}_for", "")))

    def value_omitted_from_data(self, data: Mapping[str, Any], _files: Any, name: str) -> bool:
        """Whether the page did not have the field at all."""
        return name not in data and f"{name}_text" not in data

    def use_required_attribute(self, _initial: Any) -> bool:
        """Never: a guest leaves the text empty."""
        return False

    def id_for_label(self, id_: str, _index: str | None = None) -> str:
        """The text field."""
        return id_

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: Any = None,  # noqa: ARG002 - the page's own engine draws it
    ) -> SafeString:
        """The text field, the number that goes with it, and the members whom the text may mean."""
        shown = self.field.shown(value) if self.field else MemberSearchValue()
        attrs = self.build_attrs(self.attrs, attrs)
        context = {
            "name": name,
            "shown": shown,
            "attrs": {key: text for key, text in attrs.items() if key not in ("class", "required")},
            "css": attrs.get("class", ""),
            "guests": self.guests,
            "guest_value": GUEST,
            "url": reverse("games:find"),
            "scope": self.scope,
            "longest": LONGEST,
        }
        return render_to_string(self.template, context)


@dataclass(frozen=True, slots=True)
class MemberSearchValue:
    """A value as the widget draws it."""

    text: str = ""
    pick: str = ""
    picked_for: str = ""
    guest: bool = False
    offered: tuple[FoundMember, ...] = ()
    chosen: tuple[FoundMember, ...] = ()


class MemberField(forms.Field):
    """One member, found by name, or where ``guests`` are welcome :data:`GUEST`.

    ``scope`` names in ``SCOPES`` whom the page offers; a form narrows ``among`` where it must.
    ``part_is_enough``: a part of a name that only one person has is taken without a question, for
    pages that store nothing.
    """

    widget = MemberSearch
    guests: bool
    part_is_enough: bool
    default_error_messages = {
        "unknown": _("There is nobody called “%(typed)s” to choose here."),
        "several": _("“%(typed)s” matches several people. Choose one of them."),
        "part": _("Is this who you mean by “%(typed)s”? Choose them, or type the full name."),
        "many": _("“%(typed)s” matches many people. Please type more of the name."),
    }

    def __init__(
        self,
        *,
        scope: str = "present",
        guests: bool = False,
        part_is_enough: bool = False,
        **arguments: Any,
    ) -> None:
        super().__init__(**arguments)
        assert isinstance(self.widget, MemberSearch)
        self.widget.scope, self.widget.guests = scope, guests
        self.guests = guests
        self.part_is_enough = part_is_enough
        self.among: QuerySet[Member] = SCOPES[scope](None)
        self.widget.field = self
        self._meant: dict[Typed, Meant] = {}

    def __deepcopy__(self, memo: dict[int, Any]) -> MemberField:
        copied: MemberField = super().__deepcopy__(memo)
        copied.among, copied._meant = copy.copy(self.among), {}
        assert isinstance(copied.widget, MemberSearch)
        copied.widget.field = copied
        return copied

    def offer(self, among: QuerySet[Member]) -> None:
        """Whom the field takes; everybody else is refused in words."""
        self.among, self._meant = among, {}

    def meant_by(self, value: object) -> Meant:
        """Who is meant by a value of the form, an address, or a page; asked once."""
        typed = _typed(value)
        if typed is None:
            return Meant()
        if typed not in self._meant:
            self._meant[typed] = self._look_up(typed)
        return self._meant[typed]

    def _look_up(self, typed: Typed) -> Meant:
        if self.guests and typed.pick == GUEST:
            return Meant(guest=True)
        if typed.holds or not typed.text.strip():
            pk = read_number(typed.pick) if typed.holds else None
            return Meant(self.among.filter(pk=pk).first() if pk else None)
        text = typed.text.strip()
        numbered = self.among.filter(pk=number_of(text) or 0).first() if "#" in text else None
        if numbered and text.startswith(tuple(filter(None, numbered.spellings))):
            return Meant(numbered)
        members = find_members(text, self.among, most=MOST_OFFERED)
        if not members and "(" in text:  # as lists write a name: 佐藤 健 (Sato Ken)
            begun = find_members(text.partition("(")[0], self.among, most=MOST_OFFERED)
            members = [member for member in begun if is_label_of(text, member)]
        whole = [member for member in members if is_label_of(text, member)]
        whole = whole or [member for member in members if is_whole(text, member)]
        if self.part_is_enough and len(members) == 1:
            return Meant(members[0])
        if (len(members) == 1 and whole) or (len(whole) == 1 and is_label_of(text, whole[0])):
            return Meant(whole[0])
        return Meant(offered=tuple(with_rank(members)))

    def clean(self, value: object) -> Member | str | None:
        """The member, :data:`GUEST`, or None for an empty field that may be."""
        typed = _typed(value) or Typed()
        meant = self.meant_by(typed)
        if meant.guest:
            return GUEST
        if meant.member is not None:
            return meant.member
        typed_text = typed.text.strip() or (typed.pick if typed.holds else "")
        if not typed_text:
            if self.required:
                raise ValidationError(self.error_messages["required"], code="required")
            return None
        code = "unknown"
        if meant.offered:
            many = len(meant.offered) >= MOST_OFFERED
            code = "part" if len(meant.offered) == 1 else "many" if many else "several"
        raise self._refusal(code, typed_text)

    def _refusal(self, code: str, typed: str) -> ValidationError:
        return ValidationError(self.error_messages[code], code=code, params={"typed": typed[:80]})

    def shown(self, value: object) -> MemberSearchValue:
        """What the page shows of a value."""
        typed = _typed(value)
        if typed is None:
            return MemberSearchValue()
        meant = self.meant_by(typed)
        if meant.member is not None:
            label = label_of(meant.member)
            return MemberSearchValue(label, str(meant.member.pk), label)
        return MemberSearchValue(
            typed.text, picked_for=typed.text, guest=meant.guest, offered=meant.offered
        )

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether another one is meant."""
        before, after = self.meant_by(initial), self.meant_by(data)
        return (before.member, before.guest) != (after.member, after.guest)


@dataclass(frozen=True, slots=True)
class Ticked:
    """What came from the page: the numbers that are ticked, and names beside them."""

    picks: tuple[str, ...] = ()
    text: str = ""

    @property
    def names(self) -> list[str]:
        """The names that were typed, each once."""
        return names_of(self.text)


class MembersSearch(MemberSearch):
    """Those who are chosen, each to be unticked, and the field in which others are found."""

    template = "games/finding/_members_search.html"

    def value_from_datadict(self, data: Mapping[str, Any], _files: Any, name: str) -> Any:
        """The ticks and the text."""
        read = getattr(data, "getlist", None)
        picks = read(name) if read else data.get(name) or []
        return Ticked(tuple(map(str, picks)), str(data.get(f"{name}_text", ""))[: 10 * LONGEST])


class MembersField(MemberField):
    """Any number of members, each found by name; its value is the list of them.

    Without script several names are written into the one field, with ``;`` between them.
    """

    widget = MembersSearch

    def clean(self, value: object) -> list[Member]:  # type: ignore[override]
        """The members, in the order in which they were chosen."""
        ticked = _ticked(value)
        members = self._of_picks(ticked)
        if len(members) < len(set(ticked.picks)):
            unknown = set(ticked.picks) - {str(member.pk) for member in members}
            raise self._refusal("unknown", min(unknown))
        for name in ticked.names:
            member = super().clean(Typed(text=name))
            assert isinstance(member, Member)
            members += [member] if member not in members else []
        if self.required and not members:
            raise ValidationError(self.error_messages["required"], code="required")
        return members

    def shown(self, value: object) -> MemberSearchValue:
        """The ticked ones, those whom the text names without doubt, and whom the rest may mean."""
        ticked = _ticked(value)
        chosen = self._of_picks(ticked)
        left: list[str] = []
        offered: list[FoundMember] = []
        for name in ticked.names:
            meant = self.meant_by(Typed(text=name))
            if meant.member is not None:
                chosen += [meant.member] if meant.member not in chosen else []
                continue
            left += [] if meant.offered else [name]
            offered += meant.offered
        open_still = {
            candidate.member.pk: candidate
            for candidate in offered
            if candidate.member not in chosen
        }
        return MemberSearchValue(
            text_of(left), offered=tuple(open_still.values()), chosen=tuple(with_rank(chosen))
        )

    def has_changed(self, initial: Any, data: Any) -> bool:
        """Whether others are meant."""
        return bool(_ticked(data).names) or set(_ticked(initial).picks) != set(_ticked(data).picks)

    def _of_picks(self, ticked: Ticked) -> list[Member]:
        numbers = dict.fromkeys(n for pick in ticked.picks if (n := read_number(pick)))
        members_by_pk = self.among.in_bulk(list(numbers)) if numbers else {}
        return [members_by_pk[pk] for pk in numbers if pk in members_by_pk]


def _ticked(value: object) -> Ticked:
    """A value of any origin: the page, rows, their numbers."""
    if isinstance(value, Ticked):
        return value
    rows = value if isinstance(value, Iterable) and not isinstance(value, str) else ()
    return Ticked(tuple(str(row.pk if isinstance(row, Member) else row) for row in rows))


def offer_members(form: forms.BaseForm, name: str, among: QuerySet[Member]) -> None:
    """Set the members that a field accepts."""
    _field(form, name).offer(among)


def member_meant(form: forms.BaseForm, name: str) -> Member | None:
    """Return the member that a form names so far, whether sent or shown for the first time."""
    return _field(form, name).meant_by(form[name].value()).member


def _field(form: forms.BaseForm, name: str) -> MemberField:
    field = form.fields[name]
    assert isinstance(field, MemberField)
    return field


def _typed(value: object) -> Typed | None:
    """A value of any origin: the page, an address, a row."""
    if isinstance(value, Typed):
        return value
    if isinstance(value, Member):
        return Typed(str(value.pk))
    return Typed(str(value)) if value not in (None, "") else None
