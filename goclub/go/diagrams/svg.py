"""What marks a picture drawn by the server as safe to print."""

from __future__ import annotations

from html import escape

from goclub.go.records.text import strip_unseen


class SafeSvg(str):
    """SVG text that a template may print as it is: whoever makes one has escaped every text in it.

    Templates ask for ``__html__``, so that nothing here needs to know them.

    >>> SafeSvg("<svg/>").__html__()
    '<svg/>'
    """

    __slots__ = ()

    # Safe: drawings write their texts by ``clean_text`` or ``escape``.
    def __html__(self) -> str:
        return self


def clean_text(text: str) -> str:
    """Escaped, and without the control characters that XML forbids; wide blanks stay.

    >>> clean_text("<b> & \x01"), clean_text("秋季\u3000大会") == "秋季\u3000大会"
    ('&lt;b&gt; &amp; ', True)
    """
    return escape(strip_unseen(text))
