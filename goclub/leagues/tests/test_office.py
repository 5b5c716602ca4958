"""The whole office, walked through by every role: nobody writes what he may not.

Over every model that is registered: the list, a row to add, to change, to
delete, its history and each version, every action; and the filters of every list.
"""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.urls import reverse

from goclub.common.transactions import unordered
from goclub.games.rating.ledger.recalculation import rebuild
from goclub.leagues.models import OrganiserChoice
from goclub.leagues.tests.one_of_everything import one_of_everything, reader, written
from goclub.members.models import ClubSettings, User
from goclub.members.roles import ROLES
from goclub.members.tests.factories import fresh, make_member

#: What an action needs; one that is not here fails the walk.
ACTIONS = {
    "admit": "members.approve_member",
    "make_former": "members.approve_member",
    "invite": "members.approve_member",
    "certify": "members.certify_strength",
    "export": "members.view_member",
    "confirm_games": "games.decide_game",
    "void_games": "games.decide_game",
    "hide_chosen": "games.moderate_talk",
    "show_chosen": "games.moderate_talk",
    "start": "leagues.run_league",
    "close": "leagues.run_league",
    "approve": "leagues.run_league",
    "cleanup_expired_attempts": "axes.delete_accessattempt",
}
#: What the pages send that ask once more: ours, and Django's own.
SURE = {"confirmed": "1", "post": "yes", "reason": "asked and told"}
#: Rows of these reach the ledger; the office changes them through services or not at all.
FACTS = {
    "games_game", "games_ratingentry", "games_standing", "games_revision", "games_houserule",
    "games_thresholdtable", "members_strengthdecision",
}  # fmt: skip


@pytest.fixture
def rows(club):
    return one_of_everything(club)


@pytest.fixture
def office(rows):
    """A reader for each role; the clerk sees everything and may do nothing."""
    people = {role: make_member(role=role).user for role in ROLES}
    clerk = make_member().user
    clerk.is_staff = True
    clerk.save()
    clerk.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    chief = User.objects.create_superuser("chief", "chief@example.org")
    return {"visitor": None, **people, "clerk": clerk, "superuser": chief}


def pages(model):
    """Every address of the office about a row of this model: kind and address."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    yield "list", reverse(f"{name}_changelist")
    yield "add", reverse(f"{name}_add")
    row = model._default_manager.order_by("pk").first()
    if row is None:
        return
    for kind in ("change", "delete", "history"):
        yield kind, reverse(f"{name}_{kind}", args=[row.pk])
    if hasattr(model, "history"):
        for version in model.history.order_by("pk")[:2]:
            yield "version", reverse(f"{name}_simple_history", args=[version.id, version.pk])
    if model is User:
        yield "password", reverse("admin:auth_user_password_change", args=[row.pk])


def sent(model):
    """A form with every field of the row filled in otherwise than it is."""
    row = model._default_manager.order_by("pk").first()
    data = {"_save": "1", "seen": "", "role": "chair"}
    for field in model._meta.fields:
        value = "" if row is None else field.value_to_string(row)
        is_word = field.get_internal_type() in ("CharField", "TextField") and not field.choices
        data[field.name] = f"{value}x" if is_word else "" if value is None else value
    if hasattr(row, "winner") and isinstance(row.winner, str):
        data["winner"] = "W" if row.winner == "B" else "B"
    for prefix in ("nicknames", "decisions", "entries", "people", "formats", "rules"):
        data |= {f"{prefix}-TOTAL_FORMS": "0", f"{prefix}-INITIAL_FORMS": "0"}
    return data


def may(user, one, kind, model):
    """Whether the role has the right that a post to such a page takes."""
    if user is None or not user.is_staff or kind in ("history", "version"):
        return False
    verb = {"password": "change"}.get(kind, kind)
    return user.has_perm(f"{model._meta.app_label}.{verb}_{model._meta.model_name}")


@pytest.mark.extended
def test_no_role_writes_in_the_office_what_it_may_not(office):
    wrong = []
    for role, user in office.items():
        client = reader(user)
        for model, one in admin.site._registry.items():
            data = sent(model)
            for kind, address in pages(model):
                staff = user is not None and user.is_staff
                looked = staff and (kind in ("history", "version") or role == "superuser")
                with written() as statements:
                    read = [client.get(address).status_code] if looked else []
                    read += [client.head(address).status_code] if kind == "version" else []
                    answer = client.post(address, data)
                allowed = kind != "list" and may(user, one, kind, model)
                facts = [text for text in statements if any(f'"{t}"' in text[:60] for t in FACTS)]
                if statements and (facts or not allowed):
                    wrong.append((role, address, "wrote", statements[0][:90]))
                if staff and kind in ("history", "version") and answer.status_code != 405:
                    wrong.append((role, address, "POST", answer.status_code))
                if max([*read, answer.status_code]) >= 500:
                    wrong.append((role, address, *read, answer.status_code))
    assert wrong == []


@pytest.mark.extended
def test_no_role_acts_in_the_office_without_the_right(office):
    wrong = []
    for role, user in office.items():
        client = reader(user)
        for model, one in admin.site._registry.items():
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"
            chosen = list(model._default_manager.values_list("pk", flat=True)[:40])
            for action in [*one.actions, "delete_selected"]:
                action = getattr(action, "__name__", action)
                needed = ACTIONS.get(
                    action, f"{model._meta.app_label}.delete_{model._meta.model_name}"
                )
                data = {"action": action, "index": 0, "_selected_action": chosen, **SURE}
                with written() as statements:
                    answer = client.post(reverse(name), data)
                allowed = user is not None and user.is_staff and user.has_perm(needed)
                if answer.status_code >= 500 or (statements and not allowed):
                    wrong.append(
                        (role, model._meta.label, action, answer.status_code, statements[:1])
                    )
    assert set(ACTIONS) >= {
        getattr(action, "__name__", action)
        for one in admin.site._registry.values()
        for action in one.actions
    }
    assert wrong == []


def test_whatever_a_superuser_sends_the_ledger_agrees_with_the_facts(office):
    client = reader(office["superuser"])
    for model, one in admin.site._registry.items():
        posts = [(address, sent(model)) for _kind, address in pages(model)]
        name = model._meta.label_lower.replace(".", "_")
        for action in one.actions:
            rows = list(model._default_manager.values_list("pk", flat=True)[:10])
            data = {"action": getattr(action, "__name__", action), "_selected_action": rows, **SURE}
            posts.append((reverse(f"admin:{name}_changelist"), data))
        with unordered():
            answers = [client.post(address, data).status_code for address, data in posts]
        assert max(answers) < 500
    assert rebuild() == 0


# --- What a role sees -----------------------------------------------------------------------------
@pytest.fixture
def secretary():
    ClubSettings.objects.create(pk=1, name="Hoshi Go Club")
    return reader(make_member(role="secretary").user)


@pytest.mark.parametrize("model", list(admin.site._registry), ids=lambda model: model._meta.label)
def test_only_the_filters_of_a_list_narrow_it(model):
    """Any column would tell what it holds, one question after the other."""
    chief = reader(User.objects.create_superuser("chief", "chief@example.org"))
    address = reverse(f"admin:{model._meta.label_lower.replace('.', '_')}_changelist")
    one = admin.site._registry[model]
    listed = {one.date_hierarchy} | {
        item.parameter_name
        if isinstance(item, type)
        else item
        if isinstance(item, str)
        else item[0]
        for item in one.list_filter
    }
    for field in model._meta.fields:
        lookups = ["__regex", "__startswith", "__in", "__gte__lt"]
        lookups += [] if field.name in listed else ["", "__gt", "__isnull"]
        for lookup in lookups:
            answer = chief.get(address, {f"{field.name}{lookup}": "1"})
            assert answer.status_code == 400, (field.name, lookup)
    for item in one.get_list_filter(None):
        assert not isinstance(item, str) or any(name.startswith(item) for name in one._listed(None))


#: A day in every form of the office; a year alone also stands in tokens and keys.
BORN = ["1987-06-05", "1988-07-06", "june 5, 1987", "july 6, 1988", "5 jun", "6 jul"]


def test_the_secretary_learns_no_date_of_birth(secretary):
    member = make_member("Anong", birth_date="1987-06-05")
    member.birth_date = "1988-07-06"
    member.display_name = "Anong S."
    member.save()
    name = "admin:members_member"
    addresses = [
        reverse(f"{name}_change", args=[member.pk]),
        reverse(f"{name}_history", args=[member.pk]),
        *(
            reverse(f"{name}_simple_history", args=[member.pk, version.pk])
            for version in member.history.all()
        ),
    ]
    chair = reader(make_member(role="chair").user)
    for address in addresses:
        page = secretary.get(address)
        assert page.status_code == 200
        assert not [said for said in (*BORN, "birth") if said in page.text.lower()]
        assert any(born in chair.get(address).text.lower() for born in BORN)
    for lookup in ("birth_date", "birth_date__gt", "birth_date__year", "user__member__birth_date"):
        asked = secretary.get(reverse(f"{name}_changelist"), {lookup: "1980-01-01"})
        assert asked.status_code == 400


def test_who_would_not_organise_is_for_the_chair(office):
    choice = OrganiserChoice.objects.get()
    address = reverse("admin:leagues_organiserchoice_change", args=[choice.pk])
    for role, sees in (("secretary", False), ("chair", True)):
        page = reader(office[role]).get(address)
        assert page.status_code == 200
        assert ("who would not" in page.text) is sees


# --- Nobody raises himself ------------------------------------------------------------------------
def test_a_chair_gives_nobody_the_rights_of_a_superuser():
    chair = make_member(role="chair").user
    for user in (chair, make_member().user):
        address = reverse("admin:members_user_change", args=[user.pk])
        data = {"username": user.username, "email": user.email, "is_active": "on",
                "is_superuser": "on", "is_staff": "on", "groups": [1, 2, 3, 4]}  # fmt: skip
        assert reader(chair).post(address, data).status_code == 302
        before = (user.is_staff, set(user.groups.all()))
        assert not fresh(user).is_superuser
        assert (user.is_staff, set(user.groups.all())) == before


def test_a_chair_changes_no_login_of_a_superuser():
    chair = reader(make_member(role="chair").user)
    chief = User.objects.create_superuser("chief", "chief@example.org", "a-board-of-kaya")
    before = User.objects.filter(pk=chief.pk).values().get()
    for name in ("admin:members_user_change", "admin:auth_user_password_change"):
        data = {"username": "mine", "email": "mine@example.org", "password1": "kaya-and-slate",
                "password2": "kaya-and-slate"}  # fmt: skip
        assert chair.post(reverse(name, args=[chief.pk]), data).status_code == 403
    assert User.objects.filter(pk=chief.pk).values().get() == before
