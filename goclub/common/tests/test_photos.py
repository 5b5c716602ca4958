"""Pictures that people send, and files that only look like pictures."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

import pytest
from PIL import Image, features

from goclub.common import photos
from goclub.common.photos import FACE, ILLUSTRATION, read_photo
from goclub.common.refusals.registry import Refusal

RED, BLUE, WHITE = (220, 20, 20), (20, 20, 220), (255, 255, 255)


def halves(size=(400, 200)):
    """A picture whose left half is red and whose right half is blue."""
    image = Image.new("RGB", size, RED)
    image.paste(BLUE, (size[0] // 2, 0, *size))
    return image


def file_of(image, kind="JPEG", **options):
    target = io.BytesIO()
    image.save(target, kind, **options)
    return target.getvalue()


def opened(data):
    image = Image.open(io.BytesIO(data))
    assert image.format == "WEBP"
    return image


def near(pixel, colour):
    return all(abs(one - other) < 30 for one, other in zip(pixel[:3], colour, strict=True))


def png_of_size(width, height):
    """A small file that claims to be a large picture, with too few pixels."""

    def chunk(name, data):
        checksum = zlib.crc32(name + data)
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", checksum)

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", pixels)


def test_a_photograph_is_turned_upright_and_loses_what_the_camera_said():
    exif = Image.Exif()
    exif[0x0112] = 6  # the camera was held upright
    exif[0x010F] = "Kaya Cameras"
    exif.get_ifd(0x8825)[2] = (52.0, 13.0, 49.0)
    comment = b"at home"
    data = file_of(halves(), exif=exif, comment=comment, icc_profile=b"a profile of colours")
    photo = read_photo(data, ILLUSTRATION)
    large = opened(photo.large)
    assert large.size == (200, 400)  # never enlarged
    assert near(large.getpixel((100, 20)), RED)
    assert near(large.getpixel((100, 380)), BLUE)
    assert not large.getexif()
    for part in (b"Kaya", b"EXIF", b"ICCP", b"XMP", comment):
        assert part not in photo.large + photo.small


def test_a_face_is_the_middle_of_the_picture_in_two_sizes():
    photo = read_photo(file_of(halves((900, 300)), "PNG"), FACE)
    assert opened(photo.small).size == (96, 96)
    large = opened(photo.large)
    assert large.size == (320, 320)
    assert near(large.getpixel((80, 160)), RED)
    assert near(large.getpixel((240, 160)), BLUE)
    assert photo.digest == read_photo(file_of(halves((900, 300)), "PNG"), FACE).digest
    assert photo.digest != read_photo(file_of(Image.new("RGB", (300, 300), RED)), FACE).digest


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "CMYK", "I;16", "RGBA"])
def test_pictures_of_every_kind_of_colour_are_read(mode):
    image = halves().convert("L") if mode == "I;16" else halves()
    data = file_of(image.convert(mode), "JPEG" if mode == "CMYK" else "PNG")
    assert opened(read_photo(data, FACE).small).mode == "RGB"


def test_what_is_transparent_is_white():
    clear = Image.new("RGBA", (50, 50), (0, 0, 0, 0))
    assert near(opened(read_photo(file_of(clear, "PNG"), FACE).large).getpixel((9, 9)), WHITE)


@pytest.mark.parametrize("kind", ["GIF", "WEBP"])
def test_of_a_moving_picture_the_first_frame_stays(kind):
    assert features.check("webp")
    frames = [Image.new("RGB", (60, 60), colour) for colour in (RED, BLUE, BLUE)]
    data = file_of(frames[0], kind, save_all=True, append_images=frames[1:], duration=80)
    large = opened(read_photo(data, FACE).large)
    assert getattr(large, "n_frames", 1) == 1
    assert near(large.getpixel((100, 100)), RED)


def test_a_file_that_is_two_things_leaves_only_its_pixels():
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w") as archive:
        archive.writestr("run.html", "<script>alert(1)</script>")
    data = file_of(halves(), comment=b"<script>alert(2)</script>") + package.getvalue()
    photo = read_photo(data, FACE)
    for stored in (photo.small, photo.large):
        assert b"script" not in stored
        assert not zipfile.is_zipfile(io.BytesIO(stored))


REFUSED = {
    "nothing": (b"", "empty"),
    "words": (b"a picture, honestly", "unreadable"),
    "svg": (b'<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', "unreadable"),
    "page": (b"<!doctype html><script>alert(1)</script>", "unreadable"),
    "name only": (b"\xff\xd8\xff\xe0", "unreadable"),
    "cut JPEG": (file_of(halves())[:-300], "unreadable"),
    "cut PNG": (file_of(halves(), "PNG")[:-200], "unreadable"),
    "cut WebP": (file_of(halves(), "WEBP")[:-100], "unreadable"),
    "bitmap": (file_of(halves(), "BMP"), "unreadable"),
    "icon": (file_of(halves((32, 32)), "ICO"), "unreadable"),
    "postscript": (file_of(halves(), "EPS"), "unreadable"),
    "bomb": (png_of_size(60_000, 60_000), "too_many_pixels"),
    "40 megapixels": (png_of_size(8000, 5000), "too_many_pixels"),
    "pixels missing": (png_of_size(7999, 5000), "unreadable"),
    "empty picture": (png_of_size(0, 5), "unreadable"),
    "heavy": (file_of(halves()) + bytes(photos.MOST_BYTES), "too_large"),
}


@pytest.mark.parametrize(("data", "reason"), REFUSED.values(), ids=REFUSED)
@pytest.mark.filterwarnings("error")
def test_what_is_no_picture_or_too_large_is_refused_plainly(data, reason):
    with pytest.raises(Refusal) as refusal:
        read_photo(data, FACE)
    assert refusal.value.reason == reason
