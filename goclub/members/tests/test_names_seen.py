"""What names something is one line that can be seen, wherever it comes from."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection

from goclub.common.name_field import NameField, unseen_in
from goclub.common.tests.reading import said
from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.people.services import add_guest
from goclub.members.roles import CHAIR
from goclub.members.tests.factories import make_member
from ratings.errors import RuleError
from ratings.tests.builders import refused

BAD = ["Jan\nKo", "Jan\r\nKo", "Jan\tKo", "Jan\u202eKo", "\u2066Jan", "Jan\u200e", "Ja\u200bn",
       "Ja\u200dn", "J\u00adan", "Jan\x07", "J\u2028an", "\ufeffJan", "Jan\u3164"]  # fmt: skip
GOOD = ["Łoś-Ito", "佐藤 健", "O’Dowd", "葛\U000e0100城", "می\u200cخواهم", "क्\u200dष", "สมชาย"]


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_seen_is_found(name):
    assert unseen_in(name)


@pytest.mark.parametrize("name", GOOD)
def test_what_scripts_need_is_kept(name):
    assert not unseen_in(name)


def test_every_name_of_a_thing_is_of_the_one_kind():
    """A column that is called a name and is none of these says here why."""
    others = {
        "members.User.first_name", "members.User.last_name", "members.Member.search_names",
        "games.Kifu.filename", "games.Kifu.black_name", "games.Kifu.white_name",
        "games.Kifu.names", "games.NotebookFile.name", "games.Job.title",
        "games.Problem.name",
    }  # fmt: skip
    ours = ("members", "games", "leagues")
    found = {
        f"{model.__name__}.{field.name}"
        for label in ours
        for model in apps.get_app_config(label).get_models()
        if not model.__name__.startswith("Historical")
        for field in model._meta.fields
        if field.name.split("_")[-1] in ("name", "title", "place", "club", "nickname")
        and field.get_internal_type() == "CharField"
        and not isinstance(field, NameField)
    }
    assert found <= {name.partition(".")[2] for name in others} | {
        "BatchFile.name", "Merge.name", "PushDevice.name", "Event.club",
    }  # fmt: skip


@pytest.mark.parametrize("name", BAD[:6])
def test_forms_and_services_refuse_it(client, name):
    make_member(role=CHAIR)
    answer = client.post("/join/", {"display_name": f"x{name}x", "email": "x@example.org"})
    assert answer.status_code == 422
    assert said("names.unseen") in answer.context["form"].errors["display_name"]
    with refused(reason="names.unseen"):
        add_guest(name=f"x{name}x")
    member = make_member()
    member.display_name = f"x{name}x"
    with pytest.raises(RuleError):
        member.save()


@pytest.mark.parametrize("name", BAD[:6])
def test_many_rows_at_once_refuse_it(name):
    member = make_member()
    rows = Member.objects.filter(pk=member.pk)
    member.display_name = f"x{name}x"
    for write in (
        lambda: rows.update(display_name=f"x{name}x"),
        lambda: Member.objects.bulk_update([member], ["display_name"]),
        lambda: Member.objects.bulk_create([Member(display_name=f"x{name}x")]),
    ):
        with pytest.raises(RuleError, match="unseen"):
            write()


def test_a_name_from_before_the_rule_stays_until_it_is_changed():
    member = make_member()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE members_member SET display_name = %s WHERE id = %s", ["Jan\u200bKo", member.pk]
        )
    member = Member.objects.get(pk=member.pk)
    member.save()
    member.display_name = "Jan\u200bKow"
    with pytest.raises(RuleError):
        member.save()


@pytest.mark.parametrize(
    ("name", "typed"),
    [("Yıldız", "yildiz"), ("Œuvre", "oeuvre"), ("Ħal", "hal"), ("Ŧŋ", "tn"), ("Əli", "eli"),
     ("Kawaʻi", "kawai"), ("ﾀﾅｶ", "タナカ"), ("Ｋｏｗａｌ", "kowal"), ("Ǿster", "oster"),
     ("Łódź", "lodz"), ("Þór", "thor"), ("ĸ", "k"), ("ſ", "s"), ("Straße", "strasse")],
)  # fmt: skip
def test_letters_are_found_by_those_without_the_keys(name, typed):
    assert fold_name(name) == fold_name(typed)
