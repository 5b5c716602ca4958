"""Widgets that are known by heart are those that Django's templates would make."""

from __future__ import annotations

import zoneinfo
from decimal import Decimal

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils import translation
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from goclub.common import widgets
from goclub.common.widgets import WidgetsByHeart

DJANGO = DjangoTemplates()
CHOICES = [("", "–"), ("b", _("Black")), (_("Sizes"), [(9, "9×9"), (19, "19×19")])]
#: Widgets that look alike, each with values that are equal to Python and not to a reader.
ASKED = [
    (forms.Select(choices=CHOICES), (None, "", "b", 9, "19", "none of them")),
    (forms.SelectMultiple(choices=CHOICES), (None, ["b"], ["b", "19"], ["b", "none of them"])),
    (forms.RadioSelect(choices=CHOICES), ("b", "")),
    (forms.CheckboxSelectMultiple(choices=CHOICES), ([], ["b"])),
    (forms.CheckboxInput(), (True, False, None)),
    (forms.TextInput(), (None, "", "Anong", "<b>")),
    (forms.NumberInput(attrs={"min": 1}), (None, 1, Decimal("1.5"))),
    (forms.NumberInput(attrs={"min": True}), (None,)),
    (forms.NumberInput(attrs={"min": 1.0}), (None,)),
    (forms.NumberInput(attrs={"min": "1"}), (None,)),
    (forms.TextInput(attrs={"title": "<b>"}), (None,)),
    (forms.TextInput(attrs={"title": mark_safe("<b>")}), (None,)),
    (forms.TextInput(attrs={"title": _("Black")}), (None,)),
    (forms.PasswordInput(), (None, "secret")),
    (forms.SplitDateTimeWidget(), (None,)),
    (forms.Select(choices=[("b", "<i>"), ("w", mark_safe("<i>"))]), ("b",)),
]


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(widgets, "_known", widgets._Known())


@pytest.mark.parametrize("language", ["en", "ja", "th"])
def test_a_widget_is_said_as_django_says_it(language):
    """Twice, so that the second time is by heart; all with one memory."""
    for again in range(2):
        with translation.override(language):
            for widget, values in ASKED:
                for value in values:
                    said = widget.render("one", value, {"id": "id_one"}, WidgetsByHeart())
                    assert said == widget.render("one", value, {"id": "id_one"}, DJANGO), again


def test_a_choice_is_made_once_in_each_language(monkeypatch):
    made = []
    render = DjangoTemplates.render
    monkeypatch.setattr(
        DjangoTemplates, "render", lambda *told: made.append(told[1]) or render(*told)
    )
    said = set()
    for language in ("en", "ja", "en", "ja"):
        with translation.override(language):
            widget = forms.Select(choices=CHOICES)
            said.add(widget.render("one", "b", None, WidgetsByHeart()))
    assert len(made) == len(said) == 2


def test_what_somebody_wrote_is_not_kept():
    for widget in (forms.TextInput(), forms.Textarea(), forms.EmailInput(), forms.HiddenInput()):
        widget.render("one", "what nobody else may read", None, WidgetsByHeart())
    assert not widgets._known.said


def test_what_was_sent_and_is_no_choice_is_not_kept():
    """Anybody may send megabytes in place of a choice."""
    for kind in (forms.Select, forms.SelectMultiple, forms.RadioSelect):
        for sent in ("one of a thousand", "another"):
            kind(choices=CHOICES).render("one", [sent], None, WidgetsByHeart())
    assert len(widgets._known.said) == 3
    assert "thousand" not in repr(widgets._known.said)


def test_a_choice_of_rows_is_made_each_time():
    """A row may be called otherwise tomorrow, under the same number."""

    class Row:
        name = "before"

        def __str__(self) -> str:
            return self.name

    row = Row()
    widget = forms.Select(choices=[(1, row)])
    assert "before" in widget.render("one", None, None, WidgetsByHeart())
    row.name = "after"
    assert "after" in widget.render("one", None, None, WidgetsByHeart())
    assert not widgets._known.said


def test_the_memory_has_an_end(monkeypatch):
    monkeypatch.setattr(widgets, "MOST", 1_000)
    monkeypatch.setattr(widgets, "LARGEST", 2)
    for number in range(250):
        forms.TextInput().render(f"n{number}", None, None, WidgetsByHeart())
        assert 0 < widgets._known.size <= 1_000
    held = dict(widgets._known.said)
    many = forms.Select(choices=[(str(n), str(n)) for n in range(50)])
    many.render("one", "1", None, WidgetsByHeart())
    assert widgets._known.said == held


def test_the_longest_list_of_the_site_is_known_by_heart():
    zones = forms.Select(choices=[(name, name) for name in sorted(zoneinfo.available_timezones())])
    assert zones.render("zone", "Asia/Tokyo", None, WidgetsByHeart())
    assert len(widgets._known.said) == 1


def test_the_site_says_its_forms_so():
    assert isinstance(get_default_renderer(), WidgetsByHeart)
