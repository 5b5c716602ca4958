"""Pictures that people send: decoded, turned, scaled and written anew, so that only pixels stay.

What a camera adds (place, time, preview) and what a file may hide behind its picture is never
kept, because the stored files are written here from the decoded pixels.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from dataclasses import dataclass
from typing import Final, Protocol

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from goclub.common.forms import UploadField
from goclub.common.refusals.registry import Refusal
from goclub.common.refusals.texts import FILE_EMPTY

MOST_BYTES: Final = 10 * 1024 * 1024
#: A picture of so many pixels takes more memory to decode than any page needs.
TOO_MANY_PIXELS: Final = 40_000_000
#: What is decoded; of a moving GIF or WebP the first frame.  No SVG: it is a program.
FORMATS: Final = ("JPEG", "PNG", "WEBP", "GIF")
MIME: Final = "image/webp"
#: How long a browser keeps a picture, in seconds: a year.
KEPT_SECONDS: Final = 365 * 86400
_QUALITY: Final = 80
_REDUCIBLE: Final = frozenset({"L", "LA", "RGB", "RGBA", "CMYK"})
_PAPER: Final = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class PictureSizes:
    """The two sizes that are stored, in pixels of the longer side; *square* ones are cut."""

    small: int
    large: int
    square: bool = False


FACE: Final = PictureSizes(96, 320, square=True)
ILLUSTRATION: Final = PictureSizes(640, 1440)


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture in both sizes, as WebP; width and height are those of the large one."""

    small: bytes
    large: bytes
    width: int
    height: int

    @property
    def digest(self) -> str:
        """Return a name that another picture never has."""
        return hashlib.sha256(self.large).hexdigest()[:32]


def read_photo(data: bytes, sizes: PictureSizes) -> Photo:
    """Decode a file that somebody sent; raise a Refusal for what is no picture or too large."""
    if not data:
        raise Refusal(FILE_EMPTY, field="file", reason="empty")
    if len(data) > MOST_BYTES:
        raise Refusal(
            _("The picture is larger than 10 MB. Save a smaller copy and choose that."),
            field="file",
            reason="too_large",
        )
    image = _decoded(data, sizes)
    large = _scaled(image, sizes.large, sizes)
    small = _scaled(large, sizes.small, sizes)
    return Photo(_written(small), _written(large), large.width, large.height)


def _decoded(data: bytes, sizes: PictureSizes) -> Image.Image:
    """The first picture of the file, upright, in plain colours without transparency."""
    try:
        with warnings.catch_warnings():
            # Pillow warns of many pixels; they are counted below, before anything is decoded.
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image: Image.Image = Image.open(io.BytesIO(data), formats=FORMATS)
        _count_pixels(image.width, image.height)
        # A JPEG is decoded at a half, a quarter or an eighth where that is enough.
        image.draft("RGB", (2 * sizes.large, 2 * sizes.large))
        image.load()
        return _plain(ImageOps.exif_transpose(_reduced(image, sizes.large)))
    except Refusal:
        raise
    except Image.DecompressionBombError:
        raise _too_many_pixels() from None
    except Exception:
        # A decoder raises whatever a damaged file makes it meet.
        raise Refusal(
            _("This file is not a picture that can be read. Choose a JPEG, PNG or WebP file."),
            field="file",
            reason="unreadable",
        ) from None


def _count_pixels(width: int, height: int) -> None:
    if width * height >= TOO_MANY_PIXELS:
        raise _too_many_pixels()


def _too_many_pixels() -> Refusal:
    return Refusal(
        _(
            "The picture has 40 megapixels or more. Save a smaller copy, for example 2,000 pixels "
            "wide, and choose that."
        ),
        field="file",
        reason="too_many_pixels",
    )


def _reduced(image: Image.Image, side: int) -> Image.Image:
    """The picture with a shorter side of about *side*: what follows copies it several times."""
    if image.mode not in _REDUCIBLE:
        image = image.convert("RGBA" if image.has_transparency_data else "RGB")
    factor = min(image.size) // side
    return image.reduce(factor) if factor > 1 else image


def _plain(image: Image.Image) -> Image.Image:
    """The picture as RGB, on white where it is transparent."""
    if image.has_transparency_data:
        layer = image.convert("RGBA")
        plain = Image.new("RGB", image.size, _PAPER)
        plain.paste(layer, mask=layer.getchannel("A"))
        return plain
    return image.convert("RGB")


def _scaled(image: Image.Image, side: int, sizes: PictureSizes) -> Image.Image:
    """The picture in one size; a square is cut from the middle, nothing else is enlarged."""
    if sizes.square:
        return ImageOps.fit(image, (side, side), Image.Resampling.LANCZOS)
    scaled = image.copy()
    scaled.thumbnail((side, side), Image.Resampling.LANCZOS)
    return scaled


def _written(image: Image.Image) -> bytes:
    """The pixels as a file, and nothing that came along with them."""
    image.info.clear()
    target = io.BytesIO()
    image.save(target, "WEBP", quality=_QUALITY, method=4)
    return target.getvalue()


class StoredSizes(Protocol):
    """A row that holds a picture in two sizes."""

    @property
    def small(self) -> bytes | memoryview: ...

    @property
    def large(self) -> bytes | memoryview: ...


def picture_file(picture: StoredSizes, size: str) -> HttpResponse:
    """Answer with one size of a stored picture; raise Http404 for a size that there is not.

    The browser keeps it, because its address names its content.
    """
    if size not in ("small", "large"):
        raise Http404
    response = HttpResponse(bytes(getattr(picture, size)), content_type=MIME)
    # Only the reader's own browser: whether others may see it is asked each time.
    patch_cache_control(response, private=True, max_age=KEPT_SECONDS, immutable=True)
    return response


class PhotoField(UploadField):
    """A field for a picture; its value is a :class:`Photo` in the given sizes."""

    widget = forms.ClearableFileInput(attrs={"accept": "image/jpeg,image/png,image/webp"})

    def __init__(self, *, sizes: PictureSizes, **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.sizes = sizes

    def clean(self, data: object, initial: object = None) -> object:
        """Return the picture; None where none was chosen, False where it is to be removed."""
        upload = super().clean(data, initial)
        if not isinstance(upload, UploadedFile):
            return upload
        if (upload.size or 0) > MOST_BYTES:
            upload = io.BytesIO(b"x" * (MOST_BYTES + 1))
        try:
            return read_photo(upload.read(), self.sizes)
        except Refusal as refusal:
            raise forms.ValidationError(refusal.text, code=refusal.reason) from None
