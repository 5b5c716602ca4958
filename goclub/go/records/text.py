"""Texts between the brackets of a record: escapes undone, and made safe to show."""

from __future__ import annotations

import re

# Everything that is invisible and may mislead: controls except tabs and line breaks, zero-width
# characters (not the joiners, which scripts and emoji need), bidirectional marks, overrides and
# isolates, byte order marks, soft hyphens, tags, and code points that XML does not allow.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff\U000e0000-\U000e007f]"
)
#: Of those the ones that ASCII has, and the tab.
_CONTROLS = bytes({*range(0x20), 0x7F} - {ord("\n")})
_BREAKS = re.compile("\r\n|\n\r|[\n\r\x0b\x0c\x85\u2028\u2029]")
_MAIL = re.compile(
    r"(?<![\w.+-])[\w.+-]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}"
)
MAIL_REMOVED = "[e-mail removed]"


def strip_unseen(text: str) -> str:
    """``text`` without invisible characters, all line breaks as ``\\n``, tabs as blanks.

    >>> strip_unseen("a\\x00b\\u202egnp.exe")
    'abgnp.exe'
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if text.isascii() and len(text.encode().translate(None, _CONTROLS)) == len(text):
        return text
    return _UNSEEN.sub("", _BREAKS.sub("\n", text)).replace("\t", " ")


def remove_mail(text: str) -> str:
    """``text`` with every e-mail address replaced, since records are shown to everyone.

    >>> remove_mail("ask a.b@example.org or me@home")
    'ask [e-mail removed] or me@home'
    """
    return _MAIL.sub(MAIL_REMOVED, text) if "@" in text else text


def clean_line(text: str, limit: int = 300) -> str:
    """A name or other header field: one line, single spaces, at most ``limit`` characters."""
    line = " ".join((remove_mail(text) if "@" in text else text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


# -- values ----------------------------------------------------------------------------------------


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
