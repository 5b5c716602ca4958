"""A backup at once: started beside the request, by those who look after the club, once a minute."""

from __future__ import annotations

import subprocess

import pytest
from django.urls import reverse

from goclub.members.tests.factories import make_member


@pytest.fixture
def started(monkeypatch):
    commands = []

    class Started:
        def __init__(self, command, **_how):
            commands.append(command)

        def wait(self):
            """It ends at once."""

    monkeypatch.setattr(subprocess, "Popen", Started)
    return commands


def test_the_chair_starts_one_and_a_second_press_no_other(client, started):
    client.force_login(make_member(role="chair").user)
    for _press in range(2):
        answer = client.post(reverse("members:backup-now"))
        assert (answer.status_code, answer.url) == (302, reverse("members:desk"))
    assert [command[-1] for command in started] == ["backup"]


@pytest.mark.parametrize("role", ["member", "organiser", "secretary"])
def test_others_do_not(client, started, role):
    assert client.post(reverse("members:backup-now")).status_code == 302
    client.force_login(make_member(role=role).user)
    assert client.post(reverse("members:backup-now")).status_code == 403
    assert not started
