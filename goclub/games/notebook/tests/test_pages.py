"""The pages of the notebook: who may, what they keep, what they refuse."""

from __future__ import annotations

import io
import uuid
from datetime import UTC, date, datetime

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from goclub.common.sheets.tests.making import xlsx
from goclub.common.tests.reading import read, said, told
from goclub.games.models import Batch, Game
from goclub.games.notebook.services.batches import MOST_BYTES, Upload, start_batch
from goclub.games.notebook.services.entering import enter_batch, progress_key
from goclub.games.notebook.services.plans import plan_of
from goclub.games.notebook.tests import spreadsheets
from goclub.games.notebook.tests.snapshot import everything
from goclub.games.people.services.erasing import erase_name
from goclub.games.tests.factories import report
from goclub.members.models import Member
from goclub.members.requests import Act
from goclub.members.tests.factories import make_member

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)
LIST = "/notebook/"


@pytest.fixture
def chair(client):
    user = make_member("The Chair", role="chair", points=150).user
    client.force_login(user)
    return user


def draft(user, people=6, games=10, **more):
    files = [Upload("members.csv", spreadsheets.members(people, **more))]
    if games:
        files.append(Upload("games.csv", spreadsheets.games(games, people, **more)))
    return start_batch(Act(user, NOW), files, key=uuid.uuid4())


def entered(user, **more):
    batch = draft(user, **more)
    seen = plan_of(batch, by=user, today=NOW.date()).mark
    return enter_batch(Act(user, NOW), batch, seen=seen)


def sheet(data, name="members.csv"):
    return SimpleUploadedFile(name, data)


def page_of(batch, name, *more):
    return reverse(f"games:{name}", args=[batch.pk, *more])


# --- Who may --------------------------------------------------------------------------------------
ADDRESSES = (
    ("notebook", ()), ("notebook-export", ()), ("notebook-members", ()), ("notebook-games", ()),
    ("notebook-everything", ()), ("batch", (1,)), ("batch-columns", (1,)), ("batch-check", (1,)),
    ("batch-progress", (1,)), ("batch-undo", (1,)), ("batch-discard", (1,)),
    ("batch-faults", (1, "games")), ("batch-original", (1, "games")),
)  # fmt: skip


def test_visitors_sign_in_first_and_members_are_refused(client):
    addresses = [reverse(f"games:{name}", args=parts) for name, parts in ADDRESSES]
    for address in addresses:
        assert client.get(address)["Location"].startswith("/sign-in/")
    for role in ("member", "organiser"):
        client.force_login(make_member(role=role).user)
        assert {client.get(address).status_code for address in addresses} == {403}


def test_a_draft_is_its_authors_alone(client, chair):
    batch = draft(chair)
    client.force_login(make_member("The Secretary", role="secretary").user)
    for name in ("batch", "batch-columns", "batch-check", "batch-discard", "batch-progress"):
        assert client.get(page_of(batch, name)).status_code == 404
    assert client.post(page_of(batch, "batch-enter")).status_code == 404
    assert client.get(page_of(batch, "batch-original", "members")).status_code == 404
    assert not read(client.get(LIST)).has(f'a[href="{batch.get_absolute_url()}"]')


def test_a_receipt_is_the_offices(client, chair):
    batch = entered(chair)
    client.force_login(make_member("The Secretary", role="secretary").user)
    page = read(client.get(batch.get_absolute_url()))
    assert page.texts(".figures dd")[:2] == ["6", "10"]
    assert page.has(f'a[href="{page_of(batch, "batch-undo")}"]')
    response = client.get(page_of(batch, "batch-original", "members"))
    assert response.content == spreadsheets.members(6)
    assert "no-store" in response["Cache-Control"]
    answer = client.post(page_of(batch, "batch-discard"), {"confirmed": "1"})
    assert answer["Location"] == batch.get_absolute_url()
    assert Batch.objects.filter(pk=batch.pk, state="entered").exists()


def test_pages_of_a_draft_lead_to_what_was_entered_from_it(client, chair):
    batch = entered(chair)
    for name, *more in (("batch-columns",), ("batch-check",), ("batch-faults", "games")):
        response = client.get(page_of(batch, name, *more), follow=True)
        assert response.redirect_chain == [(batch.get_absolute_url(), 302)]
        assert "You can no longer change this draft" in response.content.decode()
    sent = client.post(page_of(batch, "batch-check"), {"members-dates": "dmy"})
    assert sent["Location"] == batch.get_absolute_url()


# --- Files ----------------------------------------------------------------------------------------
def send(client, *files, key=None):
    return client.post(LIST, {"key": key or uuid.uuid4(), "chosen": list(files)})


def test_two_files_become_one_draft(client, chair):
    response = send(
        client, sheet(spreadsheets.games(3, 4), "b.csv"), sheet(spreadsheets.members(4), "a.csv")
    )
    batch = Batch.objects.get()
    assert response["Location"] == page_of(batch, "batch-columns")
    assert dict(batch.files.values_list("name", "kind")) == {"a.csv": "members", "b.csv": "games"}


@pytest.mark.parametrize(
    "files",
    [
        [],
        [b""],
        [b"\x89PNG\r\n\x1a\n" + bytes(200)],
        [b"Name\nEwa\n"] * 3,
        [b"Name,Rank\nEwa,1k\n"] * 2,
    ],
    ids=["none", "empty", "a picture", "three", "two of members"],
)
def test_files_that_are_refused_leave_nothing(client, chair, files):
    response = send(client, *(sheet(data, f"{n}.csv") for n, data in enumerate(files)))
    assert response.status_code == 422
    assert response.context["form"].errors["chosen"]
    assert not Batch.objects.exists()


def test_a_file_that_is_too_large_is_refused(client, chair):
    response = send(client, sheet(b"Name\n" + b"x" * MOST_BYTES))
    assert response.status_code == 422
    assert response.context["form"].errors.as_data()["chosen"][0].code == "too_large"


# --- Columns --------------------------------------------------------------------------------------
def reading(batch, **more):
    """What the page of the columns would send as it is."""
    page = {}
    for file in batch.files.all():
        page |= {f"{file.kind}-kind": file.kind, f"{file.kind}-encoding": file.encoding}
    return page | more


def test_a_column_can_be_another_one(client, chair):
    batch = draft(chair, games=0)
    chosen = reading(batch, **{"members-column-0": "name", "members-column-1": ""})
    response = client.post(page_of(batch, "batch-columns"), chosen)
    assert response["Location"] == page_of(batch, "batch-check")
    assert batch.files.get().columns["chosen"] == {"name": 0}


def test_two_columns_cannot_be_the_same(client, chair):
    batch = draft(chair, games=0)
    chosen = reading(batch, **{"members-column-0": "name", "members-column-1": "name"})
    response = client.post(page_of(batch, "batch-columns"), chosen)
    assert response.status_code == 422
    assert read(response).all("[aria-invalid]")


def test_another_encoding_is_read_anew(client, chair):
    data = "Imię;Nazwisko;Stopień\nŻaneta;Źrebiec;1 kyu\n".encode("cp1250")
    upload = Upload("członkowie.csv", data)
    batch = start_batch(Act(chair, NOW), [upload], key=uuid.uuid4())
    # Not in UTF-8: letters would be lost.
    lossy = reading(batch, **{"members-encoding": "utf-8"})
    assert client.post(page_of(batch, "batch-columns"), lossy).status_code == 422
    chosen = reading(batch, **{"members-encoding": "iso8859_2"})
    response = client.post(page_of(batch, "batch-columns"), chosen)
    assert response["Location"] == page_of(batch, "batch-columns")
    assert batch.files.get().encoding == "iso8859_2"
    assert client.get(page_of(batch, "batch-columns")).status_code == 200


def test_an_encoding_that_nobody_can_tell_is_asked_for(client, chair):
    data = "Name;Rank\nSøren Kjær;3k\n".encode("cp1252")
    batch = start_batch(Act(chair, NOW), [Upload("x.csv", data)], key=uuid.uuid4())
    page = read(client.get(page_of(batch, "batch-columns")))
    assert said("files.which_encoding") in page.text
    assert "Windows-1252: Søren Kjær;3k" in page.text
    chosen = reading(batch, **{"members-encoding": "cp1252"})
    client.post(page_of(batch, "batch-columns"), chosen)
    assert "Søren Kjær" in read(client.get(page_of(batch, "batch-columns"))).text


def test_a_file_without_headings_says_so(client, chair):
    upload = Upload("x.csv", b"1,2,3\n4,5,6\n")
    batch = start_batch(Act(chair, NOW), [upload], key=uuid.uuid4())
    for name in ("batch-columns", "batch-check"):
        page = read(client.get(page_of(batch, name)))
        assert said("no_headings") in page.text


# --- The dry run ----------------------------------------------------------------------------------
def test_the_dry_run_names_every_fault_and_writes_nothing(client, chair):
    batch = draft(chair)
    before = everything()
    rows = read(client.get(page_of(batch, "batch-check"))).texts("table.rows .at-lead")
    assert {"8", "9", "12", "13", "14"} <= set(rows)
    assert everything() == before


def test_the_preview_names_the_sheets_that_are_not_imported(client, chair):
    data = xlsx(
        [["Name", "Rank"], ["Ewa Nowak", "3k"]],
        [["Date", "Black", "White", "Result"], [], ["2024-01-01", "Ewa Nowak", "Jan Gość", "B+R"]],
        titles=("People", "<b>Games"),
    )
    batch = start_batch(Act(chair, NOW), [Upload("club.xlsx", data)], key=uuid.uuid4())
    (notice,) = read(client.get(page_of(batch, "batch-check"))).texts(".notice")
    assert "“<b>Games” of club.xlsx, 2 rows" in notice


def test_answers_are_kept_and_can_be_taken_back(client, chair):
    data = b"Date,Black,White,Result\n2024-01-01,The Chair,Nobody Known,B+R\n"
    batch = start_batch(Act(chair, NOW), [Upload("g.csv", data)], key=uuid.uuid4())
    check = page_of(batch, "batch-check")
    page = read(client.get(check))
    (name,) = {each.attrs["name"] for each in page.all("fieldset.question input")}
    assert client.post(check, {name: "guest"})["Location"] == check
    response = client.get(check)
    assert response.context["plan"].guests == 1
    assert read(response).has("fieldset.question input[checked]")
    client.post(check, {name: ""})
    assert client.get(check).context["plan"].is_empty


def test_rows_to_mend_come_as_a_file_that_can_be_brought_again(client, chair):
    response = client.get(page_of(draft(chair), "batch-faults", "members"))
    lines = b"".join(response.streaming_content).decode().splitlines()
    assert len(lines) == 3
    assert "Wrong Rank" in lines[1]
    mended = "\n".join(lines).replace("43k", "4k").replace("2020-02-31", "2020-02-28").encode()
    again = start_batch(Act(chair, NOW), [Upload("m.csv", mended)], key=uuid.uuid4())
    assert plan_of(again, by=chair, today=NOW.date()).members == 2


# --- Entering -------------------------------------------------------------------------------------
def enter(client, batch):
    seen = client.get(page_of(batch, "batch-check")).context["plan"].mark
    return client.post(page_of(batch, "batch-enter"), {"seen": seen})


def test_what_changed_since_the_look_is_looked_at_again(client, chair):
    batch = draft(chair)
    response = client.post(page_of(batch, "batch-enter"), {"seen": "old"}, follow=True)
    assert response.redirect_chain[-1][0] == page_of(batch, "batch-check")
    assert told(response, "error") == [said("changed_since")]
    assert not Game.objects.exists()


def test_the_page_of_a_batch_says_how_far_it_is(client, chair):
    batch = draft(chair)
    cache.set(progress_key(batch.pk), ("ratings", 50, 100))
    page = read(client.get(batch.get_absolute_url()))
    assert page.one("progress").attrs["value"] == "68"
    assert page.has("[data-again] a")
    assert client.get(page_of(batch, "batch-progress")).json()["percent"] == 68
    cache.delete(progress_key(batch.pk))
    assert client.get(page_of(batch, "batch-progress")).json()["percent"] is None


@pytest.mark.parametrize("done", [False, True])
@pytest.mark.parametrize("page", ["batch-check", "batch-columns", "batch-discard"])
def test_what_is_sent_beside_an_import_is_refused_in_words(client, chair, page, done):
    batch = draft(chair)
    if done:
        enter(client, batch)
    else:
        cache.set(progress_key(batch.pk), ("ratings", 50, 100))
    before = list(batch.files.values("choices", "columns"))
    sent = {f"{file.kind}:name:Ewa": "new" for file in batch.files.all()} | {"confirmed": "1"}
    answer = client.post(page_of(batch, page), sent, follow=True)
    assert answer.redirect_chain[-1][0] == batch.get_absolute_url()
    assert [text[:31] for text in told(answer, "error")] == ["Your changes were not saved, be"]
    assert list(batch.files.values("choices", "columns")) == before


# --- Receipt and undo -----------------------------------------------------------------------------
def test_undo_asks_first(client, chair):
    batch = entered(chair, people=2, games=1)
    assert read(client.get(page_of(batch, "batch-undo"))).has("input[name=confirmed]")
    client.post(page_of(batch, "batch-undo"))
    assert Game.objects.count() == 1
    response = client.post(page_of(batch, "batch-undo"), {"confirmed": "1"})
    assert response["Location"] == batch.get_absolute_url()
    assert not Game.objects.exists()
    assert client.get(batch.get_absolute_url()).status_code == 200


def test_what_leans_on_a_batch_is_named_with_its_address(client, chair):
    batch = entered(chair)
    newcomer = Member.objects.get(display_name=spreadsheets.person(0))
    game = report(chair.member, newcomer, played_on=date(2026, 10, 1), by=chair)
    for response in (
        client.get(page_of(batch, "batch-undo")),
        client.post(page_of(batch, "batch-undo"), {"confirmed": "1"}),
    ):
        assert response.status_code == 409
        assert read(response).has(f'a[href="{game.get_absolute_url()}"]')
    assert Game.objects.confirmed().count() == 10


def test_a_draft_is_thrown_away_after_a_question(client, chair):
    batch = draft(chair)
    assert read(client.get(page_of(batch, "batch-discard"))).has("input[name=confirmed]")
    client.post(page_of(batch, "batch-discard"), {"confirmed": "1"})
    assert not Batch.objects.exists()


def test_the_list_asks_as_much_for_many_batches_as_for_one(
    client, chair, django_assert_num_queries
):
    draft(chair, games=0)
    client.get(LIST)
    with CaptureQueriesContext(connection) as few:
        client.get(LIST)
    for _number in range(9):
        draft(chair, people=2, games=0)
    with django_assert_num_queries(len(few)):
        client.get(LIST, {"per_page": 100})


def test_a_receipt_asks_as_much_for_many_rows_as_for_few(client, chair, django_assert_num_queries):
    few = entered(chair, people=3, games=2, faults=False)
    client.get(few.get_absolute_url())
    with CaptureQueriesContext(connection) as queries:
        client.get(few.get_absolute_url())
    asked = len(queries)
    client.post(page_of(few, "batch-undo"), {"confirmed": "1"})
    many = entered(chair, people=8, games=8, faults=False)
    with django_assert_num_queries(asked):
        client.get(many.get_absolute_url())


def test_a_birth_date_goes_out_to_the_chair_alone(client, chair):
    Member.objects.update(birth_date=date(1960, 5, 4))

    def members():
        response = client.get(reverse("games:notebook-members"))
        return io.BytesIO(b"".join(response.streaming_content)).read()

    assert b"1960-05-04" in members()
    client.force_login(make_member("The Secretary", role="secretary").user)
    assert b"1960-05-04" not in members()


def test_with_a_name_that_is_replaced_the_spreadsheets_go(client, chair):
    batch = entered(chair)
    newcomer = Member.objects.get(display_name=spreadsheets.person(0))
    erase_name(Act(chair, NOW), newcomer)
    assert [bytes(data) for data in batch.files.values_list("data", flat=True)] == [b"", b""]
    assert not read(client.get(batch.get_absolute_url())).has('a[href$="/original/"]')
    assert client.get(page_of(batch, "batch-original", "members")).status_code == 404


def test_a_question_of_several_rows_can_be_answered_row_by_row(client, chair):
    data = b"Name,Rank\nOla Nowak,pro\nJan Lis,pro\nEwa Lis,pro\n"
    batch = start_batch(Act(chair, NOW), [Upload("x.csv", data)], key=uuid.uuid4())
    address = page_of(batch, "batch-check")
    page = read(client.get(address))
    names = [select.attrs["name"] for select in page.all("fieldset.question select")]
    assert names == ["members:rank:pro@2", "members:rank:pro@3", "members:rank:pro@4"]
    client.post(address, {names[0]: "none", names[1]: "skip", names[2]: ""})
    plan = client.get(address).context["plan"]
    assert [entry.name for entry in plan.files[0].entries] == ["Ola Nowak"]
    assert [ask.row for ask in plan.files[0].judged.asks] == [4]
    # An answer for one row goes before the one for all, and can be changed.
    client.post(address, {"members:rank:pro": "none", names[0]: "", names[1]: "skip"})
    plan = client.get(address).context["plan"]
    assert [entry.name for entry in plan.files[0].entries] == ["Ola Nowak", "Ewa Lis"]
    assert len(read(client.get(address)).all("fieldset.question select")) == 3
