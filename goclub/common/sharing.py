"""What a page tells of itself to those who find or share it.

A page is public where a visitor may see it, whoever looks at it now.  A view says so of what it
shows with a ``Shared`` in its context (``shared_page``); pages without a thing of their own stand
in ``goclub.front.labels``.  Any other page asks not to be found.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

#: What networks show whole: their own recommendation.
PICTURE_SIZE = (1200, 630)


@dataclass(frozen=True, slots=True)
class Shared:
    """A page as others see it: ``picture`` the address of its picture, ``alt`` what is on it.

    ``kind`` is the type of Open Graph: website, article, profile.  ``titled``: the description
    follows the title of the page, which names what it is about.  ``numbered``: its further pages
    have numbers (``?page=``), and each is an address of its own.
    """

    public: bool
    description: str = ""
    picture: str = ""
    alt: str = ""
    kind: str = "website"
    titled: bool = False
    numbered: bool = True


def absolute(request: HttpRequest, path: str) -> str:
    """An address as the world knows it: under the name that the club gave its site, if any."""
    base: str = settings.PUBLIC_URL
    return f"{base}{path}" if base else request.build_absolute_uri(path)


def site_address(path: str = "/") -> str:
    """An address for a letter: never from the request, whose Host header anybody can write."""
    return f"{settings.SITE_URL}{path}"
