"""QR codes as pictures for a page: plain SVG, no script and no style."""

from __future__ import annotations

import segno

from goclub.go.diagrams.svg import SafeSvg

#: Quiet modules around the code; the standard asks for four, the slip's paper adds the rest.
_BORDER = 2
#: Trying all eight masks costs most of the time, and every reader reads every mask.
_MASK = 3


def qr_svg(text: str) -> SafeSvg:
    """A QR code (ISO/IEC 18004) of some text, which survives a fold or a stain (level M).

    The picture has a view box only and takes its size from the style sheet's ``.qr``.
    """
    code = segno.make_qr(text, error="m", boost_error=False, mask=_MASK)
    svg = code.svg_inline(
        border=_BORDER, omitsize=True, svgclass="qr", lineclass=None, light="#fff"
    )
    # Safe: drawn by the library from modules: the text is not in it.
    return SafeSvg(svg)
