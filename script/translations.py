"""Collects the site's words, compiles them, and says what is missing.

    script/translations            collect into locale/*/LC_MESSAGES/django.po, and compile
    script/translations --check    change nothing; fail where a word has no translation, where one
                                   is uncertain, where what was compiled is older than its source,
                                   and where a text, a module or a template breaks a rule of style
                                   that can be seen (script/wording.py)

Needs GNU gettext (xgettext, msgmerge) for collecting; the compiled files are in the repository, so
that the site itself needs neither.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import polib
import wording

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = sorted(folder.name for folder in (ROOT / "locale").iterdir() if folder.is_dir())
#: What words are collected from, and what the settings read.
COPIED = {".py", ".html", ".txt", ".po", ".toml"}
COLLECT = ["makemessages", "--no-location", "--no-wrap", "--no-obsolete", "--ignore=.venv",
           "--ignore=var", "--ignore=staticfiles", "--ignore=tests", "--ignore=benchmarks",
           "--ignore=script", "--verbosity=0"]  # fmt: skip


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        return check()
    collect(ROOT)
    for language in LANGUAGES:
        catalogue(ROOT, language).save_as_mofile(str(compiled(ROOT, language)))
    return check()


def collect(root: Path) -> None:
    """Bring the catalogues under *root* up to the words in its code and templates."""
    for language in LANGUAGES:
        source(root, language).parent.mkdir(parents=True, exist_ok=True)
    chosen = [part for language in LANGUAGES for part in ("--locale", language)]
    subprocess.run([sys.executable, "manage.py", *COLLECT, *chosen], cwd=root, check=True)
    for language in LANGUAGES:
        put_in_order(root, language)


def put_in_order(root: Path, language: str) -> None:
    """By the words themselves: what moves from file to file changes no line of a catalogue."""
    words = catalogue(root, language)
    words.sort(key=lambda entry: (entry.msgid, entry.msgctxt or ""))
    words.metadata.pop("POT-Creation-Date", None)
    words.save()


def check() -> int:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        copy_sources(copy)
        collect(copy)
        faults = [fault for language in LANGUAGES for fault in faults_of(copy, language)]
        faults += [fault for language in LANGUAGES for fault in style_faults(language)]
        faults += source_faults(copy)
    for fault in faults[:40]:
        print(fault)
    if faults:
        print(f"{len(faults)} faults. Run script/translations, then translate what it collected.")
    return 1 if faults else 0


def copy_sources(folder: Path) -> None:
    """Everything that is, or will be, in the repository."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
                            cwd=ROOT, check=True, capture_output=True, text=True)  # fmt: skip
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file() and (ROOT / name).suffix in COPIED:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, folder / name)


def faults_of(fresh: Path, language: str) -> list[str]:
    wanted, kept = catalogue(fresh, language), catalogue(ROOT, language)
    known = {(entry.msgctxt, entry.msgid) for entry in kept}
    faults = [
        f"{language}: not collected: {entry.msgid[:70]!r}"
        for entry in wanted
        if (entry.msgctxt, entry.msgid) not in known
    ]
    faults += [f"{language}: not translated: {one.msgid[:70]!r}" for one in kept if untold(one)]
    faults += [f"{language}: uncertain: {one.msgid[:70]!r}" for one in kept if one.fuzzy]
    if not compiled(ROOT, language).exists():
        return [*faults, f"{language}: not compiled"]
    held = {
        (one.msgctxt, one.msgid): (one.msgstr, one.msgstr_plural)
        for one in polib.mofile(str(compiled(ROOT, language)))
    }
    now = {
        (one.msgctxt, one.msgid): (one.msgstr, one.msgstr_plural)
        for one in kept
        if not one.fuzzy and not untold(one)
    }
    return faults if held == now else [*faults, f"{language}: compiled from an older source"]


def style_faults(language: str) -> list[str]:
    """What the translated texts hold that their language does not write."""
    return [
        f"{language}: {fault}: {text[:70]!r}"
        for entry in catalogue(ROOT, language)
        for text in (entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr])
        for fault in wording.faults(language, text)
    ]


def source_faults(folder: Path) -> list[str]:
    """What modules and templates write by hand that each language writes in its own way."""
    names = sorted([*folder.glob("goclub/**/*.py"), *folder.glob("templates/**/*.*")])
    return [
        fault
        for name in names
        for fault in wording.source_faults(
            name.relative_to(folder).as_posix(), name.read_text("utf-8")
        )
    ]


def untold(entry: polib.POEntry) -> bool:
    if entry.msgid_plural:
        return not entry.msgstr_plural or not all(entry.msgstr_plural.values())
    return not entry.msgstr


def catalogue(root: Path, language: str) -> polib.POFile:
    return polib.pofile(str(source(root, language)), wrapwidth=0)


def source(root: Path, language: str) -> Path:
    return root / "locale" / language / "LC_MESSAGES" / "django.po"


def compiled(root: Path, language: str) -> Path:
    return source(root, language).with_suffix(".mo")


if __name__ == "__main__":
    sys.exit(main())
