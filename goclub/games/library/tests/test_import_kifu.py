"""`import_kifu`: every game one line, nothing stops it, nothing twice."""

from __future__ import annotations

import io
import json
import tarfile
import zipfile

import pytest
from django.core.management import CommandError, call_command

from goclub.games.library.services import importing
from goclub.games.models import Kifu
from goclub.go.records.batch import Limits, opened
from goclub.go.records.tests.text import LINE, sgf
from goclub.members.tests.factories import make_member

LONG = [*LINE, "ck", "qn", "ql", "on"]
OTHER = ["dd", "pp", "dp", "pd", *LONG[4:]]


def run(*paths, **options):
    out, err = io.StringIO(), io.StringIO()
    call_command("import_kifu", *map(str, paths), stdout=out, stderr=err, format="json", **options)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_a_folder_with_all_kinds_of_files(tmp_path):
    (tmp_path / "a.sgf").write_bytes(sgf(moves=LONG))
    (tmp_path / "b.txt").write_bytes(b"hello")
    (tmp_path / "c.sgf").write_bytes(sgf(moves=["dd", "dd"]))
    (tmp_path / "d.sgf").write_bytes(sgf("Other", moves=OTHER, result="W+2.5") + sgf(moves=["xx"]))
    rows = run(tmp_path)
    told = [(row["path"][-5:], row["game"], row["status"], row["reason"]) for row in rows]
    assert told == [
        ("a.sgf", 1, "accepted", ""),
        ("b.txt", None, "rejected", "not_sgf"),
        ("c.sgf", 1, "rejected", "illegal_move"),
        ("d.sgf", 1, "accepted", ""),
        ("d.sgf", 2, "rejected", "illegal_move"),
    ]
    assert (rows[0]["moves"], rows[0]["result"], rows[0]["black"]) == (23, "B+R", "Sato Ken")
    assert (rows[2]["move"], rows[2]["colour"], rows[2]["point"], rows[2]["why"]) == (
        2, "W", "D16", "occupied",
    )  # fmt: skip
    assert Kifu.objects.in_library().count() == 2
    filed = Kifu.objects.get(pk=rows[0]["kifu"])
    assert (filed.moves, filed.winner, filed.komi2, filed.event) == (23, "B", 11, "")
    assert bytes(filed.original) == sgf(moves=LONG)


def test_people_read_why_in_words(tmp_path):
    (tmp_path / "c.sgf").write_bytes(sgf(moves=["dd", "dd"]))
    (tmp_path / "e.sgf").write_bytes(b"(;SZ[abc];B[aa])")
    out = io.StringIO()
    call_command("import_kifu", str(tmp_path), stdout=out, stderr=io.StringIO())
    first, second = (line.partition(".sgf")[2] for line in out.getvalue().splitlines())
    assert first == " #1: This game has an illegal move: white D16, move 2 (occupied)."
    assert second == " #1: This game record has a board size that cannot be shown."


def turned(moves):
    return [f"{move[1]}{move[0]}" for move in moves]


def test_the_same_game_is_found_however_it_comes(tmp_path):
    (tmp_path / "1.sgf").write_bytes(sgf(moves=LONG))
    (tmp_path / "2.sgf").write_bytes(sgf("S. Ken", moves=LONG))
    (tmp_path / "3.sgf").write_bytes(sgf(moves=turned(LONG)))
    (tmp_path / "4.sgf").write_bytes(sgf(moves=[*LONG, "bb", "cc"]))
    (tmp_path / "5.sgf").write_bytes(sgf(moves=LONG[:21]))
    rows = run(tmp_path)
    assert [(row["status"], row["reason"]) for row in rows] == [
        ("accepted", ""),
        ("duplicate", "identical"),
        ("duplicate", "symmetric"),
        ("accepted", "enriched"),
        ("duplicate", "longer"),
    ]
    assert {row["duplicate_of"] for row in rows[1:]} == {rows[0]["kifu"]}
    assert (rows[3]["more_here"], rows[3]["more_there"]) == (2, 0)
    assert rows[3]["added"] == {"moves": 2}
    assert (rows[4]["more_here"], rows[4]["more_there"]) == (0, 4)
    assert {row["status"] for row in run(tmp_path)} == {"duplicate"}
    assert Kifu.objects.count() == 1


def test_short_records_are_alike_only_as_the_same_file(tmp_path):
    (tmp_path / "1.sgf").write_bytes(sgf("A", moves=LINE[:4]))
    (tmp_path / "2.sgf").write_bytes(sgf("B", moves=LINE[:4]))
    assert [row["status"] for row in run(tmp_path)] == ["accepted", "accepted"]
    assert [row["status"] for row in run(tmp_path)] == ["duplicate", "duplicate"]


def test_the_bytes_of_a_collection_are_kept_once(tmp_path):
    data = sgf("A", moves=LINE[:4]) + sgf("B", moves=LINE[:6])
    (tmp_path / "1.sgf").write_bytes(data)
    first, second = (Kifu.objects.get(pk=row["kifu"]) for row in run(tmp_path))
    assert (bytes(first.original), bytes(second.original)) == (data, b"")
    assert (second.source, second.file_bytes) == (first, data)
    assert (first.number, second.number) == (1, 2)


def test_archives_are_opened_and_their_paths_are_only_shown(tmp_path):
    inner = sgf(moves=LONG)
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("../../evil.sgf", inner)
        archive.writestr("notes.txt", "nothing")
    with tarfile.open(tmp_path / "b.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("/etc/other.sgf")
        data = sgf(moves=OTHER)
        info.size = len(data)
        archive.addfile(info, io.BytesIO(data))
        link = tarfile.TarInfo("link.sgf")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    rows = run(tmp_path)
    assert [(row["path"].rpartition("!")[2], row["status"]) for row in rows] == [
        ("../../evil.sgf", "accepted"),
        ("notes.txt", "rejected"),
        ("/etc/other.sgf", "accepted"),
        ("link.sgf", "rejected"),
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.zip", "b.tar.gz"]
    assert set(Kifu.objects.values_list("filename", flat=True)) == {"evil.sgf", "other.sgf"}


def test_a_bomb_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "a.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("bomb.sgf", b" " * 3_900_000)
    (row,) = run(tmp_path / "a.zip")
    assert (row["status"], row["reason"]) == ("rejected", "archive_too_large")


def test_a_dry_run_files_nothing(tmp_path):
    (tmp_path / "1.sgf").write_bytes(sgf(moves=LONG) * 2)
    assert [row["status"] for row in run(tmp_path, dry_run=True)] == ["accepted", "duplicate"]
    assert not Kifu.objects.exists()


def test_who_hands_in(tmp_path):
    member = make_member()
    (tmp_path / "1.sgf").write_bytes(sgf(moves=LONG))
    run(tmp_path, by=member.user.username)
    assert Kifu.objects.get().uploaded_by == member.user
    with pytest.raises(CommandError, match="no such user"):
        run(tmp_path, by="nobody")


def test_a_missing_path_is_told_after_everything_else(tmp_path):
    (tmp_path / "1.sgf").write_bytes(sgf(moves=LONG))
    out = io.StringIO()
    with pytest.raises(CommandError) as error:
        call_command(
            "import_kifu", str(tmp_path / "none"), str(tmp_path), stdout=out, stderr=io.StringIO()
        )
    assert error.value.returncode == 2
    assert out.getvalue().splitlines()[1].startswith("accepted")


def test_a_fault_with_one_file_does_not_lose_the_others(tmp_path, monkeypatch, caplog):
    (tmp_path / "1.sgf").write_bytes(sgf(moves=LONG))
    (tmp_path / "2.sgf").write_bytes(sgf(moves=OTHER))
    whole = importing.OpenedFile

    def broken(data):
        if b";B[pd]" in data[:200]:
            raise ZeroDivisionError
        return whole(data)

    monkeypatch.setattr(importing, "OpenedFile", broken)
    with pytest.raises(CommandError):
        run(tmp_path)
    assert Kifu.objects.count() == 1


def test_archives_that_are_sent_together_share_one_limit():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.sgf", b"(;SZ[9])" * 10)
    found = opened([(f"{n}.zip", packed.getvalue()) for n in range(4)], Limits(total_bytes=150))
    assert [file.error and file.error.name for file in found] == [
        None,
        None,
        "archive_too_large",
        "archive_too_large",
    ]
