"""Columns and constraints that say how forms ask for them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils.translation import override

from goclub.leagues.models import Term
from goclub.leagues.official.forms import TermForm


@pytest.mark.parametrize(("typed", "stored"), [("19.5", 39), ("19,5", 39), ("２０", 40), ("0", 0)])
def test_half_points_are_typed_in_points_and_stored_doubled(typed, stored):
    assert TermForm().fields["forfeit_margin2"].clean(typed) == stored
    assert Term(forfeit_margin2=stored).forfeit_margin2 == stored


@pytest.mark.parametrize(
    ("typed", "code"), [("19.3", "halves"), ("20.5", "max_value"), ("-1", "min_value")]
)
def test_half_points_outside_their_limits_are_refused(typed, code):
    with pytest.raises(ValidationError) as caught:
        TermForm().fields["forfeit_margin2"].clean(typed)
    assert [error.code for error in caught.value.error_list] == [code]


def test_a_form_shows_points_and_the_limits_of_its_columns():
    form = TermForm(instance=Term(forfeit_margin2=39))
    assert form["forfeit_margin2"].value() == "19.5"
    limits = form.fields["meetings"].widget.attrs
    assert (limits["min"], limits["max"]) == (1, 4)
    assert form.fields["starts_on"].widget.input_type == "date"


def test_a_constraint_speaks_in_the_reader_s_language():
    """The text is kept for each model by a copy of the constraint; it stays a text to translate."""
    [days] = [one for one in Term._meta.constraints if one.name == "term_days"]
    with override("ja"):
        assert str(days.violation_error_message)
    assert days.clone().beside == "ends_on"
