"""A page is judged when it stands still, not on its way from one look to the next."""

from __future__ import annotations

import pytest

from goclub.common.tests.walking import stand_still

pytestmark = [
    pytest.mark.browser,
    pytest.mark.extended,
    pytest.mark.django_db(transaction=True),
]

#: The first link of the page goes from one colour to another, and takes an hour.
ON_ITS_WAY = """() => {
  const link = document.querySelector('a[href]');
  link.style.color = 'rgb(250, 250, 250)';
  getComputedStyle(link).color;
  link.style.transition = 'color 3600s';
  link.style.color = 'rgb(1, 2, 3)';
  return [document.getAnimations().length, getComputedStyle(link).color];
}"""
NOW = """() => {
  const link = document.querySelector('a[href]');
  return [document.getAnimations().length, getComputedStyle(link).color];
}"""


def test_what_was_on_its_way_has_arrived(visit):
    moving, colour = visit.evaluate(ON_ITS_WAY)
    assert moving > 0
    assert colour != "rgb(1, 2, 3)"
    stand_still(visit)
    assert visit.evaluate(NOW) == [0, "rgb(1, 2, 3)"]
