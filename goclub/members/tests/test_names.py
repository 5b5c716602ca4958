"""Which spellings of a name are the same, and which are not."""

from __future__ import annotations

import importlib

import pytest
from django.apps import apps

from goclub.members.models import Member
from goclub.members.names import fold_name
from goclub.members.tests.factories import fresh, make_member


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ｓａｔō  Ken", "sato ken"),
        ("Łukasz Żółć", "lukasz zolc"),
        ("森　葵", "森 葵"),
        ("ｶﾞﾄｳ", "ガトウ"),
        ("น้ำ", "นำ"),  # without the tone mark
        ("김서연", "김 서연"),
        ("O’Dowd", "ODowd"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("สมชาย ใจดี", "สมชาย ใจดำ"), ("กิตติ", "กุตติ"), ("カトウ", "ガトウ"), ("राम", "रूम")],
)
def test_vowels_tell_names_apart(one: str, other: str) -> None:
    assert fold_name(one) != fold_name(other)


def test_names_folded_before_are_folded_again() -> None:
    member = make_member("สมชาย ใจดี")
    Member.objects.filter(pk=member.pk).update(search_names="สมชายใจด")
    migration = importlib.import_module("goclub.members.migrations.0005_names_with_vowels")
    migration.fold_again(apps, None)
    assert fresh(member).search_names == "สมชายใจดี"
    assert list(Member.objects.searched("ใจดี")) == [member]
    assert not Member.objects.searched("ใจดำ")
