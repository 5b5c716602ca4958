"""One rule keeps every account: each service that touches one, by everybody, to everybody."""

from __future__ import annotations

from datetime import date

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, connection, transaction
from django.db.models import ProtectedError
from django.urls import reverse
from django_otp.plugins.otp_static.models import StaticDevice
from django_otp.plugins.otp_totp.models import TOTPDevice
from django_otp_webauthn.models import WebAuthnCredential

from goclub.games.people.services.erasing import erase_name
from goclub.games.people.services.merging import MergeChoice, MergeSide, merge_members
from goclub.games.playing.tests.test_race import at_once
from goclub.games.tests.factories import at
from goclub.members.membership.services.admission import (
    accept_invitation,
    admit_member,
    take_out_members,
)
from goclub.members.membership.services.invitations import follow_link, make_link, new_code
from goclub.members.membership.services.leaving import retire_member, return_member
from goclub.members.membership.services.roles import reset_second_factor, set_role
from goclub.members.models import Invitation, Member, StrengthDecision, User
from goclub.members.queries import chairs, role_of, role_of_account
from goclub.members.requests import Act
from goclub.members.roles import (
    CHAIR,
    MEMBER,
    ORGANISER,
    ROLES,
    SECRETARY,
    SUPERUSER,
    may_change_account,
)
from goclub.members.strength.services import set_strength
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

ACTORS = (*ROLES, SUPERUSER)
TARGETS = ("", *ACTORS)
DAY = date(2025, 3, 5)


# --- The rule -------------------------------------------------------------------------------------
def test_the_rule():
    allowed = {(by, of) for by in TARGETS for of in TARGETS if may_change_account(by, of)}
    lower = {(by, of) for n, by in enumerate(TARGETS) for of in TARGETS[:n]}
    assert allowed == lower | {(CHAIR, CHAIR), (SUPERUSER, SUPERUSER)}


# --- Who tries it, on whom ------------------------------------------------------------------------
def with_role(role, **profile):
    """A member whose account has this role, or is a superuser's, or has none at all."""
    member = make_member(role=role if role in ROLES else MEMBER, **profile)
    if role == SUPERUSER:
        User.objects.filter(pk=member.user_id).update(is_superuser=True, is_staff=True)
    elif not role:
        member.user.groups.clear()
    return Member.objects.select_related("user").get(pk=member.pk)


def outside(member, status):
    """The same person beside the club, whose account was left with its role by mistake."""
    Member.objects.filter(pk=member.pk).update(status=status)
    User.objects.filter(pk=member.user_id).update(is_active=False)
    return Member.objects.select_related("user").get(pk=member.pk)


def merge(kept, gone, login, by):
    choice = MergeChoice(login, MergeSide.KEPT)
    merge_members(Act(by, at(minute=99)), kept, gone=gone, reason="one", choice=choice)


def accept(target, by):
    target = outside(target, Member.Status.FORMER)
    invitation = Invitation.objects.create(
        code=new_code(), email=target.user.email, member=target, made_by=by, made_at=at(),
        valid_until=at(date(2030, 1, 1)),
    )  # fmt: skip
    accept_invitation(
        invitation=invitation, at=at(), on=DAY, password="a-board-of-kaya", display_name="",
        language="en", time_zone="UTC",
    )  # fmt: skip


def lose_factor(target, by):
    TOTPDevice.objects.create(user=target.user, name="", confirmed=True)
    reset_second_factor(Act(by, at()), target)


def admin_form(client, by, address, data, model="user"):
    """Send a form of the admin; what it refuses is raised."""
    client.force_login(by)
    answer = client.post(address, data)
    done = reverse(f"admin:members_{model}_changelist")
    if answer.status_code != 302 or not answer.url.startswith(done):
        raise PermissionDenied


def change_in_admin(client, target, by):
    data = {"username": target.user.username, "email": "mine@example.org"}
    admin_form(client, by, reverse("admin:members_user_change", args=[target.user_id]), data)


def password_in_admin(client, target, by):
    data = {"password1": "a-board-of-kaya", "password2": "a-board-of-kaya"}
    address = reverse("admin:auth_user_password_change", args=[target.user_id])
    admin_form(client, by, address, {**data, "usable_password": "true"})


def names_in_admin(client, target, by):
    data = {
        "display_name": "Renamed", "language": "en", "time_zone": "UTC", "country": "",
        "user": target.user_id, "contact_email": "mine@example.org",
    }  # fmt: skip
    for prefix in ("nicknames", "decisions"):
        data |= {f"{prefix}-TOTAL_FORMS": 0, f"{prefix}-INITIAL_FORMS": 0}
    address = reverse("admin:members_member_change", args=[target.pk])
    admin_form(client, by, address, data, model="member")


def take_guest_in(target, by):
    merge(target, Member.objects.create(status=Member.Status.GUEST, display_name="Guest"), "", by)


#: Every service that touches somebody's account, with the lowest role that may do such a thing.
SERVICES = {
    "set_role": (CHAIR, lambda of, by, **_more: set_role(Act(by), of, role=MEMBER)),
    "retire_member": (SECRETARY, lambda of, by, **_more: retire_member(Act(by), of)),
    "return_member": (
        SECRETARY,
        lambda of, by, **_more: return_member(
            Act(by, at()), outside(of, Member.Status.FORMER), on=DAY
        ),
    ),
    "admit_member": (
        SECRETARY,
        lambda of, by, **_more: admit_member(
            Act(by, at()), outside(of, Member.Status.APPLICANT), on=DAY, rank="1k"
        ),
    ),
    "accept_invitation": (SECRETARY, lambda of, by, **_more: accept(of, by)),
    "reset_second_factor": (CHAIR, lambda of, by, **_more: lose_factor(of, by)),
    "erase_name": (SECRETARY, lambda of, by, **_more: erase_name(Act(by, at()), of)),
    "take_out_members": (
        SECRETARY,
        lambda of, by, **_more: take_out_members(Act(by), [of.pk]),
    ),
    "merge_members: falls": (
        SECRETARY,
        lambda of, by, other, **_more: merge(other, of, MergeSide.KEPT, by),
    ),
    "merge_members: falls though kept": (
        SECRETARY,
        lambda of, by, other, **_more: merge(of, other, MergeSide.GONE, by),
    ),
    "merge_members: goes to another": (
        SECRETARY,
        lambda of, by, other, **_more: merge(other, of, MergeSide.GONE, by),
    ),
    "merge_members: takes another in": (
        SECRETARY,
        lambda of, by, other, **_more: merge(of, other, MergeSide.KEPT, by),
    ),
    "merge_members: takes a guest in": (
        SECRETARY,
        lambda of, by, **_more: take_guest_in(of, by),
    ),
    "MemberAdmin": (SECRETARY, lambda of, by, client, **_more: names_in_admin(client, of, by)),
    "UserAdmin": (CHAIR, lambda of, by, client, **_more: change_in_admin(client, of, by)),
    "UserAdmin: password": (
        CHAIR,
        lambda of, by, client, **_more: password_in_admin(client, of, by),
    ),
}


def state_of(account):
    """Everything that opens something, and whose it is."""
    now = User.objects.get(pk=account.pk)
    groups = sorted(now.groups.values_list("name", flat=True))
    person = Member.objects.filter(user=account.pk).values_list("pk", flat=True).first()
    return (
        now.username, now.email, now.password, now.is_active, now.is_staff, now.is_superuser,
        groups, person,
    )  # fmt: skip


class Undone(Exception):
    """What was tried is taken back."""


@pytest.mark.parametrize("service", SERVICES)
def test_every_service_by_everybody_to_everybody(client, service):
    lowest, act = SERVICES[service]
    make_member(role=CHAIR)  # somebody else stays the chair
    actors = {role: with_role(role) for role in ACTORS}
    targets = {role: with_role(role) for role in TARGETS}
    other = make_member()
    failed = []
    for by, actor in actors.items():
        for of, target in targets.items():
            entitled = ACTORS.index(by) >= ACTORS.index(lowest)
            wanted = entitled and may_change_account(by, of)
            carried_out = True
            try:
                with transaction.atomic():
                    act(target, actor.user, client=client, other=other)
                    raise Undone
            except (Undone, ProtectedError):  # the ledger holds the rows of members for good
                pass
            except (PermissionDenied, RuleError):
                carried_out = False
            if carried_out != wanted:
                failed.append((by, of, "done" if carried_out else "refused"))
    assert not failed


@pytest.mark.parametrize("service", [name for name in SERVICES if name.startswith("merge")])
def test_a_merge_raises_nobody(client, service):
    """Whichever account stays has the role that it had; the other opens nothing."""
    make_member(role=CHAIR)
    chair = with_role(CHAIR)
    _lowest, act = SERVICES[service]
    for role in ("", *ROLES):
        target = with_role(role)
        held = {login.pk: role_of_account(login) for login in User.objects.all()}
        act(target, chair.user, client=client, other=make_member())
        for login in User.objects.filter(pk__in=held):
            assert role_of_account(login) == (held[login.pk] if login.is_active else "")
        closed = User.objects.filter(is_active=False, member=None)
        assert closed.exists() == ("guest" not in service)  # a guest has no account to close
        User.objects.filter(is_active=False).delete()


def test_a_chair_merges_a_chair_who_decided_things():
    """What the account that falls decided is the other's from then on, facts of the ledger too."""
    chair, twin, member = make_member(role=CHAIR), make_member(role=CHAIR), make_member()
    set_strength(Act(twin.user, at(DAY)), member, on=DAY, reason="too strong", points=90)
    merge(chair, twin, MergeSide.KEPT, chair.user)
    assert list(chairs()) == [chair]
    decision = StrengthDecision.objects.get(member=member, kind=StrengthDecision.Kind.SET)
    assert decision.decided_by == chair.user


def test_the_only_chair_stays_chair_whichever_row_is_kept():
    chair, twin = make_member(role=CHAIR), make_member()
    for kept, gone, login in ((twin, chair, MergeSide.KEPT), (chair, twin, MergeSide.GONE)):
        with refused(reason="last_chair"):
            merge(kept, gone, login, chair.user)
    merge(twin, chair, MergeSide.GONE, chair.user)
    assert list(chairs()) == [twin]
    assert Member.objects.get(pk=twin.pk).user == chair.user


def test_a_former_member_takes_no_last_chair_in():
    chair, former = make_member(role=CHAIR), make_member()
    retire_member(Act(None), former)
    with refused(reason="last_chair"):
        merge(Member.objects.get(pk=former.pk), chair, MergeSide.GONE, chair.user)


def test_an_account_that_was_shut_is_not_woken_by_a_merge():
    shut, guest = make_member(), make_member()
    User.objects.filter(pk=shut.user_id).update(is_active=False)
    merge(Member.objects.get(pk=shut.pk), guest, MergeSide.KEPT, None)
    assert not User.objects.get(pk=shut.user_id).is_active


def test_an_invitation_of_a_twin_closes_where_an_account_stands():
    chair, kept, gone = make_member(role=CHAIR), make_member(), make_member()
    Member.objects.filter(pk=gone.pk).update(user=None)
    gone = Member.objects.get(pk=gone.pk)
    Invitation.objects.create(
        code=new_code(), email="twin@example.org", member=gone, made_by=chair.user, made_at=at(),
        valid_until=at(date(2030, 1, 1)),
    )  # fmt: skip
    merge(kept, gone, MergeSide.KEPT, chair.user)
    assert not Invitation.objects.open(at(minute=100)).exists()


def test_keys_of_the_account_that_falls_open_nothing():
    from goclub.members.programs.services import key_of, make_key

    kept, gone = make_member(role=ORGANISER), make_member()
    (_own, own), (_other, other) = (
        make_key(member=member, name="p", scopes=["games"], at=at()) for member in (kept, gone)
    )
    merge(kept, gone, MergeSide.KEPT, None)
    assert key_of(own)
    assert key_of(other) is None


def test_a_second_factor_of_the_account_that_falls_opens_no_other():
    kept, gone = make_member(), make_member()
    for member in (kept, gone):
        TOTPDevice.objects.create(user=member.user, name="phone")
        StaticDevice.objects.create(user=member.user, name="codes")
        WebAuthnCredential.objects.create(
            user=member.user, credential_id=str(member.pk).encode(), public_key=b"k"
        )
    merge(kept, gone, MergeSide.KEPT, None)
    for devices in (TOTPDevice, StaticDevice, WebAuthnCredential):
        assert [device.user for device in devices.objects.all()] == [kept.user]


def test_who_comes_back_comes_as_a_member():
    chair = make_member(role=CHAIR)
    gone = outside(with_role(SECRETARY), Member.Status.FORMER)
    return_member(Act(chair.user, at()), gone, on=DAY)
    assert role_of(gone) == MEMBER
    assert not User.objects.get(pk=gone.user_id).is_staff


def test_a_superuser_who_leaves_is_none_when_he_comes_back():
    from goclub.members.membership.services.leaving import leave_club

    make_member(role=CHAIR)
    chief = with_role(SUPERUSER)
    leave_club(Act(chief.user, at()), chief)
    return_member(Act(make_member(role=SECRETARY).user, at()), chief, on=DAY)
    login = User.objects.get(pk=chief.user_id)
    assert (login.is_active, login.is_superuser, login.is_staff) == (True, False, False)


def test_nobody_who_was_let_go_comes_back_by_an_invitation_of_their_own():
    chair, secretary = make_member(role=CHAIR), make_member(role=SECRETARY)
    link = make_link(Act(secretary.user, at()), 9, days=9)
    kept = make_link(Act(chair.user, at()), 9, days=9)
    retire_member(Act(chair.user, at(minute=1)), secretary)
    assert list(Invitation.objects.open(at(minute=2))) == [kept]
    with refused(reason="invitation.closed"):
        follow_link(
            link=link, name="", email="new@example.org", language="en", at=at(minute=2), site="/"
        )


def test_letters_that_a_database_takes_for_one_are_two_mailboxes():
    """PostgreSQL finds i by ı: an account is not taken over by an address that only looks alike."""
    from goclub.members.membership.queries import login_of

    gone = outside(make_member(), Member.Status.FORMER)
    User.objects.filter(pk=gone.user_id).update(email="mike@example.org")
    assert login_of("MIKE@example.org") == gone.user
    assert login_of("m\u0131ke@example.org") is None
    assert login_of("") is None


@pytest.mark.parametrize("letter", ["K", "\u212a", "\u0130", "\u0131", "\u017f", "\u0141"])
def test_an_address_is_taken_where_the_database_says_so(letter):
    from goclub.members.membership.queries import login_of

    User.objects.create(username="first", email=f"{letter}im@example.org")
    for typed in {letter, letter.lower(), letter.upper(), "k", "i", "s"}:
        email = f"{typed}im@example.org"
        try:
            with transaction.atomic():
                User.objects.create(username="second", email=email).delete()
            taken = False
        except IntegrityError:
            taken = True
        assert (login_of(email) is not None) is taken


# --- The same by the addresses --------------------------------------------------------------------
@pytest.mark.parametrize("role", [MEMBER, ORGANISER, SECRETARY])
def test_no_address_harms_a_chair(client, role):
    make_member(role=CHAIR)
    chair, own, twin = make_member(role=CHAIR), make_member(role=role), make_member()
    client.force_login(own.user)
    before, mine = state_of(chair.user), state_of(own.user)
    sure = {"confirmed": "1", "reason": "x"}

    def into(kept, gone):
        data = {"other_text": f"{gone.display_name} #{gone.pk}", "strength": "kept", **sure}
        for login in ("kept", "gone"):
            client.post(reverse("games:merge", args=[kept.pk]), {**data, "login": login})

    for path in ("let-go", "return"):
        client.post(reverse(f"members:{path}", args=[chair.pk]), sure)
    name = {"name": chair.display_name, **sure}
    client.post(reverse("games:erase", args=[chair.pk]), name)
    into(twin, chair)
    into(chair, twin)
    into(own, chair)
    into(chair, own)
    client.post(reverse("members:invite-member", args=[chair.pk]))
    for member in (own, chair):
        client.post(reverse("games:role", args=[member.pk]), {"role": CHAIR, **sure})
    admin = reverse("admin:members_member_changelist")
    for action in ("make_former", "admit", "delete_selected"):
        client.post(admin, {"action": action, "_selected_action": [chair.pk], **sure})
    mail = {"username": own.user.username, "email": own.user.email, "is_active": "on"}
    rights = {"is_staff": "on", "is_superuser": "on", "groups": list(_groups())}
    for account in (chair.user, own.user):
        for query in ("", "?_popup=1", "?_to_field=id"):
            for name in ("change", "delete", "history"):
                address = reverse(f"admin:members_user_{name}", args=[account.pk])
                client.post(address + query, {**mail, **rights, "post": "yes"})
        password = reverse("admin:auth_user_password_change", args=[account.pk])
        client.post(password, {"password1": "a-board-of-kaya", "password2": "a-board-of-kaya"})
    client.post(reverse("admin:members_user_add"), {**mail, **rights})
    for member in (own, chair):
        form = {
            "display_name": member.display_name, "language": "en", "time_zone": "UTC",
            "country": "", "user": chair.user_id, "status": "former", "groups": list(_groups()),
            "nicknames-TOTAL_FORMS": 0, "nicknames-INITIAL_FORMS": 0,
        }  # fmt: skip
        for query in ("", "?_popup=1", "?_to_field=id"):
            address = reverse("admin:members_member_change", args=[member.pk])
            client.post(address + query, form)
    for version in chair.history.all():
        kept = reverse("admin:members_member_simple_history", args=[chair.pk, version.pk])
        client.post(kept, {"user": own.user_id, "_change_history": "1", "status": "former"})
    assert state_of(chair.user) == before
    assert Member.objects.get(pk=chair.pk).status == Member.Status.MEMBER
    assert state_of(own.user) == mine


def _groups():
    return Group.objects.values_list("pk", flat=True)


@pytest.mark.parametrize("role", [ORGANISER, SECRETARY, CHAIR])
def test_the_admin_hands_no_role_on_by_linking_an_account(client, role):
    """A chair gives a role on its page, which keeps it on record, and nowhere else."""
    chair, other = make_member(role=CHAIR), make_member(role=role)
    heir, loner = make_member(), User.objects.create_superuser("loner", "loner@example.org")
    client.force_login(chair.user)
    for member, account in ((heir, loner), (other, User.objects.create(username="new"))):
        address = reverse("admin:members_member_change", args=[member.pk])
        form = client.get(address).context["adminform"].form
        data = {name: value for name, value in form.initial.items() if value is not None}
        data |= {"user": account.pk, "country": "", "nicknames-TOTAL_FORMS": 0}
        refused = client.post(address, {**data, "nicknames-INITIAL_FORMS": 0})
        assert "role_moves" in [
            error.code for error in refused.context["adminform"].form.errors["user"].as_data()
        ]
        assert Member.objects.get(pk=member.pk).user_id == member.user_id


def test_nobody_is_offered_what_the_rule_refuses(client):
    chair, member = make_member(role=CHAIR), make_member()
    client.force_login(make_member(role=SECRETARY).user)
    gone, erased = (reverse(name, args=[member.pk]) for name in ("members:let-go", "games:erase"))
    page = client.get(member.get_absolute_url()).content.decode()
    assert gone in page
    assert erased in page
    page = client.get(chair.get_absolute_url()).content.decode()
    assert "let-go" not in page
    assert "/erase/" not in page


# --- At once --------------------------------------------------------------------------------------
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("way", ["merge", "erase", "discarded", "role"])
def test_the_last_two_chairs_cannot_both_go(way):
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    one, two = make_member(role=CHAIR), make_member(role=CHAIR)
    acts = {
        "merge": lambda of: merge(make_member(), of, MergeSide.KEPT, None),
        "erase": lambda of: erase_name(Act(of.user, at()), of),
        "discarded": lambda of: retire_member(Act(None), of),
        "role": lambda of: set_role(Act(None), of, role=MEMBER),
    }
    raised = at_once(lambda: acts[way](one), lambda: acts["role"](two))
    assert [type(error) for error in raised] == [RuleError]
    assert chairs().count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_becomes_chair_meanwhile_is_not_let_go():
    if connection.vendor != "postgresql":
        pytest.skip("row locks are PostgreSQL's; SQLite lets one writer in at a time")
    make_member(role=CHAIR)
    secretary, member = make_member(role=SECRETARY), make_member()
    raised = at_once(
        lambda: set_role(Act(None), member, role=CHAIR),
        lambda: retire_member(Act(secretary.user), member),
    )
    left = Member.objects.get(pk=member.pk)
    if raised:
        assert [error.reason for error in raised] == ["above_you"]
        assert (left.status, role_of(left)) == (Member.Status.MEMBER, CHAIR)
    else:  # let go first: then a role was given to somebody who is gone
        assert left.status == Member.Status.FORMER
