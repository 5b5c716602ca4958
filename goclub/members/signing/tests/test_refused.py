"""A refused form answers 422, Django's own views among them."""

from __future__ import annotations

from django.contrib.auth.tokens import default_token_generator
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from goclub.members.membership.services.leaving import retire_member
from goclub.members.requests import Act
from goclub.members.tests.factories import LONG_AGO_AT, PASSWORD, make_applicant, make_member

SHORT = {"new_password1": "a", "new_password2": "b"}


def test_a_refused_password_answers_422(client):
    member = make_member(password=True)
    answers = [
        client.post(reverse("members:sign-in"), {"username": "nobody", "password": "x"}),
        client.post(reverse("members:password-reset"), {"email": "no address"}),
    ]
    uid = urlsafe_base64_encode(force_bytes(member.user_id))
    token = default_token_generator.make_token(member.user)
    form = client.get(reverse("members:password-confirm", args=[uid, token]), follow=True)
    answers.append(client.post(form.request["PATH_INFO"], SHORT))
    client.force_login(member.user)
    answers.append(client.post(reverse("members:password"), SHORT | {"old_password": "wrong"}))
    assert [answer.status_code for answer in answers] == [422] * len(answers)
    assert all(answer.context["form"].errors for answer in answers)


def test_only_an_applicant_is_told_to_wait(client):
    member, applicant = make_member(password=True), make_applicant()
    retire_member(Act(None, LONG_AGO_AT), member, reason="moved")
    applicant.user.set_password(PASSWORD)
    applicant.user.save()

    def refusal(user):
        sent = {"username": user.username, "password": PASSWORD}
        answer = client.post(reverse("members:sign-in"), sent)
        return answer.context["form"].non_field_errors().as_data()[0].code

    assert (refusal(applicant.user), refusal(member.user)) == ("inactive", "closed")
