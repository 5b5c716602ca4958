"""A notice as a sentence of the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from goclub.members.notices.queries import NoticeKind

register = template.Library()


@register.simple_tag
def say(about: NoticeKind, params: Mapping[str, object]) -> str:
    """The sentence of a kind with a notice's params."""
    return about.say(params)
