"""The club's accent colour: checked for contrast, and turned into a light and a dark tone."""

from __future__ import annotations

import colorsys

PAPER_LIGHT, PAPER_DARK = "#faf7f1", "#171512"
READABLE = 4.5  # WCAG 2.2 AA for text


def contrast(first: str, second: str) -> float:
    """WCAG contrast ratio of two ``#rrggbb`` colours, 1 to 21.

    >>> round(contrast("#ffffff", "#000000"))
    21
    """
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def dark_tone(accent: str) -> str:
    """The same hue, light enough to be read on the dark page."""
    red, green, blue = _channels(accent)
    hue, lightness, saturation = colorsys.rgb_to_hls(red, green, blue)
    while True:
        rgb = colorsys.hls_to_rgb(hue, lightness, min(saturation, 0.41))
        tone = "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)
        if contrast(tone, PAPER_DARK) >= 7 or lightness >= 0.95:
            return tone
        lightness += 0.02


def on_tone(tone: str) -> str:
    """Black or white, whichever is easier to read on the tone."""
    return max("#ffffff", "#0d1a16", key=lambda ink: contrast(ink, tone))


def accent_css(accent: str) -> str:
    """The style sheet that sets the club's accent for light and dark pages."""
    dark = dark_tone(accent)
    light_tokens = f"--accent:{accent};--on-accent:{on_tone(accent)};"
    dark_tokens = f"--accent:{dark};--on-accent:{on_tone(dark)};"
    return (
        f":root{{{light_tokens}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-bs-theme=light]){{{dark_tokens}}}}}\n"
        f":root[data-bs-theme=dark]{{{dark_tokens}}}\n"
        f"@media print{{:root:root{{{light_tokens}}}}}\n"
    )


def _channels(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _luminance(colour: str) -> float:
    def linear(channel: float) -> float:
        """A channel (0 … 1) as light, by the formula of WCAG 2."""
        return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4

    red, green, blue = map(linear, _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
