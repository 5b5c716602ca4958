"""The chair's pages of the webhooks, and what stands on the desk."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.urls import reverse
from django.utils import timezone

from goclub.common.history import who_of
from goclub.common.tests.reading import codes, read
from goclub.members.hooks.labels import history_lines
from goclub.members.hooks.services.keeping import MOST, send_test
from goclub.members.hooks.services.sending import note_trouble, send_due
from goclub.members.hooks.tests.conftest import enter
from goclub.members.models import Delivery, HookKind, Webhook
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member, signed_in

PAGE = "/webhooks/"


@pytest.fixture
def chair(client):
    return signed_in(client, "Ewa Lis", role="chair")


def values(receiver, **more):
    kept = {"name": "Bot", "topics": ["results", "ranks"], "form": "json"}
    return {**kept, "address": receiver.address, **more}


def addresses(pk):
    parts = ("hook-test", "hook-secret", "hook-switch", "hook-delete")
    return [reverse(f"members:{part}", args=[pk]) for part in parts]


def test_a_webhook_is_entered_and_its_secret_shown_once(client, chair, receiver):
    answer = client.post(PAGE, values(receiver))
    assert (answer.status_code, answer.url) == (302, PAGE)  # loaded again it makes no other one
    secret = read(client.get(PAGE)).one("code.key").text
    hook = Webhook.objects.get()
    assert (hook.secret, hook.name, hook.topics) == (secret, "Bot", ["results", "ranks"])
    assert hook.made_by == chair.user
    for page in (PAGE, hook.get_absolute_url()):
        answer = client.get(page)
        assert secret not in answer.text
        assert "no-store" in answer.headers["Cache-Control"]
    assert hook.get_absolute_url() in read(client.get(PAGE)).values("a", "href")


@pytest.mark.parametrize(
    "bad",
    [
        {"name": ""},
        {"name": "n" * 61},
        {"topics": []},
        {"topics": ["all"]},
        {"form": "xml"},
        {"address": ""},
        {"address": "http://example.org/"},
        {"address": "https://127.0.0.1/"},
        {"address": "https://169.254.169.254/latest/meta-data/"},
        {"address": "https://user:secret@example.org/"},
        {"address": "https://2130706433/"},
        {"address": "https://no-such-name.invalid/"},
        {"address": "https://example.org/" + "a" * 5000},
        {"address": "https://example.org/\0"},
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, chair, receiver, bad):
    answer = client.post(PAGE, values(receiver, **bad))
    assert answer.status_code == 422
    assert set(answer.context["form"].errors) == set(bad)
    assert not Webhook.objects.exists()
    hook = enter(receiver)
    before = vars(Webhook.objects.get()) | {"_state": None}
    answer = client.post(hook.get_absolute_url(), values(receiver, **bad))
    assert answer.status_code == 422
    assert codes(answer.context["form"])
    assert vars(Webhook.objects.get()) | {"_state": None} == before


def test_everything_on_the_page_of_one(client, chair, receiver):
    hook = enter(receiver, name="<b>Bot</b>")
    test, secret, switch, delete = addresses(hook.pk)
    page = hook.get_absolute_url()
    assert "<b>Bot" not in client.get(page).text
    client.post(test)
    assert send_due() == 1
    for button in (switch, test):
        assert client.post(button).url == page
    assert Delivery.objects.count() == 1, "refused in words: it is off"
    client.post(switch, {"on": "yes"})
    assert client.post(secret).url == page
    shown = read(client.get(page)).one("code.key").text
    assert shown == Webhook.objects.get().secret != hook.secret
    assert client.post(page, values(receiver, name="Other")).url == page
    assert Webhook.objects.get().name == "Other"
    assert client.post(delete).status_code == 200
    assert Webhook.objects.exists()
    assert client.post(delete, {"confirmed": "yes"}).url == PAGE
    assert not Webhook.objects.exists()


@pytest.mark.parametrize("role", ["member", "organiser", "secretary", "chair"])
def test_the_pages_are_the_chairs(client, receiver, role):
    hook = enter(receiver)
    for page in (PAGE, hook.get_absolute_url(), *addresses(hook.pk)):
        assert client.get(page).status_code == client.post(page).status_code == 302
    member = signed_in(client, "Somebody", role=role)
    allowed = role == "chair"
    if not allowed:
        with pytest.raises(PermissionDenied):
            enter(receiver, by=member.user)
    for page in (PAGE, hook.get_absolute_url()):
        assert client.get(page).status_code == (200 if allowed else 403)
        if not allowed:
            assert client.post(page, values(receiver)).status_code == 403
    for button in addresses(hook.pk):
        assert client.get(button).status_code == (405 if allowed else 403)
        if not allowed:
            assert client.post(button, {"confirmed": "yes"}).status_code == 403
    assert PAGE in client.get("/me/programs/").text or not allowed
    assert Webhook.objects.get().off == ""


def test_there_is_an_end(client, chair, receiver):
    for _number in range(MOST):
        enter(receiver)
    answer = client.post(PAGE, values(receiver))
    assert answer.status_code == 422
    assert codes(answer.context["form"])


def test_what_was_given_up_waits_on_the_desk(
    client, chair, receiver, django_assert_max_num_queries
):
    hook = enter(receiver)
    for _number in range(3):
        send_test(Act(None), hook)
    Delivery.objects.update(state=Delivery.State.FAILED, trouble="answered", status=500)
    first, second, third = Delivery.objects.order_by("pk")
    assert "500" in client.get("/desk/").text
    page = reverse("members:desk-kind", args=["messages"])
    assert str(second.pk) in read(client.get(page)).values("input[type=checkbox]", "value")
    client.post(page, {"do": "again", "chosen": [first.pk, first.pk]})
    client.post(page, {"do": "drop", "chosen": [second.pk, 10**9]})
    states = [Delivery.objects.get(pk=one.pk).state for one in (first, second, third)]
    assert states == ["waiting", "dropped", "failed"]
    assert send_due() == 1
    with django_assert_max_num_queries(12):
        client.get(hook.get_absolute_url())
    Webhook.objects.update(off=Webhook.Off.FAILING)
    assert hook.get_absolute_url() in client.get("/desk/").text
    client.force_login(make_member("S", role="secretary").user)
    assert hook.get_absolute_url() not in client.get("/desk/").text
    client.force_login(chair.user)
    Webhook.objects.update(off=Webhook.Off.HAND)
    assert hook.get_absolute_url() not in client.get("/desk/").text


def test_the_chair_sees_who_changed_what_and_when(client, chair, receiver):
    client.post(PAGE, values(receiver))
    hook = Webhook.objects.get()
    client.post(hook.get_absolute_url(), values(receiver, name="Bot 2", topics=["results"]))
    signed_in(client, "Noor Haddad", role="chair")
    client.post(reverse("members:hook-secret", args=[hook.pk]))
    client.post(reverse("members:hook-switch", args=[hook.pk]))
    client.post(reverse("members:hook-delete", args=[hook.pk]), {"confirmed": "yes"})
    assert not Webhook.objects.exists()
    page = client.get(PAGE)
    lines = page.context["history"]
    assert [(line["who"], len(line["changes"])) for line in lines] == [
        ("Noor Haddad", 0), ("Noor Haddad", 1), ("Noor Haddad", 0), ("Ewa Lis", 2), ("Ewa Lis", 0),
    ]  # fmt: skip
    assert {(change.old, change.new) for change in lines[3]["changes"]} >= {("Bot", "Bot 2")}
    secrets = Webhook.history.model._meta
    assert "secret" not in {field.name for field in secrets.fields}
    assert len(read(page).all("#history li")) == 5


def test_how_it_fares_is_no_change_but_its_end_is(chair, receiver, django_assert_num_queries):
    hook = enter(receiver)
    at = timezone.now()
    for status, versions in ((500, 1), (500, 1), (410, 2)):
        delivery = Delivery.objects.create(hook=hook, kind=HookKind.TEST, at=at)
        note_trouble(delivery=delivery, trouble="answered", status=status, at=at)
        assert hook.history.count() == versions
    last = history_lines()[0]
    assert [change.new for change in last["changes"]] == [Webhook.Off.GONE.label]
    assert last["who"] == who_of(None)
    with django_assert_num_queries(1):
        history_lines()
