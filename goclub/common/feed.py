"""Atom feeds as RFC 4287 wants them: one writer for all feeds of the site.

Identifiers never change, whatever the site's address is: they are made from the club's own key and
the name of what they stand for.  Words are words and no HTML, so a player may be called ``<b>``.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from django.http import HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.xmlutils import SimplerXMLGenerator

from goclub.go.records.text import strip_unseen

MIME = "application/atom+xml; charset=utf-8"
#: Where nothing has come yet, nothing was ever changed.
NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One entry: ``name`` says for ever which it is; ``address`` that of its page."""

    name: str
    title: str
    text: str
    address: str
    published: datetime
    updated: datetime | None = None


@dataclass(frozen=True, slots=True)
class Head:
    """The feed itself, in the reader's language."""

    name: str
    title: str
    subtitle: str
    address: str
    own_address: str
    author: str
    language: str


class _Atom(Atom1Feed):
    """Django's, with summaries that are text, and a moment that does not move without entries."""

    def add_item_elements(self, handler: SimplerXMLGenerator, item: dict[str, object]) -> None:
        text = item.pop("description")
        super().add_item_elements(handler, {**item, "description": None})
        if text:
            handler.addQuickElement("summary", str(text), {"type": "text"})

    def latest_post_date(self) -> datetime:
        return max((item["updateddate"] for item in self.items), default=NEVER)


def atom_response(key: uuid.UUID, head: Head, entries: Iterable[FeedEntry]) -> HttpResponse:
    """The feed; *key* is the club's."""
    feed = _Atom(
        title=clean(head.title),
        link=head.address,
        description="",
        subtitle=clean(head.subtitle),
        language=head.language,
        author_name=clean(head.author),
        feed_url=head.own_address,
        feed_guid=identifier(key, head.name),
    )
    for entry in entries:
        feed.add_item(
            clean(entry.title),
            entry.address,
            clean(entry.text),
            unique_id=identifier(key, entry.name),
            pubdate=entry.published,
            updateddate=entry.updated or entry.published,
        )
    response = HttpResponse(content_type=MIME)
    feed.write(response, "utf-8")
    return response


def identifier(key: uuid.UUID, name: str) -> str:
    """A name of the club's as an IRI that stays.

    >>> identifier(uuid.UUID(int=1), "kifu-5") == identifier(uuid.UUID(int=1), "kifu-5")
    True
    """
    return uuid.uuid5(key, name).urn


def clean(text: str) -> str:
    """Without the control characters that XML forbids, which records may hold."""
    return strip_unseen(text)
