"""The office's fields: nobody scrolls through all members, and nothing offers to save nothing."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.admin.options import InlineModelAdmin
from django.contrib.admin.widgets import AutocompleteSelect, AutocompleteSelectMultiple
from django.db.models import ForeignKey, ManyToManyField
from django.forms import HiddenInput
from django.test import RequestFactory
from django.urls import reverse

from goclub.common.tests.reading import read
from goclub.leagues.tests.test_office import (  # noqa: F401 - a club with a row of everything
    office,
    pages,
    reader,
    rows,
)
from goclub.members.models import Member, User
from goclub.members.tests.factories import make_member

#: What a club has so few of that they stand in a plain select; whatever is not here can grow.
FEW: set[str] = set()


def every_inline(request, row_of):
    """The inlines of every row, also those that depend on it."""
    for model, one in admin.site._registry.items():
        for row in (None, row_of(model)):
            yield from one.get_inline_instances(request, row)


def may_fill(one, request):
    """Whether the reader may add a row, or change one that there is."""
    if isinstance(one, InlineModelAdmin):
        return one.has_add_permission(request, None) or one.has_change_permission(request)
    row = one.model._default_manager.first()
    return one.has_add_permission(request) or one.has_change_permission(request, row)


def selects(one, request):
    """The plain selects of an admin to another table: its form fields that are not autocomplete."""
    fields = [*one.model._meta.fields, *one.model._meta.many_to_many]
    for field in fields:
        if not isinstance(field, ForeignKey | ManyToManyField) or not field.editable:
            continue
        if field.related_model._meta.label in FEW or (
            isinstance(one, InlineModelAdmin) and (field.related_model is one.parent_model)
        ):
            continue
        if field.name in one.get_readonly_fields(request):
            continue
        if not may_fill(one, request):
            continue
        made = one.formfield_for_dbfield(field, request)
        widget = getattr(made.widget, "widget", made.widget)
        if not isinstance(widget, AutocompleteSelect | AutocompleteSelectMultiple | HiddenInput):
            yield f"{type(one).__name__}.{field.name}"


def test_no_select_lists_what_can_grow(office):  # noqa: F811
    request = RequestFactory().get("/")
    found = set()
    for user in office.values():
        if user is None:
            continue
        request.user = user
        inlines = every_inline(request, lambda model: model._default_manager.first())
        for one in [*admin.site._registry.values(), *inlines]:
            form_fields = {
                name
                for _title, options in (
                    one.get_fieldsets(request) if not isinstance(one, InlineModelAdmin) else []
                )
                for name in options["fields"]
            }
            for name in selects(one, request):
                if isinstance(one, InlineModelAdmin) or name.split(".")[1] in form_fields:
                    found.add(name)
    assert found == set()


# --- Who finds whom -------------------------------------------------------------------------------
def asked(model, field):
    """What the script of an autocomplete field asks for."""
    return {"app_label": model._meta.app_label, "model_name": model._meta.model_name,
            "field_name": field}  # fmt: skip


def autocompletes():
    """Every field of the office that completes names: its model and its name."""
    request = RequestFactory().get("/")
    request.user = User(is_superuser=True, is_staff=True, is_active=True)
    found = set()
    inlines = every_inline(request, lambda model: model._default_manager.first())
    for one in [*admin.site._registry.values(), *inlines]:
        found |= {(one.model, name) for name in one.autocomplete_fields}
    return sorted(found, key=lambda pair: (pair[0]._meta.label, pair[1]))


def test_names_are_completed_for_whoever_may_look_at_them(office):  # noqa: F811
    born = make_member("Anong Born", birth_date="1987-06-05")
    fields = autocompletes()
    assert {(model.__name__, name) for model, name in fields} >= {
        ("Member", "user"), ("LeaguePerson", "member"), ("Season", "league"),
    }  # fmt: skip
    for role, user in office.items():
        client = reader(user)
        for model, name in fields:
            target = model._meta.get_field(name).related_model
            right = f"{target._meta.app_label}.view_{target._meta.model_name}"
            may = user is not None and user.is_staff and user.has_perm(right)
            for term in ("", "Anong", "1987", "1987-06-05", "June"):
                question = asked(model, name) | {"term": term}
                answer = client.get(reverse("admin:autocomplete"), question)
                assert (answer.status_code == 200) is may, (role, model, name, term)
                if not may:
                    continue
                assert "1987" not in answer.text, (role, model, name)
                found = answer.json()["results"]
                assert not (term.startswith("1987") and found), (role, model, name, term)
                if target is Member and term == "Anong":
                    assert str(born.pk) in {one["id"] for one in found}


def test_no_other_column_completes_names(office):  # noqa: F811
    client = reader(office["superuser"])
    for name in ("birth_date", "status", "nothing"):
        answer = client.get(reverse("admin:autocomplete"), asked(Member, name) | {"term": "A"})
        assert answer.status_code == 403


# --- Saving ---------------------------------------------------------------------------------------
def fields_of(form):
    """The fields of a form that somebody can fill in."""
    return [
        part
        for part in [*form.all("input"), *form.all("select"), *form.all("textarea")]
        if part.attrs.get("type") not in ("hidden", "submit", "button")
        and "disabled" not in part.attrs
        and "__prefix__" not in part.attrs.get("name", "")
    ]


@pytest.mark.extended
def test_only_what_can_be_filled_in_is_saved(office):  # noqa: F811
    wrong, kinds = [], set()
    for role, user in office.items():
        client = reader(user)
        if user is None or not user.is_staff:
            continue
        for model in admin.site._registry:
            for kind, address in pages(model):
                if kind not in ("add", "change"):
                    continue
                answer = client.get(address)
                if answer.status_code != 200:
                    continue
                main = read(answer).one("#content-main")
                saves = main.all("input[type=submit]") + main.all("button[type=submit]")
                forms = main.all("form")
                can = any(fields_of(form) for form in forms)
                adds = main.has("[data-inline-formset]") and any(
                    "add" in part.attrs.get("class", "") for part in main.all("tr")
                )
                kinds.add((bool(saves), can))
                if bool(saves) != (can or adds):
                    wrong.append((role, address, len(saves), can))
    assert wrong == []
    assert kinds == {(True, True), (False, False)}


# --- Lists ----------------------------------------------------------------------------------------
