"""Values of SGF properties as they stand between brackets: SimpleText, Text, pairs, escapes."""

from __future__ import annotations

import re

_ESCAPED = re.compile(r"\\(?:\n|(.)|\Z)", re.DOTALL)
_COMPOSED = re.compile(r"((?:[^\\:]|\\.)*+):", re.DOTALL)


def simple_text(value: str) -> str:
    r"""A raw value as SimpleText: one line, escapes resolved.

    >>> simple_text("a\\]b\nc")
    'a]b c'
    """
    if "\\" in value:
        value = _ESCAPED.sub(r"\1", value)
    return value.replace("\n", " ") if "\n" in value else value


def long_text(value: str) -> str:
    r"""A raw value as Text: line breaks kept unless escaped, escapes resolved.

    >>> long_text("a\\]b\nc\\\nd")
    'a]b\ncd'
    """
    return _ESCAPED.sub(r"\1", value) if "\\" in value else value


def compose(value: str) -> tuple[str, str | None]:
    r"""The two halves of a raw ``a:b`` value, the second None if there is no colon.

    >>> compose("pd:A\\:1"), compose("pd")
    (('pd', 'A\\:1'), ('pd', None))
    """
    if "\\" not in value:
        first, colon, second = value.partition(":")
        return first, second if colon else None
    match = _COMPOSED.match(value)
    return (value, None) if match is None else (match[1], value[match.end() :])


def escape(text: str) -> str:
    r"""A text as a raw value, safe also as the second half of ``a:b``.

    A bracket that nothing closes is escaped too, or a reader takes what follows for a property
    whose own bracket was lost.

    >>> escape("a]b"), escape("see ;B[pd")
    ('a\\]b', 'see ;B\\[pd')
    """
    if "\\" in text or "]" in text:
        text = text.replace("\\", "\\\\").replace("]", "\\]")
    start = text.rfind("[")
    return f"{text[:start]}\\{text[start:]}" if start > text.rfind("]") else text
