"""Where links lead: never where the Host header of a request says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings as site
from django.urls import reverse

from goclub.members.models import Letter
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import PASSWORD, make_applicant, make_member

ROOT = Path(site.BASE_DIR)
EVIL = "evil.example"


def test_one_module_alone_asks_the_request_for_the_name_of_the_site():
    asks = re.compile(r"build_absolute_uri|get_current_site")
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "goclub").rglob("*.py")
        if "tests" not in path.parts and asks.search(path.read_text())
    }
    assert found == {"goclub/common/sharing.py"}
    letters = (ROOT / "templates" / "members" / "email").rglob("*")
    assert not [
        path.name for path in letters if re.search(r"{{ *(domain|request)", path.read_text())
    ]


@pytest.mark.django_db
def test_links_in_letters_lead_to_the_site_whatever_host_a_request_names(client, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.SITE_URL = "https://go.example.org"
    member = make_member("Sato Ken", password=True)
    applicant, chair = make_applicant(), make_member(role=CHAIR)
    hostile = {"HTTP_HOST": EVIL, "HTTP_X_FORWARDED_HOST": EVIL}

    def post(name: str, form: dict[str, object], *args: object) -> None:
        answer = client.post(reverse(name, args=args), form, **hostile)
        assert answer.status_code in (200, 302), answer.content

    post("members:password-reset", {"email": member.user.email})
    client.force_login(member.user)
    post("members:address", {"email": "new@example.org", "password": PASSWORD})
    client.force_login(chair.user)
    post("members:invite", {"addresses": "one@example.org", "language": "en", "message": ""})
    post("games:admit", {"rank": "5k", "points": ""}, applicant.pk)
    letters = list(Letter.objects.all())
    assert len(letters) >= 4
    for letter in letters:
        text = f"{letter.subject} {letter.text} {letter.html}"
        assert EVIL not in text
        assert set(re.findall(r"https?://[^\s/\"<]+", letter.text)) <= {"https://go.example.org"}
